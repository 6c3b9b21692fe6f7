/* SPDX-License-Identifier: MIT */
/* Texture and surface references. */
#include "cuda/core/reason.h"
#include "cuda/runtime/runtime.h"

static cudaError_t bind_line(size_t *offset, const struct textureReference *reference, const void *memory,
                             const struct cudaChannelFormatDesc *format, size_t bytes)
{
    const size_t texel = format ? hw_cuda_texel_bytes(format) : 0;

    if (texel == 0)
        return hw_cuda_fail(cudaErrorInvalidChannelDescriptor, "the format %s",
                            format ? "has no channels" : "is null");
    if (bytes == UINT32_MAX) /* the default argument: as far as the memory goes */
        bytes = hw_cuda_bytes_from(memory);
    return hw_cuda_bind_memory(reference, format, memory, bytes / texel, 0, 0, offset);
}

cudaError_t cudaBindTexture(size_t *offset, const struct textureReference *reference, const void *memory,
                            const struct cudaChannelFormatDesc *format, size_t bytes)
{
    HW_DEVICE_CALL(bind_line(offset, reference, memory, format, bytes));
}

static cudaError_t bind_plane(size_t *offset, const struct textureReference *reference, const void *memory,
                              const struct cudaChannelFormatDesc *format, size_t width, size_t height,
                              size_t pitch)
{
    if (height == 0)
        return hw_cuda_fail(cudaErrorInvalidValue, "height 0; expected 1 or more");
    return hw_cuda_bind_memory(reference, format, memory, width, height, pitch, offset);
}

cudaError_t cudaBindTexture2D(size_t *offset, const struct textureReference *reference, const void *memory,
                              const struct cudaChannelFormatDesc *format, size_t width, size_t height,
                              size_t pitch)
{
    HW_DEVICE_CALL(bind_plane(offset, reference, memory, format, width, height, pitch));
}

cudaError_t cudaBindTextureToArray(const struct textureReference *reference, const struct cudaArray *array,
                                   const struct cudaChannelFormatDesc *format)
{
    HW_DEVICE_CALL(hw_cuda_bind_array(reference, array, format));
}

cudaError_t cudaUnbindTexture(const struct textureReference *reference)
{
    HW_DEVICE_CALL(hw_cuda_unbind(reference));
}

static cudaError_t get_offset(size_t *offset, const struct textureReference *reference)
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

cudaError_t cudaGetTextureAlignmentOffset(size_t *offset, const struct textureReference *reference)
{
    HW_DEVICE_CALL(get_offset(offset, reference));
}

cudaError_t cudaGetTextureReference(const struct textureReference **reference, const char *symbol)
{
    HW_DEVICE_CALL(reference ? hw_cuda_texture_named(symbol, reference) : cudaErrorInvalidValue);
}

static cudaError_t bind_surface(const struct surfaceReference *reference, const struct cudaArray *array,
                                const struct cudaChannelFormatDesc *format)
{
    if (!format)
        return hw_cuda_fail(cudaErrorInvalidChannelDescriptor, "the format is null");
    return hw_cuda_bind_surface(reference, array);
}

cudaError_t cudaBindSurfaceToArray(const struct surfaceReference *reference, const struct cudaArray *array,
                                   const struct cudaChannelFormatDesc *format)
{
    HW_DEVICE_CALL(bind_surface(reference, array, format));
}

cudaError_t cudaGetSurfaceReference(const struct surfaceReference **reference, const char *symbol)
{
    HW_DEVICE_CALL(reference ? hw_cuda_surface_named(symbol, reference) : cudaErrorInvalidValue);
}
