/* SPDX-License-Identifier: MIT */
/* Device memory of the program.
 *
 * Device addresses travel as pointers.  All devices share one address space; a block knows the context that
 * it was allocated in, whose device has that much less. */
#include "cuda/core/memory/allocation.h"

#include "cuda/core/devices/context.h"
#include "cuda/core/devices/device.h"
#include "cuda/core/graphs/graph_memory.h"
#include "cuda/core/memory/host_memory.h"
#include "cuda/core/modules/loaded_module.h"
#include "cuda/core/memory/memory_pool.h"
#include "cuda/core/memory/page_locked.h"
#include "cuda/core/log/reason.h"
#include "cuda/core/settings.h"
#include "cuda/core/ipc/ipc_memory.h"
#include "cuda/core/streams/stream_capture.h"
#include "cuda/core/streams/stream_queue.h"
#include "cuda/core/modules/symbol.h"
#include "cuda/core/textures/texture_reference.h"

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

/* A piece of device memory that a program allocated. */
struct block {
    uint64_t address, bytes;
    struct hw_cuda_context *context;
    hw_pool pool;                /* NULL: of none */
    bool leaves;                 /* it will be freed when its turn in a stream comes */
    struct hw_shared_slot *slot; /* other processes may use it */
};
static struct block *blocks;
static size_t block_count, block_capacity;

/* Index of the first block that ends behind an address. */
static size_t block_at(uint64_t address)
{
    size_t low = 0, high = block_count;

    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (blocks[middle].address + blocks[middle].bytes <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The block that holds an address; NULL: none. */
static struct block *find_block(const void *pointer)
{
    const uint64_t address = (uintptr_t)pointer;
    const size_t at = block_at(address);

    return at < block_count && blocks[at].address <= address ? &blocks[at] : NULL;
}

static bool room_for_block(void)
{
    if (block_count < block_capacity)
        return true;
    const size_t capacity = block_capacity ? block_capacity * 2 : 64;
    struct block *grown = realloc(blocks, capacity * sizeof *grown);
    if (!grown)
        return false;
    blocks = grown;
    block_capacity = capacity;
    return true;
}

static void add_block(const struct block *block)
{
    const size_t at = block_at(block->address);

    memmove(blocks + at + 1, blocks + at, (block_count - at) * sizeof *blocks);
    blocks[at] = *block;
    block_count++;
}

static void give_back(const struct block *block)
{
    if (block->pool)
        hw_cuda_pool_give_back(block->pool, block->bytes);
    else
        block->context->device->used -= block->bytes;
}

static void free_block(size_t at)
{
    const struct block block = blocks[at];

    hw_cuda_forget_memory(block.address, block.bytes);
    if (block.slot)
        hw_cuda_shared_stop(block.slot, block.address, block.bytes);
    hw_memory_free(hw_cuda.memory, block.address, NULL);
    give_back(&block);
    block_count--;
    memmove(blocks + at, blocks + at + 1, (block_count - at) * sizeof *blocks);
    if (block_count > 0)
        return;
    free(blocks);
    blocks = NULL;
    block_capacity = 0;
}

void hw_cuda_blocks_clear(struct hw_cuda_context *context)
{
    for (size_t at = block_count; at-- > 0;)
        if (blocks[at].context == context)
            free_block(at);
}

/* --- what programs ask for --- */

/* Calls are held to what was asked for, whatever lies behind it; what is in no block (variables, page-locked
 * memory) is known to the memory. */
#define UNIT 256 /* the memory rounds allocations up to this */
bool hw_cuda_in_reach(const void *address, uint64_t bytes)
{
    const size_t at = block_at((uintptr_t)address);
    const struct block *block = find_block(address), *before = at > 0 ? &blocks[at - 1] : NULL;

    if (block)
        return bytes <= block->bytes - ((uintptr_t)address - block->address);
    return !(before && (uintptr_t)address - before->address < (before->bytes + UNIT - 1) / UNIT * UNIT) &&
           hw_memory_allocated(hw_cuda.memory, (uintptr_t)address, bytes);
}

static hw_status allocate_apart_or_close(const struct hw_cuda_context *context, size_t bytes, uint64_t *place)
{
    hw_cuda_fit(context);
    return hw_cuda_guarded() ? hw_memory_alloc(hw_cuda.memory, bytes, place, NULL)
                             : hw_memory_alloc_close(hw_cuda.memory, bytes, place, NULL);
}

/* Count bytes as used, by the pool or else by the device. */
static bool take(struct hw_cuda_device *device, hw_pool pool, size_t bytes)
{
    if (pool)
        return hw_cuda_pool_take(pool, bytes);
    if (bytes > device->memory_bytes - device->used)
        hw_cuda_pools_shrink(device);
    if (bytes > device->memory_bytes - device->used)
        return false;
    device->used += bytes;
    return true;
}

cudaError_t hw_cuda_fail_memory(const struct hw_cuda_device *device, size_t bytes)
{
    return hw_cuda_fail(
        cudaErrorMemoryAllocation,
        "%zu bytes; the device has %llu of %llu left; --memory or HALFWARP_MEMORY gives it more", bytes,
        (unsigned long long)(device->memory_bytes - device->used), (unsigned long long)device->memory_bytes);
}

static cudaError_t no_host_memory(size_t bytes, bool backed, uint64_t left)
{
    if (backed)
        return hw_cuda_fail(cudaErrorMemoryAllocation,
                            "%zu bytes; the host has no room for them, or may not reserve it (ulimit -v); "
                            "--memory or HALFWARP_MEMORY says how much the device has",
                            bytes);
    return hw_cuda_fail(
        cudaErrorMemoryAllocation,
        "%zu bytes; the host has %llu left; --memory or HALFWARP_MEMORY gives the device more "
        "than that, if the program does not write to all of it",
        bytes, (unsigned long long)left);
}

cudaError_t hw_cuda_block_add(struct hw_cuda_context *context, hw_pool pool, size_t bytes, void **address)
{
    struct block block = {.bytes = bytes, .context = context, .pool = pool};
    uint64_t left = 0;

    if (!room_for_block() || !take(context->device, pool, bytes))
        return hw_cuda_fail_memory(context->device, bytes);
    const bool backed = hw_cuda_host_backs(context->device, bytes, &left);
    if (!backed || allocate_apart_or_close(context, bytes, &block.address) != HW_OK) {
        give_back(&block);
        return no_host_memory(bytes, backed, left);
    }
    add_block(&block);
    *address = as_pointer(block.address);
    return cudaSuccess;
}

/* Calls that are not safe while anything is captured begin like this. */
cudaError_t hw_cuda_alloc(void **address, size_t bytes)
{
    if (!address || bytes == 0)
        return hw_cuda_fail(cudaErrorInvalidValue,
                            address ? "0 bytes; expected 1 or more" : "the address's place is null");
    if (hw_cuda_capturing() && hw_cuda_capture_forbids())
        return cudaErrorStreamCaptureUnsupported;
    return hw_cuda_block_add(hw_cuda.context, NULL, bytes, address);
}

bool hw_cuda_block_leave(const void *address)
{
    struct block *block = find_block(address);

    if (!block || block->address != (uintptr_t)address || block->leaves)
        return false;
    return block->leaves = true;
}

cudaError_t hw_cuda_block_remove(const void *address)
{
    const struct block *block = find_block(address);

    if (!block || !block->leaves)
        return cudaErrorInvalidDevicePointer;
    free_block((size_t)(block - blocks));
    return cudaSuccess;
}

cudaError_t hw_cuda_block_share(const void *address, hw_pool pool, const struct hw_shared_slot **slot)
{
    struct block *block = find_block(address);

    if (!block || block->pool != pool || block->leaves)
        return cudaErrorInvalidValue;
    if (!block->slot)
        block->slot = hw_cuda_shared_begin(block->address, block->bytes);
    *slot = block->slot;
    return block->slot ? cudaSuccess : cudaErrorMapBufferObjectFailed;
}

/* Work that may use it is done first. */
cudaError_t hw_cuda_free(void *address)
{
    cudaError_t error;

    if (!address)
        return cudaSuccess;
    if (hw_cuda_capturing() && hw_cuda_capture_forbids())
        return cudaErrorStreamCaptureUnsupported;
    hw_cuda_queue_wait_all();
    if (hw_cuda_memory_leave(address, &error))
        return error;
    if (hw_cuda_opened_leave(address) && hw_cuda_opened_remove(address))
        return cudaSuccess;
    if (!hw_cuda_block_leave(address))
        return hw_cuda_fail(cudaErrorInvalidDevicePointer, "pointer %p is not where an allocation begins",
                            address);
    return hw_cuda_block_remove(address);
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
    const struct block *block = find_block(address);
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

struct hw_cuda_context *hw_cuda_memory_context(const void *address)
{
    const struct block *block = find_block(address);
    struct hw_cuda_context *context;
    bool managed = false;
    hw_pool pool;

    if (block)
        return block->context;
    if ((context = hw_cuda_opened_at(address, &pool)))
        return context;
    const struct hw_cuda_module *module = hw_cuda_module_at(address, &managed);
    return module && !managed ? module->context : NULL;
}

/* Variables of a module with managed ones are page-locked, too: what each is, its own name says. */
cudaError_t hw_cuda_pointer(const void *address, struct hw_cuda_pointer *about)
{
    const struct block *block = find_block(address);
    const struct hw_cuda_module *module = NULL;
    hw_pool pool = block ? block->pool : NULL;
    struct hw_cuda_context *context = block ? block->context : hw_cuda_opened_at(address, &pool);
    bool managed = false;

    if (!context)
        module = hw_cuda_module_at(address, &managed);
    if (!context && (!module || managed) && hw_cuda_host_pointer(address, about))
        return cudaSuccess;
    if (!context && !hw_memory_allocated(hw_cuda.memory, (uintptr_t)address, 1))
        return hw_cuda_fail(cudaErrorInvalidValue, "pointer %p is neither the device's nor page-locked",
                            address);
    if (!context)
        context = module ? module->context : hw_cuda.context;
    *about = (struct hw_cuda_pointer){.device = true,
                                      .has_handle = block && !block->pool,
                                      .ordinal = context->device->ordinal,
                                      .context = context,
                                      .device_pointer = as_pointer((uintptr_t)address),
                                      .pool = pool};
    return cudaSuccess;
}
