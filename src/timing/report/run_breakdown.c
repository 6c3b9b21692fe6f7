/* SPDX-License-Identifier: MIT */
/* See run_breakdown.h. */
#include "timing/report/run_breakdown.h"

#include "timing/access/coalesce.h"
#include "timing/report/run_metrics.h"

#include <string.h>

void hw_waves_compute(const struct hw_timed_run *run, struct hw_waves *waves)
{
    const struct hw_launch_time *time = &run->time;

    *waves = (struct hw_waves){.blocks = (uint64_t)run->grid[0] * run->grid[1] * run->grid[2],
                               .blocks_per_wave = (uint64_t)time->blocks_per_sm * time->sms,
                               .tail_share = hw_share(time->tail_clocks, time->cycles)};
    if (!waves->blocks_per_wave) /* the block does not fit: the model lets it run all the same */
        waves->blocks_per_wave = time->sms;
    waves->full = waves->blocks / waves->blocks_per_wave;
    waves->tail_blocks = waves->blocks % waves->blocks_per_wave;
    waves->per_sm = hw_share(waves->blocks, waves->blocks_per_wave);
    waves->tail_fraction = hw_share(waves->tail_blocks, waves->blocks_per_wave);
}

void hw_scheduler_warps_compute(const struct hw_timed_run *run, struct hw_scheduler_warps *warps)
{
    const struct hw_launch_time *time = &run->time;
    const uint64_t clocks = time->active_clocks * time->schedulers;
    const uint64_t issues = time->warp_instructions - time->pairs;
    const uint64_t waits = hw_time_part_of(time->stall, time->stall_count, "not_selected");

    warps->theoretical = hw_share(time->warps_per_sm, time->schedulers);
    warps->active = hw_share(time->warp_clocks, clocks);
    warps->eligible = hw_share(issues + waits, clocks);
    warps->issued = hw_share(issues, clocks);
    warps->stalled = hw_share(time->warp_clocks - issues - waits, clocks);
    warps->no_eligible = clocks ? 1 - hw_share(time->issue_clocks, clocks) : 0;
}

void hw_instruction_mix_compute(const struct hw_timed_run *run, struct hw_instruction_mix *mix)
{
    memset(mix, 0, sizeof *mix);
    for (uint32_t i = 0; i < run->code_count; i++) {
        const struct hw_time_insn *insn = &run->code[i].cost;
        mix->unit[insn->unit] += insn->issues;
        mix->kind[insn->unit][insn->work] += insn->issues;
    }
}

unsigned hw_mix_kinds(const struct hw_instruction_mix *mix, unsigned unit, unsigned kind[HW_TIME_PARTS])
{
    const uint64_t *issues = mix->kind[unit];
    unsigned count = 0;

    for (unsigned k = 0; k < HW_TIME_PARTS; k++) {
        unsigned at = count;
        if (!issues[k])
            continue;
        for (; at > 0 && issues[kind[at - 1]] < issues[k]; at--)
            kind[at] = kind[at - 1];
        kind[at] = k;
        count++;
    }
    return count;
}

struct hw_access_sums hw_access_sums_of(const struct hw_time_insn *insn)
{
    return (struct hw_access_sums){.requests = insn->requests,
                                   .sectors = insn->sectors,
                                   .ideal_sectors = insn->ideal_sectors,
                                   .shared_requests = insn->shared_requests,
                                   .wavefronts = insn->wavefronts,
                                   .ideal_wavefronts = insn->ideal_wavefronts};
}

void hw_access_sums_compute(const struct hw_timed_run *run, struct hw_access_sums *sums)
{
    memset(sums, 0, sizeof *sums);
    for (uint32_t i = 0; i < run->code_count; i++) {
        const struct hw_access_sums one = hw_access_sums_of(&run->code[i].cost);
        sums->requests += one.requests;
        sums->sectors += one.sectors;
        sums->ideal_sectors += one.ideal_sectors;
        sums->shared_requests += one.shared_requests;
        sums->wavefronts += one.wavefronts;
        sums->ideal_wavefronts += one.ideal_wavefronts;
    }
}

unsigned hw_hottest(const struct hw_timed_run *run, const struct hw_report_line *line[HW_HOTTEST])
{
    unsigned count = 0;

    for (uint32_t i = 0; i < run->code_count; i++) {
        const uint64_t clocks = hw_report_line_clocks(&run->code[i]);
        unsigned at = count;
        while (at > 0 && hw_report_line_clocks(line[at - 1]) < clocks)
            at--;
        if (!clocks || at == HW_HOTTEST)
            continue;
        count += count < HW_HOTTEST;
        memmove(&line[at + 1], &line[at], (count - 1 - at) * sizeof *line);
        line[at] = &run->code[i];
    }
    return count;
}

void hw_interval_figures_compute(const struct hw_timed_run *run, uint32_t interval,
                                 struct hw_interval_figures *figures)
{
    const struct hw_launch_time *time = &run->time;
    const struct hw_time_interval *sums = &time->interval[interval];
    const uint64_t clocks = time->interval_clocks * time->sms;

    figures->from = interval * time->interval_clocks;
    figures->ipc = hw_share(sums->instructions, clocks);
    figures->lanes = hw_share(sums->lanes, sums->instructions);
    figures->warps = hw_share(sums->warp_clocks, clocks);
    figures->dram = (double)(sums->dram_sectors * HW_SECTOR_BYTES) * (double)time->clock_khz * 1e3 /
                    (double)time->interval_clocks;
}
