/* SPDX-License-Identifier: MIT */
/* Register promotion (mem2reg over a warp's registers): in small loops the registers that they store are SSA
 * values, and in the warp only where somebody else may look.
 *
 * Such a loop is a region (jit_region.h).  On entry the code loads all registers that the region touches; on
 * exit, and before a call of what may see them, it writes back those that are dirty.  In between LLVM has
 * them in registers of the host, from block to block and around loops.  Slices are unrolled there.
 * Predicates, and what jumps count (jit_icount.h), are promoted likewise. */
#ifndef HW_JIT_COMPILER_JIT_PROMOTE_H
#define HW_JIT_COMPILER_JIT_PROMOTE_H

#include "jit/compiler/jit_build.h"

/* Choose the regions, before wrappers are made.  False: there is no memory.  Free them with
 * hw_jit_promote_free, also then. */
bool hw_jit_promote_select(struct hw_jit_build *build);
void hw_jit_promote_free(struct hw_jit_build *build);
/* Find out what they touch, when wrappers are simple; at the function's begin. */
void hw_jit_promote_begin(struct hw_jit_build *build);

/* Whether a micro-operation is in one of them; whether there are any. */
bool hw_jit_is_promoted(const struct hw_jit_build *build, uint32_t index);
bool hw_jit_promotes(const struct hw_jit_build *build);

/* The words of the slice that begins with a lane. */
struct hw_jit_words hw_jit_promoted_words(const struct hw_jit_build *build, uint32_t index, unsigned lane);

/* Where the code of a micro-operation finds a register's: what a region only reads stays in the warp. */
LLVMValueRef hw_jit_register(const struct hw_jit_build *build, uint32_t index,
                             const struct hw_jit_words *words, uint16_t reg);

/* The block by which code gets to a leader: from outside, or from a micro-operation. */
LLVMBasicBlockRef hw_jit_entry_block(struct hw_jit_build *build, uint32_t leader);
LLVMBasicBlockRef hw_jit_edge_block(struct hw_jit_build *build, uint32_t from, uint32_t leader);

/* At the begin of a leader's block: what is the same in all lanes is in all slices the first one's. */
void hw_jit_promote_enter(const struct hw_jit_build *build, uint32_t leader);

/* Where the code of a micro-operation finds the warp's predicates: a struct hw_regs. */
LLVMValueRef hw_jit_promoted_predicates(const struct hw_jit_build *build, uint32_t index);

/* Before a call in a region: write back what it sees besides registers, predicates and what is counted; and
 * the same with registers that may be dirty.  Nothing elsewhere. */
void hw_jit_flush_state(const struct hw_jit_build *build, uint32_t index);
void hw_jit_write_back(const struct hw_jit_build *build, uint32_t index);
/* Go on behind such a call. */
void hw_jit_reload(const struct hw_jit_build *build, uint32_t index);

/* Write back the operands that a micro-operation loads, reload those that it stores: of the slice at `lane`,
 * or of all lanes. */
#define HW_JIT_ALL_SLICES HW_LANES
void hw_jit_write_back_operands(struct hw_jit_build *build, uint32_t index, unsigned lane);
void hw_jit_reload_operands(struct hw_jit_build *build, uint32_t index, unsigned lane);

/* Where an access is good (jit/inline/inline_address.h); forget that for accesses by what a micro-operation
 * stores. */
LLVMValueRef hw_jit_promoted_address(const struct hw_jit_build *build, uint32_t index);
void hw_jit_promote_invalidate(struct hw_jit_build *build, uint32_t index);

#endif
