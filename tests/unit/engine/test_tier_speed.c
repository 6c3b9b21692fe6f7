/* SPDX-License-Identifier: MIT */
/* The faster of compiled code and the interpreter is found, and found again when that changes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/tiers/tier_speed.h"

#define SLICES       200000u
#define INSTRUCTIONS 40u

/* Run many slices whose instructions take so many hundredths of a nanosecond; how many are interpreted. */
static uint32_t run(struct hw_tier_speed *speed, uint64_t compiled, uint64_t interpreted)
{
    uint32_t count = 0;

    for (uint32_t i = 1; i <= SLICES; i++) {
        enum hw_tier_kind kind = hw_tier_speed_is_slower(speed) ? HW_TIER_INTERPRETED : HW_TIER_COMPILED;
        bool measured = false;
        if (i % HW_TIER_SAMPLE_EVERY == 0)
            kind = hw_tier_speed_choose(speed, i / HW_TIER_SAMPLE_EVERY, &measured);
        count += kind == HW_TIER_INTERPRETED;
        if (measured)
            hw_tier_speed_add(speed, kind,
                              (kind == HW_TIER_COMPILED ? compiled : interpreted) * INSTRUCTIONS / 100,
                              INSTRUCTIONS);
    }
    return count;
}

static void fast_code_is_never_compared(void **state)
{
    struct hw_tier_speed speed = {.is_slower = false};

    (void)state;
    assert_int_equal(run(&speed, 150, 2500), 0);
}

static void faster_code_runs(void **state)
{
    struct hw_tier_speed speed = {.is_slower = false};

    (void)state;
    assert_in_range(run(&speed, 800, 2500), 1, SLICES / 50);
    assert_in_range(run(&speed, 800, 801), 1, SLICES / 50); /* not by five hundredths */
}

static void slower_code_does_not_run(void **state)
{
    struct hw_tier_speed speed = {.is_slower = false};

    (void)state;
    assert_in_range(run(&speed, 2600, 2000), SLICES / 2, SLICES);
    assert_true(hw_tier_speed_is_slower(&speed));
}

static void new_code_is_tried(void **state)
{
    struct hw_tier_speed speed = {.is_slower = false};

    (void)state;
    run(&speed, 2600, 2000);
    hw_tier_speed_begin(&speed);
    assert_false(hw_tier_speed_is_slower(&speed));
    assert_in_range(run(&speed, 1000, 2000), 0, SLICES / 50);
}

/* As what the kernel does changes: late samples count more. */
static void other_work_is_noticed(void **state)
{
    struct hw_tier_speed speed = {.is_slower = false};
    uint32_t rounds = 0;

    (void)state;
    run(&speed, 900, 2000);
    while (!hw_tier_speed_is_slower(&speed) && rounds++ < 1000)
        run(&speed, 4000, 2000);
    assert_in_range(rounds, 1, 999);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fast_code_is_never_compared), cmocka_unit_test(faster_code_runs),
        cmocka_unit_test(slower_code_does_not_run),    cmocka_unit_test(new_code_is_tried),
        cmocka_unit_test(other_work_is_noticed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
