/* SPDX-License-Identifier: MIT */
/* Copies of boxes.  Positions count elements in an array and bytes in memory; the extent counts elements as
 * soon as an array takes part. */
#include "cuda/runtime/runtime.h"

static cudaError_t set_end(const struct cudaArray *array, struct cudaPos at, struct cudaPitchedPtr memory,
                           struct hw_cuda_end *end)
{
    if (!array == !memory.ptr || (array && !hw_cuda_array_known(array)))
        return cudaErrorInvalidValue;
    *end = (struct hw_cuda_end){.array = array,
                                .memory = memory.ptr,
                                .pitch = memory.pitch,
                                .rows = memory.ysize,
                                .x = array ? at.x * hw_cuda_array_texel(array) : at.x,
                                .y = at.y,
                                .z = at.z};
    return cudaSuccess;
}

/* Rows and slices of memory must lie so far apart that the box has room in them. */
static cudaError_t check_memory(const struct hw_cuda_end *end, struct cudaExtent extent, size_t width)
{
    if (!end->memory)
        return cudaSuccess;
    if ((extent.height > 1 || extent.depth > 1) && end->x + width > end->pitch)
        return cudaErrorInvalidPitchValue;
    return extent.depth > 1 && end->y + extent.height > end->rows ? cudaErrorInvalidValue : cudaSuccess;
}

static cudaError_t set_ends(const struct cudaMemcpy3DParms *copy, struct hw_cuda_end *to,
                            struct hw_cuda_end *from)
{
    cudaError_t error = set_end(copy->srcArray, copy->srcPos, copy->srcPtr, from);

    if (error == cudaSuccess)
        error = set_end(copy->dstArray, copy->dstPos, copy->dstPtr, to);
    if (error == cudaSuccess)
        error = hw_cuda_set_kind(to, from, copy->kind);
    if (error == cudaSuccess && ((to->array && !to->device) || (from->array && !from->device)))
        error = cudaErrorInvalidMemcpyDirection;
    if (error == cudaSuccess && to->array && from->array &&
        hw_cuda_array_texel(to->array) != hw_cuda_array_texel(from->array))
        error = cudaErrorInvalidValue;
    return error;
}

cudaError_t hw_runtime_read_box(struct hw_cuda_copy_work *work, const struct cudaMemcpy3DParms *copy)
{
    struct hw_cuda_end *to = &work->to, *from = &work->from;
    cudaError_t error = set_ends(copy, to, from);

    if (error != cudaSuccess)
        return error;
    const struct cudaArray *array = to->array ? to->array : from->array;
    work->width = array ? copy->extent.width * hw_cuda_array_texel(array) : copy->extent.width;
    work->height = copy->extent.height;
    work->depth = copy->extent.depth;
    error = check_memory(to, copy->extent, work->width);
    return error == cudaSuccess ? check_memory(from, copy->extent, work->width) : error;
}

cudaError_t hw_runtime_copy_box(const struct cudaMemcpy3DParms *copy, cudaStream_t stream)
{
    struct hw_cuda_copy_work work;
    cudaError_t error = copy ? hw_cuda_stream_check(stream) : cudaErrorInvalidValue;

    if (error == cudaSuccess)
        error = hw_runtime_read_box(&work, copy);
    return error == cudaSuccess
               ? hw_cuda_copy(&work.to, &work.from, work.width, work.height, work.depth, stream)
               : error;
}

cudaError_t cudaMemcpy3D(const struct cudaMemcpy3DParms *copy)
{
    HW_WAITING_CALL(hw_runtime_copy_box(copy, NULL));
}

cudaError_t cudaMemcpy3DAsync(const struct cudaMemcpy3DParms *copy, cudaStream_t stream)
{
    HW_DEVICE_CALL(hw_runtime_copy_box(copy, hw_stream(stream)));
}
