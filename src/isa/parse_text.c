/* SPDX-License-Identifier: MIT */
/* These functions are the lexer that the parsers of items and primitives share: they read words, numbers and
 * modifiers, and store values into fields.
 *
 * A function that succeeds advances the cursor past the text that it read; one that fails does not move it.
 * For the error, hw_expect records what was expected at the furthest position that any attempt reached. */
#include "isa/text.h"

#include <ctype.h>

/* Record the error that got furthest, and of those at one position the first. */
bool hw_expect(struct hw_parser *p, const char *what)
{
    if (p->at > p->furthest || !p->expected) {
        p->furthest = p->at;
        p->expected = what;
        p->status = HW_ERR_SYNTAX;
    }
    return false;
}

bool hw_expect_range(struct hw_parser *p, const char *what)
{
    if (p->at >= p->furthest) {
        p->furthest = p->at;
        p->expected = what;
        p->status = HW_ERR_RANGE;
    }
    return false;
}

bool hw_accept_word(struct hw_parser *p, const char *text)
{
    const char *start = p->at;
    if (hw_accept(p, text) && !hw_is_word(*p->at))
        return true;
    p->at = start;
    return false;
}

bool hw_accept_number(struct hw_parser *p, uint64_t *value)
{
    hw_skip_blanks(p);
    const char *s = p->at;
    uint64_t number = 0;
    unsigned base = 10;
    if (s[0] == '0' && (s[1] == 'x' || s[1] == 'X')) {
        base = 16;
        s += 2;
    } else if (s[0] == '0' && p->language == HW_LANGUAGE_DECUDA) {
        base = 8;
    }
    const char *digits = s;
    for (;; s++) {
        unsigned digit = *s >= '0' && *s <= '9'        ? (unsigned)(*s - '0')
                         : isxdigit((unsigned char)*s) ? (unsigned)((*s | 32) - 'a' + 10)
                                                       : 99;
        if (digit >= base)
            break;
        if (number > (UINT64_MAX - digit) / base)
            return hw_expect_range(p, "a number of at most 64 bits");
        number = number * base + digit;
    }
    if (s == digits || hw_is_word(*s))
        return hw_expect(p, "a number");
    p->at = s;
    *value = number;
    return true;
}

bool hw_give_field(struct hw_parser *p, unsigned field, uint64_t value)
{
    const struct hw_field *f = &hw_form_fields(p->insn->form)[field];
    if (f->bits < 64 && value >> f->bits)
        return hw_expect_range(p, "a value that fits its field");
    if ((p->given >> field & 1) && p->insn->field[field] != value)
        return hw_expect(p, "the same register as where it was named before");
    p->insn->field[field] = value;
    p->given |= 1u << field;
    return true;
}

static bool give_spare(struct hw_parser *p, const struct hw_arg *arg, uint64_t value)
{
    struct hw_insn *insn = p->insn;
    uint64_t mask[2] = {0, 0}, bits[2] = {0, 0};
    hw_insert(mask, arg->value, arg->bits, UINT64_MAX);
    hw_insert(bits, arg->value, arg->bits, value);
    for (unsigned i = 0; i < 2; i++) {
        insn->unknown[i] |= bits[i] & insn->form->unknown[i];
        insn->ignored[i] |= (bits[i] ^ insn->form->ignored.value[i]) & insn->form->ignored.mask[i] & mask[i];
    }
    return true;
}

bool hw_give(struct hw_parser *p, const struct hw_element *item, unsigned index, uint64_t value)
{
    const struct hw_arg *arg = &item->arg[index];
    if (arg->field == HW_SPARE)
        return give_spare(p, arg, value);
    if (arg->field != HW_NO_FIELD)
        return hw_give_field(p, arg->field, value);
    return arg->value == value || hw_expect(p, "the value that this form of the instruction has");
}

bool hw_give_zero(struct hw_parser *p, const struct hw_element *item, unsigned index)
{
    const struct hw_field *field = hw_arg_field(p->insn, item, index);
    return hw_give(p, item, index, field ? field->zero : HW_RZ);
}

bool hw_give_enum(struct hw_parser *p, const struct hw_element *item, uint64_t value)
{
    for (unsigned i = item->arg_count; i--; value >>= item->arg[i].bits)
        if (!hw_give(p, item, i, value & ((1ull << item->arg[i].bits) - 1)))
            return false;
    return !value || hw_expect(p, "the modifier that this form of the instruction has");
}

void hw_accept_end(struct hw_parser *p)
{
    static const char word[] = ".reuse";

    if (!p->has_reuse && !strncmp(p->at, word, sizeof word - 1))
        hw_expect(p, "no .reuse: code of this chip has no bits for it");
    else if (p->slot != HW_NO_SLOT && hw_accept_word(p, word))
        p->reuse |= 1u << p->slot;
    p->slot = HW_NO_SLOT;
}

bool hw_accept_comma(struct hw_parser *p)
{
    hw_accept_end(p);
    return hw_accept(p, ",");
}

const struct hw_enum_entry *hw_enum_empty(const struct hw_enum *table)
{
    for (unsigned i = 0; i < table->count; i++)
        if (!table->entry[i].length)
            return &table->entry[i];
    return NULL;
}

void hw_offer_choice(struct hw_parser *p, const char *text, size_t length)
{
    static const char invalid[] = ".INVALID";

    if (p->choices && p->at == p->choices->at && *text == '.' && text[1] != '?' &&
        strncmp(text, invalid, sizeof invalid - 1) != 0)
        hw_choice_add(p->choices, text, length);
}

const struct hw_enum_entry *hw_accept_enum(struct hw_parser *p, const struct hw_enum *table)
{
    const struct hw_enum_entry *best = NULL;
    for (unsigned i = 0; i < table->count; i++) {
        const struct hw_enum_entry *entry = &table->entry[i];
        if (entry->length && (!best || entry->length > best->length) &&
            !strncmp(p->at, entry->text, entry->length) && !hw_is_word(p->at[entry->length]))
            best = entry;
    }
    for (unsigned i = 0; !best && p->choices && i < table->count; i++)
        hw_offer_choice(p, table->entry[i].text, table->entry[i].length);
    if (best)
        p->at += best->length;
    return best;
}
