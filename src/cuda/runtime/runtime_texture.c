/* SPDX-License-Identifier: MIT */
/* Texture and surface references. */
#include "cuda/runtime/runtime.h"

#include "cuda/core/log/reason.h"

cudaError_t hw_runtime_bind_texture(size_t *offset, const struct textureReference *reference,
                                    const void *memory, const struct cudaChannelFormatDesc *format,
                                    size_t bytes)
{
    const size_t texel = format ? hw_cuda_texel_bytes(format) : 0;

    if (texel == 0)
        return hw_cuda_fail(cudaErrorInvalidChannelDescriptor, "the format %s",
                            format ? "has no channels" : "is null");
    if (bytes == UINT32_MAX) /* the default argument: as far as the memory goes */
        bytes = hw_cuda_bytes_from(memory);
    return hw_cuda_bind_memory(reference, format, memory, bytes / texel, 0, 0, offset);
}

cudaError_t hw_runtime_bind_texture2d(size_t *offset, const struct textureReference *reference,
                                      const void *memory, const struct cudaChannelFormatDesc *format,
                                      size_t width, size_t height, size_t pitch)
{
    if (height == 0)
        return hw_cuda_fail(cudaErrorInvalidValue, "height 0; expected 1 or more");
    return hw_cuda_bind_memory(reference, format, memory, width, height, pitch, offset);
}

cudaError_t hw_runtime_get_texture_alignment_offset(size_t *offset, const struct textureReference *reference)
{
    const struct hw_cuda_texture *texture = reference ? hw_cuda_find_texture(reference) : NULL;

    if (!offset)
        return cudaErrorInvalidValue;
    if (!texture)
        return cudaErrorInvalidTexture;
    const struct hw_cuda_binding *binding = hw_cuda_texture_binding(texture);
    if (!binding->array && !binding->memory)
        return cudaErrorInvalidTextureBinding;
    *offset = hw_cuda_texture_offset(texture);
    return cudaSuccess;
}

cudaError_t hw_runtime_bind_surface_to_array(const struct surfaceReference *reference,
                                             const struct cudaArray *array,
                                             const struct cudaChannelFormatDesc *format)
{
    if (!format)
        return hw_cuda_fail(cudaErrorInvalidChannelDescriptor, "the format is null");
    return hw_cuda_bind_surface(reference, array);
}
