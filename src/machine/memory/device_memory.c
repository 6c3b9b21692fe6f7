/* SPDX-License-Identifier: MIT */
/* Device memory: the reserved window of addresses and the sorted list of allocations in it.
 *
 * Pages of the window become accessible when the first allocation touches them and stay so.  The list decides
 * which accesses are valid, and so do the pages mapped beside it (memory_pages.c).  Freed bytes are cleared
 * at once, and others before they are allocated if kernels may have written there, so that memory that an
 * allocation gets is always zero.  Pages of a file are mapped over those of the window and belong to one
 * allocation.
 *
 * All of it may be called while kernels run: one lock is held by whoever changes anything, and lookups need
 * none (memory_lookup.c).  A kernel that runs while a range is freed may have it in a range cache, and write
 * there later; so such ranges are cleared once more before they are allocated. */
#include "machine/memory/device_memory.h"

#include "machine/memory/parameter_pool.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>

#define ALLOC_ALIGN 256u /* as the CUDA allocator aligns */
#define PAGE        ((uint64_t)HW_MEMORY_FILE_PAGE)

/* The generic windows are next to each other. */
#define WINDOWS_FIRST ((uint64_t)HW_SHARED_WINDOW)
#define WINDOWS_END   ((uint64_t)HW_LOCAL_WINDOW + HW_GENERIC_WINDOW_BYTES)

/* The most and the least that is reserved. */
#define WINDOW_MOST  ((uint64_t)1 << 40)
#define WINDOW_LEAST ((uint64_t)32 << 20)

struct hw_memory {
    struct hw_reservation window; /* first: hw_memory_reservation gives this out */
    pthread_mutex_t lock;         /* of all changes */
    uint64_t first, last;         /* where allocations may lie */
    struct hw_range suspect; /* holds all ranges that were freed while kernels ran; first > last: none was */
    struct hw_heap heap;
    struct hw_parameter_pool *parameters;
    struct hw_dirty_map *dirty_map;
    uint32_t word_locks[HW_GLOBAL_LOCK_WORDS];
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

/* Half of the addresses that the process may have (ulimit -v), for the program needs some, too; or less, as
 * the host grants: sanitizers leave less room. */
static void reserve_window(struct hw_reservation *window)
{
    struct rlimit limit;
    uint64_t bytes = WINDOW_MOST;

    if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY && limit.rlim_cur / 2 < bytes)
        bytes = limit.rlim_cur / 2;
    for (; bytes >= WINDOW_LEAST && !window->base; bytes /= 2) {
        window->bytes = bytes & ~((uint64_t)HW_MEMORY_PAGE_MAX - 1);
        window->base = reserve_addresses(window->bytes);
    }
}

static bool create_lists(struct hw_memory *memory)
{
    struct hw_reservation *window = &memory->window;

    window->allocated = hw_range_list_create();
    window->file = hw_range_list_create();
    window->read_only = hw_range_list_create();
    memory->dirty_map = hw_dirty_map_create();
    return window->allocated && window->file && window->read_only && memory->dirty_map;
}

hw_status hw_memory_create(struct hw_memory **memory, struct hw_error *error)
{
    struct hw_memory *made = calloc(1, sizeof *made);

    if (made)
        pthread_mutex_init(&made->lock, NULL);
    if (!made || !create_lists(made)) {
        hw_memory_destroy(made);
        return fail(error, HW_ERR_NO_MEMORY, "no memory for a device memory's list of allocations");
    }
    reserve_window(&made->window);
    if (!made->window.base) {
        hw_memory_destroy(made);
        return fail(error, HW_ERR_NO_MEMORY,
                    "the host grants no %llu MiB of addresses for device memory; expected more of them "
                    "(`ulimit -v`)",
                    (unsigned long long)(WINDOW_LEAST >> 20));
    }
    made->last = made->window.bytes - 1;
    made->suspect = (struct hw_range){UINT64_MAX, 0};
    *memory = made;
    return HW_OK;
}

void hw_memory_destroy(struct hw_memory *memory)
{
    if (!memory)
        return;
    hw_heap_clear(&memory->heap);
    hw_parameter_pool_destroy(memory->parameters);
    if (memory->window.base)
        munmap(memory->window.base, memory->window.bytes);
    hw_range_list_destroy(memory->window.allocated);
    hw_range_list_destroy(memory->window.file);
    hw_range_list_destroy(memory->window.read_only);
    free(memory->window.share.pages);
    hw_dirty_map_destroy(memory->dirty_map);
    pthread_mutex_destroy(&memory->lock);
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

struct hw_dirty_map *hw_memory_dirty_map(const struct hw_memory *memory)
{
    return memory->dirty_map;
}

uint32_t *hw_memory_word_locks(struct hw_memory *memory)
{
    return memory->word_locks;
}

/* A launch that faulted may have left locks behind. */
void hw_memory_begin_launch(struct hw_memory *memory, bool beside_others)
{
    if (beside_others) {
        pthread_mutex_lock(&memory->lock);
        if (!hw_dirty_map_running(memory->dirty_map))
            memset(memory->word_locks, 0, sizeof memory->word_locks);
    }
    hw_dirty_map_begin_launch(memory->dirty_map);
    if (beside_others)
        pthread_mutex_unlock(&memory->lock);
}

void hw_memory_end_launch(struct hw_memory *memory)
{
    hw_dirty_map_end_launch(memory->dirty_map);
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

/* Whether kernels may have written to bytes that are not allocated. */
static bool may_be_written(const struct hw_memory *memory, const struct hw_range *range)
{
    return hw_dirty_map_ever_strayed(memory->dirty_map) ||
           (range->first <= memory->suspect.last && range->last >= memory->suspect.first);
}

/* Have pages for a range, zeros, and room for it in the lists. */
static hw_status prepare_range(struct hw_memory *memory, const struct hw_range *range, struct hw_error *error)
{
    struct hw_reservation *window = &memory->window;

    if (!hw_range_list_reserve(&window->allocated) || !hw_range_list_reserve(&window->file) ||
        !hw_range_list_reserve(&window->read_only))
        return fail(error, HW_ERR_NO_MEMORY, "no memory for the list of device allocations");
    const hw_status status = open_pages(memory, range->first, range->last, error);
    if (status == HW_OK && may_be_written(memory, range))
        clear_bytes(window, range->first, range->last);
    return status;
}

/* Put a range, which overlaps none, into the list. */
static hw_status add_allocation(struct hw_memory *memory, uint64_t first, uint64_t last,
                                struct hw_error *error)
{
    const struct hw_range range = {first, last};
    const hw_status status = prepare_range(memory, &range, error);

    if (status != HW_OK)
        return status;
    hw_sequence_open(&memory->window.sequence);
    hw_range_list_insert(memory->window.allocated, &range);
    hw_sequence_close(&memory->window.sequence);
    return HW_OK;
}

uint64_t hw_memory_end(const struct hw_memory *memory)
{
    return memory->window.bytes;
}

void hw_memory_alloc_within(struct hw_memory *memory, uint64_t first, uint64_t last)
{
    pthread_mutex_lock(&memory->lock);
    memory->first = first < memory->window.bytes ? first : memory->window.bytes;
    memory->last = last < memory->window.bytes ? last : memory->window.bytes - 1;
    pthread_mutex_unlock(&memory->lock);
}

hw_status hw_memory_map_pages(struct hw_memory *memory, uint32_t bytes, struct hw_error *error)
{
    if (bytes & (bytes - 1) || bytes > HW_MEMORY_PAGE_MAX)
        return fail(error, HW_ERR_ARGUMENT, "pages of %u bytes; expected a power of 2 up to %u, or 0", bytes,
                    HW_MEMORY_PAGE_MAX);
    pthread_mutex_lock(&memory->lock);
    __atomic_store_n(&memory->window.page, bytes, __ATOMIC_RELAXED); /* lookups read it */
    pthread_mutex_unlock(&memory->lock);
    return HW_OK;
}

/* The end of the file's pages that a range would touch; 0: none. */
static uint64_t end_of_file_after(const struct hw_memory *memory, uint64_t first, uint64_t bytes)
{
    const struct hw_range_list *file = memory->window.file;
    const size_t at = hw_range_list_find(file, first);

    return at < file->count && first + bytes > file->at[at].first ? file->at[at].last + 1 : 0;
}

/* The lowest address from `start` on where the bytes and `gap` more at either end are in no range; beyond the
 * window when there is none. */
static uint64_t next_free(const struct hw_reservation *window, uint64_t start, uint64_t bytes, uint64_t align,
                          uint64_t gap)
{
    const struct hw_range_list *list = window->allocated;
    size_t at = hw_range_list_find(list, start - 1);

    for (;;) {
        if (start < WINDOWS_END && start + bytes >= WINDOWS_FIRST)
            start = WINDOWS_END;
        if (at == list->count || start + bytes + gap <= list->at[at].first)
            return start;
        if (start < list->at[at].last + 1 + gap)
            start = round_up(list->at[at].last + 1 + gap, align);
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
        status = add_allocation(memory, start, start + bytes - 1, error);
    if (status == HW_OK)
        *address = start;
    return status;
}

hw_status hw_memory_alloc(struct hw_memory *memory, uint64_t bytes, uint64_t *address, struct hw_error *error)
{
    pthread_mutex_lock(&memory->lock);
    const hw_status status = alloc_range(memory, bytes, ALLOC_ALIGN, 1, address, error);
    pthread_mutex_unlock(&memory->lock);
    return status;
}

hw_status hw_memory_alloc_close(struct hw_memory *memory, uint64_t bytes, uint64_t *address,
                                struct hw_error *error)
{
    pthread_mutex_lock(&memory->lock);
    const uint64_t page = memory->window.page, align = page && bytes >= page ? page : ALLOC_ALIGN;
    const hw_status status =
        alloc_range(memory, bytes > memory->window.bytes ? bytes : round_up(bytes, ALLOC_ALIGN), align, 0,
                    address, error);
    pthread_mutex_unlock(&memory->lock);
    return status;
}

hw_status hw_memory_make_heap(struct hw_memory *memory, uint64_t bytes, struct hw_error *error)
{
    hw_status status = HW_OK;
    uint64_t address = 0;

    pthread_mutex_lock(&memory->lock);
    if (!hw_heap_has_range(&memory->heap)) {
        status = alloc_range(memory, bytes, ALLOC_ALIGN, 1, &address, error);
        if (status == HW_OK)
            hw_heap_set_range(&memory->heap, address, bytes);
    }
    pthread_mutex_unlock(&memory->lock);
    return status;
}

/* Whether a range of the address space is free. */
static hw_status expect_free(const struct hw_memory *memory, uint64_t address, uint64_t bytes,
                             struct hw_error *error)
{
    if (bytes == 0 || address > memory->last || bytes - 1 > memory->last - address)
        return fail(error, HW_ERR_RANGE, "%llu bytes at 0x%llx do not fit: device memory ends at 0x%llx",
                    (unsigned long long)bytes, (unsigned long long)address, (unsigned long long)memory->last);
    const struct hw_range range = {address, address + bytes - 1};
    if (hw_range_list_overlaps(memory->window.allocated, &range) ||
        hw_range_list_overlaps(memory->window.file, &range))
        return fail(error, HW_ERR_RANGE, "0x%llx to 0x%llx overlaps other device memory",
                    (unsigned long long)address, (unsigned long long)range.last);
    return HW_OK;
}

hw_status hw_memory_map(struct hw_memory *memory, uint64_t address, uint64_t bytes, struct hw_error *error)
{
    pthread_mutex_lock(&memory->lock);
    hw_status status = expect_free(memory, address, bytes, error);
    if (status == HW_OK)
        status = add_allocation(memory, address, address + bytes - 1, error);
    pthread_mutex_unlock(&memory->lock);
    return status;
}

bool hw_memory_share(struct hw_memory *memory, int file, uint64_t skip, const struct hw_range *range,
                     bool nobody_writes)
{
    pthread_mutex_lock(&memory->lock);
    const bool shared = hw_reservation_share(&memory->window, file, skip, range, nobody_writes);
    pthread_mutex_unlock(&memory->lock);
    return shared;
}

/* --- pages of files --- */

/* Put a file's pages over those of the window, or (-1) give them back. */
static bool map_pages(struct hw_memory *memory, const struct hw_range *pages, int file, uint64_t skip)
{
    void *start = memory->window.base + pages->first;
    const uint64_t bytes = pages->last - pages->first + 1;
    const int flags = file < 0 ? MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE : MAP_SHARED;

    hw_reservation_unshare(&memory->window, pages);
    return mmap(start, bytes, PROT_READ | PROT_WRITE, MAP_FIXED | flags, file, (off_t)skip) == start;
}

/* Whole pages of a file from `skip` on, which are free, become memory; `range` of them is allocated, or may
 * be read. */
static hw_status add_file(struct hw_memory *memory, const struct hw_range *pages,
                          const struct hw_range *range, int file, uint64_t skip, bool read_only,
                          struct hw_error *error)
{
    struct hw_reservation *window = &memory->window;
    const hw_status status = prepare_range(memory, pages, error);

    if (status != HW_OK)
        return status;
    if (!map_pages(memory, pages, file, skip)) {
        (void)map_pages(memory, pages, -1, 0);
        return fail(error, HW_ERR_NO_MEMORY, "the host cannot map %llu bytes of a file",
                    (unsigned long long)(pages->last - pages->first + 1));
    }
    hw_sequence_open(&window->sequence);
    hw_range_list_insert(window->file, pages);
    hw_range_list_insert(read_only ? window->read_only : window->allocated, range);
    hw_sequence_close(&window->sequence);
    return HW_OK;
}

static hw_status alloc_file(struct hw_memory *memory, int file, uint64_t skip, uint64_t bytes,
                            uint64_t *address, struct hw_error *error)
{
    const uint64_t within = skip % PAGE, rounded = round_up(within + bytes, PAGE);
    uint64_t start = 0;
    hw_status status = find_free(memory, bytes ? rounded : 0, PAGE, 1, &start, error);

    if (status != HW_OK)
        return status;
    const struct hw_range pages = {start, start + rounded - 1},
                          range = {start + within, start + within + bytes - 1};
    status = add_file(memory, &pages, &range, file, skip - within, false, error);
    if (status == HW_OK)
        *address = range.first;
    return status;
}

hw_status hw_memory_alloc_file(struct hw_memory *memory, int file, uint64_t skip, uint64_t bytes,
                               uint64_t *address, struct hw_error *error)
{
    pthread_mutex_lock(&memory->lock);
    const hw_status status = alloc_file(memory, file, skip, bytes, address, error);
    pthread_mutex_unlock(&memory->lock);
    return status;
}

hw_status hw_memory_map_file(struct hw_memory *memory, uint64_t address, int file, uint64_t skip,
                             uint64_t bytes, bool read_only, struct hw_error *error)
{
    const struct hw_range pages = {address, address + bytes - 1};

    pthread_mutex_lock(&memory->lock);
    hw_status status = expect_free(memory, address, bytes, error);
    if (status == HW_OK && (address | skip | bytes) % PAGE)
        status = fail(error, HW_ERR_ARGUMENT, "0x%llx bytes from 0x%llx of a file at 0x%llx are no pages",
                      (unsigned long long)bytes, (unsigned long long)skip, (unsigned long long)address);
    if (status == HW_OK)
        status = add_file(memory, &pages, &pages, file, skip, read_only, error);
    pthread_mutex_unlock(&memory->lock);
    return status;
}

/* The index of the range that begins at an address; the count: none does. */
static size_t begin_at(const struct hw_range_list *list, uint64_t address)
{
    const size_t at = hw_range_list_find(list, address);

    return at < list->count && list->at[at].first == address ? at : list->count;
}

bool hw_memory_set_read_only(struct hw_memory *memory, uint64_t address, bool read_only)
{
    struct hw_reservation *window = &memory->window;

    pthread_mutex_lock(&memory->lock);
    struct hw_range_list **from = read_only ? &window->allocated : &window->read_only,
                         **to = read_only ? &window->read_only : &window->allocated;
    const size_t at = begin_at(*from, address);
    const bool possible = at < (*from)->count && hw_range_list_reserve(to);
    if (possible) {
        const struct hw_range range = (*from)->at[at];
        hw_sequence_open(&window->sequence);
        hw_range_list_remove(*from, at);
        hw_range_list_insert(*to, &range);
        hw_sequence_close(&window->sequence);
    }
    pthread_mutex_unlock(&memory->lock);
    return possible;
}

/* --- and back --- */

/* Kernels that run may still write to what is freed. */
static void suspect_range(struct hw_memory *memory, const struct hw_range *range)
{
    if (range->first < memory->suspect.first)
        memory->suspect.first = range->first;
    if (range->last > memory->suspect.last)
        memory->suspect.last = range->last;
}

/* Take the range at index `at` of a list away, then its pages: those of a file, whose contents stay the
 * file's, or bytes that become zero. */
static void drop_range(struct hw_memory *memory, struct hw_range_list *list, size_t at)
{
    struct hw_reservation *window = &memory->window;
    const struct hw_range range = list->at[at];
    const size_t file = hw_range_list_find(window->file, range.first);
    const bool is_file = file < window->file->count && window->file->at[file].first <= range.first;
    const struct hw_range pages = is_file ? window->file->at[file] : range;

    hw_sequence_open(&window->sequence);
    hw_range_list_remove(list, at);
    if (is_file)
        hw_range_list_remove(window->file, file);
    hw_sequence_close(&window->sequence);
    if (is_file)
        (void)map_pages(memory, &pages, -1, 0);
    else
        clear_bytes(window, range.first, range.last);
    if (hw_dirty_map_running(memory->dirty_map))
        suspect_range(memory, &pages);
    hw_dirty_map_note_write(memory->dirty_map, range.first, range.last - range.first + 1);
}

hw_status hw_memory_free(struct hw_memory *memory, uint64_t address, struct hw_error *error)
{
    const struct hw_reservation *window = &memory->window;
    hw_status status = HW_OK;

    pthread_mutex_lock(&memory->lock);
    struct hw_range_list *allocated = window->allocated, *read_only = window->read_only;
    if (begin_at(read_only, address) < read_only->count)
        drop_range(memory, read_only, begin_at(read_only, address));
    else if (begin_at(allocated, address) < allocated->count)
        drop_range(memory, allocated, begin_at(allocated, address));
    else
        status = fail(error, HW_ERR_ARGUMENT, "no device allocation begins at 0x%llx",
                      (unsigned long long)address);
    pthread_mutex_unlock(&memory->lock);
    return status;
}
