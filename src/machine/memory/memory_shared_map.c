/* SPDX-License-Identifier: MIT */
/* Shared mappings: pages of the window that are those of one file, so that another process may map them as
 * well.
 *
 * Unlike the pages of hw_memory_alloc_file these become the file's while allocations lie in them, with their
 * contents; a page that several allocations lie in is shared for all of them.  A bit for each page of the
 * window says which are.  When an allocation is freed, the pages that it has to itself are the window's own
 * again, and the file has a hole there.
 *
 * Kernels may write to the pages all the time: they are frozen while their contents become the file's.  The
 * lock of the memory is held during all of it. */
#include "machine/memory/device_memory.h"
#include "machine/memory/page_freeze.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define PAGE ((uint64_t)HW_MEMORY_FILE_PAGE)

static bool is_shared(const struct hw_shared_mapping *share, uint64_t page)
{
    return share->pages[page / 8] >> page % 8 & 1;
}

static void set_shared(struct hw_shared_mapping *share, uint64_t first, uint64_t end, bool shared)
{
    for (uint64_t page = first; page < end; page++) {
        const uint8_t bit = (uint8_t)(1u << page % 8);
        share->pages[page / 8] =
            (uint8_t)(shared ? share->pages[page / 8] | bit : share->pages[page / 8] & ~bit);
    }
}

/* The end of the run of pages, up to `end`, that are as the first one is. */
static uint64_t run_end(const struct hw_shared_mapping *share, uint64_t first, uint64_t end)
{
    const bool shared = is_shared(share, first);
    uint64_t page = first + 1;

    while (page < end && is_shared(share, page) == shared)
        page++;
    return page;
}

/* --- to the file --- */

static bool write_page(int file, const uint8_t *page, uint64_t offset)
{
    if (page[0] == 0 && memcmp(page, page + 1, PAGE - 1) == 0)
        return true; /* as holes of the file are */
    return pwrite(file, page, PAGE, (off_t)offset) == (ssize_t)PAGE;
}

static bool write_run(int file, const uint8_t *host, uint64_t bytes, uint64_t offset)
{
    bool ok = true;

    for (uint64_t at = 0; at < bytes && ok; at += PAGE)
        ok = write_page(file, host + at, offset + at);
    return ok;
}

static bool move_run(const struct hw_reservation *window, uint64_t first, uint64_t end, bool nobody_writes)
{
    const struct hw_shared_mapping *share = &window->share;
    uint8_t *host = window->base + first * PAGE;
    const uint64_t offset = share->skip + first * PAGE, bytes = (end - first) * PAGE;
    const int frozen = nobody_writes ? -1 : hw_pages_freeze(host, bytes);
    const bool moved =
        (nobody_writes || frozen >= 0) && write_run(share->file, host, bytes, offset) &&
        mmap(host, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, share->file, (off_t)offset) == host;

    hw_pages_thaw(frozen);
    return moved;
}

static bool begin_sharing(struct hw_reservation *window, int file, uint64_t skip)
{
    if (window->share.pages)
        return true;
    window->share =
        (struct hw_shared_mapping){.file = file, .skip = skip, .pages = calloc(window->bytes / PAGE / 8, 1)};
    return window->share.pages != NULL;
}

bool hw_reservation_share(struct hw_reservation *window, int file, uint64_t skip,
                          const struct hw_range *range, bool nobody_writes)
{
    const uint64_t end = range->last / PAGE + 1;

    if (!begin_sharing(window, file, skip))
        return false;
    for (uint64_t page = range->first / PAGE, next; page < end; page = next) {
        next = run_end(&window->share, page, end);
        if (is_shared(&window->share, page))
            continue;
        if (!move_run(window, page, next, nobody_writes))
            return false;
        set_shared(&window->share, page, next, true);
    }
    return true;
}

/* --- and back --- */

/* Where the host refuses new pages, those of the file stay, empty. */
static void leave_run(struct hw_reservation *window, uint64_t first, uint64_t end)
{
    uint8_t *host = window->base + first * PAGE;
    const uint64_t bytes = (end - first) * PAGE;
    const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED;

    if (mmap(host, bytes, PROT_READ | PROT_WRITE, flags, -1, 0) != host) {
        memset(host, 0, bytes);
        return;
    }
    set_shared(&window->share, first, end, false);
    (void)fallocate(window->share.file, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
                    (off_t)(window->share.skip + first * PAGE), (off_t)bytes);
}

void hw_reservation_unshare(struct hw_reservation *window, const struct hw_range *range)
{
    const uint64_t end = (range->last + 1) / PAGE;

    if (!window->share.pages)
        return;
    for (uint64_t page = (range->first + PAGE - 1) / PAGE, next; page < end; page = next) {
        next = run_end(&window->share, page, end);
        if (is_shared(&window->share, page))
            leave_run(window, page, next);
    }
}
