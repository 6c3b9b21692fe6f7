/* SPDX-License-Identifier: MIT */
/* Moves of all lanes' words between memory and rows, which are as a warp's registers, or values. */
#ifndef HW_JIT_COMPILER_JIT_VECTOR_MEMORY_H
#define HW_JIT_COMPILER_JIT_VECTOR_MEMORY_H

#include "jit/compiler/jit_build.h"

#define HW_JIT_MOST_WORDS 4u /* of an access, for a lane */

/* The slices of an access's registers, one register behind the other. */
struct hw_jit_moved {
    LLVMValueRef word[HW_JIT_MOST_WORDS][HW_JIT_SLICES_MAX];
};

/* All lanes load from one address: the first slice of each register's row. */
void hw_jit_load_broadcast(const struct hw_jit_build *build, LLVMValueRef from, enum hw_width width,
                           LLVMValueRef row);
/* The lanes load from addresses in a series, words at least: the rows of the registers. */
void hw_jit_load_contiguous(const struct hw_jit_build *build, LLVMValueRef from, enum hw_width width,
                            LLVMValueRef row);
/* They store so. */
void hw_jit_store_contiguous(const struct hw_jit_build *build, LLVMValueRef to, enum hw_width width,
                             const struct hw_jit_moved *moved);

/* A whole row and words in a series: it is loaded from them, or stored to them. */
void hw_jit_move_row(const struct hw_jit_build *build, bool loads, LLVMValueRef series, LLVMValueRef row);
/* A whole row is loaded from one word. */
void hw_jit_load_row(const struct hw_jit_build *build, LLVMValueRef word, LLVMValueRef row);

/* A slice of a row, or of any 32 words. */
LLVMValueRef hw_jit_load_slice(const struct hw_jit_build *build, LLVMValueRef row, unsigned slice,
                               unsigned align);
void hw_jit_store_slice(const struct hw_jit_build *build, LLVMValueRef row, unsigned slice,
                        LLVMValueRef words, unsigned align);
/* A vector of one word. */
LLVMValueRef hw_jit_splat(const struct hw_jit_build *build, LLVMValueRef word);
/* Whether all words of a row are the same. */
LLVMValueRef hw_jit_is_uniform(const struct hw_jit_build *build, LLVMValueRef row);

#endif
