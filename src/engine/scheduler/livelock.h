/* SPDX-License-Identifier: MIT */
/* What a livelock proof (launch/livelock_proof.h) looks at in a launch, and the fault that it reports. Nobody
 * takes part in the launch meanwhile. */
#ifndef HW_ENGINE_SCHEDULER_LIVELOCK_H
#define HW_ENGINE_SCHEDULER_LIVELOCK_H

#include "engine/scheduler/resident_scheduler.h"

/* Fingerprints of all state that decides what blocks do next: of the waiting blocks, and of device memory. */
uint64_t hw_livelock_fingerprint(const struct hw_resident_scheduler *scheduler);
uint64_t hw_livelock_fingerprint_memory(const struct hw_memory *memory);

/* From now on (or no longer) record what could let the waiting blocks go on although nothing that halfwarp
 * runs does; and whether there was such an access, so that no livelock is proven. */
void hw_livelock_watch(const struct hw_resident_scheduler *scheduler, bool watched);
bool hw_livelock_excluded(const struct hw_resident_scheduler *scheduler);

/* Blocks of other launches that wait at the same time. */
struct hw_livelock_others {
    uint32_t blocks, launches;
};

/* The fault of blocks that cannot go on: that of the first one in the grid's order, with a sentence that says
 * where each waits. */
void hw_livelock_report(const struct hw_resident_scheduler *scheduler, struct hw_livelock_others others,
                        struct hw_fault *fault);

#endif
