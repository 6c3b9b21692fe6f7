/* SPDX-License-Identifier: MIT */
/* Texture and surface objects.  Views of resources are refused, as runtime_object.c does it. */
#include "cuda/driver/driver_object.h"

#include "cuda/core/memory/mipmap.h"
#include "cuda/core/textures/cuda_texture_object.h"
#include "cuda/core/log/reason.h"
#include "cuda/driver/format.h"

#include <string.h>

static CUresult check_flags(const CUDA_RESOURCE_DESC *resource)
{
    if (resource->flags)
        return hw_cuda_fail(CUDA_ERROR_INVALID_VALUE, "the resource's flags are %#x; expected 0",
                            resource->flags);
    return CUDA_SUCCESS;
}

/* What a resource is: memory or an array, and its texels. */
static CUresult read_resource(const CUDA_RESOURCE_DESC *resource, struct hw_cuda_binding *binding,
                              struct cudaChannelFormatDesc *texel)
{
    *binding = (struct hw_cuda_binding){.array = NULL};
    switch (resource->resType) {
    case CU_RESOURCE_TYPE_ARRAY:
        binding->array = resource->res.array.hArray;
        if (!hw_cuda_array_is_valid(binding->array))
            return hw_cuda_fail_handle(CUDA_ERROR_INVALID_HANDLE, "array", binding->array);
        *texel = *hw_cuda_array_format(binding->array);
        return CUDA_SUCCESS;
    case CU_RESOURCE_TYPE_MIPMAPPED_ARRAY:
        if (!hw_cuda_mipmap_is_valid(resource->res.mipmap.hMipmappedArray))
            return hw_cuda_fail_handle(CUDA_ERROR_INVALID_HANDLE, "mipmapped array",
                                       resource->res.mipmap.hMipmappedArray);
        *binding = hw_cuda_mipmap_binding(resource->res.mipmap.hMipmappedArray);
        *texel = *hw_cuda_array_format(binding->array);
        return CUDA_SUCCESS;
    case CU_RESOURCE_TYPE_LINEAR:
        if (!hw_cu_format(resource->res.linear.format, resource->res.linear.numChannels, texel))
            return hw_cu_fail_format(resource->res.linear.format, resource->res.linear.numChannels);
        binding->memory = hw_cu_pointer(resource->res.linear.devPtr);
        binding->width = resource->res.linear.sizeInBytes / hw_cuda_texel_bytes(texel);
        return CUDA_SUCCESS;
    case CU_RESOURCE_TYPE_PITCH2D:
        if (!hw_cu_format(resource->res.pitch2D.format, resource->res.pitch2D.numChannels, texel))
            return hw_cu_fail_format(resource->res.pitch2D.format, resource->res.pitch2D.numChannels);
        binding->memory = hw_cu_pointer(resource->res.pitch2D.devPtr);
        binding->width = resource->res.pitch2D.width;
        binding->height = resource->res.pitch2D.height;
        binding->pitch = resource->res.pitch2D.pitchInBytes;
        return binding->height
                   ? CUDA_SUCCESS
                   : hw_cuda_fail(CUDA_ERROR_INVALID_VALUE, "res.pitch2D.height is 0; expected 1 or more");
    default: return hw_cuda_fail(CUDA_ERROR_INVALID_VALUE, "resType %d; expected 0 to 3", resource->resType);
    }
}

CUresult hw_cu_tex_object_create(CUtexObject *object, const CUDA_RESOURCE_DESC *resource,
                                 const CUDA_TEXTURE_DESC *texture, const void *view)
{
    struct hw_cuda_binding binding;
    uint64_t number;

    if (!object || !resource || !texture)
        return hw_cuda_fail(CUDA_ERROR_INVALID_VALUE, "the %s is null",
                            !object     ? "object's place"
                            : !resource ? "resource's description"
                                        : "texture's description");
    if (texture->flags & ~HW_CU_SAMPLING_FLAGS)
        return hw_cuda_fail(CUDA_ERROR_INVALID_VALUE, "the texture's flags are %#x; expected some of %#x",
                            texture->flags, HW_CU_SAMPLING_FLAGS);
    if (view)
        return hw_cuda_fail(CUDA_ERROR_NOT_SUPPORTED, "a view of the resource; expected null");
    struct hw_cuda_sampling sampling = {.filter = texture->filterMode,
                                        .level_filter = texture->mipmapFilterMode,
                                        .level_bias = texture->mipmapLevelBias,
                                        .min_level = texture->minMipmapLevelClamp,
                                        .max_level = texture->maxMipmapLevelClamp,
                                        .anisotropy = texture->maxAnisotropy};
    memcpy(sampling.border, texture->borderColor, sizeof sampling.border);
    hw_cu_set_sampling(&sampling, texture->flags);
    memcpy(sampling.address, texture->addressMode, sizeof sampling.address);
    CUresult result = check_flags(resource);
    if (result == CUDA_SUCCESS)
        result = read_resource(resource, &binding, &sampling.format);
    if (result != CUDA_SUCCESS)
        return result;
    const cudaError_t error = hw_cuda_texture_object_create(&number, &binding, &sampling);
    if (error == cudaSuccess)
        *object = number;
    return hw_cu_error(error);
}

/* --- what an object was made of --- */

static void write_resource(CUDA_RESOURCE_DESC *resource, const struct hw_cuda_binding *binding,
                           const struct cudaChannelFormatDesc *texel)
{
    unsigned channels;
    const unsigned format = hw_cu_format_number(texel, &channels);

    memset(resource, 0, sizeof *resource);
    if (binding->mipmap) {
        resource->resType = CU_RESOURCE_TYPE_MIPMAPPED_ARRAY;
        resource->res.mipmap.hMipmappedArray = (CUmipmappedArray)(uintptr_t)binding->mipmap;
    } else if (binding->array) {
        resource->res.array.hArray = (CUarray)(uintptr_t)binding->array;
    } else if (binding->height) {
        resource->resType = CU_RESOURCE_TYPE_PITCH2D;
        resource->res.pitch2D.devPtr = (uintptr_t)binding->memory;
        resource->res.pitch2D.format = format;
        resource->res.pitch2D.numChannels = channels;
        resource->res.pitch2D.width = binding->width;
        resource->res.pitch2D.height = binding->height;
        resource->res.pitch2D.pitchInBytes = binding->pitch;
    } else {
        resource->resType = CU_RESOURCE_TYPE_LINEAR;
        resource->res.linear.devPtr = (uintptr_t)binding->memory;
        resource->res.linear.format = format;
        resource->res.linear.numChannels = channels;
        resource->res.linear.sizeInBytes = binding->width * hw_cuda_texel_bytes(texel);
    }
}

CUresult hw_cu_tex_object_get_resource_desc(CUDA_RESOURCE_DESC *resource, CUtexObject object)
{
    struct hw_cuda_texture *texture = hw_cuda_texture_object(object);

    if (!resource || !texture)
        return hw_cu_error(hw_cuda_fail_object("texture", resource, object));
    write_resource(resource, hw_cuda_texture_binding(texture), &hw_cuda_texture_sampling(texture)->format);
    return CUDA_SUCCESS;
}

CUresult hw_cu_tex_object_get_texture_desc(CUDA_TEXTURE_DESC *desc, CUtexObject object)
{
    struct hw_cuda_texture *texture = hw_cuda_texture_object(object);

    if (!desc || !texture)
        return hw_cu_error(hw_cuda_fail_object("texture", desc, object));
    const struct hw_cuda_sampling *sampling = hw_cuda_texture_sampling(texture);
    *desc = (CUDA_TEXTURE_DESC){.filterMode = sampling->filter,
                                .flags = hw_cu_sampling_flags(sampling),
                                .mipmapFilterMode = sampling->level_filter,
                                .mipmapLevelBias = sampling->level_bias,
                                .minMipmapLevelClamp = sampling->min_level,
                                .maxMipmapLevelClamp = sampling->max_level,
                                .maxAnisotropy = sampling->anisotropy};
    memcpy(desc->borderColor, sampling->border, sizeof desc->borderColor);
    memcpy(desc->addressMode, sampling->address, sizeof desc->addressMode);
    return CUDA_SUCCESS;
}

/* No object has a view. */
CUresult cuTexObjectGetResourceViewDesc(void *view, CUtexObject object)
{
    (void)view, (void)object;
    HW_CONTEXT_CALL(hw_cuda_fail(CUDA_ERROR_INVALID_VALUE, "no object has a view"));
}

/* --- surfaces --- */

CUresult hw_cu_surf_object_create(CUsurfObject *object, const CUDA_RESOURCE_DESC *resource)
{
    uint64_t number;

    if (!object || !resource)
        return hw_cuda_fail(CUDA_ERROR_INVALID_VALUE, "the %s is null",
                            object ? "resource's description" : "object's place");
    if (resource->resType != CU_RESOURCE_TYPE_ARRAY)
        return hw_cuda_fail(CUDA_ERROR_INVALID_VALUE, "resType %d; expected 0, an array", resource->resType);
    const CUresult result = check_flags(resource);
    if (result != CUDA_SUCCESS)
        return result;
    const cudaError_t error = hw_cuda_surface_object_create(&number, resource->res.array.hArray);
    if (error == cudaSuccess)
        *object = number;
    return hw_cu_error(error);
}

CUresult hw_cu_surf_object_get_resource_desc(CUDA_RESOURCE_DESC *resource, CUsurfObject object)
{
    const struct cudaArray *array = hw_cuda_surface_object(object);

    if (!resource || !array)
        return hw_cu_error(hw_cuda_fail_object("surface", resource, object));
    write_resource(resource, &(struct hw_cuda_binding){.array = array}, hw_cuda_array_format(array));
    return CUDA_SUCCESS;
}
