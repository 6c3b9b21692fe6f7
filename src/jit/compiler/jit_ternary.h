/* SPDX-License-Identifier: MIT */
/* Machine code of AVX-512 that LLVM is known to get wrong.
 *
 * VPTERNLOG computes any function of three words, bit by bit, which its immediate is the table of; with a
 * mask it leaves lanes of its first operand as they were.  Where a choice of lanes becomes part of one whose
 * third operand is in memory, LLVM changes the order of the operands, and for two of the orders it changes
 * the table as for the other one (LLVM's issue 157929; all versions up to 22.1).  Which orders it has changed
 * cannot be seen in the code; so all of this shape is doubtful: masked, with an operand in memory.  It is
 * rare: LLVM makes it where bits are chosen by a constant, as in a copied sign, and lanes of that or of an
 * operand are chosen then.  Results whose other lanes become zero have patterns of their own, which are
 * right. */
#ifndef HW_JIT_COMPILER_JIT_TERNARY_H
#define HW_JIT_COMPILER_JIT_TERNARY_H

#include <stdbool.h>
#include <stddef.h>

/* Whether an object file has such an instruction, or bytes that look like one. */
bool hw_jit_ternary_is_in(const void *object, size_t size);

#endif
