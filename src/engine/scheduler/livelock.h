/* SPDX-License-Identifier: MIT */
/* Blocks that spin: deciding whether they will spin for ever, and reporting it. */
#ifndef HW_ENGINE_SCHEDULER_LIVELOCK_H
#define HW_ENGINE_SCHEDULER_LIVELOCK_H

#include "engine/scheduler/resident_scheduler.h"

/* All that decides what blocks do next, and device memory, as one number. `first` begins a list by
 * next_waiting. */
uint64_t hw_livelock_fingerprint(const struct hw_block *first);

/* From now on note what could let the blocks go on although nothing that halfwarp runs does; and whether
 * there was such a thing. */
void hw_livelock_watch(struct hw_block *first);
bool hw_livelock_excluded(const struct hw_block *first);

/* The fault of blocks that cannot go on: that of the first one in the grid's order, with a sentence that says
 * where each waits. */
void hw_livelock_report(const struct hw_resident_scheduler *scheduler, struct hw_fault *fault);

#endif
