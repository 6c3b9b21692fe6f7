/* SPDX-License-Identifier: MIT */
/* Lookups in the lists of device memory: whether bytes are allocated, and where they are in the host.
 *
 * No lookup takes a lock, for kernels come here whenever their range cache misses; while another thread
 * changes the lists a lookup is repeated (range_list.h). */
#include "machine/memory/device_memory.h"

/* The stretch around an address. */
static bool find_stretch(const struct hw_range_list *list, uint64_t address, struct hw_range *stretch)
{
    const size_t count = hw_range_list_count(list), at = hw_range_list_find(list, address);
    size_t first = at, last = at;

    if (at >= count || hw_range_list_at(list, at).first > address)
        return false;
    *stretch = hw_range_list_at(list, at);
    while (first > 0 && hw_range_list_last(list, first - 1) + 1 == stretch->first)
        stretch->first = hw_range_list_at(list, --first).first;
    while (last + 1 < count && hw_range_list_at(list, last + 1).first == stretch->last + 1)
        stretch->last = hw_range_list_at(list, ++last).last;
    return true;
}

/* Whether a stretch that has the first of the bytes has all of them. */
static bool covers(const struct hw_range *stretch, uint64_t address, uint64_t bytes)
{
    return bytes - 1 <= stretch->last - address;
}

bool hw_memory_range(const struct hw_memory *memory, uint64_t address, struct hw_range *range)
{
    const struct hw_reservation *window = hw_memory_reservation(memory);
    struct hw_range stretch = {0, 0};
    uint64_t sequence;
    bool found;

    do {
        sequence = hw_sequence_read(&window->sequence);
        found = find_stretch(hw_range_list_now(&window->allocated), address, &stretch);
    } while (hw_sequence_has_changed(&window->sequence, sequence));
    if (found)
        *range = stretch;
    return found;
}

bool hw_memory_allocated(const struct hw_memory *memory, uint64_t address, uint64_t bytes)
{
    struct hw_range range;

    return bytes == 0 || (hw_memory_range(memory, address, &range) && covers(&range, address, bytes));
}

void *hw_memory_translate(const struct hw_memory *memory, uint64_t address, uint64_t bytes)
{
    return hw_memory_allocated(memory, address, bytes) ? hw_memory_reservation(memory)->base + address : NULL;
}

void *hw_memory_host(const struct hw_memory *memory, uint64_t address, uint64_t bytes)
{
    void *host = hw_memory_translate(memory, address, bytes);

    if (host)
        hw_dirty_map_note_write(hw_memory_dirty_map(memory), address, bytes);
    return host;
}

/* --- for reading only --- */

static bool is_read_only(const struct hw_range_list *list, uint64_t address, uint64_t bytes)
{
    const size_t count = hw_range_list_count(list);

    for (size_t at = hw_range_list_find(list, address); at < count; at++) {
        const struct hw_range range = hw_range_list_at(list, at);
        if (range.first > address || range.last < address)
            return false;
        if (covers(&range, address, bytes))
            return true;
        bytes -= range.last - address + 1;
        address = range.last + 1;
    }
    return false;
}

bool hw_memory_is_read_only(const struct hw_memory *memory, uint64_t address, uint64_t bytes)
{
    const struct hw_reservation *window = hw_memory_reservation(memory);
    uint64_t sequence;
    bool found;

    do {
        sequence = hw_sequence_read(&window->sequence);
        found = is_read_only(hw_range_list_now(&window->read_only), address, bytes);
    } while (hw_sequence_has_changed(&window->sequence, sequence));
    return found;
}

/* --- as kernels find bytes --- */

static enum hw_reach find(const struct hw_reservation *window, uint64_t address, uint64_t bytes,
                          struct hw_range *stretch)
{
    *stretch = (struct hw_range){1, 0}; /* an empty range */
    if (find_stretch(hw_range_list_now(&window->allocated), address, stretch) &&
        covers(stretch, address, bytes))
        return HW_REACH_ALLOCATED;
    if (is_read_only(hw_range_list_now(&window->read_only), address, bytes))
        return HW_REACH_READ_ONLY;
    return hw_reservation_is_beside(window, address, bytes) ? HW_REACH_BESIDE : HW_REACH_NONE;
}

enum hw_reach hw_memory_find(const struct hw_memory *memory, uint64_t address, uint64_t bytes,
                             struct hw_range *range)
{
    const struct hw_reservation *window = hw_memory_reservation(memory);
    struct hw_range stretch;
    enum hw_reach reach;
    uint64_t sequence;

    do {
        sequence = hw_sequence_read(&window->sequence);
        reach = find(window, address, bytes, &stretch);
    } while (hw_sequence_has_changed(&window->sequence, sequence));
    if (reach == HW_REACH_BESIDE)
        hw_dirty_map_note_stray(hw_memory_dirty_map(memory));
    if (stretch.first <= stretch.last)
        *range = stretch;
    return reach;
}

void *hw_memory_reach(const struct hw_memory *memory, uint64_t address, uint64_t bytes)
{
    struct hw_range range;
    const enum hw_reach reach =
        bytes == 0 ? HW_REACH_ALLOCATED : hw_memory_find(memory, address, bytes, &range);

    return reach == HW_REACH_ALLOCATED || reach == HW_REACH_BESIDE
               ? hw_memory_reservation(memory)->base + address
               : NULL;
}

/* --- all of them --- */

bool hw_memory_next(const struct hw_memory *memory, uint64_t address, struct hw_range *range)
{
    const struct hw_reservation *window = hw_memory_reservation(memory);
    struct hw_range found = {0, 0};
    uint64_t sequence;
    bool any;

    do {
        sequence = hw_sequence_read(&window->sequence);
        const struct hw_range_list *list = hw_range_list_now(&window->allocated);
        const size_t at = hw_range_list_find(list, address);
        any = at < hw_range_list_count(list);
        if (any)
            found = hw_range_list_at(list, at);
    } while (hw_sequence_has_changed(&window->sequence, sequence));
    if (any)
        *range = found;
    return any;
}

size_t hw_memory_list(const struct hw_memory *memory, struct hw_range *range, size_t room)
{
    const struct hw_reservation *window = hw_memory_reservation(memory);
    uint64_t sequence;
    size_t count;

    do {
        sequence = hw_sequence_read(&window->sequence);
        const struct hw_range_list *list = hw_range_list_now(&window->allocated);
        count = hw_range_list_count(list);
        for (size_t i = 0; i < count && i < room; i++)
            range[i] = hw_range_list_at(list, i);
    } while (hw_sequence_has_changed(&window->sequence, sequence));
    return count;
}
