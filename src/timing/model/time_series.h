/* SPDX-License-Identifier: MIT */
/* A time series counts something in each of a launch's intervals, which are equally long.
 *
 * How long a launch takes is not known before its end, so intervals begin short; when one more would be too
 * many, neighbours become one.  Each multiprocessor and each slice of the second cache has series of its own,
 * so no sum depends on the threads of the model. */
#ifndef HW_TIMING_MODEL_TIME_SERIES_H
#define HW_TIMING_MODEL_TIME_SERIES_H

#include <stdint.h>

#define HW_SERIES_MOST 128u /* intervals; even */

struct hw_time_series {
    uint32_t shift; /* an interval has 1 << shift clocks */
    uint32_t count; /* of intervals, up to the last that counts something */
    uint64_t sum[HW_SERIES_MOST];
};

/* Nothing is counted yet. */
void hw_series_begin(struct hw_time_series *series);
/* The clocks of an interval. */
static inline uint64_t hw_series_clocks(const struct hw_time_series *series)
{
    return UINT64_C(1) << series->shift;
}
/* Make intervals so long that a clock lies in one of them, and in one that is in use. */
void hw_series_reach(struct hw_time_series *series, uint64_t clock);
/* Count `value` at a clock: for each instruction that is issued. */
static inline void hw_series_add(struct hw_time_series *series, uint64_t clock, uint64_t value)
{
    if (clock >> series->shift >= series->count)
        hw_series_reach(series, clock);
    series->sum[clock >> series->shift] += value;
}
/* Count 1 at each clock from `from` to before `to`. */
void hw_series_add_span(struct hw_time_series *series, uint64_t from, uint64_t to);
/* Add all that another one has counted. */
void hw_series_add_series(struct hw_time_series *series, const struct hw_time_series *other);
/* Make intervals as long as that, a power of two, where they are shorter. */
void hw_series_widen(struct hw_time_series *series, uint64_t clocks);

#endif
