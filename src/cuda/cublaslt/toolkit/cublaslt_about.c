/* SPDX-License-Identifier: MIT */
/* What cuBLASLt says of itself, which differs between the toolkits: HW_TOOLKIT is the toolkit's version. */
#include "cuda/blas/blas_call.h"
#include "cuda/blas/blas_version.h"
#include "cuda/cublaslt/cublaslt.h"

size_t cublasLtGetVersion(void)
{
    return HW_BLAS_VERSION;
}

size_t cublasLtGetCudartVersion(void)
{
    return HW_TOOLKIT;
}

cublasStatus_t cublasLtGetProperty(libraryPropertyType property, int *value)
{
    const int values[] = {
        [MAJOR_VERSION] = HW_BLAS_MAJOR, [MINOR_VERSION] = HW_BLAS_MINOR, [PATCH_LEVEL] = HW_BLAS_PATCH};

    if (!value || property > PATCH_LEVEL)
        return CUBLAS_STATUS_INVALID_VALUE;
    *value = values[property];
    return CUBLAS_STATUS_SUCCESS;
}

const char *cublasLtGetStatusName(cublasStatus_t status)
{
    const char *name = hw_blas_status_name(status);

    return name ? name : "CUBLAS_STATUS_UNKNOWN";
}

const char *cublasLtGetStatusString(cublasStatus_t status)
{
    return hw_blas_status_meaning(status);
}
