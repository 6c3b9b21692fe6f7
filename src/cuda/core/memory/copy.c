/* SPDX-License-Identifier: MIT */
/* Copies: a box of rows and slices between memory of the host, memory of the device and arrays.
 *
 * All copies of the interface are such boxes; a plain one has one row.  Both ends are checked row by row
 * before anything is copied. */
#include "cuda/core/memory/copy.h"

#include "cuda/base/message.h"
#include "cuda/core/memory/allocation.h"
#include "cuda/core/memory/array.h"
#include "cuda/core/devices/context.h"
#include "cuda/core/devices/device.h"
#include "cuda/core/launches/device_time.h"
#include "cuda/core/log/log.h"
#include "cuda/core/log/reason.h"
#include "cuda/core/streams/stream_work.h"
#include "machine/memory/device_memory.h"

#include <string.h>

/* With one address space an address says whose it is.  Page-locked memory is the same bytes either way. */
static bool is_device(const struct hw_cuda_end *end)
{
    return end->array || hw_memory_allocated(hw_cuda.memory, (uintptr_t)end->memory, 1);
}

cudaError_t hw_cuda_set_kind(struct hw_cuda_end *to, struct hw_cuda_end *from, int kind)
{
    switch (kind) {
    case cudaMemcpyDefault:
        if (hw_cuda_capability() < HW_CUDA_UNIFIED)
            return hw_cuda_fail(
                cudaErrorInvalidMemcpyDirection,
                "kind 4 (cudaMemcpyDefault); expected 0 to 3 on devices before capability 2.0");
        from->device = is_device(from);
        to->device = is_device(to);
        return cudaSuccess;
    case cudaMemcpyHostToHost:
    case cudaMemcpyHostToDevice:
    case cudaMemcpyDeviceToHost:
    case cudaMemcpyDeviceToDevice:
        from->device = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
        to->device = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
        return cudaSuccess;
    default: return hw_cuda_fail(cudaErrorInvalidMemcpyDirection, "kind %d; expected 0 to 4", kind);
    }
}

static uintptr_t address_of(const struct hw_cuda_end *end, size_t y, size_t z)
{
    return (uintptr_t)end->memory + ((end->z + z) * end->rows + end->y + y) * end->pitch + end->x;
}

static size_t slices_of(const struct cudaArray *array)
{
    return array->texture.bytes / array->texture.slice_pitch;
}

/* The host address of `width` bytes of an end, which are to be written or only read; NULL where they are not
 * there. */
static void *row_of(const struct hw_cuda_end *end, size_t y, size_t z, size_t width, bool written)
{
    const struct cudaArray *array = end->array;

    if (array) {
        y += end->y;
        z += end->z;
        if (end->x > array->texture.row_pitch || width > array->texture.row_pitch - end->x ||
            y >= array->texture.height || z >= slices_of(array))
            return NULL;
        return array->data + z * array->texture.slice_pitch + y * array->texture.row_pitch + end->x;
    }
    const uintptr_t address = address_of(end, y, z);
    if (!end->device)
        return (void *)address;
    if (!hw_cuda_in_reach((void *)address, width))
        return NULL;
    return written ? hw_memory_host(hw_cuda.memory, address, width)
                   : hw_memory_translate(hw_cuda.memory, address, width);
}

static int fail_row(const char *which, const struct hw_cuda_end *end, size_t y, size_t z, size_t width)
{
    const struct cudaArray *array = end->array;

    if (!array)
        return hw_cuda_fail_reach(which, (void *)address_of(end, y, z), width);
    return hw_cuda_fail(
        cudaErrorInvalidValue,
        "%s: %zu bytes from byte %zu of row %zu, slice %zu; the array has %zu bytes in a row, %u "
        "rows, %zu slices",
        which, width, end->x, end->y + y, end->z + z, array->texture.row_pitch, array->texture.height,
        slices_of(array));
}

/* One pass over the rows, which are copied in the second. */
static cudaError_t copy_rows(const struct hw_cuda_end *to, const struct hw_cuda_end *from, size_t width,
                             size_t height, size_t depth, bool move)
{
    for (size_t z = 0; z < depth; z++)
        for (size_t y = 0; y < height; y++) {
            void *there = row_of(to, y, z, width, true);
            const void *here = row_of(from, y, z, width, false);
            if (!there || !here)
                return fail_row(there ? "source" : "destination", there ? from : to, y, z, width);
            if (move)
                memmove(there, here, width);
        }
    return cudaSuccess;
}

cudaError_t hw_cuda_copy_check(const struct hw_cuda_end *to, const struct hw_cuda_end *from, size_t width,
                               size_t height, size_t depth)
{
    return width == 0 ? cudaSuccess : copy_rows(to, from, width, height, depth, false);
}

cudaError_t hw_cuda_copy_piece(const struct hw_cuda_end *to, const struct hw_cuda_end *from, size_t width,
                               size_t height, size_t depth)
{
    const double begin = hw_cuda_log_sums() ? hw_cuda_seconds() : 0;

    const cudaError_t error = hw_cuda_copy_check(to, from, width, height, depth);
    if (error != cudaSuccess || width == 0)
        return error;
    copy_rows(to, from, width, height, depth, true);
    if (hw_cuda_log_sums())
        hw_cuda_log_copy(to, from, width * height * depth, hw_cuda_seconds() - begin);
    return cudaSuccess;
}

cudaError_t hw_cuda_copy(const struct hw_cuda_end *to, const struct hw_cuda_end *from, size_t width,
                         size_t height, size_t depth, cudaStream_t stream)
{
    return hw_cuda_submit(stream, &(struct hw_cuda_work){.kind = HW_CUDA_WORK_COPY,
                                                         .copy = {*to, *from, width, height, depth}});
}
