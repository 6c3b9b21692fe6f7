/* SPDX-License-Identifier: MIT */
/* The machine's texture of a reference: what it is bound to, sampled as its settings say. */
#include "cuda/core/streams/stream_queue.h"
#include "cuda/core/textures/texture_reference.h"

#include "cuda/core/memory/allocation.h"
#include "cuda/core/memory/array.h"
#include "cuda/core/devices/context.h"
#include "cuda/core/memory/mipmap.h"
#include "cuda/core/log/reason.h"
#include "machine/memory/device_memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The driver interface's integers of 32 bits are read as they are whatever is set (cuTexRefSetFlags). */
static cudaError_t set_sampling(const struct hw_cuda_texture *reference, struct hw_texture *texture)
{
    const struct hw_cuda_sampling *sampling = &reference->sampling;

    texture->read = sampling->normalized_read ? HW_TEXTURE_READ_NORMALIZED : HW_TEXTURE_READ_ELEMENT;
    texture->filter = sampling->filter ? HW_TEXTURE_FILTER_LINEAR : HW_TEXTURE_FILTER_POINT;
    texture->normalized = sampling->normalized || texture->cube;
    texture->srgb = sampling->srgb;
    texture->seamless = sampling->seamless;
    memcpy(texture->border, sampling->border, sizeof texture->border);
    for (int i = 0; i < 3; i++)
        texture->address[i] = sampling->address[i] >= HW_TEXTURE_ADDRESS_WRAP &&
                                      sampling->address[i] <= HW_TEXTURE_ADDRESS_BORDER
                                  ? (uint8_t)sampling->address[i]
                                  : HW_TEXTURE_ADDRESS_CLAMP;
    if (texture->read == HW_TEXTURE_READ_NORMALIZED &&
        (texture->type == HW_TEXEL_U32 || texture->type == HW_TEXEL_S32)) {
        if (reference->host)
            return hw_cuda_fail(cudaErrorInvalidNormSetting,
                                "integers of 32 bits are to be read as fractions; expected 8 or 16 bits");
        texture->read = HW_TEXTURE_READ_ELEMENT;
    }
    if (texture->filter == HW_TEXTURE_FILTER_LINEAR && !hw_texture_returns_float(texture))
        return hw_cuda_fail(cudaErrorInvalidFilterSetting,
                            "a linear filter of texels that are read as integers; expected floats, or "
                            "integers of 8 or 16 bits as fractions");
    return cudaSuccess;
}

static cudaError_t make_of_array(const struct hw_cuda_sampling *sampling, const struct cudaArray *array,
                                 struct hw_texture *texture)
{
    *texture = array->texture;
    if (!hw_cuda_texel_format(&sampling->format, texture))
        return hw_cuda_fail_format(&sampling->format);
    if (hw_texture_texel_bytes(texture) != hw_texture_texel_bytes(&array->texture))
        return hw_cuda_fail(cudaErrorInvalidChannelDescriptor, "texels of %u bytes; expected the array's, %u",
                            hw_texture_texel_bytes(texture), hw_texture_texel_bytes(&array->texture));
    return cudaSuccess;
}

/* A texture begins at an aligned address; lookups of memory between have to add the offset.  It may be said
 * to be larger than its allocation, as NVIDIA's sample convolutionFFT2D does: what lies beyond may not be
 * fetched. */
static cudaError_t make_of_memory(const struct hw_cuda_sampling *sampling,
                                  const struct hw_cuda_binding *binding, size_t offset,
                                  struct hw_texture *texture)
{
    const size_t width = binding->width, height = binding->height, pitch = binding->pitch;

    *texture = (struct hw_texture){.dimensions = height ? 2 : 1,
                                   .width = (uint32_t)width,
                                   .height = (uint32_t)height,
                                   .depth = 1,
                                   .row_pitch = pitch};
    if (!hw_cuda_texel_format(&sampling->format, texture))
        return hw_cuda_fail_format(&sampling->format);
    if (width > HW_TEXTURE_MAX_EXTENT || height > HW_TEXTURE_MAX_EXTENT || pitch > INT32_MAX)
        return hw_cuda_fail(cudaErrorInvalidValue,
                            "%zu by %zu texels, pitch %zu; expected at most %u texels and %d bytes", width,
                            height, pitch, HW_TEXTURE_MAX_EXTENT, INT32_MAX);
    const uint64_t texel = hw_texture_texel_bytes(texture);
    if (!height)
        texture->width += (uint32_t)(offset / texel);
    texture->bytes = height ? (height - 1) * pitch + width * texel + offset : texture->width * texel;
    const char *first = (const char *)binding->memory - offset;
    const size_t there = hw_cuda_bytes_from(first);
    if (there < texture->bytes) {
        texture->bytes = there;
        texture->partial = true;
    }
    if (!hw_cuda_in_reach(first, texel))
        return hw_cuda_fail_reach("the texture's first texel", first, texel);
    texture->data = hw_memory_translate(hw_cuda.memory, (uintptr_t)first, texture->bytes);
    texture->origin = (uintptr_t)first;
    return cudaSuccess;
}

/* How levels are chosen; with a limit of 0 it is always the first, and no other counts, nor where coordinates
 * are texel numbers, which mean another place in each level. */
static cudaError_t set_levels(const struct hw_cuda_sampling *sampling, struct hw_texture *texture)
{
    texture->blends_levels = sampling->level_filter != 0;
    texture->level_bias = sampling->level_bias;
    texture->min_level = fmaxf(sampling->min_level, 0);
    texture->max_level = texture->normalized ? fminf(sampling->max_level, HW_TEXTURE_LEVELS) : 0;
    if (texture->max_level == 0)
        texture->min_level = 0;
    if (texture->blends_levels && !hw_texture_returns_float(texture))
        return hw_cuda_fail(cudaErrorInvalidFilterSetting,
                            "a linear filter between levels whose texels are read as integers");
    return cudaSuccess;
}

/* The further levels of a mipmapped array, sampled as the first is.  They go to `smaller`, where there is
 * room for all that an array can have. */
static cudaError_t make_levels(const struct hw_cuda_texture *reference,
                               const struct cudaMipmappedArray *mipmap, struct hw_texture *first,
                               struct hw_texture *smaller)
{
    struct hw_texture *last = first;
    const struct cudaArray *array;
    cudaError_t error = smaller ? set_levels(&reference->sampling, first) : cudaErrorMemoryAllocation;

    for (unsigned i = 1;
         error == cudaSuccess && first->max_level > 0 && (array = hw_cuda_mipmap_level(mipmap, i)); i++) {
        struct hw_texture *level = &smaller[i - 1];

        error = make_of_array(&reference->sampling, array, level);
        if (error == cudaSuccess)
            error = set_sampling(reference, level);
        last->smaller = level;
        last = level;
    }
    return error;
}

cudaError_t hw_cuda_texture_make(struct hw_cuda_texture *reference, const struct hw_cuda_binding *binding,
                                 size_t offset)
{
    const struct hw_cuda_sampling *sampling = &reference->sampling;
    struct hw_error refused;
    struct hw_texture texture;
    struct hw_texture *smaller = binding->mipmap ? calloc(HW_TEXTURE_LEVELS, sizeof *smaller) : NULL;
    cudaError_t error = binding->array ? make_of_array(sampling, binding->array, &texture)
                                       : make_of_memory(sampling, binding, offset, &texture);

    if (error == cudaSuccess)
        error = set_sampling(reference, &texture);
    if (error == cudaSuccess && binding->mipmap)
        error = make_levels(reference, binding->mipmap, &texture, smaller);
    if (error == cudaSuccess && hw_texture_check(&texture, &refused) != HW_OK)
        error = hw_cuda_fail(cudaErrorInvalidValue, "%s", refused.text);
    if (error != cudaSuccess) {
        free(smaller);
        return error;
    }
    if (reference->smaller)
        hw_cuda_queue_wait_all(); /* launches that are under way sample its levels */
    free(reference->smaller);
    reference->smaller = smaller;
    reference->texture = texture;
    return cudaSuccess;
}
