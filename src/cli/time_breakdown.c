/* SPDX-License-Identifier: MIT */
/* See time_report.h: this file writes the breakdown of a run, as JSON and as text. */
#include "cli/json.h"
#include "cli/time_report.h"

#include <inttypes.h>

/* --- JSON --- */

static void add_waves(struct json_object *in, const struct hw_timed_run *run)
{
    struct json_object *object = hw_json_object(in, "waves");
    struct hw_waves waves;

    hw_waves_compute(run, &waves);
    hw_json_number(object, "blocks", (int64_t)waves.blocks);
    hw_json_number(object, "blocks_per_wave", (int64_t)waves.blocks_per_wave);
    hw_json_real(object, "waves_per_multiprocessor", waves.per_sm);
    hw_json_number(object, "full", (int64_t)waves.full);
    hw_json_number(object, "tail_blocks", (int64_t)waves.tail_blocks);
    hw_json_real(object, "tail_fraction", waves.tail_fraction);
    hw_json_number(object, "busy_multiprocessors", run->time.busy_sms);
    hw_json_number(object, "tail_clocks", (int64_t)run->time.tail_clocks);
}

static void add_schedulers(struct json_object *in, const struct hw_timed_run *run)
{
    struct json_object *object = hw_json_object(in, "schedulers");
    struct hw_scheduler_warps warps;

    hw_scheduler_warps_compute(run, &warps);
    hw_json_number(object, "per_multiprocessor", run->time.schedulers);
    hw_json_real(object, "theoretical_warps", warps.theoretical);
    hw_json_real(object, "active_warps", warps.active);
    hw_json_real(object, "eligible_warps", warps.eligible);
    hw_json_real(object, "issued_warps", warps.issued);
    hw_json_real(object, "stalled_warps", warps.stalled);
    hw_json_real(object, "no_eligible", warps.no_eligible);
}

static void add_mix(struct json_object *in, const struct hw_timed_run *run)
{
    struct json_object *object = hw_json_object(in, "instruction_mix");
    struct hw_instruction_mix mix;
    unsigned kind[HW_TIME_PARTS];

    hw_instruction_mix_compute(run, &mix);
    for (unsigned i = 0; i < run->time.pipe_count; i++) {
        const unsigned count = hw_mix_kinds(&mix, i, kind);
        if (!count)
            continue;
        struct json_object *unit = hw_json_object(object, run->time.pipe[i].name);
        hw_json_number(unit, "instructions", (int64_t)mix.unit[i]);
        struct json_object *kinds = hw_json_object(unit, "kinds");
        for (unsigned k = 0; k < count; k++)
            hw_json_number(kinds, run->time.work[kind[k]].name, (int64_t)mix.kind[i][kind[k]]);
    }
}

void hw_time_json_accesses(struct json_object *in, struct hw_access_sums sums)
{
    if (sums.requests) {
        hw_json_number(in, "requests", (int64_t)sums.requests);
        hw_json_number(in, "sectors", (int64_t)sums.sectors);
        hw_json_number(in, "ideal_sectors", (int64_t)sums.ideal_sectors);
    }
    if (sums.shared_requests) {
        hw_json_number(in, "shared_requests", (int64_t)sums.shared_requests);
        hw_json_number(in, "wavefronts", (int64_t)sums.wavefronts);
        hw_json_number(in, "ideal_wavefronts", (int64_t)sums.ideal_wavefronts);
        hw_json_number(in, "bank_conflicts", (int64_t)(sums.wavefronts - sums.ideal_wavefronts));
    }
}

static void add_intervals(struct json_object *in, const struct hw_timed_run *run)
{
    struct json_object *object = hw_json_object(in, "over_time");

    hw_json_number(object, "clocks", (int64_t)run->time.interval_clocks);
    struct json_object *ipc = hw_json_list(object, "ipc"), *lanes = hw_json_list(object, "lanes");
    struct json_object *warps = hw_json_list(object, "warps");
    struct json_object *dram = hw_json_list(object, "dram_bytes_per_second");
    for (uint32_t i = 0; i < run->time.interval_count; i++) {
        struct hw_interval_figures figures;
        hw_interval_figures_compute(run, i, &figures);
        hw_json_real(ipc, NULL, figures.ipc);
        hw_json_real(lanes, NULL, figures.lanes);
        hw_json_real(warps, NULL, figures.warps);
        hw_json_real(dram, NULL, figures.dram);
    }
}

void hw_time_json_breakdown(struct json_object *in, const struct hw_timed_run *run)
{
    struct hw_access_sums sums;

    add_waves(in, run);
    add_schedulers(in, run);
    add_mix(in, run);
    hw_access_sums_compute(run, &sums);
    hw_time_json_accesses(hw_json_object(in, "accesses"), sums);
    add_intervals(in, run);
}

/* --- text --- */

void hw_time_text_waves(FILE *out, const struct hw_timed_run *run)
{
    struct hw_scheduler_warps warps;
    struct hw_waves waves;

    hw_waves_compute(run, &waves);
    hw_scheduler_warps_compute(run, &warps);
    fprintf(out, "waves              %.2f of %" PRIu64 " blocks: %" PRIu64 " full", waves.per_sm,
            waves.blocks_per_wave, waves.full);
    if (waves.tail_blocks)
        fprintf(out, ", and %" PRIu64 " block%s, %.1f %% of one", waves.tail_blocks,
                waves.tail_blocks == 1 ? "" : "s", 100 * waves.tail_fraction);
    fprintf(
        out,
        "\ntail               %.1f %% of the clocks, from the first multiprocessor that is out of blocks to "
        "the last; %" PRIu32 " had blocks\n",
        100 * waves.tail_share, run->time.busy_sms);
    fprintf(out,
            "scheduler          %.2f of %.0f warps active, %.2f eligible, %.2f issued; none is eligible in "
            "%.1f %% of the clocks\n",
            warps.active, warps.theoretical, warps.eligible, warps.issued, 100 * warps.no_eligible);
}

void hw_time_text_mix(FILE *out, const struct hw_timed_run *run)
{
    const struct hw_launch_time *time = &run->time;
    struct hw_instruction_mix mix;
    unsigned kind[HW_TIME_PARTS];

    hw_instruction_mix_compute(run, &mix);
    fputs("\ninstruction mix, by unit and kind\n", out);
    for (unsigned i = 0; i < time->pipe_count; i++) {
        const unsigned count = hw_mix_kinds(&mix, i, kind);
        if (count)
            fprintf(out, "  %-14s %14" PRIu64 "  %5.1f %%\n", time->pipe[i].name, mix.unit[i],
                    100 * hw_share(mix.unit[i], time->warp_instructions));
        for (unsigned k = 0; k < count; k++)
            fprintf(out, "    %-12s %14" PRIu64 "  %5.1f %%\n", time->work[kind[k]].name,
                    mix.kind[i][kind[k]], 100 * hw_share(mix.kind[i][kind[k]], time->warp_instructions));
    }
}

void hw_time_text_accesses(FILE *out, const struct hw_timed_run *run)
{
    struct hw_access_sums sums;

    hw_access_sums_compute(run, &sums);
    if (sums.requests)
        fprintf(out, "  a request to global or local memory has %.2f sectors; %.2f would be ideal\n",
                hw_share(sums.sectors, sums.requests), hw_share(sums.ideal_sectors, sums.requests));
    if (sums.shared_requests)
        fprintf(out, "  a request to shared memory has %.2f wavefronts; %.2f are bank conflicts\n",
                hw_share(sums.wavefronts, sums.shared_requests),
                hw_share(sums.wavefronts - sums.ideal_wavefronts, sums.shared_requests));
}
