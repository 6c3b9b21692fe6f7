/* SPDX-License-Identifier: MIT */
/* A livelock proof decides whether launches that only wait will wait for ever. */
#ifndef HW_ENGINE_LAUNCH_LIVELOCK_PROOF_H
#define HW_ENGINE_LAUNCH_LIVELOCK_PROOF_H

#include "engine/launch/running_launch.h"

#include <stdbool.h>
#include <stddef.h>

enum hw_livelock {
    HW_LIVELOCK_CHANGED = 0, /* a launch has gone on: work on all of them */
    HW_LIVELOCK_PROVEN,      /* nothing can change; each launch has its fault, and is stopped */
    HW_LIVELOCK_OPEN,        /* they wait, and their states keep changing, so nothing is proven */
    HW_LIVELOCK_HOST /* they wait, and read a clock, memory that the host may write to, or memory beside all
                        allocations */
};

/* Try to prove it, with nobody inside any of the launches.  The proof holds if nothing else can write to what
 * their blocks read: no other launch, no copy, no function of the host.  It reads all allocations of the
 * memory, except for the answer HW_LIVELOCK_HOST, and often HW_LIVELOCK_CHANGED. */
enum hw_livelock hw_livelock_prove(struct hw_running_launch *const *launch, size_t count);

/* Where a launch waits, as the fault that it would have if that were proven, with nobody inside; false: no
 * block of it does. */
bool hw_livelock_locate(struct hw_running_launch *running, struct hw_fault *fault);

#endif
