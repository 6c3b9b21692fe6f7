/* SPDX-License-Identifier: MIT */
/* cuBLASLt as programs call it (cublasLt.h of CUDA 11 to 13: names, numbers and the order of arguments). */
#ifndef HW_CUDA_CUBLASLT_CUBLASLT_H
#define HW_CUDA_CUBLASLT_CUBLASLT_H

#include "cuda/blas/blas_abi.h"

/* Also the handle of cuBLAS is one. */
typedef cublasHandle_t cublasLtHandle_t;

#pragma GCC visibility push(default)

/* --- handles (cublaslt_handle.c) --- */

cublasStatus_t cublasLtCreate(cublasLtHandle_t *handle);
cublasStatus_t cublasLtDestroy(cublasLtHandle_t handle);

#pragma GCC visibility pop
#endif
