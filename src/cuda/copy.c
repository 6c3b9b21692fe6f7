/* Copies: a box of rows and slices between memory of the host, memory of the device and arrays.
 *
 * All copies of the interface are such boxes; a plain one has one row.  Both ends are checked row by row
 * before anything is copied. */
#include "cuda/array.h"
#include "cuda/state.h"

#include <string.h>

cudaError_t hw_cuda_set_kind(struct hw_cuda_end *to, struct hw_cuda_end *from, int kind)
{
    switch (kind) {
    case cudaMemcpyHostToHost:
    case cudaMemcpyHostToDevice:
    case cudaMemcpyDeviceToHost:
    case cudaMemcpyDeviceToDevice:
        from->device = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
        to->device = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
        return cudaSuccess;
    default: /* the direction by address needs one address space for host and device, which there is not */
        return cudaErrorInvalidMemcpyDirection;
    }
}

/* The host address of `width` bytes of an end; NULL where they are not there. */
static void *row_of(const struct hw_cuda_end *end, size_t y, size_t z, size_t width)
{
    const struct cudaArray *array = end->array;

    y += end->y;
    z += end->z;
    if (array) {
        const size_t slices = array->texture.bytes / array->texture.slice_pitch;
        if (end->x > array->texture.row_pitch || width > array->texture.row_pitch - end->x ||
            y >= array->texture.height || z >= slices)
            return NULL;
        return array->data + z * array->texture.slice_pitch + y * array->texture.row_pitch + end->x;
    }
    const uintptr_t address = (uintptr_t)end->memory + (z * end->rows + y) * end->pitch + end->x;
    return end->device ? hw_memory_host(hw_cuda.memory, address, width) : (void *)address;
}

cudaError_t hw_cuda_copy(const struct hw_cuda_end *to, const struct hw_cuda_end *from, size_t width,
                         size_t height, size_t depth)
{
    if (width == 0 || height == 0 || depth == 0)
        return cudaSuccess;
    for (int pass = 0; pass < 2; pass++)
        for (size_t z = 0; z < depth; z++)
            for (size_t y = 0; y < height; y++) {
                void *there = row_of(to, y, z, width);
                const void *here = row_of(from, y, z, width);
                if (!there || !here)
                    return cudaErrorInvalidValue;
                if (pass == 1)
                    memmove(there, here, width);
            }
    return cudaSuccess;
}
