/* Device memory of the program, and page-locked memory of the host.
 *
 * Device addresses travel as pointers.  Page-locked memory is an allocation of device memory whose host
 * address the program gets: what a kernel writes there the host sees at once, as with mapped memory. */
#include "cuda/state.h"

#include <stdlib.h>

static void *as_pointer(uint64_t address)
{
    return (void *)(uintptr_t)address;
}

static cudaError_t allocate(size_t bytes, uint64_t *address)
{
    if (bytes > HW_CUDA_MEMORY_BYTES - hw_cuda.used ||
        hw_memory_alloc(hw_cuda.memory, bytes, address, NULL) != HW_OK)
        return cudaErrorMemoryAllocation;
    return cudaSuccess;
}

/* Bytes of the allocation that begins at an address; 0 where none does.  Allocations never touch each other.
 */
static uint64_t allocated_at(uint64_t address)
{
    struct hw_range range;

    return hw_memory_range(hw_cuda.memory, address, &range) && range.first == address
               ? range.last - address + 1
               : 0;
}

cudaError_t hw_cuda_alloc(void **address, size_t bytes)
{
    uint64_t place = 0;

    if (!address || bytes == 0)
        return cudaErrorInvalidValue;
    const cudaError_t error = allocate(bytes, &place);
    if (error == cudaSuccess) {
        *address = as_pointer(place);
        hw_cuda.used += bytes;
    }
    return error;
}

cudaError_t hw_cuda_free(void *address)
{
    const uint64_t bytes = allocated_at((uintptr_t)address);

    if (!address)
        return cudaSuccess;
    if (hw_memory_free(hw_cuda.memory, (uintptr_t)address, NULL) != HW_OK)
        return cudaErrorInvalidDevicePointer;
    hw_cuda.used -= bytes;
    return cudaSuccess;
}

size_t hw_cuda_bytes_from(const void *address)
{
    struct hw_range range;
    const bool found = hw_memory_range(hw_cuda.memory, (uintptr_t)address, &range);

    return found ? range.last - (uintptr_t)address + 1 : 0;
}

cudaError_t hw_cuda_fill(void *address, size_t pitch, int value, size_t width, size_t height)
{
    const uint64_t first = (uintptr_t)address;

    if (height > 1 && pitch < width)
        return cudaErrorInvalidPitchValue;
    if (width == 0 || height == 0)
        return cudaSuccess;
    if (!hw_memory_allocated(hw_cuda.memory, first, pitch * (height - 1) + width))
        return cudaErrorInvalidValue;
    for (size_t y = 0; y < height; y++)
        hw_memory_fill(hw_cuda.memory, first + y * pitch, (uint8_t)value, width, NULL);
    return cudaSuccess;
}

/* --- page-locked memory --- */

cudaError_t hw_cuda_host_alloc(void **pointer, size_t bytes)
{
    struct hw_cuda_host_block *made;

    if (!pointer || bytes == 0)
        return cudaErrorInvalidValue;
    made = calloc(1, sizeof *made);
    if (!made || hw_memory_alloc(hw_cuda.memory, bytes, &made->address, NULL) != HW_OK) {
        free(made);
        return cudaErrorMemoryAllocation;
    }
    *pointer = made->pointer = hw_memory_host(hw_cuda.memory, made->address, bytes);
    made->next = hw_cuda.host_blocks;
    hw_cuda.host_blocks = made;
    return cudaSuccess;
}

static struct hw_cuda_host_block **find_block(const void *pointer)
{
    struct hw_cuda_host_block **link = &hw_cuda.host_blocks;

    while (*link && (*link)->pointer != pointer)
        link = &(*link)->next;
    return link;
}

cudaError_t hw_cuda_host_free(void *pointer)
{
    struct hw_cuda_host_block **link = find_block(pointer), *block = *link;

    if (!pointer)
        return cudaSuccess;
    if (!block)
        return cudaErrorInvalidValue;
    hw_memory_free(hw_cuda.memory, block->address, NULL);
    *link = block->next;
    free(block);
    return cudaSuccess;
}

cudaError_t hw_cuda_host_device_pointer(void *pointer, void **address)
{
    const struct hw_cuda_host_block *block = *find_block(pointer);

    if (!block || !address)
        return cudaErrorInvalidValue;
    *address = as_pointer(block->address);
    return cudaSuccess;
}

void hw_cuda_host_clear(void)
{
    while (hw_cuda.host_blocks)
        hw_cuda_host_free(hw_cuda.host_blocks->pointer);
}
