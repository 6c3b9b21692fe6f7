/* SPDX-License-Identifier: MIT */
/* The kernels that a launch's kernels launch, run by hw_launch_run itself: one behind the other, after the
 * grid, or while it only waits. */
#ifndef HW_ENGINE_LAUNCH_CHILD_LAUNCHES_H
#define HW_ENGINE_LAUNCH_CHILD_LAUNCHES_H

#include <halfwarp/machine.h>

/* Run one launch without its children. */
typedef hw_status hw_launch_grid_fn(struct hw_execution_context *execution_context,
                                    const struct hw_launch *launch, struct hw_launch_result *result,
                                    struct hw_error *error);

/* Run a launch whose code launches kernels, and these.  Each grid is run by `run`. */
hw_status hw_launch_run_tree(struct hw_execution_context *execution_context, const struct hw_launch *launch,
                             hw_launch_grid_fn *run, struct hw_launch_result *result, struct hw_error *error);

#endif
