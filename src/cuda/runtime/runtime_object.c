/* SPDX-License-Identifier: MIT */
/* Texture and surface objects; runtime_object.h has the structures.
 *
 * A view of a resource, which chooses some of its levels, is refused. */
#include "cuda/runtime/runtime_object.h"

#include "cuda/core/memory/mipmap.h"
#include "cuda/core/textures/cuda_texture_object.h"
#include "cuda/core/log/reason.h"
#include "cuda/runtime/runtime_work.h"

#include <string.h>

#define DESC_HEAD   offsetof(struct cudaTextureDesc, borderColor)
#define DESC_BORDER sizeof(((struct cudaTextureDesc *)NULL)->borderColor)
#define DESC_LAST \
    (sizeof(struct cudaTextureDesc) - offsetof(struct cudaTextureDesc, disableTrilinearOptimization))

/* The program's structure, which CUDA 13 made longer. */
#define OLD_RESOURCE_BYTES 64

static bool has_flags(void)
{
    return hw_soname.version >= 13000;
}

static cudaError_t check_flags(const struct cudaResourceDesc *resource)
{
    if (has_flags() && resource->flags)
        return hw_cuda_fail(cudaErrorInvalidValue, "the resource's flags are %#x; expected 0",
                            resource->flags);
    return cudaSuccess;
}

/* What a resource is: memory or an array, and its texels. */
static cudaError_t read_resource(const struct cudaResourceDesc *resource, struct hw_cuda_binding *binding,
                                 struct cudaChannelFormatDesc *texel)
{
    *binding = (struct hw_cuda_binding){.array = NULL};
    switch (resource->resType) {
    case cudaResourceTypeArray:
        binding->array = resource->res.array.array;
        if (!hw_cuda_array_is_valid(binding->array))
            return hw_cuda_fail_handle(cudaErrorInvalidResourceHandle, "array", binding->array);
        *texel = *hw_cuda_array_format(binding->array);
        return cudaSuccess;
    case cudaResourceTypeMipmappedArray:
        if (!hw_cuda_mipmap_is_valid(resource->res.mipmap.mipmap))
            return hw_cuda_fail_handle(cudaErrorInvalidResourceHandle, "mipmapped array",
                                       resource->res.mipmap.mipmap);
        *binding = hw_cuda_mipmap_binding(resource->res.mipmap.mipmap);
        *texel = *hw_cuda_array_format(binding->array);
        return cudaSuccess;
    case cudaResourceTypeLinear:
        *texel = resource->res.linear.desc;
        binding->memory = resource->res.linear.devPtr;
        if (hw_cuda_texel_bytes(texel) == 0)
            return hw_cuda_fail(cudaErrorInvalidChannelDescriptor, "res.linear.desc has no channels");
        binding->width = resource->res.linear.sizeInBytes / hw_cuda_texel_bytes(texel);
        return cudaSuccess;
    case cudaResourceTypePitch2D:
        *texel = resource->res.pitch2D.desc;
        binding->memory = resource->res.pitch2D.devPtr;
        binding->width = resource->res.pitch2D.width;
        binding->height = resource->res.pitch2D.height;
        binding->pitch = resource->res.pitch2D.pitchInBytes;
        return binding->height
                   ? cudaSuccess
                   : hw_cuda_fail(cudaErrorInvalidValue, "res.pitch2D.height is 0; expected 1 or more");
    default:
        return hw_cuda_fail(cudaErrorInvalidValue, "resType %d; expected 0 to 3", (int)resource->resType);
    }
}

/* The program's structure as the longest: of CUDA 5 to 7 without the border's colour, up to 11 without what
 * came last.  (libcudart.so.4, which has no such objects, takes the longest.) */
static bool has_border(void)
{
    return hw_soname.version < 5000 || hw_soname.version >= 8000;
}

bool hw_runtime_texture_has_all(void)
{
    return hw_soname.version < 5000 || hw_soname.version >= 12000;
}

static size_t desc_bytes(bool all)
{
    return all            ? sizeof(struct cudaTextureDesc)
           : has_border() ? offsetof(struct cudaTextureDesc, disableTrilinearOptimization)
                          : sizeof(struct cudaTextureDesc) - DESC_BORDER - DESC_LAST;
}

static struct cudaTextureDesc read_desc(const void *from, bool all)
{
    struct cudaTextureDesc desc = {.filterMode = 0};
    const size_t bytes = desc_bytes(all);

    if (has_border()) {
        memcpy(&desc, from, bytes);
    } else {
        memcpy(&desc, from, DESC_HEAD);
        memcpy(&desc.normalizedCoords, (const char *)from + DESC_HEAD, bytes - DESC_HEAD);
    }
    return desc;
}

static void write_desc(void *to, const struct cudaTextureDesc *desc, bool all)
{
    const size_t bytes = desc_bytes(all);

    if (has_border()) {
        memcpy(to, desc, bytes);
    } else {
        memcpy(to, desc, DESC_HEAD);
        memcpy((char *)to + DESC_HEAD, &desc->normalizedCoords, bytes - DESC_HEAD);
    }
}

static struct hw_cuda_sampling sampling_of(const struct cudaTextureDesc *desc)
{
    struct hw_cuda_sampling sampling = {
        .filter = desc->filterMode,
        .normalized = desc->normalizedCoords != 0,
        .normalized_read = desc->readMode != 0,
        .srgb = desc->sRGB != 0,
        .seamless = desc->seamlessCubemap != 0,
        .anisotropy = desc->maxAnisotropy,
        .exact_levels = desc->disableTrilinearOptimization != 0,
        .level_filter = desc->mipmapFilterMode,
        .level_bias = desc->mipmapLevelBias,
        .min_level = desc->minMipmapLevelClamp,
        .max_level = desc->maxMipmapLevelClamp,
    };

    memcpy(sampling.address, desc->addressMode, sizeof sampling.address);
    memcpy(sampling.border, desc->borderColor, sizeof sampling.border);
    return sampling;
}

cudaError_t hw_runtime_create_texture(cudaTextureObject_t *object, const struct cudaResourceDesc *resource,
                                      const void *texture, const void *view, bool all)
{
    struct hw_cuda_binding binding;
    uint64_t number;

    if (!object || !resource || !texture)
        return hw_cuda_fail(cudaErrorInvalidValue, "the %s is null",
                            !object     ? "object's place"
                            : !resource ? "resource's description"
                                        : "texture's description");
    if (view)
        return hw_cuda_fail(cudaErrorNotYetImplemented, "a view of the resource; expected null");
    const struct cudaTextureDesc desc = read_desc(texture, all);
    struct hw_cuda_sampling sampling = sampling_of(&desc);
    cudaError_t error = check_flags(resource);
    if (error == cudaSuccess)
        error = read_resource(resource, &binding, &sampling.format);
    if (error == cudaSuccess)
        error = hw_cuda_texture_object_create(&number, &binding, &sampling);
    if (error == cudaSuccess)
        *object = number;
    return error;
}

/* --- what an object was made of --- */

static void write_resource(struct cudaResourceDesc *to, const struct hw_cuda_binding *binding,
                           const struct cudaChannelFormatDesc *texel)
{
    struct cudaResourceDesc made, *const resource = &made;

    memset(resource, 0, sizeof *resource); /* resType: cudaResourceTypeArray */
    if (binding->mipmap) {
        resource->resType = cudaResourceTypeMipmappedArray;
        resource->res.mipmap.mipmap = (struct cudaMipmappedArray *)(uintptr_t)binding->mipmap;
    } else if (binding->array) {
        resource->res.array.array = (struct cudaArray *)(uintptr_t)binding->array;
    } else if (binding->height) {
        resource->resType = cudaResourceTypePitch2D;
        resource->res.pitch2D.devPtr = (void *)(uintptr_t)binding->memory;
        resource->res.pitch2D.desc = *texel;
        resource->res.pitch2D.width = binding->width;
        resource->res.pitch2D.height = binding->height;
        resource->res.pitch2D.pitchInBytes = binding->pitch;
    } else {
        resource->resType = cudaResourceTypeLinear;
        resource->res.linear.devPtr = (void *)(uintptr_t)binding->memory;
        resource->res.linear.desc = *texel;
        resource->res.linear.sizeInBytes = binding->width * hw_cuda_texel_bytes(texel);
    }
    memcpy(to, resource, has_flags() ? sizeof *resource : OLD_RESOURCE_BYTES);
}

cudaError_t hw_runtime_get_texture_object_resource_desc(struct cudaResourceDesc *resource,
                                                        cudaTextureObject_t object)
{
    struct hw_cuda_texture *texture = hw_cuda_texture_object(object);

    if (!resource || !texture)
        return hw_cuda_fail_object("texture", resource, object);
    write_resource(resource, hw_cuda_texture_binding(texture), &hw_cuda_texture_sampling(texture)->format);
    return cudaSuccess;
}

cudaError_t hw_runtime_get_texture(void *to, cudaTextureObject_t object, bool all)
{
    struct hw_cuda_texture *texture = hw_cuda_texture_object(object);

    if (!to || !texture)
        return hw_cuda_fail_object("texture", to, object);
    const struct hw_cuda_sampling *sampling = hw_cuda_texture_sampling(texture);
    struct cudaTextureDesc desc = {.filterMode = sampling->filter,
                                   .readMode = sampling->normalized_read,
                                   .sRGB = sampling->srgb,
                                   .normalizedCoords = sampling->normalized,
                                   .maxAnisotropy = sampling->anisotropy,
                                   .mipmapFilterMode = sampling->level_filter,
                                   .mipmapLevelBias = sampling->level_bias,
                                   .minMipmapLevelClamp = sampling->min_level,
                                   .maxMipmapLevelClamp = sampling->max_level,
                                   .disableTrilinearOptimization = sampling->exact_levels,
                                   .seamlessCubemap = sampling->seamless};
    memcpy(desc.addressMode, sampling->address, sizeof desc.addressMode);
    memcpy(desc.borderColor, sampling->border, sizeof desc.borderColor);
    write_desc(to, &desc, all);
    return cudaSuccess;
}

/* No object has a view. */
cudaError_t cudaGetTextureObjectResourceViewDesc(void *view, cudaTextureObject_t object)
{
    (void)view, (void)object;
    HW_DEVICE_CALL(hw_cuda_fail(cudaErrorInvalidValue, "no object has a view"));
}

/* --- surfaces --- */

cudaError_t hw_runtime_create_surface_object(cudaSurfaceObject_t *object,
                                             const struct cudaResourceDesc *resource)
{
    uint64_t number;

    if (!object || !resource)
        return hw_cuda_fail(cudaErrorInvalidValue, "the %s is null",
                            object ? "resource's description" : "object's place");
    if (resource->resType != cudaResourceTypeArray)
        return hw_cuda_fail(cudaErrorInvalidValue, "resType %d; expected 0, an array",
                            (int)resource->resType);
    cudaError_t error = check_flags(resource);
    if (error == cudaSuccess)
        error = hw_cuda_surface_object_create(&number, resource->res.array.array);
    if (error == cudaSuccess)
        *object = number;
    return error;
}

cudaError_t hw_runtime_get_surface_object_resource_desc(struct cudaResourceDesc *resource,
                                                        cudaSurfaceObject_t object)
{
    const struct cudaArray *array = hw_cuda_surface_object(object);

    if (!resource || !array)
        return hw_cuda_fail_object("surface", resource, object);
    write_resource(resource, &(struct hw_cuda_binding){.array = array}, hw_cuda_array_format(array));
    return cudaSuccess;
}
