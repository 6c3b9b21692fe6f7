/* SPDX-License-Identifier: MIT */
/* See blas_handle.h. */
#include "cuda/blas/blas_handle.h"

#include "cuda/blas/blas_call.h"
#include "cuda/core/cuda_core.h"

#include <stdlib.h>

#define VERSION 4020

static struct {
    struct cublasContext *handles;
    struct cublasContext *old_handle;
    cublasStatus_t old_status; /* the last that was not success */
} state;

bool hw_blas_known(cublasHandle_t handle)
{
    for (const struct cublasContext *known = state.handles; known; known = known->next)
        if (known == handle)
            return true;
    return false;
}

cublasHandle_t hw_blas_old_handle(void)
{
    return state.old_handle;
}

void hw_blas_keep_old(cublasStatus_t status)
{
    if (status != CUBLAS_STATUS_SUCCESS)
        state.old_status = status;
}

/* --- making and freeing --- */

static cublasStatus_t create(cublasHandle_t *handle)
{
    if (!handle)
        return CUBLAS_STATUS_INVALID_VALUE;
    if (!hw_cblas_get())
        return CUBLAS_STATUS_NOT_INITIALIZED;
    struct cublasContext *made = calloc(1, sizeof *made);
    if (!made)
        return CUBLAS_STATUS_ALLOC_FAILED;
    made->next = state.handles;
    state.handles = *handle = made;
    return CUBLAS_STATUS_SUCCESS;
}

static cublasStatus_t destroy(cublasHandle_t handle)
{
    struct cublasContext **place = &state.handles;

    while (*place && *place != handle)
        place = &(*place)->next;
    if (!*place)
        return CUBLAS_STATUS_NOT_INITIALIZED;
    *place = handle->next;
    free(handle);
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasCreate_v2(cublasHandle_t *handle)
{
    struct hw_blas_call call = hw_blas_begin_plain(__func__);

    if (hw_blas_is_ready(&call))
        call.status = create(handle);
    return hw_blas_end(&call);
}

/* Also of a device that has been reset, or has a fault. */
cublasStatus_t cublasDestroy_v2(cublasHandle_t handle)
{
    struct hw_blas_call call = hw_blas_begin_plain(__func__);

    call.status = destroy(handle);
    return hw_blas_end(&call);
}

cublasStatus_t cublasInit(void)
{
    struct hw_blas_call call = hw_blas_begin_plain(__func__);

    if (hw_blas_is_ready(&call) && !state.old_handle)
        call.status = create(&state.old_handle);
    return hw_blas_end(&call);
}

cublasStatus_t cublasShutdown(void)
{
    struct hw_blas_call call = hw_blas_begin_plain(__func__);

    call.status = destroy(state.old_handle);
    state.old_handle = NULL;
    return hw_blas_end(&call);
}

cublasStatus_t cublasGetError(void)
{
    struct hw_blas_call call = hw_blas_begin_plain(__func__);

    call.status = state.old_status;
    state.old_status = CUBLAS_STATUS_SUCCESS;
    return hw_blas_end(&call);
}

/* --- what a handle has --- */

static void set(struct hw_blas_call *call, int *to, int value)
{
    hw_blas_check(call, to != NULL, CUBLAS_STATUS_INVALID_VALUE);
    if (hw_blas_is_ready(call))
        *to = value;
}

cublasStatus_t cublasGetVersion_v2(cublasHandle_t handle, int *version)
{
    struct hw_blas_call call = hw_blas_begin(__func__, handle);

    set(&call, version, VERSION);
    return hw_blas_end(&call);
}

cublasStatus_t cublasGetVersion(int *version)
{
    struct hw_blas_call call = hw_blas_begin_old(__func__);

    set(&call, version, VERSION);
    return hw_blas_end(&call);
}

/* Work is done in the call that asks for it, in whatever stream. */
static void set_stream(struct hw_blas_call *call, cublasHandle_t handle, cudaStream_t stream)
{
    hw_blas_check(call, !hw_blas_is_ready(call) || hw_cuda_stream_check(stream) == cudaSuccess,
                  CUBLAS_STATUS_INVALID_VALUE);
    if (hw_blas_is_ready(call))
        handle->stream = stream;
}

cublasStatus_t cublasSetStream_v2(cublasHandle_t handle, cudaStream_t stream)
{
    struct hw_blas_call call = hw_blas_begin(__func__, handle);

    set_stream(&call, handle, stream);
    return hw_blas_end(&call);
}

cublasStatus_t cublasSetKernelStream(cudaStream_t stream)
{
    struct hw_blas_call call = hw_blas_begin_old(__func__);

    set_stream(&call, state.old_handle, stream);
    return hw_blas_end(&call);
}

cublasStatus_t cublasGetStream_v2(cublasHandle_t handle, cudaStream_t *stream)
{
    struct hw_blas_call call = hw_blas_begin(__func__, handle);

    hw_blas_check(&call, stream != NULL, CUBLAS_STATUS_INVALID_VALUE);
    if (hw_blas_is_ready(&call))
        *stream = handle->stream;
    return hw_blas_end(&call);
}

cublasStatus_t cublasSetPointerMode_v2(cublasHandle_t handle, cublasPointerMode_t mode)
{
    struct hw_blas_call call = hw_blas_begin(__func__, handle);

    hw_blas_check(&call, mode == CUBLAS_POINTER_MODE_HOST || mode == CUBLAS_POINTER_MODE_DEVICE,
                  CUBLAS_STATUS_INVALID_VALUE);
    if (hw_blas_is_ready(&call))
        handle->mode = mode;
    return hw_blas_end(&call);
}

cublasStatus_t cublasGetPointerMode_v2(cublasHandle_t handle, cublasPointerMode_t *mode)
{
    struct hw_blas_call call = hw_blas_begin(__func__, handle);

    hw_blas_check(&call, mode != NULL, CUBLAS_STATUS_INVALID_VALUE);
    if (hw_blas_is_ready(&call))
        *mode = handle->mode;
    return hw_blas_end(&call);
}
