/* SPDX-License-Identifier: MIT */
/* Handles of cuBLAS, and the state of the old interface. */
#ifndef HW_CUDA_BLAS_BLAS_HANDLE_H
#define HW_CUDA_BLAS_BLAS_HANDLE_H

#include "cuda/blas/cublas.h"

#include <stdbool.h>

struct cublasContext {
    struct cublasContext *next;
    cublasPointerMode_t mode;
    cudaStream_t stream;
};

/* All of these with the lock of src/cuda. */
bool hw_blas_known(cublasHandle_t handle);
cublasHandle_t hw_blas_old_handle(void); /* NULL before cublasInit */
void hw_blas_keep_old(cublasStatus_t status);

#endif
