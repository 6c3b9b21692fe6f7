/* SPDX-License-Identifier: MIT */
/* The timeline of a multiprocessor: its issues in order, with what each warp waited for before.
 *
 * It is recorded only when a timer is asked for it (struct hw_time_window).  Each multiprocessor writes a
 * list of its own, of a bounded length, so the outcome does not depend on the threads of the model. */
#ifndef HW_TIMING_MODEL_TIMELINE_H
#define HW_TIMING_MODEL_TIMELINE_H

#include <halfwarp/timer.h>

struct hw_sm_timeline {
    struct hw_time_window window;
    uint32_t most;
    struct hw_time_issue *issue;
    uint32_t count, max;
    bool full, no_memory;
};

struct hw_sm;

/* Let the multiprocessors of the window record, from the beginning of a launch on.  False: no memory. */
bool hw_sm_timelines_begin(const struct hw_time_window *window, struct hw_sm *sm, uint32_t sms);
/* The recording ends: all issues, one multiprocessor behind the other, are the caller's to free. False: no
 * memory. */
bool hw_sm_timelines_end(struct hw_sm *sm, uint32_t sms, struct hw_time_issue **issues, uint32_t *count,
                         bool *left_out);

/* Warp `w` issues now; it had all that it needed at `ready`.  Before the warp's state changes. */
void hw_sm_timeline_note(struct hw_sm *sm, uint32_t warp, uint64_t ready);

#endif
