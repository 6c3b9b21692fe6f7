/* SPDX-License-Identifier: MIT */
/* Functions that toolkits after 4.2 have added: mostly other forms of older ones. */
#include "cuda/driver/driver_later.h"

#include "cuda/core/stream_attribute.h"
#include "cuda/core/stream_work.h"
#include "cuda/driver/driver_call.h"

#include <string.h>

/* --- devices and their primary contexts --- */

static CUresult get_id(CUuuid *id, CUdevice device)
{
    if (!id)
        return CUDA_ERROR_INVALID_VALUE;
    return hw_cu_error(hw_cuda_uuid(device, (uint8_t *)id->bytes));
}

CUresult cuDeviceGetUuid(CUuuid *id, CUdevice device)
{
    HW_DRIVER_CALL(get_id(id, device));
}

CUresult cuDeviceGetUuid_v2(CUuuid *id, CUdevice device)
{
    return cuDeviceGetUuid(id, device);
}

static CUresult retain(CUcontext *context, CUdevice device)
{
    if (!context)
        return CUDA_ERROR_INVALID_VALUE;
    *context = hw_cuda_primary(device);
    return *context ? hw_cu_error(hw_cuda_context_attach(*context)) : CUDA_ERROR_INVALID_DEVICE;
}

CUresult cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device)
{
    HW_DRIVER_CALL(retain(context, device));
}

/* The last user that lets go takes it down. */
static CUresult release(CUdevice device)
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

CUresult cuDevicePrimaryCtxRelease_v2(CUdevice device)
{
    HW_DRIVER_CALL(release(device));
}

CUresult cuDevicePrimaryCtxRelease(CUdevice device)
{
    return cuDevicePrimaryCtxRelease_v2(device);
}

static CUresult reset(CUdevice device)
{
    if (!hw_cuda_primary(device))
        return CUDA_ERROR_INVALID_DEVICE;
    hw_cuda_reset(device);
    return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxReset_v2(CUdevice device)
{
    HW_DRIVER_CALL(reset(device));
}

CUresult cuDevicePrimaryCtxReset(CUdevice device)
{
    return cuDevicePrimaryCtxReset_v2(device);
}

static CUresult set_flags(CUdevice device, unsigned flags)
{
    if (!hw_cuda_primary(device))
        return CUDA_ERROR_INVALID_DEVICE;
    if (flags & ~(unsigned)CU_CTX_FLAGS_MASK)
        return CUDA_ERROR_INVALID_VALUE;
    return hw_cu_error(hw_cuda_set_device_flags(device, flags, false));
}

CUresult cuDevicePrimaryCtxSetFlags_v2(CUdevice device, unsigned flags)
{
    HW_DRIVER_CALL(set_flags(device, flags));
}

CUresult cuDevicePrimaryCtxSetFlags(CUdevice device, unsigned flags)
{
    return cuDevicePrimaryCtxSetFlags_v2(device, flags);
}

static CUresult get_state(CUdevice device, unsigned *flags, int *active)
{
    if (!flags || !active)
        return CUDA_ERROR_INVALID_VALUE;
    if (!hw_cuda_primary(device))
        return CUDA_ERROR_INVALID_DEVICE;
    *flags = hw_cuda_device_flags(device);
    *active = hw_cuda_active(hw_cuda_primary(device));
    return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxGetState(CUdevice device, unsigned *flags, int *active)
{
    HW_DRIVER_CALL(get_state(device, flags, active));
}

/* Affinity, and whatever else parameters ask for, devices of these generations do not have. */
CUresult cuCtxCreate_v3(CUcontext *context, void *affinity, int count, unsigned flags, CUdevice device)
{
    return affinity || count ? CUDA_ERROR_NOT_SUPPORTED : cuCtxCreate_v2(context, flags, device);
}

/* Parts of a device, and sharing with graphics, are refused; parameters that ask for neither are none. */
CUresult cuCtxCreate_v4(CUcontext *context, const CUctxCreateParams *parameters, unsigned flags,
                        CUdevice device)
{
    return parameters && (parameters->execAffinityParams || parameters->numExecAffinityParams ||
                          parameters->cigParams)
               ? CUDA_ERROR_NOT_SUPPORTED
               : cuCtxCreate_v2(context, flags, device);
}

/* Nothing is set aside. */
CUresult cuCtxResetPersistingL2Cache(void)
{
    HW_CONTEXT_CALL(CUDA_SUCCESS);
}

static CUresult get_priorities(int *least, int *greatest)
{
    hw_cuda_stream_priorities(least, greatest);
    return CUDA_SUCCESS;
}

CUresult cuCtxGetStreamPriorityRange(int *least, int *greatest)
{
    HW_CONTEXT_CALL(get_priorities(least, greatest));
}

/* --- modules and memory --- */

/* All of a module is loaded with it. */
CUresult cuModuleGetLoadingMode(int *mode)
{
    return hw_cu_give(mode, 1);
}

CUresult cuMemHostRegister_v2(void *pointer, size_t bytes, unsigned flags)
{
    return cuMemHostRegister(pointer, bytes, flags);
}

CUresult cuIpcOpenMemHandle_v2(CUdeviceptr *address, CUipcMemHandle handle, unsigned flags)
{
    return cuIpcOpenMemHandle(address, handle, flags);
}

CUresult cuTexRefSetAddress2D_v3(CUtexref reference, const CUDA_ARRAY_DESCRIPTOR *descriptor,
                                 CUdeviceptr address, size_t pitch)
{
    return cuTexRefSetAddress2D_v2(reference, descriptor, address, pitch);
}

/* --- streams --- */

static CUresult create_stream(CUstream *stream, unsigned flags, int priority)
{
    cudaError_t error =
        flags & ~CU_STREAM_NON_BLOCKING ? cudaErrorInvalidValue : hw_cuda_stream_create(stream, flags != 0);

    if (error == cudaSuccess)
        error = hw_cuda_stream_set_priority(*stream, priority);
    return hw_cu_error(error);
}

CUresult cuStreamCreateWithPriority(CUstream *stream, unsigned flags, int priority)
{
    HW_CONTEXT_CALL(create_stream(stream, flags, priority));
}

CUresult cuStreamGetPriority(CUstream stream, int *priority)
{
    HW_CONTEXT_CALL(hw_cu_error(hw_cuda_stream_priority(stream, priority)));
}

static void call_back(const struct hw_cuda_host_work *work, cudaError_t status)
{
    ((CUstreamCallback)(void (*)(void))work->function)(work->stream, hw_cu_error(status), work->data);
}

static CUresult add_callback(CUstream stream, CUstreamCallback callback, void *data, unsigned flags)
{
    if (!callback || flags)
        return CUDA_ERROR_INVALID_VALUE;
    return hw_cu_error(hw_cuda_call_host(
        stream, &(struct hw_cuda_host_work){.function = (void (*)(void *))(void (*)(void))callback,
                                            .data = data,
                                            .stream = stream,
                                            .call = call_back}));
}

CUresult cuStreamAddCallback(CUstream stream, CUstreamCallback callback, void *data, unsigned flags)
{
    HW_CONTEXT_CALL(add_callback(stream, callback, data, flags));
}

static CUresult call_host(CUstream stream, CUhostFn function, void *data)
{
    if (!function)
        return CUDA_ERROR_INVALID_VALUE;
    return hw_cu_error(
        hw_cuda_call_host(stream, &(struct hw_cuda_host_work){.function = function, .data = data}));
}

CUresult cuLaunchHostFunc(CUstream stream, CUhostFn function, void *data)
{
    HW_CONTEXT_CALL(call_host(stream, function, data));
}

CUresult cuEventRecordWithFlags(CUevent event, CUstream stream, unsigned flags)
{
    HW_CONTEXT_CALL(flags > 1 ? CUDA_ERROR_INVALID_VALUE
                              : hw_cu_error(hw_cuda_event_record(event, stream, flags == 1)));
}

CUresult cuEventElapsedTime_v2(float *milliseconds, CUevent from, CUevent to)
{
    return cuEventElapsedTime(milliseconds, from, to);
}
