/* SPDX-License-Identifier: MIT */
/* The interface before CUDA 4.0 has one handle of its own, and keeps its last error. */
#include "cuda/blas/blas_handle.h"
#include "cuda/core/cuda_core.h"
#include "cuda/cublas/cublas_call.h"

static struct {
    cublasHandle_t handle; /* NULL before cublasInit */
    cublasStatus_t status; /* the last that was not success */
} old;

struct hw_blas_call hw_cublas_begin_old(const char *name)
{
    return hw_cublas_begin(name, old.handle);
}

void hw_cublas_end_old(struct hw_blas_call *call)
{
    const cublasStatus_t status = hw_blas_end(call);

    hw_cuda_lock();
    if (status != CUBLAS_STATUS_SUCCESS)
        old.status = status;
    hw_cuda_unlock(cudaSuccess);
}

cublasStatus_t cublasInit(void)
{
    struct hw_blas_call call = hw_blas_begin_plain(__func__);

    if (hw_blas_is_ready(&call) && !old.handle)
        call.status = hw_blas_handle_create(&old.handle, HW_BLAS_HANDLE_PLAIN);
    return hw_blas_end(&call);
}

cublasStatus_t cublasShutdown(void)
{
    struct hw_blas_call call = hw_blas_begin_plain(__func__);

    call.status = hw_blas_handle_destroy(old.handle);
    old.handle = NULL;
    return hw_blas_end(&call);
}

cublasStatus_t cublasGetError(void)
{
    struct hw_blas_call call = hw_blas_begin_plain(__func__);

    call.status = old.status;
    old.status = CUBLAS_STATUS_SUCCESS;
    return hw_blas_end(&call);
}

cublasStatus_t cublasSetKernelStream(cudaStream_t stream)
{
    return cublasSetStream_v2(old.handle, stream);
}
