/* SPDX-License-Identifier: MIT */
/* Series over time: what is counted stays counted, in intervals that get longer as time goes on. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "timing/model/time_series.h"

static uint64_t total(const struct hw_time_series *series)
{
    uint64_t sum = 0;

    for (uint32_t i = 0; i < HW_SERIES_MOST; i++)
        sum += series->sum[i];
    return sum;
}

/* Intervals double when a clock lies behind the last one, whatever was counted before. */
static void test_widens(void **state)
{
    struct hw_time_series series;

    (void)state;
    hw_series_begin(&series);
    const uint64_t first = hw_series_clocks(&series);
    hw_series_add(&series, 0, 3);
    hw_series_add(&series, first * HW_SERIES_MOST - 1, 5);
    assert_int_equal(hw_series_clocks(&series), first);
    assert_int_equal(series.count, HW_SERIES_MOST);
    hw_series_add(&series, first * HW_SERIES_MOST, 7);
    assert_int_equal(hw_series_clocks(&series), 2 * first);
    assert_int_equal(series.count, HW_SERIES_MOST / 2 + 1);
    assert_int_equal(series.sum[0], 3);
    assert_int_equal(series.sum[HW_SERIES_MOST / 2 - 1], 5);
    assert_int_equal(series.sum[HW_SERIES_MOST / 2], 7);
    hw_series_add(&series, UINT64_C(1) << 40, 11);
    assert_int_equal(total(&series), 3 + 5 + 7 + 11);
    assert_true(series.count <= HW_SERIES_MOST &&
                (series.count - 1) * hw_series_clocks(&series) <= UINT64_C(1) << 40);
}

/* A span counts each of its clocks once, in the interval in which it lies. */
static void test_spans(void **state)
{
    struct hw_time_series series;

    (void)state;
    hw_series_begin(&series);
    const uint64_t clocks = hw_series_clocks(&series);
    hw_series_add_span(&series, 5, 5);
    hw_series_add_span(&series, clocks - 3, 2 * clocks + 1);
    assert_int_equal(series.count, 3);
    assert_int_equal(series.sum[0], 3);
    assert_int_equal(series.sum[1], clocks);
    assert_int_equal(series.sum[2], 1);
    hw_series_add_span(&series, 0, 1000 * clocks);
    assert_int_equal(total(&series), clocks + 4 + 1000 * clocks);
    for (uint32_t i = 1; i + 1 < series.count; i++)
        assert_int_equal(series.sum[i], hw_series_clocks(&series));
}

/* Series of different lengths add up to one, whichever is longer. */
static void test_adds_series(void **state)
{
    struct hw_time_series one, other, sum;

    (void)state;
    hw_series_begin(&one);
    hw_series_begin(&other);
    hw_series_add(&one, 10, 1);
    hw_series_add(&other, 100000, 2);
    for (unsigned order = 0; order < 2; order++) {
        hw_series_begin(&sum);
        hw_series_add_series(&sum, order ? &one : &other);
        hw_series_add_series(&sum, order ? &other : &one);
        assert_int_equal(hw_series_clocks(&sum), hw_series_clocks(&other));
        assert_int_equal(sum.count, other.count);
        assert_int_equal(sum.sum[0], 1);
        assert_int_equal(sum.sum[100000 / hw_series_clocks(&sum)], 2);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_widens),
        cmocka_unit_test(test_spans),
        cmocka_unit_test(test_adds_series),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
