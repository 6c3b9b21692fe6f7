/* SPDX-License-Identifier: MIT */
/* A subprocess runs a point as a process of its own: what it does to itself, others do not notice.
 *
 * A child is `halfwarp time ...` in a process group of its own.  It ends when its parent does.  Its report
 * comes through a pipe: from standard output of a kernel's run, through descriptor 3 from a program, whose
 * own output goes nowhere. */
#ifndef HW_SWEEP_SUBPROCESS_H
#define HW_SWEEP_SUBPROCESS_H

#include "sweep/point_result.h"

#include <halfwarp/status.h>

#include <sys/types.h>

/* What a child runs. */
struct hw_task {
    const char *const *argument; /* of halfwarp, NULL behind the last */
    bool is_program;
};

/* Where and how all children run. */
struct hw_subprocess_options {
    const char *tool;   /* halfwarp */
    const char *folder; /* that names of files are relative to */
    double timeout;     /* seconds; 0: none */
};

struct hw_subprocess {
    pid_t pid; /* 0: there is none */
    struct hw_stream {
        int from; /* -1: it has ended */
        char *data;
        size_t size, room;
    } report, error;
    double begin, timeout;
    bool timed_out, too_long;
};

hw_status hw_subprocess_start(struct hw_subprocess *child, const struct hw_subprocess_options *options,
                              const struct hw_task *task, struct hw_error *error);

/* Take what the child has written.  True when it has ended: *result is the caller's. */
bool hw_subprocess_poll(struct hw_subprocess *child, struct hw_point_result *result);

/* Wait until one of them may have something to say, for so long at most. */
void hw_subprocess_wait(const struct hw_subprocess *children, unsigned count, int milliseconds);

/* End it, with whatever it has started. */
void hw_subprocess_kill(struct hw_subprocess *child);

#endif
