/* SPDX-License-Identifier: MIT */
/* What is in doubt about a launch that ran: what its kernel did by mistake, or what chips do that nobody has
 * documented.  Without hw_launch_limits.strict it is counted; with it most of it is a fault. */
#ifndef HW_ENGINE_LAUNCH_LAUNCH_DOUBTS_H
#define HW_ENGINE_LAUNCH_LAUNCH_DOUBTS_H

#include <halfwarp/machine.h>

enum hw_doubt {
    HW_DOUBT_MISALIGNED = 0,
    HW_DOUBT_BEHIND_SHARED,
    HW_DOUBT_MASK, /* the leniencies */
    HW_DOUBT_SELF,
    HW_DOUBT_LOCAL_ATOMICS,
    HW_DOUBT_BARRIERS, /* a warp arrived with a part of its lanes */
    HW_DOUBTS
};

/* A sentence about one; false: the launch gives no cause for it. */
#define HW_DOUBT_BYTES 256
bool hw_doubt_of(enum hw_doubt doubt, const struct hw_stats *stats, char text[HW_DOUBT_BYTES]);

/* Whether strict launches have a warning of it, and others none; the others are faults of strict launches and
 * warnings elsewhere. */
bool hw_doubt_is_style(enum hw_doubt doubt);

#endif
