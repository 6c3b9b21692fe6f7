/* SPDX-License-Identifier: MIT */
/* Sentences about launches that ran, and in which something is in doubt. */
#ifndef HW_ENGINE_LAUNCH_LAUNCH_DOUBTS_H
#define HW_ENGINE_LAUNCH_LAUNCH_DOUBTS_H

#include <halfwarp/machine.h>

/* Of barriers at which a warp arrived with a part of its lanes, of which there are some. */
#define HW_DOUBT_BYTES 256
void hw_doubt_barriers(const struct hw_stats *stats, char text[HW_DOUBT_BYTES]);

#endif
