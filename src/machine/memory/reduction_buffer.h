/* SPDX-License-Identifier: MIT */
/* The reduction buffer of a worker combines writes: it collects additions (RED.ADD) before they go to memory.
 *
 * When several workers add to the same counters, each host atomic waits for the other cores' caches.  So a
 * worker collects its additions in a small table by address.  An entry is flushed when its slot is needed,
 * before any other access to its address, at the end of a warp's time slice (another warp may wait for the
 * sum), and at the end.  No program can see the difference: an addition that returns nothing is not ordered
 * with the actions of other blocks. */
#ifndef HW_MACHINE_MEMORY_REDUCTION_BUFFER_H
#define HW_MACHINE_MEMORY_REDUCTION_BUFFER_H

#include "machine/memory/reduction_bounds.h"

#define HW_REDUCTION_WORDS 1024u
#define HW_REDUCTION_NONE  1u /* no word's address */

struct hw_reduction_buffer {
    struct hw_reduction_bounds bounds;    /* of all addresses */
    uint64_t address[HW_REDUCTION_WORDS]; /* of the words; HW_REDUCTION_NONE: the slot is free */
    uint32_t sum[HW_REDUCTION_WORDS];
};

/* An empty table; NULL when the host has no memory. */
struct hw_reduction_buffer *hw_reduction_buffer_create(void);

/* Add everything to memory, which begins at `window`. */
void hw_reduction_flush(struct hw_reduction_buffer *pending, uint8_t *window);

/* Flush a slot and give it to another address. */
void hw_reduction_replace(struct hw_reduction_buffer *pending, uint8_t *window, unsigned slot,
                          uint64_t address);

/* Add to the word at `address`, later. */
static inline void hw_reduction_add(struct hw_reduction_buffer *pending, uint8_t *window, uint64_t address,
                                    uint32_t value)
{
    const unsigned slot = address / 4 % HW_REDUCTION_WORDS;

    if (__builtin_expect(pending->address[slot] != address, 0))
        hw_reduction_replace(pending, window, slot, address);
    pending->sum[slot] += value;
}

/* Before an access to memory from `first` to `last` that is no such addition. */
static inline void hw_reduction_flush_range(struct hw_reduction_buffer *pending, uint8_t *window,
                                            uint64_t first, uint64_t last)
{
    if (pending && hw_reduction_overlaps(&pending->bounds, first, last))
        hw_reduction_flush(pending, window);
}

#endif
