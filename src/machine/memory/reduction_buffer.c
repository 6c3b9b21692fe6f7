/* SPDX-License-Identifier: MIT */
/* The reduction buffer: its slots are flushed to memory by host atomics. */
#include "machine/memory/reduction_buffer.h"

#include <stdlib.h>

static void clear_buffer(struct hw_reduction_buffer *pending)
{
    for (unsigned i = 0; i < HW_REDUCTION_WORDS; i++)
        pending->address[i] = HW_REDUCTION_NONE;
    pending->bounds = HW_REDUCTION_NO_BOUNDS;
}

struct hw_reduction_buffer *hw_reduction_buffer_create(void)
{
    struct hw_reduction_buffer *pending = malloc(sizeof *pending);

    if (pending)
        clear_buffer(pending);
    return pending;
}

static void add_to_memory(const struct hw_reduction_buffer *pending, uint8_t *window, unsigned slot)
{
    uint32_t *memory = (uint32_t *)(void *)(window + pending->address[slot]);

    if (pending->address[slot] != HW_REDUCTION_NONE)
        __atomic_fetch_add(memory, pending->sum[slot], __ATOMIC_RELAXED);
}

void hw_reduction_flush(struct hw_reduction_buffer *pending, uint8_t *window)
{
    for (unsigned i = 0; i < HW_REDUCTION_WORDS; i++)
        add_to_memory(pending, window, i);
    clear_buffer(pending);
}

void hw_reduction_replace(struct hw_reduction_buffer *pending, uint8_t *window, unsigned slot,
                          uint64_t address)
{
    add_to_memory(pending, window, slot);
    pending->address[slot] = address;
    pending->sum[slot] = 0;
    hw_reduction_widen(&pending->bounds, address, address + 3);
}
