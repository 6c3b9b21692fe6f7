/* SPDX-License-Identifier: MIT */
/* The device clock: instructions as ticks, sleep, and how launches advance it. */
#include "machine/device_clock.h"

#include "machine/events.h"
#include "machine/program.h"

/* Each instruction of a warp takes as long as one that needs the result before it: about 22 cycles on Tesla
 * and Fermi, whose clock ticks every other cycle, and about 11 on Kepler (CUDA C Programming
 * Guide 4.2, 5.2.3).  A tick an instruction would let a kernel that waits for a number of ticks reach exactly
 * that number, which chips do not: concurrentKernels of the CUDA SDK 4.2 takes it for a failure. */
#define TICKS_AN_INSTRUCTION 11

/* A chip whose frequency is not known ticks once a nanosecond. */
#define NANOSECONDS_A_MILLISECOND 1000000u

static uint64_t ticks_a_millisecond(const struct hw_launch *launch)
{
    const uint32_t khz = launch->clock_khz ? launch->clock_khz : launch->code.chip->shader_clock_khz;

    return khz ? khz : NANOSECONDS_A_MILLISECOND;
}

/* value * by / of, where the product may be too long. */
static uint64_t scaled_time(uint64_t value, uint64_t by, uint64_t of)
{
    return value / of * by + value % of * by / of;
}

uint64_t hw_clock_nanoseconds(const struct hw_launch *launch, uint64_t ticks)
{
    return scaled_time(ticks, NANOSECONDS_A_MILLISECOND, ticks_a_millisecond(launch));
}

/* Launches of the device that run at the same time share its clock. */
static void add_ticks(const struct hw_launch *launch, uint64_t ticks)
{
    __atomic_fetch_add(launch->ticks, ticks, __ATOMIC_RELAXED);
}

void hw_clock_pass(struct hw_block *block)
{
    add_ticks(block->launch, (block->instructions - block->clocked) * TICKS_AN_INSTRUCTION);
    block->clocked = block->instructions;
}

void hw_clock_skip(const struct hw_launch *launch, const struct hw_stats *stats)
{
    const uint64_t mps = launch->code.chip->tps * launch->code.chip->mps_per_tp,
                   busy = stats->blocks < mps ? stats->blocks : mps;

    add_ticks(launch, stats->warp_instructions * TICKS_AN_INSTRUCTION / (busy ? busy : 1) + 1);
}

/* The time, for a warp that is awake. */
static uint64_t device_time(const struct hw_warp *warp)
{
    uint64_t *ticks = warp->block->launch->ticks;

    hw_clock_pass(warp->block);
    uint64_t now = __atomic_load_n(ticks, __ATOMIC_RELAXED);
    while (now < warp->wakes)
        if (__atomic_compare_exchange_n(ticks, &now, warp->wakes, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
            now = warp->wakes;
    return now;
}

uint64_t hw_clock_read(const struct hw_warp *warp)
{
    warp->block->stats.clock_reads++;
    return device_time(warp);
}

void hw_clock_sleep(struct hw_warp *warp, uint32_t nanoseconds)
{
    hw_notify_sleep(warp, nanoseconds);
    if (warp->block->program->reads_clock)
        warp->wakes = device_time(warp) + scaled_time(nanoseconds, ticks_a_millisecond(warp->block->launch),
                                                      NANOSECONDS_A_MILLISECOND);
}
