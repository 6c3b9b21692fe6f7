/* SPDX-License-Identifier: MIT */
/* Page-locked memory of the host, which is device memory as well: its pages are those of a file in memory
 * that both the program's address space and the device window map.  The host sees at once what a
 * kernel writes, and nothing is copied.
 *
 * From 2.0 on, where host and devices have one address space, it has the same address in both unless the host
 * has something else there.  Memory that a program registers is in page_registered.c. */
#include "cuda/core/memory/locked_block.h"

#include "cuda/core/memory/allocation.h"
#include "cuda/core/devices/context.h"
#include "cuda/core/devices/device.h"
#include "cuda/core/memory/host_memory.h"
#include "cuda/core/memory/managed.h"
#include "cuda/core/memory/managed_pool.h"
#include "cuda/core/log/reason.h"
#include "cuda/core/streams/stream_capture.h"
#include "cuda/core/streams/stream_queue.h"
#include "machine/memory/device_memory.h"

#include "own_descriptor.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define PAGE ((uintptr_t)HW_CUDA_PAGE)

#ifndef MAP_FIXED_NOREPLACE
#define MAP_FIXED_NOREPLACE 0x100000
#endif

static void *map(void *at, size_t bytes, int flags, int file)
{
    void *place = mmap(at, bytes, PROT_READ | PROT_WRITE, flags, file, 0);

    return place == MAP_FAILED ? NULL : place;
}

static int make_file(size_t bytes)
{
    const int file = hw_own_descriptor(memfd_create("halfwarp", MFD_CLOEXEC));

    if (file < 0 || ftruncate(file, (off_t)bytes) == 0)
        return file;
    close(file);
    return -1;
}

/* --- blocks --- */

static struct hw_locked_block *blocks;

struct hw_locked_block *hw_locked_blocks(void)
{
    return blocks;
}

struct hw_locked_block **hw_locked_find(const void *pointer)
{
    struct hw_locked_block **link = &blocks;

    while (*link && (uintptr_t)pointer - (uintptr_t)(*link)->pointer >= (*link)->bytes)
        link = &(*link)->next;
    return link;
}

struct hw_locked_block *hw_locked_add(int file, size_t skip, size_t bytes, unsigned flags)
{
    struct hw_cuda_context *context = hw_cuda.context;
    struct hw_locked_block *made = calloc(1, sizeof *made);

    if (!made)
        return NULL;
    *made = (struct hw_locked_block){.next = blocks, .context = context, .bytes = bytes, .flags = flags};
    hw_cuda_fit(context);
    if (hw_memory_alloc_file(hw_cuda.memory, file, skip, bytes, &made->address, NULL) != HW_OK) {
        free(made);
        return NULL;
    }
    hw_memory_lend(hw_cuda.memory, made->address, bytes);
    blocks = made;
    return made;
}

void hw_locked_remove(struct hw_locked_block **link)
{
    struct hw_locked_block *block = *link;

    *link = block->next;
    hw_memory_reclaim(hw_cuda.memory, block->address, block->bytes);
    hw_memory_free(hw_cuda.memory, block->address, NULL);
    free(block->advice);
    free(block);
}

/* --- memory that we allocate --- */

/* Where the host gets it: at the device's address if that can be. */
static uint8_t *place_block(const struct hw_locked_block *block, int file)
{
    const struct hw_pages pages = hw_pages_of((void *)(uintptr_t)block->address, block->bytes);
    uint8_t *place = NULL;

    if (hw_cuda_capability() >= HW_CUDA_UNIFIED)
        place = map(pages.first, pages.bytes, MAP_SHARED | MAP_FIXED_NOREPLACE, file);
    return place ? place : map(NULL, pages.bytes, MAP_SHARED, file);
}

/* Locked memory is the host's; managed memory may be in the device as well. */
static cudaError_t check_host(size_t bytes, unsigned flags)
{
    const uint64_t beside = flags & HW_CUDA_MANAGED ? hw_cuda.context->device->memory_bytes : 0;
    uint64_t left = 0;

    return hw_cuda_host_has(bytes, beside, &left)
               ? cudaSuccess
               : hw_cuda_fail(cudaErrorMemoryAllocation, "%zu bytes; the host has %llu left", bytes,
                              (unsigned long long)left);
}

cudaError_t hw_cuda_host_alloc(void **pointer, size_t bytes, unsigned flags)
{
    struct hw_locked_block *block = NULL;

    if (!pointer || bytes == 0)
        return cudaErrorInvalidValue;
    if (hw_cuda_capturing() && hw_cuda_capture_forbids())
        return cudaErrorStreamCaptureUnsupported;
    if (check_host(bytes, flags) != cudaSuccess)
        return cudaErrorMemoryAllocation;
    const int file = bytes <= INT64_MAX - PAGE ? make_file(hw_pages_of(NULL, bytes).bytes) : -1;
    if (file < 0)
        return cudaErrorMemoryAllocation;
    block = hw_locked_add(file, 0, bytes, flags);
    if (block)
        block->pointer = place_block(block, file);
    close(file);
    if (block && !block->pointer) {
        hw_locked_remove(&blocks);
        block = NULL;
    }
    if (!block)
        return cudaErrorMemoryAllocation;
    *pointer = block->pointer;
    return cudaSuccess;
}

static void free_block(struct hw_locked_block **link)
{
    const struct hw_pages pages = hw_pages_of((*link)->pointer, (*link)->bytes);

    hw_cuda_managed_block_freed((*link)->pointer);
    munmap(pages.first, pages.bytes);
    hw_locked_remove(link);
}

cudaError_t hw_cuda_host_release(const void *pointer)
{
    struct hw_locked_block **link = hw_locked_find(pointer);

    if (!*link || (*link)->pointer != pointer || (*link)->registered)
        return hw_cuda_fail(cudaErrorInvalidValue, "pointer %p is not where page-locked memory begins",
                            pointer);
    free_block(link);
    return cudaSuccess;
}

cudaError_t hw_cuda_host_free(void *pointer)
{
    if (!pointer)
        return cudaSuccess;
    if (hw_cuda_capturing() && hw_cuda_capture_forbids())
        return cudaErrorStreamCaptureUnsupported;
    hw_cuda_queue_wait_all();
    return hw_cuda_host_release(pointer);
}

/* --- what is known of it --- */

cudaError_t hw_cuda_host_device_pointer(void *pointer, void **address)
{
    const struct hw_locked_block *block = *hw_locked_find(pointer);

    if (!block || !address)
        return hw_cuda_fail(cudaErrorInvalidValue, "pointer %p is not in page-locked memory", pointer);
    *address = (void *)(uintptr_t)(block->address + (uintptr_t)pointer - (uintptr_t)block->pointer);
    return cudaSuccess;
}

cudaError_t hw_cuda_host_flags(void *pointer, unsigned *flags)
{
    const struct hw_locked_block *block = *hw_locked_find(pointer);

    if (!block || !flags)
        return cudaErrorInvalidValue;
    *flags = block->flags;
    return cudaSuccess;
}

bool hw_cuda_locked(const void *address, struct hw_cuda_locked *about)
{
    struct hw_locked_block *block = *hw_locked_find(address);

    if (block)
        *about = (struct hw_cuda_locked){block->pointer, block->bytes, block->flags, &block->advice};
    return block != NULL;
}

bool hw_cuda_host_pointer(const void *address, struct hw_cuda_pointer *about)
{
    const struct hw_locked_block *block = blocks;
    const uintptr_t place = (uintptr_t)address;

    while (block && place - (uintptr_t)block->pointer >= block->bytes &&
           place - block->address >= block->bytes)
        block = block->next;
    if (!block)
        return false;
    uint64_t offset = place - (uintptr_t)block->pointer;
    if (offset >= block->bytes)
        offset = place - block->address;
    *about = (struct hw_cuda_pointer){.managed = block->flags & HW_CUDA_MANAGED,
                                      .pool = hw_cuda_managed_block_pool(block->pointer),
                                      .ordinal = block->context->device->ordinal,
                                      .context = block->context,
                                      .device_pointer = (void *)(uintptr_t)(block->address + offset),
                                      .host_pointer = block->pointer + offset};
    return true;
}

void hw_cuda_host_clear(struct hw_cuda_context *context)
{
    struct hw_locked_block **link = &blocks;

    while (*link)
        if ((*link)->context != context)
            link = &(*link)->next;
        else if (!(*link)->registered)
            free_block(link);
        else if (hw_locked_unregister(link) != cudaSuccess)
            hw_locked_remove(link);
}
