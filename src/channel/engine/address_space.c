/* SPDX-License-Identifier: MIT */
/* See address_space.h. */
#include "channel/engine/address_space.h"

#include <stdlib.h>
#include <string.h>

#define DEFAULT_VRAM ((uint64_t)256 << 20)
#define DEFAULT_HOST ((uint64_t)64 << 20)

#define fail(error, status, ...) hw_fail(error, status, "channel", __VA_ARGS__)

static hw_status make_linear(struct hw_linear *linear, const char *name, uint64_t bytes, uint64_t or_else,
                             struct hw_error *error)
{
    if (bytes % HW_MEMORY_FILE_PAGE)
        return fail(error, HW_ERR_ARGUMENT, "%llu bytes of memory; expected a multiple of %u",
                    (unsigned long long)bytes, HW_MEMORY_FILE_PAGE);
    return hw_linear_create(linear, name, bytes ? bytes : or_else, error);
}

hw_status hw_address_space_create(struct hw_address_space *space, const struct hw_channel_setup *setup,
                                  struct hw_error *error)
{
    hw_status status = HW_OK;

    *space = (struct hw_address_space){.vram = {.file = -1}, .host = {.file = -1}};
    if (setup->vram)
        hw_linear_adopt(&space->vram, setup->vram);
    else
        status = make_linear(&space->vram, "halfwarp-vram", setup->vram_bytes, DEFAULT_VRAM, error);
    if (status == HW_OK)
        status = make_linear(&space->host, "halfwarp-host", setup->host_bytes, DEFAULT_HOST, error);
    if (status == HW_OK)
        status = hw_memory_create(&space->view, error);
    return status;
}

void hw_address_space_destroy(struct hw_address_space *space)
{
    hw_memory_destroy(space->view);
    hw_linear_destroy(&space->vram);
    hw_linear_destroy(&space->host);
    hw_page_tables_clear(&space->tables);
    free(space->run);
}

const struct hw_linear *hw_address_space_linear(const struct hw_address_space *space, unsigned target)
{
    switch (target) {
    case HW_LINEAR_VRAM: return &space->vram;
    case HW_LINEAR_HOST:
    case HW_LINEAR_HOST_NO_SNOOP: return &space->host;
    default: return NULL;
    }
}

/* --- runs --- */

/* The index of the first run that ends behind an address. */
static size_t first_behind(const struct hw_address_space *space, uint64_t virtual)
{
    size_t low = 0, high = space->run_count;

    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (space->run[middle].virtual + space->run[middle].bytes <= virtual)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool has_room(struct hw_address_space *space, size_t more)
{
    const size_t wanted = space->run_count + more;

    if (wanted <= space->run_capacity)
        return true;
    struct hw_mapped_run *grown = realloc(space->run, 2 * wanted * sizeof *grown);
    if (!grown)
        return false;
    space->run = grown;
    space->run_capacity = 2 * wanted;
    return true;
}

/* Show a run and put it into the list, which has room, in front of element `at`. */
static hw_status map_pages(struct hw_address_space *space, size_t at, const struct hw_mapped_run *run,
                           struct hw_error *error)
{
    const struct hw_linear *linear = hw_address_space_linear(space, run->page.target);
    hw_status status = HW_OK;

    if (!run->page.supervisor)
        status = hw_memory_map_file(space->view, run->virtual, linear->file, run->page.linear, run->bytes,
                                    run->page.read_only, error);
    if (status != HW_OK)
        return status;
    memmove(space->run + at + 1, space->run + at, (space->run_count - at) * sizeof *space->run);
    space->run[at] = *run;
    space->run_count++;
    return HW_OK;
}

/* Take a run out of the list and out of the view. */
static struct hw_mapped_run hide(struct hw_address_space *space, size_t at)
{
    const struct hw_mapped_run run = space->run[at];

    if (!run.page.supervisor)
        (void)hw_memory_free(space->view, run.virtual, NULL); /* it begins there */
    space->run_count--;
    memmove(space->run + at, space->run + at + 1, (space->run_count - at) * sizeof *space->run);
    return run;
}

/* The part of a run from `first` up to `end`. */
static struct hw_mapped_run part_of(const struct hw_mapped_run *run, uint64_t first, uint64_t end)
{
    struct hw_mapped_run part = {.virtual = first, .bytes = end - first, .page = run->page};

    part.page.linear += first - run->virtual;
    return part;
}

/* Cut a stretch out of the runs that overlap it. */
static hw_status cut(struct hw_address_space *space, uint64_t first, uint64_t end, struct hw_error *error)
{
    hw_status status = has_room(space, 2) ? HW_OK : fail(error, HW_ERR_NO_MEMORY, "no memory for mappings");
    size_t at = first_behind(space, first);

    while (status == HW_OK && at < space->run_count && space->run[at].virtual < end) {
        const struct hw_mapped_run run = hide(space, at);
        const uint64_t run_end = run.virtual + run.bytes;
        if (run.virtual < first) {
            const struct hw_mapped_run left = part_of(&run, run.virtual, first);
            status = map_pages(space, at++, &left, error);
        }
        if (status == HW_OK && run_end > end) {
            const struct hw_mapped_run right = part_of(&run, end, run_end);
            status = map_pages(space, at++, &right, error);
        }
    }
    return status;
}

/* --- mapping --- */

static hw_status check_stretch(const struct hw_address_space *space, uint64_t virtual, uint64_t bytes,
                               struct hw_error *error)
{
    const uint64_t end = hw_memory_end(space->view);

    if ((virtual | bytes) % HW_PAGE_BYTES || bytes == 0)
        return fail(error, HW_ERR_ARGUMENT,
                    "0x%llx bytes at virtual address 0x%llx are no pages of 0x%x bytes",
                    (unsigned long long)bytes, (unsigned long long)virtual, HW_PAGE_BYTES);
    if (virtual >= end || bytes > end - virtual)
        return fail(error, HW_ERR_RANGE, "0x%llx bytes at 0x%llx: virtual addresses end at 0x%llx here",
                    (unsigned long long)bytes, (unsigned long long)virtual, (unsigned long long)end);
    return HW_OK;
}

/* Clear the entries of a stretch; tables that are not there have none. */
static void clear_entries(struct hw_address_space *space, uint64_t virtual, uint64_t bytes)
{
    uint64_t step;

    for (uint64_t at = virtual; at < virtual + bytes; at += step) {
        const bool there = space->tables.table[at / HW_DIRECTORY_BYTES] != NULL;
        step = there ? HW_PAGE_BYTES : HW_DIRECTORY_BYTES - at % HW_DIRECTORY_BYTES;
        if (there)
            (void)hw_page_set(&space->tables, at, 0, NULL);
    }
}

/* Set the entries of a stretch: those of `page` and the pages behind it. */
static hw_status set_entries(struct hw_address_space *space, uint64_t virtual, uint64_t bytes,
                             const struct hw_page *page, struct hw_error *error)
{
    hw_status status = HW_OK;

    for (uint64_t at = 0; at < bytes && status == HW_OK; at += HW_PAGE_BYTES) {
        struct hw_page each = *page;
        each.linear += at;
        status = hw_page_set(&space->tables, virtual + at, hw_page_entry(&each), error);
    }
    return status;
}

hw_status hw_address_space_unmap(struct hw_address_space *space, uint64_t virtual, uint64_t bytes,
                                 struct hw_error *error)
{
    hw_status status = check_stretch(space, virtual, bytes, error);

    if (status == HW_OK)
        status = cut(space, virtual, virtual + bytes, error);
    if (status == HW_OK)
        clear_entries(space, virtual, bytes);
    return status;
}

hw_status hw_address_space_map(struct hw_address_space *space, uint64_t virtual, uint64_t bytes,
                               const struct hw_page *page, struct hw_error *error)
{
    const struct hw_linear *linear = hw_address_space_linear(space, page->target);
    const struct hw_mapped_run run = {.virtual = virtual, .bytes = bytes, .page = *page};
    hw_status status = check_stretch(space, virtual, bytes, error);

    if (status == HW_OK && !linear)
        status = fail(error, HW_ERR_ARGUMENT, "pages of target %u; expected 0, 2 or 3", page->target);
    if (status == HW_OK && linear->file < 0)
        status = fail(error, HW_ERR_UNSUPPORTED,
                      "this memory has no pages: only DMA objects without paging "
                      "can lead to it");
    if (status == HW_OK && (page->linear % HW_PAGE_BYTES || page->linear > linear->bytes ||
                            bytes > linear->bytes - page->linear))
        status = fail(error, HW_ERR_RANGE, "0x%llx bytes at linear address 0x%llx; the memory has 0x%llx",
                      (unsigned long long)bytes, (unsigned long long)page->linear,
                      (unsigned long long)linear->bytes);
    if (status == HW_OK)
        status = cut(space, virtual, virtual + bytes, error);
    if (status == HW_OK)
        status = has_room(space, 1) ? HW_OK : fail(error, HW_ERR_NO_MEMORY, "no memory for mappings");
    if (status == HW_OK)
        status = map_pages(space, first_behind(space, virtual), &run, error);
    return status == HW_OK ? set_entries(space, virtual, bytes, page, error) : status;
}

uint8_t *hw_address_space_page_bytes(const struct hw_address_space *space, uint64_t virtual, uint64_t *bytes)
{
    struct hw_page page;

    if (hw_page_find(&space->tables, virtual, &page) != HW_VM_FINE)
        return NULL;
    *bytes = HW_PAGE_BYTES - virtual % HW_PAGE_BYTES;
    return hw_linear_bytes(hw_address_space_linear(space, page.target), page.linear + virtual % HW_PAGE_BYTES,
                           *bytes);
}
