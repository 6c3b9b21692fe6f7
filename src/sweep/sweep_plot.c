/* SPDX-License-Identifier: MIT */
/* See sweep_plot.h. */
#include "sweep/sweep_plot.h"

#include "timing/report/markup.h"
#include "timing/report/palette.h"

#include <math.h>
#include <string.h>

#define WIDTH  640.0
#define LEFT   86.0
#define RIGHT  20.0
#define TOP    16.0
#define HEIGHT 300.0 /* of the field */
#define LEGEND 22.0  /* a line of it */
#define TICKS  6.0
#define LETTER 7.0 /* width of one, about */

/* The picture while it is drawn: what x and y become. */
struct plot_drawing {
    FILE *out;
    const struct hw_sweep_plot *plot;
    double most, step; /* of y; step 0: it is logarithmic */
    double least;      /* of y, where it is logarithmic */
    bool logarithmic;  /* x */
    double from, to;   /* x, as logarithms where they are */
};

static double width_of_field(void)
{
    return WIDTH - LEFT - RIGHT;
}

/* 1, 2 or 5 times a power of ten, not below `least`. */
static double round_step(double least)
{
    const double power = pow(10, floor(log10(least)));

    for (unsigned i = 0; i < 3; i++) {
        static const double steps[] = {1, 2, 5};
        if (steps[i] * power >= least)
            return steps[i] * power;
    }
    return 10 * power;
}

static double scaled(const struct plot_drawing *drawing, double x)
{
    return drawing->logarithmic ? log(x) : x;
}

static double x_at(const struct plot_drawing *drawing, unsigned i)
{
    const struct hw_sweep_plot *plot = drawing->plot;

    if (!plot->numeric)
        return LEFT + width_of_field() * (i + 0.5) / plot->x_count;
    if (drawing->to <= drawing->from)
        return LEFT + width_of_field() / 2;
    return LEFT + 12 +
           (width_of_field() - 24) * (scaled(drawing, plot->x[i]) - drawing->from) /
               (drawing->to - drawing->from);
}

static double y_at(const struct plot_drawing *drawing, double y)
{
    if (drawing->step <= 0)
        return TOP + HEIGHT * (1 - log(y / drawing->least) / log(drawing->most / drawing->least));
    return TOP + HEIGHT * (1 - y / drawing->most);
}

static double value(const struct hw_sweep_plot *plot, unsigned series, unsigned i)
{
    return plot->y[(size_t)series * plot->x_count + i];
}

static bool is_power_of_two(double x)
{
    int exponent;

    return frexp(x, &exponent) == 0.5;
}

/* Powers of two, other numbers of one ratio, and what is crowded at its begin. */
static bool wants_logarithm(const struct hw_sweep_plot *plot)
{
    const unsigned last = plot->x_count - 1;
    bool powers = true, ratio = true;

    if (!plot->numeric || plot->x_count < 3 || plot->x[0] <= 0)
        return false;
    for (unsigned i = 0; i <= last; i++) {
        powers = powers && is_power_of_two(plot->x[i]);
        ratio = ratio && (i < 2 || fabs(plot->x[i] * plot->x[0] / (plot->x[i - 1] * plot->x[1]) - 1) < 1e-3);
    }
    return powers || (ratio && plot->x[1] >= 1.5 * plot->x[0]) ||
           (plot->x[last] >= 8 * plot->x[0] &&
            plot->x[1] - plot->x[0] < (plot->x[last] - plot->x[0]) / plot->x_count / 1.5);
}

/* Values that grow with such numbers, over more than a factor of this, have a logarithmic axis, too. */
#define WIDE 30.0

static void scale(struct plot_drawing *drawing)
{
    const struct hw_sweep_plot *plot = drawing->plot;
    double most = 0, least = INFINITY;

    for (unsigned s = 0; s < plot->series_count; s++)
        for (unsigned i = 0; i < plot->x_count; i++) {
            most = fmax(most, value(plot, s, i));
            least = value(plot, s, i) >= 0 ? fmin(least, value(plot, s, i)) : least;
        }
    drawing->step = round_step((most > 0 ? most : 1) / TICKS);
    drawing->most = drawing->step * ceil((most > 0 ? most : 1) / drawing->step);
    drawing->logarithmic = wants_logarithm(plot);
    if (drawing->logarithmic && least > 0 && most > WIDE * least) {
        drawing->step = 0;
        drawing->least = pow(10, floor(log10(least)));
        drawing->most = pow(10, ceil(log10(most)));
    }
    if (plot->numeric) {
        drawing->from = scaled(drawing, plot->x[0]);
        drawing->to = scaled(drawing, plot->x[plot->x_count - 1]);
    }
}

/* --- axes --- */

static void put_number(FILE *out, double number)
{
    if (number >= 10000 && number < 1e15 && number == floor(number))
        hw_markup_count(out, (unsigned long long)number);
    else
        hw_markup_number(out, number);
}

/* A line across the field, with its number. */
static void draw_level(const struct plot_drawing *drawing, double y, bool lowest)
{
    FILE *out = drawing->out;

    fprintf(out, "<line x1=\"%.0f\" x2=\"%.0f\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"var(--%s)\"/>\n", LEFT,
            WIDTH - RIGHT, y_at(drawing, y), y_at(drawing, y), lowest ? "soft" : "line");
    fprintf(out, "<text x=\"%.0f\" y=\"%.1f\" text-anchor=\"end\">", LEFT - 8, y_at(drawing, y) + 4);
    put_number(out, y);
    fputs("</text>\n", out);
}

static void draw_y(const struct plot_drawing *drawing)
{
    FILE *out = drawing->out;

    if (drawing->step > 0)
        for (double y = 0; y <= drawing->most * 1.0001; y += drawing->step)
            draw_level(drawing, y, y <= 0);
    else
        for (double y = drawing->least; y <= drawing->most * 1.0001; y *= 10)
            draw_level(drawing, y, y <= drawing->least);
    fprintf(out,
            "<text transform=\"translate(14,%.0f) rotate(-90)\" text-anchor=\"middle\" fill=\"var(--ink)\">",
            TOP + HEIGHT / 2);
    hw_markup_text(out, drawing->plot->y_name);
    fputs(drawing->step > 0 ? "" : ", logarithmic", out);
    fputs("</text>\n", out);
}

/* Labels, as far as they do not touch each other. */
static void draw_x(const struct plot_drawing *drawing)
{
    const struct hw_sweep_plot *plot = drawing->plot;
    FILE *out = drawing->out;
    double free_from = 0;

    for (unsigned i = 0; i < plot->x_count; i++) {
        const double half = LETTER * (double)strlen(plot->x_label[i]) / 2, x = x_at(drawing, i);
        if (x - half < free_from && i > 0)
            continue;
        free_from = x + half + LETTER;
        fprintf(out, "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%.0f\" y2=\"%.0f\" stroke=\"var(--soft)\"/>", x, x,
                TOP + HEIGHT, TOP + HEIGHT + 4);
        fprintf(out, "<text x=\"%.1f\" y=\"%.0f\" text-anchor=\"middle\">", x, TOP + HEIGHT + 18);
        hw_markup_text(out, plot->x_label[i]);
        fputs("</text>\n", out);
    }
    fprintf(out, "<text x=\"%.0f\" y=\"%.0f\" text-anchor=\"middle\" fill=\"var(--ink)\">",
            LEFT + width_of_field() / 2, TOP + HEIGHT + 38);
    hw_markup_text(out, plot->x_name);
    fputs(drawing->logarithmic ? ", logarithmic</text>\n" : "</text>\n", out);
}

/* --- series --- */

/* What a reader sees at a point. */
static void put_note(const struct plot_drawing *drawing, unsigned series, unsigned i)
{
    const struct hw_sweep_plot *plot = drawing->plot;

    fputs("<title>", drawing->out);
    if (plot->series[series][0]) {
        hw_markup_text(drawing->out, plot->series[series]);
        fputs(", ", drawing->out);
    }
    hw_markup_text(drawing->out, plot->x_name);
    fputs(" ", drawing->out);
    hw_markup_text(drawing->out, plot->x_label[i]);
    fputs(": ", drawing->out);
    put_number(drawing->out, value(plot, series, i));
    fputs("</title>", drawing->out);
}

static void draw_line(const struct plot_drawing *drawing, unsigned series)
{
    const struct hw_sweep_plot *plot = drawing->plot;
    FILE *out = drawing->out;
    bool on = false; /* a point without a value breaks the line */

    fprintf(out, "<path fill=\"none\" stroke=\"%s\" stroke-width=\"2\" d=\"", hw_paint_series(series));
    for (unsigned i = 0; i < plot->x_count; i++) {
        const double y = value(plot, series, i);
        if (y >= 0)
            fprintf(out, "%c%.1f %.1f", on ? 'L' : 'M', x_at(drawing, i), y_at(drawing, y));
        on = y >= 0;
    }
    fputs("\"/>\n", out);
    for (unsigned i = 0; i < plot->x_count; i++) {
        if (value(plot, series, i) < 0)
            continue;
        fprintf(out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%s\" fill=\"%s\">", x_at(drawing, i),
                y_at(drawing, value(plot, series, i)), plot->x_count > 60 ? "2" : "3.5",
                hw_paint_series(series));
        put_note(drawing, series, i);
        fputs("</circle>\n", out);
    }
}

static void draw_bars(const struct plot_drawing *drawing, unsigned series)
{
    const struct hw_sweep_plot *plot = drawing->plot;
    const double room = width_of_field() / plot->x_count * 0.8, bar = fmin(60, room / plot->series_count);

    for (unsigned i = 0; i < plot->x_count; i++) {
        const double y = value(plot, series, i);
        if (y < 0)
            continue;
        fprintf(drawing->out, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\">",
                x_at(drawing, i) + bar * (series - plot->series_count / 2.0), y_at(drawing, y),
                bar > 3 ? bar - 1 : bar, TOP + HEIGHT - y_at(drawing, y), hw_paint_series(series));
        put_note(drawing, series, i);
        fputs("</rect>\n", drawing->out);
    }
}

/* Names in a line: two, where the longest has room. */
static unsigned names_in_line(const struct hw_sweep_plot *plot)
{
    double most = 0;

    for (unsigned s = 0; s < plot->series_count; s++)
        most = fmax(most, 20 + LETTER * (double)strlen(plot->series[s]));
    return most < width_of_field() / 2 ? 2 : 1;
}

static void draw_legend(const struct plot_drawing *drawing)
{
    const struct hw_sweep_plot *plot = drawing->plot;
    const unsigned in_line = names_in_line(plot);

    for (unsigned s = 0; s < plot->series_count; s++) {
        const double x = LEFT + width_of_field() / in_line * (s % in_line);
        const double y = TOP + HEIGHT + 62 + LEGEND * (s / in_line);
        if (!plot->series[s][0])
            continue;
        fprintf(drawing->out,
                "<rect x=\"%.0f\" y=\"%.0f\" width=\"14\" height=\"10\" rx=\"2\" fill=\"%s\"/>"
                "<text x=\"%.0f\" y=\"%.0f\" fill=\"var(--ink)\">",
                x, y - 9, hw_paint_series(s), x + 20, y);
        hw_markup_text(drawing->out, plot->series[s]);
        fputs("</text>\n", drawing->out);
    }
}

void hw_sweep_plot_svg(FILE *out, const struct hw_sweep_plot *plot)
{
    struct plot_drawing drawing = {.out = out, .plot = plot};
    const bool legend = plot->series_count > 1;
    const unsigned in_line = names_in_line(plot), lines = (plot->series_count + in_line - 1) / in_line;
    const double height = TOP + HEIGHT + 50 + (legend ? LEGEND * lines + 4 : 0);

    scale(&drawing);
    fprintf(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" role=\"img\" font-size=\"12.5\" "
        "style=\"fill:var(--soft)\">\n<title>",
        WIDTH, height);
    hw_markup_text(out, plot->y_name);
    fputs(" over ", out);
    hw_markup_text(out, plot->x_name);
    fputs("</title>\n", out);
    draw_y(&drawing);
    draw_x(&drawing);
    for (unsigned s = 0; s < plot->series_count; s++)
        (plot->numeric ? draw_line : draw_bars)(&drawing, s);
    if (legend)
        draw_legend(&drawing);
    fputs("</svg>\n", out);
}
