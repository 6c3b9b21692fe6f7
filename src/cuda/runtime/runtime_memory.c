/* SPDX-License-Identifier: MIT */
/* Memory of the device.  An allocation of 0 bytes succeeds and gives no address. */
#include "cuda/core/managed.h"
#include "cuda/runtime/runtime.h"

#define PITCH 512u /* rows of pitched memory begin at multiples of this, as textures of all devices may */

cudaError_t hw_runtime_allocate(void **address, size_t bytes)
{
    if (!address)
        return cudaErrorInvalidValue;
    if (bytes > 0)
        return hw_cuda_alloc(address, bytes);
    *address = NULL;
    return cudaSuccess;
}

cudaError_t cudaMalloc(void **address, size_t bytes)
{
    HW_DEVICE_CALL(hw_runtime_allocate(address, bytes));
}

static cudaError_t allocate_registers(void **address, size_t *pitch, size_t width, size_t rows)
{
    if (!address || !pitch || width > INT32_MAX)
        return cudaErrorInvalidValue;
    *pitch = (width + PITCH - 1) / PITCH * PITCH;
    if (*pitch && rows > SIZE_MAX / *pitch)
        return cudaErrorMemoryAllocation;
    return hw_runtime_allocate(address, *pitch * rows);
}

cudaError_t cudaMallocPitch(void **address, size_t *pitch, size_t width, size_t height)
{
    HW_DEVICE_CALL(allocate_registers(address, pitch, width, height));
}

static cudaError_t allocate_box(struct cudaPitchedPtr *pointer, struct cudaExtent extent)
{
    if (!pointer || (extent.depth && extent.height > SIZE_MAX / extent.depth))
        return cudaErrorInvalidValue;
    pointer->xsize = extent.width;
    pointer->ysize = extent.height;
    return allocate_registers(&pointer->ptr, &pointer->pitch, extent.width, extent.height * extent.depth);
}

cudaError_t cudaMalloc3D(struct cudaPitchedPtr *pointer, struct cudaExtent extent)
{
    HW_DEVICE_CALL(allocate_box(pointer, extent));
}

cudaError_t cudaFree(void *address)
{
    HW_DEVICE_CALL(hw_cuda_free_any(address));
}

cudaError_t cudaMemGetInfo(size_t *free_bytes, size_t *total_bytes)
{
    HW_DEVICE_CALL(hw_cuda_memory_info(free_bytes, total_bytes));
}
