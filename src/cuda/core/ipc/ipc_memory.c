/* SPDX-License-Identifier: MIT */
/* See ipc_memory.h.
 *
 * A block that is shared has its pages moved into this process's file (ipc_slot.h), each as far behind the
 * table as its address is; it stays where it is.  Another process puts those pages over some of its own
 * window.  Either may write at any time, as a host does that has page-locked memory. */
#include "cuda/core/ipc/ipc_memory.h"

#include "cuda/core/memory/allocation.h"
#include "cuda/core/memory/memory_pool.h"
#include "cuda/core/devices/context.h"
#include "cuda/core/streams/stream_queue.h"
#include "cuda/core/textures/texture_reference.h"
#include "machine/memory/device_memory.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* --- blocks of this process --- */

/* Move its pages, which kernels and copies may write to.  Where the host has no means against that, they are
 * done first. */
static bool move_pages(int file, const struct hw_range *range)
{
    if (hw_memory_share(hw_cuda.memory, file, HW_SHARED_TABLE, range, false))
        return true;
    hw_cuda_queue_wait_all();
    return hw_memory_share(hw_cuda.memory, file, HW_SHARED_TABLE, range, true);
}

struct hw_shared_slot *hw_cuda_shared_begin(uint64_t address, uint64_t bytes)
{
    const struct hw_range range = {address, address + bytes - 1};
    const uint64_t page = HW_MEMORY_FILE_PAGE;
    struct hw_shared_slot *slot = hw_shared_slot_make(HW_SHARED_MEMORY);

    if (!slot)
        return NULL;
    const int file = hw_shared_file((address + bytes + page - 1) / page * page);
    if (file < 0 || !move_pages(file, &range)) {
        hw_shared_slot_free(slot);
        return NULL;
    }
    slot->first = HW_SHARED_TABLE + address;
    slot->bytes = bytes;
    hw_memory_lend(hw_cuda.memory, address, bytes);
    return slot;
}

void hw_cuda_shared_stop(struct hw_shared_slot *slot, uint64_t address, uint64_t bytes)
{
    hw_memory_reclaim(hw_cuda.memory, address, bytes);
    hw_shared_slot_free(slot);
}

cudaError_t hw_cuda_share_memory(void *handle, const void *address)
{
    const struct hw_shared_slot *slot;
    struct hw_shared_handle made;

    if (!handle)
        return cudaErrorInvalidValue;
    const cudaError_t error = hw_cuda_block_share(address, NULL, &slot);
    if (error != cudaSuccess)
        return error;
    hw_shared_handle_to(slot, &made);
    memcpy(handle, &made, sizeof made);
    return cudaSuccess;
}

/* --- blocks of others --- */

struct opened_block {
    struct opened_block *next;
    struct hw_cuda_context *context;
    hw_pool pool; /* that it was imported from; NULL: none */
    struct hw_shared_handle handle;
    uint64_t address, bytes;
    unsigned users, leaving; /* the latter: of these, whose memory will be freed when its turn comes */
};
static struct opened_block *opened;

static struct opened_block *find_opened(const struct opened_block *asked)
{
    struct opened_block *block = opened;

    while (block && (block->context != asked->context || block->pool != asked->pool ||
                     memcmp(&block->handle, &asked->handle, sizeof asked->handle) != 0))
        block = block->next;
    return block;
}

/* Map a slot's memory, and count it with its pool. */
static cudaError_t map_opened(struct opened_block *block, int file, const struct hw_shared_slot *slot)
{
    hw_cuda_fit(block->context);
    if (hw_memory_alloc_file(hw_cuda.memory, file, slot->first, slot->bytes, &block->address, NULL) != HW_OK)
        return cudaErrorMapBufferObjectFailed;
    block->bytes = slot->bytes;
    hw_memory_lend(hw_cuda.memory, block->address, block->bytes);
    if (block->pool)
        hw_cuda_pool_opened(block->pool, block->bytes);
    return cudaSuccess;
}

/* Whatever of `asked` names a block. */
static cudaError_t add_opened(const struct opened_block *asked, struct opened_block **added)
{
    struct hw_shared_slot slot;
    int file;
    cudaError_t error = asked->pool ? hw_shared_open(&asked->handle, HW_SHARED_MEMORY, &file, &slot)
                                    : hw_shared_open_others(&asked->handle, HW_SHARED_MEMORY, &file, &slot);

    if (error != cudaSuccess)
        return error;
    struct opened_block *made = malloc(sizeof *made);
    if (made) {
        *made = *asked;
        made->next = opened;
    }
    error = made ? map_opened(made, file, &slot) : cudaErrorMemoryAllocation;
    close(file);
    if (error == cudaSuccess)
        *added = opened = made;
    else
        free(made);
    return error;
}

static cudaError_t open_block(void **address, const struct opened_block *asked)
{
    struct opened_block *block = find_opened(asked);
    const cudaError_t error = block ? cudaSuccess : add_opened(asked, &block);

    if (error != cudaSuccess)
        return error;
    block->users++;
    *address = (void *)(uintptr_t)block->address;
    return cudaSuccess;
}

cudaError_t hw_cuda_open_memory(void **address, const void *handle, unsigned flags)
{
    struct opened_block asked = {.context = hw_cuda.context};

    if (!address || flags > 1)
        return cudaErrorInvalidValue;
    memcpy(&asked.handle, handle, sizeof asked.handle);
    return asked.handle.pool ? cudaErrorInvalidResourceHandle : open_block(address, &asked);
}

cudaError_t hw_cuda_open_pool_memory(void **address, hw_pool pool, const struct hw_shared_handle *handle)
{
    struct opened_block asked = {.context = hw_cuda_pool_context(pool), .pool = pool, .handle = *handle};

    return asked.context ? open_block(address, &asked) : cudaErrorMemoryAllocation;
}

static void remove_opened(struct opened_block **link)
{
    struct opened_block *block = *link;

    *link = block->next;
    hw_cuda_forget_memory(block->address, block->bytes);
    hw_memory_reclaim(hw_cuda.memory, block->address, block->bytes);
    hw_memory_free(hw_cuda.memory, block->address, NULL);
    if (block->pool)
        hw_cuda_pool_give_back(block->pool, block->bytes);
    free(block);
}

/* Work that may use it is done first. */
cudaError_t hw_cuda_close_memory(void *address)
{
    struct opened_block **link = &opened;

    hw_cuda_queue_wait_all();
    while (*link &&
           ((*link)->address != (uintptr_t)address || (*link)->context != hw_cuda.context || (*link)->pool))
        link = &(*link)->next;
    if (!*link)
        return cudaErrorInvalidValue;
    if (--(*link)->users == 0)
        remove_opened(link);
    return cudaSuccess;
}

/* Where the list has what was imported from a pool; NULL there: it has no such block. */
static struct opened_block **find_imported(const void *address)
{
    struct opened_block **link = &opened;

    while (*link && (!(*link)->pool || (*link)->address != (uintptr_t)address))
        link = &(*link)->next;
    return link;
}

bool hw_cuda_opened_leave(const void *address)
{
    struct opened_block *block = *find_imported(address);

    if (!block || block->leaving == block->users)
        return false;
    block->leaving++;
    return true;
}

bool hw_cuda_opened_remove(const void *address)
{
    struct opened_block **link = find_imported(address);

    if (!*link || (*link)->leaving == 0)
        return false;
    (*link)->leaving--;
    if (--(*link)->users == 0)
        remove_opened(link);
    return true;
}

struct hw_cuda_context *hw_cuda_opened_at(const void *address, hw_pool *pool)
{
    const struct opened_block *block = opened;

    while (block && (uintptr_t)address - block->address >= block->bytes)
        block = block->next;
    if (!block)
        return NULL;
    *pool = block->pool;
    return block->context;
}

void hw_cuda_opened_clear(struct hw_cuda_context *context)
{
    for (struct opened_block **link = &opened; *link;)
        if ((*link)->context == context)
            remove_opened(link);
        else
            link = &(*link)->next;
}
