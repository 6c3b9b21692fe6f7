/* SPDX-License-Identifier: MIT */
/* Page-locked memory of the host, which is device memory as well: its pages are those of a file in memory
 * that both the program's address space and the device window map.  The host sees at once what a
 * kernel writes, and nothing is copied.
 *
 * From 2.0 on, where host and devices have one address space, it has the same address in both unless the host
 * has something else there.  Memory that a program registers keeps its place: its pages are replaced by those
 * of the file, with what they hold, and get pages of their own again when it is unregistered. */
#include "cuda/core/memory/page_locked.h"

#include "cuda/core/memory/allocation.h"
#include "cuda/core/devices/context.h"
#include "cuda/core/devices/device.h"
#include "cuda/core/memory/host_memory.h"
#include "cuda/core/memory/managed.h"
#include "cuda/core/memory/managed_pool.h"
#include "cuda/core/memory/page_exchange.h"
#include "cuda/core/log/reason.h"
#include "cuda/core/streams/stream_capture.h"
#include "cuda/core/streams/stream_queue.h"
#include "machine/memory/device_memory.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define PAGE ((uintptr_t)HW_CUDA_PAGE)

#ifndef MAP_FIXED_NOREPLACE
#define MAP_FIXED_NOREPLACE 0x100000
#endif

/* Whole pages that hold a block. */
struct pages {
    uint8_t *first;
    size_t bytes;
};

static struct pages pages_of(const void *pointer, size_t bytes)
{
    const uintptr_t first = (uintptr_t)pointer & ~(PAGE - 1);
    const uintptr_t end = ((uintptr_t)pointer + bytes + PAGE - 1) & ~(PAGE - 1);

    return (struct pages){(uint8_t *)first, end - first};
}

static void *map(void *at, size_t bytes, int flags, int file)
{
    void *place = mmap(at, bytes, PROT_READ | PROT_WRITE, flags, file, 0);

    return place == MAP_FAILED ? NULL : place;
}

static int make_file(size_t bytes)
{
    const int file = memfd_create("halfwarp", MFD_CLOEXEC);

    if (file < 0 || ftruncate(file, (off_t)bytes) == 0)
        return file;
    close(file);
    return -1;
}

/* --- blocks --- */

struct locked_block {
    struct locked_block *next;
    struct hw_cuda_context *context;
    uint8_t *pointer;
    uint64_t address, bytes;
    unsigned flags;
    bool registered; /* the program's own memory */
    struct hw_cuda_page_advice *advice;
};
static struct locked_block *blocks;

/* The link to the block that holds a host address; to NULL: none does. */
static struct locked_block **find_block(const void *pointer)
{
    struct locked_block **link = &blocks;

    while (*link && (uintptr_t)pointer - (uintptr_t)(*link)->pointer >= (*link)->bytes)
        link = &(*link)->next;
    return link;
}

/* A block whose memory is the file's; the caller says where the host has it.  NULL: no memory. */
static struct locked_block *add_block(int file, size_t skip, size_t bytes, unsigned flags)
{
    struct hw_cuda_context *context = hw_cuda.context;
    struct locked_block *made = calloc(1, sizeof *made);

    if (!made)
        return NULL;
    *made = (struct locked_block){.next = blocks, .context = context, .bytes = bytes, .flags = flags};
    hw_cuda_fit(context);
    if (hw_memory_alloc_file(hw_cuda.memory, file, skip, bytes, &made->address, NULL) != HW_OK) {
        free(made);
        return NULL;
    }
    hw_memory_lend(hw_cuda.memory, made->address, bytes);
    blocks = made;
    return made;
}

static void remove_block(struct locked_block **link)
{
    struct locked_block *block = *link;

    *link = block->next;
    hw_memory_reclaim(hw_cuda.memory, block->address, block->bytes);
    hw_memory_free(hw_cuda.memory, block->address, NULL);
    free(block->advice);
    free(block);
}

/* --- memory that we allocate --- */

/* Where the host gets it: at the device's address if that can be. */
static uint8_t *place_block(const struct locked_block *block, int file)
{
    const struct pages pages = pages_of((void *)(uintptr_t)block->address, block->bytes);
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
    struct locked_block *block = NULL;

    if (!pointer || bytes == 0)
        return cudaErrorInvalidValue;
    if (hw_cuda_capturing() && hw_cuda_capture_forbids())
        return cudaErrorStreamCaptureUnsupported;
    if (check_host(bytes, flags) != cudaSuccess)
        return cudaErrorMemoryAllocation;
    const int file = bytes <= INT64_MAX - PAGE ? make_file(pages_of(NULL, bytes).bytes) : -1;
    if (file < 0)
        return cudaErrorMemoryAllocation;
    block = add_block(file, 0, bytes, flags);
    if (block)
        block->pointer = place_block(block, file);
    close(file);
    if (block && !block->pointer) {
        remove_block(&blocks);
        block = NULL;
    }
    if (!block)
        return cudaErrorMemoryAllocation;
    *pointer = block->pointer;
    return cudaSuccess;
}

static void free_block(struct locked_block **link)
{
    const struct pages pages = pages_of((*link)->pointer, (*link)->bytes);

    hw_cuda_managed_block_freed((*link)->pointer);
    munmap(pages.first, pages.bytes);
    remove_block(link);
}

cudaError_t hw_cuda_host_release(const void *pointer)
{
    struct locked_block **link = find_block(pointer);

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

/* --- the program's own memory --- */

/* A page can belong to one block only. */
static bool is_taken(const struct pages *pages)
{
    for (const struct locked_block *block = blocks; block; block = block->next) {
        const struct pages other = pages_of(block->pointer, block->bytes);
        if (pages->first < other.first + other.bytes && other.first < pages->first + pages->bytes)
            return true;
    }
    return false;
}

static cudaError_t register_pages(const struct pages *pages, int file, uint8_t *pointer, size_t bytes,
                                  unsigned flags)
{
    struct locked_block *block = add_block(file, (size_t)(pointer - pages->first), bytes, flags);
    const enum hw_page_exchange result =
        block ? hw_pages_to_file(pages->first, pages->bytes, file) : HW_PAGES_NO_MEMORY;

    if (result == HW_PAGES_EXCHANGED) {
        block->pointer = pointer;
        block->registered = true;
        return cudaSuccess;
    }
    if (block)
        remove_block(&blocks);
    return result == HW_PAGES_NOT_WRITABLE ? cudaErrorInvalidValue : cudaErrorMemoryAllocation;
}

cudaError_t hw_cuda_host_register(void *pointer, size_t bytes, unsigned flags)
{
    if (!pointer || bytes == 0 || bytes > UINTPTR_MAX - PAGE - (uintptr_t)pointer)
        return cudaErrorInvalidValue;
    if (hw_cuda_capturing() && hw_cuda_capture_forbids())
        return cudaErrorStreamCaptureUnsupported;
    const struct pages pages = pages_of(pointer, bytes);
    if (is_taken(&pages))
        return hw_cuda_fail(cudaErrorHostMemoryAlreadyRegistered,
                            "pages of %zu bytes at %p are page-locked already", bytes, pointer);
    if (msync(pages.first, pages.bytes, MS_ASYNC) != 0) /* that tells what is not mapped */
        return cudaErrorInvalidValue;
    const int file = make_file(pages.bytes);
    if (file < 0)
        return cudaErrorMemoryAllocation;
    const cudaError_t error = register_pages(&pages, file, pointer, bytes, flags);
    close(file);
    return error;
}

/* What the pages hold is read in the device window: the program may have given them up. */
static cudaError_t unregister(struct locked_block **link)
{
    const struct locked_block *block = *link;
    const struct pages pages = pages_of(block->pointer, block->bytes);
    const size_t skip = (size_t)(block->pointer - pages.first);
    const uint8_t *held = (uint8_t *)hw_memory_translate(hw_cuda.memory, block->address, block->bytes) - skip;

    if (hw_pages_to_private(pages.first, pages.bytes, held) != HW_PAGES_EXCHANGED)
        return cudaErrorMemoryAllocation;
    remove_block(link);
    return cudaSuccess;
}

cudaError_t hw_cuda_host_unregister(void *pointer)
{
    if (!pointer)
        return cudaErrorInvalidValue;
    hw_cuda_queue_wait_all();
    struct locked_block **link = find_block(pointer);
    if (!*link || (*link)->pointer != pointer || !(*link)->registered)
        return hw_cuda_fail(cudaErrorHostMemoryNotRegistered,
                            "pointer %p is not where registered memory begins", pointer);
    return unregister(link);
}

/* --- what is known of it --- */

cudaError_t hw_cuda_host_device_pointer(void *pointer, void **address)
{
    const struct locked_block *block = *find_block(pointer);

    if (!block || !address)
        return hw_cuda_fail(cudaErrorInvalidValue, "pointer %p is not in page-locked memory", pointer);
    *address = (void *)(uintptr_t)(block->address + (uintptr_t)pointer - (uintptr_t)block->pointer);
    return cudaSuccess;
}

cudaError_t hw_cuda_host_flags(void *pointer, unsigned *flags)
{
    const struct locked_block *block = *find_block(pointer);

    if (!block || !flags)
        return cudaErrorInvalidValue;
    *flags = block->flags;
    return cudaSuccess;
}

bool hw_cuda_locked(const void *address, struct hw_cuda_locked *about)
{
    struct locked_block *block = *find_block(address);

    if (block)
        *about = (struct hw_cuda_locked){block->pointer, block->bytes, block->flags, &block->advice};
    return block != NULL;
}

bool hw_cuda_host_pointer(const void *address, struct hw_cuda_pointer *about)
{
    const struct locked_block *block = blocks;
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
    struct locked_block **link = &blocks;

    while (*link)
        if ((*link)->context != context)
            link = &(*link)->next;
        else if (!(*link)->registered)
            free_block(link);
        else if (unregister(link) != cudaSuccess)
            remove_block(link);
}
