/* SPDX-License-Identifier: MIT */
/* Translates variables in memory: their symbols, addresses and initial values. */
#include "compiler/irgen/irgen_state.h"

#include <string.h>

static const uint8_t spaces[HW_PTX_SPACE_COUNT] = {
    [HW_PTX_SPACE_CONST] = HW_IR_SPACE_CONST,   [HW_PTX_SPACE_GLOBAL] = HW_IR_SPACE_GLOBAL,
    [HW_PTX_SPACE_LOCAL] = HW_IR_SPACE_LOCAL,   [HW_PTX_SPACE_PARAM] = HW_IR_SPACE_PARAM,
    [HW_PTX_SPACE_SHARED] = HW_IR_SPACE_SHARED, [HW_PTX_SPACE_TEX] = HW_IR_SPACE_GLOBAL,
};

uint8_t hw_irgen_space_of(enum hw_ptx_space space)
{
    return spaces[space];
}

static uint8_t opaque_of(const struct hw_ptx_variable *variable)
{
    if (variable->space == HW_PTX_SPACE_TEX)
        return HW_IR_OPAQUE_TEXTURE;
    return hw_irgen_opaque(variable->type);
}

/* Variables of functions carry the function's name: two may have the same one. */
static const char *name_of(struct hw_irgen *builder, const struct hw_ptx_variable *variable)
{
    const char *name = variable->symbol->name, *owner = builder->function ? builder->function->name : NULL;

    if (!variable->is_in_function || variable->space == HW_PTX_SPACE_PARAM ||
        variable->linkage == HW_PTX_LINK_EXTERN || !owner)
        return hw_irgen_text(builder, name);
    const size_t length = strlen(owner), whole = length + 1 + strlen(name);
    char *text = hw_arena_array(builder->arena, whole + 1, 1);
    memcpy(text, owner, length);
    text[length] = '$';
    memcpy(text + length + 1, name, whole - length);
    return text;
}

void hw_irgen_add_variable(struct hw_irgen *builder, struct hw_ir_symbol *made, bool is_in_function)
{
    struct hw_ir_module *module = builder->module;

    if (is_in_function && made->space == HW_IR_SPACE_LOCAL) {
        struct hw_ir_routine *routine = builder->routine;
        routine->local = hw_arena_grow(builder->arena, routine->local, routine->locals,
                                       &routine->local_capacity, sizeof(struct hw_ir_symbol *));
        routine->local[routine->locals++] = made;
        return;
    }
    module->variable = hw_arena_grow(builder->arena, module->variable, module->variables,
                                     &module->variable_capacity, sizeof(struct hw_ir_symbol *));
    module->variable[module->variables++] = made;
}

/* Kernels may have the same name for a texture that they take: launches know it by that. */
static struct hw_ir_symbol *named_before(struct hw_irgen *builder, const struct hw_ptx_variable *variable)
{
    for (size_t i = 0; i < builder->module->variables; i++) {
        struct hw_ir_symbol *other = builder->module->variable[i];
        if (other->opaque == hw_irgen_opaque(variable->type) &&
            strcmp(other->name, variable->symbol->name) == 0)
            return other;
    }
    return NULL;
}

const struct hw_ir_symbol *hw_irgen_symbol(struct hw_irgen *builder, const struct hw_ptx_symbol *symbol,
                                           struct hw_source_location location)
{
    struct hw_ir_symbol *made = hw_irgen_map_find(&builder->symbols, symbol);

    if (made)
        return made;
    if (symbol->kind != HW_PTX_SYMBOL_VARIABLE)
        hw_irgen_fail(builder, location, HW_ERR_SYNTAX, "found %s, expected a variable or function",
                      symbol->name);
    const struct hw_ptx_variable *variable = symbol->variable;
    if (variable->space == HW_PTX_SPACE_PARAM && (made = named_before(builder, variable)) != NULL) {
        hw_irgen_map_add(builder->arena, &builder->symbols, symbol, made);
        return made;
    }
    made = hw_arena_alloc(builder->arena, sizeof *made);
    *made = (struct hw_ir_symbol){
        .name = name_of(builder, variable),
        .linkage = hw_irgen_linkage(variable->linkage),
        .opaque = opaque_of(variable),
        .is_managed = variable->is_managed,
        .space = spaces[variable->space],
        .align = (uint32_t)hw_irgen_align(variable),
        .bytes = hw_irgen_bytes(variable),
        .bank = (uint8_t)variable->bank,
        .line = variable->symbol->location.line,
        .column = variable->symbol->location.column,
    };
    hw_irgen_map_add(builder->arena, &builder->symbols, symbol, made);
    hw_irgen_add_variable(builder, made, variable->is_in_function);
    return made;
}

/* --- addresses ---------------------------------------------------------------------------------------- */

/* Of a kernel's parameter: a number.  Of an argument: that of its copy. */
static struct hw_ir_value *parameter_address(struct hw_irgen *builder, const struct hw_ptx_operand *operand,
                                             enum hw_ir_kind kind)
{
    const struct hw_ptx_variable *variable = operand->name.symbol->variable;

    for (uint32_t i = 0; builder->routine->is_kernel && i < builder->routine->signature.ins; i++)
        if (builder->from->parameter[i] == variable)
            return hw_irgen_constant(builder, kind,
                                     builder->routine->signature.in[i].offset + operand->constant.bits);
    return hw_ir_address(builder->function, kind, hw_irgen_argument_memory(builder, variable),
                         (int64_t)operand->constant.bits);
}

struct hw_ir_value *hw_irgen_symbol_address(struct hw_irgen *builder, const struct hw_ptx_operand *operand,
                                            enum hw_ir_kind kind)
{
    const struct hw_ptx_symbol *symbol = operand->name.symbol;

    if (symbol->kind == HW_PTX_SYMBOL_VARIABLE && symbol->variable->space == HW_PTX_SPACE_PARAM)
        return parameter_address(builder, operand, kind);
    return hw_ir_address(builder->function, kind, hw_irgen_symbol(builder, symbol, operand->location),
                         (int64_t)operand->constant.bits);
}

/* --- textures, samplers and surfaces ------------------------------------------------------------------ */

unsigned hw_irgen_is_opaque(const struct hw_ptx_operand *operand)
{
    const struct hw_ptx_symbol *symbol = operand->name.symbol;

    return symbol && symbol->kind == HW_PTX_SYMBOL_VARIABLE && symbol->variable->space != HW_PTX_SPACE_REG
               ? opaque_of(symbol->variable)
               : HW_IR_OPAQUE_NONE;
}

struct hw_ir_value *hw_irgen_handle(struct hw_irgen *builder, const struct hw_ptx_operand *operand,
                                    enum hw_ir_kind kind)
{
    const struct hw_ir_modifiers how = {
        .symbol = hw_irgen_symbol(builder, operand->name.symbol, operand->location)};

    if (kind != HW_IR_KIND_64 || operand->constant.bits)
        hw_irgen_fail(builder, operand->location, HW_ERR_SYNTAX,
                      "found the name of %s, expected it alone and in a register of 64 bits",
                      hw_irgen_name(builder, operand));
    return hw_irgen_op(builder, HW_IR_HANDLE, &how, HW_IR_KIND_64, 0, NULL);
}

/* --- initial values ------------------------------------------------------------------------------------- */

static void write_element(uint8_t *data, uint64_t bits, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; i++)
        data[i] = (uint8_t)(bits >> 8 * i);
}

/* 0xFF00(x): the second byte. */
static uint8_t byte_of(uint64_t mask)
{
    return mask ? (uint8_t)(__builtin_ctzll(mask) / 8) : 0;
}

static void write_address(struct hw_irgen *builder, const struct hw_ptx_variable *variable,
                          const struct hw_ptx_initial *initial, struct hw_ir_pointer *pointer)
{
    const unsigned bytes = hw_ptx_type_bits(variable->type) / 8;

    if (!initial->mask && bytes != 4 && bytes != 8)
        hw_irgen_fail(builder, variable->symbol->location, HW_ERR_SYNTAX,
                      "%s has an address in .%s, expected one of 32 or 64 bits", variable->symbol->name,
                      hw_ptx_type_name(variable->type));
    const struct hw_ir_symbol *symbol = hw_irgen_symbol(builder, initial->symbol, variable->symbol->location);
    if (symbol->opaque)
        hw_irgen_fail(builder, variable->symbol->location, HW_ERR_UNSUPPORTED,
                      "%s begins with %s, whose handle only the launch of a kernel knows",
                      variable->symbol->name, symbol->name);
    if (!symbol->is_function && symbol->space != HW_IR_SPACE_GLOBAL && symbol->space != HW_IR_SPACE_CONST)
        hw_irgen_fail(
            builder, variable->symbol->location, HW_ERR_SYNTAX,
            "%s begins with the address of %s, expected a function or a variable in .global or .const",
            variable->symbol->name, symbol->name);
    *pointer = (struct hw_ir_pointer){
        .at = initial->at * bytes,
        .bytes = initial->mask ? 1 : (uint8_t)bytes,
        .byte = byte_of(initial->mask),
        .generic = initial->generic,
        .symbol = symbol,
        .offset = (int64_t)initial->constant.bits,
    };
}

void hw_irgen_initial(struct hw_irgen *builder, const struct hw_ptx_variable *variable)
{
    struct hw_ir_symbol *symbol = hw_irgen_map_find(&builder->symbols, variable->symbol);
    const unsigned bytes = hw_ptx_type_bits(variable->type) / 8;
    uint64_t filled = 0, pointers = 0;

    if (!variable->initials || symbol->data)
        return;
    for (size_t i = 0; i < variable->initials; i++) {
        const uint64_t end = (variable->initial[i].at + 1) * bytes;
        filled = end > filled ? end : filled;
        pointers += variable->initial[i].symbol != NULL;
    }
    if (symbol->bytes > HW_IRGEN_MAX_DATA - builder->data)
        hw_irgen_fail(builder, variable->symbol->location, HW_ERR_RANGE,
                      "%s has initial values and %llu bytes, expected at most %u in all such variables",
                      variable->symbol->name, (unsigned long long)symbol->bytes, HW_IRGEN_MAX_DATA);
    builder->data += symbol->bytes;
    uint8_t *data = hw_arena_array(builder->arena, filled, 1);
    struct hw_ir_pointer *pointer = hw_arena_array(builder->arena, pointers, sizeof *pointer);
    symbol->data = data;
    symbol->data_bytes = filled;
    symbol->pointer = pointer;
    for (size_t i = 0; i < variable->initials; i++) {
        const struct hw_ptx_initial *initial = &variable->initial[i];
        if (initial->symbol)
            write_address(builder, variable, initial, &pointer[symbol->pointers++]);
        else
            write_element(
                data + initial->at * bytes,
                hw_irgen_bits(builder, variable->symbol->location, initial->constant, variable->type), bytes);
    }
}
