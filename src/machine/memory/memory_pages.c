/* SPDX-License-Identifier: MIT */
/* Pages that are mapped beside allocations: the rest of their pages, and the page below.
 *
 * This is a slow path: an access is first compared with the list of allocations and comes here only if it is
 * in none of them.  Kernels may write there too, and the written bytes stay. */
#include "machine/memory/device_memory.h"

static bool is_file(const struct hw_reservation *window, const struct hw_range *range)
{
    for (size_t i = 0; i < window->file_count; i++)
        if (range->first >= window->file[i].first && range->last <= window->file[i].last)
            return true;
    return false;
}

static bool is_in_file(const struct hw_reservation *window, uint64_t address)
{
    const struct hw_range byte = {address, address};

    return is_file(window, &byte);
}

/* Whether an allocation that is none of a file has bytes from `first` to `last`; around an address between
 * the two the list is cut in front of element `at`. */
static bool has_owner(const struct hw_reservation *window, size_t at, uint64_t first, uint64_t last)
{
    for (size_t i = at; i < window->count && window->range[i].first <= last; i++)
        if (!is_file(window, &window->range[i]))
            return true;
    for (size_t i = at; i > 0 && window->range[i - 1].last >= first; i--)
        if (!is_file(window, &window->range[i - 1]))
            return true;
    return false;
}

/* An address is mapped if its page or the next one has an allocation. The first page never is. Memory of the
 * host, which files are, is mapped in the host's pages. */
static bool is_mapped(const struct hw_reservation *window, uint64_t address)
{
    const uint64_t page = window->page, first = address & ~(page - 1);
    size_t low = 0, high = window->count;

    if (page == 0 || address >= window->bytes)
        return false;
    if (is_in_file(window, address))
        return true;
    while (low < high) { /* the first allocation that ends at the address or behind it */
        const size_t middle = low + (high - low) / 2;
        if (window->range[middle].last < address)
            low = middle + 1;
        else
            high = middle;
    }
    if (low < window->count && window->range[low].first <= address)
        return true;
    return first != 0 && has_owner(window, low, first, first + 2 * page - 1);
}

/* Accesses are shorter than pages: where both ends are mapped, so is what lies between.  Who may read pages
 * that must not be written asks for them by themselves. */
void *hw_memory_beside(const struct hw_memory *memory, uint64_t address, uint64_t bytes)
{
    const struct hw_reservation *window = hw_memory_reservation(memory);

    if (bytes == 0 || address + bytes < address || !is_mapped(window, address) ||
        !is_mapped(window, address + bytes - 1) || hw_memory_is_read_only(memory, address, bytes))
        return NULL;
    hw_dirty_map_note_stray(hw_memory_dirty_map(memory));
    return window->base + address;
}

void *hw_memory_reach(const struct hw_memory *memory, uint64_t address, uint64_t bytes)
{
    void *host = hw_memory_translate(memory, address, bytes);

    return host ? host : hw_memory_beside(memory, address, bytes);
}
