/* SPDX-License-Identifier: MIT */
/* What both interfaces of cuSPARSE do between sparse matrices, a job's `a`, and dense ones, its `y`. */
#ifndef HW_CUDA_SPARSE_DENSE_CONVERT_H
#define HW_CUDA_SPARSE_DENSE_CONVERT_H

#include "cuda/sparse/sparse_call.h"

/* y of a's entries, and zeros. */
cudaError_t hw_sparse_to_dense(struct hw_sparse_job *job);
/* The entries of y that are not 0, by the rows that the format of `a` stores: columns where that is CSC. Free
 * it in any case. */
cudaError_t hw_sparse_of_dense(const struct hw_sparse_job *job, struct hw_csr *csr);

#endif
