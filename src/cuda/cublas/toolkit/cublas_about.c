/* SPDX-License-Identifier: MIT */
/* What cuBLAS says of itself, which differs between the toolkits: HW_TOOLKIT is the toolkit's version. */
#include "cuda/core/cuda_core.h"
#include "cuda/cublas/cublas_call.h"

#include <stdio.h>

/* Of the headers of CUDA 11.7, 12.1 and 13.1; before CUDA 11 the numbers were the toolkit's. */
#if HW_TOOLKIT >= 13000
enum { MAJOR = 13, MINOR = 1, PATCH = 0, VERSION = MAJOR * 10000 + MINOR * 100 + PATCH };
#elif HW_TOOLKIT >= 12000
enum { MAJOR = 12, MINOR = 1, PATCH = 3, VERSION = MAJOR * 10000 + MINOR * 100 + PATCH };
#elif HW_TOOLKIT >= 11000
enum { MAJOR = 11, MINOR = 10, PATCH = 3, VERSION = MAJOR * 10000 + MINOR * 100 + PATCH };
#else
enum { MAJOR = 4, MINOR = 2, PATCH = 0, VERSION = HW_TOOLKIT };
#endif

static void set(struct hw_blas_call *call, int *to, int value)
{
    hw_blas_check(call, to != NULL, CUBLAS_STATUS_INVALID_VALUE);
    if (hw_blas_is_ready(call))
        *to = value;
}

cublasStatus_t cublasGetVersion_v2(cublasHandle_t handle, int *version)
{
    struct hw_blas_call call = hw_cublas_begin(__func__, handle);

    set(&call, version, VERSION);
    return hw_blas_end(&call);
}

cublasStatus_t cublasGetVersion(int *version)
{
    struct hw_blas_call call = hw_cublas_begin_old(__func__);

    set(&call, version, VERSION);
    return hw_blas_end(&call);
}

cublasStatus_t cublasGetProperty(libraryPropertyType property, int *value)
{
    const int values[] = {[MAJOR_VERSION] = MAJOR, [MINOR_VERSION] = MINOR, [PATCH_LEVEL] = PATCH};

    if (!value || property > PATCH_LEVEL)
        return CUBLAS_STATUS_INVALID_VALUE;
    *value = values[property];
    return CUBLAS_STATUS_SUCCESS;
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
    switch (status) {
    case CUBLAS_STATUS_SUCCESS: return "the operation completed";
    case CUBLAS_STATUS_NOT_INITIALIZED: return "there is no such handle, or no BLAS on this machine";
    case CUBLAS_STATUS_ALLOC_FAILED: return "out of memory";
    case CUBLAS_STATUS_INVALID_VALUE: return "an argument is wrong";
    case CUBLAS_STATUS_ARCH_MISMATCH: return "the device cannot do this";
    case CUBLAS_STATUS_MAPPING_ERROR: return "memory cannot be reached";
    case CUBLAS_STATUS_EXECUTION_FAILED: return "the work failed on the device";
    case CUBLAS_STATUS_INTERNAL_ERROR: return "an internal operation failed";
    case CUBLAS_STATUS_NOT_SUPPORTED: return "this is not supported";
    case CUBLAS_STATUS_LICENSE_ERROR: return "a license is missing";
    }
    return "unknown status";
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
