/* SPDX-License-Identifier: MIT */
/* See ipc_memory.h.
 *
 * A block that is shared has its pages moved into this process's file (ipc_slot.h), each as far behind the
 * table as its address is; it stays where it is.  Another process puts those pages over some of its own
 * window.  Either may write at any time, as a host does that has page-locked memory. */
#include "cuda/core/ipc/ipc_memory.h"

#include "cuda/core/memory/allocation.h"
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
    const cudaError_t error = hw_cuda_block_share(address, &slot);
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
    struct hw_shared_handle handle;
    uint64_t address, bytes;
    unsigned users;
};
static struct opened_block *opened;

static struct opened_block *find_opened(const struct hw_shared_handle *handle)
{
    struct opened_block *block = opened;

    while (block &&
           (block->context != hw_cuda.context || memcmp(&block->handle, handle, sizeof *handle) != 0))
        block = block->next;
    return block;
}

static cudaError_t add_opened(const struct hw_shared_handle *handle, struct opened_block **added)
{
    struct hw_shared_slot slot;
    int file;
    const cudaError_t error = hw_shared_open(handle, HW_SHARED_MEMORY, &file, &slot);

    if (error != cudaSuccess)
        return error;
    struct opened_block *made = malloc(sizeof *made);
    if (!made) {
        close(file);
        return cudaErrorMemoryAllocation;
    }
    *made = (struct opened_block){
        .next = opened, .context = hw_cuda.context, .handle = *handle, .bytes = slot.bytes};
    hw_cuda_fit(hw_cuda.context);
    const hw_status status =
        hw_memory_alloc_file(hw_cuda.memory, file, slot.first, slot.bytes, &made->address, NULL);
    close(file);
    if (status != HW_OK) {
        free(made);
        return cudaErrorMapBufferObjectFailed;
    }
    hw_memory_lend(hw_cuda.memory, made->address, made->bytes);
    *added = opened = made;
    return cudaSuccess;
}

cudaError_t hw_cuda_open_memory(void **address, const void *handle, unsigned flags)
{
    struct hw_shared_handle asked;
    cudaError_t error = cudaSuccess;

    if (!address || flags > 1)
        return cudaErrorInvalidValue;
    memcpy(&asked, handle, sizeof asked);
    struct opened_block *block = find_opened(&asked);
    if (!block)
        error = add_opened(&asked, &block);
    if (error != cudaSuccess)
        return error;
    block->users++;
    *address = (void *)(uintptr_t)block->address;
    return cudaSuccess;
}

static void remove_opened(struct opened_block **link)
{
    struct opened_block *block = *link;

    *link = block->next;
    hw_cuda_forget_memory(block->address, block->bytes);
    hw_memory_reclaim(hw_cuda.memory, block->address, block->bytes);
    hw_memory_free(hw_cuda.memory, block->address, NULL);
    free(block);
}

/* Work that may use it is done first. */
cudaError_t hw_cuda_close_memory(void *address)
{
    struct opened_block **link = &opened;

    hw_cuda_queue_wait_all();
    while (*link && ((*link)->address != (uintptr_t)address || (*link)->context != hw_cuda.context))
        link = &(*link)->next;
    if (!*link)
        return cudaErrorInvalidValue;
    if (--(*link)->users == 0)
        remove_opened(link);
    return cudaSuccess;
}

void hw_cuda_opened_clear(struct hw_cuda_context *context)
{
    for (struct opened_block **link = &opened; *link;)
        if ((*link)->context == context)
            remove_opened(link);
        else
            link = &(*link)->next;
}
