/* SPDX-License-Identifier: MIT */
/* Work on numbers of mixed types: operands and scalars are widened to a kind of numbers that the host's BLAS
 * computes with, the work is done on them, and what it has changed is rounded to its own type, once. */
#ifndef HW_CUDA_BLAS_BLAS_ACCUMULATE_H
#define HW_CUDA_BLAS_BLAS_ACCUMULATE_H

#include "cuda/blas/blas_call.h"
#include "cuda/blas/blas_type.h"

/* The type of an operand, and what becomes of it. */
struct hw_blas_typed {
    cudaDataType type;
    bool written;
};

#pragma GCC visibility push(default)

/* The kind of the numbers CUDA_R_32F, R_64F, C_32F and C_64F; NULL for others. */
const struct hw_blas_type *hw_blas_type_of(cudaDataType type);
/* A job that has been prepared does `inner` on numbers of `wide`: its first operands are of these types, its
 * scalars of `scalar`.  Types that do not go together are not supported. */
void hw_blas_widen(struct hw_blas_call *call, cudaDataType wide, hw_blas_run_fn *inner, cudaDataType scalar,
                   const struct hw_blas_typed *operands, int count);
/* One operand more. */
void hw_blas_widen_operand(struct hw_blas_call *call, int operand, struct hw_blas_typed typed);

#pragma GCC visibility pop
#endif
