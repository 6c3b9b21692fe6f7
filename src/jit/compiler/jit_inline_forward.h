/* SPDX-License-Identifier: MIT */
/* Wrappers that are one block become part of the code where they are called, by copies of their instructions.
 *
 * LLVM's inliner, and the passes that find out behind it what was stored a moment ago, took a fifth of the
 * time.  Here that is known: within a slice of a segment nobody else stores to registers.  So a word that was
 * loaded or stored is not loaded again, and what is overwritten is not stored.
 *
 * An operation blends its result into the lanes that execute.  What reads the register with the same mask may
 * have any words in the other lanes, so it gets the result before it is blended: operations do not wait for
 * blends, and constants stay constants. */
#ifndef HW_JIT_COMPILER_JIT_INLINE_FORWARD_H
#define HW_JIT_COMPILER_JIT_INLINE_FORWARD_H

#include "jit/compiler/jit_build.h"

/* What a wrapper's parameter points to. */
struct hw_jit_argument {
    LLVMValueRef address; /* NULL: the register, of the slice whose words are known */
    uint16_t reg;
    bool is_destination; /* it keeps what other lanes than those that execute have */
};

/* Room for what is known.  False: there is no memory.  Free it with hw_jit_available_free, also then. */
bool hw_jit_available_begin(struct hw_jit_build *build);
void hw_jit_available_free(struct hw_jit_build *build);

/* Nothing is known: at the begin of a slice, with the address of its words of register 0, and behind what
 * loads or stores registers itself. */
void hw_jit_available_slice(const struct hw_jit_build *build, LLVMValueRef words);
void hw_jit_available_forget(const struct hw_jit_build *build);

/* Other lanes execute. */
void hw_jit_available_mask_changes(const struct hw_jit_build *build);

/* Whether an operand is among what is known: of the slice at hand, and a register of the program. */
bool hw_jit_available_has(const struct hw_jit_build *build, LLVMValueRef words, uint16_t reg);

/* Whether a wrapper can be copied; do that. */
bool hw_jit_can_inline_forward(LLVMValueRef wrapper);
void hw_jit_inline_forward(const struct hw_jit_build *build, LLVMValueRef wrapper,
                           const struct hw_jit_argument *argument);

#endif
