/* SPDX-License-Identifier: MIT */
/* The table of reductions that are not in memory yet: see pending.h. */
#include "machine/memory/pending.h"

#include <stdlib.h>

static void clear(struct hw_pending *pending)
{
    for (unsigned i = 0; i < HW_PENDING; i++)
        pending->address[i] = HW_PENDING_NONE;
    pending->first = UINT64_MAX;
    pending->last = 0;
}

struct hw_pending *hw_pending_create(void)
{
    struct hw_pending *pending = malloc(sizeof *pending);

    if (pending)
        clear(pending);
    return pending;
}

static void add_to_memory(const struct hw_pending *pending, uint8_t *window, unsigned place)
{
    uint32_t *memory = (uint32_t *)(void *)(window + pending->address[place]);

    if (pending->address[place] != HW_PENDING_NONE)
        __atomic_fetch_add(memory, pending->sum[place], __ATOMIC_RELAXED);
}

void hw_pending_flush(struct hw_pending *pending, uint8_t *window)
{
    for (unsigned i = 0; i < HW_PENDING; i++)
        add_to_memory(pending, window, i);
    clear(pending);
}

void hw_pending_replace(struct hw_pending *pending, uint8_t *window, unsigned place, uint64_t address)
{
    add_to_memory(pending, window, place);
    pending->address[place] = address;
    pending->sum[place] = 0;
    if (address < pending->first)
        pending->first = address;
    if (address + 3 > pending->last)
        pending->last = address + 3;
}
