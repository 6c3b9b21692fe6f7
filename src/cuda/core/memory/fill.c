/* SPDX-License-Identifier: MIT */
/* Fills: elements of a box in device memory get a value.  The box is found first, then its rows are written.
 */
#include "cuda/core/memory/fill.h"

#include "cuda/core/devices/context.h"
#include "cuda/core/log/reason.h"
#include "cuda/core/memory/allocation.h"

#include <halfwarp/memory.h>
#include <string.h>

/* From the first byte of a slice to its last. */
static size_t slice_bytes(const struct hw_cuda_fill_work *fill)
{
    return fill->pitch * (fill->height - 1) + fill->width * fill->element;
}

/* Whether the rows of a slice are elements that the program has. */
static cudaError_t check_slice(const void *address, const struct hw_cuda_fill_work *fill)
{
    const size_t pitch = fill->pitch, element = fill->element, width = fill->width, height = fill->height;
    const uint64_t first = (uintptr_t)address;

    if (width == 0 || height == 0)
        return cudaSuccess;
    if (first % element != 0)
        return hw_cuda_fail(cudaErrorInvalidValue,
                            "address %p; expected a multiple of %zu, an element's bytes", address, element);
    if (width > UINT64_MAX / 8 / element)
        return hw_cuda_fail(cudaErrorInvalidValue, "width: %zu elements are more than an address space",
                            width);
    if (height > 1 && pitch < width * element)
        return hw_cuda_fail(cudaErrorInvalidPitchValue, "pitch %zu; expected at least the width, %zu bytes",
                            pitch, width * element);
    if (height > 1 && pitch > UINT64_MAX / 2 / height)
        return hw_cuda_fail(cudaErrorInvalidValue, "pitch %zu by %zu rows is more than an address space",
                            pitch, height);
    const size_t bytes = slice_bytes(fill);
    return hw_cuda_in_reach(address, bytes) ? cudaSuccess : hw_cuda_fail_reach("address", address, bytes);
}

static void *slice_of(const struct hw_cuda_fill_work *fill, size_t z)
{
    return (void *)((uintptr_t)fill->address + z * fill->slice); /* may be no address at all */
}

cudaError_t hw_cuda_fill_check(const struct hw_cuda_fill_work *fill)
{
    cudaError_t error = cudaSuccess;

    for (size_t z = 0; error == cudaSuccess && z < fill->depth; z++)
        error = check_slice(slice_of(fill, z), fill);
    return error;
}

cudaError_t hw_cuda_fill_begin(const struct hw_cuda_fill_work *fill, struct hw_cuda_fill_rows *rows)
{
    const cudaError_t error = hw_cuda_fill_check(fill);

    *rows = (struct hw_cuda_fill_rows){.fill = *fill};
    if (error != cudaSuccess || fill->width == 0 || fill->height == 0)
        return error;
    for (size_t z = 0; z < fill->depth; z++) {
        uint8_t *slice = hw_memory_host(hw_cuda.memory, (uintptr_t)slice_of(fill, z), slice_bytes(fill));
        if (!slice)
            return hw_cuda_fail_reach("address", slice_of(fill, z), slice_bytes(fill));
        rows->first = z == 0 ? slice : rows->first;
    }
    return cudaSuccess;
}

static void fill_row(uint8_t *row, const struct hw_cuda_fill_work *fill)
{
    if (fill->element == 1) {
        memset(row, (int)(fill->value & 0xff), fill->width);
        return;
    }
    for (size_t x = 0; x < fill->width; x++)
        memcpy(row + x * fill->element, &fill->value, fill->element); /* the low bytes come first */
}

/* Device memory is one window of the host's addresses, so slices are as far apart there. */
void hw_cuda_fill_write(const struct hw_cuda_fill_rows *rows)
{
    const struct hw_cuda_fill_work *fill = &rows->fill;

    for (size_t z = 0; rows->first && z < fill->depth; z++)
        for (size_t y = 0; y < fill->height; y++)
            fill_row(rows->first + z * fill->slice + y * fill->pitch, fill);
}
