/* SPDX-License-Identifier: MIT */
/* Device memory: the reserved window of addresses and the sorted list of allocations in it.
 *
 * Pages of the window become accessible when the first allocation touches them and stay so.  The list decides
 * which accesses are valid, and so do the pages mapped beside it (memory_pages.c).  Freed bytes are cleared
 * at once, and others before they are allocated if kernels may have written there, so that memory that an
 * allocation gets is always zero.  Pages of a file are mapped over those of the window and belong to one
 * allocation. */
#include "machine/memory/device_memory.h"

#include "machine/memory/parameter_pool.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define ALLOC_ALIGN 256u /* as the CUDA allocator aligns */
#define PAGE        ((uint64_t)HW_MEMORY_FILE_PAGE)

/* The generic windows are next to each other. */
#define WINDOWS_FIRST ((uint64_t)HW_SHARED_WINDOW)
#define WINDOWS_END   ((uint64_t)HW_LOCAL_WINDOW + HW_GENERIC_WINDOW_BYTES)

/* How much to reserve: the first of these that the host grants.  Sanitizers and limits on address space leave
 * less room. */
static const unsigned window_bits[] = {40, 38, 36, 34, 33, 32};

struct hw_memory {
    struct hw_reservation window; /* first: hw_memory_reservation gives this out */
    size_t capacity;
    uint64_t first, last; /* where allocations may lie */
    struct hw_heap heap;
    struct hw_parameter_pool *parameters;
    struct hw_dirty_map *dirty_map;
};

#define fail(error, status, ...) hw_fail(error, status, "memory", __VA_ARGS__)

/* Large pages where the host has them: kernels go through more memory than the processor remembers small
 * pages of. */
static void *reserve_addresses(uint64_t bytes)
{
    void *window = mmap(NULL, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    if (window == MAP_FAILED)
        return NULL;
    (void)madvise(window, bytes, MADV_HUGEPAGE);
    return window;
}

hw_status hw_memory_create(struct hw_memory **memory, struct hw_error *error)
{
    struct hw_memory *made = calloc(1, sizeof *made);

    if (made)
        made->dirty_map = hw_dirty_map_create();
    if (!made || !made->dirty_map) {
        free(made);
        return fail(error, HW_ERR_NO_MEMORY, "no memory for a device memory's list of allocations");
    }
    for (unsigned i = 0; i < sizeof window_bits / sizeof window_bits[0] && !made->window.base; i++) {
        made->window.bytes = (uint64_t)1 << window_bits[i];
        made->window.base = reserve_addresses(made->window.bytes);
    }
    if (!made->window.base) {
        hw_dirty_map_destroy(made->dirty_map);
        free(made);
        return fail(error, HW_ERR_NO_MEMORY, "cannot reserve 4 GiB of addresses for device memory");
    }
    made->last = made->window.bytes - 1;
    *memory = made;
    return HW_OK;
}

void hw_memory_destroy(struct hw_memory *memory)
{
    if (!memory)
        return;
    hw_heap_clear(&memory->heap);
    hw_parameter_pool_destroy(memory->parameters);
    munmap(memory->window.base, memory->window.bytes);
    free(memory->window.range);
    free(memory->window.file);
    free(memory->window.read_only);
    free(memory->window.share.pages);
    hw_dirty_map_destroy(memory->dirty_map);
    free(memory);
}

const struct hw_reservation *hw_memory_reservation(const struct hw_memory *memory)
{
    return &memory->window;
}

struct hw_parameter_pool **hw_memory_parameter_pool(struct hw_memory *memory)
{
    return &memory->parameters;
}

struct hw_heap *hw_memory_heap(struct hw_memory *memory)
{
    return &memory->heap;
}

hw_status hw_memory_make_heap(struct hw_memory *memory, uint64_t bytes, struct hw_error *error)
{
    if (memory->heap.bytes)
        return HW_OK;
    hw_status status = hw_memory_alloc(memory, bytes, &memory->heap.base, error);
    if (status == HW_OK)
        memory->heap.bytes = bytes;
    return status;
}

/* Index of the first allocation that ends at or behind `address`. */
static size_t lower_bound(const struct hw_reservation *window, uint64_t address)
{
    size_t low = 0, high = window->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (window->range[middle].last < address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

bool hw_memory_range(const struct hw_memory *memory, uint64_t address, struct hw_range *range)
{
    const struct hw_reservation *window = &memory->window;
    size_t at = lower_bound(window, address), first = at, last = at;
    if (at == window->count || window->range[at].first > address)
        return false;
    while (first > 0 && window->range[first - 1].last + 1 == window->range[first].first)
        first--;
    while (last + 1 < window->count && window->range[last].last + 1 == window->range[last + 1].first)
        last++;
    range->first = window->range[first].first;
    range->last = window->range[last].last;
    return true;
}

bool hw_memory_allocated(const struct hw_memory *memory, uint64_t address, uint64_t bytes)
{
    struct hw_range range;
    if (bytes == 0)
        return true;
    return hw_memory_range(memory, address, &range) && bytes - 1 <= range.last - address;
}

void *hw_memory_translate(const struct hw_memory *memory, uint64_t address, uint64_t bytes)
{
    return hw_memory_allocated(memory, address, bytes) ? memory->window.base + address : NULL;
}

void *hw_memory_host(const struct hw_memory *memory, uint64_t address, uint64_t bytes)
{
    void *host = hw_memory_translate(memory, address, bytes);

    if (host)
        hw_dirty_map_note_write(memory->dirty_map, address, bytes);
    return host;
}

struct hw_dirty_map *hw_memory_dirty_map(const struct hw_memory *memory)
{
    return memory->dirty_map;
}

/* Let the host touch the pages of a range, and what a chip may map beside it. */
static hw_status open_pages(struct hw_memory *memory, uint64_t first, uint64_t last, struct hw_error *error)
{
    const uint64_t margin = HW_MEMORY_PAGE_MAX;
    uint64_t begin = first & ~(margin - 1), end = (last | (margin - 1)) + 1;

    begin -= begin < margin ? begin : margin;
    end = end < memory->window.bytes ? end : memory->window.bytes;
    if (mprotect(memory->window.base + begin, end - begin, PROT_READ | PROT_WRITE) != 0)
        return fail(error, HW_ERR_NO_MEMORY, "the host has no memory for %llu bytes of device memory",
                    (unsigned long long)(last - first + 1));
    return HW_OK;
}

static uint64_t round_up(uint64_t start, uint64_t align)
{
    return (start + align - 1) & ~(align - 1);
}

/* Clear a range; full pages are returned to the host. */
static void clear_bytes(struct hw_reservation *window, uint64_t first, uint64_t last)
{
    const uint64_t bytes = last - first + 1;
    uint8_t *from = window->base + first, *end = from + bytes;

    hw_reservation_unshare(window, &(struct hw_range){first, last});
    uint8_t *inner = (uint8_t *)(uintptr_t)round_up((uintptr_t)from, PAGE);
    uint8_t *inner_end = (uint8_t *)((uintptr_t)end & ~(uintptr_t)(PAGE - 1));
    if (inner < inner_end && madvise(inner, (size_t)(inner_end - inner), MADV_DONTNEED) == 0) {
        memset(from, 0, (size_t)(inner - from));
        memset(inner_end, 0, (size_t)(end - inner_end));
    } else {
        memset(from, 0, bytes);
    }
}

/* Put a range, which overlaps none, into the list at index `at`. */
static hw_status insert_allocation(struct hw_memory *memory, size_t at, uint64_t first, uint64_t last,
                                   struct hw_error *error)
{
    struct hw_reservation *window = &memory->window;
    if (window->count == memory->capacity) {
        size_t capacity = memory->capacity ? memory->capacity * 2 : 16;
        struct hw_range *grown = realloc(window->range, capacity * sizeof *grown);
        if (!grown)
            return fail(error, HW_ERR_NO_MEMORY, "no memory for the list of device allocations");
        window->range = grown;
        memory->capacity = capacity;
    }
    hw_status status = open_pages(memory, first, last, error);
    if (status != HW_OK)
        return status;
    if (hw_dirty_map_ever_strayed(memory->dirty_map))
        clear_bytes(window, first, last);
    memmove(window->range + at + 1, window->range + at, (window->count - at) * sizeof *window->range);
    window->range[at] = (struct hw_range){first, last};
    window->count++;
    return HW_OK;
}

uint64_t hw_memory_end(const struct hw_memory *memory)
{
    return memory->window.bytes;
}

void hw_memory_alloc_within(struct hw_memory *memory, uint64_t first, uint64_t last)
{
    memory->first = first < memory->window.bytes ? first : memory->window.bytes;
    memory->last = last < memory->window.bytes ? last : memory->window.bytes - 1;
}

hw_status hw_memory_map_pages(struct hw_memory *memory, uint32_t bytes, struct hw_error *error)
{
    if (bytes & (bytes - 1) || bytes > HW_MEMORY_PAGE_MAX)
        return fail(error, HW_ERR_ARGUMENT, "pages of %u bytes; expected a power of 2 up to %u, or 0", bytes,
                    HW_MEMORY_PAGE_MAX);
    memory->window.page = bytes;
    return HW_OK;
}

/* The end of the file's pages that a range would touch; 0: none. */
static uint64_t end_of_file_after(const struct hw_memory *memory, uint64_t first, uint64_t bytes)
{
    for (size_t i = 0; i < memory->window.file_count; i++)
        if (first <= memory->window.file[i].last && first + bytes > memory->window.file[i].first)
            return memory->window.file[i].last + 1;
    return 0;
}

/* The lowest address from `start` on where the bytes and `gap` more at either end are in no range; beyond the
 * window when there is none. */
static uint64_t next_free(const struct hw_reservation *window, uint64_t start, uint64_t bytes, uint64_t align,
                          uint64_t gap)
{
    size_t at = lower_bound(window, start - 1);

    for (;;) {
        if (start < WINDOWS_END && start + bytes >= WINDOWS_FIRST)
            start = WINDOWS_END;
        if (at == window->count || start + bytes + gap <= window->range[at].first)
            return start;
        if (start < window->range[at].last + 1 + gap)
            start = round_up(window->range[at].last + 1 + gap, align);
        at++;
    }
}

/* The lowest address for an allocation. */
static hw_status find_free(const struct hw_memory *memory, uint64_t bytes, uint64_t align, uint64_t gap,
                           uint64_t *found, struct hw_error *error)
{
    const struct hw_reservation *window = &memory->window;
    const uint64_t lowest =
        window->page ? 2 * (uint64_t)window->page : 1; /* page 1 is mapped below it, page 0 never */
    uint64_t start = round_up(memory->first > lowest ? memory->first : lowest, align), file_end = start;

    if (bytes == 0 || bytes > window->bytes)
        return fail(error, HW_ERR_RANGE, "cannot allocate %llu bytes of device memory; expected 1 to %llu",
                    (unsigned long long)bytes, (unsigned long long)window->bytes);
    while (file_end) {
        start = next_free(window, round_up(file_end, align), bytes, align, gap);
        file_end = end_of_file_after(memory, start, bytes);
    }
    if (start > memory->last || bytes - 1 > memory->last - start)
        return fail(error, HW_ERR_NO_MEMORY, "device memory has no room for %llu bytes",
                    (unsigned long long)bytes);
    *found = start;
    return HW_OK;
}

static hw_status alloc_range(struct hw_memory *memory, uint64_t bytes, uint64_t align, uint64_t gap,
                             uint64_t *address, struct hw_error *error)
{
    uint64_t start = 0;
    hw_status status = find_free(memory, bytes, align, gap, &start, error);

    if (status == HW_OK)
        status =
            insert_allocation(memory, lower_bound(&memory->window, start), start, start + bytes - 1, error);
    if (status == HW_OK)
        *address = start;
    return status;
}

hw_status hw_memory_alloc(struct hw_memory *memory, uint64_t bytes, uint64_t *address, struct hw_error *error)
{
    return alloc_range(memory, bytes, ALLOC_ALIGN, 1, address, error);
}

hw_status hw_memory_alloc_close(struct hw_memory *memory, uint64_t bytes, uint64_t *address,
                                struct hw_error *error)
{
    const uint64_t page = memory->window.page, align = page && bytes >= page ? page : ALLOC_ALIGN;

    return alloc_range(memory, bytes > memory->window.bytes ? bytes : round_up(bytes, ALLOC_ALIGN), align, 0,
                       address, error);
}

bool hw_memory_share(struct hw_memory *memory, int file, uint64_t skip, const struct hw_range *range)
{
    return hw_reservation_share(&memory->window, file, skip, range);
}

/* Put a file's pages over those of the window, or (-1) give them back. */
static bool map_pages(struct hw_memory *memory, const struct hw_range *pages, int file, uint64_t skip)
{
    void *start = memory->window.base + pages->first;
    const uint64_t bytes = pages->last - pages->first + 1;
    const int flags = file < 0 ? MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE : MAP_SHARED;

    hw_reservation_unshare(&memory->window, pages);
    return mmap(start, bytes, PROT_READ | PROT_WRITE, MAP_FIXED | flags, file, (off_t)skip) == start;
}

/* Have room for one more range in a list of `count`. */
static bool grow_list(struct hw_range **list, size_t count)
{
    if (count & (count - 1))
        return true; /* between two powers of two there is room */
    struct hw_range *grown = realloc(*list, (count ? 2 * count : 1) * sizeof *grown);
    if (grown)
        *list = grown;
    return grown != NULL;
}

hw_status hw_memory_alloc_file(struct hw_memory *memory, int file, uint64_t skip, uint64_t bytes,
                               uint64_t *address, struct hw_error *error)
{
    const uint64_t within = skip % PAGE, rounded = round_up(within + bytes, PAGE);
    uint64_t start = 0;

    if (!grow_list(&memory->window.file, memory->window.file_count))
        return fail(error, HW_ERR_NO_MEMORY, "no memory for the list of device allocations");
    hw_status status = find_free(memory, bytes ? rounded : 0, PAGE, 1, &start, error);
    if (status != HW_OK)
        return status;
    const struct hw_range pages = {start, start + rounded - 1};
    status = insert_allocation(memory, lower_bound(&memory->window, start), start + within,
                               start + within + bytes - 1, error);
    if (status != HW_OK)
        return status;
    memory->window.file[memory->window.file_count++] = pages;
    *address = start + within;
    if (map_pages(memory, &pages, file, skip - within))
        return HW_OK;
    hw_memory_free(memory, *address, NULL);
    return fail(error, HW_ERR_NO_MEMORY, "the host cannot map %llu bytes of a file",
                (unsigned long long)rounded);
}

/* Whether a range of the address space is free. */
static hw_status expect_free(const struct hw_memory *memory, uint64_t address, uint64_t bytes,
                             struct hw_error *error)
{
    const struct hw_reservation *window = &memory->window;
    if (bytes == 0 || address > memory->last || bytes - 1 > memory->last - address)
        return fail(error, HW_ERR_RANGE, "%llu bytes at 0x%llx do not fit: device memory ends at 0x%llx",
                    (unsigned long long)bytes, (unsigned long long)address, (unsigned long long)memory->last);
    uint64_t last = address + bytes - 1;
    size_t at = lower_bound(window, address);
    if ((at < window->count && window->range[at].first <= last) || end_of_file_after(memory, address, bytes))
        return fail(error, HW_ERR_RANGE, "0x%llx to 0x%llx overlaps other device memory",
                    (unsigned long long)address, (unsigned long long)last);
    return HW_OK;
}

hw_status hw_memory_map(struct hw_memory *memory, uint64_t address, uint64_t bytes, struct hw_error *error)
{
    hw_status status = expect_free(memory, address, bytes, error);
    if (status != HW_OK)
        return status;
    return insert_allocation(memory, lower_bound(&memory->window, address), address, address + bytes - 1,
                             error);
}

/* Put a range into a list that has room, sorted. */
static void put_sorted(struct hw_range *list, size_t *count, struct hw_range range)
{
    size_t at = *count;

    for (; at > 0 && list[at - 1].first > range.first; at--)
        list[at] = list[at - 1];
    list[at] = range;
    (*count)++;
}

hw_status hw_memory_map_file(struct hw_memory *memory, uint64_t address, int file, uint64_t skip,
                             uint64_t bytes, bool read_only, struct hw_error *error)
{
    struct hw_reservation *window = &memory->window;
    const struct hw_range pages = {address, address + bytes - 1};
    hw_status status = expect_free(memory, address, bytes, error);

    if (status == HW_OK && (address | skip | bytes) % PAGE)
        status = fail(error, HW_ERR_ARGUMENT, "0x%llx bytes from 0x%llx of a file at 0x%llx are no pages",
                      (unsigned long long)bytes, (unsigned long long)skip, (unsigned long long)address);
    if (status == HW_OK && !(grow_list(&window->file, window->file_count) &&
                             grow_list(&window->read_only, window->read_only_count)))
        status = fail(error, HW_ERR_NO_MEMORY, "no memory for the list of device allocations");
    if (status == HW_OK && !read_only)
        status = insert_allocation(memory, lower_bound(window, address), address, pages.last, error);
    if (status != HW_OK)
        return status;
    if (read_only)
        put_sorted(window->read_only, &window->read_only_count, pages);
    window->file[window->file_count++] = pages;
    if (map_pages(memory, &pages, file, skip))
        return HW_OK;
    hw_memory_free(memory, address, NULL);
    return fail(error, HW_ERR_NO_MEMORY, "the host cannot map %llu bytes of a file",
                (unsigned long long)bytes);
}

bool hw_memory_is_read_only(const struct hw_memory *memory, uint64_t address, uint64_t bytes)
{
    const struct hw_reservation *window = &memory->window;
    size_t low = 0, high = window->read_only_count;

    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (window->read_only[middle].last < address)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < window->read_only_count && window->read_only[low].first <= address; low++) {
        if (window->read_only[low].last - address >= bytes - 1)
            return true;
        bytes -= window->read_only[low].last - address + 1;
        address = window->read_only[low].last + 1;
    }
    return false;
}

/* Take a file's pages away, if the allocation has any: what they hold stays the file's. */
static bool drop_file(struct hw_memory *memory, uint64_t address)
{
    struct hw_reservation *window = &memory->window;
    size_t at = 0;

    while (at < window->file_count && (address < window->file[at].first || address > window->file[at].last))
        at++;
    if (at == window->file_count)
        return false;
    map_pages(memory, &window->file[at], -1, 0);
    window->file[at] = window->file[--window->file_count];
    return true;
}

/* Take away a mapping for reading only; false: none begins there. */
static bool drop_read_only(struct hw_memory *memory, uint64_t address)
{
    struct hw_reservation *window = &memory->window;

    for (size_t at = 0; at < window->read_only_count; at++)
        if (window->read_only[at].first == address) {
            window->read_only_count--;
            memmove(window->read_only + at, window->read_only + at + 1,
                    (window->read_only_count - at) * sizeof *window->read_only);
            return drop_file(memory, address);
        }
    return false;
}

hw_status hw_memory_free(struct hw_memory *memory, uint64_t address, struct hw_error *error)
{
    struct hw_reservation *window = &memory->window;
    size_t at = lower_bound(window, address);
    if (drop_read_only(memory, address))
        return HW_OK;
    if (at == window->count || window->range[at].first != address)
        return fail(error, HW_ERR_ARGUMENT, "no device allocation begins at 0x%llx",
                    (unsigned long long)address);
    if (!drop_file(memory, address))
        clear_bytes(window, address, window->range[at].last);
    hw_dirty_map_note_write(memory->dirty_map, address, window->range[at].last - address + 1);
    window->count--;
    memmove(window->range + at, window->range + at + 1, (window->count - at) * sizeof *window->range);
    return HW_OK;
}
