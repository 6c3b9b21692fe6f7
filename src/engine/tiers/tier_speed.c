/* SPDX-License-Identifier: MIT */
/* See tier_speed.h. */
#include "engine/tiers/tier_speed.h"

/* When all is known, one of so many slices is measured that may be. */
#define LATER_EVERY 15u
/* And one of so many of these runs by the kind that seems slower. */
#define OTHER_EVERY 17u
/* So many instructions are enough, or a few slices that took so long. */
#define ENOUGH 50000u
#define FEW    4u
#define LONG   400000u    /* nanoseconds */
#define FORGET (1u << 22) /* instructions, at which half is forgotten */
/* Compiled code is slower if it takes so many hundredths of the interpreter's time. */
#define HUNDREDTHS 105u
/* Nanoseconds of a warp instruction that the interpreter never reaches: nobody has to try. */
#define FASTEST 3u

static uint64_t load(const _Atomic uint64_t *sum)
{
    return atomic_load_explicit(sum, memory_order_relaxed);
}

static bool has_enough(const struct hw_tier_speed *speed, enum hw_tier_kind kind)
{
    return load(&speed->of[kind].instructions) >= ENOUGH ||
           (load(&speed->of[kind].samples) >= FEW && load(&speed->of[kind].nanoseconds) >= LONG);
}

/* Whether compiled code is so fast that the interpreter is not measured. */
static bool is_fast(const struct hw_tier_speed *speed)
{
    return load(&speed->of[HW_TIER_COMPILED].nanoseconds) <
           load(&speed->of[HW_TIER_COMPILED].instructions) * FASTEST;
}

enum hw_tier_kind hw_tier_speed_choose(const struct hw_tier_speed *speed, uint32_t number, bool *measured)
{
    const enum hw_tier_kind better = hw_tier_speed_is_slower(speed) ? HW_TIER_INTERPRETED : HW_TIER_COMPILED;
    const bool known = has_enough(speed, HW_TIER_COMPILED), fast = known && is_fast(speed),
               other_known = fast || has_enough(speed, HW_TIER_INTERPRETED);

    *measured = !known || !other_known || number % LATER_EVERY == 0;
    if (!known)
        return HW_TIER_COMPILED;
    if (!other_known)
        return HW_TIER_INTERPRETED;
    return !*measured || fast || number / LATER_EVERY % OTHER_EVERY ? better : HW_TIER_KINDS - 1 - better;
}

static void decide(struct hw_tier_speed *speed)
{
    double each[HW_TIER_KINDS];

    for (unsigned kind = 0; kind < HW_TIER_KINDS; kind++)
        each[kind] =
            (double)load(&speed->of[kind].nanoseconds) / (double)(load(&speed->of[kind].instructions) + 1);
    atomic_store_explicit(&speed->is_slower,
                          each[HW_TIER_COMPILED] * 100 > each[HW_TIER_INTERPRETED] * HUNDREDTHS,
                          memory_order_relaxed);
}

static void halve(_Atomic uint64_t *sum)
{
    atomic_store_explicit(sum, load(sum) / 2, memory_order_relaxed);
}

void hw_tier_speed_add(struct hw_tier_speed *speed, enum hw_tier_kind kind, uint64_t nanoseconds,
                       uint64_t instructions)
{
    if (load(&speed->of[kind].instructions) > FORGET) {
        halve(&speed->of[kind].instructions);
        halve(&speed->of[kind].nanoseconds);
    }
    atomic_fetch_add_explicit(&speed->of[kind].instructions, instructions, memory_order_relaxed);
    atomic_fetch_add_explicit(&speed->of[kind].nanoseconds, nanoseconds, memory_order_relaxed);
    atomic_fetch_add_explicit(&speed->of[kind].samples, 1, memory_order_relaxed);
    if (has_enough(speed, HW_TIER_COMPILED) && has_enough(speed, HW_TIER_INTERPRETED))
        decide(speed);
}

void hw_tier_speed_begin(struct hw_tier_speed *speed)
{
    atomic_store(&speed->is_slower, false);
    atomic_store(&speed->of[HW_TIER_COMPILED].instructions, 0);
    atomic_store(&speed->of[HW_TIER_COMPILED].nanoseconds, 0);
    atomic_store(&speed->of[HW_TIER_COMPILED].samples, 0);
}
