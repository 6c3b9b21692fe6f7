/* SPDX-License-Identifier: MIT */
/* The mnemonic head of decuda's syntax is everything of an instruction before its operands.
 *
 *     @$p0.ne mul24.join.lo.u32.u16.u16 $r4, $r3.lo, $r2.hi
 *     guard   base  modifiers  types    operands
 *
 * Types stand in the order of the operands, and one is enough where all are equal.  Modifiers may stand in
 * any order.  So a head cannot be matched from left to right as NVIDIA's text can.  The reader first takes
 * the head apart; the items of a form's text then claim its parts. */
#ifndef HW_ISA_DECUDA_MNEMONIC_H
#define HW_ISA_DECUDA_MNEMONIC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define HW_DECUDA_MNEMONIC_MODS  12
#define HW_DECUDA_MNEMONIC_TYPES 8

/* The type of an operand: 's', 'u', 'f', 'b' (no sign) and a width, or a label. */
struct hw_operand_type {
    char kind;
    uint8_t bits;
};
struct hw_types {
    uint8_t count;
    struct hw_operand_type type[HW_DECUDA_MNEMONIC_TYPES];
};

/* Read the type that `text` begins with; returns its length, 0 when it is none. */
size_t hw_type_read(const char *text, struct hw_operand_type *type);

/* The type of the first source: it says how s[] is read where the text does not. */
struct hw_operand_type hw_types_source(const struct hw_types *types);
/* The type of the last operand: it says how many digits a literal has. */
struct hw_operand_type hw_types_last(const struct hw_types *types);

/* What the items of a form have claimed so far. */
struct hw_claims {
    bool open, base, guard;
    uint8_t next_type;
    uint16_t mods; /* bit a modifier */
};

struct hw_decuda_mnemonic {
    const char *start, *end; /* base and suffixes */
    struct {
        const char *text;
        uint8_t length;
    } mod[HW_DECUDA_MNEMONIC_MODS];
    uint8_t base_length, mod_count;
    struct hw_types types;
    struct {
        const char *text;
        uint8_t length;
    } type[HW_DECUDA_MNEMONIC_TYPES]; /* the same as they are written */
    bool half;                        /* `.half` is among the modifiers */
    bool guarded;
    uint8_t test, reg;       /* the guard */
    bool any_sign;           /* types match whatever their sign */
    struct hw_claims claims; /* of the form that is tried */
};

struct hw_parser;
struct hw_printer;
struct hw_element;

/* Split the head at the cursor into its parts; the cursor does not move. */
bool hw_decuda_mnemonic_read(struct hw_parser *p);
/* Begin a form: nothing is claimed. */
void hw_decuda_mnemonic_begin(struct hw_parser *p);
/* Claim what a literal or a modifier table names; a blank in a literal ends the head. */
bool hw_decuda_mnemonic_literal(struct hw_parser *p, const struct hw_element *item, const char **rest);
bool hw_decuda_mnemonic_enum(struct hw_parser *p, const struct hw_element *item);
/* Claim one suffix; false without a complaint when it is not there. */
bool hw_decuda_mnemonic_claim(struct hw_parser *p, const char *text, size_t length);
/* End the head: everything in it must have been claimed.  The cursor moves to the operands. */
bool hw_decuda_mnemonic_close(struct hw_parser *p);

/* The same on the printing side: the head is complete, so write equal types once and note them. */
void hw_decuda_mnemonic_finish(struct hw_printer *p);

#endif
