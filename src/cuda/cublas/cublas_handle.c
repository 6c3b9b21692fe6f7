/* SPDX-License-Identifier: MIT */
/* Handles of cuBLAS and what a program sets on them. */
#include "cuda/blas/blas_handle.h"
#include "cuda/core/cuda_core.h"
#include "cuda/cublas/cublas_call.h"

cublasStatus_t cublasCreate_v2(cublasHandle_t *handle)
{
    struct hw_blas_call call = hw_blas_begin_plain(__func__);

    if (hw_blas_is_ready(&call))
        call.status = hw_blas_handle_create(handle, HW_BLAS_HANDLE_PLAIN);
    return hw_blas_end(&call);
}

/* Also of a device that has been reset, or has a fault. */
cublasStatus_t cublasDestroy_v2(cublasHandle_t handle)
{
    struct hw_blas_call call = hw_blas_begin_plain(__func__);

    call.status = hw_blas_handle_destroy(handle);
    return hw_blas_end(&call);
}

/* --- numbers that a handle keeps --- */

/* The body of a function that keeps a number of a handle, or gives it back. */
#define SET(member, value, right)                                 \
    struct hw_blas_call call = hw_cublas_begin(__func__, handle); \
    hw_blas_check(&call, right, CUBLAS_STATUS_INVALID_VALUE);     \
    if (hw_blas_is_ready(&call))                                  \
        handle->member = (value);                                 \
    return hw_blas_end(&call)
#define GET(to, value)                                               \
    struct hw_blas_call call = hw_cublas_begin(__func__, handle);    \
    hw_blas_check(&call, (to) != NULL, CUBLAS_STATUS_INVALID_VALUE); \
    if (hw_blas_is_ready(&call))                                     \
        *(to) = (value);                                             \
    return hw_blas_end(&call)

cublasStatus_t cublasSetStream_v2(cublasHandle_t handle, cudaStream_t stream)
{
    SET(stream, stream, !hw_blas_is_ready(&call) || hw_cuda_stream_check(stream) == cudaSuccess);
}

cublasStatus_t cublasGetStream_v2(cublasHandle_t handle, cudaStream_t *stream)
{
    GET(stream, handle->stream);
}

cublasStatus_t cublasSetPointerMode_v2(cublasHandle_t handle, cublasPointerMode_t mode)
{
    SET(mode, mode, mode == CUBLAS_POINTER_MODE_HOST || mode == CUBLAS_POINTER_MODE_DEVICE);
}

cublasStatus_t cublasGetPointerMode_v2(cublasHandle_t handle, cublasPointerMode_t *mode)
{
    GET(mode, handle->mode);
}

cublasStatus_t cublasSetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t mode)
{
    SET(atomics, (int)mode, mode == CUBLAS_ATOMICS_NOT_ALLOWED || mode == CUBLAS_ATOMICS_ALLOWED);
}

cublasStatus_t cublasGetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t *mode)
{
    GET(mode, (cublasAtomicsMode_t)handle->atomics);
}

cublasStatus_t cublasSetMathMode(cublasHandle_t handle, cublasMath_t mode)
{
    const int basic = (int)mode & ~CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION;

    SET(math, (int)mode, basic >= 0 && (basic <= 4 || basic == CUBLAS_FP64_EMULATED_FIXEDPOINT_MATH));
}

cublasStatus_t cublasGetMathMode(cublasHandle_t handle, cublasMath_t *mode)
{
    GET(mode, (cublasMath_t)handle->math);
}

cublasStatus_t cublasSetSmCountTarget(cublasHandle_t handle, int multiprocessors)
{
    SET(multiprocessors, multiprocessors, multiprocessors >= 0);
}

cublasStatus_t cublasGetSmCountTarget(cublasHandle_t handle, int *multiprocessors)
{
    GET(multiprocessors, handle->multiprocessors);
}

/* Work needs no workspace of the device's; what is given is checked and left alone. */
cublasStatus_t cublasSetWorkspace_v2(cublasHandle_t handle, void *workspace, size_t bytes)
{
    struct hw_blas_call call = hw_cublas_begin(__func__, handle);

    hw_blas_check(&call, workspace || bytes == 0, CUBLAS_STATUS_INVALID_VALUE);
    hw_blas_check(&call, (uintptr_t)workspace % 256 == 0, CUBLAS_STATUS_INVALID_VALUE);
    return hw_blas_end(&call);
}
