/* SPDX-License-Identifier: MIT */
/* A listener of its own: how many lanes were active at each issue, which the statistics count another way. */
#include "generations.h"

#include <stdatomic.h>

struct lanes_seen {
    _Atomic uint64_t issued, active;
};

static void see(void *context, const struct hw_issue_event *event)
{
    struct lanes_seen *seen = context;

    seen->issued++;
    seen->active += (unsigned)__builtin_popcount(event->active);
}

static void test_active_lanes(void **state)
{
    struct lanes_seen seen = {0};
    const struct hw_listener listener = {.context = &seen, .issue = see};
    struct kernel k;

    (void)state;
    make_on(&k, GM107, 64,
            START "MOV32I R6, 0x5\n" LESS("R0", "R6") "@P0 BRA @there\n" STORE("R0") "there: " END);
    k.launch.listeners = &listener;
    k.launch.listener_count = 1;
    kernel_expect_ok(&k);
    assert_int_equal(seen.issued, k.result.stats.warp_instructions);
    assert_int_equal(seen.active, k.result.stats.thread_instructions);
    assert_true(seen.active < 32 * seen.issued);
    kernel_free(&k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_active_lanes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
