/* SPDX-License-Identifier: MIT */
/* See stats.h. */
#include "machine/stats.h"

void hw_stats_add(struct hw_stats *sum, const struct hw_stats *part)
{
    sum->blocks += part->blocks;
    sum->warps += part->warps;
    sum->warp_instructions += part->warp_instructions;
    sum->thread_instructions += part->thread_instructions;
    sum->divergent_branches += part->divergent_branches;
    sum->barriers += part->barriers;
    sum->partial_barriers += part->partial_barriers;
    sum->misaligned += part->misaligned;
    sum->behind_shared += part->behind_shared;
    sum->local_atomics += part->local_atomics;
    sum->clock_reads += part->clock_reads;
    for (unsigned i = 0; i < HW_LENIENCIES; i++)
        sum->lenient[i] += part->lenient[i];
    sum->compiled += part->compiled;
}
