/* SPDX-License-Identifier: MIT */
/* See launch_doubts.h. */
#include "engine/launch/launch_doubts.h"

#include <stdio.h>

void hw_doubt_barriers(const struct hw_stats *stats, char text[HW_DOUBT_BYTES])
{
    snprintf(text, HW_DOUBT_BYTES,
             "at %llu of %llu barriers a warp arrived with a part of its lanes; before Volta that counts for "
             "all of them, from Volta on it does not",
             (unsigned long long)stats->partial_barriers, (unsigned long long)stats->barriers);
}
