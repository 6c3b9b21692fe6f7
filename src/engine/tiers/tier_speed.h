/* SPDX-License-Identifier: MIT */
/* Whether a program's compiled code is faster than the interpreter is measured: for some it is not, such as
 * those that diverge all the time in much code.  What runs decides the time only, never a result.
 *
 * Samples are whole time slices of warps, by the processor time of the thread, so that other programs do not
 * count.  Any thread may add them. */
#ifndef HW_ENGINE_TIERS_TIER_SPEED_H
#define HW_ENGINE_TIERS_TIER_SPEED_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

enum hw_tier_kind { HW_TIER_COMPILED = 0, HW_TIER_INTERPRETED, HW_TIER_KINDS };

struct hw_tier_speed {
    struct {
        _Atomic uint64_t samples, nanoseconds, instructions; /* of late: what is older counts half */
    } of[HW_TIER_KINDS];
    _Atomic bool is_slower; /* compiled code */
};

/* One of so many slices may be measured.  The number is odd: what warps do in turn mostly has even periods,
 * so all of it is seen. */
#define HW_TIER_SAMPLE_EVERY 17u

/* What such a slice runs by; `number` counts a worker's.  *measured: whether to measure it. */
enum hw_tier_kind hw_tier_speed_choose(const struct hw_tier_speed *speed, uint32_t number, bool *measured);

static inline bool hw_tier_speed_is_slower(const struct hw_tier_speed *speed)
{
    return atomic_load_explicit(&speed->is_slower, memory_order_relaxed);
}

/* Add a sample. */
void hw_tier_speed_add(struct hw_tier_speed *speed, enum hw_tier_kind kind, uint64_t nanoseconds,
                       uint64_t instructions);

/* There is other compiled code now. */
void hw_tier_speed_begin(struct hw_tier_speed *speed);

#endif
