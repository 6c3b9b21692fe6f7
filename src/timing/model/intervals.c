/* SPDX-License-Identifier: MIT */
/* See chip_model.h: series of multiprocessors and of memory become one list. */
#include "timing/model/chip_model.h"

#include <stdlib.h>

enum { ISSUES, LANES, WARPS, DRAM, SERIES };

static uint32_t most(uint32_t one, uint32_t other)
{
    return one > other ? one : other;
}

struct hw_time_interval *hw_chip_model_intervals(const struct hw_chip_model *model, uint64_t cycles,
                                                 uint32_t *count, uint64_t *clocks)
{
    struct hw_time_series series[SERIES];
    struct hw_time_interval *interval;

    for (unsigned s = 0; s < SERIES; s++)
        hw_series_begin(&series[s]);
    for (uint32_t i = 0; i < model->sms; i++) {
        hw_series_add_series(&series[ISSUES], &model->sm[i].over_time.issues);
        hw_series_add_series(&series[LANES], &model->sm[i].over_time.lanes);
        hw_series_add_series(&series[WARPS], &model->sm[i].over_time.warps);
    }
    for (uint32_t i = 0; i < model->memory.slices; i++)
        hw_series_add_series(&series[DRAM], &model->memory.slice[i].dram);
    if (cycles)
        hw_series_add(&series[ISSUES], cycles - 1, 0); /* intervals reach to the launch's end */
    for (unsigned s = 0; s < SERIES; s++)
        hw_series_widen(&series[0], hw_series_clocks(&series[s]));
    *clocks = hw_series_clocks(&series[0]);
    *count = 0;
    for (unsigned s = 0; s < SERIES; s++) {
        hw_series_widen(&series[s], *clocks);
        *count = most(*count, series[s].count);
    }
    interval = calloc(*count + 1, sizeof *interval);
    for (uint32_t i = 0; interval && i < *count; i++)
        interval[i] = (struct hw_time_interval){.instructions = series[ISSUES].sum[i],
                                                .lanes = series[LANES].sum[i],
                                                .warp_clocks = series[WARPS].sum[i],
                                                .dram_sectors = series[DRAM].sum[i]};
    return interval;
}
