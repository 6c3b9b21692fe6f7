/* SPDX-License-Identifier: MIT */
/* The bounds of the memory to which a block has reductions that are not done yet (reduction_buffer.h,
 * reduction_log.h): fast paths of accesses compare with them. */
#ifndef HW_MACHINE_MEMORY_REDUCTION_BOUNDS_H
#define HW_MACHINE_MEMORY_REDUCTION_BOUNDS_H

#include <stdbool.h>
#include <stdint.h>

struct hw_reduction_bounds {
    uint64_t first, last; /* device addresses; first > last: there are none */
};

#define HW_REDUCTION_NO_BOUNDS ((struct hw_reduction_bounds){UINT64_MAX, 0})

/* Whether there may be reductions to memory from `first` to `last`. */
static inline bool hw_reduction_overlaps(const struct hw_reduction_bounds *bounds, uint64_t first,
                                         uint64_t last)
{
    return bounds && first <= bounds->last && last >= bounds->first;
}

static inline void hw_reduction_widen(struct hw_reduction_bounds *bounds, uint64_t first, uint64_t last)
{
    bounds->first = first < bounds->first ? first : bounds->first;
    bounds->last = last > bounds->last ? last : bounds->last;
}

#endif
