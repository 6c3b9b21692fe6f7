/* SPDX-License-Identifier: MIT */
/* Copies: a box of rows and slices between memory of the host, memory of the device and arrays.
 *
 * All copies of the interface are such boxes; a plain one has one row.  Both ends are checked row by row
 * before anything is copied.  Without the lock, memory is only moved. */
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

void hw_cuda_place_end(struct hw_cuda_end *end)
{
    struct hw_cuda_pointer about;

    if (!end->device && !end->array && hw_cuda_capability() >= HW_CUDA_UNIFIED && is_device(end))
        end->device = hw_cuda_pointer(end->memory, &about) == cudaSuccess && about.device;
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
        hw_cuda_place_end(from);
        hw_cuda_place_end(to);
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

/* The host address of the first row, and how far rows and slices are apart: device memory is one window of
 * the host's addresses. */
static struct hw_cuda_box box_of(const struct hw_cuda_end *end, size_t width, bool written)
{
    const struct cudaArray *array = end->array;

    return (struct hw_cuda_box){.first = row_of(end, 0, 0, width, written),
                                .pitch = array ? array->texture.row_pitch : end->pitch,
                                .slice = array ? array->texture.slice_pitch : end->rows * end->pitch};
}

cudaError_t hw_cuda_copy_check(const struct hw_cuda_copy_work *copy)
{
    if (copy->width == 0)
        return cudaSuccess;
    for (size_t z = 0; z < copy->depth; z++)
        for (size_t y = 0; y < copy->height; y++) {
            const bool there = row_of(&copy->to, y, z, copy->width, true);
            if (!there || !row_of(&copy->from, y, z, copy->width, false))
                return fail_row(there ? "source" : "destination", there ? &copy->from : &copy->to, y, z,
                                copy->width);
        }
    return cudaSuccess;
}

cudaError_t hw_cuda_copy_begin(const struct hw_cuda_copy_work *copy, struct hw_cuda_move *move)
{
    const cudaError_t error = hw_cuda_copy_check(copy);

    *move = (struct hw_cuda_move){.copy = *copy};
    if (error != cudaSuccess || copy->width == 0 || copy->height == 0 || copy->depth == 0)
        return error;
    move->to = box_of(&copy->to, copy->width, true);
    move->from = box_of(&copy->from, copy->width, false);
    move->begin = hw_cuda_log_sums() ? hw_cuda_seconds() : 0;
    return cudaSuccess;
}

void hw_cuda_copy_move(const struct hw_cuda_move *move)
{
    const struct hw_cuda_box *to = &move->to, *from = &move->from;

    for (size_t z = 0; to->first && z < move->copy.depth; z++)
        for (size_t y = 0; y < move->copy.height; y++)
            memmove(to->first + z * to->slice + y * to->pitch,
                    from->first + z * from->slice + y * from->pitch, move->copy.width);
}

void hw_cuda_copy_end(const struct hw_cuda_move *move)
{
    const struct hw_cuda_copy_work *copy = &move->copy;

    if (hw_cuda_log_sums() && copy->width)
        hw_cuda_log_copy(&copy->to, &copy->from, copy->width * copy->height * copy->depth,
                         hw_cuda_seconds() - move->begin);
}

cudaError_t hw_cuda_copy_piece(const struct hw_cuda_end *to, const struct hw_cuda_end *from, size_t width,
                               size_t height, size_t depth)
{
    struct hw_cuda_move move;
    const cudaError_t error =
        hw_cuda_copy_begin(&(struct hw_cuda_copy_work){*to, *from, width, height, depth}, &move);

    if (error != cudaSuccess)
        return error;
    hw_cuda_copy_move(&move);
    hw_cuda_copy_end(&move);
    return cudaSuccess;
}

cudaError_t hw_cuda_copy(const struct hw_cuda_end *to, const struct hw_cuda_end *from, size_t width,
                         size_t height, size_t depth, cudaStream_t stream)
{
    return hw_cuda_submit(stream, &(struct hw_cuda_work){.kind = HW_CUDA_WORK_COPY,
                                                         .copy = {*to, *from, width, height, depth}});
}
