/* SPDX-License-Identifier: MIT */
/* What programs set for all of cuBLASLt: kept or, of its log, ignored. */
#include "cuda/core/cuda_core.h"
#include "cuda/cublaslt/cublaslt.h"

/* How many answers NVIDIA's library remembers if nobody says (guide of cuBLAS, cublasLtHeuristicsCache...).
 */
static size_t cache_capacity = 8192;

cublasStatus_t cublasLtHeuristicsCacheGetCapacity(size_t *capacity)
{
    if (!capacity)
        return CUBLAS_STATUS_INVALID_VALUE;
    hw_cuda_lock();
    *capacity = cache_capacity;
    hw_cuda_unlock(cudaSuccess);
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtHeuristicsCacheSetCapacity(size_t capacity)
{
    hw_cuda_lock();
    cache_capacity = capacity;
    hw_cuda_unlock(cudaSuccess);
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtLoggerSetCallback(cublasLtLoggerCallback_t callback)
{
    (void)callback;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtLoggerSetFile(FILE *file)
{
    (void)file;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtLoggerOpenFile(const char *file)
{
    (void)file;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtLoggerSetLevel(int level)
{
    return level >= 0 && level <= 5 ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_INVALID_VALUE;
}

cublasStatus_t cublasLtLoggerSetMask(int mask)
{
    (void)mask;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtLoggerForceDisable(void)
{
    return CUBLAS_STATUS_SUCCESS;
}
