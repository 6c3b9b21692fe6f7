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

/* --- shared memory --- */

/* Of the lanes of an access, if their bytes lay side by side. */
static uint32_t passes_beside(const struct hw_chip_info *chip, const struct hw_access_event *event)
{
    uint64_t address[32];
    struct hw_access_event beside = *event;

    for (unsigned lane = 0; lane < 32; lane++)
        address[lane] = (uint64_t)lane * event->bytes;
    beside.address = address;
    return hw_shared_passes(chip, &beside);
}

void hw_ideal_passes(const struct hw_chip_info *chip, struct hw_ideal_passes *ideal)
{
    struct hw_access_event event = {.lanes = UINT32_MAX};

    ideal->chip = chip;
    for (unsigned i = 0; i < 5; i++) {
        event.bytes = 1u << i;
        event.kind = HW_ACCESS_LOAD;
        ideal->of_loads[i] = passes_beside(chip, &event);
        event.kind = HW_ACCESS_STORE;
        ideal->of_stores[i] = passes_beside(chip, &event);
    }
}

static uint32_t ideal_of(const struct hw_ideal_passes *ideal, const struct hw_access_event *event)
{
    const unsigned logarithm = event->bytes ? (unsigned)__builtin_ctz(event->bytes) : 0;

    if (!event->address)
        return 1;
    if (event->lanes != UINT32_MAX || logarithm > 4 || event->bytes != 1u << logarithm)
        return passes_beside(ideal->chip, event);
    return (event->kind == HW_ACCESS_STORE ? ideal->of_stores : ideal->of_loads)[logarithm];
}

void hw_count_passes(struct hw_access_counts *counts, const struct hw_ideal_passes *ideal,
                     const struct hw_access_event *event, uint32_t passes)
{
    add(&counts->shared_requests, 1);
    add(&counts->wavefronts, passes);
    add(&counts->ideal_wavefronts, passes > 1 ? lesser(passes, ideal_of(ideal, event)) : passes);
}
