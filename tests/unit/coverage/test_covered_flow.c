/* SPDX-License-Identifier: MIT */
/* Which blocks of a line are alternatives, whose threads are summed. */
#include "coverage/covered_flow.h"

// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on

/* 0 goes to 1 or 2, both to 3. */
static uint32_t addresses[] = {0, 16, 32, 48};
static struct hw_covered_edge edges[] = {{0, 1}, {0, 2}, {1, 3}, {2, 3}};
static const struct hw_covered_flow flow = {addresses, 4, edges, 4, NULL, 0};

static uint64_t threads(struct hw_covered_weight *weights, size_t count)
{
    uint64_t sum;

    assert_true(hw_covered_alternatives(&flow, weights, count, &sum));
    return sum;
}

static void blocks_are_found(void **state)
{
    (void)state;
    assert_int_equal(hw_covered_block(&flow, 0), 0);
    assert_int_equal(hw_covered_block(&flow, 40), 2);
    assert_int_equal(hw_covered_block(&flow, 400), 3);
    assert_int_equal(hw_covered_block(&(const struct hw_covered_flow){0}, 400), 0);
}

static void alternatives_are_summed(void **state)
{
    (void)state;
    assert_int_equal(threads((struct hw_covered_weight[]){{1, 10}, {2, 22}}, 2), 32);
    assert_int_equal(threads((struct hw_covered_weight[]){{1, 10}, {2, 22}, {3, 25}}, 3), 32);
    assert_int_equal(threads((struct hw_covered_weight[]){{1, 10}, {2, 0}, {0, 32}, {3, 32}}, 4), 32);
    assert_int_equal(threads((struct hw_covered_weight[]){{3, 7}}, 1), 7);
    assert_int_equal(threads((struct hw_covered_weight[]){{3, 0}}, 1), 0);
    assert_int_equal(threads(NULL, 0), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks_are_found),
        cmocka_unit_test(alternatives_are_summed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
