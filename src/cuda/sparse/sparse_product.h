/* SPDX-License-Identifier: MIT */
/* Matrices of the host that sparse matrices make together.  All of them: cudaErrorMemoryAllocation, or
 * cudaSuccess; free what they make in any case. */
#ifndef HW_CUDA_SPARSE_SPARSE_PRODUCT_H
#define HW_CUDA_SPARSE_SPARSE_PRODUCT_H

#include "cuda/sparse/csr.h"

/* alpha a b + beta d, where d may be NULL; *products learns how many products there were to add. */
cudaError_t hw_csr_multiply(struct hw_csr *made, const struct hw_csr *a, const struct hw_csr *b,
                            hw_number alpha, const struct hw_csr *d, hw_number beta, int64_t *products);
/* alpha a + beta b. */
cudaError_t hw_csr_add(struct hw_csr *made, const struct hw_csr *a, hw_number alpha, const struct hw_csr *b,
                       hw_number beta);

#endif
