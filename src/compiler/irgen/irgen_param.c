/* SPDX-License-Identifier: MIT */
/* Translates parameters: of kernels they are memory; of device functions and calls they are values.
 *
 * A .param variable of the latter is a block of words, each a variable of the current function.  st.param
 * writes words, or parts of them; ld.param reads them.  Values that enter and leave a function or a call are
 * built of words, too: one value of 64 bits of two. */
#include "compiler/irgen/irgen_functions.h"
#include "compiler/irgen/irgen_state.h"

#define WORD HW_IR_KIND_32

static const struct hw_ptx_variable *variable_in(const struct hw_ptx_operand *operand)
{
    const struct hw_ptx_symbol *symbol = operand->name.symbol;

    return symbol && symbol->kind == HW_PTX_SYMBOL_VARIABLE ? symbol->variable : NULL;
}

bool hw_irgen_is_value(struct hw_irgen *builder, const struct hw_ptx_operand *operand)
{
    const struct hw_ptx_variable *variable = variable_in(operand);

    return builder->says.space == HW_IR_SPACE_PARAM && variable &&
           hw_irgen_map_find(&builder->blocks, variable);
}

/* A predicate in a register that is a parameter counts as a byte. */
static uint64_t byte_size(enum hw_ptx_type type)
{
    return (hw_ptx_type_bits(type) + 7) / 8;
}

void hw_irgen_move(struct hw_irgen *builder, uint32_t words)
{
    if (words > HW_IRGEN_MAX_MOVED - builder->moved)
        hw_irgen_fail(builder, builder->location, HW_ERR_RANGE,
                      "functions and calls take and give more than %u words of parameters",
                      HW_IRGEN_MAX_MOVED);
    builder->moved += words;
}

uint64_t hw_irgen_bytes(const struct hw_ptx_variable *variable)
{
    uint64_t bytes = byte_size(variable->type) * variable->vector;

    for (unsigned i = 0; i < variable->dims; i++)
        bytes *= variable->dim[i];
    return bytes;
}

uint64_t hw_irgen_align(const struct hw_ptx_variable *variable)
{
    return variable->align ? variable->align : byte_size(variable->type) * variable->vector;
}

/* A block of as many words as the variable has. */
struct hw_irgen_block *hw_irgen_block(struct hw_irgen *builder, const struct hw_ptx_variable *variable)
{
    const uint64_t bytes = hw_irgen_bytes(variable);
    struct hw_irgen_block *block = hw_arena_alloc(builder->arena, sizeof *block);

    if (bytes > HW_IRGEN_MAX_PARAMETER_BYTES)
        hw_irgen_fail(builder, variable->symbol->location, HW_ERR_RANGE,
                      "%s has %llu bytes, expected a parameter of at most %d", variable->symbol->name,
                      (unsigned long long)bytes, HW_IRGEN_MAX_PARAMETER_BYTES);
    block->words = (uint32_t)(bytes + 3) / 4;
    block->first = builder->words;
    builder->words += block->words;
    hw_irgen_map_add(builder->arena, &builder->blocks, variable, block);
    return block;
}

static struct hw_ir_value *word_at(struct hw_irgen *builder, const struct hw_irgen_block *block,
                                   uint32_t word)
{
    return hw_irgen_variable_value(builder, hw_irgen_word(builder, block, word), WORD);
}

const struct hw_ir_symbol *hw_irgen_argument_memory(struct hw_irgen *builder,
                                                    const struct hw_ptx_variable *variable)
{
    struct hw_irgen_block *block = hw_irgen_map_find(&builder->blocks, variable);
    struct hw_ir_block *first = builder->function->block[0];
    bool is_argument = false;

    for (size_t i = 0; i < builder->from->parameters; i++)
        is_argument |= builder->from->parameter[i] == variable;
    if (!is_argument || !block || !builder->entered)
        hw_irgen_fail(builder, variable->symbol->location, HW_ERR_UNSUPPORTED,
                      "the address of %s is taken, expected that of a parameter of a kernel or function",
                      variable->symbol->name);
    if (block->memory)
        return block->memory;
    block->memory = hw_arena_alloc(builder->arena, sizeof *block->memory);
    *block->memory = (struct hw_ir_symbol){.name = hw_irgen_text(builder, variable->symbol->name),
                                           .space = HW_IR_SPACE_LOCAL,
                                           .align = (uint32_t)hw_irgen_align(variable),
                                           .bytes = 4 * (uint64_t)block->words};
    if (block->memory->align < 4)
        block->memory->align = 4;
    hw_irgen_add_variable(builder, block->memory, true);
    struct hw_ir_insn *next = builder->entered->next;
    hw_irgen_move(builder, block->words);
    for (uint32_t i = 0; i < block->words; i++) {
        struct hw_ir_value *operand[] = {
            hw_ir_address(builder->function, builder->address, block->memory, 4 * (int64_t)i),
            word_at(builder, block, i)};
        const struct hw_ir_modifiers how = {.type = HW_TYPE_B32, .space = HW_IR_SPACE_LOCAL};
        const struct hw_ir_made made = {.op = HW_IR_STORE, .how = &how, .operands = 2, .operand = operand};
        hw_ir_insn(builder->function, first, next, &made);
    }
    return block->memory;
}

/* --- bytes of a block --------------------------------------------------------------------------------- */

/* The offset of an access in a block. */
static uint32_t offset_in(struct hw_irgen *builder, const struct hw_ptx_operand *operand,
                          const struct hw_irgen_block *block, unsigned bytes)
{
    const uint64_t at = operand->constant.bits;

    if (at % bytes || at >= 4 * (uint64_t)block->words || bytes > 4 * (uint64_t)block->words - at)
        hw_irgen_fail(builder, operand->location, HW_ERR_RANGE,
                      "found byte %lld of a parameter of %u words, expected an aligned access within it",
                      (long long)at, block->words);
    return (uint32_t)at;
}

static struct hw_ir_value *read_bytes(struct hw_irgen *builder, const struct hw_irgen_block *block,
                                      uint32_t at, unsigned type)
{
    const unsigned bits = hw_ptx_type_bits((enum hw_ptx_type)type);
    const uint32_t word = at / 4;

    if (bits == 64) {
        struct hw_ir_value *both[] = {word_at(builder, block, word), word_at(builder, block, word + 1)};
        const struct hw_ir_modifiers how = {.type = HW_TYPE_NONE};
        return hw_irgen_op(builder, HW_IR_PACK, &how, HW_IR_KIND_64, 2, both);
    }
    struct hw_ir_value *value = word_at(builder, block, word);
    if (bits == 32)
        return value;
    if (at % 4)
        value = hw_irgen_op2(builder, HW_IR_SHR, HW_TYPE_U32, WORD, value,
                             hw_irgen_constant(builder, WORD, 8 * (at % 4)));
    const struct hw_ir_modifiers how = {.type = hw_irgen_is_signed(type) ? HW_TYPE_S32 : HW_TYPE_U32,
                                        .from = bits == 8                  ? hw_irgen_type(type)
                                                : hw_irgen_is_signed(type) ? HW_TYPE_S16
                                                                           : HW_TYPE_U16};
    return hw_irgen_op(builder, HW_IR_CONVERT, &how, WORD, 1, &value);
}

static void write_bytes(struct hw_irgen *builder, const struct hw_irgen_block *block, uint32_t at,
                        unsigned type, struct hw_ir_value *value)
{
    const unsigned bits = hw_ptx_type_bits((enum hw_ptx_type)type);
    const uint32_t variable = hw_irgen_word(builder, block, at / 4);

    if (bits == 64) {
        struct hw_ir_insn *halves =
            hw_irgen_ops(builder, HW_IR_UNPACK, NULL, 2, (const uint8_t[]){WORD, WORD}, 1, &value);
        hw_irgen_write(builder, variable, &halves->result[0]);
        hw_irgen_write(builder, hw_irgen_word(builder, block, at / 4 + 1), &halves->result[1]);
        return;
    }
    value = hw_irgen_resize(builder, value, WORD, hw_irgen_is_signed(type));
    if (bits < 32) {
        struct hw_ir_value *operand[] = {value, word_at(builder, block, at / 4),
                                         hw_irgen_constant(builder, WORD, 8 * (at % 4)),
                                         hw_irgen_constant(builder, WORD, bits)};
        const struct hw_ir_modifiers how = {.type = HW_TYPE_B32};
        value = hw_irgen_op(builder, HW_IR_BFI, &how, WORD, 4, operand);
    }
    hw_irgen_write(builder, variable, value);
}

void hw_irgen_ld_values(struct hw_irgen *builder, const struct hw_ptx_operand *from,
                        const struct hw_ptx_operand *const *to, unsigned count)
{
    const struct hw_irgen_block *block = hw_irgen_map_find(&builder->blocks, variable_in(from));
    const unsigned type = builder->types[0], bytes = hw_ptx_type_bits((enum hw_ptx_type)type) / 8;
    const uint32_t at = offset_in(builder, from, block, bytes * count);
    struct hw_ir_value *value[4];

    for (unsigned i = 0; i < count; i++)
        value[i] = read_bytes(builder, block, at + i * bytes, type);
    hw_irgen_assign_all(builder, to, count, type, value, true);
}

void hw_irgen_st_values(struct hw_irgen *builder, const struct hw_ptx_operand *to,
                        struct hw_ir_value *const *value, unsigned count)
{
    const struct hw_irgen_block *block = hw_irgen_map_find(&builder->blocks, variable_in(to));
    const unsigned type = builder->types[0], bytes = hw_ptx_type_bits((enum hw_ptx_type)type) / 8;
    const uint32_t at = offset_in(builder, to, block, bytes * count);

    for (unsigned i = 0; i < count; i++)
        write_bytes(builder, block, at + i * bytes, type, value[i]);
}

/* --- signatures --------------------------------------------------------------------------------------- */

uint8_t hw_irgen_opaque(enum hw_ptx_type type)
{
    return type == HW_PTX_TYPE_TEXREF       ? HW_IR_OPAQUE_TEXTURE
           : type == HW_PTX_TYPE_SAMPLERREF ? HW_IR_OPAQUE_SAMPLER
           : type == HW_PTX_TYPE_SURFREF    ? HW_IR_OPAQUE_SURFACE
                                            : HW_IR_OPAQUE_NONE;
}

/* As ptxas writes it into prototypes of functions. */
static char letter_of(enum hw_ptx_type type)
{
    const uint64_t bytes = byte_size(type);

    if (hw_irgen_is_float(type))
        return bytes == 8 ? 'd' : bytes == 4 ? 'f' : 'h';
    return bytes == 8 ? 'l' : bytes == 4 ? 'i' : bytes == 2 ? 'h' : 'b';
}

/* A texture or surface that a launch names is no memory; its name is that of the parameter. */
static void describe_opaque(struct hw_irgen *builder, const struct hw_ptx_variable *variable, bool is_kernel,
                            struct hw_ir_parameter *parameter)
{
    if (!is_kernel || variable->dims || variable->vector > 1)
        hw_irgen_fail(
            builder, variable->symbol->location, HW_ERR_SYNTAX,
            "%s is of .%s, which only a kernel takes, each by itself; functions take handles in .u64",
            variable->symbol->name, hw_ptx_type_name(variable->type));
    *parameter = (struct hw_ir_parameter){.name = hw_irgen_text(builder, variable->symbol->name),
                                          .align = 1,
                                          .opaque = hw_irgen_opaque(variable->type)};
}

static void describe(struct hw_irgen *builder, const struct hw_ptx_variable *variable,
                     struct hw_ir_parameter *parameter)
{
    const uint64_t bytes = hw_irgen_bytes(variable);

    if (bytes > HW_IRGEN_MAX_PARAMETER_BYTES)
        hw_irgen_fail(builder, variable->symbol->location, HW_ERR_RANGE,
                      "%s has %llu bytes, expected a parameter of at most %d", variable->symbol->name,
                      (unsigned long long)bytes, HW_IRGEN_MAX_PARAMETER_BYTES);
    const bool is_one = !variable->dims && variable->vector == 1;
    const bool is_register = variable->space == HW_PTX_SPACE_REG;
    if (is_register && variable->dims)
        hw_irgen_fail(builder, variable->symbol->location, HW_ERR_SYNTAX,
                      "%s is an array of registers, expected one register or a vector",
                      variable->symbol->name);
    *parameter = (struct hw_ir_parameter){
        .name = hw_irgen_text(builder, variable->symbol->name),
        .bytes = (uint32_t)bytes,
        .align = (uint32_t)hw_irgen_align(variable),
        .values = is_one || is_register ? variable->vector : (uint32_t)(bytes + 3) / 4,
        .kind = is_register            ? (uint8_t)hw_irgen_kind(variable->type)
                : is_one && bytes == 8 ? HW_IR_KIND_64
                                       : WORD,
        .letter = letter_of(variable->type),
        .elements = (uint32_t)(is_one ? 0 : bytes / byte_size(variable->type))};
}

static struct hw_ir_parameter *describe_all(struct hw_irgen *builder, const struct hw_ptx_function *from,
                                            struct hw_ptx_variable *const *list, size_t count, uint32_t *end)
{
    struct hw_ir_parameter *all = hw_arena_array(builder->arena, count, sizeof *all);
    uint64_t offset = 0;

    for (size_t i = 0; i < count; i++) {
        if (hw_irgen_opaque(list[i]->type))
            describe_opaque(builder, list[i], list == from->parameter && from->is_entry, &all[i]);
        else
            describe(builder, list[i], &all[i]);
        offset = (offset + all[i].align - 1) / all[i].align * all[i].align;
        all[i].offset = (uint32_t)offset;
        offset += all[i].bytes;
        if (offset > HW_IRGEN_MAX_PARAMETER_BYTES)
            hw_irgen_fail(builder, list[i]->symbol->location, HW_ERR_RANGE,
                          "parameters of %s have %llu bytes up to %s, expected at most %d",
                          from->symbol->name, (unsigned long long)offset, list[i]->symbol->name,
                          HW_IRGEN_MAX_PARAMETER_BYTES);
    }
    *end = (uint32_t)offset;
    return all;
}

struct hw_ir_signature hw_irgen_signature(struct hw_irgen *builder, const struct hw_ptx_function *from)
{
    struct hw_ir_signature signature = {.ins = (uint32_t)from->parameters, .outs = (uint32_t)from->results};
    uint32_t ignored;

    signature.in = describe_all(builder, from, from->parameter, from->parameters, &signature.bytes);
    signature.out = describe_all(builder, from, from->result, from->results, &ignored);
    return signature;
}
