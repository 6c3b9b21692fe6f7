/* SPDX-License-Identifier: MIT */
/* What a product of mixed types is computed in. */
#ifndef HW_CUDA_BLAS_BLAS_COMPUTE_H
#define HW_CUDA_BLAS_BLAS_COMPUTE_H

#include "cuda/blas/blas_abi.h"

#include <stdbool.h>

struct hw_blas_compute {
    bool known;
    cudaDataType wide;   /* what sums are computed in */
    cudaDataType scalar; /* of the factors */
};

#pragma GCC visibility push(default)

/* For a cublasComputeType_t or, of programs of CUDA 10, a cudaDataType, and the types of the factors and of
 * the result.  Sums of half's are float's, those of whole numbers double's, which hold them exactly. */
struct hw_blas_compute hw_blas_compute_of(int compute, cudaDataType factor, cudaDataType result);

#pragma GCC visibility pop
#endif
