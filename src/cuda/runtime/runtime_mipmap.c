/* SPDX-License-Identifier: MIT */
/* See runtime_mipmap.h. */
#include "cuda/runtime/runtime_mipmap.h"

#include "cuda/core/mipmap.h"
#include "cuda/core/reason.h"
#include "cuda/runtime/runtime.h"

static cudaError_t make(struct cudaMipmappedArray **mipmap, const struct cudaChannelFormatDesc *format,
                        struct cudaExtent extent, unsigned levels, unsigned flags)
{
    if (flags & ~hw_soname.array_flags)
        return hw_cuda_fail(cudaErrorInvalidValue, "flags %#x; expected some of %#x", flags,
                            hw_soname.array_flags);
    return hw_cuda_mipmap_create(mipmap, format, extent, levels, flags);
}

cudaError_t cudaMallocMipmappedArray(struct cudaMipmappedArray **mipmap,
                                     const struct cudaChannelFormatDesc *format, struct cudaExtent extent,
                                     unsigned levels, unsigned flags)
{
    HW_DEVICE_CALL(make(mipmap, format, extent, levels, flags));
}

cudaError_t cudaFreeMipmappedArray(struct cudaMipmappedArray *mipmap)
{
    HW_DEVICE_CALL(hw_cuda_mipmap_destroy(mipmap));
}

static cudaError_t get_level(struct cudaArray **level, const struct cudaMipmappedArray *mipmap,
                             unsigned number)
{
    if (!hw_cuda_mipmap_known(mipmap))
        return hw_cuda_fail_handle(cudaErrorInvalidResourceHandle, "mipmapped array", mipmap);
    if (!level || !hw_cuda_mipmap_level(mipmap, number))
        return hw_cuda_fail(cudaErrorInvalidValue,
                            level ? "the mipmapped array has no level %u" : "the place for level %u is null",
                            number);
    *level = hw_cuda_mipmap_level(mipmap, number);
    return cudaSuccess;
}

cudaError_t cudaGetMipmappedArrayLevel(struct cudaArray **level, const struct cudaMipmappedArray *mipmap,
                                       unsigned number)
{
    HW_DEVICE_CALL(get_level(level, mipmap, number));
}

static cudaError_t bind(const struct textureReference *reference, const struct cudaMipmappedArray *mipmap,
                        const struct cudaChannelFormatDesc *format)
{
    if (!hw_cuda_mipmap_known(mipmap))
        return hw_cuda_fail_handle(cudaErrorInvalidResourceHandle, "mipmapped array", mipmap);
    return hw_cuda_bind_mipmap(reference, mipmap, format);
}

cudaError_t cudaBindTextureToMipmappedArray(const struct textureReference *reference,
                                            const struct cudaMipmappedArray *mipmap,
                                            const struct cudaChannelFormatDesc *format)
{
    HW_DEVICE_CALL(bind(reference, mipmap, format));
}
