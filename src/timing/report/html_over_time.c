/* SPDX-License-Identifier: MIT */
/* This file draws what the chip did over the time of the launch: a curve each of IPC, lanes, warps and the
 * throughput of DRAM. */
#include "timing/report/html_parts.h"
#include "timing/report/markup.h"
#include "timing/report/run_breakdown.h"

#include <inttypes.h>
#include <math.h>

#define WIDTH  540.0
#define HEIGHT 132.0
#define LEFT   52.0
#define RIGHT  8.0
#define TOP    10.0
#define BOTTOM 22.0

enum figure { IPC, LANES, WARPS, DRAM, FIGURES };

struct curve {
    const char *title, *unit, *summary;
    const char *colour;
    double most;  /* the top of the axis; 0: what the values need */
    double limit; /* a line; 0: none */
};

static double value_of(const struct hw_timed_run *run, enum figure figure, uint32_t interval)
{
    struct hw_interval_figures figures;

    hw_interval_figures_compute(run, interval, &figures);
    switch (figure) {
    case IPC: return figures.ipc;
    case LANES: return figures.lanes;
    case WARPS: return figures.warps;
    default: return figures.dram;
    }
}

/* 1, 2, 2.5 or 5 times a power of ten, not below the value. */
static double round_up(double value)
{
    const double power = value > 0 ? pow(10, floor(log10(value))) : 1;

    for (unsigned i = 0; i < 4; i++) {
        static const double steps[] = {1, 2, 2.5, 5};
        if (steps[i] * power >= value)
            return steps[i] * power;
    }
    return 10 * power;
}

static double x_of(const struct hw_timed_run *run, uint32_t interval)
{
    return LEFT + (WIDTH - LEFT - RIGHT) * interval / run->time.interval_count;
}

static double y_of(const struct curve *curve, double value)
{
    return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * fmin(1, value / curve->most);
}

/* A round number in few letters: "100 G". */
static void put_short(double value, char *text, size_t size)
{
    static const char *const prefixes[] = {"", " k", " M", " G", " T"};
    unsigned prefix = 0;

    for (; value >= 1000 && prefix < 4; prefix++)
        value /= 1000;
    snprintf(text, size, "%g%s", value, prefixes[prefix]);
}

static void put_axes(FILE *out, const struct hw_timed_run *run, const struct curve *curve)
{
    const double clocks = (double)(run->time.interval_clocks * run->time.interval_count);
    char text[32];

    fputs("<g fill=\"var(--soft)\" font-size=\"12\">\n", out);
    for (unsigned i = 0; i <= 2; i++) {
        const double value = curve->most * i / 2, y = y_of(curve, value);
        fprintf(out, "<path d=\"M%.1f %.1fH%.1f\" stroke=\"var(--line)\"/>", LEFT, y, WIDTH - RIGHT);
        put_short(value, text, sizeof text);
        fprintf(out, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"end\">%s</text>\n", LEFT - 6, y + 4, text);
    }
    const double step = round_up(clocks / 5);
    for (double clock = 0; clock <= clocks; clock += step) {
        const double x = LEFT + (WIDTH - LEFT - RIGHT) * clock / clocks;
        fprintf(out,
                "<path d=\"M%.1f %.1fv4\" stroke=\"var(--mark)\"/><text x=\"%.1f\" y=\"%.1f\" "
                "text-anchor=\"%s\">",
                x, HEIGHT - BOTTOM, x, HEIGHT - 5, x > WIDTH - 40 ? "end" : "middle");
        hw_markup_count(out, (unsigned long long)clock);
        fputs("</text>\n", out);
    }
    fputs("</g>\n", out);
}

static void put_curve(FILE *out, const struct hw_timed_run *run, enum figure figure,
                      const struct curve *curve)
{
    const uint32_t count = run->time.interval_count;

    fprintf(out, "<path fill=\"%s\" fill-opacity=\"0.85\" d=\"M%.1f %.1f", curve->colour, LEFT,
            y_of(curve, 0));
    for (uint32_t i = 0; i < count; i++)
        fprintf(out, "V%.1fH%.1f", y_of(curve, value_of(run, figure, i)), x_of(run, i + 1));
    fprintf(out, "V%.1fz\"/>\n", y_of(curve, 0));
    if (curve->limit > 0 && curve->limit <= curve->most)
        fprintf(out,
                "<path d=\"M%.1f %.1fH%.1f\" stroke=\"var(--alert)\" stroke-width=\"1.5\" "
                "stroke-dasharray=\"5 3\"/>\n",
                LEFT, y_of(curve, curve->limit), WIDTH - RIGHT);
}

static void put_number(FILE *out, double value, const char *unit)
{
    char text[32];

    if (*unit)
        hw_scaled_text(value, unit, text, sizeof text);
    else
        snprintf(text, sizeof text, "%.2f", value);
    fputs(text, out);
}

static void put_figure(FILE *out, const struct hw_timed_run *run, enum figure figure, struct curve curve)
{
    double most = 0;

    for (uint32_t i = 0; i < run->time.interval_count; i++)
        most = fmax(most, value_of(run, figure, i));
    if (curve.most <= 0 || (most > 0 && most < curve.most / 8))
        curve.most = round_up(most);
    fprintf(out, "<div><h3>%s</h3><div class=\"soft small\">%s; at most ", curve.title, curve.summary);
    put_number(out, most, curve.unit);
    fprintf(out, "</div>\n<svg viewBox=\"0 0 %.0f %.0f\" role=\"img\" aria-label=\"%s over time\">\n", WIDTH,
            HEIGHT, curve.title);
    put_axes(out, run, &curve);
    put_curve(out, run, figure, &curve);
    fputs("</svg></div>\n", out);
}

void hw_html_over_time(FILE *out, const struct hw_timed_run *run, const struct hw_run_metrics *figures)
{
    const struct hw_launch_time *time = &run->time;
    const double warps = (double)time->blocks_per_sm * time->warps_per_block;
    const struct hw_microarchitecture *micro = &time->chip->micro;
    const double issues = (double)time->schedulers * (micro->issue_width ? micro->issue_width : 1) /
                          (micro->issue_cycles ? micro->issue_cycles : 1);
    const double peak = figures->level[HW_LEVEL_DRAM].peak;

    if (!time->interval_count)
        return;
    fprintf(out,
            "<section><h2>Over time</h2>\n<p class=\"soft small\">The whole launch by clock, in intervals of "
            "%" PRIu64 " clocks; means over all multiprocessors. A dashed line is what is possible.</p>\n"
            "<div class=\"courses\">\n",
            time->interval_clocks);
    put_figure(out, run, IPC, (struct curve){"IPC", "", "instructions a clock", "var(--u0)", 0, issues});
    put_figure(out, run, LANES,
               (struct curve){"Lanes", "", "that execute an instruction", "var(--u1)", run->warp_lanes,
                              run->warp_lanes});
    put_figure(out, run, WARPS,
               (struct curve){"Warps", "", "of a multiprocessor", "var(--u2)", warps, warps});
    put_figure(out, run, DRAM,
               (struct curve){"DRAM throughput", "B/s", "reads and writes", "var(--u4)", 0, peak});
    fputs("</div></section>\n", out);
}
