/* The micro-operation: what the interpreter executes, 32 lanes at a time.
 *
 * Before a launch every instruction is translated into one or a few of these.  All operands are rows:
 * a warp's state is one array of rows of 32 words, a row a register.  General registers, condition
 * codes (a value 0..15 a lane), address registers, literals, constants (copied in, they cannot
 * change during a launch), temporaries that hold a shared-memory operand, one row of zeros and one
 * that swallows writes are all rows of it, so no operation asks what kind of operand it has.
 * A 64-bit operand is the two rows `r` (low words) and `r + 1` (high words). */
#ifndef HW_OPS_UOP_H
#define HW_OPS_UOP_H

#include <stdint.h>

#define HW_LANES 32
#define HW_NO_ROW 0xffffu

typedef uint32_t hw_lanes[HW_LANES]; /* one row; rows are 64-byte aligned */

struct hw_uop;
struct hw_warp; /* src/machine/warp.h: begins with the members that operations use, below */

/* What an arithmetic operation sees of a warp: the first member of struct hw_warp. */
struct hw_regs {
    hw_lanes *row;      /* the rows */
    uint32_t exec;      /* the lanes that execute this operation; others keep their old values */
};

typedef void hw_uop_fn(struct hw_regs *regs, const struct hw_uop *uop);

/* Which part of a row's words an operand is. */
enum hw_part { HW_PART_WORD = 0, HW_PART_LOW = 1, HW_PART_HIGH = 2 };

struct hw_uop {
    hw_uop_fn *fn;
    uint16_t d, a, b, c;             /* rows: destination and sources */
    uint16_t cond_out;               /* row of the condition code that gets the flags, or HW_NO_ROW */
    uint16_t cond_in;                /* row of the condition code whose C is added, or HW_NO_ROW */
    uint8_t d_part, a_part, b_part, c_part;   /* enum hw_part; a 16-bit destination leaves the other half alone */
    uint8_t a_flags, b_flags, c_flags;        /* HW_OPERAND_NEG, _ABS, _INV of insn.h */
    uint8_t type, type2;             /* enum hw_type */
    uint8_t round, sat, high, cmp, logic, lanes, mode;   /* as the modifiers of the same names; mode: per operation */
    uint32_t imm;                    /* a literal, where the operation takes one that is no row */
    uint32_t a_and, a_xor, b_and, b_xor, c_and, c_xor;   /* absolute value and negation of 32-bit floats as masks */
};

#endif
