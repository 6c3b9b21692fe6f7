/* SPDX-License-Identifier: MIT */
/* See driver_managed.h. */
#include "cuda/driver/driver_managed.h"

#include "cuda/core/managed.h"
#include "cuda/driver/driver_call.h"

static CUresult allocate(CUdeviceptr *address, size_t bytes, unsigned flags)
{
    void *place = NULL;
    const CUresult result =
        address ? hw_cu_error(hw_cuda_managed_alloc(&place, bytes, flags)) : CUDA_ERROR_INVALID_VALUE;

    if (result == CUDA_SUCCESS)
        *address = (uintptr_t)place;
    return result;
}

CUresult cuMemAllocManaged(CUdeviceptr *address, size_t bytes, unsigned flags)
{
    HW_CONTEXT_CALL(allocate(address, bytes, flags));
}

static CUresult advise(CUdeviceptr address, size_t bytes, int advice, int place)
{
    return hw_cu_error(hw_cuda_managed_advise(hw_cu_pointer(address), bytes, advice, place));
}

CUresult cuMemAdvise(CUdeviceptr address, size_t bytes, int advice, CUdevice device)
{
    HW_CONTEXT_CALL(advise(address, bytes, advice, device));
}

CUresult cuMemAdvise_v2(CUdeviceptr address, size_t bytes, int advice, struct hw_location location)
{
    HW_CONTEXT_CALL(advise(address, bytes, advice, hw_cuda_location_place(location)));
}

static CUresult prefetch(CUdeviceptr address, size_t bytes, int place, unsigned flags, CUstream stream)
{
    return flags ? CUDA_ERROR_INVALID_VALUE
                 : hw_cu_error(hw_cuda_managed_prefetch(hw_cu_pointer(address), bytes, place, stream));
}

CUresult cuMemPrefetchAsync(CUdeviceptr address, size_t bytes, CUdevice device, CUstream stream)
{
    HW_CONTEXT_CALL(prefetch(address, bytes, device, 0, stream));
}

CUresult cuMemPrefetchAsync_v2(CUdeviceptr address, size_t bytes, struct hw_location location, unsigned flags,
                               CUstream stream)
{
    HW_CONTEXT_CALL(prefetch(address, bytes, hw_cuda_location_place(location), flags, stream));
}

CUresult cuStreamAttachMemAsync(CUstream stream, CUdeviceptr address, size_t bytes, unsigned flags)
{
    HW_CONTEXT_CALL(hw_cu_error(hw_cuda_managed_attach(stream, hw_cu_pointer(address), bytes, flags)));
}

CUresult cuMemRangeGetAttribute(void *data, size_t size, int fact, CUdeviceptr address, size_t bytes)
{
    HW_CONTEXT_CALL(hw_cu_error(hw_cuda_managed_ask(&data, &size, &fact, 1, hw_cu_pointer(address), bytes)));
}

CUresult cuMemRangeGetAttributes(void **data, size_t *sizes, int *facts, size_t count, CUdeviceptr address,
                                 size_t bytes)
{
    HW_CONTEXT_CALL(
        hw_cu_error(hw_cuda_managed_ask(data, sizes, facts, count, hw_cu_pointer(address), bytes)));
}
