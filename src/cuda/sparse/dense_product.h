/* SPDX-License-Identifier: MIT */
/* What both interfaces of cuSPARSE do with a sparse matrix and dense ones. */
#ifndef HW_CUDA_SPARSE_DENSE_PRODUCT_H
#define HW_CUDA_SPARSE_DENSE_PRODUCT_H

#include "cuda/sparse/sparse_call.h"

/* y = alpha op_a(a) op_b(x) + beta y, in all batches of y; a beta of 0 does not read y. */
cudaError_t hw_sparse_product(struct hw_sparse_job *job);

/* y with op_a(a) y = alpha op_b(x), of a triangle of `a`, by its `fill` and `diag`.  Where `info` is a struct
 * hw_sparse_info, it learns of a pivot that is missing or 0. */
cudaError_t hw_sparse_solution(struct hw_sparse_job *job);

#endif
