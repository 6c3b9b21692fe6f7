/* SPDX-License-Identifier: MIT */
/* An executor (worker pool) runs points: it has slots for one point each, on this machine or on others. */
#ifndef HW_SWEEP_SWEEP_EXECUTOR_H
#define HW_SWEEP_SWEEP_EXECUTOR_H

#include "sweep/subprocess.h"

struct hw_sweep_executor {
    unsigned slots;
    void *context;
    /* Begin a task on a free slot. */
    hw_status (*start)(void *context, unsigned slot, const struct hw_task *task, struct hw_error *error);
    /* Wait for a slot that has ended, for so long at most; true: *slot has, with *result (the caller's).
     * HW_POINT_LOST: the slot is no more. */
    bool (*wait)(void *context, int milliseconds, unsigned *slot, struct hw_point_result *result);
    /* End whatever still runs. */
    void (*end)(void *context);
};

/* Processes of this machine (executor_local.c); `where` lives as long as the executor. */
hw_status hw_executor_local(unsigned slots, const struct hw_subprocess_options *where,
                            struct hw_sweep_executor *executor, struct hw_error *error);

#endif
