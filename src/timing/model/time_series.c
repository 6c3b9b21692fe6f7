/* SPDX-License-Identifier: MIT */
/* See time_series.h. */
#include "timing/model/time_series.h"

#include <string.h>

#define FIRST_CLOCKS 16u

void hw_series_begin(struct hw_time_series *series)
{
    memset(series, 0, sizeof *series);
    series->clocks = FIRST_CLOCKS;
}

static void halve(struct hw_time_series *series)
{
    for (uint32_t i = 0; i < HW_SERIES_MOST / 2; i++)
        series->sum[i] = series->sum[2 * i] + series->sum[2 * i + 1];
    memset(series->sum + HW_SERIES_MOST / 2, 0, sizeof series->sum / 2);
    series->count = (series->count + 1) / 2;
    series->clocks *= 2;
}

void hw_series_widen(struct hw_time_series *series, uint64_t clocks)
{
    while (series->clocks < clocks)
        halve(series);
}

/* The sum to which a clock belongs. */
static uint64_t *sum_at(struct hw_time_series *series, uint64_t clock)
{
    while (clock / series->clocks >= HW_SERIES_MOST)
        halve(series);
    const uint32_t i = (uint32_t)(clock / series->clocks);
    if (i >= series->count)
        series->count = i + 1;
    return &series->sum[i];
}

void hw_series_add(struct hw_time_series *series, uint64_t clock, uint64_t value)
{
    *sum_at(series, clock) += value;
}

void hw_series_add_span(struct hw_time_series *series, uint64_t from, uint64_t to)
{
    if (from >= to)
        return;
    sum_at(series, to - 1); /* intervals get no longer while it is counted */
    while (from < to) {
        const uint64_t end = (from / series->clocks + 1) * series->clocks, until = end < to ? end : to;
        *sum_at(series, from) += until - from;
        from = until;
    }
}

void hw_series_add_series(struct hw_time_series *series, const struct hw_time_series *other)
{
    hw_series_widen(series, other->clocks);
    for (uint32_t i = 0; i < other->count; i++)
        if (other->sum[i])
            hw_series_add(series, i * other->clocks, other->sum[i]);
}
