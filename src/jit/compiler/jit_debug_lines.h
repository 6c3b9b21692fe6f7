/* SPDX-License-Identifier: MIT */
/* Debug locations number micro-operations as if they were lines of a file, for requests that ask for lines.
 * Line 0 is what belongs to no single micro-operation: loops over slices, entries, exits.  The machine code
 * is the same as without. */
#ifndef HW_JIT_COMPILER_JIT_DEBUG_LINES_H
#define HW_JIT_COMPILER_JIT_DEBUG_LINES_H

#include "jit/compiler/jit_build.h"

/* Before functions are added that have lines, and when all are complete. */
void hw_jit_lines_begin(struct hw_jit_build *build);
void hw_jit_lines_end(struct hw_jit_build *build);

/* A function has lines; those that several micro-operations share have none. */
void hw_jit_lines_of(const struct hw_jit_build *build, LLVMValueRef function);

/* From here on instructions are of this micro-operation, or of none. */
void hw_jit_lines_at(const struct hw_jit_build *build, uint32_t index);
void hw_jit_lines_at_none(const struct hw_jit_build *build);

#endif
