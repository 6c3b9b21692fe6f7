/* SPDX-License-Identifier: MIT */
/* These primitives are register ranges and registers that text may omit: results of a lookup, pairs of
 * compare and swap, optional sources. */
#include "isa/primitive_parts.h"

static struct hw_operand *view_reg(struct hw_semantics *view, uint64_t number, unsigned bytes)
{
    struct hw_operand *operand = hw_new_operand(view, HW_OPERAND_REG, bytes);
    operand->reg = (uint16_t)number;
    return operand;
}

/* ---------------------------------------------------------------- optional ones */

HW_PRINT(regopt)
{
    if (hw_show_register(p, item, 0) == HW_RZ)
        return;
    hw_print_register(p, item, 0);
    hw_append_comma(p);
}
HW_PARSE(regopt)
{
    const char *start = p->at;
    const struct hw_field *field = hw_arg_field(p->insn, item, 0);
    hw_skip_blanks(p);
    if (p->at[field && field->uniform] == 'R' && hw_parse_register(p, item, 0, "a register"))
        return hw_accept_comma(p) || hw_expect(p, "a comma");
    p->at = start;
    return hw_give_zero(p, item, 0);
}
HW_SEMANTICS(regopt)
{
    hw_semantics_reg32(insn, item, view);
}

HW_PRINT(lastreg)
{
    hw_append_comma(p);
    hw_print_register(p, item, 0);
}
HW_PARSE(lastreg)
{
    return (hw_accept_comma(p) || hw_expect(p, "a comma")) && hw_parse_register(p, item, 0, "a register");
}
HW_SEMANTICS(lastreg)
{
    view_reg(view, hw_register_of(insn, item, 0), 4);
}

HW_PRINT(lastopt)
{
    if (hw_show_register(p, item, 0) != HW_RZ)
        hw_print_lastreg(p, item);
}
HW_PARSE(lastopt)
{
    const char *start = p->at;
    const char *prefix = hw_arg_is_uniform(p->insn, item, 0) ? "UR" : "R";
    if (hw_accept_comma(p) && (hw_skip_blanks(p), !strncmp(p->at, prefix, strlen(prefix))))
        return hw_parse_register(p, item, 0, "a register");
    p->at = start;
    return hw_give_zero(p, item, 0);
}
HW_SEMANTICS(lastopt)
{
    hw_semantics_reg32(insn, item, view);
}

/* ---------------------------------------------------------------- as many as a mask has bits */

static unsigned bits_set(uint64_t mask)
{
    unsigned count = 0;
    for (; mask; mask &= mask - 1)
        count++;
    return count;
}

HW_PRINT(regvec)
{
    hw_print_register(p, item, 0);
}
HW_PARSE(regvec)
{
    return hw_parse_register(p, item, 0, "a register");
}
HW_SEMANTICS(regvec)
{
    view_reg(view, hw_register_of(insn, item, 0), 4 * bits_set(hw_arg_of(insn, item, 1)));
}

/* ---------------------------------------------------------------- compare and swap */

/* `R4, R5`, 64-bit `R4, R6`: the second follows from the first. */
static uint64_t behind(uint64_t number, uint64_t wide)
{
    return number == HW_RZ ? HW_RZ : (number + 1 + wide) & 255;
}

static void print_number(struct hw_printer *p, uint64_t number)
{
    if (number == HW_RZ)
        hw_append_literal(p, "RZ");
    else
        hw_print_numbered(p, "R", number);
}

static bool take_number(struct hw_parser *p, uint64_t *number)
{
    *number = HW_RZ;
    return hw_accept_word(p, "RZ") || (hw_accept_numbered(p, "R", number) && *number < HW_RZ) ||
           hw_expect(p, "a register");
}

/* Codes of argument 1: 0 both, 1 the new value is RZ, 2 the compared one is RZ and the word's register is the
 * new one. 3 is written as 0. */
enum { BOTH, COMPARED, STORED };

HW_PRINT(caspair)
{
    uint64_t number = hw_arg_of(p->insn, item, 0), kind = hw_arg_of(p->insn, item, 1),
             wide = hw_show(p, item, 2);
    bool first = kind != STORED, same_register = kind > STORED; /* as BOTH is written */
    same_register |= number == HW_RZ || (kind == COMPARED && behind(number, wide) == HW_RZ);
    if (kind == BOTH || !same_register)
        (void)hw_show(p, item, 1); /* else the annotation has it */
    if (first)
        hw_print_register(p, item, 0);
    else
        hw_append_literal(p, "RZ");
    hw_append_comma(p);
    if (!first)
        hw_print_register(p, item, 0);
    else
        print_number(p, kind == COMPARED ? HW_RZ : behind(number, wide));
}
HW_PARSE(caspair)
{
    uint64_t second;
    const char *start = p->at;
    if (!hw_parse_register(p, item, 0, "a register") || !hw_accept_comma(p))
        return false;
    uint64_t first = hw_arg_of(p->insn, item, 0), wide = hw_arg_of(p->insn, item, 2);
    const char *middle = p->at;
    if (!take_number(p, &second))
        return false;
    if (second == behind(first, wide))
        return hw_give(p, item, 1, BOTH);
    if (second == HW_RZ)
        return hw_give(p, item, 1, COMPARED);
    if (first != HW_RZ) {
        p->at = middle;
        return hw_expect(p, "the register behind the first value, or RZ");
    }
    p->given &= ~(1u << item->arg[0].field);
    p->at = start;
    (void)(take_number(p, &first) && hw_accept_comma(p));
    return hw_parse_register(p, item, 0, "a register") && hw_give(p, item, 1, STORED);
}
HW_SEMANTICS(caspair)
{
    uint64_t number = hw_arg_of(insn, item, 0), kind = hw_arg_of(insn, item, 1),
             wide = hw_arg_of(insn, item, 2);
    bool first = kind != STORED;
    view_reg(view, first ? number : HW_RZ, wide ? 8 : 4);
    view_reg(view, !first ? number : kind == COMPARED ? HW_RZ : behind(number, wide), wide ? 8 : 4);
}
