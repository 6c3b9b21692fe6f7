/* SPDX-License-Identifier: MIT */
/* Surface references: arrays that kernels write. */
#include "cuda/core/textures/surface_reference.h"

#include "cuda/core/memory/array.h"
#include "cuda/core/handle.h"
#include "cuda/core/modules/loaded_module.h"
#include "cuda/core/log/reason.h"

#include <stdlib.h>
#include <string.h>

struct hw_cuda_surface *hw_cuda_surface_find(const struct hw_cuda_module *module, const char *name)
{
    struct hw_cuda_surface *surface = module->surfaces;

    while (surface && strcmp(surface->name, name) != 0)
        surface = surface->next;
    return surface;
}

struct hw_cuda_surface *hw_cuda_surface_add(struct hw_cuda_module *module, const char *name)
{
    struct hw_cuda_surface *made = calloc(1, sizeof *made);

    if (!made || !hw_cuda_handle_add(made, HW_CUDA_SURFACE)) {
        free(made);
        return NULL;
    }
    *made = (struct hw_cuda_surface){.next = module->surfaces, .module = module, .name = name};
    module->surfaces = made;
    return made;
}

bool hw_cuda_surface_is_valid(const struct hw_cuda_surface *surface)
{
    return hw_cuda_is(surface, HW_CUDA_SURFACE);
}

static struct hw_surface surface_of(const struct hw_texture *texels, uint8_t *data)
{
    return (struct hw_surface){
        .data = data,
        .bytes = texels->bytes,
        .width = texels->width,
        .height = texels->height,
        .depth = texels->depth,
        .layers = texels->layers,
        .row_pitch = texels->row_pitch,
        .slice_pitch = texels->slice_pitch,
        .dimensions = texels->dimensions,
        .type = texels->type,
        .channels = texels->channels,
    };
}

cudaError_t hw_cuda_surface_of_array(const struct cudaArray *array, struct hw_surface *surface)
{
    struct hw_error error;

    if (!hw_cuda_array_is_valid(array))
        return hw_cuda_fail_handle(cudaErrorInvalidResourceHandle, "array", array);
    if (!(array->flags & cudaArraySurfaceLoadStore) &&
        !array->level) /* CUDA's sample bindlessTexture writes levels */
        return hw_cuda_fail(cudaErrorInvalidValue,
                            "array %p has flags %#x; expected one made with cudaArraySurfaceLoadStore (2)",
                            (const void *)array, array->flags);
    *surface = surface_of(&array->texture, array->data);
    if (hw_surface_check(surface, &error) != HW_OK)
        return hw_cuda_fail(cudaErrorInvalidValue, "%s", error.text);
    return cudaSuccess;
}

cudaError_t hw_cuda_surface_bind(struct hw_cuda_surface *surface, const struct cudaArray *array)
{
    struct hw_surface texels;
    const cudaError_t error = hw_cuda_surface_of_array(array, &texels);

    if (error != cudaSuccess)
        return error;
    surface->surface = texels;
    surface->array = array;
    return cudaSuccess;
}

const struct cudaArray *hw_cuda_surface_array(const struct hw_cuda_surface *surface)
{
    return surface->array;
}

cudaError_t hw_cuda_bind_surface(const struct surfaceReference *host, const struct cudaArray *array)
{
    struct hw_cuda_surface *surface = hw_cuda_find_surface(host);

    if (!surface)
        return hw_cuda_fail(cudaErrorInvalidSurface,
                            "surface reference %p is none that the program registered", (const void *)host);
    return hw_cuda_surface_bind(surface, array);
}
