/* SPDX-License-Identifier: MIT */
/* Handles of cuSPARSE: a stream and where scalars are; and the names of statuses. */
#include "cuda/sparse/sparse_object.h"

#include "cuda/core/cuda_core.h"

const char hw_sparse_handle_kind[] = "cusparseHandle_t";

cusparseStatus_t cusparseCreate(cusparseHandle_t *handle)
{
    struct hw_sparse_call call = hw_sparse_begin_plain(__func__);

    hw_sparse_demand(&call, handle != NULL);
    if (hw_sparse_ready(&call)) {
        *handle = hw_math_object_new(hw_sparse_handle_kind, sizeof **handle);
        hw_sparse_check(&call, *handle != NULL, CUSPARSE_STATUS_ALLOC_FAILED);
    }
    return hw_sparse_end(&call, NULL);
}

/* Also of a device that has been reset, or has a fault. */
cusparseStatus_t cusparseDestroy(cusparseHandle_t handle)
{
    struct hw_sparse_call call = hw_sparse_begin_plain(__func__);

    call.status = hw_math_object_free(handle, hw_sparse_handle_kind) ? CUSPARSE_STATUS_SUCCESS
                                                                     : CUSPARSE_STATUS_NOT_INITIALIZED;
    return hw_sparse_end(&call, NULL);
}

cusparseStatus_t cusparseSetStream(cusparseHandle_t handle, cudaStream_t stream)
{
    struct hw_sparse_call call = hw_sparse_begin(__func__, handle);

    if (hw_sparse_ready(&call))
        hw_sparse_demand(&call, hw_cuda_stream_check(stream) == cudaSuccess);
    if (hw_sparse_ready(&call))
        handle->stream = stream;
    return hw_sparse_end(&call, NULL);
}

cusparseStatus_t cusparseGetStream(cusparseHandle_t handle, cudaStream_t *stream)
{
    struct hw_sparse_call call = hw_sparse_begin(__func__, handle);

    hw_sparse_demand(&call, stream != NULL);
    if (hw_sparse_ready(&call))
        *stream = handle->stream;
    return hw_sparse_end(&call, NULL);
}

cusparseStatus_t cusparseSetPointerMode(cusparseHandle_t handle, cusparsePointerMode_t mode)
{
    struct hw_sparse_call call = hw_sparse_begin(__func__, handle);

    hw_sparse_demand(&call, (unsigned)mode <= CUSPARSE_POINTER_MODE_DEVICE);
    if (hw_sparse_ready(&call))
        handle->scalars_on_device = mode == CUSPARSE_POINTER_MODE_DEVICE;
    return hw_sparse_end(&call, NULL);
}

cusparseStatus_t cusparseGetPointerMode(cusparseHandle_t handle, cusparsePointerMode_t *mode)
{
    struct hw_sparse_call call = hw_sparse_begin(__func__, handle);

    hw_sparse_demand(&call, mode != NULL);
    if (hw_sparse_ready(&call))
        *mode = handle->scalars_on_device ? CUSPARSE_POINTER_MODE_DEVICE : CUSPARSE_POINTER_MODE_HOST;
    return hw_sparse_end(&call, NULL);
}

/* --- statuses --- */

const char *cusparseGetErrorName(cusparseStatus_t status)
{
#define CASE(number, name, text) \
    case name: return #name;
    switch (status) {
        HW_CUSPARSE_STATUSES(CASE)
    }
#undef CASE
    return "unrecognized error code";
}

const char *cusparseGetErrorString(cusparseStatus_t status)
{
#define CASE(number, name, text) \
    case name: return text;
    switch (status) {
        HW_CUSPARSE_STATUSES(CASE)
    }
#undef CASE
    return "unrecognized error code";
}
