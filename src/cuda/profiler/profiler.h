/* SPDX-License-Identifier: MIT */
/* The clock of a program: its launches are timed on the model of their chip, its copies by the link's
 * numbers, and both stand on a timeline (timing/device/device_timeline.h) until the program ends, when tables
 * like nvprof's are written.
 *
 * HALFWARP_TIME has words with commas between them: 1 for the table of kernels, `trace` for a list of all
 * launches and copies instead, `csv` and `json` for other forms of either, `reuse` to time
 * launches once that replay (cuda/replay/replay.h) finds to be the same.  HALFWARP_TIME_FILE names a file, in
 * place of standard error; HALFWARP_TIME_CLOCK and HALFWARP_TIME_MEMORY_CLOCK are clocks in MHz in place of
 * the card's.  All are read once.
 *
 * The callers hold the lock of the interface, so that this needs none. */
#ifndef HW_CUDA_PROFILER_PROFILER_H
#define HW_CUDA_PROFILER_PROFILER_H

#include "timing/device/device_timeline.h"

#include <halfwarp/timer.h>

struct hw_profiler_device;

/* Whether the clock is on, and whether replayed launches may have the time of the one that they repeat. */
bool hw_profiler_on(void);
bool hw_profiler_reuses(void);

/* A device under the clock, which is set up at its first use; NULL: its chip has no model, which was told. */
struct hw_profiler_device *hw_profiler_device(int ordinal, const struct hw_chip_info *chip,
                                              const struct hw_card *card, uint32_t workers);
struct hw_device_timeline *hw_profiler_timeline(struct hw_profiler_device *device);

/* Run a launch and time it; *time has no list of instructions. */
hw_status hw_profiler_run(struct hw_profiler_device *device, const struct hw_launch *launch,
                          struct hw_launch_result *result, struct hw_launch_time *time,
                          struct hw_error *error);

/* --- work that has its time now --- */

/* What the tables say of a launch. */
struct hw_profiler_kernel {
    const char *name;
    const struct hw_launch *launch;
    uint32_t registers, static_shared;
    unsigned stream; /* its number */
    const struct hw_launch_time *time;
};
void hw_profiler_kernel(struct hw_profiler_device *device, struct hw_stream_time *stream,
                        const struct hw_profiler_kernel *kernel);

enum hw_transfer {
    HW_TRANSFER_HTOD,
    HW_TRANSFER_DTOH,
    HW_TRANSFER_DTOD,
    HW_TRANSFER_HTOA,
    HW_TRANSFER_ATOH,
    HW_TRANSFER_ATOA,
    HW_TRANSFER_ATOD,
    HW_TRANSFER_DTOA,
    HW_TRANSFER_SET,
    HW_TRANSFER_COUNT
};
/* A copy or a fill.  The host waits for copies of its memory, except in a stream of page-locked memory. */
void hw_profiler_move(struct hw_profiler_device *device, struct hw_stream_time *stream,
                      unsigned stream_number, enum hw_transfer move, uint64_t bytes, bool page_locked);

#endif
