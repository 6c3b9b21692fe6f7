/* SPDX-License-Identifier: MIT */
/* Pages that are mapped beside allocations: the rest of their pages, and the page below.
 *
 * This is a slow path: an access is first compared with the list of allocations and comes here only if it is
 * in none of them.  Kernels may write there too, and the written bytes stay. */
#include "machine/memory/device_memory.h"

/* Whether an allocation that is none of a file has bytes from `first` to `last`. */
static bool has_owner(const struct hw_reservation *window, uint64_t first, uint64_t last)
{
    const struct hw_range_list *list = hw_range_list_now(&window->allocated),
                               *file = hw_range_list_now(&window->file);
    const size_t count = hw_range_list_count(list);

    for (size_t at = hw_range_list_find(list, first); at < count; at++) {
        const struct hw_range range = hw_range_list_at(list, at);
        if (range.first > last)
            return false;
        if (!hw_range_list_overlaps(file, &range))
            return true;
    }
    return false;
}

/* An address is mapped if its page or the next one has an allocation. The first page never is. Memory of the
 * host, which files are, is mapped in the host's pages. */
static bool is_mapped(const struct hw_reservation *window, uint64_t address)
{
    const uint64_t page = __atomic_load_n(&window->page, __ATOMIC_RELAXED), first = address & ~(page - 1);
    const struct hw_range byte = {address, address};

    if (page == 0 || address >= window->bytes)
        return false;
    if (hw_range_list_overlaps(hw_range_list_now(&window->file), &byte) ||
        hw_range_list_overlaps(hw_range_list_now(&window->allocated), &byte))
        return true;
    return first != 0 && has_owner(window, first, first + 2 * page - 1);
}

/* Accesses are shorter than pages: where both ends are mapped, so is what lies between. */
bool hw_reservation_is_beside(const struct hw_reservation *window, uint64_t address, uint64_t bytes)
{
    return bytes > 0 && address + bytes >= address && is_mapped(window, address) &&
           is_mapped(window, address + bytes - 1);
}
