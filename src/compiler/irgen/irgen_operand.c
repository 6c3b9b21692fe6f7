/* SPDX-License-Identifier: MIT */
/* Translates source operands: registers, constants, special registers, addresses. */
#include "compiler/irgen/irgen_state.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void hw_irgen_fail(struct hw_irgen *builder, struct hw_source_location location, hw_status status,
                   const char *format, ...)
{
    char sentence[sizeof builder->error->text];
    va_list list;

    va_start(list, format);
    vsnprintf(sentence, sizeof sentence, format, list);
    va_end(list);
    builder->status = hw_fail(builder->error, status, "ptx", "%s", sentence);
    if (builder->error) {
        builder->error->line = location.line;
        builder->error->column = location.column;
    }
    longjmp(builder->failed, 1);
}

const char *hw_irgen_name(struct hw_irgen *builder, const struct hw_ptx_operand *operand)
{
    const struct hw_ptx_symbol *symbol = operand->name.symbol;
    char text[200];

    if (!symbol)
        return "another operand";
    if (symbol->kind != HW_PTX_SYMBOL_VARIABLE || !symbol->variable->is_range)
        return symbol->name;
    const int length = snprintf(text, sizeof text, "%.150s%u", symbol->name, operand->name.index);
    return hw_arena_text(builder->arena, text, (size_t)length);
}

const struct hw_ptx_operand *hw_irgen_operand(struct hw_irgen *builder, size_t which)
{
    const struct hw_ptx_insn *insn = builder->insn;

    if (which >= insn->operands)
        hw_irgen_fail(builder, builder->location, HW_ERR_SYNTAX, "%s has %u operands, expected more",
                      hw_ptx_op_row(insn->op)->name, insn->operands);
    return insn->operand[which];
}

/* --- constants -------------------------------------------------------------------------------------- */

static double as_double(struct hw_ptx_constant constant)
{
    const uint32_t word = (uint32_t)constant.bits;
    double wide;
    float single;

    if (constant.kind == HW_PTX_CONSTANT_SINGLE) {
        memcpy(&single, &word, sizeof single);
        return (double)single;
    }
    memcpy(&wide, &constant.bits, sizeof wide);
    return wide;
}

uint64_t hw_irgen_bits(struct hw_irgen *builder, struct hw_source_location location,
                       struct hw_ptx_constant constant, unsigned type)
{
    const bool is_whole =
        constant.kind == HW_PTX_CONSTANT_SIGNED || constant.kind == HW_PTX_CONSTANT_UNSIGNED;
    const bool is_single = constant.kind == HW_PTX_CONSTANT_SINGLE;
    uint64_t bits;

    if (type == HW_PTX_TYPE_F32 && !is_whole) {
        const float single = (float)as_double(constant);
        uint32_t word = (uint32_t)constant.bits;
        if (!is_single)
            memcpy(&word, &single, sizeof word);
        return word;
    }
    if (type == HW_PTX_TYPE_F64 && !is_whole && builder->module->narrows_doubles)
        return hw_irgen_bits(builder, location, constant, HW_PTX_TYPE_F32);
    if (type == HW_PTX_TYPE_F64 && !is_whole) {
        const double wide = as_double(constant);
        memcpy(&bits, &wide, sizeof bits);
        return bits;
    }
    const bool takes_pattern = (type == HW_PTX_TYPE_B32 && is_single) ||
                               (type == HW_PTX_TYPE_B64 && constant.kind == HW_PTX_CONSTANT_DOUBLE);
    if (type == HW_PTX_TYPE_B32 && constant.kind == HW_PTX_CONSTANT_DOUBLE)
        return hw_irgen_bits(builder, location, constant, HW_PTX_TYPE_F32);
    if ((!is_whole && !takes_pattern) || (is_whole && hw_irgen_is_float(type)))
        hw_irgen_fail(builder, location, HW_ERR_SYNTAX, "found %s, expected a constant of .%s",
                      is_whole ? "an integer" : "a floating-point number",
                      hw_ptx_type_name((enum hw_ptx_type)type));
    return constant.bits;
}

/* --- values ----------------------------------------------------------------------------------------- */

static struct hw_ir_value *negated(struct hw_irgen *builder, const struct hw_ptx_operand *operand,
                                   struct hw_ir_value *value)
{
    if (operand->is_minus)
        hw_irgen_fail(builder, operand->location, HW_ERR_SYNTAX,
                      "found - before %s, expected it before a constant", hw_irgen_name(builder, operand));
    if (!operand->negated)
        return value;
    if (value->kind != HW_IR_KIND_PRED)
        hw_irgen_fail(builder, operand->location, HW_ERR_SYNTAX,
                      "found ! before %s, expected it before a predicate", hw_irgen_name(builder, operand));
    return hw_irgen_op1(builder, HW_IR_NOT, HW_TYPE_NONE, HW_IR_KIND_PRED, value);
}

/* `%r + 4` may stand for a value, too. */
static struct hw_ir_value *with_offset(struct hw_irgen *builder, const struct hw_ptx_operand *operand,
                                       struct hw_ir_value *value)
{
    const bool is_wide = value->kind == HW_IR_KIND_64;
    const struct hw_ir_modifiers how = {.type = is_wide ? HW_TYPE_U64 : HW_TYPE_U32};
    struct hw_ir_value *sum[] = {value, NULL};

    if (!operand->constant.bits)
        return value;
    if (!is_wide && value->kind != HW_IR_KIND_32)
        hw_irgen_fail(builder, operand->location, HW_ERR_SYNTAX,
                      "found %s plus a constant, expected that of a register of 32 or 64 bits",
                      hw_irgen_name(builder, operand));
    sum[1] = hw_irgen_constant(builder, value->kind, operand->constant.bits);
    return hw_irgen_op(builder, HW_IR_ADD, &how, value->kind, 2, sum);
}

static struct hw_ir_value *of_register(struct hw_irgen *builder, const struct hw_ptx_operand *operand,
                                       unsigned type, bool may_be_wider)
{
    const struct hw_irgen_register reg = hw_irgen_register(builder, operand);

    if (!hw_irgen_agrees(type, reg.type, may_be_wider))
        hw_irgen_fail(builder, operand->location, HW_ERR_SYNTAX, "%s is of .%s, expected a register of .%s%s",
                      hw_irgen_name(builder, operand), hw_ptx_type_name((enum hw_ptx_type)reg.type),
                      hw_ptx_type_name((enum hw_ptx_type)type), may_be_wider ? " or wider" : "");
    return with_offset(builder, operand,
                       negated(builder, operand, hw_irgen_variable_value(builder, reg.variable, reg.kind)));
}

/* The address of a variable or function as a number. */
static struct hw_ir_value *of_symbol(struct hw_irgen *builder, const struct hw_ptx_operand *operand,
                                     unsigned type)
{
    const enum hw_ptx_symbol_kind kind = operand->name.symbol->kind;
    const enum hw_ir_kind size = hw_irgen_kind(type);

    if (kind != HW_PTX_SYMBOL_VARIABLE && kind != HW_PTX_SYMBOL_FUNCTION)
        hw_irgen_fail(builder, operand->location, HW_ERR_SYNTAX, "found %s, expected a register or variable",
                      hw_irgen_name(builder, operand));
    if (hw_irgen_is_float(type) || (size != HW_IR_KIND_32 && size != HW_IR_KIND_64))
        hw_irgen_fail(builder, operand->location, HW_ERR_SYNTAX,
                      "found the address of %s, expected a value of .%s", hw_irgen_name(builder, operand),
                      hw_ptx_type_name((enum hw_ptx_type)type));
    return hw_irgen_is_opaque(operand) ? hw_irgen_handle(builder, operand, size)
                                       : hw_irgen_symbol_address(builder, operand, size);
}

struct hw_ir_value *hw_irgen_source(struct hw_irgen *builder, const struct hw_ptx_operand *operand,
                                    unsigned type, bool may_be_wider)
{
    const enum hw_ir_kind kind = hw_irgen_kind(type);

    switch (operand->kind) {
    case HW_PTX_OPERAND_NAME:
        return hw_irgen_is_register(operand) ? of_register(builder, operand, type, may_be_wider)
                                             : of_symbol(builder, operand, type);
    case HW_PTX_OPERAND_IMMEDIATE:
        if (kind == HW_IR_KIND_PRED)
            return hw_irgen_constant(builder, kind, operand->constant.bits != 0);
        return hw_irgen_constant(builder, kind,
                                 hw_irgen_bits(builder, operand->location, operand->constant, type));
    case HW_PTX_OPERAND_SPECIAL: return hw_irgen_special(builder, operand, kind, hw_irgen_is_float(type));
    default: break;
    }
    hw_irgen_fail(builder, operand->location, HW_ERR_SYNTAX, "found another operand, expected a value of .%s",
                  hw_ptx_type_name((enum hw_ptx_type)type));
}

struct hw_ir_value *hw_irgen_read(struct hw_irgen *builder, size_t which, unsigned type)
{
    return hw_irgen_source(builder, hw_irgen_operand(builder, which), type, false);
}

/* --- addresses -------------------------------------------------------------------------------------- */

static struct hw_ir_value *of_address_register(struct hw_irgen *builder, const struct hw_ptx_operand *operand)
{
    struct hw_ptx_operand name = *operand;
    name.kind = HW_PTX_OPERAND_NAME;
    const struct hw_irgen_register reg = hw_irgen_register(builder, &name);

    if (hw_irgen_is_float(reg.type) || (reg.kind != HW_IR_KIND_32 && reg.kind != HW_IR_KIND_64))
        hw_irgen_fail(builder, operand->location, HW_ERR_SYNTAX,
                      "%s is of .%s, expected an address in a register of 32 or 64 bits",
                      hw_irgen_name(builder, operand), hw_ptx_type_name((enum hw_ptx_type)reg.type));
    return hw_irgen_variable_value(builder, reg.variable, reg.kind);
}

struct hw_ir_value *hw_irgen_address(struct hw_irgen *builder, const struct hw_ptx_operand *operand,
                                     uint64_t *offset)
{
    if (operand->kind != HW_PTX_OPERAND_ADDRESS)
        hw_irgen_fail(builder, operand->location, HW_ERR_SYNTAX,
                      "found another operand, expected an address [...]");
    *offset = operand->name.symbol ? operand->constant.bits : 0;
    if (!operand->name.symbol)
        return hw_irgen_constant(builder, builder->address, operand->constant.bits);
    const struct hw_ptx_variable *variable =
        operand->name.symbol->kind == HW_PTX_SYMBOL_VARIABLE ? operand->name.symbol->variable : NULL;
    if (variable && variable->space == HW_PTX_SPACE_REG)
        return of_address_register(builder, operand);
    if (hw_irgen_is_opaque(operand))
        hw_irgen_fail(builder, operand->location, HW_ERR_SYNTAX,
                      "%s is a texture, sampler or surface, no memory", hw_irgen_name(builder, operand));
    *offset = 0;
    return hw_irgen_symbol_address(builder, operand, builder->address);
}
