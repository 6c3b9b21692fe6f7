/* SPDX-License-Identifier: MIT */
/* Filling device memory with a byte. */
#include "cuda/core/reason.h"
#include "cuda/runtime/runtime.h"

static cudaError_t fill(void *address, size_t pitch, int value, size_t width, size_t height,
                        cudaStream_t stream)
{
    return hw_cuda_fill(stream, &(struct hw_cuda_fill_work){.address = address,
                                                            .pitch = pitch,
                                                            .value = (uint32_t)value,
                                                            .element = 1,
                                                            .width = width,
                                                            .height = height,
                                                            .depth = 1});
}

cudaError_t cudaMemset(void *address, int value, size_t bytes)
{
    HW_DEVICE_CALL(fill(address, bytes, value, bytes, 1, NULL));
}

cudaError_t cudaMemsetAsync(void *address, int value, size_t bytes, cudaStream_t stream)
{
    HW_DEVICE_CALL(fill(address, bytes, value, bytes, 1, hw_stream(stream)));
}

cudaError_t cudaMemset2D(void *address, size_t pitch, int value, size_t width, size_t height)
{
    HW_DEVICE_CALL(fill(address, pitch, value, width, height, NULL));
}

cudaError_t cudaMemset2DAsync(void *address, size_t pitch, int value, size_t width, size_t height,
                              cudaStream_t stream)
{
    HW_DEVICE_CALL(fill(address, pitch, value, width, height, hw_stream(stream)));
}

/* Slices lie ysize rows apart. */
static cudaError_t fill_box(struct cudaPitchedPtr box, int value, struct cudaExtent extent,
                            cudaStream_t stream)
{
    if (extent.depth > 1 && extent.height > box.ysize)
        return hw_cuda_fail(cudaErrorInvalidValue, "ysize %zu; expected at least the height, %zu rows",
                            box.ysize, extent.height);
    return hw_cuda_fill(stream, &(struct hw_cuda_fill_work){.address = box.ptr,
                                                            .pitch = box.pitch,
                                                            .slice = box.ysize * box.pitch,
                                                            .value = (uint32_t)value,
                                                            .element = 1,
                                                            .width = extent.width,
                                                            .height = extent.height,
                                                            .depth = extent.depth});
}

cudaError_t cudaMemset3D(struct cudaPitchedPtr box, int value, struct cudaExtent extent)
{
    HW_DEVICE_CALL(fill_box(box, value, extent, NULL));
}

cudaError_t cudaMemset3DAsync(struct cudaPitchedPtr box, int value, struct cudaExtent extent,
                              cudaStream_t stream)
{
    HW_DEVICE_CALL(fill_box(box, value, extent, hw_stream(stream)));
}
