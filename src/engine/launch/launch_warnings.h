/* SPDX-License-Identifier: MIT */
/* What is in doubt about a launch that ran: what its kernel did by mistake, or what chips do that nobody has
 * documented.  Without hw_launch_limits.strict it is counted; with it most of it is a fault. */
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

/* A sentence about one; false: the launch gives no cause for it. */
#define HW_LAUNCH_WARNING_BYTES 256
bool hw_launch_warning_text(enum hw_launch_warning warning, const struct hw_stats *stats,
                            char text[HW_LAUNCH_WARNING_BYTES]);

/* Whether strict launches have a warning of it, and others none; the others are faults of strict launches and
 * warnings elsewhere. */
bool hw_launch_warning_is_style(enum hw_launch_warning warning);

#endif
