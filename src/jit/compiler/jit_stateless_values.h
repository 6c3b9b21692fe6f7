/* SPDX-License-Identifier: MIT */
/* Registers and predicates in code for warps without a state (jit_stateless.h): they are values of the code,
 * and knows which are the same in all lanes.
 *
 * An operation whose operands are the same in all lanes is done for one slice, and one whose operands are the
 * same in all warps of a block before the loop over warps.  Everything is straight code, so at each
 * micro-operation there is one answer for each register. */
#ifndef HW_JIT_COMPILER_JIT_STATELESS_VALUES_H
#define HW_JIT_COMPILER_JIT_STATELESS_VALUES_H

#include "jit/compiler/jit_vector_memory.h"

/* Where a value is the same. */
enum hw_jit_same { HW_JIT_SAME_IN_BLOCK = 0, HW_JIT_SAME_IN_WARP, HW_JIT_SAME_NOT };

struct hw_jit_value {
    enum hw_jit_same same;
    bool begun;        /* its words are not what a warp begins with; or are values already */
    bool everywhere;   /* all its slices are in `rows` */
    bool in_fixed;     /* it is in `fixed` */
    LLVMValueRef word; /* the same in the block: a slice of it; NULL: not computed yet */
};

struct hw_jit_stateless_values {
    struct hw_jit_build *build;
    LLVMBasicBlockRef begin;  /* before the loop over warps; it has no end yet */
    LLVMValueRef given;       /* registers: literals, and special ones that stay in the block */
    LLVMValueRef by_number;   /* this warp's special registers that stay by number */
    LLVMValueRef fixed, rows; /* as the warp's registers: before the loop, and in it */
    LLVMValueRef assumed;     /* before the loop: what was taken to be the same is */
    struct hw_jit_value *reg; /* by register */
    enum hw_jit_same pred_same[HW_PREDICATES];
    LLVMValueRef pred[HW_PREDICATES][HW_JIT_SLICES_MAX]; /* bits; what is the same has only the first */
};

/* In `begin`, which is where the builder is.  False: there is no memory; free it also then. */
bool hw_jit_values_begin(struct hw_jit_stateless_values *values, struct hw_jit_build *build,
                         LLVMValueRef given);
void hw_jit_values_free(struct hw_jit_stateless_values *values);

/* Whether code knows what a register holds. */
bool hw_jit_values_have(const struct hw_jit_stateless_values *values, uint32_t reg);

/* Let all slices of a register be in `rows`; returns where they are. */
LLVMValueRef hw_jit_values_row(struct hw_jit_stateless_values *values, uint16_t reg);
/* They have been stored there: all, or of what is the same in the warp the first. */
void hw_jit_values_stored(struct hw_jit_stateless_values *values, uint16_t reg, enum hw_jit_same same);

/* What is inlined. */
void hw_jit_values_compute(struct hw_jit_stateless_values *values, uint32_t index);

/* Whether any lane leaves at a micro-operation. */
LLVMValueRef hw_jit_values_leaving(struct hw_jit_stateless_values *values, uint32_t index);

#endif
