/* Surface references: arrays that kernels write, bound by the address of the host's structure. */
#include "cuda/array.h"

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

cudaError_t hw_cuda_bind_surface(const struct surfaceReference *host, const struct cudaArray *array)
{
    struct hw_cuda_surface *reference = host ? hw_cuda_find_surface(host) : NULL;

    if (!reference)
        return cudaErrorInvalidSurface;
    if (!hw_cuda_array_known(array))
        return cudaErrorInvalidResourceHandle;
    if (!(array->flags & cudaArraySurfaceLoadStore))
        return cudaErrorInvalidValue;
    const struct hw_surface surface = surface_of(&array->texture, array->data);
    if (hw_surface_check(&surface, NULL) != HW_OK)
        return cudaErrorInvalidValue;
    reference->surface = surface;
    reference->bound = true;
    return cudaSuccess;
}
