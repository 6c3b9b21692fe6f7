/* Memory of the device, page-locked memory of the host, fills and copies. */
#include "cuda/runtime/runtime.h"

#define PITCH 512u /* rows of pitched memory begin at multiples of this, as textures of all devices may */

static size_t pitch_of(size_t width)
{
    return (width + PITCH - 1) / PITCH * PITCH;
}

cudaError_t cudaMalloc(void **address, size_t bytes)
{
    HW_DEVICE_CALL(hw_cuda_alloc(address, bytes));
}

static cudaError_t allocate_pitched(void **address, size_t *pitch, size_t width, size_t rows)
{
    if (!pitch || width == 0 || width > INT32_MAX || rows == 0 || rows > SIZE_MAX / pitch_of(width))
        return cudaErrorInvalidValue;
    *pitch = pitch_of(width);
    return hw_cuda_alloc(address, *pitch * rows);
}

cudaError_t cudaMallocPitch(void **address, size_t *pitch, size_t width, size_t height)
{
    HW_DEVICE_CALL(allocate_pitched(address, pitch, width, height));
}

static cudaError_t allocate_box(struct cudaPitchedPtr *pointer, struct cudaExtent extent)
{
    if (!pointer || (extent.depth && extent.height > SIZE_MAX / extent.depth))
        return cudaErrorInvalidValue;
    pointer->xsize = extent.width;
    pointer->ysize = extent.height;
    return allocate_pitched(&pointer->ptr, &pointer->pitch, extent.width, extent.height * extent.depth);
}

cudaError_t cudaMalloc3D(struct cudaPitchedPtr *pointer, struct cudaExtent extent)
{
    HW_DEVICE_CALL(allocate_box(pointer, extent));
}

cudaError_t cudaFree(void *address)
{
    HW_DEVICE_CALL(hw_cuda_free(address));
}

cudaError_t cudaMallocHost(void **pointer, size_t bytes)
{
    HW_DEVICE_CALL(hw_cuda_host_alloc(pointer, bytes, 0));
}

cudaError_t cudaHostAlloc(void **pointer, size_t bytes, unsigned flags)
{
    HW_DEVICE_CALL(flags > 7 ? cudaErrorInvalidValue : hw_cuda_host_alloc(pointer, bytes, flags));
}

cudaError_t cudaFreeHost(void *pointer)
{
    HW_DEVICE_CALL(hw_cuda_host_free(pointer));
}

cudaError_t cudaHostGetDevicePointer(void **address, void *pointer, unsigned flags)
{
    HW_DEVICE_CALL(flags ? cudaErrorInvalidValue : hw_cuda_host_device_pointer(pointer, address));
}

cudaError_t cudaMemGetInfo(size_t *free_bytes, size_t *total_bytes)
{
    HW_DEVICE_CALL(hw_cuda_memory_info(free_bytes, total_bytes));
}

cudaError_t cudaMemset(void *address, int value, size_t bytes)
{
    HW_DEVICE_CALL(hw_cuda_fill(address, bytes, value, bytes, 1));
}

cudaError_t cudaMemset2D(void *address, size_t pitch, int value, size_t width, size_t height)
{
    HW_DEVICE_CALL(hw_cuda_fill(address, pitch, value, width, height));
}

/* --- copies --- */

static cudaError_t copy(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
                        size_t height, int kind, cudaStream_t stream)
{
    struct hw_cuda_end there = {.memory = to, .pitch = to_pitch},
                       here = {.memory = from, .pitch = from_pitch};
    cudaError_t error = hw_cuda_stream_check(stream);

    if (error == cudaSuccess)
        error = hw_cuda_set_kind(&there, &here, kind);
    if (error == cudaSuccess && height > 1 && (to_pitch < width || from_pitch < width))
        error = cudaErrorInvalidPitchValue;
    return error == cudaSuccess ? hw_cuda_copy(&there, &here, width, height, 1) : error;
}

cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes, int kind)
{
    HW_DEVICE_CALL(copy(to, 0, from, 0, bytes, 1, kind, NULL));
}

cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, int kind, cudaStream_t stream)
{
    HW_DEVICE_CALL(copy(to, 0, from, 0, bytes, 1, kind, stream));
}

cudaError_t cudaMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
                         size_t height, int kind)
{
    HW_DEVICE_CALL(copy(to, to_pitch, from, from_pitch, width, height, kind, NULL));
}

cudaError_t cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
                              size_t height, int kind, cudaStream_t stream)
{
    HW_DEVICE_CALL(copy(to, to_pitch, from, from_pitch, width, height, kind, stream));
}
