/* SPDX-License-Identifier: MIT */
/* Memory of the device.  An allocation of 0 bytes succeeds and gives no address. */
#include "cuda/runtime/runtime_work.h"

#include "cuda/core/memory/managed.h"

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

cudaError_t hw_runtime_allocate_rows(void **address, size_t *pitch, size_t width, size_t rows)
{
    if (!address || !pitch || width > INT32_MAX)
        return cudaErrorInvalidValue;
    *pitch = (width + PITCH - 1) / PITCH * PITCH;
    if (*pitch && rows > SIZE_MAX / *pitch)
        return cudaErrorMemoryAllocation;
    return hw_runtime_allocate(address, *pitch * rows);
}

cudaError_t hw_runtime_malloc3d(struct cudaPitchedPtr *pointer, struct cudaExtent extent)
{
    if (!pointer || (extent.depth && extent.height > SIZE_MAX / extent.depth))
        return cudaErrorInvalidValue;
    pointer->xsize = extent.width;
    pointer->ysize = extent.height;
    return hw_runtime_allocate_rows(&pointer->ptr, &pointer->pitch, extent.width,
                                    extent.height * extent.depth);
}

/* As with cudaMalloc, 0 bytes are no address and no error.  A call that fails leaves no address, either: CCCL
 * looks at it. */
cudaError_t hw_runtime_malloc_async(void **address, size_t bytes, cudaMemPool_t pool, cudaStream_t stream)
{
    if (address)
        *address = NULL;
    return !address || bytes > 0 ? hw_cuda_alloc_async(address, bytes, pool, stream)
                                 : hw_cuda_stream_check(stream);
}
