/* SPDX-License-Identifier: MIT */
/* Handles of cuBLAS and cuBLASLt, which takes those of cuBLAS too: one list for both. */
#ifndef HW_CUDA_BLAS_BLAS_HANDLE_H
#define HW_CUDA_BLAS_BLAS_HANDLE_H

#include "cuda/blas/blas_abi.h"

#include <stdbool.h>

struct cublasContext {
    struct cublasContext *next;
    bool light; /* made by cuBLASLt: no handle of cuBLAS */
    cublasPointerMode_t mode;
    cudaStream_t stream;
    int math, atomics, multiprocessors; /* kept and given back; they change nothing here */
};

#pragma GCC visibility push(default)

/* All of these with the lock of src/cuda.  A handle is made only where the host has a BLAS. */
cublasStatus_t hw_blas_handle_create(cublasHandle_t *handle, bool light);
cublasStatus_t hw_blas_handle_destroy(cublasHandle_t handle);
/* Any pointer may be asked about. */
bool hw_blas_handle_known(cublasHandle_t handle);

#pragma GCC visibility pop
#endif
