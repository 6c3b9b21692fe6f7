/* SPDX-License-Identifier: MIT */
/* This file draws the memory diagram of the HTML report: levels as boxes with their hit rates, and what moves
 * between them. */
#include "timing/report/markup.h"
#include "timing/report/html_parts.h"

#include <inttypes.h>
#include <math.h>

#define WIDTH      540.0
#define COLUMN     134.0 /* a box of the second row */
#define GAP        8.0
#define TOP_ROW    1.0
#define SECOND_ROW 108.0
#define L2_ROW     252.0
#define DRAM_ROW   384.0
#define BOX        78.0 /* height */
#define HEIGHT     464.0

static void put_text(FILE *out, double x, double y, const char *style, const char *text)
{
    fprintf(out, "<text x=\"%.1f\" y=\"%.1f\" %s>", x, y, style);
    hw_markup_text(out, text);
    fputs("</text>\n", out);
}

static void put_frame(FILE *out, double x, double y, double width, double height, bool used)
{
    fprintf(
        out,
        "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"7\" fill=\"%s\" stroke=\"%s\"/>\n",
        x, y, width, height, used ? "var(--box)" : "var(--back)", used ? "var(--box-line)" : "var(--line)");
}

/* An arrow as thick as the logarithm of what moves, with the bytes beside it. */
static void put_arrow(FILE *out, double x, double from, double to, uint64_t bytes)
{
    const double width = bytes ? 1.5 + log10((double)bytes + 1) * 0.9 : 1;
    char text[32];

    fprintf(out,
            "<path d=\"M%.1f %.1fV%.1f\" stroke=\"%s\" stroke-width=\"%.1f\"%s/>\n"
            "<path d=\"M%.1f %.1fl-7 -9h14z\" fill=\"%s\"/>\n",
            x, from, to - 8, bytes ? "var(--strong)" : "var(--mark)", width,
            bytes ? "" : " stroke-dasharray=\"3 3\"", x, to - 1, bytes ? "var(--strong)" : "var(--mark)");
    if (!bytes)
        return;
    hw_scaled_text((double)bytes, "B", text, sizeof text);
    put_text(out, x + 11, (from + to) / 2 + 3, "class=\"b\"", text);
}

static void put_level(FILE *out, const struct hw_memory_level *level, double x, double y, double width)
{
    const bool narrow = width<200, used = level->bytes> 0;
    char text[96], rate[32];

    put_frame(out, x, y, width, BOX, used);
    put_text(out, narrow ? x + 9 : x + 11, y + 20, used ? "class=\"t\"" : "class=\"t\" fill=\"var(--idle)\"",
             level->title);
    if (!used) {
        put_text(out, x + 11, y + 40, "class=\"s\"", level->present ? "not used" : "not on this chip");
        return;
    }
    if (level->hit_rate >= 0) {
        snprintf(text, sizeof text, "%.1f %% hits", 100 * level->hit_rate);
        put_text(out, narrow ? x + 11 : x + width - 11, narrow ? y + 38 : y + 20,
                 narrow ? "class=\"b\"" : "class=\"b\" text-anchor=\"end\"", text);
    } else if (narrow) {
        snprintf(text, sizeof text, "%" PRIu64 " %s", level->reads + level->writes, level->unit);
        put_text(out, x + 11, y + 38, "class=\"s\"", text);
    }
    hw_scaled_text(level->rate, "B/s", rate, sizeof rate);
    if (level->share >= 0 && !narrow)
        snprintf(text, sizeof text, "%s, %.1f %% of the peak", rate, 100 * level->share);
    else
        snprintf(text, sizeof text, "%s", rate);
    put_text(out, x + 11, y + (narrow ? 54 : 42), "class=\"s\"", text);
    if (level->share >= 0) {
        const double bar = width - 22, share = level->share > 1 ? 1 : level->share;
        fprintf(out,
                "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"7\" rx=\"2\" fill=\"var(--track)\"/>"
                "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"7\" rx=\"2\" fill=\"var(--strong)\"/>\n",
                x + 11, y + BOX - 16, bar, x + 11, y + BOX - 16, bar * share);
    }
    if (!narrow) {
        snprintf(text, sizeof text, "%" PRIu64 " read, %" PRIu64 " written", level->reads, level->writes);
        put_text(out, x + width - 11, y + 42, "class=\"s\" text-anchor=\"end\"", text);
    }
}

static uint64_t missed(const struct hw_memory_level *level)
{
    return (level->reads - level->hits) * 32;
}

void hw_html_memory(FILE *out, const struct hw_timed_run *run, const struct hw_run_metrics *figures)
{
    const struct hw_memory_level *level = figures->level;
    const double column[] = {1, 1 + COLUMN + GAP, 1 + 2 * (COLUMN + GAP), 1 + 3 * (COLUMN + GAP)};
    const uint64_t l2 = level[HW_LEVEL_L2].bytes ? level[HW_LEVEL_L2].bytes : level[HW_LEVEL_DRAM].bytes;
    const uint64_t cached = missed(&level[HW_LEVEL_L1]) + missed(&level[HW_LEVEL_TEXTURE]);
    char text[64];

    fputs("<section><h2>Memory</h2>\n<p class=\"soft small\">Bytes that moved, hit rates, and bandwidth "
          "against the "
          "peak of each level. L2 and DRAM count sectors of 32 bytes.</p>\n",
          out);
    fprintf(
        out,
        "<svg viewBox=\"0 0 %.0f %.0f\" role=\"img\" aria-label=\"levels of memory\" font-size=\"12.5\">\n"
        "<style>.t{font-weight:600;font-size:13px}.s{fill:var(--soft)}"
        ".b{font-weight:600;fill:var(--strong)}</style>\n",
        WIDTH, HEIGHT);
    put_frame(out, column[0], TOP_ROW, WIDTH - 2, 42, true);
    snprintf(text, sizeof text, "%" PRIu32 " multiprocessors", run->time.sms);
    put_text(out, column[0] + 11, TOP_ROW + 26, "class=\"t\"", text);
    for (unsigned i = HW_LEVEL_SHARED; i <= HW_LEVEL_TEXTURE; i++) {
        put_level(out, &level[i], column[i], SECOND_ROW, COLUMN);
        put_arrow(out, column[i] + 30, TOP_ROW + 42, SECOND_ROW, level[i].bytes);
        if (i != HW_LEVEL_SHARED)
            put_arrow(out, column[i] + 30, SECOND_ROW + BOX, L2_ROW, missed(&level[i]));
    }
    put_arrow(out, column[3] + 10, TOP_ROW + 42, L2_ROW, l2 > cached ? l2 - cached : 0);
    put_text(out, column[3] + 21, SECOND_ROW + 58, "class=\"s\"", "stores and");
    put_text(out, column[3] + 21, SECOND_ROW + 74, "class=\"s\"", "loads past L1");
    put_level(out, &level[HW_LEVEL_L2], column[0], L2_ROW, WIDTH - 2);
    put_arrow(out, WIDTH / 2, L2_ROW + BOX, DRAM_ROW, level[HW_LEVEL_DRAM].bytes);
    put_level(out, &level[HW_LEVEL_DRAM], column[0], DRAM_ROW, WIDTH - 2);
    fputs("</svg></section>\n", out);
}
