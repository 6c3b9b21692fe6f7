/* SPDX-License-Identifier: MIT */
/* One line on the terminal while a launch takes long: kernel, blocks, instructions a second.
 *
 * It appears after a second, changes ten times a second at most and is wiped out at the end.  There is no
 * line where standard error is no terminal, nor for kernels that print: it would mix with their text. */
#ifndef HW_ENGINE_LAUNCH_PROGRESS_H
#define HW_ENGINE_LAUNCH_PROGRESS_H

#include <halfwarp/machine.h>

struct hw_progress {
    const char *kernel;
    double begin, next; /* seconds: when the first block began, when the line may change */
    bool shown;
};

/* Let a launch tell of its progress; `kernel` is kept until hw_progress_end. */
void hw_progress_begin(struct hw_progress *progress, struct hw_launch *launch, const char *kernel);
/* After hw_launch_run; also without hw_progress_begin, for a cleared structure. */
void hw_progress_end(const struct hw_progress *progress);

#endif
