/* SPDX-License-Identifier: MIT */
/* The disassembly printer visits the items of an instruction's form, then adds annotations for bits that the
 * text cannot carry. */
#include "isa/text.h"

#include <halfwarp/scheduling_bits.h>

#include <stdio.h>

void hw_append_hex(struct hw_printer *p, uint64_t value)
{
    unsigned digits = 1;
    while (digits < 16 && value >> (4 * digits))
        digits++;
    hw_append_literal(p, "0x");
    hw_append_padded(p, value, digits);
}

void hw_append_padded(struct hw_printer *p, uint64_t value, unsigned digits)
{
    while (digits--)
        hw_append_char(p, "0123456789abcdef"[value >> (4 * digits) & 15]);
}

void hw_append_signed(struct hw_printer *p, int64_t value)
{
    if (value < 0)
        hw_append_char(p, '-');
    hw_append_hex(p, value < 0 ? 0 - (uint64_t)value : (uint64_t)value);
}

void hw_append_decimal(struct hw_printer *p, unsigned value)
{
    if (value >= 10)
        hw_append_decimal(p, value / 10);
    hw_append_char(p, (char)('0' + value % 10));
}

static void put_word(struct hw_printer *p, const uint64_t word[2], unsigned bytes)
{
    hw_append_literal(p, "0x");
    if (bytes > 8)
        hw_append_padded(p, word[1], 2 * (bytes - 8));
    hw_append_padded(p, word[0], bytes > 8 ? 16 : 2 * bytes);
}

static void print_enum(struct hw_printer *p, const struct hw_element *item)
{
    const struct hw_enum_entry *entry = hw_enum_find(hw_element_table(item), hw_enum_value(p->insn, item));
    if (!entry)
        return; /* no text for this value: the annotation shows it */
    for (unsigned i = 0; i < item->arg_count; i++)
        hw_show(p, item, i);
    hw_append_text(p, entry->text, entry->length);
}

static void show_mark(struct hw_printer *p, uint8_t field)
{
    if (field < HW_ALWAYS)
        p->shown |= 1u << field;
}

void hw_end_operand(struct hw_printer *p)
{
    if (p->reused)
        hw_append_literal(p, ".reuse");
    p->reused = false;
}

void hw_append_comma(struct hw_printer *p)
{
    hw_end_operand(p);
    hw_append_literal(p, ", ");
}

void hw_show_spare(struct hw_printer *p, const struct hw_arg *arg)
{
    hw_insert(p->shown_spare, arg->value, arg->bits, UINT64_MAX);
}

void hw_append_open(struct hw_printer *p)
{
    if (p->old && p->language == HW_LANGUAGE_NV)
        hw_append_char(p, ' ');
    hw_append_char(p, '[');
}

/* The marks of a literal stand behind it, since CUDA 5. */
static void print_marked_literal(struct hw_printer *p, const struct hw_element *item, bool neg, bool abs,
                                 bool inv)
{
    hw_primitive[item->kind].print(p, item);
    if (neg)
        hw_append_literal(p, ".NEG");
    if (abs)
        hw_append_literal(p, ".ABS");
    if (inv)
        hw_append_literal(p, ".INV");
}

static void print_item(struct hw_printer *p, const struct hw_element *item)
{
    bool neg = hw_mark(p->insn, item->neg), abs = hw_mark(p->insn, item->abs),
         inv = hw_mark(p->insn, item->inv);
    show_mark(p, item->neg);
    show_mark(p, item->abs);
    show_mark(p, item->inv);
    if (hw_primitive_literal[item->kind] && !p->old) {
        print_marked_literal(p, item, neg, abs, inv);
        return;
    }
    if (neg)
        hw_append_char(p, '-');
    if (inv)
        hw_append_char(p, '~');
    if (abs)
        hw_append_char(p, '|');
    hw_primitive[item->kind].print(p, item);
    if (abs)
        hw_append_char(p, '|');
    if (hw_abs_suffixes[item->kind].print)
        hw_abs_suffixes[item->kind].print(p, item);
}

/* ` # ` before the first note, `, ` before the others. */
static void begin_note(struct hw_printer *p, bool *first)
{
    if (*first)
        hw_append_literal(p, " # ");
    else
        hw_append_literal(p, ", ");
    *first = false;
}

static void note_bits(struct hw_printer *p, bool *first, const char *what, const uint64_t bits[2])
{
    const uint64_t left[2] = {bits[0] & ~p->shown_spare[0], bits[1] & ~p->shown_spare[1]};
    if (!(left[0] | left[1]))
        return;
    begin_note(p, first);
    hw_append_text(p, what, strlen(what));
    put_word(p, left, p->insn->bytes);
}

static void annotate(struct hw_printer *p)
{
    const struct hw_insn *insn = p->insn;
    const struct hw_form *form = insn->form;
    bool first = true;
    if (p->note) {
        begin_note(p, &first);
        hw_append_text(p, p->note, strlen(p->note));
    }
    if (insn->foreign) {
        begin_note(p, &first);
        hw_append_literal(p, "foreign");
    }
    const struct hw_field *field = hw_form_fields(form);
    for (unsigned i = 0; i < form->field_count; i++)
        if (!(p->shown >> i & 1) && (insn->field[i] != field[i].preset || p->noted >> i & 1)) {
            const char *name = hw_field_text(form, i);
            begin_note(p, &first);
            hw_append_text(p, name, strlen(name));
            hw_append_char(p, '=');
            hw_append_hex(p, insn->field[i]);
        }
    note_bits(p, &first, "ignored bits ", insn->ignored);
    note_bits(p, &first, "unknown bits ", insn->unknown);
}

/* The first blank of a text ends its head. */
static void print_literal(struct hw_printer *p, const struct hw_element *item)
{
    const char *text = hw_element_text(item);
    if (*text == ',')
        hw_end_operand(p);
    const char *blank = p->head ? memchr(text, ' ', item->length) : NULL;
    size_t length = blank ? (size_t)(blank - text) : 0;
    if (blank) {
        hw_append_text(p, text, length);
        hw_decuda_mnemonic_finish(p);
    }
    hw_append_text(p, text + length, item->length - length);
}

static void print_form(struct hw_printer *p)
{
    const struct hw_form *form = p->insn->form;
    if (!form->item_count[p->template]) { /* not in decuda's language: in NVIDIA's, marked so that the parser
                                            knows */
        hw_append_literal(p, "nv ");
        p->template = HW_TEXT_NV;
        p->language = HW_LANGUAGE_NV;
    }
    const struct hw_element *item = hw_form_items(form, p->template);
    p->head = p->language == HW_LANGUAGE_DECUDA ? p->at : NULL;
    for (unsigned i = 0; i < form->item_count[p->template]; i++, item++) {
        if (item->kind == HW_ELEMENT_LITERAL)
            print_literal(p, item);
        else if (item->kind == HW_ELEMENT_ENUM)
            print_enum(p, item);
        else
            print_item(p, item);
    }
    if (p->head)
        hw_decuda_mnemonic_finish(p);
    hw_end_operand(p);
    annotate(p);
}

size_t hw_print_item(const struct hw_insn *insn, const struct hw_element *item,
                     const struct hw_parser *parser, char text[HW_TEXT_MAX])
{
    struct hw_printer p = {.at = text,
                           .end = text + HW_TEXT_MAX - 1,
                           .insn = insn,
                           .language = parser->language,
                           .template = parser->template,
                           .old = parser->old,
                           .address = parser->address};
    if (item->kind == HW_ELEMENT_ENUM)
        print_enum(&p, item);
    else
        print_item(&p, item);
    return (size_t)(p.at - text);
}

/* The slots of the operand cache that keep what the instruction reads.  In its own word these bits mean
 * something else where the no-yield bit is clear, and the second of two sources may have either slot. */
static uint32_t kept_slots(const struct hw_insn *insn)
{
    if (insn->control == HW_NO_CONTROL)
        return 0;
    const struct hw_sched sched = hw_sched_unpack(HW_SCHED_SCOREBOARDS, insn->control);
    if (!insn->form || insn->form->sets == HW_SETS_ANY)
        return sched.reuse;
    const uint32_t second = sched.reuse & 6 ? 6 : 0;
    return sched.yield                                        ? 0
           : insn->form->slots == 3 || insn->form->slots == 5 ? sched.reuse | second
                                                              : sched.reuse;
}

size_t hw_print(const struct hw_insn *insn, enum hw_syntax syntax, uint64_t address, char *text, size_t size)
{
    char whole[HW_TEXT_MAX];
    bool direct = size >= HW_TEXT_MAX;
    char *buffer = direct ? text : whole;
    struct hw_printer p = {.at = buffer,
                           .end = buffer + HW_TEXT_MAX - 1,
                           .insn = insn,
                           .language = hw_language_of(syntax),
                           .template = hw_text_of(syntax),
                           .old = hw_is_old(syntax),
                           .address = address,
                           .reuse = kept_slots(insn)};
    if (insn->form) {
        print_form(&p);
    } else {
        hw_append_literal(&p, ".word ");
        put_word(&p, insn->word, insn->bytes);
        hw_append_literal(&p, " # unknown");
    }
    *p.at = '\0';
    size_t length = (size_t)(p.at - buffer);
    if (!direct && size) {
        size_t kept = length < size ? length : size - 1;
        memcpy(text, whole, kept);
        text[kept] = '\0';
    }
    return length;
}
