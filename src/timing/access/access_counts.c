/* SPDX-License-Identifier: MIT */
/* See access_counts.h. */
#include "timing/access/access_counts.h"

#include "timing/access/bank_conflicts.h"

static void add(_Atomic uint64_t *sum, uint64_t value)
{
    atomic_fetch_add_explicit(sum, value, memory_order_relaxed);
}

static uint64_t lesser(uint64_t one, uint64_t other)
{
    return one < other ? one : other;
}

void hw_count_lines(struct hw_access_counts *counts, const struct hw_access_event *event,
                    const struct hw_line_requests *requests)
{
    const uint64_t bytes = (uint64_t)__builtin_popcount(event->lanes) * event->bytes;
    uint64_t sectors = 0;

    for (uint32_t i = 0; i < requests->count; i++)
        sectors += (uint64_t)__builtin_popcount(requests->item[i].sectors);
    add(&counts->requests, 1);
    add(&counts->sectors, sectors);
    add(&counts->ideal_sectors, lesser(sectors, (bytes + HW_SECTOR_BYTES - 1) / HW_SECTOR_BYTES));
}

void hw_count_passes(struct hw_access_counts *counts, const struct hw_chip_info *chip,
                     const struct hw_access_event *event, uint32_t passes)
{
    uint64_t address[32];
    struct hw_access_event beside = *event;

    for (unsigned lane = 0; lane < 32; lane++)
        address[lane] = (uint64_t)lane * event->bytes;
    beside.address = event->address ? address : NULL;
    add(&counts->shared_requests, 1);
    add(&counts->wavefronts, passes);
    add(&counts->ideal_wavefronts, passes > 1 ? lesser(passes, hw_shared_passes(chip, &beside)) : passes);
}
