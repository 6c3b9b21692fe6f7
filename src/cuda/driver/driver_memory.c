/* SPDX-License-Identifier: MIT */
/* Memory of the device, and page-locked memory of the host. */
#include "cuda/core/managed.h"
#include "cuda/driver/driver_call.h"

#define PITCH_ALIGNMENT 512 /* of rows, so that whole warps begin them well whatever the element */

static CUresult get_info(size_t *free_bytes, size_t *total_bytes)
{
    size_t free_size = 0, total_size = 0;
    const cudaError_t error = hw_cuda_memory_info(&free_size, &total_size);

    if (free_bytes)
        *free_bytes = free_size;
    if (total_bytes)
        *total_bytes = total_size;
    return hw_cu_error(error);
}

CUresult cuMemGetInfo_v2(size_t *free_bytes, size_t *total_bytes)
{
    HW_CONTEXT_CALL(get_info(free_bytes, total_bytes));
}

static CUresult allocate(CUdeviceptr *address, size_t bytes)
{
    void *place = NULL;
    const CUresult result = address ? hw_cu_error(hw_cuda_alloc(&place, bytes)) : CUDA_ERROR_INVALID_VALUE;

    if (result == CUDA_SUCCESS)
        *address = (uintptr_t)place;
    return result;
}

CUresult cuMemAlloc_v2(CUdeviceptr *address, size_t bytes)
{
    HW_CONTEXT_CALL(allocate(address, bytes));
}

static CUresult allocate_registers(CUdeviceptr *address, size_t *pitch, size_t width, size_t height,
                                   unsigned element)
{
    if (!address || !pitch || width == 0 || height == 0 || (element != 4 && element != 8 && element != 16))
        return CUDA_ERROR_INVALID_VALUE;
    if (width > SIZE_MAX - PITCH_ALIGNMENT)
        return CUDA_ERROR_OUT_OF_MEMORY;
    const size_t wide = (width + PITCH_ALIGNMENT - 1) / PITCH_ALIGNMENT * PITCH_ALIGNMENT;
    if (height > SIZE_MAX / wide)
        return CUDA_ERROR_OUT_OF_MEMORY;
    const CUresult result = allocate(address, wide * height);
    if (result == CUDA_SUCCESS)
        *pitch = wide;
    return result;
}

CUresult cuMemAllocPitch_v2(CUdeviceptr *address, size_t *pitch, size_t width, size_t height,
                            unsigned element)
{
    HW_CONTEXT_CALL(allocate_registers(address, pitch, width, height, element));
}

CUresult cuMemFree_v2(CUdeviceptr address)
{
    HW_HANDLE_CALL(hw_cu_error(hw_cuda_free_any(hw_cu_pointer(address))));
}

static CUresult get_range(CUdeviceptr *base, size_t *bytes, CUdeviceptr address)
{
    void *first = NULL;

    if (hw_cuda_address_range(hw_cu_pointer(address), &first, bytes) != cudaSuccess)
        return CUDA_ERROR_NOT_FOUND;
    if (base)
        *base = (uintptr_t)first;
    return CUDA_SUCCESS;
}

CUresult cuMemGetAddressRange_v2(CUdeviceptr *base, size_t *bytes, CUdeviceptr address)
{
    HW_CONTEXT_CALL(get_range(base, bytes, address));
}

/* --- page-locked memory --- */

#define HOST_FLAGS     (CU_MEMHOSTALLOC_PORTABLE | CU_MEMHOSTALLOC_DEVICEMAP | CU_MEMHOSTALLOC_WRITECOMBINED)
#define REGISTER_FLAGS (CU_MEMHOSTREGISTER_PORTABLE | CU_MEMHOSTREGISTER_DEVICEMAP)

static CUresult allocate_host(void **pointer, size_t bytes, unsigned flags)
{
    if (flags & ~HOST_FLAGS)
        return CUDA_ERROR_INVALID_VALUE;
    return hw_cu_error(hw_cuda_host_alloc(pointer, bytes, flags));
}

CUresult cuMemHostAlloc(void **pointer, size_t bytes, unsigned flags)
{
    HW_CONTEXT_CALL(allocate_host(pointer, bytes, flags));
}

CUresult cuMemAllocHost_v2(void **pointer, size_t bytes)
{
    HW_CONTEXT_CALL(allocate_host(pointer, bytes, 0));
}

CUresult cuMemFreeHost(void *pointer)
{
    HW_HANDLE_CALL(pointer ? hw_cu_error(hw_cuda_host_free(pointer)) : CUDA_ERROR_INVALID_VALUE);
}

static CUresult get_device_pointer(CUdeviceptr *address, void *pointer, unsigned flags)
{
    void *place = NULL;

    if (!address || flags)
        return CUDA_ERROR_INVALID_VALUE;
    const CUresult result = hw_cu_error(hw_cuda_host_device_pointer(pointer, &place));
    if (result == CUDA_SUCCESS)
        *address = (uintptr_t)place;
    return result;
}

CUresult cuMemHostGetDevicePointer_v2(CUdeviceptr *address, void *pointer, unsigned flags)
{
    HW_CONTEXT_CALL(get_device_pointer(address, pointer, flags));
}

CUresult cuMemHostGetFlags(unsigned *flags, void *pointer)
{
    HW_CONTEXT_CALL(hw_cu_error(hw_cuda_host_flags(pointer, flags)));
}

static CUresult register_host(void *pointer, size_t bytes, unsigned flags)
{
    if (flags & ~REGISTER_FLAGS)
        return CUDA_ERROR_INVALID_VALUE;
    return hw_cu_error(hw_cuda_host_register(pointer, bytes, flags));
}

CUresult cuMemHostRegister(void *pointer, size_t bytes, unsigned flags)
{
    HW_CONTEXT_CALL(register_host(pointer, bytes, flags));
}

CUresult cuMemHostUnregister(void *pointer)
{
    HW_HANDLE_CALL(hw_cu_error(hw_cuda_host_unregister(pointer)));
}
