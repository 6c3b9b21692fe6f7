/* SPDX-License-Identifier: MIT */
/* Reductions that a worker holds back for a while.
 *
 * When several workers add to the same counters, each host atomic waits for the other cores' caches.  So a
 * worker collects its additions in a small table by address and adds them to memory later: when another
 * address needs the place, when anything else may touch those addresses, when a warp's turn is over (somebody
 * may wait for the sums), and at the end.  No program can see the difference: an addition that returns
 * nothing is not ordered with the actions of other blocks. */
#ifndef HW_MACHINE_MEMORY_PENDING_H
#define HW_MACHINE_MEMORY_PENDING_H

#include <stdbool.h>
#include <stdint.h>

#define HW_PENDING      1024u
#define HW_PENDING_NONE 1u /* no word's address */

struct hw_pending {
    uint64_t first, last;         /* all addresses are within these; first > last: there is none */
    uint64_t address[HW_PENDING]; /* of the words; HW_PENDING_NONE: the place is free */
    uint32_t sum[HW_PENDING];
};

/* An empty table; NULL when the host has no memory. */
struct hw_pending *hw_pending_create(void);

/* Add everything to memory, which begins at `window`. */
void hw_pending_flush(struct hw_pending *pending, uint8_t *window);

/* Take the place of an address for another. */
void hw_pending_replace(struct hw_pending *pending, uint8_t *window, unsigned place, uint64_t address);

/* Add to the word at `address`, later. */
static inline void hw_pending_add(struct hw_pending *pending, uint8_t *window, uint64_t address,
                                  uint32_t value)
{
    const unsigned place = address / 4 % HW_PENDING;

    if (__builtin_expect(pending->address[place] != address, 0))
        hw_pending_replace(pending, window, place, address);
    pending->sum[place] += value;
}

/* Whether something is held back that may be of memory from `first` to `last`. */
static inline bool hw_pending_holds(const struct hw_pending *pending, uint64_t first, uint64_t last)
{
    return pending && first <= pending->last && last >= pending->first;
}

/* Before an access to memory from `first` to `last` that is no such addition. */
static inline void hw_pending_meet(struct hw_pending *pending, uint8_t *window, uint64_t first, uint64_t last)
{
    if (hw_pending_holds(pending, first, last))
        hw_pending_flush(pending, window);
}

#endif
