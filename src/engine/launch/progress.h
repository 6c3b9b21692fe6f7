/* SPDX-License-Identifier: MIT */
/* A progress line is shown on the terminal while a launch takes long: kernel, blocks, instructions a second.
 *
 * It appears after a second, changes at most ten times a second and is erased at the end.  There is no line
 * if standard error is no terminal, nor for kernels that print, since it would mix with their text. */
#ifndef HW_ENGINE_LAUNCH_PROGRESS_H
#define HW_ENGINE_LAUNCH_PROGRESS_H

#include <halfwarp/machine.h>

struct hw_progress {
    const char *kernel;
    double begin, next; /* seconds: when the first block began, when the line may change */
    bool shown;
};

/* Let a launch report its progress; `kernel`, its symbol, must exist until hw_progress_end. */
void hw_progress_begin(struct hw_progress *progress, struct hw_launch *launch, const char *kernel);
/* After hw_launch_run; also without hw_progress_begin, for a cleared structure. */
void hw_progress_end(const struct hw_progress *progress);

#endif
