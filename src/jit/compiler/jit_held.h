/* SPDX-License-Identifier: MIT */
/* Small loops whose code holds the registers that they store: these are in the warp only where somebody else
 * may look.
 *
 * They are intervals of places (jit_interval.h).  Where code comes into one it takes all registers that the
 * interval touches; where it goes out, and before a call of what may see them, it puts back what it stored.
 * In between LLVM has them in registers of the host, from one segment to the next and around loops.  Slices
 * are not a loop there, but one behind the other.  Predicates, and what jumps count (jit_count.h), are held
 * likewise. */
#ifndef HW_JIT_COMPILER_JIT_HELD_H
#define HW_JIT_COMPILER_JIT_HELD_H

#include "jit/compiler/jit_build.h"

/* Choose the intervals, before wrappers are made.  False: there is no memory.  Free them with
 * hw_jit_held_free, also then. */
bool hw_jit_held_choose(struct hw_jit_build *build);
void hw_jit_held_free(struct hw_jit_build *build);
/* Find out what they touch, when wrappers are simple; at the function's begin. */
void hw_jit_held_begin(struct hw_jit_build *build);

/* Whether a place is in one of them; whether there are any. */
bool hw_jit_is_held(const struct hw_jit_build *build, uint32_t place);
bool hw_jit_holds(const struct hw_jit_build *build);

/* The words of the slice that begins with a lane. */
struct hw_jit_words hw_jit_held_words(const struct hw_jit_build *build, uint32_t place, unsigned lane);

/* Where the code of a place finds a register's: what an interval only reads stays in the warp. */
LLVMValueRef hw_jit_register(const struct hw_jit_build *build, uint32_t place,
                             const struct hw_jit_words *words, uint16_t reg);

/* The block by which code gets to a leader: from outside, or from a place. */
LLVMBasicBlockRef hw_jit_entrance(struct hw_jit_build *build, uint32_t leader);
LLVMBasicBlockRef hw_jit_way(struct hw_jit_build *build, uint32_t from, uint32_t leader);

/* At the begin of a leader's block: what is the same in all lanes is in all slices the first one's. */
void hw_jit_held_come(const struct hw_jit_build *build, uint32_t leader);

/* Where the code of a place finds the warp's predicates: a struct hw_regs. */
LLVMValueRef hw_jit_held_predicates(const struct hw_jit_build *build, uint32_t place);

/* Put what a call sees besides registers before a held place: predicates, and what is counted; nothing
 * elsewhere.  And the same with registers that may have been stored. */
void hw_jit_put_warp(const struct hw_jit_build *build, uint32_t place);
void hw_jit_put_all(const struct hw_jit_build *build, uint32_t place);
/* Go on behind such a call. */
void hw_jit_take_again(const struct hw_jit_build *build, uint32_t place);

/* Put or take the operands that a micro-operation loads, or stores: of the slice at `lane`, or of all lanes.
 */
#define HW_JIT_ALL_SLICES HW_LANES
void hw_jit_put_operands(struct hw_jit_build *build, uint32_t place, unsigned lane);
void hw_jit_take_operands(struct hw_jit_build *build, uint32_t place, unsigned lane);

/* Where an access is good (jit/inline/inline_address.h); forget that for accesses by what a micro-operation
 * stores. */
LLVMValueRef hw_jit_held_place(const struct hw_jit_build *build, uint32_t place);
void hw_jit_held_forget(struct hw_jit_build *build, uint32_t place);

#endif
