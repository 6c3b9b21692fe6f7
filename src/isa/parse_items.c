/* SPDX-License-Identifier: MIT */
/* This file parses the items of a form's text: literals, modifiers, and operands with their marks. */
#include "isa/text.h"

#include <string.h>

static bool parse_literal(struct hw_parser *p, const char *text)
{
    const char *modifier = NULL, *expected = NULL; /* where the modifier began that is being matched */
    if (*text == ',')
        hw_accept_end(p);
    for (; *text; text++) {
        if (*text == ' ' || *text == ',') {
            modifier = NULL;
            hw_skip_blanks(p);
        }
        if (*text == ' ')
            continue;
        if (*text == '.') {
            modifier = p->at;
            expected = text;
        }
        if (*p->at != *text) {
            if (modifier) {
                p->at = modifier;
                hw_offer_choice(p, expected, 1 + strcspn(expected + 1, ". ,"));
            }
            return hw_expect(p, modifier       ? "another modifier, or none"
                                : *text == ',' ? "a comma"
                                               : "an operand");
        }
        p->at++;
    }
    return true;
}

bool hw_omit_enum(struct hw_parser *p, const struct hw_element *item, const char *expected)
{
    const ptrdiff_t index = item - hw_form_items(p->insn->form, p->template);
    if (!hw_enum_has_holes(item))
        return hw_expect(p, expected);
    if (!p->unnamed)
        p->unnamed_at = p->at;
    p->unnamed |= UINT64_C(1) << index;
    return true;
}

/* The name that the operands imply is that of the text. */
static bool implied_fits(struct hw_parser *p)
{
    char text[HW_TEXT_MAX];
    const size_t length = hw_print_item(p->insn, p->implied, p, text);
    if (length && !strncmp(p->implied_at, text, length) && !hw_is_word(p->implied_at[length]))
        return true;
    return hw_expect(p, "factors that fit the name: RZ or 0 for .MOV, 1 for .IADD, a power of two for .SHL");
}

bool hw_modifiers_fit(struct hw_parser *p)
{
    if (p->implied && !implied_fits(p))
        return false;
    const struct hw_element *items = hw_form_items(p->insn->form, p->template);
    for (unsigned i = 0; p->unnamed >> i; i++) {
        const struct hw_enum *table = hw_element_table(&items[i]);
        if (!(p->unnamed >> i & 1) || !hw_enum_find(table, hw_enum_value(p->insn, &items[i])))
            continue;
        p->at = p->unnamed_at;
        if (!p->omitted || p->at > p->omitted) {
            p->omitted = p->at;
            p->omitted_expected = table->expected;
        }
        return hw_expect(p, table->expected);
    }
    return true;
}

/* The longest text that matches as a whole word; the empty text, or a value without any, if none does. */
static bool parse_enum(struct hw_parser *p, const struct hw_element *item)
{
    const struct hw_enum *table = hw_element_table(item);
    if (table->entry[0].text[0] != '.')
        hw_skip_blanks(p);
    const struct hw_enum_entry *found = hw_accept_enum(p, table);
    if (!found)
        found = hw_enum_empty(table);
    if (!found)
        return hw_omit_enum(p, item, table->expected);
    return hw_give_enum(p, item, found->value);
}

static bool take_mark(struct hw_parser *p, uint8_t field, char c, const char *what)
{
    if (field == HW_NO_FIELD)
        return true;
    hw_skip_blanks(p);
    bool found = *p->at == c;
    if (field == HW_ALWAYS && !found)
        return hw_expect(p, what);
    p->at += found;
    return field == HW_ALWAYS || hw_give_field(p, field, found);
}

/* A mark behind a literal. */
static bool take_suffix_mark(struct hw_parser *p, uint8_t field, const char *suffix)
{
    if (field == HW_NO_FIELD)
        return true;
    bool found = hw_accept_word(p, suffix);
    return field == HW_ALWAYS ? found || hw_expect(p, suffix) : hw_give_field(p, field, found);
}

static bool parse_marked_literal(struct hw_parser *p, const struct hw_element *item)
{
    return hw_primitive[item->kind].parse(p, item) && take_suffix_mark(p, item->neg, ".NEG") &&
           take_suffix_mark(p, item->abs, ".ABS") && take_suffix_mark(p, item->inv, ".INV");
}

bool hw_parse_item(struct hw_parser *p, const struct hw_element *item)
{
    if (item->kind == HW_ELEMENT_LITERAL) {
        const char *rest = hw_element_text(item);
        return (!p->head.claims.open || hw_decuda_mnemonic_literal(p, item, &rest)) &&
               (!rest || parse_literal(p, rest));
    }
    if (item->kind == HW_ELEMENT_ENUM)
        return p->head.claims.open ? hw_decuda_mnemonic_enum(p, item) : parse_enum(p, item);
    if (hw_primitive_literal[item->kind] && !p->old)
        return parse_marked_literal(p, item);
    if (!take_mark(p, item->neg, '-', "a minus sign") || !take_mark(p, item->inv, '~', "a tilde"))
        return false;
    hw_skip_blanks(p);
    bool bars = item->abs != HW_NO_FIELD && *p->at == '|';
    if (item->abs != HW_NO_FIELD) {
        p->at += bars;
        if (!hw_give_field(p, item->abs, bars))
            return false;
    }
    if (!hw_primitive[item->kind].parse(p, item))
        return false;
    if (bars && !hw_accept(p, "|"))
        return hw_expect(p, "a closing |");
    return !hw_abs_suffixes[item->kind].parse || hw_abs_suffixes[item->kind].parse(p, item);
}
