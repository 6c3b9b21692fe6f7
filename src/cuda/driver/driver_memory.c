/* SPDX-License-Identifier: MIT */
/* Memory of the device, and page-locked memory of the host. */
#include "cuda/driver/driver_work.h"

#include "cuda/core/memory/managed.h"

#define PITCH_ALIGNMENT 512 /* of rows, so that whole warps begin them well whatever the element */

CUresult hw_cu_mem_get_info_v2(size_t *free_bytes, size_t *total_bytes)
{
    size_t free_size = 0, total_size = 0;
    const cudaError_t error = hw_cuda_memory_info(&free_size, &total_size);

    if (free_bytes)
        *free_bytes = free_size;
    if (total_bytes)
        *total_bytes = total_size;
    return hw_cu_error(error);
}

CUresult hw_cu_memory_alloc(CUdeviceptr *address, size_t bytes)
{
    void *place = NULL;
    const CUresult result = address ? hw_cu_error(hw_cuda_alloc(&place, bytes)) : CUDA_ERROR_INVALID_VALUE;

    if (result == CUDA_SUCCESS)
        *address = (uintptr_t)place;
    return result;
}

CUresult hw_cu_mem_alloc_pitch_v2(CUdeviceptr *address, size_t *pitch, size_t width, size_t height,
                                  unsigned element)
{
    if (!address || !pitch || width == 0 || height == 0 || (element != 4 && element != 8 && element != 16))
        return CUDA_ERROR_INVALID_VALUE;
    if (width > SIZE_MAX - PITCH_ALIGNMENT)
        return CUDA_ERROR_OUT_OF_MEMORY;
    const size_t wide = (width + PITCH_ALIGNMENT - 1) / PITCH_ALIGNMENT * PITCH_ALIGNMENT;
    if (height > SIZE_MAX / wide)
        return CUDA_ERROR_OUT_OF_MEMORY;
    const CUresult result = hw_cu_memory_alloc(address, wide * height);
    if (result == CUDA_SUCCESS)
        *pitch = wide;
    return result;
}

CUresult hw_cu_mem_get_address_range_v2(CUdeviceptr *base, size_t *bytes, CUdeviceptr address)
{
    void *first = NULL;

    if (hw_cuda_address_range(hw_cu_pointer(address), &first, bytes) != cudaSuccess)
        return CUDA_ERROR_NOT_FOUND;
    if (base)
        *base = (uintptr_t)first;
    return CUDA_SUCCESS;
}

/* --- page-locked memory --- */

#define HOST_FLAGS     (CU_MEMHOSTALLOC_PORTABLE | CU_MEMHOSTALLOC_DEVICEMAP | CU_MEMHOSTALLOC_WRITECOMBINED)
#define REGISTER_FLAGS (CU_MEMHOSTREGISTER_PORTABLE | CU_MEMHOSTREGISTER_DEVICEMAP)

CUresult hw_cu_host_alloc(void **pointer, size_t bytes, unsigned flags)
{
    if (flags & ~HOST_FLAGS)
        return CUDA_ERROR_INVALID_VALUE;
    return hw_cu_error(hw_cuda_host_alloc(pointer, bytes, flags));
}

CUresult hw_cu_mem_host_get_device_pointer_v2(CUdeviceptr *address, void *pointer, unsigned flags)
{
    void *place = NULL;

    if (!address || flags)
        return CUDA_ERROR_INVALID_VALUE;
    const CUresult result = hw_cu_error(hw_cuda_host_device_pointer(pointer, &place));
    if (result == CUDA_SUCCESS)
        *address = (uintptr_t)place;
    return result;
}

CUresult hw_cu_mem_host_register(void *pointer, size_t bytes, unsigned flags)
{
    if (flags & ~REGISTER_FLAGS)
        return CUDA_ERROR_INVALID_VALUE;
    return hw_cu_error(hw_cuda_host_register(pointer, bytes, flags));
}

/* --- in order of a stream --- */

CUresult hw_cu_memory_alloc_async(CUdeviceptr *address, size_t bytes, CUmemoryPool pool, CUstream stream)
{
    void *place = NULL;
    const CUresult result =
        address ? hw_cu_error(hw_cuda_alloc_async(&place, bytes, pool, stream)) : CUDA_ERROR_INVALID_VALUE;

    if (result == CUDA_SUCCESS)
        *address = (uintptr_t)place;
    return result;
}
