/* SPDX-License-Identifier: MIT */
/* This file parses annotations: the text behind ` # `, for bits that an instruction's own text cannot carry.
 *
 * print.c writes them.  They are `FIELD=VALUE`, `ignored bits MASK`, `unknown bits MASK`, `foreign` in both
 * languages, `exit` in NVIDIA's, `access=` and `lds` in decuda's. */
#include "isa/text.h"

#include <ctype.h>

bool hw_accept_mask(struct hw_parser *p, uint64_t mask[2])
{
    hw_skip_blanks(p);
    const char *s = p->at;
    if (s[0] != '0' || s[1] != 'x')
        return hw_expect(p, "a hexadecimal mask");
    mask[0] = mask[1] = 0;
    unsigned digits = 0;
    for (s += 2; isxdigit((unsigned char)*s); s++, digits++) {
        unsigned digit = *s <= '9' ? (unsigned)(*s - '0') : (unsigned)((*s | 32) - 'a' + 10);
        mask[1] = mask[1] << 4 | mask[0] >> 60;
        mask[0] = mask[0] << 4 | digit;
    }
    if (!digits || digits > 2u * p->insn->bytes)
        return hw_expect(p, "a hexadecimal mask no wider than the instruction");
    p->at = s;
    return true;
}

static const struct hw_element *find_item(const struct hw_parser *p, uint8_t kind)
{
    const struct hw_form *form = p->insn->form;
    const struct hw_element *item = hw_form_items(form, p->template);
    for (unsigned i = 0; i < form->item_count[p->template]; i++, item++)
        if (item->kind == kind)
            return item;
    return NULL;
}

static bool parse_exit_note(struct hw_parser *p)
{
    const struct hw_element *item =
        p->language == HW_LANGUAGE_NV ? find_item(p, HW_ELEMENT_flow) : NULL; /* decuda writes `.end` */
    if (!item)
        return hw_expect(p, "a note that this instruction can have: it cannot carry an exit");
    p->insn->field[item->arg[0].field] = HW_ALSO_EXIT;
    return true;
}

/* decuda: how s[] is accessed, where it differs from the type only in the sign. */
static bool parse_access_note(struct hw_parser *p)
{
    const struct hw_element *item = find_item(p, HW_ELEMENT_shared);
    return (item && hw_accept(p, "=") && hw_accept_access(p, item)) ||
           hw_expect(p, "a note that this instruction can have: it has no access=u16 or access=s16");
}

/* decuda: the form that loads from s[], where another would take the same text. */
static bool parse_lds_note(struct hw_parser *p)
{
    p->need_note = NULL;
    return find_item(p, HW_ELEMENT_lds) ||
           hw_expect(p, "a note that this instruction can have: it is no lds");
}

static bool parse_bits_note(struct hw_parser *p, uint64_t bits[2])
{
    uint64_t mask[2];
    if (!hw_accept_word(p, "bits"))
        return hw_expect(p, "the word bits and a hexadecimal mask");
    if (!hw_accept_mask(p, mask))
        return false;
    bits[0] |= mask[0];
    bits[1] |= mask[1];
    return true;
}

/* The fields that notes give, and what the text before them says. */
struct field_notes {
    struct hw_insn text;
    uint32_t given, noted; /* bit a field: by the text, by a note */
    const char *at;        /* the value of the last note */
};

static bool parse_field_note(struct hw_parser *p, struct field_notes *notes)
{
    const struct hw_form *form = p->insn->form;
    for (unsigned i = 0; i < form->field_count; i++)
        if (hw_accept_word(p, hw_field_text(form, i))) {
            uint64_t value;
            p->given &= ~(1u << i);
            p->need_note = NULL;
            notes->noted |= 1u << i;
            if (!hw_accept(p, "="))
                return hw_expect(p, "=");
            notes->at = p->at;
            return hw_accept_number(p, &value) && hw_give_field(p, i, value);
        }
    return hw_expect(p, "a note: exit, FIELD=VALUE, ignored bits MASK or unknown bits MASK");
}

static uint32_t fields_of(const struct hw_element *item)
{
    const uint8_t marks[] = {item->neg, item->abs, item->inv};
    uint32_t fields = 0;
    for (unsigned i = 0; i < sizeof marks; i++)
        fields |= marks[i] < HW_SPARE ? 1u << marks[i] : 0;
    for (unsigned i = 0; i < item->arg_count; i++)
        fields |= item->arg[i].field < HW_SPARE ? 1u << item->arg[i].field : 0;
    return fields;
}

/* A note of a field that the text gives too may only tell what the text leaves open, such as the bits of a
 * NaN: the field's items have the same text with it. */
static bool notes_agree(struct hw_parser *p, const struct field_notes *notes)
{
    const struct hw_form *form = p->insn->form;
    const struct hw_element *item = hw_form_items(form, p->template);
    for (unsigned i = 0; i < form->item_count[p->template]; i++, item++) {
        char text[HW_TEXT_MAX], noted[HW_TEXT_MAX];
        if (item->kind == HW_ELEMENT_LITERAL || !(fields_of(item) & notes->given & notes->noted))
            continue;
        const size_t length = hw_print_item(&notes->text, item, p, text);
        if (hw_print_item(p->insn, item, p, noted) != length || memcmp(text, noted, length) != 0) {
            p->at = notes->at;
            return hw_expect(p, "the value that the text before the notes gives: they contradict");
        }
    }
    return true;
}

static bool parse_annotation(struct hw_parser *p, struct field_notes *notes)
{
    if (hw_accept_word(p, "exit"))
        return parse_exit_note(p);
    if (hw_accept_word(p, "access"))
        return parse_access_note(p);
    if (hw_accept_word(p, "lds"))
        return parse_lds_note(p);
    if (hw_accept_word(p, "foreign"))
        return p->insn->foreign = true;
    if (hw_accept_word(p, "ignored"))
        return parse_bits_note(p, p->insn->ignored);
    if (hw_accept_word(p, "unknown"))
        return parse_bits_note(p, p->insn->unknown);
    return parse_field_note(p, notes);
}

bool hw_parse_annotations(struct hw_parser *p)
{
    struct field_notes notes = {.text = *p->insn, .given = p->given};
    do {
        if (!parse_annotation(p, &notes))
            return false;
    } while (hw_accept(p, ","));
    return notes_agree(p, &notes);
}
