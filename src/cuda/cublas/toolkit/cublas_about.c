/* SPDX-License-Identifier: MIT */
/* What cuBLAS says of itself, which differs between the toolkits: HW_TOOLKIT is the toolkit's version. */
#include "cuda/blas/blas_version.h"
#include "cuda/core/cuda_core.h"
#include "cuda/cublas/cublas_call.h"

#include <stdio.h>

/* What is asked about the library needs no handle, and no device: programs ask before they have one (JAX
 * calls cublasGetVersion_v2 with NULL). */
static cublasStatus_t give(const char *call, int *to, int value)
{
    const cublasStatus_t status = to ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_INVALID_VALUE;

    if (to)
        *to = value;
    hw_cuda_log_call(call, status, cublasGetStatusName(status));
    return status;
}

cublasStatus_t cublasGetVersion_v2(cublasHandle_t handle, int *version)
{
    (void)handle;
    return give(__func__, version, HW_BLAS_VERSION);
}

cublasStatus_t cublasGetVersion(int *version)
{
    return give(__func__, version, HW_BLAS_VERSION);
}

cublasStatus_t cublasGetProperty(libraryPropertyType property, int *value)
{
    const int values[] = {
        [MAJOR_VERSION] = HW_BLAS_MAJOR, [MINOR_VERSION] = HW_BLAS_MINOR, [PATCH_LEVEL] = HW_BLAS_PATCH};
    const bool known = (unsigned)property <= PATCH_LEVEL;

    return give(__func__, known ? value : NULL, known ? values[property] : 0);
}

size_t cublasGetCudartVersion(void)
{
    return HW_TOOLKIT;
}

const char *cublasGetStatusName(cublasStatus_t status)
{
    const char *name = hw_blas_status_name(status);

    return name ? name : "CUBLAS_STATUS_UNKNOWN";
}

const char *cublasGetStatusString(cublasStatus_t status)
{
    return hw_blas_status_meaning(status);
}

/* --- the log that a program may ask for --- */

static cublasLogCallback log_callback;

cublasStatus_t cublasLoggerConfigure(int on, int to_output, int to_error, const char *file)
{
    (void)on, (void)to_output, (void)to_error, (void)file;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasSetLoggerCallback(cublasLogCallback callback)
{
    hw_cuda_lock();
    log_callback = callback;
    hw_cuda_unlock(cudaSuccess);
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasGetLoggerCallback(cublasLogCallback *callback)
{
    if (!callback)
        return CUBLAS_STATUS_INVALID_VALUE;
    hw_cuda_lock();
    *callback = log_callback;
    hw_cuda_unlock(cudaSuccess);
    return CUBLAS_STATUS_SUCCESS;
}

void cublasXerbla(const char *function, int argument)
{
    fprintf(stderr, " ** On entry to %-6s parameter number %2d had an illegal value\n",
            function ? function : "?", argument);
}
