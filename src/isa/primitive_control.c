/* Guards, condition code suffixes, exit and join, code addresses, literals and small numbers. */
#include "isa/primitive_parts.h"

#include <ctype.h>
#include <stdlib.h>

/* The conditions of a guard, by code; codes 0x14 to 0x1b are always false and have no name. */
static const char *const conditions[32] = {
    "FL", "LT", "EQ", "LE", "GT", "NE", "GE", "NUM", "NAN", "LTU", "EQU", "LEU", "GTU", "NEU", "GEU", "TR",
    "OFT", "HS", "HI", "SFT", "U14", "U15", "U16", "U17", "U18", "U19", "U1A", "U1B", "SFF", "LS", "LO", "OFF",
};
#define ALWAYS_TRUE 15

/* ---------------------------------------------------------------- guards: arguments test, register */

/* Print `before`C0.NE`after`, or nothing when the guard is always true. */
static void print_guard(struct hw_printer *p, const struct hw_element *item, const char *before, const char *after)
{
    uint64_t test = hw_show(p, item, 0);
    if (test == ALWAYS_TRUE)
        return;
    hw_put_text(p, before, strlen(before));
    hw_print_numbered(p, "C", hw_show(p, item, 1));
    hw_put(p, '.');
    hw_put_text(p, conditions[test], strlen(conditions[test]));
    hw_put_text(p, after, strlen(after));
}

/* C0.NE at the current place; false without a complaint when there is none. */
static bool take_guard(struct hw_parser *p, uint64_t *test, uint64_t *reg)
{
    const char *start = p->at;
    if (hw_take_numbered(p, "C", reg) && *p->at == '.') {
        p->at++;
        for (*test = 0; *test < 32; ++*test)
            if (hw_take_word(p, conditions[*test]))
                return true;
    }
    p->at = start;
    return false;
}

static bool give_guard(struct hw_parser *p, const struct hw_element *item, uint64_t test, uint64_t reg)
{
    return hw_give(p, item, 0, test) && hw_give(p, item, 1, reg);
}

static void view_guard(const struct hw_insn *insn, const struct hw_element *item, struct hw_view *view)
{
    uint64_t test = hw_arg_of(insn, item, 0);
    if (test != ALWAYS_TRUE)
        view->guard = (struct hw_guard){ HW_GUARD_COND, (uint8_t)hw_arg_of(insn, item, 1), (uint8_t)test };
}

HW_PRINT(guard) { print_guard(p, item, " (", ")"); }
HW_PARSE(guard)
{
    uint64_t test, reg;
    if (!hw_take(p, "("))
        return hw_give(p, item, 0, ALWAYS_TRUE);
    if (!take_guard(p, &test, &reg))
        return hw_expect(p, "a condition, as in C0.NE");
    return (hw_take(p, ")") || hw_expect(p, ")")) && give_guard(p, item, test, reg);
}
HW_VIEW(guard) { view_guard(insn, item, view); }

HW_PRINT(guardfirst) { print_guard(p, item, "", ", "); }
HW_PARSE(guardfirst)
{
    uint64_t test, reg;
    if (!take_guard(p, &test, &reg))
        return hw_give(p, item, 0, ALWAYS_TRUE);
    return (hw_take(p, ",") || hw_expect(p, "a comma")) && give_guard(p, item, test, reg);
}
HW_VIEW(guardfirst) { view_guard(insn, item, view); }

HW_PRINT(guardonly) { print_guard(p, item, " ", ""); }
HW_PARSE(guardonly)
{
    uint64_t test, reg;
    if (!take_guard(p, &test, &reg))
        return hw_give(p, item, 0, ALWAYS_TRUE);
    return give_guard(p, item, test, reg);
}
HW_VIEW(guardonly) { view_guard(insn, item, view); }

/* ---------------------------------------------------------------- suffixes .C0, .CARRY0, .S */

static void print_suffix(struct hw_printer *p, const char *prefix, uint64_t number)
{
    hw_print_numbered(p, prefix, number);
}

static bool take_suffix(struct hw_parser *p, const char *prefix, uint64_t *number)
{
    const char *start = p->at;
    if (hw_take_numbered(p, prefix, number) && !isalnum((unsigned char)*p->at))
        return true;
    p->at = start;
    return false;
}

HW_PRINT(condout)
{
    if (hw_show(p, item, 0))
        print_suffix(p, ".C", hw_show(p, item, 1));
}
HW_PARSE(condout)
{
    uint64_t number;
    if (!take_suffix(p, ".C", &number))
        return hw_give(p, item, 0, 0);
    return hw_give(p, item, 0, 1) && hw_give(p, item, 1, number);
}
HW_VIEW(condout)
{
    if (hw_arg_of(insn, item, 0))
        view->cond_out = (int8_t)hw_arg_of(insn, item, 1);
}

HW_PRINT(lockcond) { print_suffix(p, ".C", hw_show(p, item, 0)); }
HW_PARSE(lockcond)
{
    uint64_t number;
    return (take_suffix(p, ".C", &number) || hw_expect(p, "the condition code register that tells the outcome")) &&
           hw_give(p, item, 0, number);
}
HW_VIEW(lockcond) { view->cond_out = (int8_t)hw_arg_of(insn, item, 0); }

HW_PRINT(carry) { print_suffix(p, ".CARRY", hw_show(p, item, 0)); }
HW_PARSE(carry)
{
    uint64_t number;
    return (take_suffix(p, ".CARRY", &number) || hw_expect(p, ".CARRY")) && hw_give(p, item, 0, number);
}
HW_VIEW(carry) { view->mod[HW_MOD_CARRY] = (uint8_t)(1 + hw_arg_of(insn, item, 0)); }

/* NVIDIA's text shows a join as .S and does not show an exit: that is noted behind the text. */
HW_PRINT(flow)
{
    uint64_t flow = hw_show(p, item, 0);
    if (flow == HW_FLOW_JOIN)
        hw_put_literal(p, ".S");
    p->exit_note = flow == HW_FLOW_EXIT;
}
HW_PARSE(flow) { return hw_give(p, item, 0, hw_take_word(p, ".S") ? HW_FLOW_JOIN : 0); }
HW_VIEW(flow) { view->flow = (uint8_t)hw_arg_of(insn, item, 0); }

/* ---------------------------------------------------------------- numbers */

static void view_number(const struct hw_insn *insn, const struct hw_element *item, struct hw_view *view,
                        enum hw_operand_kind kind)
{
    hw_new_operand(view, kind, 4)->offset = (int64_t)hw_arg_of(insn, item, 0);
}

static bool parse_number(struct hw_parser *p, const struct hw_element *item)
{
    uint64_t value;
    const char *start = p->at;
    if (!hw_take_number(p, &value))
        return false;
    const char *end = p->at;
    p->at = start;
    if (!hw_give(p, item, 0, value))
        return false;
    p->at = end;
    return true;
}

/* 1.5 or 2.5e-3 as a literal is the bits of that float; it needs a point, so that no integer is meant. */
static bool take_float(struct hw_parser *p, uint64_t *value)
{
    hw_skip_blanks(p);
    const char *s = p->at;
    while (isdigit((unsigned char)*s))
        s++;
    if (s == p->at || *s != '.')
        return false;
    char *end;
    float number = strtof(p->at, &end);
    uint32_t bits;
    memcpy(&bits, &number, sizeof(bits));
    *value = bits;
    p->at = end;
    return true;
}

HW_PRINT(imm) { hw_put_hex(p, hw_show(p, item, 0)); }
HW_PARSE(imm)
{
    uint64_t value;
    return take_float(p, &value) ? hw_give(p, item, 0, value) : parse_number(p, item);
}
HW_VIEW(imm) { view_number(insn, item, view, HW_OPERAND_IMM); }

HW_PRINT(shift)
{
    uint64_t count = hw_show(p, item, 0);
    if (count) {
        hw_put_literal(p, ", ");
        hw_put_hex(p, count);
    }
}
HW_PARSE(shift) { return hw_take(p, ",") ? parse_number(p, item) : hw_give(p, item, 0, 0); }
HW_VIEW(shift) { view_number(insn, item, view, HW_OPERAND_IMM); }

HW_PRINT(target) { hw_put_hex(p, hw_show(p, item, 0) * 4); }
HW_PARSE(target)
{
    uint64_t value;
    if (!hw_take_number(p, &value))
        return false;
    return value % 4 ? hw_expect(p, "a code address that is a multiple of 4") : hw_give(p, item, 0, value / 4);
}
HW_VIEW(target) { hw_new_operand(view, HW_OPERAND_CODE, 4)->offset = (int64_t)hw_arg_of(insn, item, 0) * 4; }

HW_PRINT(barrier) { hw_print_numbered(p, "b", hw_show(p, item, 0)); }
HW_PARSE(barrier)
{
    uint64_t number;
    return (hw_take_numbered(p, "b", &number) || hw_expect(p, "a barrier, as in b0")) && hw_give(p, item, 0, number);
}
HW_VIEW(barrier) { view_number(insn, item, view, HW_OPERAND_BARRIER); }

HW_PRINT(texture) { hw_put_hex(p, hw_show(p, item, 0)); }
HW_PARSE(texture) { return parse_number(p, item); }
HW_VIEW(texture) { view_number(insn, item, view, HW_OPERAND_TEXTURE); }

HW_PRINT(sampler) { hw_put_hex(p, hw_show(p, item, 0)); }
HW_PARSE(sampler) { return parse_number(p, item); }
HW_VIEW(sampler) { view_number(insn, item, view, HW_OPERAND_SAMPLER); }

/* Texel offsets, three signed 4-bit numbers: `, [0x1,-0x2,0x0]`, or nothing when all are 0. */
HW_PRINT(texoff)
{
    uint64_t value[3];
    for (unsigned i = 0; i < 3; i++)
        value[i] = hw_show(p, item, i);
    if (!(value[0] | value[1] | value[2]))
        return;
    hw_put_literal(p, ", [");
    for (unsigned i = 0; i < 3; i++) {
        if (i)
            hw_put(p, ',');
        hw_put_signed(p, hw_sign_extend(value[i], 4));
    }
    hw_put(p, ']');
}
HW_PARSE(texoff)
{
    if (!hw_take(p, ","))
        return hw_give(p, item, 0, 0) && hw_give(p, item, 1, 0) && hw_give(p, item, 2, 0);
    if (!hw_take(p, "["))
        return hw_expect(p, "texel offsets, as in [0x1,-0x2,0x0]");
    for (unsigned i = 0; i < 3; i++) {
        uint64_t value;
        if (i && !hw_take(p, ","))
            return hw_expect(p, "a comma");
        bool negative = hw_take(p, "-");
        if (!hw_take_number(p, &value))
            return false;
        if (value > 7u + negative)
            return hw_expect(p, "a texel offset from -8 to 7");
        if (!hw_give(p, item, i, (negative ? 0 - value : value) & 15))
            return false;
    }
    return hw_take(p, "]") || hw_expect(p, "]");
}
HW_VIEW(texoff)
{
    for (unsigned i = 0; i < 3; i++)
        view->mod[HW_MOD_DX + i] = (uint8_t)hw_arg_of(insn, item, i);
}
