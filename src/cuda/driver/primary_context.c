/* SPDX-License-Identifier: MIT */
/* Functions that toolkits after 4.2 have added: mostly other forms of older ones. */
#include "cuda/driver/driver_call.h"

#include "cuda/core/streams/stream_attribute.h"
#include "cuda/core/streams/stream_work.h"

#include <string.h>

/* --- devices and their primary contexts --- */

CUresult hw_cu_device_get_uuid(CUuuid *id, CUdevice device)
{
    if (!id)
        return CUDA_ERROR_INVALID_VALUE;
    return hw_cu_error(hw_cuda_uuid(device, (uint8_t *)id->bytes));
}

CUresult hw_cu_device_primary_ctx_retain(CUcontext *context, CUdevice device)
{
    if (!context)
        return CUDA_ERROR_INVALID_VALUE;
    *context = hw_cuda_primary(device);
    return *context ? hw_cu_error(hw_cuda_context_attach(*context)) : CUDA_ERROR_INVALID_DEVICE;
}

/* The last user that lets go takes it down. */
CUresult hw_cu_device_primary_ctx_release_v2(CUdevice device)
{
    const CUcontext context = hw_cuda_primary(device);

    if (!context)
        return CUDA_ERROR_INVALID_DEVICE;
    if (hw_cuda_context_detach(context) != cudaSuccess)
        return CUDA_ERROR_INVALID_CONTEXT;
    if (hw_cuda_context_users(context) == 0)
        hw_cuda_reset(device);
    return CUDA_SUCCESS;
}

CUresult hw_cu_device_primary_ctx_reset_v2(CUdevice device)
{
    if (!hw_cuda_primary(device))
        return CUDA_ERROR_INVALID_DEVICE;
    hw_cuda_reset(device);
    return CUDA_SUCCESS;
}

CUresult hw_cu_device_primary_ctx_set_flags_v2(CUdevice device, unsigned flags)
{
    if (!hw_cuda_primary(device))
        return CUDA_ERROR_INVALID_DEVICE;
    if (flags & ~(unsigned)CU_CTX_FLAGS_MASK)
        return CUDA_ERROR_INVALID_VALUE;
    return hw_cu_error(hw_cuda_set_device_flags(device, flags, false));
}

CUresult hw_cu_device_primary_ctx_get_state(CUdevice device, unsigned *flags, int *active)
{
    if (!flags || !active)
        return CUDA_ERROR_INVALID_VALUE;
    if (!hw_cuda_primary(device))
        return CUDA_ERROR_INVALID_DEVICE;
    *flags = hw_cuda_device_flags(device);
    *active = hw_cuda_active(hw_cuda_primary(device));
    return CUDA_SUCCESS;
}

CUresult hw_cu_ctx_get_stream_priority_range(int *least, int *greatest)
{
    hw_cuda_stream_priorities(least, greatest);
    return CUDA_SUCCESS;
}

/* --- streams --- */

CUresult hw_cu_stream_create_with_priority(CUstream *stream, unsigned flags, int priority)
{
    cudaError_t error =
        flags & ~CU_STREAM_NON_BLOCKING ? cudaErrorInvalidValue : hw_cuda_stream_create(stream, flags != 0);

    if (error == cudaSuccess)
        error = hw_cuda_stream_set_priority(*stream, priority);
    return hw_cu_error(error);
}

static void call_back(const struct hw_cuda_host_work *work, cudaError_t status)
{
    ((CUstreamCallback)(void (*)(void))work->function)(work->stream, hw_cu_error(status), work->data);
}

CUresult hw_cu_stream_add_callback(CUstream stream, CUstreamCallback callback, void *data, unsigned flags)
{
    if (!callback || flags)
        return CUDA_ERROR_INVALID_VALUE;
    return hw_cu_error(hw_cuda_call_host(
        stream, &(struct hw_cuda_host_work){.function = (void (*)(void *))(void (*)(void))callback,
                                            .data = data,
                                            .stream = stream,
                                            .call = call_back}));
}

CUresult hw_cu_launch_host_func(CUstream stream, CUhostFn function, void *data)
{
    if (!function)
        return CUDA_ERROR_INVALID_VALUE;
    return hw_cu_error(
        hw_cuda_call_host(stream, &(struct hw_cuda_host_work){.function = function, .data = data}));
}
