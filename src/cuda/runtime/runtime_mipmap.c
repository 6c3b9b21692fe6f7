/* SPDX-License-Identifier: MIT */
/* Mipmapped arrays, in the runtime's words.  (CUDA Runtime API 5.0 and 12, "Memory Management".) */
#include "cuda/runtime/runtime.h"

#include "cuda/core/memory/mipmap.h"
#include "cuda/core/log/reason.h"

cudaError_t hw_runtime_malloc_mipmapped_array(struct cudaMipmappedArray **mipmap,
                                              const struct cudaChannelFormatDesc *format,
                                              struct cudaExtent extent, unsigned levels, unsigned flags)
{
    if (flags & ~hw_soname.array_flags)
        return hw_cuda_fail(cudaErrorInvalidValue, "flags %#x; expected some of %#x", flags,
                            hw_soname.array_flags);
    return hw_cuda_mipmap_create(mipmap, format, extent, levels, flags);
}

cudaError_t hw_runtime_get_mipmapped_array_level(struct cudaArray **level,
                                                 const struct cudaMipmappedArray *mipmap, unsigned number)
{
    if (!hw_cuda_mipmap_is_valid(mipmap))
        return hw_cuda_fail_handle(cudaErrorInvalidResourceHandle, "mipmapped array", mipmap);
    if (!level || !hw_cuda_mipmap_level(mipmap, number))
        return hw_cuda_fail(cudaErrorInvalidValue,
                            level ? "the mipmapped array has no level %u" : "the place for level %u is null",
                            number);
    *level = hw_cuda_mipmap_level(mipmap, number);
    return cudaSuccess;
}

cudaError_t hw_runtime_bind_texture_to_mipmapped_array(const struct textureReference *reference,
                                                       const struct cudaMipmappedArray *mipmap,
                                                       const struct cudaChannelFormatDesc *format)
{
    if (!hw_cuda_mipmap_is_valid(mipmap))
        return hw_cuda_fail_handle(cudaErrorInvalidResourceHandle, "mipmapped array", mipmap);
    return hw_cuda_bind_mipmap(reference, mipmap, format);
}
