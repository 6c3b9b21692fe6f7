/* SPDX-License-Identifier: MIT */
/* These primitives are predicates: guards before the mnemonic, and predicate operands.
 *
 * P0 to P6 are registers; 7 is PT, which is always true and ignores writes.  Those of the uniform datapath
 * are UP0 to UP6 and UPT: the letter says so. */
#include "isa/primitive_parts.h"

#define NEGATED 8

static void print_predicate(struct hw_printer *p, const struct hw_element *item, uint64_t number)
{
    if (hw_arg_is_uniform(p->insn, item, 0))
        hw_append_char(p, 'U');
    if (number == HW_PT)
        hw_append_text(p, p->old ? "pt" : "PT", 2);
    else
        hw_print_numbered(p, "P", number);
}

static bool take_predicate(struct hw_parser *p, const struct hw_element *item, uint64_t *number)
{
    const char *start = p->at;
    *number = HW_PT;
    if (hw_arg_is_uniform(p->insn, item, 0) && !hw_accept(p, "U"))
        return hw_expect(p, "a uniform predicate, UP0 to UP6 or UPT");
    if (hw_accept_word(p, "PT") || (p->old && hw_accept_word(p, "pt")) ||
        (hw_accept_numbered(p, "P", number) && *number < HW_PT))
        return true;
    p->at = start;
    return hw_expect(p, "a predicate, P0 to P6 or PT");
}

static struct hw_operand *view_predicate(const struct hw_insn *insn, const struct hw_element *item,
                                         struct hw_semantics *view, uint64_t number)
{
    struct hw_operand *operand =
        hw_new_operand(view, hw_arg_is_uniform(insn, item, 0) ? HW_OPERAND_UPRED : HW_OPERAND_PRED, 1);
    operand->reg = (uint16_t)number;
    return operand;
}

/* `!P3`: the negation is the top bit of the four. */
static void print_negatable(struct hw_printer *p, const struct hw_element *item, uint64_t value)
{
    if (value & NEGATED)
        hw_append_char(p, '!');
    print_predicate(p, item, value & HW_PT);
}

static bool take_negatable(struct hw_parser *p, const struct hw_element *item, uint64_t *value)
{
    bool negated = hw_accept(p, "!");
    if (!take_predicate(p, item, value))
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
    hw_append_char(p, '@');
    print_negatable(p, item, guard);
    hw_append_char(p, ' ');
}
HW_PARSE(pguard)
{
    uint64_t guard = HW_PT;
    if (hw_accept(p, "@") && !take_negatable(p, item, &guard))
        return false;
    hw_skip_blanks(p);
    return hw_give(p, item, 0, guard);
}
HW_SEMANTICS(pguard)
{
    uint64_t guard = hw_arg_of(insn, item, 0);
    if (guard != HW_PT)
        view->guard = (struct hw_guard){hw_arg_is_uniform(insn, item, 0) ? HW_GUARD_UPRED : HW_GUARD_PRED,
                                        guard & HW_PT, guard >> 3 & 1};
}

/* ---------------------------------------------------------------- operands */

HW_PRINT(pred)
{
    print_predicate(p, item, hw_show(p, item, 0));
}
HW_PARSE(pred)
{
    uint64_t number;
    return take_predicate(p, item, &number) && hw_give(p, item, 0, number);
}
HW_SEMANTICS(pred)
{
    view_predicate(insn, item, view, hw_arg_of(insn, item, 0));
}

HW_PRINT(psrc)
{
    print_negatable(p, item, hw_show(p, item, 0));
}
HW_PARSE(psrc)
{
    uint64_t value;
    return take_negatable(p, item, &value) && hw_give(p, item, 0, value);
}
HW_SEMANTICS(psrc)
{
    uint64_t value = hw_arg_of(insn, item, 0);
    view_predicate(insn, item, view, value & HW_PT)->flags = value & NEGATED ? HW_OPERAND_INV : 0;
}

/* Before another operand: `P0, `. */
static void print_before(struct hw_printer *p, const struct hw_element *item, uint64_t number)
{
    if (number == HW_PT)
        return;
    print_predicate(p, item, number);
    hw_append_literal(p, ", ");
}

static bool parse_before(struct hw_parser *p, const struct hw_element *item, uint64_t *number)
{
    const char *start = p->at;
    *number = HW_PT;
    hw_skip_blanks(p);
    if (p->at[hw_arg_is_uniform(p->insn, item, 0)] != 'P') {
        p->at = start;
        return true;
    }
    return take_predicate(p, item, number) && (hw_accept(p, ",") || hw_expect(p, "a comma"));
}

HW_PRINT(predout)
{
    print_before(p, item, hw_show(p, item, 0));
}
HW_PARSE(predout)
{
    uint64_t number;
    return parse_before(p, item, &number) && hw_give(p, item, 0, number);
}
HW_SEMANTICS(predout)
{
    view_predicate(insn, item, view, hw_arg_of(insn, item, 0));
}

/* Two of them.  If only the second is written the text has one, as if it were the first: annotations say
 * which. */
HW_PRINT(predouts)
{
    const uint64_t first = hw_arg_of(p->insn, item, 0), second = hw_arg_of(p->insn, item, 1);
    if (first == HW_PT && second != HW_PT) {
        p->noted |= 1u << item->arg[0].field;
    } else {
        (void)hw_show(p, item, 0);
        (void)hw_show(p, item, 1);
    }
    print_before(p, item, first);
    print_before(p, item, second);
}
HW_PARSE(predouts)
{
    uint64_t first, second = HW_PT;
    return parse_before(p, item, &first) && (first == HW_PT || parse_before(p, item, &second)) &&
           hw_give(p, item, 0, first) && hw_give(p, item, 1, second);
}
HW_SEMANTICS(predouts)
{
    view_predicate(insn, item, view, hw_arg_of(insn, item, 0));
    view_predicate(insn, item, view, hw_arg_of(insn, item, 1));
}

/* Some accesses to memory write a predicate.  Its meaning is unknown: the semantics have it only if it is not
 * PT. */
HW_PRINT(predn)
{
    print_predicate(p, item, hw_show(p, item, 0) ^ HW_PT);
}
HW_PARSE(predn)
{
    uint64_t number;
    return take_predicate(p, item, &number) && hw_give(p, item, 0, number ^ HW_PT);
}
HW_SEMANTICS(predn)
{
    uint64_t number = hw_arg_of(insn, item, 0) ^ HW_PT;
    if (number != HW_PT)
        view_predicate(insn, item, view, number);
}

HW_PRINT(prednout)
{
    print_before(p, item, hw_show(p, item, 0) ^ HW_PT);
}
HW_PARSE(prednout)
{
    uint64_t number;
    return parse_before(p, item, &number) && hw_give(p, item, 0, number ^ HW_PT);
}
HW_SEMANTICS(prednout)
{
    hw_semantics_predn(insn, item, view);
}

HW_PRINT(psrclast)
{
    uint64_t value = hw_show(p, item, 0);
    if (value == HW_PT)
        return;
    hw_append_comma(p);
    print_negatable(p, item, value);
}
HW_PARSE(psrclast)
{
    uint64_t value = HW_PT;
    return (!hw_accept_comma(p) || take_negatable(p, item, &value)) && hw_give(p, item, 0, value);
}
HW_SEMANTICS(psrclast)
{
    hw_semantics_psrc(insn, item, view);
}

/* The same before another operand, where that is left: `!P0, `. */
HW_PRINT(psrcfirst)
{
    uint64_t value = hw_show(p, item, 0);
    if (value == HW_PT)
        return;
    print_negatable(p, item, value);
    hw_append_literal(p, ", ");
}
HW_PARSE(psrcfirst)
{
    uint64_t value = HW_PT;
    hw_skip_blanks(p);
    const bool negated = *p->at == '!';
    const char *name = p->at + negated;
    const bool here = hw_arg_is_uniform(p->insn, item, 0) ? !strncmp(name, "UP", 2)
                                                          : *name == 'P' || (negated && *name == 'p');
    return (!here || (take_negatable(p, item, &value) && (hw_accept(p, ",") || hw_expect(p, "a comma")))) &&
           hw_give(p, item, 0, value);
}
HW_SEMANTICS(psrcfirst)
{
    hw_semantics_psrc(insn, item, view);
}

/* The same where no operand follows: ` !P0`. */
HW_PRINT(psrconly)
{
    uint64_t value = hw_show(p, item, 0);
    if (value == HW_PT)
        return;
    hw_append_char(p, ' ');
    print_negatable(p, item, value);
}
HW_PARSE(psrconly)
{
    uint64_t value = HW_PT;
    hw_skip_blanks(p);
    const bool here = *p->at == '!' || p->at[hw_arg_is_uniform(p->insn, item, 0)] == 'P';
    return (!here || take_negatable(p, item, &value)) && hw_give(p, item, 0, value);
}
HW_SEMANTICS(psrconly)
{
    hw_semantics_psrc(insn, item, view);
}

/* Behind another operand and perhaps before one, with the number inverted: 0 is PT, which is omitted, 8 its
 * negation. */
HW_PRINT(psrcnlast)
{
    uint64_t value = hw_show(p, item, 0) ^ HW_PT;
    if (value == HW_PT)
        return;
    hw_append_comma(p);
    print_negatable(p, item, value);
}
HW_PARSE(psrcnlast)
{
    uint64_t value = HW_PT;
    const char *start = p->at;
    const bool comma = hw_accept_comma(p);
    hw_skip_blanks(p);
    const bool here = comma && (*p->at == '!' || p->at[hw_arg_is_uniform(p->insn, item, 0)] == 'P');
    if (!here)
        p->at = start;
    return (!here || take_negatable(p, item, &value)) && hw_give(p, item, 0, value ^ HW_PT);
}
HW_SEMANTICS(psrcnlast)
{
    uint64_t value = hw_arg_of(insn, item, 0) ^ HW_PT;
    view_predicate(insn, item, view, value & HW_PT)->flags = value & NEGATED ? HW_OPERAND_INV : 0;
}

/* What NVIDIA prints in each case and people omit: ISETP.EQ P0, R1, R2. */
HW_PRINT(predmay)
{
    hw_append_comma(p);
    hw_print_pred(p, item);
}
HW_PARSE(predmay)
{
    const char *start = p->at;
    if (hw_accept_comma(p)) {
        hw_skip_blanks(p);
        if (*p->at == 'P' || (p->old && *p->at == 'p'))
            return hw_parse_pred(p, item);
    }
    p->at = start;
    return hw_give(p, item, 0, HW_PT);
}
HW_SEMANTICS(predmay)
{
    hw_semantics_pred(insn, item, view);
}

HW_PRINT(psrcmay)
{
    hw_append_comma(p);
    hw_print_psrc(p, item);
}
HW_PARSE(psrcmay)
{
    return hw_parse_psrclast(p, item);
}
HW_SEMANTICS(psrcmay)
{
    hw_semantics_psrc(insn, item, view);
}

HW_PRINT(predlast)
{
    uint64_t number = hw_show(p, item, 0);
    if (number == HW_PT)
        return;
    hw_append_comma(p);
    print_predicate(p, item, number);
}
HW_PARSE(predlast)
{
    uint64_t number = HW_PT;
    return (!hw_accept_comma(p) || take_predicate(p, item, &number)) && hw_give(p, item, 0, number);
}
HW_SEMANTICS(predlast)
{
    view_predicate(insn, item, view, hw_arg_of(insn, item, 0));
}

/* Other forms of the instruction write a predicate; the semantics of this one have PT instead. */
HW_PRINT(nopred)
{
    (void)p, (void)item;
}
HW_PARSE(nopred)
{
    (void)p, (void)item;
    return true;
}
HW_SEMANTICS(nopred)
{
    (void)insn, (void)item;
    view_predicate(insn, item, view, HW_PT);
}

/* The view of this form has PT there, too, and the text says so. */
HW_PRINT(pt)
{
    (void)item;
    print_predicate(p, item, HW_PT);
}
HW_PARSE(pt)
{
    (void)item;
    return hw_accept_word(p, "PT") || (p->old && hw_accept_word(p, "pt")) ||
           hw_expect(p, "PT: short instructions have no other predicate here");
}
HW_SEMANTICS(pt)
{
    (void)insn, (void)item;
    view_predicate(insn, item, view, HW_PT);
}
