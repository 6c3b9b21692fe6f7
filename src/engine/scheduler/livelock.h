/* SPDX-License-Identifier: MIT */
/* Livelock detection decides whether blocks that spin will spin for ever, and reports it as a fault. */
#ifndef HW_ENGINE_SCHEDULER_LIVELOCK_H
#define HW_ENGINE_SCHEDULER_LIVELOCK_H

#include "engine/scheduler/resident_scheduler.h"

/* --- livelock_check.c: when the check runs.  Call these under the scheduler's lock. --- */

/* A quantum has ended; `idle`: its block only waited.  True: there is a livelock. */
bool hw_livelock_end_quantum(struct hw_resident_scheduler *scheduler, bool idle);
/* There is progress: end a check, if there is one. */
void hw_livelock_stop_check(struct hw_resident_scheduler *scheduler);
/* Before a worker takes a block: let the checker work alone.  `has_new_block`: the worker has a new block to
 * start. */
void hw_livelock_wait_for_check(struct hw_resident_scheduler *scheduler, bool has_new_block);

/* --- livelock.c: what it looks at, and what it reports --- */

/* The fingerprint of all state that decides what blocks do next, device memory included.  `first` begins a
 * list by next_waiting. */
uint64_t hw_livelock_fingerprint(const struct hw_block *first);

/* From now on record what could let the blocks go on although nothing that halfwarp runs does; and whether
 * there was such an access, so that no livelock is proven. */
void hw_livelock_watch(struct hw_block *first);
bool hw_livelock_excluded(const struct hw_block *first);

/* The fault of blocks that cannot go on: that of the first one in the grid's order, with a sentence that says
 * where each waits. */
void hw_livelock_report(const struct hw_resident_scheduler *scheduler, struct hw_fault *fault);

#endif
