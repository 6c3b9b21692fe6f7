/* Inside of printing and parsing: the writer, the two walkers' state, and the table of primitives. */
#ifndef HW_ISA_TEXT_H
#define HW_ISA_TEXT_H

#include <string.h>

#include "isa/primitives.h"
#include "isa/rows.h"

/* ---------------------------------------------------------------- printing */

struct hw_printer {
    char *at, *end;              /* where the next character goes; one past the last that fits */
    const struct hw_insn *insn;
    enum hw_language language;
    bool spaced;                 /* old dialects: `c [0x1] [0x0]`, `o [0x7f]`, `global14 [R0]` */
    uint64_t address;
    uint32_t shown;              /* bit a field: its value stands in the text */
    bool exit_note;              /* the text does not show that the instruction exits */
};

static inline void hw_put(struct hw_printer *p, char c)
{
    if (p->at < p->end)
        *p->at++ = c;
}

static inline void hw_put_text(struct hw_printer *p, const char *text, size_t length)
{
    size_t room = (size_t)(p->end - p->at);
    if (length > room)
        length = room;
    memcpy(p->at, text, length);
    p->at += length;
}

#define hw_put_literal(p, text) hw_put_text((p), (text), sizeof(text) - 1)

void hw_put_hex(struct hw_printer *p, uint64_t value);           /* 0x... without leading zeros */
void hw_put_signed(struct hw_printer *p, int64_t value);         /* the same with a minus sign */
void hw_put_padded(struct hw_printer *p, uint64_t value, unsigned digits);   /* digits only */
void hw_put_decimal(struct hw_printer *p, unsigned value);

/* ---------------------------------------------------------------- parsing */

struct hw_parser {
    const char *text, *at;
    struct hw_insn *insn;
    enum hw_language language;
    uint64_t address;
    uint32_t given;              /* bit a field: the text has set it */
    const char *furthest;        /* the furthest place at which something was expected in vain */
    const char *expected;        /* what; "" when nothing was noted */
    hw_status status;
};

/* Note that `what` was expected at the current place; returns false for `return hw_expect(...)`. */
bool hw_expect(struct hw_parser *p, const char *what);
void hw_skip_blanks(struct hw_parser *p);
/* Match `text` exactly, after blanks. */
bool hw_take(struct hw_parser *p, const char *text);
/* The same as a whole word: no letter, digit or underscore may follow. */
bool hw_take_word(struct hw_parser *p, const char *text);
/* An unsigned number: decimal or 0x hexadecimal. */
bool hw_take_number(struct hw_parser *p, uint64_t *value);
/* Give argument `index` of the item a value: it must fit the field, agree with what the text gave the
 * same field before, or be the value that the form fixes. */
bool hw_give(struct hw_parser *p, const struct hw_element *item, unsigned index, uint64_t value);
bool hw_give_field(struct hw_parser *p, unsigned field, uint64_t value);

/* ---------------------------------------------------------------- primitives */

struct hw_primitive {
    void (*print)(struct hw_printer *p, const struct hw_element *item);
    bool (*parse)(struct hw_parser *p, const struct hw_element *item);
    void (*view)(const struct hw_insn *insn, const struct hw_element *item, struct hw_view *view);
};
extern const struct hw_primitive hw_primitive[HW_ELEMENT_COUNT];

static inline uint64_t hw_arg_of(const struct hw_insn *insn, const struct hw_element *item, unsigned index)
{
    const struct hw_arg *arg = &item->arg[index];
    return arg->field == HW_NO_FIELD ? arg->value : insn->field[arg->field];
}

/* Argument `index` for printing: its field counts as shown. */
static inline uint64_t hw_show(struct hw_printer *p, const struct hw_element *item, unsigned index)
{
    const struct hw_arg *arg = &item->arg[index];
    if (arg->field == HW_NO_FIELD)
        return arg->value;
    p->shown |= 1u << arg->field;
    return p->insn->field[arg->field];
}

static inline unsigned hw_arg_bits(const struct hw_insn *insn, const struct hw_element *item, unsigned index)
{
    return insn->row->field[item->arg[index].field].bits;
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

static inline struct hw_operand *hw_new_operand(struct hw_view *view, enum hw_operand_kind kind, unsigned bytes)
{
    struct hw_operand *operand = &view->operand[view->operand_count++];
    *operand = (struct hw_operand){ .kind = (uint8_t)kind, .bytes = (uint8_t)bytes };
    return operand;
}

/* Look a modifier's text up: the entry for a value, or NULL where it has none. */
static inline const struct hw_enum_entry *hw_enum_find(const struct hw_enum *table, uint64_t value)
{
    if (value >= table->index_count || table->index[value] == 0xff)
        return NULL;
    return &table->entry[table->index[value]];
}

#endif
