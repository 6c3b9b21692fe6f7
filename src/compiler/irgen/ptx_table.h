/* SPDX-License-Identifier: MIT */
/* The PTX instruction table defines what the instructions of PTX mean: a row for each form of an
 * instruction.
 *
 * A row says which types and modifiers the form has, what its operands are, and which operation comes of it
 * by which function.  An instruction is of the first form that takes all its types and modifiers.
 *
 *   types       those of each place: "s32 u32, f32" are two places
 *   modifiers   words, and sets of them by the names of irgen_modifiers.c; ! behind one: it has to be there
 *   operands    one letter each: upper case is written, lower case is read
 *                 A a   of the first type;   B b, C c  of the second and third
 *                 W w   twice as wide as the first type
 *                 U u   32 bits
 *                 P p   a predicate
 *               `|` binds what is written before and behind it to a pair, whose second may lack; `?` behind
 *               a letter: the operand may lack; * the function looks at the operands itself */
#ifndef HW_COMPILER_IRGEN_PTX_TABLE_H
#define HW_COMPILER_IRGEN_PTX_TABLE_H

#include "compiler/arena.h"
#include "compiler/ir/ir.h"
#include "compiler/ptx/ptx_ast.h"

struct hw_irgen;

#define HW_IRGEN_MAX_TYPES 4

struct hw_irgen_row {
    enum hw_ptx_op op;
    const char *types, *modifiers, *operands;
    void (*lower)(struct hw_irgen *builder);
    enum hw_ir_op ir;
    bool has_effects; /* a guard becomes a branch around it, no selection */
    bool takes_guard; /* it looks after its guard itself */
    uint8_t number;   /* `number` of the operation */
    uint8_t needs;    /* the first target that has it: 70; 0: all */
};

/* What modifiers mean, each in its own member.  Modifiers that mean several things set all of them: a row
 * accepts only those that its form has. */
struct hw_irgen_modifiers {
    uint8_t round, cmp, space, cache;
    uint8_t ftz, sat, satfinite, relu, nan, approximate, full, integral, cc, to, shiftamt, is_volatile, uni;
    uint8_t is_rounded; /* a rounding is said */
    uint8_t half;       /* HW_IRGEN_HALF_LOW ... */
    uint8_t vector;     /* 1, 2, 4, 8 */
    uint8_t logic;      /* 1 + enum hw_logic; HW_IRGEN_POPC */
    uint8_t atom;       /* 1 + enum hw_atom */
    uint8_t wrap;
    uint8_t shape, level, component, query, clamp, formatted, is_right; /* textures and surfaces */
    uint8_t shuffle, vote, test, prmt, scope, order;
    uint8_t merge, shift, plus_one; /* video */
};
enum hw_irgen_half { HW_IRGEN_HALF_LOW = 1, HW_IRGEN_HALF_HIGH, HW_IRGEN_HALF_WIDE };
#define HW_IRGEN_POPC 9
enum hw_irgen_order {
    HW_IRGEN_ORDER_WEAK = 1,
    HW_IRGEN_ORDER_RELAXED,
    HW_IRGEN_ORDER_ACQUIRE,
    HW_IRGEN_ORDER_RELEASE,
    HW_IRGEN_ORDER_ACQ_REL,
    HW_IRGEN_ORDER_SC
};

/* All rows, prepared for look-up. */
struct hw_irgen_rows;
const struct hw_irgen_rows *hw_irgen_rows(struct hw_arena *arena);

/* Whether an operation has any. */
bool hw_irgen_has_rows(const struct hw_irgen_rows *rows, enum hw_ptx_op op);
/* A word of a row that is no modifier; NULL: there is none. */
const char *hw_irgen_unknown_modifier(const struct hw_irgen_rows *rows);

/* A form of an instruction with its types and what its modifiers say.  NULL: it has none, and `text` says
 * what was found and what was expected. */
const struct hw_irgen_row *hw_irgen_match(const struct hw_irgen_rows *rows, const struct hw_ptx_insn *insn,
                                          uint8_t types[HW_IRGEN_MAX_TYPES], struct hw_irgen_modifiers *says,
                                          char *text, size_t size);

/* Tables of rows, each ended by one without `lower`. */
extern const struct hw_irgen_row hw_irgen_rows_numbers[];
extern const struct hw_irgen_row hw_irgen_rows_bits[];
extern const struct hw_irgen_row hw_irgen_rows_moves[];
extern const struct hw_irgen_row hw_irgen_rows_memory[];
extern const struct hw_irgen_row hw_irgen_rows_control[];
extern const struct hw_irgen_row hw_irgen_rows_together[];
extern const struct hw_irgen_row hw_irgen_rows_textures[];
extern const struct hw_irgen_row hw_irgen_rows_video[];

/* Sets of modifiers by name: their words, or NULL. */
const char *hw_irgen_modifier_set(const char *name, size_t length);
/* Enter what a modifier says. */
void hw_irgen_add_modifier(struct hw_irgen_modifiers *says, unsigned modifier);

#endif
