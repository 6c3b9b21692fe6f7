/* SPDX-License-Identifier: MIT */
/* Launch warnings tell what a kernel did by mistake, or what has undocumented results on a chip.  Without
 * hw_launch_limits.strict these are counted; with it most of them are faults. */
#ifndef HW_ENGINE_LAUNCH_LAUNCH_WARNINGS_H
#define HW_ENGINE_LAUNCH_LAUNCH_WARNINGS_H

#include <halfwarp/machine.h>

enum hw_launch_warning {
    HW_LAUNCH_WARNING_MISALIGNED = 0,
    HW_LAUNCH_WARNING_BEHIND_SHARED,
    HW_LAUNCH_WARNING_MASK, /* the leniencies */
    HW_LAUNCH_WARNING_SELF,
    HW_LAUNCH_WARNING_LOCAL_ATOMICS,
    HW_LAUNCH_WARNING_BARRIERS, /* a warp arrived with a part of its lanes */
    HW_LAUNCH_WARNING_COUNT
};

/* The sentence of a warning; false: the launch has no cause for it. */
#define HW_LAUNCH_WARNING_BYTES 256
bool hw_launch_warning_text(enum hw_launch_warning warning, const struct hw_stats *stats,
                            char text[HW_LAUNCH_WARNING_BYTES]);

/* Whether it is a warning of strict launches only.  The others are faults of strict launches and warnings of
 * all others. */
bool hw_launch_warning_is_style(enum hw_launch_warning warning);

#endif
