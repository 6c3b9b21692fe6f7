/* SPDX-License-Identifier: MIT */
/* Handles of cuBLAS, of cuBLASLt, which takes those of cuBLAS too, and of cuBLASXt: one list for all. */
#ifndef HW_CUDA_BLAS_BLAS_HANDLE_H
#define HW_CUDA_BLAS_BLAS_HANDLE_H

#include "cuda/blas/blas_abi.h"

#include <stdbool.h>

enum hw_blas_handle_kind { HW_BLAS_HANDLE_PLAIN, HW_BLAS_HANDLE_LIGHT, HW_BLAS_HANDLE_OF_MANY };

struct cublasContext {
    struct cublasContext *next;
    enum hw_blas_handle_kind kind;
    cublasPointerMode_t mode;
    cudaStream_t stream;
    /* Kept and given back; they change nothing here.  The last two are cuBLASXt's. */
    int math, atomics, multiprocessors, block, pinning;
};

#pragma GCC visibility push(default)

/* All of these with the lock of src/cuda.  A handle is made only where the host has a BLAS. */
cublasStatus_t hw_blas_handle_create(cublasHandle_t *handle, enum hw_blas_handle_kind kind);
cublasStatus_t hw_blas_handle_destroy(cublasHandle_t handle);
/* Any pointer may be asked about. */
bool hw_blas_handle_known(cublasHandle_t handle);

#pragma GCC visibility pop
#endif
