/* SPDX-License-Identifier: MIT */
/* See time_series.h. */
#include "timing/model/time_series.h"

#include <string.h>

#define FIRST_SHIFT 4u

void hw_series_begin(struct hw_time_series *series)
{
    memset(series, 0, sizeof *series);
    series->shift = FIRST_SHIFT;
}

static void halve(struct hw_time_series *series)
{
    for (uint32_t i = 0; i < HW_SERIES_MOST / 2; i++)
        series->sum[i] = series->sum[2 * i] + series->sum[2 * i + 1];
    memset(series->sum + HW_SERIES_MOST / 2, 0, sizeof series->sum / 2);
    series->count = (series->count + 1) / 2;
    series->shift++;
}

void hw_series_widen(struct hw_time_series *series, uint64_t clocks)
{
    while (hw_series_clocks(series) < clocks)
        halve(series);
}

void hw_series_reach(struct hw_time_series *series, uint64_t clock)
{
    while (clock >> series->shift >= HW_SERIES_MOST)
        halve(series);
    if (clock >> series->shift >= series->count)
        series->count = (uint32_t)(clock >> series->shift) + 1;
}

void hw_series_add_span(struct hw_time_series *series, uint64_t from, uint64_t to)
{
    if (from >= to)
        return;
    hw_series_reach(series, to - 1);
    while (from < to) {
        const uint64_t end = ((from >> series->shift) + 1) << series->shift, until = end < to ? end : to;
        series->sum[from >> series->shift] += until - from;
        from = until;
    }
}

void hw_series_add_series(struct hw_time_series *series, const struct hw_time_series *other)
{
    hw_series_widen(series, hw_series_clocks(other));
    for (uint32_t i = 0; i < other->count; i++)
        if (other->sum[i])
            hw_series_add(series, (uint64_t)i << other->shift, other->sum[i]);
}
