/* SPDX-License-Identifier: MIT */
/* Copies of boxes.  Positions count elements in an array and bytes in memory; the extent counts elements as
 * soon as an array takes part. */
#include "cuda/runtime/runtime.h"

#include "cuda/core/log/reason.h"

static cudaError_t set_end(const char *which, const struct cudaArray *array, struct cudaPos at,
                           struct cudaPitchedPtr memory, struct hw_cuda_end *end)
{
    if (!array == !memory.ptr)
        return hw_cuda_fail(cudaErrorInvalidValue, "%s: %s; expected an array or a pointer", which,
                            array ? "both an array and a pointer" : "neither an array nor a pointer");
    if (array && !hw_cuda_array_is_valid(array))
        return hw_cuda_fail_handle(cudaErrorInvalidValue, which, array);
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
static cudaError_t check_memory(const char *which, const struct hw_cuda_end *end, struct cudaExtent extent,
                                size_t width)
{
    if (!end->memory)
        return cudaSuccess;
    if ((extent.height > 1 || extent.depth > 1) && end->x + width > end->pitch)
        return hw_cuda_fail(cudaErrorInvalidPitchValue,
                            "%s: pitch %zu; expected at least %zu, where the box ends in a row", which,
                            end->pitch, end->x + width);
    if (extent.depth > 1 && end->y + extent.height > end->rows)
        return hw_cuda_fail(cudaErrorInvalidValue,
                            "%s: ysize %zu; expected at least %zu rows, where the box ends in a slice", which,
                            end->rows, end->y + extent.height);
    return cudaSuccess;
}

/* An array is the device's. */
cudaError_t hw_runtime_check_kind(const struct hw_cuda_end *to, const struct hw_cuda_end *from, int kind)
{
    if ((to->array && !to->device) || (from->array && !from->device))
        return hw_cuda_fail(cudaErrorInvalidMemcpyDirection,
                            "kind %d says the %s is the host's, and it is an array", kind,
                            to->array && !to->device ? "destination" : "source");
    return cudaSuccess;
}

static cudaError_t set_ends(const struct cudaMemcpy3DParms *copy, struct hw_cuda_end *to,
                            struct hw_cuda_end *from)
{
    cudaError_t error = set_end("source", copy->srcArray, copy->srcPos, copy->srcPtr, from);

    if (error == cudaSuccess)
        error = set_end("destination", copy->dstArray, copy->dstPos, copy->dstPtr, to);
    if (error == cudaSuccess)
        error = hw_cuda_set_kind(to, from, copy->kind);
    if (error == cudaSuccess)
        error = hw_runtime_check_kind(to, from, copy->kind);
    if (error == cudaSuccess && to->array && from->array &&
        hw_cuda_array_texel(to->array) != hw_cuda_array_texel(from->array))
        error =
            hw_cuda_fail(cudaErrorInvalidValue, "texels of %zu bytes to those of %zu; expected the same size",
                         hw_cuda_array_texel(from->array), hw_cuda_array_texel(to->array));
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
    error = check_memory("destination", to, copy->extent, work->width);
    return error == cudaSuccess ? check_memory("source", from, copy->extent, work->width) : error;
}

cudaError_t hw_runtime_copy_box(const struct cudaMemcpy3DParms *copy, cudaStream_t stream)
{
    struct hw_cuda_copy_work work;
    cudaError_t error = hw_cuda_stream_check(stream);

    if (!copy)
        return hw_cuda_fail(cudaErrorInvalidValue, "the copy's description is null");
    if (error == cudaSuccess)
        error = hw_runtime_read_box(&work, copy);
    return error == cudaSuccess
               ? hw_cuda_copy(&work.to, &work.from, work.width, work.height, work.depth, stream)
               : error;
}
