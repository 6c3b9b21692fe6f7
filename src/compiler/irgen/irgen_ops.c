/* SPDX-License-Identifier: MIT */
/* Appends operations to the current block (an IR builder). */
#include "compiler/irgen/irgen_state.h"

struct hw_ir_modifiers hw_irgen_how(const struct hw_irgen *builder)
{
    const struct hw_irgen_modifiers *says = &builder->says;
    const bool is_single = builder->types[0] == HW_PTX_TYPE_F32;

    return (struct hw_ir_modifiers){
        .type = hw_irgen_type(builder->types[0]),
        .round = says->round,
        .ftz = says->ftz || (is_single && builder->module->version < HW_IRGEN_KEEPS_DENORMALS),
        .sat = says->sat,
        .nan = says->nan,
        .approximate = says->approximate,
        .full = says->full,
        .integral = says->integral,
    };
}

static struct hw_ir_insn *append_insn(struct hw_irgen *builder, enum hw_ir_op op,
                                      const struct hw_ir_modifiers *how, unsigned results,
                                      const uint8_t *kind, unsigned count, struct hw_ir_value *const *operand)
{
    const struct hw_ir_made made = {
        .op = op, .how = how, .results = results, .kind = kind, .operands = count, .operand = operand};

    return hw_ir_insn(builder->function, builder->block, NULL, &made);
}

/* --- doubles that are singles: .target map_f64_to_f32 ----------------------------------------------------
 */

static bool computes_doubles(enum hw_ir_op op, const struct hw_ir_modifiers *how)
{
    const bool only_moves =
        op == HW_IR_LOAD || op == HW_IR_STORE || op == HW_IR_ATOMIC || op == HW_IR_COPY || op == HW_IR_SELECT;

    return how && !only_moves && (how->type == HW_TYPE_F64 || how->from == HW_TYPE_F64);
}

/* A double is a single in the low half of its 64 bits. */
static struct hw_ir_insn *with_singles(struct hw_irgen *builder, enum hw_ir_op op,
                                       const struct hw_ir_modifiers *how, uint8_t kind, unsigned count,
                                       struct hw_ir_value *const *operand)
{
    static const uint8_t words[] = {HW_IR_KIND_32, HW_IR_KIND_32}, wide = HW_IR_KIND_64;
    const bool takes = how->from ? how->from == HW_TYPE_F64 : how->type == HW_TYPE_F64,
               gives = how->type == HW_TYPE_F64 && kind == HW_IR_KIND_64;
    const uint8_t narrow = gives ? HW_IR_KIND_32 : kind;
    const struct hw_ir_modifiers pair = {.type = HW_TYPE_B64};
    struct hw_ir_modifiers single = *how;
    struct hw_ir_value *low[HW_IRGEN_MAX_SOURCES];

    single.type = how->type == HW_TYPE_F64 ? HW_TYPE_F32 : how->type;
    single.from = how->from == HW_TYPE_F64 ? HW_TYPE_F32 : how->from;
    if (op == HW_IR_CONVERT && single.type == single.from && !how->integral)
        single.round = HW_ROUND_RN; /* there is nothing to round */
    for (unsigned i = 0; i < count; i++)
        low[i] = takes && operand[i]->kind == HW_IR_KIND_64
                     ? append_insn(builder, HW_IR_UNPACK, &pair, 2, words, 1, &operand[i])->result
                     : operand[i];
    struct hw_ir_insn *insn = append_insn(builder, op, &single, 1, &narrow, count, low);
    struct hw_ir_value *both[] = {insn->result, hw_ir_constant(builder->function, HW_IR_KIND_32, 0)};
    return gives ? append_insn(builder, HW_IR_PACK, &pair, 1, &wide, 2, both) : insn;
}

struct hw_ir_insn *hw_irgen_ops(struct hw_irgen *builder, enum hw_ir_op op, const struct hw_ir_modifiers *how,
                                unsigned results, const uint8_t *kind, unsigned count,
                                struct hw_ir_value *const *operand)
{
    return builder->module->narrows_doubles && results == 1 && computes_doubles(op, how)
               ? with_singles(builder, op, how, kind[0], count, operand)
               : append_insn(builder, op, how, results, kind, count, operand);
}

struct hw_ir_value *hw_irgen_op(struct hw_irgen *builder, enum hw_ir_op op, const struct hw_ir_modifiers *how,
                                enum hw_ir_kind kind, unsigned count, struct hw_ir_value *const *operand)
{
    return hw_irgen_ops(builder, op, how, 1, &(uint8_t){(uint8_t)kind}, count, operand)->result;
}

struct hw_ir_value *hw_irgen_op1(struct hw_irgen *builder, enum hw_ir_op op, unsigned type,
                                 enum hw_ir_kind kind, struct hw_ir_value *a)
{
    const struct hw_ir_modifiers how = {.type = (uint8_t)type};

    return hw_irgen_op(builder, op, &how, kind, 1, &a);
}

struct hw_ir_value *hw_irgen_op2(struct hw_irgen *builder, enum hw_ir_op op, unsigned type,
                                 enum hw_ir_kind kind, struct hw_ir_value *a, struct hw_ir_value *b)
{
    const struct hw_ir_modifiers how = {.type = (uint8_t)type};

    return hw_irgen_op(builder, op, &how, kind, 2, (struct hw_ir_value *[]){a, b});
}

struct hw_ir_value *hw_irgen_constant(struct hw_irgen *builder, enum hw_ir_kind kind, uint64_t bits)
{
    return hw_ir_constant(builder->function, kind, bits);
}

struct hw_ir_value *hw_irgen_resize(struct hw_irgen *builder, struct hw_ir_value *value, enum hw_ir_kind kind,
                                    bool is_signed)
{
    static const uint8_t types[HW_IR_KIND_COUNT][2] = {
        [HW_IR_KIND_16] = {HW_TYPE_U16, HW_TYPE_S16},
        [HW_IR_KIND_32] = {HW_TYPE_U32, HW_TYPE_S32},
        [HW_IR_KIND_64] = {HW_TYPE_U64, HW_TYPE_S64},
    };
    const struct hw_ir_modifiers how = {.type = types[kind][is_signed],
                                        .from = types[value->kind][is_signed]};

    return value->kind == kind ? value : hw_irgen_op(builder, HW_IR_CONVERT, &how, kind, 1, &value);
}

struct hw_ir_value *hw_irgen_variable_value(struct hw_irgen *builder, uint32_t variable, enum hw_ir_kind kind)
{
    return hw_ir_variable(builder->function, kind, variable);
}

/* The last operation of the block writes the variable itself; anything else is copied at this point. */
void hw_irgen_write(struct hw_irgen *builder, uint32_t variable, struct hw_ir_value *value)
{
    struct hw_ir_value *written = value;

    if (value->from != builder->block->last || !value->from->block || value->variable)
        written = hw_irgen_op1(builder, HW_IR_COPY, HW_TYPE_NONE, (enum hw_ir_kind)value->kind, value);
    written->variable = variable;
    if (variable > builder->function->variables)
        builder->function->variables = variable;
}

void hw_irgen_end(struct hw_irgen *builder, enum hw_ir_op op, struct hw_ir_value *operand,
                  struct hw_ir_block *const *to, unsigned count, struct hw_ir_block *next)
{
    const struct hw_ir_made made = {.op = op, .operands = operand != NULL, .operand = &operand};

    hw_ir_end(builder->function, builder->block, &made, to, count);
    builder->block = next;
}

void hw_irgen_fence(struct hw_irgen *builder, enum hw_ir_scope otherwise)
{
    const struct hw_ir_modifiers how = {.number = builder->says.scope ? builder->says.scope : otherwise};

    hw_irgen_ops(builder, HW_IR_FENCE, &how, 0, NULL, 0, NULL);
}
