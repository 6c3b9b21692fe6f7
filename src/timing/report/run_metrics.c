/* SPDX-License-Identifier: MIT */
/* See run_metrics.h. */
#include "timing/report/run_metrics.h"

#include "timing/access/coalesce.h"
#include "timing/report/run_breakdown.h"

#include <halfwarp/occupancy.h>

#include <stdio.h>
#include <string.h>

double hw_share(uint64_t part, uint64_t whole)
{
    return whole ? (double)part / (double)whole : 0.0;
}

static double ratio(double part, double whole)
{
    return whole > 0 ? part / whole : 0.0;
}

/* --- memory --- */

static uint64_t traffic(const struct hw_launch_time *time, const char *name)
{
    return hw_time_part_of(time->traffic, time->traffic_count, name);
}

static void finish_level(struct hw_memory_level *level, double seconds)
{
    level->hit_rate = level->reads ? hw_share(level->hits, level->reads) : -1;
    level->rate = ratio((double)level->bytes, seconds);
    level->share = level->peak > 0 ? level->rate / level->peak : -1;
}

static void make_levels(const struct hw_launch_time *time, struct hw_run_metrics *figures)
{
    const struct hw_microarchitecture *micro = &time->chip->micro;
    const double clock = (double)time->clock_khz * 1e3, sms = time->sms;
    const uint64_t pass_bytes = (uint64_t)micro->shared_banks * micro->shared_bank_bytes;
    struct hw_memory_level *level = figures->level;
    uint64_t pin_bits = time->card ? time->card->memory_bits : 0;

    level[HW_LEVEL_SHARED] = (struct hw_memory_level){
        .name = "shared",
        .title = "Shared memory",
        .unit = "passes",
        .present = true,
        .writes = traffic(time, "shared_passes"),
        .peak = micro->shared_bank_cycles ? clock * sms * (double)pass_bytes / micro->shared_bank_cycles : 0};
    level[HW_LEVEL_SHARED].bytes = level[HW_LEVEL_SHARED].writes * pass_bytes;
    level[HW_LEVEL_L1] = (struct hw_memory_level){.name = "l1",
                                                  .title = "L1 cache",
                                                  .unit = "sectors",
                                                  .present = micro->l1_bytes > 0,
                                                  .reads = traffic(time, "l1_reads"),
                                                  .hits = traffic(time, "l1_hits"),
                                                  .peak = clock * sms * micro->l1_clock_bytes};
    level[HW_LEVEL_TEXTURE] = (struct hw_memory_level){.name = "texture",
                                                       .title = "Texture cache",
                                                       .unit = "sectors",
                                                       .present = micro->texture_bytes > 0,
                                                       .reads = traffic(time, "texture_reads"),
                                                       .hits = traffic(time, "texture_hits")};
    level[HW_LEVEL_L2] = (struct hw_memory_level){
        .name = "l2",
        .title = micro->l2_bytes ? "L2 cache" : "Memory partitions",
        .unit = "sectors",
        .present = micro->l2_bytes > 0,
        .reads = traffic(time, "l2_reads"),
        .hits = traffic(time, "l2_read_hits"),
        .writes = traffic(time, "l2_writes") + traffic(time, "l2_atomics"),
        .peak = clock * micro->l2_clock / 100 * time->l2_slices * micro->l2_slice_bytes};
    level[HW_LEVEL_DRAM] =
        (struct hw_memory_level){.name = "dram",
                                 .title = "DRAM",
                                 .unit = "sectors",
                                 .present = true,
                                 .reads = traffic(time, "dram_reads"),
                                 .writes = traffic(time, "dram_writes"),
                                 .peak = (double)time->memory_clock_khz * 2e3 * (double)(pin_bits / 8)};
    for (unsigned i = HW_LEVEL_L1; i < HW_MEMORY_LEVELS; i++)
        level[i].bytes = (level[i].reads + level[i].writes) * HW_SECTOR_BYTES;
    for (unsigned i = 0; i < HW_MEMORY_LEVELS; i++)
        finish_level(&level[i], figures->seconds);
    level[HW_LEVEL_DRAM].hit_rate = -1;
    if (!micro->l2_bytes)
        level[HW_LEVEL_L2].hit_rate = -1;
}

/* --- roofs --- */

static void make_roof(struct hw_roofline *roof, const char *name, const char *unit, uint64_t work,
                      double peak, const struct hw_run_metrics *figures)
{
    const struct hw_memory_level *dram = &figures->level[HW_LEVEL_DRAM];

    *roof = (struct hw_roofline){.name = name,
                                 .unit = unit,
                                 .work = work,
                                 .peak = peak,
                                 .bytes = dram->bytes,
                                 .bandwidth = dram->peak};
    roof->rate = ratio((double)work, figures->seconds);
    roof->intensity = dram->bytes ? (double)work / (double)dram->bytes : -1;
    roof->ridge = ratio(peak, dram->peak);
    roof->attainable = peak;
    if (roof->intensity >= 0 && roof->intensity * roof->bandwidth < peak)
        roof->attainable = roof->intensity * roof->bandwidth;
    roof->share = ratio(roof->rate, roof->attainable);
}

static void make_roofs(const struct hw_timed_run *run, struct hw_run_metrics *figures)
{
    const struct hw_launch_time *time = &run->time;
    const struct hw_microarchitecture *micro = &time->chip->micro;
    const double clocks = (double)time->clock_khz * 1e3 * time->sms;
    const uint32_t width = micro->issue_width ? micro->issue_width : 1;
    const uint32_t distance = micro->issue_cycles ? micro->issue_cycles : 1;

    make_roof(&figures->single, "single precision", "flop/s", run->flops, clocks * 2 * micro->rate_fp32,
              figures);
    make_roof(&figures->twice, "double precision", "flop/s", run->double_flops, clocks * 2 * time->rate_fp64,
              figures);
    make_roof(&figures->instructions, "instructions", "instr/s", time->warp_instructions,
              clocks * time->schedulers * width / distance, figures);
    figures->roof = &figures->instructions;
    if (figures->single.work && figures->single.rate / figures->single.peak >= 0.001)
        figures->roof = &figures->single;
    if (figures->twice.work && figures->twice.peak > 0 &&
        ratio(figures->twice.rate, figures->twice.peak) > ratio(figures->single.rate, figures->single.peak))
        figures->roof = &figures->twice;
}

void hw_run_metrics_compute(const struct hw_timed_run *run, struct hw_run_metrics *figures)
{
    const struct hw_launch_time *time = &run->time;

    *figures = (struct hw_run_metrics){.seconds = (double)time->picoseconds * 1e-12};
    figures->ipc = hw_share(time->warp_instructions, time->active_clocks);
    figures->utilization = hw_share(time->issue_clocks, time->active_clocks * time->schedulers);
    figures->occupancy = hw_share((uint64_t)time->blocks_per_sm * time->warps_per_block, time->warps_per_sm);
    figures->achieved_occupancy = hw_share(time->warp_clocks, time->active_clocks * time->warps_per_sm);
    for (unsigned i = 0; i < time->stall_count; i++)
        figures->stalled += time->stall[i].value;
    for (uint32_t i = 0; i < run->code_count; i++)
        figures->lanes += run->code[i].lanes;
    figures->lane_share = hw_share(figures->lanes, time->warp_instructions * run->warp_lanes);
    make_levels(time, figures);
    make_roofs(run, figures);
}

void hw_limits_text(const struct hw_timed_run *run, char *text, size_t size)
{
    const struct hw_block_needs needs = {.chip = run->time.chip,
                                         .threads = run->block[0] * run->block[1] * run->block[2],
                                         .registers = run->registers,
                                         .shared_bytes = run->shared_bytes};
    struct hw_occupancy occupancy;

    hw_occupancy(&needs, &occupancy);
    *text = '\0';
    for (unsigned limit = 0; limit < HW_LIMITS; limit++)
        if (occupancy.limited_by >> limit & 1)
            snprintf(text + strlen(text), size - strlen(text), "%s%s", *text ? ", " : "",
                     hw_limit_name((enum hw_occupancy_limit)limit));
}

/* --- the list --- */

static void add_metric(struct hw_run_metrics_column *list, const char *group, const char *name,
                       enum hw_run_metric_kind kind, double value)
{
    if (list->count < HW_RUN_METRICS_MAX)
        list->item[list->count++] = (struct hw_run_metric){group, name, kind, value};
}

static void add_level(struct hw_run_metrics_column *list, const struct hw_memory_level *level)
{
    const bool used = level->bytes > 0;

    add_metric(list, level->title, level->unit, HW_RUN_METRIC_COUNT,
               used ? (double)(level->reads + level->writes) : -1);
    add_metric(list, level->title, "hit rate", HW_RUN_METRIC_SHARE, level->hit_rate);
    add_metric(list, level->title, "bandwidth", HW_RUN_METRIC_RATE, used ? level->rate : -1);
    add_metric(list, level->title, "of its peak", HW_RUN_METRIC_SHARE, used ? level->share : -1);
}

static void add_breakdown(struct hw_run_metrics_column *column, const struct hw_timed_run *run)
{
    struct hw_scheduler_warps warps;
    struct hw_instruction_mix mix;
    struct hw_access_sums sums;
    struct hw_waves waves;

    hw_waves_compute(run, &waves);
    add_metric(column, "waves", "waves", HW_RUN_METRIC_REAL, waves.per_sm);
    add_metric(column, "waves", "tail", HW_RUN_METRIC_SHARE, waves.tail_share);
    hw_scheduler_warps_compute(run, &warps);
    add_metric(column, "schedulers", "active warps", HW_RUN_METRIC_REAL, warps.active);
    add_metric(column, "schedulers", "eligible warps", HW_RUN_METRIC_REAL, warps.eligible);
    add_metric(column, "schedulers", "issued warps", HW_RUN_METRIC_REAL, warps.issued);
    hw_instruction_mix_compute(run, &mix);
    for (unsigned i = 0; i < run->time.pipe_count; i++)
        add_metric(column, "instruction mix", run->time.pipe[i].name, HW_RUN_METRIC_SHARE,
                   hw_share(mix.unit[i], run->time.warp_instructions));
    hw_access_sums_compute(run, &sums);
    add_metric(column, "accesses", "sectors a request", HW_RUN_METRIC_REAL,
               sums.requests ? hw_share(sums.sectors, sums.requests) : -1);
    add_metric(column, "accesses", "wavefronts a request", HW_RUN_METRIC_REAL,
               sums.shared_requests ? hw_share(sums.wavefronts, sums.shared_requests) : -1);
    add_metric(column, "accesses", "bank conflicts", HW_RUN_METRIC_COUNT,
               sums.shared_requests ? (double)(sums.wavefronts - sums.ideal_wavefronts) : -1);
}

void hw_run_metrics_column_make(const struct hw_timed_run *run, struct hw_run_metrics_column *column)
{
    const struct hw_launch_time *time = &run->time;
    struct hw_run_metrics made;
    const struct hw_run_metrics *figures = &made;

    hw_run_metrics_compute(run, &made);
    column->count = 0;
    snprintf(column->title, sizeof column->title, "%s", time->card ? time->card->name : time->chip->name);
    add_metric(column, "launch", "cycles", HW_RUN_METRIC_COUNT, (double)time->cycles);
    add_metric(column, "launch", "time", HW_RUN_METRIC_TIME, figures->seconds);
    add_metric(column, "launch", "warp instructions", HW_RUN_METRIC_COUNT, (double)time->warp_instructions);
    add_metric(column, "launch", "IPC", HW_RUN_METRIC_REAL, figures->ipc);
    add_metric(column, "launch", "issue slots in use", HW_RUN_METRIC_SHARE, figures->utilization);
    add_metric(column, "launch", "lanes that execute", HW_RUN_METRIC_SHARE, figures->lane_share);
    add_metric(column, "launch", "theoretical occupancy", HW_RUN_METRIC_SHARE, figures->occupancy);
    add_metric(column, "launch", "achieved occupancy", HW_RUN_METRIC_SHARE, figures->achieved_occupancy);
    add_breakdown(column, run);
    for (unsigned i = 0; i < time->stall_count; i++)
        add_metric(column, "stalls", time->stall[i].name, HW_RUN_METRIC_SHARE,
                   hw_share(time->stall[i].value, figures->stalled));
    for (unsigned i = 0; i < time->pipe_count; i++)
        add_metric(column, "units", time->pipe[i].name, HW_RUN_METRIC_SHARE,
                   hw_share(time->pipe[i].value, time->pipe[i].whole));
    for (unsigned i = 0; i < HW_MEMORY_LEVELS; i++)
        add_level(column, &figures->level[i]);
    add_metric(column, "roofline", "flop a second", HW_RUN_METRIC_REAL,
               figures->single.rate + figures->twice.rate);
    add_metric(column, "roofline", "of what is attainable", HW_RUN_METRIC_SHARE, figures->roof->share);
}

void hw_scaled_text(double value, const char *unit, char *text, size_t size)
{
    static const char *const prefixes[] = {"", "k", "M", "G", "T"};
    unsigned prefix = 0;

    while (value >= 1000 && prefix + 1 < sizeof prefixes / sizeof *prefixes) {
        value /= 1000;
        prefix++;
    }
    snprintf(text, size, value < 10 ? "%.2f %s%s" : "%.1f %s%s", value, prefixes[prefix], unit);
}

void hw_run_metric_text(const struct hw_run_metric *figure, char *text, size_t size)
{
    if (figure->value < 0) {
        snprintf(text, size, "-");
        return;
    }
    switch (figure->kind) {
    case HW_RUN_METRIC_COUNT: snprintf(text, size, "%.0f", figure->value); break;
    case HW_RUN_METRIC_REAL:
        if (figure->value >= 1000)
            hw_scaled_text(figure->value, "", text, size);
        else
            snprintf(text, size, "%.3f", figure->value);
        break;
    case HW_RUN_METRIC_SHARE: snprintf(text, size, "%.1f %%", 100 * figure->value); break;
    case HW_RUN_METRIC_RATE: hw_scaled_text(figure->value, "B/s", text, size); break;
    case HW_RUN_METRIC_TIME: snprintf(text, size, "%.3f us", figure->value * 1e6); break;
    }
}
