/* SPDX-License-Identifier: MIT */
/* This file parses the items of a form's text: literals, modifiers, and operands with their marks. */
#include "isa/text.h"

/* What may stand where an error is. */
static void tell_choice(struct hw_parser *p, const char *text, size_t length)
{
    if (p->choices && p->at == p->choices->at && *text == '.' && text[1] != '?') /* no reserved values */
        hw_choice_add(p->choices, text, length);
}

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
                tell_choice(p, expected, 1 + strcspn(expected + 1, ". ,"));
            }
            return hw_expect(p, modifier       ? "another modifier, or none"
                                : *text == ',' ? "a comma"
                                               : "an operand");
        }
        p->at++;
    }
    return true;
}

static const struct hw_enum_entry *empty_text(const struct hw_enum *table)
{
    for (unsigned i = 0; i < table->count; i++)
        if (!table->entry[i].length)
            return &table->entry[i];
    return NULL;
}

/* The longest text that matches as a whole word; the empty text, or a value without any, if none does. */
static bool parse_enum(struct hw_parser *p, const struct hw_element *item)
{
    const struct hw_enum *table = hw_element_table(item);
    if (table->entry[0].text[0] != '.')
        hw_skip_blanks(p);
    const struct hw_enum_entry *found = hw_accept_enum(p, table);
    for (unsigned i = 0; !found && p->choices && i < table->count; i++)
        tell_choice(p, table->entry[i].text, table->entry[i].length);
    if (!found)
        found = empty_text(table);
    if (!found)
        return hw_enum_has_holes(item) || hw_expect(p, table->expected);
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
