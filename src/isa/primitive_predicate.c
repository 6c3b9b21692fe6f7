/* SPDX-License-Identifier: MIT */
/* Predicates: guards before the mnemonic, operands, and the suffixes and tests of the condition code.
 *
 * P0 to P6 are registers; 7 is PT, which is always true and ignores writes. */
#include "isa/primitive_parts.h"

#define NEGATED 8

static void print_predicate(struct hw_printer *p, uint64_t number)
{
    if (number == HW_PT)
        hw_put_text(p, p->old ? "pt" : "PT", 2);
    else
        hw_print_numbered(p, "P", number);
}

static bool take_predicate(struct hw_parser *p, uint64_t *number)
{
    const char *start = p->at;
    *number = HW_PT;
    if (hw_take_word(p, "PT") || (p->old && hw_take_word(p, "pt")) ||
        (hw_take_numbered(p, "P", number) && *number < HW_PT))
        return true;
    p->at = start;
    return hw_expect(p, "a predicate, P0 to P6 or PT");
}

static struct hw_operand *view_predicate(struct hw_view *view, uint64_t number)
{
    struct hw_operand *operand = hw_new_operand(view, HW_OPERAND_PRED, 1);
    operand->reg = (uint16_t)number;
    return operand;
}

/* `!P3`: the negation is the top bit of the four. */
static void print_negatable(struct hw_printer *p, uint64_t value)
{
    if (value & NEGATED)
        hw_put(p, '!');
    print_predicate(p, value & HW_PT);
}

static bool take_negatable(struct hw_parser *p, uint64_t *value)
{
    bool negated = hw_take(p, "!");
    if (!take_predicate(p, value))
        return false;
    *value |= negated ? NEGATED : 0;
    return true;
}

/* ---------------------------------------------------------------- guard */

HW_PRINT(pguard)
{
    uint64_t guard = hw_show(p, item, 0);
    if (guard == HW_PT)
        return;
    hw_put(p, '@');
    print_negatable(p, guard);
    hw_put(p, ' ');
}
HW_PARSE(pguard)
{
    uint64_t guard = HW_PT;
    if (hw_take(p, "@") && !take_negatable(p, &guard))
        return false;
    hw_skip_blanks(p);
    return hw_give(p, item, 0, guard);
}
HW_VIEW(pguard)
{
    uint64_t guard = hw_arg_of(insn, item, 0);
    if (guard != HW_PT)
        view->guard = (struct hw_guard){HW_GUARD_PRED, guard & HW_PT, guard >> 3 & 1};
}

/* ---------------------------------------------------------------- operands */

HW_PRINT(pred)
{
    print_predicate(p, hw_show(p, item, 0));
}
HW_PARSE(pred)
{
    uint64_t number;
    return take_predicate(p, &number) && hw_give(p, item, 0, number);
}
HW_VIEW(pred)
{
    view_predicate(view, hw_arg_of(insn, item, 0));
}

HW_PRINT(psrc)
{
    print_negatable(p, hw_show(p, item, 0));
}
HW_PARSE(psrc)
{
    uint64_t value;
    return take_negatable(p, &value) && hw_give(p, item, 0, value);
}
HW_VIEW(psrc)
{
    uint64_t value = hw_arg_of(insn, item, 0);
    view_predicate(view, value & HW_PT)->flags = value & NEGATED ? HW_OPERAND_INV : 0;
}

/* Before another operand: `P0, `. */
static void print_before(struct hw_printer *p, uint64_t number)
{
    if (number == HW_PT)
        return;
    print_predicate(p, number);
    hw_put_literal(p, ", ");
}

static bool parse_before(struct hw_parser *p, uint64_t *number)
{
    const char *start = p->at;
    *number = HW_PT;
    hw_skip_blanks(p);
    if (*p->at != 'P') {
        p->at = start;
        return true;
    }
    return take_predicate(p, number) && (hw_take(p, ",") || hw_expect(p, "a comma"));
}

HW_PRINT(predout)
{
    print_before(p, hw_show(p, item, 0));
}
HW_PARSE(predout)
{
    uint64_t number;
    return parse_before(p, &number) && hw_give(p, item, 0, number);
}
HW_VIEW(predout)
{
    view_predicate(view, hw_arg_of(insn, item, 0));
}

/* Some accesses to memory write a predicate.  What it says is not known: views have it only where it is not
 * PT. */
HW_PRINT(predn)
{
    print_predicate(p, hw_show(p, item, 0) ^ HW_PT);
}
HW_PARSE(predn)
{
    uint64_t number;
    return take_predicate(p, &number) && hw_give(p, item, 0, number ^ HW_PT);
}
HW_VIEW(predn)
{
    uint64_t number = hw_arg_of(insn, item, 0) ^ HW_PT;
    if (number != HW_PT)
        view_predicate(view, number);
}

HW_PRINT(prednout)
{
    print_before(p, hw_show(p, item, 0) ^ HW_PT);
}
HW_PARSE(prednout)
{
    uint64_t number;
    return parse_before(p, &number) && hw_give(p, item, 0, number ^ HW_PT);
}
HW_VIEW(prednout)
{
    hw_view_predn(insn, item, view);
}

HW_PRINT(psrclast)
{
    uint64_t value = hw_show(p, item, 0);
    if (value == HW_PT)
        return;
    hw_put_comma(p);
    print_negatable(p, value);
}
HW_PARSE(psrclast)
{
    uint64_t value = HW_PT;
    return (!hw_take_comma(p) || take_negatable(p, &value)) && hw_give(p, item, 0, value);
}
HW_VIEW(psrclast)
{
    hw_view_psrc(insn, item, view);
}

/* What NVIDIA prints in each case and people leave out: ISETP.EQ P0, R1, R2. */
HW_PRINT(predmay)
{
    hw_put_comma(p);
    hw_print_pred(p, item);
}
HW_PARSE(predmay)
{
    const char *start = p->at;
    if (hw_take_comma(p)) {
        hw_skip_blanks(p);
        if (*p->at == 'P' || (p->old && *p->at == 'p'))
            return hw_parse_pred(p, item);
    }
    p->at = start;
    return hw_give(p, item, 0, HW_PT);
}
HW_VIEW(predmay)
{
    hw_view_pred(insn, item, view);
}

HW_PRINT(psrcmay)
{
    hw_put_comma(p);
    hw_print_psrc(p, item);
}
HW_PARSE(psrcmay)
{
    return hw_parse_psrclast(p, item);
}
HW_VIEW(psrcmay)
{
    hw_view_psrc(insn, item, view);
}

HW_PRINT(predlast)
{
    uint64_t number = hw_show(p, item, 0);
    if (number == HW_PT)
        return;
    hw_put_comma(p);
    print_predicate(p, number);
}
HW_PARSE(predlast)
{
    uint64_t number = HW_PT;
    return (!hw_take_comma(p) || take_predicate(p, &number)) && hw_give(p, item, 0, number);
}
HW_VIEW(predlast)
{
    view_predicate(view, hw_arg_of(insn, item, 0));
}

/* Other forms of the instruction write a predicate; the view of this one has PT in its place. */
HW_PRINT(nopred)
{
    (void)p, (void)item;
}
HW_PARSE(nopred)
{
    (void)p, (void)item;
    return true;
}
HW_VIEW(nopred)
{
    (void)insn, (void)item;
    view_predicate(view, HW_PT);
}

/* The view of this form has PT there, too, and the text says so. */
HW_PRINT(pt)
{
    (void)item;
    print_predicate(p, HW_PT);
}
HW_PARSE(pt)
{
    (void)item;
    return hw_take_word(p, "PT") || (p->old && hw_take_word(p, "pt")) ||
           hw_expect(p, "PT: short instructions have no other predicate here");
}
HW_VIEW(pt)
{
    (void)insn, (void)item;
    view_predicate(view, HW_PT);
}

/* ---------------------------------------------------------------- condition code */

HW_PRINT(cc)
{
    if (hw_show(p, item, 0))
        hw_put_literal(p, ".CC");
}
HW_PARSE(cc)
{
    return hw_give(p, item, 0, hw_take_word(p, ".CC"));
}
HW_VIEW(cc)
{
    if (hw_arg_of(insn, item, 0))
        view->cond_out = 0;
}

/* Tests of the condition code by number; 0x18 to 0x1d look at clip state. */
static const char *const tests[32] = {
    "F",   "LT",  "EQ",     "LE",     "GT",     "NE",      "GE",      "NUM",     "NAN", "LTU", "EQU",
    "LEU", "GTU", "NEU",    "GEU",    "T",      "OFF",     "LO",      "SFF",     "LS",  "HI",  "SFT",
    "HS",  "OFT", "CSM_TA", "CSM_TR", "CSM_MX", "FCSM_TA", "FCSM_TR", "FCSM_MX", "RLE", "RGT",
};
#define ALWAYS 15
#define UPPER  16 /* tests from here on are numbered 32 and up (modifiers.h) */

static void print_test(struct hw_printer *p, const struct hw_element *item, const char *before,
                       const char *after)
{
    uint64_t test = hw_show(p, item, 0);
    if (test == ALWAYS)
        return;
    hw_put_text(p, before, strlen(before));
    hw_put_literal(p, "CC.");
    hw_put_text(p, tests[test], strlen(tests[test]));
    hw_put_text(p, after, strlen(after));
}

static bool parse_test(struct hw_parser *p, const struct hw_element *item, bool comma)
{
    if (!hw_take(p, "CC."))
        return hw_give(p, item, 0, ALWAYS);
    for (unsigned test = 0; test < 32; test++)
        if (hw_take_word(p, tests[test]))
            return hw_give(p, item, 0, test) && (!comma || hw_take(p, ",") || hw_expect(p, "a comma"));
    return hw_expect(p, "a test of the condition code, as in CC.NEU");
}

static void view_test(const struct hw_insn *insn, const struct hw_element *item, struct hw_view *view)
{
    uint64_t test = hw_arg_of(insn, item, 0);
    view->mod[HW_MOD_TEST] = test == ALWAYS ? 0 : (uint8_t)(1 + test + (test >= UPPER ? UPPER : 0));
}

HW_PRINT(test)
{
    print_test(p, item, "", ", ");
}
HW_PARSE(test)
{
    return parse_test(p, item, true);
}
HW_VIEW(test)
{
    view_test(insn, item, view);
}

HW_PRINT(testonly)
{
    print_test(p, item, " ", "");
}
HW_PARSE(testonly)
{
    return parse_test(p, item, false);
}
HW_VIEW(testonly)
{
    view_test(insn, item, view);
}
