/* SPDX-License-Identifier: MIT */
/* These primitives are the operands of conversions, whose sub-register part stands inside the bars of an
 * absolute value (`|R3.B1|`), and the rounding of a conversion between floats. */
#include "isa/primitive_parts.h"

/* ---------------------------------------------------------------- integers: which byte or half of the
 * word */

enum {
    BYTE,
    HALF
}; /* size codes of the source; larger ones are written with the parts of bytes, which mean nothing */

static const char *const part_texts[2][4] = {{"", ".B1", ".B2", ".B3"},
                                             {"", ".INVALIDSIZE1", ".H1", ".INVALIDSIZE3"}};

static const char *const *texts_of(uint64_t size)
{
    return part_texts[size == HALF];
}

/* Arguments `at` part and `at + 1` size code. */
static void print_part(struct hw_printer *p, const struct hw_element *item, unsigned at)
{
    const char *text = texts_of(hw_show(p, item, at + 1))[hw_show(p, item, at)];
    hw_append_text(p, text, strlen(text));
}

static bool parse_part(struct hw_parser *p, const struct hw_element *item, unsigned at)
{
    const char *const *texts = texts_of(hw_arg_of(p->insn, item, at + 1));
    for (unsigned i = 1; i < 4; i++)
        if (hw_accept_word(p, texts[i]))
            return hw_give(p, item, at, i);
    return hw_give(p, item, at, 0);
}

static void view_part(const struct hw_insn *insn, const struct hw_element *item, struct hw_semantics *view,
                      unsigned at)
{
    unsigned part = (unsigned)hw_arg_of(insn, item, at), size = (unsigned)hw_arg_of(insn, item, at + 1);
    if (hw_last_operand(view)->kind != HW_OPERAND_IMM && size <= HALF)
        hw_narrow_operand(hw_last_operand(view), size == BYTE ? 1 : 2, size == BYTE ? part : part & 2);
}

HW_PRINT(subword)
{
    print_part(p, item, 0);
}
HW_PARSE(subword)
{
    return parse_part(p, item, 0);
}
HW_SEMANTICS(subword)
{
    view_part(insn, item, view, 0);
}

HW_PRINT(regsub)
{
    hw_print_regtype2(p, item);
    print_part(p, item, 1);
}
HW_PARSE(regsub)
{
    return hw_parse_regtype2(p, item) && parse_part(p, item, 1);
}
HW_SEMANTICS(regsub)
{
    hw_semantics_regtype2(insn, item, view);
    view_part(insn, item, view, 1);
}

HW_PRINT(constsub)
{
    hw_print_constb(p, item);
    print_part(p, item, 2);
}
HW_PARSE(constsub)
{
    return hw_parse_constb(p, item) && parse_part(p, item, 2);
}
HW_SEMANTICS(constsub)
{
    hw_semantics_constb(insn, item, view);
    view_part(insn, item, view, 2);
}

/* ---------------------------------------------------------------- floats: the high half, of a binary16
 * alone */

static void print_high(struct hw_printer *p, const struct hw_element *item, unsigned at)
{
    if (hw_show(p, item, at))
        hw_append_literal(p, ".H1");
}

static bool parse_high(struct hw_parser *p, const struct hw_element *item, unsigned at)
{
    return hw_give(p, item, at, hw_accept_word(p, ".H1"));
}

static void view_high(const struct hw_insn *insn, const struct hw_element *item, struct hw_semantics *view,
                      unsigned at)
{
    if (view->mod[HW_MOD_TYPE2] == HW_TYPE_F16)
        hw_narrow_operand(hw_last_operand(view), 2, hw_arg_of(insn, item, at) ? 2 : 0);
}

HW_PRINT(reghalf)
{
    hw_print_regtype2(p, item);
    print_high(p, item, 1);
}
HW_PARSE(reghalf)
{
    return hw_parse_regtype2(p, item) && parse_high(p, item, 1);
}
HW_SEMANTICS(reghalf)
{
    hw_semantics_regtype2(insn, item, view);
    view_high(insn, item, view, 1);
}

HW_PRINT(consthalf)
{
    hw_print_constb(p, item);
    print_high(p, item, 2);
}
HW_PARSE(consthalf)
{
    return hw_parse_constb(p, item) && parse_high(p, item, 2);
}
HW_SEMANTICS(consthalf)
{
    hw_semantics_consttype2(insn, item, view);
    view_high(insn, item, view, 2);
}

/* ---------------------------------------------------------------- rounding of F2F */

/* Between types a result is rounded to its type; within one it is rounded to an integral value where argument
 * 2 says so and else passed on, whatever the rounding: codes 2 and 3 are noted then.  Before CUDA 5 `.PASS`
 * stands always. */
enum { TO, FROM, INTEGRAL, ROUND };

static const char *const roundings[2][4] = {{"", ".RM", ".RP", ".RZ"},
                                            {".ROUND", ".FLOOR", ".CEIL", ".TRUNC"}};
static const uint8_t round_mods[4] = {HW_ROUND_RN, HW_ROUND_RM, HW_ROUND_RP, HW_ROUND_RZ};

static bool within_type(const struct hw_insn *insn, const struct hw_element *item)
{
    return hw_arg_of(insn, item, TO) == hw_arg_of(insn, item, FROM);
}

HW_PRINT(f2fround)
{
    uint64_t integral = hw_arg_of(p->insn, item, INTEGRAL), round = hw_arg_of(p->insn, item, ROUND);
    bool within = within_type(p->insn, item), pass = within && !integral && (round || p->old);
    const char *text = pass ? ".PASS" : roundings[within && integral][round];
    hw_append_text(p, text, strlen(text));
    if (within)
        (void)hw_show(p, item, INTEGRAL);
    if (!pass || round == !p->old)
        (void)hw_show(p, item, ROUND);
}

static bool take_rounding(struct hw_parser *p, const char *const texts[4], uint64_t *round)
{
    for (*round = 0; *round < 4; ++*round)
        if (*texts[*round] && hw_accept_word(p, texts[*round]))
            return true;
    return false;
}

HW_PARSE(f2fround)
{
    uint64_t round;
    if (!within_type(p->insn, item))
        return hw_give(p, item, ROUND, take_rounding(p, roundings[0], &round) ? round : 0);
    if (take_rounding(p, roundings[1], &round))
        return hw_give(p, item, INTEGRAL, 1) && hw_give(p, item, ROUND, round);
    bool pass = hw_accept_word(p, ".PASS");
    return hw_give(p, item, INTEGRAL, 0) && hw_give(p, item, ROUND, pass && !p->old);
}

HW_SEMANTICS(f2fround)
{
    bool within = within_type(insn, item), integral = within && hw_arg_of(insn, item, INTEGRAL);
    view->mod[HW_MOD_INTEGRAL] = integral;
    view->mod[HW_MOD_ROUND] = within && !integral ? HW_ROUND_RN : round_mods[hw_arg_of(insn, item, ROUND)];
}
