/* SPDX-License-Identifier: MIT */
/* This file writes the parts of the HTML report that divide a run: waves of blocks, warps of a scheduler, the
 * instruction mix. */
#include "timing/report/html_parts.h"
#include "timing/report/markup.h"
#include "timing/report/palette.h"
#include "timing/report/run_breakdown.h"

#include <inttypes.h>

/* --- waves --- */

#define BOXES_MOST   40u
#define STRIP_WIDTH  540.0
#define STRIP_HEIGHT 34.0

/* How many waves a box stands for: one, or as many as it takes to draw all of them. */
static uint64_t waves_of_box(uint64_t waves)
{
    return waves > BOXES_MOST ? (waves + BOXES_MOST - 1) / BOXES_MOST : 1;
}

/* What the waves of the last box leave free is pale. */
static void put_strip(FILE *out, const struct hw_waves *waves, uint64_t each)
{
    const uint64_t all = waves->full + (waves->tail_blocks != 0);
    const uint64_t shown = (all + each - 1) / each;
    const double filled = (double)waves->full + (waves->tail_blocks ? waves->tail_fraction : 0);
    const double width = STRIP_WIDTH / (double)shown, box = width > 180 ? 180 : width;

    fprintf(out, "<svg viewBox=\"0 0 %.0f %.0f\" role=\"img\" aria-label=\"waves\">\n", STRIP_WIDTH,
            STRIP_HEIGHT);
    for (uint64_t i = 0; i < shown; i++) {
        const double share = (filled - (double)(i * each)) / (double)each;
        const bool last = i + 1 == shown && waves->tail_blocks;
        const double gap = box > 8 ? 3 : 1, whole = box - gap;
        fprintf(out,
                "<rect x=\"%.2f\" y=\"1\" width=\"%.2f\" height=\"32\" rx=\"2\" fill=\"var(--track)\"/>"
                "<rect x=\"%.2f\" y=\"1\" width=\"%.2f\" height=\"32\" rx=\"2\" fill=\"var(--%s)\"/>\n",
                (double)i * box, whole, (double)i * box, share < 1 ? whole * share : whole,
                last ? "middle" : "strong");
    }
    fputs("</svg>\n", out);
}

void hw_html_waves(FILE *out, const struct hw_timed_run *run)
{
    struct hw_waves waves;

    hw_waves_compute(run, &waves);
    const uint64_t each = waves_of_box(waves.full + (waves.tail_blocks != 0));
    fputs("<section><h2>Waves and tail</h2>\n<p class=\"soft small\">A wave is as many blocks as all "
          "multiprocessors hold at once. Each box is ",
          out);
    if (each > 1)
        fprintf(out, "%" PRIu64 " waves", each);
    else
        fputs("one", out);
    fputs("; the last may be filled in part.</p>\n", out);
    put_strip(out, &waves, each);
    fprintf(out,
            "<dl>\n<dt>waves</dt><dd>%.2f of %" PRIu64 " blocks: %" PRIu64 " full</dd>\n"
            "<dt>last wave</dt><dd>",
            waves.per_sm, waves.blocks_per_wave, waves.full);
    if (waves.tail_blocks)
        fprintf(out, "%" PRIu64 " block%s, %.1f %% of a wave", waves.tail_blocks,
                waves.tail_blocks == 1 ? "" : "s", 100 * waves.tail_fraction);
    else
        fputs("full", out);
    fprintf(out,
            "</dd>\n<dt>multiprocessors</dt><dd>%" PRIu32 " of %" PRIu32
            " had blocks</dd>\n<dt>tail</dt><dd>%.1f %% of the clocks: ",
            run->time.busy_sms, run->time.sms, 100 * waves.tail_share);
    hw_markup_count(out, run->time.tail_clocks);
    fputs(", from the first of these that is out of blocks to the last</dd>\n</dl></section>\n", out);
}

/* --- schedulers --- */

static void put_warps(FILE *out, const char *name, const char *summary, const char *colour, double warps,
                      double theoretical)
{
    char value[24];

    snprintf(value, sizeof value, "%.2f", warps);
    hw_html_bar(out, name, summary, colour, theoretical > 0 ? warps / theoretical : 0, value);
}

void hw_html_schedulers(FILE *out, const struct hw_timed_run *run)
{
    struct hw_scheduler_warps warps;

    hw_scheduler_warps_compute(run, &warps);
    fprintf(out,
            "<section><h2>Warps of a scheduler</h2>\n<p class=\"soft small\">In a clock, on average, of the "
            "%.0f warps that one of the %" PRIu32 " schedulers of a multiprocessor can hold.</p>\n"
            "<div class=\"bars\">\n",
            warps.theoretical, run->time.schedulers);
    put_warps(out, "active", "that it has", "var(--pale)", warps.active, warps.theoretical);
    put_warps(out, "stalled", "that wait for something", "var(--c5)", warps.stalled, warps.theoretical);
    put_warps(out, "eligible", "that could issue their next instruction", "var(--middle)", warps.eligible,
              warps.theoretical);
    put_warps(out, "issued", "that do issue it", "var(--strong)", warps.issued, warps.theoretical);
    fprintf(
        out,
        "</div>\n<p class=\"small\" style=\"margin:10px 0 0\">No warp is eligible in <b>%.1f %%</b> of the "
        "clocks.</p></section>\n",
        100 * warps.no_eligible);
}

/* --- the instruction mix --- */

static void put_kinds(FILE *out, const struct hw_timed_run *run, const struct hw_instruction_mix *mix,
                      unsigned unit)
{
    const struct hw_launch_time *time = &run->time;
    unsigned kind[HW_TIME_PARTS];
    const unsigned count = hw_mix_kinds(mix, unit, kind);

    fputs("<div class=\"note\">", out);
    for (unsigned k = 0; k < count; k++)
        fprintf(out, "%s%s %.1f %%", k ? ", " : "", time->work[kind[k]].name,
                100 * hw_share(mix->kind[unit][kind[k]], time->warp_instructions));
    fputs("</div>\n", out);
}

void hw_html_mix(FILE *out, const struct hw_timed_run *run)
{
    const struct hw_launch_time *time = &run->time;
    struct hw_instruction_mix mix;

    hw_instruction_mix_compute(run, &mix);
    fputs(
        "<section><h2>Instruction mix</h2>\n<p class=\"soft small\">Instructions of warps, by the unit that "
        "executes them and by kind.</p>\n<div class=\"bars\">\n",
        out);
    for (unsigned i = 0; i < time->pipe_count; i++) {
        const double share = hw_share(mix.unit[i], time->warp_instructions);
        char value[24];
        if (!mix.unit[i])
            continue;
        snprintf(value, sizeof value, "%.1f %%", 100 * share);
        hw_html_bar(out, time->pipe[i].name, "", hw_paint_unit(i, true), share, value);
        put_kinds(out, run, &mix, i);
    }
    fputs("</div></section>\n", out);
}
