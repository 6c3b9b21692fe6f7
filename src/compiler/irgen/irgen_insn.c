/* SPDX-License-Identifier: MIT */
/* Translates one instruction: finds its table row, checks the number of its operands, applies its guard;
 * also the row function for forms that are one IR operation. */
#include "compiler/irgen/irgen_state.h"

#include <string.h>

/* --- the row ---------------------------------------------------------------------------------------- */

static void find_row(struct hw_irgen *builder)
{
    const struct hw_ptx_op_row *op = hw_ptx_op_row(builder->insn->op);
    char text[200];

    if (*op->needs)
        hw_irgen_fail(builder, builder->location, HW_ERR_UNSUPPORTED,
                      "%s needs %s, which this compiler has not as a target", op->name, op->needs);
    builder->row =
        hw_irgen_match(builder->rows, builder->insn, builder->types, &builder->says, text, sizeof text);
    if (!builder->row)
        hw_irgen_fail(builder, builder->location, HW_ERR_SYNTAX, "%s", text);
    if (builder->row->needs)
        hw_irgen_fail(builder, builder->location, HW_ERR_UNSUPPORTED,
                      "this form of %s needs sm_%u, which this compiler has not as a target", op->name,
                      builder->row->needs);
}

static void count_operands(struct hw_irgen *builder)
{
    size_t least = 0, most = 0;

    for (const char *at = builder->row->operands; *at; at++) {
        if (*at == '*')
            return;
        least += *at != '?';
        most += *at != '?';
        least -= *at == '?';
    }
    const size_t count = builder->insn->operands;
    if (count < least || count > most)
        hw_irgen_fail(builder, builder->location, HW_ERR_SYNTAX,
                      "this form of %s has %zu operands, expected %zu",
                      hw_ptx_op_row(builder->insn->op)->name, count, count < least ? least : most);
}

/* --- the guard -------------------------------------------------------------------------------------- */

struct hw_ir_value *hw_irgen_guard(struct hw_irgen *builder)
{
    const struct hw_ptx_operand operand = {
        .kind = HW_PTX_OPERAND_NAME, .location = builder->location, .name = builder->insn->guard};

    return hw_irgen_source(builder, &operand, HW_PTX_TYPE_PRED, false);
}

/* If the guard holds, the instruction; then both sides join. */
static void lower_in_branch(struct hw_irgen *builder)
{
    struct hw_ir_block *inside = hw_ir_block(builder->function), *next = hw_ir_block(builder->function);
    struct hw_ir_block *to[] = {inside, next};

    if (builder->insn->guard_negated) {
        to[0] = next;
        to[1] = inside;
    }
    hw_irgen_end(builder, HW_IR_BRANCH, hw_irgen_guard(builder), to, 2, inside);
    builder->row->lower(builder);
    if (builder->block)
        hw_irgen_end(builder, HW_IR_JUMP, NULL, &next, 1, next);
    builder->block = next;
}

void hw_irgen_insn(struct hw_irgen *builder, const struct hw_ptx_insn *insn,
                   struct hw_source_location location)
{
    builder->insn = insn;
    builder->location = location;
    builder->function->text_line = location.line;
    builder->function->text_column = location.column;
    builder->guard = NULL;
    find_row(builder);
    count_operands(builder);
    if (!builder->block)
        builder->block = hw_ir_block(builder->function); /* nothing leads to it */
    if (!insn->guard.symbol || builder->row->takes_guard) {
        builder->row->lower(builder);
    } else if (builder->row->has_effects) {
        lower_in_branch(builder);
    } else {
        struct hw_ir_value *guard = hw_irgen_guard(builder);
        builder->guard = hw_irgen_op1(builder, HW_IR_COPY, HW_TYPE_NONE, HW_IR_KIND_PRED, guard);
        builder->row->lower(builder);
    }
}

/* --- one operation ---------------------------------------------------------------------------------- */

void hw_irgen_plain(struct hw_irgen *builder)
{
    struct hw_ir_value *operand[HW_IRGEN_MAX_SOURCES];
    const char *letters = builder->row->operands;
    const unsigned to = hw_irgen_type_of_letter(builder, letters[0]);
    const struct hw_ir_modifiers how = hw_irgen_how(builder);
    unsigned count = 0;

    for (size_t i = 1; letters[i]; i++)
        operand[count++] = hw_irgen_read(builder, i, hw_irgen_type_of_letter(builder, letters[i]));
    struct hw_ir_value *value =
        hw_irgen_op(builder, builder->row->ir, &how, hw_irgen_kind(to), count, operand);
    hw_irgen_assign(builder, hw_irgen_operand(builder, 0), to, value, false);
}
