/* SPDX-License-Identifier: MIT */
/* See memory_shared.h. */
#include "machine/memory/memory_shared.h"

#include "machine/memory/device_memory.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define PAGE ((uint64_t)HW_MEMORY_FILE_PAGE)

struct hw_shared_pages {
    uint8_t *base;
    int file;
    uint8_t *bits; /* which pages are shared */
    uint64_t bytes_of_bits;
};

struct hw_shared_pages *hw_shared_create(const struct hw_window *window, uint64_t extra)
{
    struct hw_shared_pages *made = calloc(1, sizeof *made);

    if (!made)
        return NULL;
    made->base = window->base;
    made->bytes_of_bits = window->bytes / PAGE / 8;
    made->bits = mmap(NULL, made->bytes_of_bits, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    made->file = memfd_create("halfwarp shared memory", MFD_CLOEXEC);
    if (made->bits != MAP_FAILED && made->file >= 0 &&
        ftruncate(made->file, (off_t)(window->bytes + extra)) == 0)
        return made;
    hw_shared_destroy(made);
    return NULL;
}

void hw_shared_destroy(struct hw_shared_pages *shared)
{
    if (!shared)
        return;
    if (shared->bits != MAP_FAILED)
        munmap(shared->bits, shared->bytes_of_bits);
    if (shared->file >= 0)
        close(shared->file);
    free(shared);
}

int hw_shared_file(const struct hw_shared_pages *shared)
{
    return shared->file;
}

static bool is_shared(const struct hw_shared_pages *shared, uint64_t page)
{
    return shared->bits[page / 8] >> page % 8 & 1;
}

static void set_shared(struct hw_shared_pages *shared, uint64_t page, bool is)
{
    const uint8_t bit = (uint8_t)(1u << page % 8);

    shared->bits[page / 8] = is ? shared->bits[page / 8] | bit : shared->bits[page / 8] & (uint8_t)~bit;
}

/* The first page from `page` on, and before `end`, that is no longer as that one. */
static uint64_t same_until(const struct hw_shared_pages *shared, uint64_t page, uint64_t end)
{
    const bool first = is_shared(shared, page);

    while (page < end && is_shared(shared, page) == first)
        page++;
    return page;
}

/* Pages of zeros need no place in the file. */
static bool copy_page(const struct hw_shared_pages *shared, uint64_t page)
{
    static const uint8_t zeros[HW_MEMORY_FILE_PAGE];
    const uint8_t *from = shared->base + page * PAGE;

    return memcmp(from, zeros, PAGE) == 0 ||
           pwrite(shared->file, from, PAGE, (off_t)(page * PAGE)) == (ssize_t)PAGE;
}

static bool map_run(const struct hw_shared_pages *shared, uint64_t page, uint64_t end, int file)
{
    uint8_t *place = shared->base + page * PAGE;
    const int flags = file < 0 ? MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE : MAP_SHARED;

    return mmap(place, (end - page) * PAGE, PROT_READ | PROT_WRITE, MAP_FIXED | flags, file,
                file < 0 ? 0 : (off_t)(page * PAGE)) == place;
}

static bool share_run(struct hw_shared_pages *shared, uint64_t page, uint64_t end)
{
    bool copied = true;

    for (uint64_t i = page; copied && i < end; i++)
        copied = copy_page(shared, i);
    if (!copied || !map_run(shared, page, end, shared->file))
        return false;
    for (uint64_t i = page; i < end; i++)
        set_shared(shared, i, true);
    return true;
}

bool hw_shared_add(struct hw_shared_pages *shared, uint64_t address, uint64_t bytes)
{
    const uint64_t end = (address + bytes + PAGE - 1) / PAGE;
    bool added = true;

    for (uint64_t page = address / PAGE; added && page < end;) {
        const uint64_t until = same_until(shared, page, end);
        added = is_shared(shared, page) || share_run(shared, page, until);
        page = until;
    }
    return added;
}

void hw_shared_remove(struct hw_shared_pages *shared, uint64_t address, uint64_t bytes)
{
    const uint64_t end = (address + bytes) / PAGE;

    for (uint64_t page = (address + PAGE - 1) / PAGE; page < end;) {
        const uint64_t until = same_until(shared, page, end);
        if (is_shared(shared, page) && map_run(shared, page, until, -1)) {
            fallocate(shared->file, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, (off_t)(page * PAGE),
                      (off_t)((until - page) * PAGE));
            for (uint64_t i = page; i < until; i++)
                set_shared(shared, i, false);
        }
        page = until;
    }
}
