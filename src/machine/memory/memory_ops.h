/* Micro-operations on memory: shared, local, constant, global and generic.
 *
 * Loads, stores and atomics are register functions (lanes_mem_*.c), which the table of alu.h lists by width.
 * The address of a lane is its word of register `a` (in shared memory `a` may be HW_NO_REGISTER: no such
 * register) plus `imm`: shared, local, constant   of which the bits `a_and` count global an offset in the
 * segment `mode` device, generic           with its high word in register a + 1; `imm` is signed Loads write
 * register `d` and, for 64 and 128 bits, the registers behind it; stores take register `b` (its high half
 * where `b_part` says so) and the registers behind it.  `mode` is the number of the constant bank or global
 * segment.
 *
 * Atomics: d gets the old value (HW_NO_REGISTER: a reduction), b is the operand, c the new value of a
 * compare-and-swap; logic: enum hw_atom; type: enum hw_type; high: enum hw_atomic_rules.
 *
 * Every lane's access is checked to the byte before anything is written (by a generic access, before anything
 * is written to that space). */
#ifndef HW_OPS_MEM_H
#define HW_OPS_MEM_H

#include "ops/uop.h"

/* The widths, by index: u8 s8 u16 s16 b32 b64 b128. */
enum hw_width {
    HW_WIDTH_U8 = 0,
    HW_WIDTH_S8,
    HW_WIDTH_U16,
    HW_WIDTH_S16,
    HW_WIDTH_B32,
    HW_WIDTH_B64,
    HW_WIDTH_B128,
    HW_WIDTHS
};

/* Accesses with locks.  The load locks the word of each lane and says whether it did: in p_out, and in
 * cond_out as a comparison (S true, Z false).  The store unlocks; where opt[2] is set it is done only if the
 * word was locked, and says so in p_out.  opt[0]: enum hw_width; opt[1]: HW_OPERAND_SHARED or _GENERIC. */
hw_uop_fn hw_uop_load_locked, hw_uop_store_unlock;

/* A load from the constant bank that the address names; opt[0]: enum hw_width. */
hw_uop_fn hw_uop_load_const_segmented;

/* Pieces that translation puts around an instruction. */
hw_uop_fn hw_uop_clear_registers; /* imm registers from d on become zero */
hw_uop_fn hw_uop_insert_half;     /* the half d_part of register d = low half of register a */
hw_uop_fn hw_uop_addr_warp;       /* register d of all lanes = its word of the lowest executing lane */

/* d = special register number imm. */
hw_uop_fn hw_uop_s2r;

#endif
