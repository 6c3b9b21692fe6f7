/* Arrays, and copies to and from them. */
#include "cuda/runtime/runtime.h"

struct cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w,
                                                   enum cudaChannelFormatKind kind)
{
    return (struct cudaChannelFormatDesc){x, y, z, w, kind};
}

static cudaError_t get_format(struct cudaChannelFormatDesc *format, const struct cudaArray *array)
{
    if (!format || !hw_cuda_array_known(array))
        return cudaErrorInvalidValue;
    *format = *hw_cuda_array_format(array);
    return cudaSuccess;
}

cudaError_t cudaGetChannelDesc(struct cudaChannelFormatDesc *format, const struct cudaArray *array)
{
    HW_DEVICE_CALL(get_format(format, array));
}

cudaError_t cudaMallocArray(struct cudaArray **array, const struct cudaChannelFormatDesc *format,
                            size_t width, size_t height, unsigned flags)
{
    return cudaMalloc3DArray(array, format, (struct cudaExtent){width, height, 0}, flags);
}

cudaError_t cudaMalloc3DArray(struct cudaArray **array, const struct cudaChannelFormatDesc *format,
                              struct cudaExtent extent, unsigned flags)
{
    HW_DEVICE_CALL(hw_cuda_array_create(array, format, extent, flags));
}

cudaError_t cudaFreeArray(struct cudaArray *array)
{
    HW_DEVICE_CALL(hw_cuda_array_destroy(array));
}

/* Bytes that run on from the end of one row to the beginning of the next: part of a row, whole rows, part of
 * a row. */
static cudaError_t copy_rows(struct hw_cuda_end *array, struct hw_cuda_end *memory, bool to_array,
                             size_t bytes)
{
    const size_t pitch = hw_cuda_array_pitch(array->array);
    cudaError_t error = array->x > pitch ? cudaErrorInvalidValue : cudaSuccess;
    size_t done = 0;

    while (error == cudaSuccess && done < bytes) {
        const size_t left = bytes - done, row = pitch - array->x;
        const size_t rows = array->x == 0 && left >= pitch ? left / pitch : 1;
        const size_t width = rows > 1 || left > row ? row : left;
        memory->pitch = width;
        error = to_array ? hw_cuda_copy(array, memory, width, rows, 1)
                         : hw_cuda_copy(memory, array, width, rows, 1);
        memory->memory = (const char *)memory->memory + width * rows;
        done += width * rows;
        array->x = 0;
        array->y += rows;
    }
    return error;
}

static cudaError_t copy_linear(const struct cudaArray *array, size_t x, size_t y, const void *memory,
                               size_t bytes, int kind, bool to_array)
{
    struct hw_cuda_end there = {.array = array, .x = x, .y = y}, here = {.memory = memory};
    cudaError_t error = hw_cuda_array_known(array) ? cudaSuccess : cudaErrorInvalidValue;

    if (error == cudaSuccess)
        error = to_array ? hw_cuda_set_kind(&there, &here, kind) : hw_cuda_set_kind(&here, &there, kind);
    if (error == cudaSuccess && !there.device)
        error = cudaErrorInvalidMemcpyDirection;
    return error == cudaSuccess ? copy_rows(&there, &here, to_array, bytes) : error;
}

cudaError_t cudaMemcpyToArray(struct cudaArray *to, size_t x, size_t y, const void *from, size_t bytes,
                              int kind)
{
    HW_DEVICE_CALL(copy_linear(to, x, y, from, bytes, kind, true));
}

cudaError_t cudaMemcpyFromArray(void *to, const struct cudaArray *from, size_t x, size_t y, size_t bytes,
                                int kind)
{
    HW_DEVICE_CALL(copy_linear(from, x, y, to, bytes, kind, false));
}

static cudaError_t copy_plane(struct cudaArray *to, size_t x, size_t y, const void *from, size_t pitch,
                              size_t width, size_t height, int kind)
{
    struct hw_cuda_end there = {.array = to, .x = x, .y = y}, here = {.memory = from, .pitch = pitch};
    cudaError_t error =
        hw_cuda_array_known(to) ? hw_cuda_set_kind(&there, &here, kind) : cudaErrorInvalidValue;

    if (error == cudaSuccess && !there.device)
        error = cudaErrorInvalidMemcpyDirection;
    if (error == cudaSuccess && pitch < width && height > 1)
        error = cudaErrorInvalidPitchValue;
    return error == cudaSuccess ? hw_cuda_copy(&there, &here, width, height, 1) : error;
}

cudaError_t cudaMemcpy2DToArray(struct cudaArray *to, size_t x, size_t y, const void *from, size_t pitch,
                                size_t width, size_t height, int kind)
{
    HW_DEVICE_CALL(copy_plane(to, x, y, from, pitch, width, height, kind));
}

/* One end of a copy of a box.  Positions count elements in an array, and bytes in memory. */
static cudaError_t box_end(const struct cudaArray *array, struct cudaPos at, struct cudaPitchedPtr memory,
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

static cudaError_t copy_box(const struct cudaMemcpy3DParms *copy)
{
    struct hw_cuda_end to, from;
    cudaError_t error =
        copy ? box_end(copy->srcArray, copy->srcPos, copy->srcPtr, &from) : cudaErrorInvalidValue;

    if (error == cudaSuccess)
        error = box_end(copy->dstArray, copy->dstPos, copy->dstPtr, &to);
    if (error == cudaSuccess)
        error = hw_cuda_set_kind(&to, &from, copy->kind);
    if (error == cudaSuccess && ((to.array && !to.device) || (from.array && !from.device)))
        error = cudaErrorInvalidMemcpyDirection;
    if (error != cudaSuccess)
        return error;
    const struct cudaArray *array = to.array ? to.array : from.array;
    const size_t width = array ? copy->extent.width * hw_cuda_array_texel(array) : copy->extent.width;
    return hw_cuda_copy(&to, &from, width, copy->extent.height, copy->extent.depth);
}

cudaError_t cudaMemcpy3D(const struct cudaMemcpy3DParms *copy)
{
    HW_DEVICE_CALL(copy_box(copy));
}
