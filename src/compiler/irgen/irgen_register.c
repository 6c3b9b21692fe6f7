/* SPDX-License-Identifier: MIT */
/* Maps PTX registers to variables of the function, and assigns to them. */
#include "compiler/irgen/irgen_state.h"

#include <string.h>

bool hw_irgen_is_register(const struct hw_ptx_operand *operand)
{
    return operand->kind == HW_PTX_OPERAND_NAME && operand->name.symbol->kind == HW_PTX_SYMBOL_VARIABLE &&
           operand->name.symbol->variable->space == HW_PTX_SPACE_REG;
}

/* Which part of a vector: x y z w, or r g b a. */
static unsigned part_of(struct hw_irgen *builder, const struct hw_ptx_operand *operand, unsigned vector)
{
    static const char *const parts[] = {"x", "y", "z", "w", "r", "g", "b", "a"};

    for (unsigned i = 0; i < 8; i++)
        if (!strcmp(operand->part, parts[i]) && i % 4 < vector)
            return i % 4;
    hw_irgen_fail(builder, operand->location, HW_ERR_SYNTAX,
                  "found .%s of a vector of %u, expected .x .y .z .w", operand->part, vector);
}

uint32_t hw_irgen_variable(struct hw_irgen *builder, uint64_t number)
{
    struct hw_irgen_pair *pair = hw_irgen_map_entry(builder->arena, &builder->registers, number + 1);

    if (!pair->to.number)
        pair->to.number = ++builder->variables;
    return pair->to.number;
}

uint32_t hw_irgen_word(struct hw_irgen *builder, const struct hw_irgen_block *block, uint32_t word)
{
    return hw_irgen_variable(builder, HW_IRGEN_WORDS + block->first + word);
}

struct hw_irgen_register hw_irgen_register(struct hw_irgen *builder, const struct hw_ptx_operand *operand)
{
    if (!hw_irgen_is_register(operand))
        hw_irgen_fail(builder, operand->location, HW_ERR_SYNTAX, "found %s, expected a register",
                      hw_irgen_name(builder, operand));
    const struct hw_ptx_variable *variable = operand->name.symbol->variable;
    const enum hw_ir_kind kind = hw_irgen_kind(variable->type);
    unsigned part = 0;
    if (!kind)
        hw_irgen_fail(builder, operand->location, HW_ERR_UNSUPPORTED,
                      "%s is a register of .%s, which no target has", variable->symbol->name,
                      hw_ptx_type_name(variable->type));
    if (!variable->is_in_function)
        hw_irgen_fail(builder, operand->location, HW_ERR_UNSUPPORTED,
                      "%s is a register of the whole module, expected one of this function",
                      variable->symbol->name);
    if (variable->vector > 1) {
        if (!operand->part)
            hw_irgen_fail(builder, operand->location, HW_ERR_SYNTAX, "%s is a vector, expected a part of it",
                          variable->symbol->name);
        part = part_of(builder, operand, variable->vector);
    } else if (operand->part) {
        hw_irgen_fail(builder, operand->location, HW_ERR_SYNTAX,
                      "found .%s of %s, expected the register itself", operand->part, variable->symbol->name);
    }
    const uint32_t number = variable->number + operand->name.index * variable->vector + part;
    return (struct hw_irgen_register){
        .variable = hw_irgen_variable(builder, number),
        .type = (uint8_t)variable->type,
        .kind = kind,
    };
}

static bool is_vector_of(const struct hw_ptx_operand *operand, unsigned count)
{
    return hw_irgen_is_register(operand) && !operand->part && operand->name.symbol->variable->vector == count;
}

void hw_irgen_elements(struct hw_irgen *builder, const struct hw_ptx_operand *operand, unsigned count,
                       const struct hw_ptx_operand **element)
{
    static const char *const parts[] = {"x", "y", "z", "w"};

    if (operand->kind == HW_PTX_OPERAND_VECTOR && operand->items == count) {
        for (unsigned i = 0; i < count; i++)
            element[i] = operand->item[i];
        return;
    }
    if (count == 1) {
        element[0] = operand;
        return;
    }
    if (!is_vector_of(operand, count) || count > 4)
        hw_irgen_fail(builder, operand->location, HW_ERR_SYNTAX,
                      "found another operand, expected a vector of %u registers", count);
    for (unsigned i = 0; i < count; i++) {
        struct hw_ptx_operand *part = hw_arena_alloc(builder->arena, sizeof *part);
        *part = *operand;
        part->part = parts[i];
        element[i] = part;
    }
}

/* --- writing ---------------------------------------------------------------------------------------- */

static void check_written(struct hw_irgen *builder, const struct hw_ptx_operand *operand, unsigned type,
                          unsigned reg, bool may_be_wider)
{
    if (!hw_irgen_agrees(type, reg, may_be_wider))
        hw_irgen_fail(builder, operand->location, HW_ERR_SYNTAX, "%s is of .%s, expected a register of .%s%s",
                      hw_irgen_name(builder, operand), hw_ptx_type_name((enum hw_ptx_type)reg),
                      hw_ptx_type_name((enum hw_ptx_type)type), may_be_wider ? " or wider" : "");
}

/* What a register gets: the value in the register's size, or under a guard a selection. */
static struct hw_ir_value *to_write(struct hw_irgen *builder, const struct hw_irgen_register *reg,
                                    unsigned type, struct hw_ir_value *value)
{
    value = hw_irgen_resize(builder, value, reg->kind, hw_irgen_is_signed(type));
    if (!builder->guard)
        return value;
    struct hw_ir_value *old = hw_irgen_variable_value(builder, reg->variable, reg->kind);
    const bool negated = builder->insn->guard_negated;
    struct hw_ir_value *operand[] = {builder->guard, negated ? old : value, negated ? value : old};
    const struct hw_ir_modifiers how = {.type = HW_TYPE_NONE};
    return hw_irgen_op(builder, HW_IR_SELECT, &how, reg->kind, 3, operand);
}

void hw_irgen_assign_all(struct hw_irgen *builder, const struct hw_ptx_operand *const *operand,
                         unsigned count, unsigned type, struct hw_ir_value *const *value, bool may_be_wider)
{
    struct hw_irgen_register reg[HW_IRGEN_MAX_SOURCES] = {{0}};
    struct hw_ir_value *written[HW_IRGEN_MAX_SOURCES];

    for (unsigned i = 0; i < count; i++) {
        if (operand[i]->kind == HW_PTX_OPERAND_SINK)
            continue;
        reg[i] = hw_irgen_register(builder, operand[i]);
        check_written(builder, operand[i], type, reg[i].type, may_be_wider);
        written[i] = to_write(builder, &reg[i], type, value[i]);
    }
    for (unsigned i = 0; i < count; i++)
        if (reg[i].variable)
            hw_irgen_write(builder, reg[i].variable, written[i]);
}

void hw_irgen_assign(struct hw_irgen *builder, const struct hw_ptx_operand *operand, unsigned type,
                     struct hw_ir_value *value, bool may_be_wider)
{
    hw_irgen_assign_all(builder, &operand, 1, type, &value, may_be_wider);
}
