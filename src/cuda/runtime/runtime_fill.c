/* SPDX-License-Identifier: MIT */
/* Filling device memory with a byte. */
#include "cuda/runtime/runtime_work.h"

#include "cuda/core/log/reason.h"

cudaError_t hw_runtime_fill(hw_cuda_fill_fn *fill, void *address, size_t pitch, int value, size_t width,
                            size_t height, cudaStream_t stream)
{
    return fill(stream, &(struct hw_cuda_fill_work){.address = address,
                                                    .pitch = pitch,
                                                    .value = (uint32_t)value,
                                                    .element = 1,
                                                    .width = width,
                                                    .height = height,
                                                    .depth = 1});
}

/* Slices lie ysize rows apart. */
cudaError_t hw_runtime_fill_box(hw_cuda_fill_fn *fill, struct cudaPitchedPtr box, int value,
                                struct cudaExtent extent, cudaStream_t stream)
{
    if (extent.depth > 1 && extent.height > box.ysize)
        return hw_cuda_fail(cudaErrorInvalidValue, "ysize %zu; expected at least the height, %zu rows",
                            box.ysize, extent.height);
    return fill(stream, &(struct hw_cuda_fill_work){.address = box.ptr,
                                                    .pitch = box.pitch,
                                                    .slice = box.ysize * box.pitch,
                                                    .value = (uint32_t)value,
                                                    .element = 1,
                                                    .width = extent.width,
                                                    .height = extent.height,
                                                    .depth = extent.depth});
}
