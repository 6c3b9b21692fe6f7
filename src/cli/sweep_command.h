/* SPDX-License-Identifier: MIT */
/* The command `halfwarp sweep` is the same, whoever runs its points: processes of this machine, or ranks of
 * MPI. */
#ifndef HW_CLI_SWEEP_COMMAND_H
#define HW_CLI_SWEEP_COMMAND_H

#include "cli/options.h"
#include "sweep/sweep_executor.h"

extern const struct hw_option hw_sweep_options[];

/* Creates the executor when it is known that points will run; `jobs` is -j, 0: nobody said. */
typedef hw_status hw_sweep_executor_fn(void *context, unsigned jobs,
                                       const struct hw_subprocess_options *where,
                                       struct hw_sweep_executor *executor, struct hw_error *error);

/* The whole command with `tool` (halfwarp) for the points; the exit status. */
int hw_sweep_command(int argc, char **argv, const char *tool, hw_sweep_executor_fn *make, void *context);

/* -j processes of this machine; by default as many as processors that we may use. */
hw_sweep_executor_fn hw_sweep_make_local;

#endif
