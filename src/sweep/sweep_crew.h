/* SPDX-License-Identifier: MIT */
/* Those who run points: places for one point each, on this machine or on others. */
#ifndef HW_SWEEP_SWEEP_CREW_H
#define HW_SWEEP_SWEEP_CREW_H

#include "sweep/child.h"

#define HW_CREW_PLACES 65536u

struct hw_sweep_crew {
    unsigned places;
    void *context;
    /* Begin a task on a free place. */
    hw_status (*start)(void *context, unsigned place, const struct hw_task *task, struct hw_error *error);
    /* Wait for a place that has ended, for so long at most; true: *place has, with *result (the caller's).
     * HW_POINT_LOST: the place is no more. */
    bool (*wait)(void *context, int milliseconds, unsigned *place, struct hw_point_result *result);
    /* End whatever still runs. */
    void (*end)(void *context);
};

/* Processes of this machine (crew_local.c); `where` lives as long as the crew. */
hw_status hw_crew_local(unsigned places, const struct hw_child_place *where, struct hw_sweep_crew *crew,
                        struct hw_error *error);

#endif
