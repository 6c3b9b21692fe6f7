/* SPDX-License-Identifier: MIT */
/* This file draws occupancy as a picture: warps on a multiprocessor over block size, over registers and over
 * shared memory, with the present numbers and the nearest better ones marked.  The SVG needs nothing from
 * outside, and scales to the window. */
#include "cli/occupancy_report.h"
#include "names/shown.h"

#include <halfwarp/module.h>

#include <inttypes.h>

/* In user units of the picture. */
#define WIDTH       1140
#define HEIGHT      452
#define PLOT_LEFT   66 /* of the first panel */
#define PLOT_TOP    112
#define PLOT_WIDTH  270
#define PLOT_HEIGHT 250
#define PLOT_STEP   372
#define NAME_LENGTH 96

#define INK     "#1b2733"
#define GREY    "#5d6b79"
#define GRID    "#dfe5ea"
#define LINE    "#1f6fb2"
#define PRESENT "#d1495b"
#define BETTER  "#2a8c55"

struct panel {
    const struct hw_occupancy_report *report;
    enum hw_occupancy_axis axis;
    unsigned left;
    uint32_t last; /* value at its right edge */
    FILE *out;
};

/* Tenths of a user unit, so that nothing depends on how the host prints fractions. */
static uint32_t plot_x(const struct panel *panel, uint64_t value)
{
    return (uint32_t)(panel->left * 10 + value * PLOT_WIDTH * 10 / panel->last);
}

static uint32_t plot_y(const struct panel *panel, uint32_t warps)
{
    return (PLOT_TOP + PLOT_HEIGHT) * 10 - warps * PLOT_HEIGHT * 10 / panel->report->result.max_warps;
}

#define TENTHS       "%u.%u"
#define TENTHS_OF(x) (x) / 10, (x) % 10

static void put_text(FILE *out, const char *text, size_t most)
{
    for (size_t i = 0; text[i]; i++) {
        const unsigned char c = (unsigned char)text[i];
        if (i == most) {
            fputs("...", out);
            return;
        }
        if (c == '<')
            fputs("&lt;", out);
        else if (c == '&')
            fputs("&amp;", out);
        else
            fputc(c < 0x20 || c > 0x7e ? '?' : c, out);
    }
}

/* --- a panel --- */

static void draw_grid(const struct panel *panel)
{
    const uint32_t most = panel->report->result.max_warps;

    for (unsigned quarter = 0; quarter <= 4; quarter++) {
        const uint32_t y = plot_y(panel, most * quarter / 4);
        fprintf(panel->out,
                "<path d=\"M%u " TENTHS "h%u\" stroke=\"" GRID "\"/>"
                "<text x=\"%u\" y=\"" TENTHS "\" text-anchor=\"end\">%u</text>"
                "<text x=\"%u\" y=\"" TENTHS "\" class=\"small\">%u %%</text>\n",
                panel->left, TENTHS_OF(y), PLOT_WIDTH, panel->left - 7, TENTHS_OF(y + 45), most * quarter / 4,
                panel->left + PLOT_WIDTH + 9, TENTHS_OF(y + 40), quarter * 25);
    }
}

static void draw_ticks(const struct panel *panel)
{
    static const uint32_t bases[HW_OVERS] = {32, 1, 1024};
    const uint32_t unit = panel->axis == HW_OVER_SHARED ? 1024 : 1;
    const unsigned bottom = PLOT_TOP + PLOT_HEIGHT;
    uint32_t step = bases[panel->axis];

    while (panel->last / step > 8)
        step *= 2;
    for (uint32_t value = 0; value <= panel->last; value += step) {
        const uint32_t x = plot_x(panel, value);
        fprintf(panel->out,
                "<path d=\"M" TENTHS " %uv5\" stroke=\"" GREY "\"/>"
                "<text x=\"" TENTHS "\" y=\"%u\" text-anchor=\"middle\">%u</text>\n",
                TENTHS_OF(x), bottom, TENTHS_OF(x), bottom + 19, value / unit);
    }
}

static void draw_curve(const struct panel *panel)
{
    struct hw_occupancy_row row = {.from = hw_axis_first(panel->axis)};
    const unsigned bottom = PLOT_TOP + PLOT_HEIGHT;

    for (unsigned filled = 0; filled < 2; filled++) {
        fprintf(panel->out, "<path d=\"");
        row.from = hw_axis_first(panel->axis);
        if (filled)
            fprintf(panel->out, "M%u %u", panel->left, bottom);
        for (bool first = !filled; hw_occupancy_row(&panel->report->needs, panel->axis, &row);
             row.from = row.to + 1, first = false) {
            const uint32_t y = plot_y(panel, row.result.warps);
            const uint32_t from = plot_x(panel, row.from ? row.from - 1 : 0), to = plot_x(panel, row.to);
            if (first)
                fprintf(panel->out, "M" TENTHS " " TENTHS, TENTHS_OF(from), TENTHS_OF(y));
            fprintf(panel->out, "V" TENTHS "H" TENTHS, TENTHS_OF(y), TENTHS_OF(to));
        }
        fprintf(panel->out,
                filled ? "V%uz\" fill=\"" LINE "\" fill-opacity=\"0.13\"/>\n"
                       : "\" fill=\"none\" stroke=\"" LINE
                         "\" stroke-width=\"2\" stroke-linejoin=\"round\"/>\n",
                bottom);
    }
}

/* A label that stays readable on the curve. */
static void draw_label(const struct panel *panel, uint32_t x, uint32_t y, bool to_the_left,
                       const char *colour, uint64_t value, uint32_t warps)
{
    fprintf(panel->out,
            "<text x=\"" TENTHS "\" y=\"" TENTHS
            "\" text-anchor=\"%s\" class=\"label halo\" fill=\"%s\">%" PRIu64 ": %u</text>\n",
            TENTHS_OF(to_the_left ? x - 90 : x + 90), TENTHS_OF(y - 90), to_the_left ? "end" : "start",
            colour, value, warps);
}

static void draw_circle(const struct panel *panel, uint32_t x, uint32_t y, const char *fill,
                        const char *stroke)
{
    fprintf(panel->out,
            "<circle cx=\"" TENTHS "\" cy=\"" TENTHS "\" r=\"5.5\" fill=\"%s\" stroke=\"%s\" "
            "stroke-width=\"2\"/>",
            TENTHS_OF(x), TENTHS_OF(y), fill, stroke);
}

/* The label stands at the foot of the line, away from those of the steps. */
static void draw_present(const struct panel *panel, uint64_t value)
{
    const uint32_t warps = panel->report->result.warps;
    const uint32_t x = plot_x(panel, value), y = plot_y(panel, warps), foot = PLOT_TOP + PLOT_HEIGHT;

    fprintf(panel->out,
            "<path d=\"M" TENTHS " " TENTHS "V%u\" stroke=\"" PRESENT "\" stroke-dasharray=\"4 3\"/>",
            TENTHS_OF(x), TENTHS_OF(y), foot);
    draw_circle(panel, x, y, PRESENT, "#ffffff");
    draw_label(panel, x, foot * 10, value * 3 > (uint64_t)panel->last * 2, PRESENT, value, warps);
}

/* On the side that is turned away from the present number, where there is room. */
static void draw_step(const struct panel *panel, uint64_t value, uint32_t warps)
{
    const uint32_t x = plot_x(panel, value), y = plot_y(panel, warps), room = 700;
    const bool left =
        x > panel->left * 10 + room && (value < hw_axis_value(&panel->report->needs, panel->axis) ||
                                        x + room > (panel->left + PLOT_WIDTH) * 10);

    draw_circle(panel, x, y, "#ffffff", BETTER);
    draw_label(panel, x, y, left, BETTER, value, warps);
}

/* Steps that change nothing but this panel's number. */
static void draw_steps(const struct panel *panel)
{
    const struct hw_occupancy_report *report = panel->report;

    for (unsigned i = 0; i < report->step_count; i++) {
        const uint64_t value = hw_axis_value(&report->steps[i].needs, panel->axis);
        const struct hw_block_needs same = hw_occupancy_at(&report->needs, panel->axis, (uint32_t)value);
        if (value != hw_axis_value(&report->needs, panel->axis) &&
            same.threads == report->steps[i].needs.threads &&
            same.registers == report->steps[i].needs.registers &&
            same.shared_bytes == report->steps[i].needs.shared_bytes)
            draw_step(panel, value, report->steps[i].result.warps);
    }
}

static void draw_panel(const struct panel *panel)
{
    static const char *const names[HW_OVERS] = {"threads a block", "registers a thread",
                                                "KiB of shared memory a block"};
    const uint64_t present = hw_axis_value(&panel->report->needs, panel->axis);

    fputs("<g>\n", panel->out);
    draw_grid(panel);
    draw_curve(panel);
    draw_ticks(panel);
    fprintf(panel->out, "<path d=\"M%u %uv%uh%u\" fill=\"none\" stroke=\"" GREY "\"/>\n", panel->left,
            PLOT_TOP, PLOT_HEIGHT, PLOT_WIDTH);
    fprintf(panel->out, "<text x=\"%u\" y=\"%u\" text-anchor=\"middle\" class=\"title\">%s</text>\n",
            panel->left + PLOT_WIDTH / 2, PLOT_TOP + PLOT_HEIGHT + 42, names[panel->axis]);
    draw_steps(panel);
    if (present <= panel->last)
        draw_present(panel, present);
    fputs("</g>\n", panel->out);
}

/* --- the whole --- */

static void draw_heading(const struct hw_occupancy_report *report, FILE *out)
{
    const struct hw_chip_info *chip = report->needs.chip;
    const struct hw_occupancy *occupancy = &report->result;
    const uint32_t points = hw_basis_points(occupancy);
    char limits[HW_SENTENCE_BYTES];

    hw_format_limits(occupancy->limited_by, limits);
    fprintf(out, "<text x=\"24\" y=\"34\" class=\"heading\">");
    if (report->kernel)
        put_text(out, HW_SHOWN(report->kernel->name), NAME_LENGTH);
    else
        fputs("Occupancy", out);
    fprintf(
        out,
        "</text>\n<text x=\"24\" y=\"58\">%s, compute capability %u.%u: %u threads a block, %u registers a "
        "thread, %" PRIu64 " bytes of shared memory a block</text>\n",
        chip->name, chip->capability / 10, chip->capability % 10, report->needs.threads,
        report->needs.registers, report->needs.shared_bytes);
    fprintf(out,
            "<text x=\"24\" y=\"80\"><tspan class=\"label\" fill=\"" PRESENT "\">%u block%s, %u of %u warps, "
            "%u.%02u %%</tspan>; limited by %s</text>\n",
            occupancy->blocks, occupancy->blocks == 1 ? "" : "s", occupancy->warps, occupancy->max_warps,
            points / 100, points % 100, limits);
}

static void draw_legend(const struct hw_occupancy_report *report, FILE *out)
{
    const unsigned y = HEIGHT - 20;

    fprintf(out,
            "<circle cx=\"30\" cy=\"%u\" r=\"5.5\" fill=\"" PRESENT "\"/>"
            "<text x=\"43\" y=\"%u\">now: number and warps</text>\n",
            y, y + 5);
    if (report->step_count)
        fprintf(out,
                "<circle cx=\"208\" cy=\"%u\" r=\"5.5\" fill=\"#ffffff\" stroke=\"" BETTER
                "\" stroke-width=\"2\"/>"
                "<text x=\"221\" y=\"%u\">the nearest change that gives more warps</text>\n",
                y, y + 5);
}

void hw_draw_occupancy(const struct hw_occupancy_report *report, FILE *out)
{
    fprintf(out,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %u %u\" width=\"%u\" height=\"%u\" "
            "style=\"max-width:100%%;height:auto;background:#ffffff\" "
            "font-family=\"Helvetica,Arial,'DejaVu Sans',sans-serif\" font-size=\"13\" fill=\"" INK "\">\n"
            "<style>.small{font-size:11px;fill:" GREY "}.title{font-size:14px}.label{font-weight:bold}"
            ".halo{paint-order:stroke;stroke:#ffffff;stroke-width:3px;stroke-linejoin:round}"
            ".heading{font-size:19px;font-weight:bold}</style>\n"
            "<title>Occupancy on %s</title>\n<rect width=\"%u\" height=\"%u\" fill=\"#ffffff\"/>\n",
            WIDTH, HEIGHT, WIDTH, HEIGHT, report->needs.chip->name, WIDTH, HEIGHT);
    draw_heading(report, out);
    fprintf(out,
            "<text x=\"20\" y=\"%u\" transform=\"rotate(-90 20 %u)\" text-anchor=\"middle\" "
            "class=\"title\">warps on "
            "a multiprocessor</text>\n",
            PLOT_TOP + PLOT_HEIGHT / 2, PLOT_TOP + PLOT_HEIGHT / 2);
    for (unsigned axis = 0; axis < HW_OVERS; axis++) {
        const struct panel panel = {.report = report,
                                    .axis = (enum hw_occupancy_axis)axis,
                                    .left = PLOT_LEFT + axis * PLOT_STEP,
                                    .last = hw_axis_last(&report->needs, (enum hw_occupancy_axis)axis),
                                    .out = out};
        draw_panel(&panel);
    }
    draw_legend(report, out);
    fputs("</svg>\n", out);
}
