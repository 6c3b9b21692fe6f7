/* SPDX-License-Identifier: MIT */
/* Handles of cuSOLVER: a stream each. */
#include "cuda/math/math_object.h"
#include "cuda/solver/solver_call.h"

#include "cuda/core/cuda_core.h"

static const char kind[] = "cusolverDnHandle_t";

bool hw_solver_known(const void *handle)
{
    return hw_math_object_is(handle, kind);
}

cusolverStatus_t cusolverDnCreate(cusolverDnHandle_t *handle)
{
    struct hw_solver_call call = hw_solver_begin_plain(__func__);

    hw_solver_demand(&call, handle != NULL);
    if (hw_solver_ready(&call))
        hw_solver_check(&call, hw_lapack_get(HW_NUMBER_R32F) != NULL, CUSOLVER_STATUS_NOT_INITIALIZED);
    if (hw_solver_ready(&call)) {
        *handle = hw_math_object_new(kind, sizeof **handle);
        hw_solver_check(&call, *handle != NULL, CUSOLVER_STATUS_ALLOC_FAILED);
    }
    return hw_solver_end(&call, NULL);
}

/* Also of a device that has been reset, or has a fault. */
cusolverStatus_t cusolverDnDestroy(cusolverDnHandle_t handle)
{
    struct hw_solver_call call = hw_solver_begin_plain(__func__);

    call.status =
        hw_math_object_free(handle, kind) ? CUSOLVER_STATUS_SUCCESS : CUSOLVER_STATUS_NOT_INITIALIZED;
    return hw_solver_end(&call, NULL);
}

/* A call that asks a handle for something, or tells it. */
static struct hw_solver_call ask(const char *name, cusolverDnHandle_t handle, const void *answer)
{
    struct hw_solver_call call = hw_solver_begin_plain(name);

    hw_solver_check(&call, hw_solver_known(handle), CUSOLVER_STATUS_NOT_INITIALIZED);
    hw_solver_demand(&call, answer != NULL);
    return call;
}

cusolverStatus_t cusolverDnSetStream(cusolverDnHandle_t handle, cudaStream_t stream)
{
    struct hw_solver_call call = ask(__func__, handle, &stream);

    if (hw_solver_ready(&call))
        hw_solver_demand(&call, hw_cuda_stream_check(stream) == cudaSuccess);
    if (hw_solver_ready(&call))
        handle->stream = stream;
    return hw_solver_end(&call, NULL);
}

cusolverStatus_t cusolverDnGetStream(cusolverDnHandle_t handle, cudaStream_t *stream)
{
    struct hw_solver_call call = ask(__func__, handle, stream);

    if (hw_solver_ready(&call))
        *stream = handle->stream;
    return hw_solver_end(&call, NULL);
}

/* Results are the same from run to run in either mode. */
cusolverStatus_t cusolverDnSetDeterministicMode(cusolverDnHandle_t handle, cusolverDeterministicMode_t mode)
{
    struct hw_solver_call call = ask(__func__, handle, &mode);

    hw_solver_demand(&call, mode == CUSOLVER_DETERMINISTIC_RESULTS ||
                                mode == CUSOLVER_ALLOW_NON_DETERMINISTIC_RESULTS);
    if (hw_solver_ready(&call))
        handle->other_order = mode == CUSOLVER_ALLOW_NON_DETERMINISTIC_RESULTS;
    return hw_solver_end(&call, NULL);
}

cusolverStatus_t cusolverDnGetDeterministicMode(cusolverDnHandle_t handle, cusolverDeterministicMode_t *mode)
{
    struct hw_solver_call call = ask(__func__, handle, mode);

    if (hw_solver_ready(&call))
        *mode =
            handle->other_order ? CUSOLVER_ALLOW_NON_DETERMINISTIC_RESULTS : CUSOLVER_DETERMINISTIC_RESULTS;
    return hw_solver_end(&call, NULL);
}
