/* SPDX-License-Identifier: MIT */
/* The version that a library of a toolkit has: of libcusparse.so.11 that of CUDA 11.7, of .so.12 that
 * of 12.1. */
#include "cuda/sparse/sparse_call.h"

enum {
    MAJOR = HW_TOOLKIT < 12000 ? 11 : 12,
    MINOR = HW_TOOLKIT < 12000 ? 7 : 1,
    PATCH = HW_TOOLKIT < 12000 ? 4 : 0
};

cusparseStatus_t cusparseGetVersion(cusparseHandle_t handle, int *version)
{
    struct hw_sparse_call call = hw_sparse_begin(__func__, handle);

    hw_sparse_demand(&call, version != NULL);
    if (hw_sparse_ready(&call))
        *version = MAJOR * 1000 + MINOR * 100 + PATCH;
    return hw_sparse_end(&call, NULL);
}

cusparseStatus_t cusparseGetProperty(libraryPropertyType type, int *value)
{
    static const int part[] = {MAJOR, MINOR, PATCH};

    if (!value || type < 0 || type > 2)
        return CUSPARSE_STATUS_INVALID_VALUE;
    *value = part[type];
    return CUSPARSE_STATUS_SUCCESS;
}
