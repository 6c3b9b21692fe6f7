/* SPDX-License-Identifier: MIT */
/* Texture references: how they sample, their bound memory, and the machine's texture made from both.
 *
 * The runtime has the host's structure, which programs change also after they bind it (the SDK's
 * bicubicTexture sets another filter); the driver interface sets one thing after the other, in any order.  So
 * a reference keeps both parts as they were given, and is made into a texture of the machine when it is bound
 * and again at a launch where the first has changed. */
#include "cuda/core/textures/texture_reference.h"

#include "cuda/core/memory/array.h"
#include "cuda/core/devices/context.h"
#include "cuda/core/handle.h"
#include "cuda/core/modules/loaded_module.h"
#include "cuda/core/memory/mipmap.h"
#include "cuda/core/textures/cuda_texture_object.h"
#include "cuda/core/log/reason.h"
#include "cuda/core/textures/surface_reference.h"

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

    if (!hw_cuda_texture_is_valid(texture) || texture->module)
        return hw_cuda_texture_is_valid(texture)
                   ? hw_cuda_fail(cudaErrorInvalidResourceHandle, "texture reference %p is a module's",
                                  (const void *)texture)
                   : hw_cuda_fail_handle(cudaErrorInvalidResourceHandle, "texture reference", texture);
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

bool hw_cuda_texture_is_valid(const struct hw_cuda_texture *texture)
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

/* --- how it samples --- */

/* The settings of the host's structure, except the format. */
static void read_host(const struct textureReference *host, struct hw_cuda_sampling *sampling)
{
    sampling->filter = host->filterMode;
    sampling->normalized = host->normalized != 0;
    sampling->srgb = host->sRGB != 0;
    sampling->anisotropy = host->maxAnisotropy;
    memcpy(sampling->address, host->addressMode, sizeof sampling->address);
    sampling->level_filter = host->mipmapFilterMode;
    sampling->level_bias = host->mipmapLevelBias;
    sampling->min_level = host->minMipmapLevelClamp;
    sampling->max_level = host->maxMipmapLevelClamp;
}

/* A combination that cannot be changes nothing. */
bool hw_cuda_texture_refresh(struct hw_cuda_texture *reference)
{
    if (!reference->binding.array && !reference->binding.memory)
        return false;
    if (reference->host)
        read_host(reference->host, &reference->sampling);
    if (memcmp(&reference->made_of, &reference->sampling, sizeof reference->sampling) != 0) {
        reference->usable |=
            hw_cuda_texture_make(reference, &reference->binding, reference->offset) == cudaSuccess;
        memcpy(&reference->made_of, &reference->sampling, sizeof reference->sampling);
    }
    return reference->usable;
}

/* --- binding --- */

cudaError_t hw_cuda_texture_bind(struct hw_cuda_texture *reference, const struct hw_cuda_binding *binding,
                                 size_t *offset)
{
    const size_t beyond = binding->array ? 0 : (uintptr_t)binding->memory % HW_CUDA_TEXTURE_ALIGNMENT;

    if (binding->array && !hw_cuda_array_is_valid(binding->array))
        return hw_cuda_fail_handle(cudaErrorInvalidResourceHandle, "array", binding->array);
    if (!binding->array && !binding->memory)
        return hw_cuda_fail(cudaErrorInvalidValue, "the texture's address is null");
    if (beyond && !offset)
        return hw_cuda_fail(cudaErrorInvalidValue, "address %p; expected a multiple of %d%s", binding->memory,
                            HW_CUDA_TEXTURE_ALIGNMENT, reference->host ? ", or a place for the offset" : "");
    const cudaError_t error = hw_cuda_texture_make(reference, binding, beyond);
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

static int fail_reference(const struct textureReference *host)
{
    return hw_cuda_fail(cudaErrorInvalidTexture, "texture reference %p is none that the program registered",
                        (const void *)host);
}

static cudaError_t bind(const struct textureReference *host, const struct cudaChannelFormatDesc *format,
                        const struct hw_cuda_binding *binding, size_t *offset)
{
    struct hw_cuda_texture *reference = hw_cuda_find_texture(host);

    if (!reference)
        return fail_reference(host);
    if (!format)
        return hw_cuda_fail(cudaErrorInvalidChannelDescriptor, "the format is null");
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
        return hw_cuda_find_texture(host)
                   ? hw_cuda_fail_handle(cudaErrorInvalidResourceHandle, "array", array)
                   : fail_reference(host);
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
        return fail_reference(host);
    hw_cuda_texture_unbind(reference);
    return cudaSuccess;
}
