/* SPDX-License-Identifier: MIT */
/* The threads of a graphics launch that a warp has. */
#ifndef HW_MACHINE_GRAPHICS_GRAPHICS_THREAD_H
#define HW_MACHINE_GRAPHICS_GRAPHICS_THREAD_H

#include "machine/warp.h"

#include <halfwarp/graphics.h>

/* The number of the warp's first thread: a block has one warp. */
static inline uint32_t hw_graphics_first(const struct hw_warp *warp)
{
    return (uint32_t)(warp->block->number * hw_launch_lanes(warp->block->launch));
}

/* The lanes that have a thread with inputs and outputs.  QUADON makes others active, too. */
static inline uint32_t hw_graphics_lanes(const struct hw_warp *warp)
{
    const uint32_t remaining = warp->block->launch->graphics->threads - hw_graphics_first(warp),
                   lanes = hw_launch_lanes(warp->block->launch),
                   count = remaining < lanes ? remaining : lanes;

    return count >= HW_LANES ? ~0u : (1u << count) - 1;
}

#endif
