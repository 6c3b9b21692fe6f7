/* Device memory of the program.
 *
 * Device addresses travel as pointers.  All devices share one address space; a block knows the context that
 * it was allocated in, whose device has that much less. */
#include "cuda/core/state.h"

#include <halfwarp/machine.h>

#include <stdlib.h>
#include <string.h>

static void *as_pointer(uint64_t address)
{
    return (void *)(uintptr_t)address;
}

/* On a chip a kernel that runs a little beyond what the program has asked for hits what is there, and goes on
 * (CUDA SDK 4.2's concurrentKernels and fluidsGL do, and Rodinia's srad_v2 reads below its memory).  So
 * allocations lie close together and the rest of their pages is there, unless HALFWARP_GUARD asks for gaps
 * that show such kernels. */
void hw_cuda_fit(const struct hw_cuda_context *context)
{
    const struct hw_cuda_device *device = context->device;

    hw_memory_fit(hw_cuda.memory, &device->target, context->address_bits);
    hw_memory_map_pages(hw_cuda.memory, hw_cuda_guarded() ? 0 : device->chip->memory_page, NULL);
}

cudaError_t hw_cuda_allocate(struct hw_cuda_context *context, size_t bytes, uint64_t *address)
{
    hw_cuda_fit(context);
    return hw_memory_alloc(hw_cuda.memory, bytes, address, NULL) == HW_OK ? cudaSuccess
                                                                          : cudaErrorMemoryAllocation;
}

/* --- blocks, in the order of their addresses --- */

/* Index of the first block that ends behind an address. */
static size_t block_at(uint64_t address)
{
    size_t low = 0, high = hw_cuda.block_count;

    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (hw_cuda.blocks[middle].address + hw_cuda.blocks[middle].bytes <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The block that holds an address; NULL: none. */
static const struct hw_cuda_block *find_block(const void *pointer)
{
    const uint64_t address = (uintptr_t)pointer;
    const size_t at = block_at(address);

    return at < hw_cuda.block_count && hw_cuda.blocks[at].address <= address ? &hw_cuda.blocks[at] : NULL;
}

static bool room_for_block(void)
{
    if (hw_cuda.block_count < hw_cuda.block_capacity)
        return true;
    const size_t capacity = hw_cuda.block_capacity ? hw_cuda.block_capacity * 2 : 64;
    struct hw_cuda_block *grown = realloc(hw_cuda.blocks, capacity * sizeof *grown);
    if (!grown)
        return false;
    hw_cuda.blocks = grown;
    hw_cuda.block_capacity = capacity;
    return true;
}

static void add_block(uint64_t address, uint64_t bytes)
{
    const size_t at = block_at(address);

    memmove(hw_cuda.blocks + at + 1, hw_cuda.blocks + at,
            (hw_cuda.block_count - at) * sizeof *hw_cuda.blocks);
    hw_cuda.blocks[at] = (struct hw_cuda_block){address, bytes, hw_cuda.context};
    hw_cuda.block_count++;
}

static void free_block(size_t at)
{
    const struct hw_cuda_block block = hw_cuda.blocks[at];

    hw_cuda_forget_memory(block.address, block.bytes);
    hw_memory_free(hw_cuda.memory, block.address, NULL);
    block.context->device->used -= block.bytes;
    hw_cuda.block_count--;
    memmove(hw_cuda.blocks + at, hw_cuda.blocks + at + 1,
            (hw_cuda.block_count - at) * sizeof *hw_cuda.blocks);
    if (hw_cuda.block_count > 0)
        return;
    free(hw_cuda.blocks);
    hw_cuda.blocks = NULL;
    hw_cuda.block_capacity = 0;
}

void hw_cuda_blocks_clear(struct hw_cuda_context *context)
{
    for (size_t at = hw_cuda.block_count; at-- > 0;)
        if (hw_cuda.blocks[at].context == context)
            free_block(at);
}

/* --- what programs ask for --- */

/* Calls are held to what was asked for, whatever lies behind it; what is in no block (variables, page-locked
 * memory) is known to the memory. */
#define UNIT 256 /* the memory rounds allocations up to this */
bool hw_cuda_in_reach(const void *address, uint64_t bytes)
{
    const size_t at = block_at((uintptr_t)address);
    const struct hw_cuda_block *block = find_block(address),
                               *before = at > 0 ? &hw_cuda.blocks[at - 1] : NULL;

    if (block)
        return bytes <= block->bytes - ((uintptr_t)address - block->address);
    return !(before && (uintptr_t)address - before->address < (before->bytes + UNIT - 1) / UNIT * UNIT) &&
           hw_memory_allocated(hw_cuda.memory, (uintptr_t)address, bytes);
}

static hw_status allocate_apart_or_close(size_t bytes, uint64_t *place)
{
    hw_cuda_fit(hw_cuda.context);
    return hw_cuda_guarded() ? hw_memory_alloc(hw_cuda.memory, bytes, place, NULL)
                             : hw_memory_alloc_close(hw_cuda.memory, bytes, place, NULL);
}

cudaError_t hw_cuda_alloc(void **address, size_t bytes)
{
    struct hw_cuda_device *device = hw_cuda.context->device;
    uint64_t place = 0;

    if (!address || bytes == 0)
        return cudaErrorInvalidValue;
    if (bytes > HW_CUDA_MEMORY_BYTES - device->used || !room_for_block())
        return cudaErrorMemoryAllocation;
    if (allocate_apart_or_close(bytes, &place) != HW_OK)
        return cudaErrorMemoryAllocation;
    add_block(place, bytes);
    device->used += bytes;
    *address = as_pointer(place);
    return cudaSuccess;
}

cudaError_t hw_cuda_free(void *address)
{
    const struct hw_cuda_block *block = find_block(address);

    if (!address)
        return cudaSuccess;
    if (!block || block->address != (uintptr_t)address)
        return cudaErrorInvalidDevicePointer;
    free_block((size_t)(block - hw_cuda.blocks));
    return cudaSuccess;
}

size_t hw_cuda_bytes_from(const void *address)
{
    void *first;
    size_t bytes;

    return hw_cuda_address_range(address, &first, &bytes) == cudaSuccess
               ? bytes - ((uintptr_t)address - (uintptr_t)first)
               : 0;
}

void *hw_cuda_device_memory(const void *address, size_t bytes)
{
    return hw_memory_host(hw_cuda.memory, (uintptr_t)address, bytes);
}

/* Variables and page-locked memory are no blocks, but ranges of the memory. */
cudaError_t hw_cuda_address_range(const void *address, void **first, size_t *bytes)
{
    const struct hw_cuda_block *block = find_block(address);
    struct hw_range range;

    if (block)
        range = (struct hw_range){block->address, block->address + block->bytes - 1};
    else if (!hw_memory_range(hw_cuda.memory, (uintptr_t)address, &range))
        return cudaErrorInvalidDevicePointer;
    if (first)
        *first = as_pointer(range.first);
    if (bytes)
        *bytes = range.last - range.first + 1;
    return cudaSuccess;
}

/* Page-locked memory; NULL: it is none.  By the host's address or the device's. */
static const struct hw_cuda_host_block *find_host_block(const void *pointer)
{
    const struct hw_cuda_host_block *block = hw_cuda.host_blocks;
    const uintptr_t address = (uintptr_t)pointer;

    while (block && address - (uintptr_t)block->pointer >= block->bytes &&
           address - block->address >= block->bytes)
        block = block->next;
    return block;
}

static void set_host(const struct hw_cuda_host_block *block, const void *address,
                     struct hw_cuda_pointer *about)
{
    uint64_t offset = (uintptr_t)address - (uintptr_t)block->pointer;

    if (offset >= block->bytes)
        offset = (uintptr_t)address - block->address;
    *about = (struct hw_cuda_pointer){.ordinal = block->context->device->ordinal,
                                      .context = block->context,
                                      .device_pointer = as_pointer(block->address + offset),
                                      .host_pointer = block->pointer + offset};
}

cudaError_t hw_cuda_pointer(const void *address, struct hw_cuda_pointer *about)
{
    const struct hw_cuda_host_block *host = find_host_block(address);
    const struct hw_cuda_block *block = find_block(address);
    struct hw_cuda_context *context = block ? block->context : hw_cuda.context;

    if (host) {
        set_host(host, address, about);
        return cudaSuccess;
    }
    if (!block && !hw_memory_allocated(hw_cuda.memory, (uintptr_t)address, 1))
        return cudaErrorInvalidValue;
    *about = (struct hw_cuda_pointer){.device = true,
                                      .ordinal = context->device->ordinal,
                                      .context = context,
                                      .device_pointer = as_pointer((uintptr_t)address)};
    return cudaSuccess;
}

/* --- fills --- */

static void fill_register(uint8_t *row, uint32_t value, size_t element, size_t width)
{
    if (element == 1) {
        memset(row, (int)(value & 0xff), width);
        return;
    }
    for (size_t x = 0; x < width; x++)
        memcpy(row + x * element, &value, element); /* the low bytes come first */
}

cudaError_t hw_cuda_fill_elements(void *address, size_t pitch, uint32_t value, size_t element, size_t width,
                                  size_t height)
{
    const uint64_t first = (uintptr_t)address;

    if (width == 0 || height == 0)
        return cudaSuccess;
    if (first % element != 0 || width > UINT64_MAX / 8 / element)
        return cudaErrorInvalidValue;
    if (height > 1 && pitch < width * element)
        return cudaErrorInvalidPitchValue;
    if (height > 1 && pitch > UINT64_MAX / 2 / height)
        return cudaErrorInvalidValue;
    const uint64_t bytes = pitch * (height - 1) + width * element;
    if (!hw_cuda_in_reach(address, bytes))
        return cudaErrorInvalidValue;
    uint8_t *rows = hw_memory_host(hw_cuda.memory, first, bytes);
    for (size_t y = 0; y < height; y++)
        fill_register(rows + y * pitch, value, element, width);
    return cudaSuccess;
}

cudaError_t hw_cuda_fill(void *address, size_t pitch, int value, size_t width, size_t height)
{
    return hw_cuda_fill_elements(address, pitch, (uint32_t)value, 1, width, height);
}
