/* SPDX-License-Identifier: MIT */
/* These primitives are Tesla's condition code suffixes, exit and join, code addresses, literals and small
 * numbers.
 *
 * decuda writes the condition code register before the destination (`$p0|$r1`) and pads literals with
 * zeros. */
#include "decimal.h"
#include "isa/primitive_parts.h"

#include <ctype.h>

/* ---------------------------------------------------------------- suffixes .C0, .CARRY0, .S */

static void print_suffix(struct hw_printer *p, const char *prefix, uint64_t number)
{
    hw_print_numbered(p, prefix, number);
}

static bool take_suffix(struct hw_parser *p, const char *prefix, uint64_t *number)
{
    const char *start = p->at;
    if (hw_accept_numbered(p, prefix, number) && !isalnum((unsigned char)*p->at))
        return true;
    p->at = start;
    return false;
}

/* The condition code register that is written: `.C0`, or in decuda's text `$p0|` before the destination. */
static void print_cond(struct hw_printer *p, uint64_t number)
{
    print_suffix(p, p->language == HW_LANGUAGE_NV ? ".C" : "$p", number);
    if (p->language == HW_LANGUAGE_DECUDA)
        hw_append_char(p, '|');
}

static bool take_cond(struct hw_parser *p, uint64_t *number)
{
    const char *start = p->at;
    if (p->language == HW_LANGUAGE_NV)
        return take_suffix(p, ".C", number);
    if (hw_accept_numbered(p, "$p", number) && hw_accept(p, "|"))
        return true;
    p->at = start;
    return false;
}

HW_PRINT(condout)
{
    if (hw_show(p, item, 0))
        print_cond(p, hw_show(p, item, 1));
}
HW_PARSE(condout)
{
    uint64_t number;
    if (!take_cond(p, &number))
        return hw_give(p, item, 0, 0);
    return hw_give(p, item, 0, 1) && hw_give(p, item, 1, number);
}
HW_SEMANTICS(condout)
{
    if (hw_arg_of(insn, item, 0))
        view->cond_out = (int8_t)hw_arg_of(insn, item, 1);
}

HW_PRINT(lockcond)
{
    print_cond(p, hw_show(p, item, 0));
}
HW_PARSE(lockcond)
{
    uint64_t number;
    return (take_cond(p, &number) || hw_expect(p, "the condition code register that tells the outcome")) &&
           hw_give(p, item, 0, number);
}
HW_SEMANTICS(lockcond)
{
    view->cond_out = (int8_t)hw_arg_of(insn, item, 0);
}

HW_PRINT(carry)
{
    print_suffix(p, ".CARRY", hw_show(p, item, 0));
}
HW_PARSE(carry)
{
    uint64_t number;
    return (take_suffix(p, ".CARRY", &number) || hw_expect(p, ".CARRY")) && hw_give(p, item, 0, number);
}
HW_SEMANTICS(carry)
{
    view->mod[HW_MOD_CARRY] = (uint8_t)(1 + hw_arg_of(insn, item, 0));
}

/* NVIDIA's text shows a join as .S and does not show an exit: that is noted behind the text. */
HW_PRINT(flow)
{
    uint64_t flow = hw_arg_of(p->insn, item, 0);
    if (flow > HW_ALSO_JOIN)
        return;
    hw_show(p, item, 0);
    if (p->language == HW_LANGUAGE_NV) {
        if (flow == HW_ALSO_JOIN)
            hw_append_literal(p, ".S");
        p->note = flow == HW_ALSO_EXIT ? "exit" : NULL;
    } else if (flow) {
        hw_append_text(p, flow == HW_ALSO_JOIN ? ".join" : ".end", flow == HW_ALSO_JOIN ? 5 : 4);
    }
}
HW_PARSE(flow)
{
    if (p->language == HW_LANGUAGE_NV)
        return hw_give(p, item, 0, hw_accept_word(p, ".S") ? HW_ALSO_JOIN : 0);
    return hw_give(p, item, 0,
                   hw_decuda_mnemonic_claim(p, ".join", 5)  ? HW_ALSO_JOIN
                   : hw_decuda_mnemonic_claim(p, ".end", 4) ? HW_ALSO_EXIT
                                                            : 0);
}
HW_SEMANTICS(flow)
{
    view->also = (uint8_t)hw_arg_of(insn, item, 0);
}

HW_PRINT(join)
{
    if (hw_show(p, item, 0))
        hw_append_literal(p, ".S");
}
HW_PARSE(join)
{
    return hw_give(p, item, 0, hw_accept_word(p, ".S"));
}
HW_SEMANTICS(join)
{
    if (hw_arg_of(insn, item, 0))
        view->also |= HW_ALSO_JOIN;
}

/* ---------------------------------------------------------------- numbers */

static void view_number(const struct hw_insn *insn, const struct hw_element *item, struct hw_semantics *view,
                        enum hw_operand_kind kind)
{
    hw_new_operand(view, kind, 4)->offset = (int64_t)hw_arg_of(insn, item, 0);
}

static bool parse_number(struct hw_parser *p, const struct hw_element *item)
{
    uint64_t value;
    const char *start = p->at;
    if (!hw_accept_number(p, &value))
        return false;
    const char *end = p->at;
    p->at = start;
    if (!hw_give(p, item, 0, value))
        return false;
    p->at = end;
    return true;
}

/* 1.5 or 2.5e-3 as a literal is the bits of that float; it needs a point, to distinguish it from an integer.
 * cudasm wants an f behind it, which then does instead of the point, and takes a sign. */
static bool take_float(struct hw_parser *p, uint64_t *value)
{
    hw_skip_blanks(p);
    bool decuda = p->language == HW_LANGUAGE_DECUDA;
    const char *s = p->at + (decuda && *p->at == '-'), *digits = s;
    while (isdigit((unsigned char)*s))
        s++;
    if (s == digits || (*s != '.' && !(decuda && *s == 'f')))
        return false;
    char *end;
    float number = hw_decimal_float(p->at, &end);
    if (decuda && *end == 'f')
        end++;
    uint32_t bits;
    memcpy(&bits, &number, sizeof(bits));
    *value = bits;
    p->at = end;
    return true;
}

/* decuda pads a literal to the width of its type. */
static void print_number(struct hw_printer *p, uint64_t value)
{
    if (p->language == HW_LANGUAGE_NV) {
        hw_append_hex(p, value);
        return;
    }
    unsigned digits = hw_types_last(&p->types).bits / 4u;
    if (digits == 0 || digits > 8)
        digits = 8;
    while (digits < 8 && value >> (4 * digits))
        digits++;
    hw_append_literal(p, "0x");
    hw_append_padded(p, value, digits);
}

/* A negative number in 32 bits' two's complement. */
static bool take_negative(struct hw_parser *p, uint64_t *value)
{
    const char *start = p->at;
    if (hw_accept(p, "-") && isdigit((unsigned char)*p->at) && hw_accept_number(p, value) &&
        *value <= 0x80000000u) {
        *value = (0 - *value) & 0xffffffffu;
        return true;
    }
    p->at = start;
    return false;
}

HW_PRINT(imm)
{
    print_number(p, hw_show(p, item, 0));
}
HW_PARSE(imm)
{
    uint64_t value;
    if (take_float(p, &value) || (p->language == HW_LANGUAGE_DECUDA && take_negative(p, &value)))
        return hw_give(p, item, 0, value);
    return parse_number(p, item);
}
HW_SEMANTICS(imm)
{
    view_number(insn, item, view, HW_OPERAND_IMM);
}

HW_PRINT(shift)
{
    uint64_t count = hw_show(p, item, 0);
    if (count || p->language == HW_LANGUAGE_DECUDA) {
        hw_append_comma(p);
        print_number(p, count);
    }
}
/* Behind the comma there may be another operand. */
HW_PARSE(shift)
{
    hw_accept_end(p);
    const char *start = p->at;
    if (hw_accept(p, ",")) {
        hw_skip_blanks(p);
        if (isdigit((unsigned char)*p->at))
            return parse_number(p, item);
    }
    p->at = start;
    return hw_give(p, item, 0, 0);
}
HW_SEMANTICS(shift)
{
    view_number(insn, item, view, HW_OPERAND_IMM);
}

HW_PRINT(target)
{
    hw_append_hex(p, hw_show(p, item, 0) * 4);
}
HW_PARSE(target)
{
    uint64_t value;
    if (!hw_accept_number(p, &value))
        return false;
    return value % 4 ? hw_expect(p, "a code address that is a multiple of 4")
                     : hw_give(p, item, 0, value / 4);
}
HW_SEMANTICS(target)
{
    hw_new_operand(view, HW_OPERAND_CODE, 4)->offset = (int64_t)hw_arg_of(insn, item, 0) * 4;
}

HW_PRINT(barrier)
{
    hw_print_numbered(p, "b", hw_show(p, item, 0));
}
HW_PARSE(barrier)
{
    uint64_t number;
    return (hw_accept_numbered(p, "b", &number) || hw_expect(p, "a barrier, as in b0")) &&
           hw_give(p, item, 0, number);
}
HW_SEMANTICS(barrier)
{
    view_number(insn, item, view, HW_OPERAND_BARRIER);
}
