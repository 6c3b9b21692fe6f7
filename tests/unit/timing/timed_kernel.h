/* SPDX-License-Identifier: MIT */
/* Kernels under the clock, and what their report says. */
#ifndef HW_TESTS_TIMED_KERNEL_H
#define HW_TESTS_TIMED_KERNEL_H

#include "unit/engine/generations.h"

#include <halfwarp/sched.h>
#include <halfwarp/timer.h>

/* Time a kernel that was made. */
static inline void time_kernel(struct kernel *k, uint32_t sms, uint32_t workers, struct hw_launch_time *time)
{
    const struct hw_timer_options options = {.chip = k->chip, .sms = sms, .workers = workers};
    struct hw_timer *timer;

    assert_int_equal(hw_timer_create(&options, &timer, &k->error), HW_OK);
    k->launch.host.workers = workers;
    if (hw_timer_run(timer, &k->launch, &k->result, time, &k->error) != HW_OK)
        fail_msg("%s [%s]", k->error.text, k->result.fault.instruction);
    time->insn = NULL; /* the timer's */
    time->interval = NULL;
    hw_timer_destroy(timer);
}

static inline uint64_t part(const struct hw_time_part *parts, unsigned count, const char *name)
{
    for (unsigned i = 0; i < count; i++)
        if (strcmp(parts[i].name, name) == 0)
            return parts[i].value;
    fail_msg("there is no %s", name);
    return 0;
}

#define TRAFFIC(time, name) part((time).traffic, (time).traffic_count, name)

#endif
