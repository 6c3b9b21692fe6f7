/* SPDX-License-Identifier: MIT */
/* Making arrays, and what texels a channel format means. */
#include "cuda/core/memory/array.h"

#include "cuda/core/devices/context.h"
#include "cuda/core/devices/device.h"
#include "cuda/core/handle.h"
#include "cuda/core/log/reason.h"
#include "cuda/core/memory/allocation.h"
#include "cuda/core/streams/stream_capture.h"
#include "cuda/core/streams/stream_queue.h"
#include "cuda/core/textures/texture_reference.h"

#include <stdlib.h>

/* By kind (signed, unsigned, float) and bits (8, 16, 32). */
static const uint8_t texel_types[3][3] = {
    {HW_TEXEL_S8, HW_TEXEL_S16, HW_TEXEL_S32},
    {HW_TEXEL_U8, HW_TEXEL_U16, HW_TEXEL_U32},
    {HW_TEXEL_TYPES, HW_TEXEL_F16, HW_TEXEL_F32},
};

bool hw_cuda_texel_format(const struct cudaChannelFormatDesc *format, struct hw_texture *texture)
{
    const int bits[4] = {format->x, format->y, format->z, format->w};
    unsigned channels = 0;

    while (channels < 4 && bits[channels] == format->x && bits[channels] != 0)
        channels++;
    for (unsigned i = channels; i < 4; i++)
        if (bits[i] != 0)
            return false;
    if (channels == 0 || channels == 3 || (unsigned)format->f > cudaChannelFormatKindFloat ||
        (format->x != 8 && format->x != 16 && format->x != 32))
        return false;
    texture->channels = (uint8_t)channels;
    texture->type = texel_types[format->f][format->x == 8 ? 0 : format->x == 16 ? 1 : 2];
    return texture->type != HW_TEXEL_TYPES;
}

int hw_cuda_fail_format(const struct cudaChannelFormatDesc *format)
{
    return hw_cuda_fail(
        cudaErrorInvalidChannelDescriptor,
        "channels of %d, %d, %d, %d bits, kind %d; expected 1, 2 or 4 equal ones of 8, 16 or 32 "
        "bits, kind 0 to 2 (2 with 16 or 32 bits)",
        format->x, format->y, format->z, format->w, (int)format->f);
}

/* Width, height and depth or layers as the flags say; false when they are impossible. */
static bool set_extent(struct hw_texture *texture, struct cudaExtent extent, unsigned flags)
{
    const bool layered = flags & cudaArrayLayered, cube = flags & cudaArrayCubemap;
    const size_t slices = extent.depth ? extent.depth : 1, rows = extent.height ? extent.height : 1;

    if (extent.width == 0 || extent.width > HW_TEXTURE_MAX_EXTENT || rows > HW_TEXTURE_MAX_EXTENT ||
        slices > HW_TEXTURE_MAX_EXTENT || (layered && extent.depth == 0))
        return false;
    if (cube && (extent.width != extent.height || extent.depth % 6 != 0 || extent.depth == 0))
        return false;
    texture->width = (uint32_t)extent.width;
    texture->height = (uint32_t)rows;
    texture->depth = layered || cube ? 1 : (uint32_t)slices;
    texture->layers = layered || cube ? (uint32_t)slices : 0;
    texture->cube = cube;
    texture->dimensions = extent.height == 0 ? 1 : extent.depth == 0 || layered || cube ? 2 : 3;
    texture->row_pitch = extent.width * hw_texture_texel_bytes(texture);
    texture->slice_pitch = texture->row_pitch * rows;
    texture->bytes = texture->slice_pitch * slices;
    return texture->slice_pitch / rows == texture->row_pitch &&
           texture->bytes / slices == texture->slice_pitch;
}

cudaError_t hw_cuda_array_create(struct cudaArray **array, const struct cudaChannelFormatDesc *format,
                                 struct cudaExtent extent, unsigned flags)
{
    struct hw_cuda_context *context = hw_cuda.context;
    struct hw_texture texture = {.type = 0};

    if (!array || !format)
        return hw_cuda_fail(cudaErrorInvalidValue, "%s is null", array ? "the format" : "the array's place");
    if (!hw_cuda_texel_format(format, &texture))
        return hw_cuda_fail_format(format);
    if (!set_extent(&texture, extent, flags))
        return hw_cuda_fail(cudaErrorInvalidValue,
                            "extent %zu by %zu by %zu with flags %#x; expected at most %u each, layers of a "
                            "layered array, six equal sides of a cube",
                            extent.width, extent.height, extent.depth, flags, HW_TEXTURE_MAX_EXTENT);
    if (hw_cuda_capturing() && hw_cuda_capture_forbids())
        return cudaErrorStreamCaptureUnsupported;
    if (texture.bytes > context->device->memory_bytes - context->device->used)
        return hw_cuda_fail_memory(context->device, texture.bytes);
    struct cudaArray *made = calloc(1, sizeof *made);
    uint8_t *data = calloc(1, texture.bytes);
    if (!made || !data || !hw_cuda_handle_add(made, HW_CUDA_ARRAY)) {
        free(made);
        free(data);
        return cudaErrorMemoryAllocation;
    }
    texture.data = data;
    *made = (struct cudaArray){.next = context->arrays,
                               .context = context,
                               .format = *format,
                               .extent = extent,
                               .flags = flags,
                               .data = data,
                               .texture = texture};
    context->device->used += texture.bytes;
    context->arrays = *array = made;
    return cudaSuccess;
}

cudaError_t hw_cuda_array_destroy(struct cudaArray *array)
{
    struct cudaArray **link;

    if (!array)
        return cudaSuccess;
    hw_cuda_queue_wait_all();
    if (!hw_cuda_array_is_valid(array) || array->shared || array->level)
        return !hw_cuda_array_is_valid(array)
                   ? hw_cuda_fail_handle(cudaErrorInvalidValue, "array", array)
                   : hw_cuda_fail(cudaErrorInvalidValue, "array %p is %s", (const void *)array,
                                  array->shared ? "OpenGL's" : "a level of a mipmapped array");
    for (link = &array->context->arrays; *link != array; link = &(*link)->next)
        ;
    *link = array->next;
    hw_cuda_forget_array(array);
    hw_cuda_handle_remove(array);
    array->context->device->used -= array->texture.bytes;
    free(array->data);
    free(array);
    return cudaSuccess;
}

void hw_cuda_arrays_clear(struct hw_cuda_context *context)
{
    while (context->arrays)
        hw_cuda_array_destroy(context->arrays);
}

bool hw_cuda_array_is_valid(const struct cudaArray *array)
{
    return hw_cuda_is(array, HW_CUDA_ARRAY);
}

const struct cudaChannelFormatDesc *hw_cuda_array_format(const struct cudaArray *array)
{
    return &array->format;
}

struct cudaExtent hw_cuda_array_extent(const struct cudaArray *array)
{
    return array->extent;
}

unsigned hw_cuda_array_flags(const struct cudaArray *array)
{
    return array->flags;
}

size_t hw_cuda_array_texel(const struct cudaArray *array)
{
    return hw_texture_texel_bytes(&array->texture);
}

size_t hw_cuda_array_pitch(const struct cudaArray *array)
{
    return array->texture.row_pitch;
}

void *hw_cuda_array_data(const struct cudaArray *array, size_t *bytes)
{
    if (bytes)
        *bytes = array->texture.bytes;
    return array->data;
}
