/* SPDX-License-Identifier: MIT */
/* Those who run points: places for one point each, on this machine or on others. */
#ifndef HW_SWEEP_SWEEP_EXECUTOR_H
#define HW_SWEEP_SWEEP_EXECUTOR_H

#include "sweep/subprocess.h"

#define HW_EXECUTOR_SLOTS 65536u

struct hw_sweep_executor {
    unsigned slots;
    void *context;
    /* Begin a task on a free place. */
    hw_status (*start)(void *context, unsigned slot, const struct hw_task *task, struct hw_error *error);
    /* Wait for a place that has ended, for so long at most; true: *place has, with *result (the caller's).
     * HW_POINT_LOST: the place is no more. */
    bool (*wait)(void *context, int milliseconds, unsigned *slot, struct hw_point_result *result);
    /* End whatever still runs. */
    void (*end)(void *context);
};

/* Processes of this machine (executor_local.c); `where` lives as long as the crew. */
hw_status hw_executor_local(unsigned slots, const struct hw_subprocess_options *where,
                            struct hw_sweep_executor *executor, struct hw_error *error);

#endif
