/* SPDX-License-Identifier: MIT */
/* Constant folding computes the result of an operation on constants. */
#ifndef HW_COMPILER_PASSES_FOLD_H
#define HW_COMPILER_PASSES_FOLD_H

#include "compiler/ir/ir.h"

/* The low `bits` of a value, 64 at most. */
static inline uint64_t hw_fold_cut(uint64_t value, unsigned bits)
{
    return bits >= 64 ? value : value & (((uint64_t)1 << bits) - 1);
}

/* The low `bits`, 1 to 64, as a number with a sign. */
static inline int64_t hw_fold_signed(uint64_t value, unsigned bits)
{
    return (int64_t)(value << (64 - bits)) >> (64 - bits);
}

bool hw_fold_is_float(unsigned type);
bool hw_fold_is_signed(unsigned type);

/* The result of an operation on integers or bits; false: it is no such operation. */
bool hw_fold_evaluate(const struct hw_ir_insn *insn, const uint64_t in[4], uint64_t *out);

#endif
