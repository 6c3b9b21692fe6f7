/* SPDX-License-Identifier: MIT */
/* cuBLAS's own ways to memory: vectors and matrices of elements of any size, between host and device. */
#include "cuda/cublas/cublas_call.h"
#include "cuda/core/cuda_core.h"

/* One end of a transfer: elements in columns, `ld` elements from column to column. */
static struct hw_cuda_end end_of(const void *memory, int64_t ld, int64_t element)
{
    return (struct hw_cuda_end){.memory = memory, .pitch = (size_t)ld * (size_t)element};
}

/* Copy a matrix; a vector is one whose columns have one element. */
static void transfer(struct hw_blas_call *call, int64_t rows, int64_t columns, int64_t element, const void *a,
                     int64_t lda, void *b, int64_t ldb, int kind, cudaStream_t stream)
{
    struct hw_cuda_end from = end_of(a, lda, element), to = end_of(b, ldb, element);

    hw_blas_check(
        call, rows >= 0 && columns >= 0 && element > 0 && lda >= rows && ldb >= rows && lda > 0 && ldb > 0,
        CUBLAS_STATUS_INVALID_VALUE);
    hw_blas_check(call, !hw_blas_is_ready(call) || hw_cuda_stream_check(stream) == cudaSuccess,
                  CUBLAS_STATUS_INVALID_VALUE);
    if (!hw_blas_is_ready(call) || rows == 0 || columns == 0)
        return;
    hw_cuda_set_kind(&to, &from, kind);
    const cudaError_t error =
        hw_cuda_copy(&to, &from, (size_t)rows * (size_t)element, (size_t)columns, 1, stream);
    hw_blas_check(call, error == cudaSuccess, CUBLAS_STATUS_MAPPING_ERROR);
}

cublasStatus_t hw_cublas_transfer(const char *name, int64_t rows, int64_t columns, int64_t element,
                                  const void *a, int64_t lda, void *b, int64_t ldb, int kind,
                                  cudaStream_t stream)
{
    struct hw_blas_call call = hw_blas_begin_plain(name);

    transfer(&call, rows, columns, element, a, lda, b, ldb, kind, stream);
    return hw_blas_end(&call);
}

/* --- allocation by the interface before CUDA 4.0 --- */

cublasStatus_t cublasAlloc(int n, int element, void **address)
{
    struct hw_blas_call call = hw_blas_begin_plain(__func__);

    hw_blas_check(&call, n > 0 && element > 0 && address, CUBLAS_STATUS_INVALID_VALUE);
    if (hw_blas_is_ready(&call))
        hw_blas_check(&call, hw_cuda_alloc(address, (size_t)n * (size_t)element) == cudaSuccess,
                      CUBLAS_STATUS_ALLOC_FAILED);
    return hw_blas_end(&call);
}

cublasStatus_t cublasFree(void *address)
{
    struct hw_blas_call call = hw_blas_begin_plain(__func__);

    if (hw_blas_is_ready(&call))
        hw_blas_check(&call, hw_cuda_free(address) == cudaSuccess, CUBLAS_STATUS_INTERNAL_ERROR);
    return hw_blas_end(&call);
}
