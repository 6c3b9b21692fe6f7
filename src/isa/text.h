/* SPDX-License-Identifier: MIT */
/* This header is the inside of the printer and the parser: the writer, the state of both, and the table of
 * primitives.
 */
#ifndef HW_ISA_TEXT_H
#define HW_ISA_TEXT_H

#include <string.h>

#include "isa/decuda_mnemonic.h"
#include "isa/parse_help.h"
#include "isa/primitives.h"
#include "isa/tables.h"

/* ---------------------------------------------------------------- printing */

struct hw_printer {
    char *at, *end; /* where the next character goes; one past the last that fits */
    const struct hw_insn *insn;
    enum hw_language language;
    enum hw_text template; /* of the form's texts */
    bool old;              /* CUDA 4 and before: `c [0x1] [0x0]`, `pt`, literals as they stand in the word */
    uint64_t address;
    uint32_t shown;          /* bit a field: its value stands in the text */
    uint64_t shown_spare[2]; /* spare bits of the word that stand in the text */
    uint32_t noted;          /* bit a field: it is annotated although it has its preset value */
    const char *note;        /* a note that a primitive adds, or NULL */
    char *head;              /* decuda: where the head begins, NULL behind it */
    struct hw_types types;   /* decuda: of the head */
    uint32_t reuse;          /* bit a slot of the operand cache: what it holds is kept */
    bool reused;             /* the operand being printed is: `.reuse` follows at its end */
};

static inline void hw_append_char(struct hw_printer *p, char c)
{
    if (p->at < p->end)
        *p->at++ = c;
}

static inline void hw_append_text(struct hw_printer *p, const char *text, size_t length)
{
    size_t room = (size_t)(p->end - p->at);
    if (length > room)
        length = room;
    memcpy(p->at, text, length);
    p->at += length;
}

#define hw_append_literal(p, text) hw_append_text((p), (text), sizeof(text) - 1)

void hw_append_hex(struct hw_printer *p, uint64_t value);   /* 0x... without leading zeros */
void hw_append_signed(struct hw_printer *p, int64_t value); /* the same with a minus sign */
void hw_append_padded(struct hw_printer *p, uint64_t value, unsigned digits); /* digits only */
void hw_append_decimal(struct hw_printer *p, unsigned value);
/* The end of an operand, and `, `. */
void hw_end_operand(struct hw_printer *p);
void hw_append_comma(struct hw_printer *p);
/* The bracket of c[..], o[..] and global14[..]: older dialects put a blank before it. */
void hw_append_open(struct hw_printer *p);

/* ---------------------------------------------------------------- parsing */

struct hw_parser {
    const char *text, *at;
    struct hw_insn *insn;
    enum hw_language language;
    bool old; /* as the printer's */
    uint64_t address;
    enum hw_text template;            /* the text of the form that is tried */
    uint32_t given;                   /* bit a field: the text has set it */
    const char *need_note;            /* a note without which the text means another form, or NULL */
    uint64_t unnamed;                 /* bit an item of the form: a modifier that the text does not name */
    const char *unnamed_at;           /* where the first of them would stand */
    const char *omitted;              /* where a form that takes all of the text lacks a modifier, or NULL */
    const char *omitted_expected;     /* what it expects there */
    const struct hw_element *implied; /* a name that operands imply, which the text has, or NULL */
    const char *implied_at;           /* where it stands */
    struct hw_decuda_mnemonic head;   /* decuda */
    uint8_t slot;                     /* slot of the operand cache of the last register, HW_NO_SLOT: none */
    uint32_t reuse;                   /* bit a slot: the text says `.reuse` */
    bool has_reuse;                   /* code of the chip has bits for that */
    bool lacking;                     /* the text is an instruction that the chip lacks */
    struct hw_choices *choices;       /* where an error is explained: filled with what may stand there */
    const char *furthest; /* the furthest position at which something was expected and not found */
    const char *expected; /* what; NULL when nothing was noted */
    hw_status status;
};

/* Where the text names none of a modifier's values: the value is one without text, or a note gives it. */
bool hw_omit_enum(struct hw_parser *p, const struct hw_element *item, const char *expected);
/* Behind the notes: whether the values that the text does not name have no text, and a name that the operands
 * imply is theirs. */
bool hw_modifiers_fit(struct hw_parser *p);

/* An item that is no literal, as it is written of an instruction by itself: its length. */
size_t hw_print_item(const struct hw_insn *insn, const struct hw_element *item,
                     const struct hw_parser *parser, char text[HW_TEXT_MAX]);

/* What a name is made of. */
static inline bool hw_is_word(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_';
}

static inline void hw_skip_blanks(struct hw_parser *p)
{
    while (*p->at == ' ' || *p->at == '\t')
        p->at++;
}

/* Match `text` exactly, after blanks. */
static inline bool hw_accept(struct hw_parser *p, const char *text)
{
    hw_skip_blanks(p);
    const char *s = p->at;
    for (; *text; text++, s++)
        if (*s != *text)
            return false;
    p->at = s;
    return true;
}

/* Record that `what` was expected at the cursor; returns false for `return hw_expect(...)`. */
bool hw_expect(struct hw_parser *p, const char *what);
/* The same of a value that was understood and cannot be: what other forms expect instead says less. */
bool hw_expect_range(struct hw_parser *p, const char *what);
/* The end of an operand, where `.reuse` may stand; a comma behind it. */
void hw_accept_end(struct hw_parser *p);
bool hw_accept_comma(struct hw_parser *p);
/* Where an error is explained: a modifier that may stand here, unless it is one of reserved values. */
void hw_offer_choice(struct hw_parser *p, const char *text, size_t length);
/* The longest text of a table that stands here as an entire word, or NULL; the cursor moves past it. */
const struct hw_enum_entry *hw_accept_enum(struct hw_parser *p, const struct hw_enum *table);
/* Match `text` as a whole word: no letter, digit or underscore may follow. */
bool hw_accept_word(struct hw_parser *p, const char *text);
/* An unsigned number: decimal, 0x hexadecimal, in decuda's language also octal with a leading 0. */
bool hw_accept_number(struct hw_parser *p, uint64_t *value);
/* Give argument `index` of the item a value: it must fit the field, agree with what the text gave the
 * same field before, or be the value that the form fixes. */
bool hw_give(struct hw_parser *p, const struct hw_element *item, unsigned index, uint64_t value);
bool hw_give_field(struct hw_parser *p, unsigned field, uint64_t value);
/* The same with the register that reads as zero, which the text omits. */
bool hw_give_zero(struct hw_parser *p, const struct hw_element *item, unsigned index);
/* Give the arguments of a modifier table their parts of the value. */
bool hw_give_enum(struct hw_parser *p, const struct hw_element *item, uint64_t value);

/* One item of a form. */
bool hw_parse_item(struct hw_parser *p, const struct hw_element *item);

/* A hexadecimal number of up to 128 bits, no wider than the instruction. */
bool hw_accept_mask(struct hw_parser *p, uint64_t mask[2]);
/* The notes behind ` # `. */
bool hw_parse_annotations(struct hw_parser *p);
/* decuda: read a guard, if there is one, into the head. */
bool hw_read_guard(struct hw_parser *p);
/* decuda: the value of an `access=` note, given to an operand in s[]. */
bool hw_accept_access(struct hw_parser *p, const struct hw_element *item);

/* ---------------------------------------------------------------- primitives */

struct hw_primitive {
    void (*print)(struct hw_printer *p, const struct hw_element *item);
    bool (*parse)(struct hw_parser *p, const struct hw_element *item);
    void (*view)(const struct hw_insn *insn, const struct hw_element *item, struct hw_semantics *view);
};
extern const struct hw_primitive hw_primitive[HW_ELEMENT_COUNT];
/* What a primitive writes behind the bars of an absolute value; NULL: nothing. */
struct hw_abs_suffix {
    void (*print)(struct hw_printer *p, const struct hw_element *item);
    bool (*parse)(struct hw_parser *p, const struct hw_element *item);
};
extern const struct hw_abs_suffix hw_abs_suffixes[HW_ELEMENT_COUNT];
extern const bool hw_primitive_literal[HW_ELEMENT_COUNT]; /* its marks stand behind it, as in 0.5.NEG */

/* Bits of the word as far as they are ignored or unknown. */
static inline uint64_t hw_spare_bits(const struct hw_insn *insn, const struct hw_arg *arg)
{
    uint64_t word[2];
    for (unsigned i = 0; i < 2; i++)
        word[i] = (insn->form->ignored.value[i] ^ insn->ignored[i]) | insn->unknown[i];
    return hw_extract(word, arg->value, arg->bits);
}

static inline uint64_t hw_arg_of(const struct hw_insn *insn, const struct hw_element *item, unsigned index)
{
    const struct hw_arg *arg = &item->arg[index];
    if (arg->field == HW_SPARE)
        return hw_spare_bits(insn, arg);
    return arg->field == HW_NO_FIELD ? arg->value : insn->field[arg->field];
}

/* The value of a modifier: its arguments' bits joined, high ones first. */
static inline uint64_t hw_enum_value(const struct hw_insn *insn, const struct hw_element *item)
{
    uint64_t value = 0;
    for (unsigned i = 0; i < item->arg_count; i++)
        value = value << item->arg[i].bits | hw_arg_of(insn, item, i);
    return value;
}

/* Whether a modifier can have a value that no text names. */
static inline bool hw_enum_has_holes(const struct hw_element *item)
{
    unsigned bits = 0;
    for (unsigned i = 0; i < item->arg_count; i++)
        bits += item->arg[i].bits;
    return hw_element_table(item)->values < 1u << bits;
}

/* Spare bits of the word are in the text.  Few forms show any, so this is not in line. */
void hw_show_spare(struct hw_printer *p, const struct hw_arg *arg);

/* Argument `index` for printing: its field counts as shown. */
static inline uint64_t hw_show(struct hw_printer *p, const struct hw_element *item, unsigned index)
{
    const struct hw_arg *arg = &item->arg[index];
    if (arg->field == HW_SPARE)
        hw_show_spare(p, arg);
    else if (arg->field != HW_NO_FIELD)
        p->shown |= 1u << arg->field;
    return hw_arg_of(p->insn, item, index);
}

/* Argument `index` as a register: what it is called at zero, and whether the operand cache keeps it. */
static inline const struct hw_field *hw_arg_field(const struct hw_insn *insn, const struct hw_element *item,
                                                  unsigned index)
{
    return item->arg[index].field < HW_SPARE ? &hw_form_fields(insn->form)[item->arg[index].field] : NULL;
}

/* Argument `index` as a register, with HW_RZ for the letter's `zero`; likewise for printing. */
static inline uint64_t hw_register_of(const struct hw_insn *insn, const struct hw_element *item,
                                      unsigned index)
{
    const unsigned field = item->arg[index].field;
    if (field >= HW_SPARE)
        return item->arg[index].value;
    uint64_t number = insn->field[field];
    return number == hw_form_fields(insn->form)[field].zero ? HW_RZ : number;
}

static inline uint64_t hw_show_register(struct hw_printer *p, const struct hw_element *item, unsigned index)
{
    (void)hw_show(p, item, index);
    return hw_register_of(p->insn, item, index);
}

static inline unsigned hw_arg_bits(const struct hw_insn *insn, const struct hw_element *item, unsigned index)
{
    return hw_form_fields(insn->form)[item->arg[index].field].bits;
}

static inline bool hw_mark(const struct hw_insn *insn, uint8_t field)
{
    return field != HW_NO_FIELD && (field == HW_ALWAYS || insn->field[field]);
}

static inline int64_t hw_sign_extend(uint64_t value, unsigned bits)
{
    uint64_t sign = 1ull << (bits - 1);
    return (int64_t)((value ^ sign) - sign);
}

static inline struct hw_operand *hw_new_operand(struct hw_semantics *view, enum hw_operand_kind kind,
                                                unsigned bytes)
{
    struct hw_operand *operand = &view->operand[view->operand_count++];
    *operand = (struct hw_operand){.kind = kind, .bytes = bytes};
    return operand;
}

/* Look a modifier's text up: the entry for a value, or NULL where it has none. */
/* The entry without text: that of a modifier which the text omits; or NULL. */
const struct hw_enum_entry *hw_enum_empty(const struct hw_enum *table);

static inline const struct hw_enum_entry *hw_enum_find(const struct hw_enum *table, uint64_t value)
{
    if (value >= table->index_count || table->index[value] == 0xff)
        return NULL;
    return &table->entry[table->index[value]];
}

#endif
