/* SPDX-License-Identifier: MIT */
/* Micro-operations on memory: shared, local, constant, global and generic.
 *
 * Loads, stores and atomics are lane functions (lanes_mem_*.c), which memory_table.h lists by width.
 * Their fields are struct hw_uop_memory.  The address of a lane is its word of register `a` (in shared memory
 * `a` may be HW_NO_REGISTER: no such register) plus mem.offset:
 *
 *   shared, local, constant   mem.mask says which bits of the sum count
 *   global                    an offset in the segment mem.number
 *   device, generic           the address has its high word in register a + 1
 *
 * Loads write register `d` and, for 64 and 128 bits, the registers behind it; stores take register `b` (its
 * high half where `b_part` says so) and the registers behind it.
 *
 * Atomics: d gets the old value (HW_NO_REGISTER: a reduction), b is the operand, c the new value of a
 * compare-and-swap, of type `type`.
 *
 * Every lane's access is checked to the byte before anything is written (by a generic access, before anything
 * is written to that space). */
#ifndef HW_MACHINE_MEMORY_MEMORY_OPS_H
#define HW_MACHINE_MEMORY_MEMORY_OPS_H

#include "ops/uop.h"
#include "ops/value_types.h"

/* Accesses with locks.  The load locks the word of each lane and says whether it did: in p_out, and in
 * mem.cond_out as a comparison (S true, Z false).  The store unlocks; where mem.asks is set it is done only
 * if the word was locked, and says so in p_out. */
hw_uop_fn hw_uop_load_locked, hw_uop_store_unlock;

/* Local memory in an area of device memory (local_in_memory.c): any width, mem.width. */
hw_uop_fn hw_uop_load_local_in_memory, hw_uop_store_local_in_memory;

/* A load from the constant bank that the address names; from constants that the pair of registers b
 * describes. */
hw_uop_fn hw_uop_load_const_segmented, hw_uop_load_const_described;

/* Pieces that translation puts around an instruction. */
hw_uop_fn hw_uop_clear_registers; /* `cleared` registers from d on become zero */
hw_uop_fn hw_uop_insert_half;     /* the half d_part of register d = low half of register a */
hw_uop_fn hw_uop_query_space;     /* p_out: the address is in mem.space, an enum hw_operand_kind */
hw_uop_fn hw_uop_first_lane;      /* register d of the path's lanes = a of the lowest executing one; p_out:
                                     p_in, or a lane's own is another */
hw_uop_fn hw_uop_addr_warp;       /* register d of all lanes = its word of the lowest executing lane */

/* d = special register number `special`. */
hw_uop_fn hw_uop_s2r;
/* The same for a clock that a listener sets: until it knows the value, the warp stops and queries again. */
hw_uop_fn hw_uop_read_clock;

#endif
