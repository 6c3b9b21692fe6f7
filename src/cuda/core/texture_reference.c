/* SPDX-License-Identifier: MIT */
/* Texture references: how they sample, their bound memory, and the machine's texture made from both.
 *
 * The runtime has the host's structure, which programs change also after they bind it (the SDK's
 * bicubicTexture sets another filter); the driver interface sets one thing after the other, in any order.  So
 * a reference keeps both parts as they were given, and is made into a texture of the machine when it is bound
 * and again at a launch where the first has changed. */
#include "cuda/core/texture_reference.h"

#include "cuda/core/allocation.h"
#include "cuda/core/array.h"
#include "cuda/core/context.h"
#include "cuda/core/handle.h"
#include "cuda/core/loaded_module.h"
#include "cuda/core/mipmap.h"
#include "cuda/core/object.h"
#include "cuda/core/surface_reference.h"
#include "machine/memory/device_memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- references --- */

struct hw_cuda_texture *hw_cuda_texture_find(const struct hw_cuda_module *module, const char *name)
{
    struct hw_cuda_texture *texture = module->textures;

    while (texture && strcmp(texture->name, name) != 0)
        texture = texture->next;
    return texture;
}

/* A reference begins as the driver interface documents it: point filter, wrapping around, integers read as
 * fractions. */
static struct hw_cuda_texture *create(struct hw_cuda_texture **list)
{
    struct hw_cuda_texture *made = calloc(1, sizeof *made);

    if (!made || !hw_cuda_handle_add(made, HW_CUDA_TEXTURE)) {
        free(made);
        return NULL;
    }
    made->sampling.normalized_read = true;
    made->next = *list;
    *list = made;
    return made;
}

struct hw_cuda_texture *hw_cuda_texture_add(struct hw_cuda_module *module, const char *name)
{
    struct hw_cuda_texture *made = create(&module->textures);

    if (!made)
        return NULL;
    made->module = module;
    made->context = module->context;
    made->name = name;
    return made;
}

struct hw_cuda_texture *hw_cuda_texture_create(void)
{
    struct hw_cuda_texture *made = create(&hw_cuda.context->textures);

    if (made)
        made->context = hw_cuda.context;
    return made;
}

cudaError_t hw_cuda_texture_destroy(struct hw_cuda_texture *texture)
{
    struct hw_cuda_texture **link;

    if (!hw_cuda_texture_known(texture) || texture->module)
        return cudaErrorInvalidResourceHandle;
    for (link = &texture->context->textures; *link != texture; link = &(*link)->next)
        ;
    *link = texture->next;
    hw_cuda_handle_remove(texture);
    free(texture->smaller);
    free(texture);
    return cudaSuccess;
}

void hw_cuda_textures_clear(struct hw_cuda_context *context)
{
    while (context->textures)
        hw_cuda_texture_destroy(context->textures);
}

bool hw_cuda_texture_known(const struct hw_cuda_texture *texture)
{
    return hw_cuda_is(texture, HW_CUDA_TEXTURE);
}

struct hw_cuda_sampling *hw_cuda_texture_sampling(struct hw_cuda_texture *texture)
{
    return &texture->sampling;
}

const struct hw_cuda_binding *hw_cuda_texture_binding(const struct hw_cuda_texture *texture)
{
    return &texture->binding;
}

size_t hw_cuda_texture_offset(const struct hw_cuda_texture *texture)
{
    return texture->offset;
}

/* --- the machine's texture --- */

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
            return cudaErrorInvalidNormSetting;
        texture->read = HW_TEXTURE_READ_ELEMENT;
    }
    if (texture->filter == HW_TEXTURE_FILTER_LINEAR && !hw_texture_returns_float(texture))
        return cudaErrorInvalidFilterSetting;
    return cudaSuccess;
}

static cudaError_t make_of_array(const struct hw_cuda_sampling *sampling, const struct cudaArray *array,
                                 struct hw_texture *texture)
{
    *texture = array->texture;
    return hw_cuda_texel_format(&sampling->format, texture) &&
                   hw_texture_texel_bytes(texture) == hw_texture_texel_bytes(&array->texture)
               ? cudaSuccess
               : cudaErrorInvalidChannelDescriptor;
}

/* A texture begins at an aligned address; lookups of memory between have to add the offset. */
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
        return cudaErrorInvalidChannelDescriptor;
    if (width > HW_TEXTURE_MAX_EXTENT || height > HW_TEXTURE_MAX_EXTENT || pitch > INT32_MAX)
        return cudaErrorInvalidValue;
    const uint64_t texel = hw_texture_texel_bytes(texture);
    if (!height)
        texture->width += (uint32_t)(offset / texel);
    texture->bytes = height ? (height - 1) * pitch + width * texel + offset : texture->width * texel;
    const char *first = (const char *)binding->memory - offset;
    if (!hw_cuda_in_reach(first, texture->bytes))
        return cudaErrorInvalidValue;
    texture->data = hw_memory_place(hw_cuda.memory, (uintptr_t)first, texture->bytes);
    texture->place = (uintptr_t)first;
    return cudaSuccess;
}

/* How levels are chosen; with a limit of 0 it is always the first, and no other counts, nor where coordinates
 * are texel numbers, which mean another place in each level. */
static cudaError_t set_levels(const struct hw_cuda_sampling *sampling, struct hw_texture *texture)
{
    texture->blends_levels = sampling->level_filter != 0;
    texture->level_bias = sampling->level_bias;
    texture->least_level = fmaxf(sampling->least_level, 0);
    texture->most_level = texture->normalized ? fminf(sampling->most_level, HW_TEXTURE_LEVELS) : 0;
    if (texture->most_level == 0)
        texture->least_level = 0;
    return texture->blends_levels && !hw_texture_returns_float(texture) ? cudaErrorInvalidFilterSetting
                                                                        : cudaSuccess;
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
         error == cudaSuccess && first->most_level > 0 && (array = hw_cuda_mipmap_level(mipmap, i)); i++) {
        struct hw_texture *level = &smaller[i - 1];

        error = make_of_array(&reference->sampling, array, level);
        if (error == cudaSuccess)
            error = set_sampling(reference, level);
        last->smaller = level;
        last = level;
    }
    return error;
}

static cudaError_t make(struct hw_cuda_texture *reference, const struct hw_cuda_binding *binding,
                        size_t offset)
{
    const struct hw_cuda_sampling *sampling = &reference->sampling;
    struct hw_texture texture;
    struct hw_texture *smaller = binding->mipmap ? calloc(HW_TEXTURE_LEVELS, sizeof *smaller) : NULL;
    cudaError_t error = binding->array ? make_of_array(sampling, binding->array, &texture)
                                       : make_of_memory(sampling, binding, offset, &texture);

    if (error == cudaSuccess)
        error = set_sampling(reference, &texture);
    if (error == cudaSuccess && binding->mipmap)
        error = make_levels(reference, binding->mipmap, &texture, smaller);
    if (error == cudaSuccess && hw_texture_check(&texture, NULL) != HW_OK)
        error = cudaErrorInvalidValue;
    if (error != cudaSuccess) {
        free(smaller);
        return error;
    }
    free(reference->smaller);
    reference->smaller = smaller;
    reference->texture = texture;
    return cudaSuccess;
}

/* The settings of the host's structure, except the format. */
static void read_host(const struct textureReference *host, struct hw_cuda_sampling *sampling)
{
    sampling->filter = host->filterMode;
    sampling->normalized = host->normalized != 0;
    sampling->srgb = host->sRGB != 0;
    memcpy(sampling->address, host->addressMode, sizeof sampling->address);
    sampling->level_filter = host->mipmapFilterMode;
    sampling->level_bias = host->mipmapLevelBias;
    sampling->least_level = host->minMipmapLevelClamp;
    sampling->most_level = host->maxMipmapLevelClamp;
}

/* A combination that cannot be changes nothing. */
bool hw_cuda_texture_refresh(struct hw_cuda_texture *reference)
{
    if (!reference->binding.array && !reference->binding.memory)
        return false;
    if (reference->host)
        read_host(reference->host, &reference->sampling);
    if (memcmp(&reference->made_of, &reference->sampling, sizeof reference->sampling) != 0) {
        reference->usable |= make(reference, &reference->binding, reference->offset) == cudaSuccess;
        memcpy(&reference->made_of, &reference->sampling, sizeof reference->sampling);
    }
    return reference->usable;
}

/* --- binding --- */

cudaError_t hw_cuda_texture_bind(struct hw_cuda_texture *reference, const struct hw_cuda_binding *binding,
                                 size_t *offset)
{
    const size_t beyond = binding->array ? 0 : (uintptr_t)binding->memory % HW_CUDA_TEXTURE_ALIGNMENT;

    if (binding->array ? !hw_cuda_array_known(binding->array) : !binding->memory)
        return binding->array ? cudaErrorInvalidResourceHandle : cudaErrorInvalidValue;
    if (beyond && !offset)
        return cudaErrorInvalidValue;
    const cudaError_t error = make(reference, binding, beyond);
    if (error != cudaSuccess)
        return error;
    reference->binding = *binding;
    reference->offset = beyond;
    reference->usable = true;
    memcpy(&reference->made_of, &reference->sampling, sizeof reference->sampling);
    if (offset)
        *offset = beyond;
    return cudaSuccess;
}

void hw_cuda_texture_unbind(struct hw_cuda_texture *reference)
{
    reference->binding = (struct hw_cuda_binding){.array = NULL};
    reference->offset = 0;
    reference->usable = false;
}

/* --- what is bound goes --- */

static void forget(struct hw_cuda_texture *list, const struct cudaArray *array, uint64_t address,
                   uint64_t bytes)
{
    for (struct hw_cuda_texture *texture = list; texture; texture = texture->next) {
        const struct hw_cuda_binding *binding = &texture->binding;
        if (array ? binding->array == array : binding->memory && (uintptr_t)binding->memory - address < bytes)
            hw_cuda_texture_unbind(texture);
    }
}

void hw_cuda_forget_array(const struct cudaArray *array)
{
    for (const struct hw_cuda_context *context = hw_cuda.contexts; context; context = context->next) {
        forget(context->textures, array, 0, 0);
        hw_cuda_objects_forget(context, array);
        for (const struct hw_cuda_module *module = context->modules; module; module = module->next) {
            forget(module->textures, array, 0, 0);
            for (struct hw_cuda_surface *surface = module->surfaces; surface; surface = surface->next)
                if (surface->array == array)
                    surface->array = NULL;
        }
    }
}

void hw_cuda_forget_memory(uint64_t address, uint64_t bytes)
{
    for (const struct hw_cuda_context *context = hw_cuda.contexts; context; context = context->next) {
        forget(context->textures, NULL, address, bytes);
        for (const struct hw_cuda_module *module = context->modules; module; module = module->next)
            forget(module->textures, NULL, address, bytes);
    }
}

/* --- the runtime's, by the host's structure --- */

static cudaError_t bind(const struct textureReference *host, const struct cudaChannelFormatDesc *format,
                        const struct hw_cuda_binding *binding, size_t *offset)
{
    struct hw_cuda_texture *reference = hw_cuda_find_texture(host);

    if (!reference)
        return cudaErrorInvalidTexture;
    if (binding->array && !hw_cuda_array_known(binding->array))
        return cudaErrorInvalidResourceHandle;
    if (!format)
        return cudaErrorInvalidChannelDescriptor;
    const struct hw_cuda_sampling before = reference->sampling;
    reference->sampling.format = *format;
    read_host(host, &reference->sampling);
    const cudaError_t error = hw_cuda_texture_bind(reference, binding, offset);
    if (error != cudaSuccess)
        reference->sampling = before;
    return error;
}

cudaError_t hw_cuda_bind_array(const struct textureReference *host, const struct cudaArray *array,
                               const struct cudaChannelFormatDesc *format)
{
    if (!array)
        return hw_cuda_find_texture(host) ? cudaErrorInvalidResourceHandle : cudaErrorInvalidTexture;
    return bind(host, format, &(struct hw_cuda_binding){.array = array}, NULL);
}

cudaError_t hw_cuda_bind_mipmap(const struct textureReference *host, const struct cudaMipmappedArray *mipmap,
                                const struct cudaChannelFormatDesc *format)
{
    const struct hw_cuda_binding binding = hw_cuda_mipmap_binding(mipmap);

    return bind(host, format, &binding, NULL);
}

cudaError_t hw_cuda_bind_memory(const struct textureReference *host,
                                const struct cudaChannelFormatDesc *format, const void *memory, size_t width,
                                size_t height, size_t pitch, size_t *offset)
{
    const struct hw_cuda_binding binding = {
        .memory = memory, .width = width, .height = height, .pitch = pitch};

    return bind(host, format, &binding, offset);
}

cudaError_t hw_cuda_unbind(const struct textureReference *host)
{
    struct hw_cuda_texture *reference = hw_cuda_find_texture(host);

    if (!reference)
        return cudaErrorInvalidTexture;
    hw_cuda_texture_unbind(reference);
    return cudaSuccess;
}
