/* SPDX-License-Identifier: MIT */
/* Statistics of blocks are added up. */
#include "machine/stats.h"

void hw_stats_add(struct hw_stats *sum, const struct hw_stats *added)
{
    sum->blocks += added->blocks;
    sum->warps += added->warps;
    sum->warp_instructions += added->warp_instructions;
    sum->thread_instructions += added->thread_instructions;
    sum->divergent_branches += added->divergent_branches;
    sum->barriers += added->barriers;
    sum->partial_barriers += added->partial_barriers;
    sum->misaligned += added->misaligned;
    sum->behind_shared += added->behind_shared;
    sum->local_atomics += added->local_atomics;
    sum->clock_reads += added->clock_reads;
    for (unsigned i = 0; i < HW_LENIENCIES; i++)
        sum->lenient[i] += added->lenient[i];
    sum->put_off += added->put_off;
    sum->unwaited += added->unwaited;
    sum->compiled += added->compiled;
}
