/* SPDX-License-Identifier: MIT */
/* Tesla's special registers.
 *
 * The clock is one of instructions (device_clock.h), so it is the same in every run;
 * register 2 was always seen as 0 and 3 (the vertex attribute stride) as 0x20.  The rest reads as 0. */
#include "machine/chip/sm_slot.h"
#include "machine/events.h"

enum { SR_PHYSID = 0, SR_CLOCK = 1, SR_STRIDE = 3, SR_PM0 = 4, SR_PM3 = 7 };

static uint32_t value(const struct hw_warp *warp, unsigned number, unsigned lane)
{
    struct hw_block *block = warp->block;

    switch (number) {
    case SR_PHYSID: {
        struct hw_sm_location location = hw_block_location(block);
        location.warp += warp->number;
        location.lane = lane;
        return hw_physid(location);
    }
    case SR_CLOCK: return (uint32_t)hw_warp_clock(warp);
    case SR_STRIDE: return 0x20;
    default:
        return number >= SR_PM0 && number <= SR_PM3 ? (uint32_t)hw_warp_counter(warp, number - SR_PM0) : 0;
    }
}

/* The location is the same in a warp, the stride never changes; the others are the clock and counters. */
enum hw_special_lifetime hw_special_lifetime_tesla(unsigned number)
{
    switch (number) {
    case SR_PHYSID: return HW_LIFETIME_WARP;
    case SR_CLOCK: return HW_LIFETIME_CLOCK;
    case SR_STRIDE: return HW_LIFETIME_LAUNCH;
    default: return HW_LIFETIME_NONE;
    }
}

void hw_special_tesla(const struct hw_warp *warp, unsigned number, uint32_t *reg)
{
    for (unsigned lane = 0; lane < HW_LANES; lane++)
        reg[lane] = value(warp, number, lane);
}
