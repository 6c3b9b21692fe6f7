/* SPDX-License-Identifier: MIT */
/* The sweep runner runs the points of a plan that have not run yet: a queue over an executor, results stored
 * as they come. */
#ifndef HW_SWEEP_SWEEP_RUN_H
#define HW_SWEEP_SWEEP_RUN_H

#include "sweep/sweep_executor.h"
#include "sweep/sweep_store.h"

#include <signal.h>

/* Points by what came of them. */
struct hw_sweep_totals {
    uint32_t points;
    uint32_t of[HW_POINT_STATES];
    uint32_t ran;   /* now, not in an earlier run */
    uint32_t again; /* that were begun again, because a slot was lost */
    bool stopped;   /* before its end, by request */
};

struct hw_sweep_options {
    bool retry;                        /* also the points whose result is not `done` */
    const volatile sig_atomic_t *stop; /* not 0: no caller waits for more results */
};

/* Run the points that have no result.  The executor ends with it. */
hw_status hw_sweep_run(const struct hw_plan *plan, struct hw_sweep_store *store,
                       const struct hw_sweep_executor *executor, const struct hw_sweep_options *options,
                       struct hw_sweep_totals *totals, struct hw_error *error);

#endif
