/* SPDX-License-Identifier: MIT */
/* Memory that a program registers: it keeps its place, and becomes page-locked.
 *
 * Its pages are exchanged for those of a file that the device window maps, too (registered_pages.h).  Ranges
 * that have no byte in common may share a page, as small ones do that lie side by side in the heap: it is
 * exchanged for the first of them, and becomes private again behind the last. */
#include "cuda/core/devices/context.h"
#include "cuda/core/log/reason.h"
#include "cuda/core/memory/allocation.h"
#include "cuda/core/memory/locked_block.h"
#include "cuda/core/memory/page_exchange.h"
#include "cuda/core/memory/registered_pages.h"
#include "cuda/core/streams/stream_capture.h"
#include "cuda/core/streams/stream_queue.h"
#include "machine/memory/device_memory.h"

#include <sys/mman.h>

#define PAGE ((uintptr_t)HW_CUDA_PAGE)

/* Registered ranges have no byte in common, and no page with memory that was allocated. */
static bool is_taken(const struct hw_pages *pages, const uint8_t *pointer, size_t bytes)
{
    for (const struct hw_locked_block *block = hw_locked_blocks(); block; block = block->next) {
        const struct hw_pages other = hw_pages_of(block->pointer, block->bytes);
        if (block->registered
                ? pointer < block->pointer + block->bytes && block->pointer < pointer + bytes
                : pages->first < other.first + other.bytes && other.first < pages->first + pages->bytes)
            return true;
    }
    return false;
}

/* The next run, behind the last, of pages that no registered block has; at first it is empty where they
 * begin.  False: there is none. */
static bool next_run(const struct hw_pages *pages, struct hw_pages *run)
{
    uint8_t *const end = pages->first + pages->bytes, *first = run->first + run->bytes, *before = NULL;

    while (first != before) {
        before = first;
        for (const struct hw_locked_block *block = hw_locked_blocks(); block; block = block->next) {
            const struct hw_pages other = hw_pages_of(block->pointer, block->bytes);
            if (block->registered && other.first <= first && first < other.first + other.bytes)
                first = other.first + other.bytes;
        }
    }
    if (first >= end)
        return false;
    uint8_t *last = end;
    for (const struct hw_locked_block *block = hw_locked_blocks(); block; block = block->next) {
        const struct hw_pages other = hw_pages_of(block->pointer, block->bytes);
        if (block->registered && other.first > first && other.first < last)
            last = other.first;
    }
    *run = (struct hw_pages){first, (size_t)(last - first)};
    return true;
}

/* What the first page of a block holds, in the device window. */
static const uint8_t *held_by(const struct hw_locked_block *block)
{
    return (const uint8_t *)hw_memory_translate(hw_cuda.memory, block->address, block->bytes) -
           block->address % PAGE;
}

/* The pages of a block that no registered block has become the file's; on an error all stay. */
static enum hw_page_exchange take_pages(const struct hw_locked_block *block, const struct hw_pages *pages,
                                        int file)
{
    const uint8_t *held = held_by(block);
    struct hw_pages run = {pages->first, 0}, done = run;
    enum hw_page_exchange result = HW_PAGES_EXCHANGED;

    while (result == HW_PAGES_EXCHANGED && next_run(pages, &run))
        result = hw_pages_to_file(run.first, run.bytes, file, (uintptr_t)run.first);
    while (result != HW_PAGES_EXCHANGED && next_run(pages, &done) && done.first < run.first)
        (void)hw_pages_to_private(done.first, done.bytes, held + (done.first - pages->first));
    return result;
}

/* Those become the program's again, but for what it has given up meanwhile: nothing is there any more, or
 * other memory.  What the pages hold is read in the device window.  On an error the rest stays the file's. */
static enum hw_page_exchange give_pages(const struct hw_locked_block *block, const struct hw_pages *pages)
{
    const uint8_t *held = held_by(block);
    struct hw_pages part;

    for (struct hw_pages run = {pages->first, 0}; next_run(pages, &run);)
        for (uint8_t *next = run.first, *const end = run.first + run.bytes;
             next < end && hw_registered_find(next, (size_t)(end - next), &part.first, &part.bytes);
             next = part.first + part.bytes) {
            const enum hw_page_exchange result =
                hw_pages_to_private(part.first, part.bytes, held + (part.first - pages->first));
            if (result != HW_PAGES_EXCHANGED)
                return result;
            hw_registered_release(part.first, part.bytes);
        }
    return HW_PAGES_EXCHANGED;
}

static cudaError_t register_pages(const struct hw_pages *pages, uint8_t *pointer, size_t bytes,
                                  unsigned flags)
{
    const int file = hw_registered_file();
    struct hw_locked_block *block = file >= 0 ? hw_locked_add(file, (uintptr_t)pointer, bytes, flags) : NULL;
    const enum hw_page_exchange result = block ? take_pages(block, pages, file) : HW_PAGES_NO_MEMORY;

    if (result == HW_PAGES_EXCHANGED) {
        block->pointer = pointer;
        block->registered = true;
        return cudaSuccess;
    }
    if (block)
        hw_locked_remove(hw_locked_find(NULL)); /* it has no place yet */
    return result == HW_PAGES_NOT_WRITABLE ? cudaErrorInvalidValue : cudaErrorMemoryAllocation;
}

cudaError_t hw_cuda_host_register(void *pointer, size_t bytes, unsigned flags)
{
    if (!pointer || bytes == 0 || bytes > UINTPTR_MAX - PAGE - (uintptr_t)pointer)
        return cudaErrorInvalidValue;
    if (hw_cuda_capturing() && hw_cuda_capture_forbids())
        return cudaErrorStreamCaptureUnsupported;
    const struct hw_pages pages = hw_pages_of(pointer, bytes);
    if (is_taken(&pages, pointer, bytes))
        return hw_cuda_fail(cudaErrorHostMemoryAlreadyRegistered,
                            "some of %zu bytes at %p are page-locked already", bytes, pointer);
    if (msync(pages.first, pages.bytes, MS_ASYNC) != 0) /* that tells what is not mapped */
        return cudaErrorInvalidValue;
    return register_pages(&pages, pointer, bytes, flags);
}

cudaError_t hw_locked_unregister(struct hw_locked_block **link)
{
    struct hw_locked_block *block = *link;
    const struct hw_pages pages = hw_pages_of(block->pointer, block->bytes);

    block->registered = false;
    if (give_pages(block, &pages) != HW_PAGES_EXCHANGED) {
        block->registered = true;
        return cudaErrorMemoryAllocation;
    }
    hw_locked_remove(link);
    return cudaSuccess;
}

cudaError_t hw_cuda_host_unregister(void *pointer)
{
    if (!pointer)
        return cudaErrorInvalidValue;
    hw_cuda_queue_wait_all();
    struct hw_locked_block **link = hw_locked_find(pointer);
    if (!*link || (*link)->pointer != pointer || !(*link)->registered)
        return hw_cuda_fail(cudaErrorHostMemoryNotRegistered,
                            "pointer %p is not where registered memory begins", pointer);
    return hw_locked_unregister(link);
}
