/* SPDX-License-Identifier: MIT */
/* Handles of cuBLASLt. */
#include "cuda/blas/blas_handle.h"
#include "cuda/core/cuda_core.h"
#include "cuda/cublaslt/cublaslt.h"

cublasStatus_t cublasLtCreate(cublasLtHandle_t *handle)
{
    const cublasStatus_t status =
        hw_cuda_enter() ? hw_blas_handle_create(handle, HW_BLAS_HANDLE_LIGHT) : CUBLAS_STATUS_NOT_INITIALIZED;

    hw_cuda_unlock(cudaSuccess);
    return status;
}

cublasStatus_t cublasLtDestroy(cublasLtHandle_t handle)
{
    hw_cuda_lock();
    const cublasStatus_t status = hw_blas_handle_destroy(handle);
    hw_cuda_unlock(cudaSuccess);
    return status;
}
