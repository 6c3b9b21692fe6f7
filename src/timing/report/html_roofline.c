/* SPDX-License-Identifier: MIT */
/* This file draws the roofline of the HTML report: work a second over work a byte, both as logarithms. */
#include "timing/report/markup.h"
#include "timing/report/html_parts.h"

#include <math.h>

#define WIDTH  540.0
#define HEIGHT 380.0
#define LEFT   62.0
#define RIGHT  18.0
#define TOP    14.0
#define BOTTOM 44.0

struct roof_plot {
    double left, right, low, high; /* logarithms to the base 10 */
};

static double x_of(const struct roof_plot *plot, double value)
{
    return LEFT + (log10(value) - plot->left) / (plot->right - plot->left) * (WIDTH - LEFT - RIGHT);
}

static double y_of(const struct roof_plot *plot, double value)
{
    return HEIGHT - BOTTOM - (log10(value) - plot->low) / (plot->high - plot->low) * (HEIGHT - TOP - BOTTOM);
}

static void put_label(FILE *out, double x, double y, const char *style, const char *text)
{
    fprintf(out, "<text x=\"%.1f\" y=\"%.1f\" %s>", x, y, style);
    hw_markup_text(out, text);
    fputs("</text>\n", out);
}

/* A line and a number for each power of ten. */
static void put_grid(FILE *out, const struct roof_plot *plot)
{
    char text[32];

    fputs("<g fill=\"var(--soft)\" font-size=\"11.5\">\n", out);
    for (double p = plot->left; p <= plot->right; p++) {
        const double x = x_of(plot, pow(10, p));
        fprintf(out, "<path d=\"M%.1f %.1fV%.1f\" stroke=\"var(--line)\"/>\n", x, TOP, HEIGHT - BOTTOM);
        snprintf(text, sizeof text, "%g", pow(10, p));
        put_label(out, x, HEIGHT - BOTTOM + 16, "text-anchor=\"middle\"", text);
    }
    for (double p = plot->low; p <= plot->high; p++) {
        const double y = y_of(plot, pow(10, p));
        fprintf(out, "<path d=\"M%.1f %.1fH%.1f\" stroke=\"var(--line)\"/>\n", LEFT, y, WIDTH - RIGHT);
        hw_scaled_text(pow(10, p), "", text, sizeof text);
        char *point = text; /* "1.00 G" is "1 G" */
        while (*point && *point != '.')
            point++;
        if (*point)
            snprintf(point, 4, "%s", *(point + 2) == ' ' ? point + 2 : point + 3);
        put_label(out, LEFT - 7, y + 4, "text-anchor=\"end\"", text);
    }
    fputs("</g>\n", out);
}

static struct roof_plot plot_of(const struct hw_roofline *roof, double intensity)
{
    struct roof_plot plot;
    const double low_x = intensity < roof->ridge ? intensity : roof->ridge;
    const double high_x = intensity > roof->ridge ? intensity : roof->ridge;
    double low_y;

    plot.left = floor(log10(low_x / 2 < roof->ridge / 20 ? low_x / 2 : roof->ridge / 20));
    plot.right = ceil(log10(high_x * 3));
    low_y = roof->bandwidth * pow(10, plot.left);
    if (roof->rate > 0 && roof->rate / 2 < low_y)
        low_y = roof->rate / 2;
    plot.low = floor(log10(low_y));
    plot.high = ceil(log10(roof->peak * 1.3));
    return plot;
}

/* A text along the slope, in the middle between `from` and the ridge. */
static void put_along(FILE *out, const struct roof_plot *plot, double from, const struct hw_roofline *roof,
                      const char *text)
{
    const double middle = sqrt(from * roof->ridge);
    const double x = x_of(plot, middle), y = y_of(plot, middle * roof->bandwidth);
    const double run = x_of(plot, roof->ridge) - x, rise = y_of(plot, roof->peak) - y;

    fprintf(out, "<g transform=\"translate(%.1f %.1f) rotate(%.1f)\">", x, y,
            atan2(rise, run) * 180 / 3.14159265);
    put_label(out, 0, -8, "text-anchor=\"middle\" font-weight=\"600\"", text);
    fputs("</g>\n", out);
}

static void put_roof(FILE *out, const struct roof_plot *plot, const struct hw_roofline *roof)
{
    const double from = pow(10, plot->left), start = roof->bandwidth * from;
    const double low = pow(10, plot->low);
    const double x = start < low ? low / roof->bandwidth : from, y = start < low ? low : start;
    char text[48], number[32];

    fprintf(
        out,
        "<path d=\"M%.1f %.1fL%.1f %.1fH%.1f\" fill=\"none\" stroke=\"var(--ink)\" stroke-width=\"2.5\"/>\n",
        x_of(plot, x), y_of(plot, y), x_of(plot, roof->ridge), y_of(plot, roof->peak), WIDTH - RIGHT);
    hw_scaled_text(roof->peak, roof->unit, text, sizeof text);
    put_label(out, WIDTH - RIGHT - 2, y_of(plot, roof->peak) - 7, "text-anchor=\"end\" font-weight=\"600\"",
              text);
    hw_scaled_text(roof->bandwidth, "B/s", number, sizeof number);
    snprintf(text, sizeof text, "DRAM %s", number);
    put_along(out, plot, x, roof, text);
}

static void put_point(FILE *out, const struct roof_plot *plot, const struct hw_roofline *roof,
                      double intensity)
{
    const double x = x_of(plot, intensity), y = y_of(plot, roof->rate);
    const bool right = x > (LEFT + WIDTH) / 2;
    char text[64];

    fprintf(out,
            "<path d=\"M%.1f %.1fV%.1f\" stroke=\"var(--alert)\" stroke-width=\"1.5\" stroke-dasharray=\"4 "
            "3\"/>\n"
            "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"6.5\" fill=\"var(--alert)\" stroke=\"var(--card)\" "
            "stroke-width=\"1.5\"/>\n",
            x, y, y_of(plot, roof->attainable), x, y);
    hw_scaled_text(roof->rate, roof->unit, text, sizeof text);
    put_label(out, x + (right ? -12 : 12), y + 5,
              right ? "text-anchor=\"end\" fill=\"var(--alert)\" font-weight=\"600\""
                    : "fill=\"var(--alert)\" font-weight=\"600\"",
              text);
    snprintf(text, sizeof text, "%.1f %% of the attainable", 100 * roof->share);
    put_label(out, x + (right ? -12 : 12), y + 21,
              right ? "text-anchor=\"end\" fill=\"var(--alert)\"" : "fill=\"var(--alert)\"", text);
}

static void put_formula(FILE *out, const struct hw_roofline *roof)
{
    char peak[32], bandwidth[32], attainable[32];

    hw_scaled_text(roof->peak, roof->unit, peak, sizeof peak);
    hw_scaled_text(roof->bandwidth, "B/s", bandwidth, sizeof bandwidth);
    hw_scaled_text(roof->attainable, roof->unit, attainable, sizeof attainable);
    fprintf(out,
            "<p class=\"small\" style=\"margin:8px 0 0\">attainable = min(peak, intensity &#215; bandwidth)");
    if (roof->intensity >= 0)
        fprintf(out, " = min(%s, %.3f &#215; %s) = <b>%s</b>", peak, roof->intensity, bandwidth, attainable);
    else
        fprintf(out, " = <b>%s</b>: no byte moved to or from DRAM", attainable);
    fputs("</p>\n", out);
}

void hw_html_roofline(FILE *out, const struct hw_run_metrics *figures)
{
    const struct hw_roofline *roof = figures->roof;

    fprintf(
        out,
        "<section><h2>Roofline</h2>\n<p class=\"soft small\">%s: what the kernel does a second, below the "
        "roof of its chip.</p>\n",
        roof == &figures->instructions ? "Instructions of warps"
        : roof == &figures->twice      ? "Flop in double precision"
                                       : "Flop in single precision");
    if (roof->peak <= 0 || roof->bandwidth <= 0 || roof->rate <= 0) {
        fputs("<p>The chip's peaks are not known.</p></section>\n", out);
        return;
    }
    const double intensity = roof->intensity > 0 ? roof->intensity : roof->ridge * 100;
    const struct roof_plot plot = plot_of(roof, intensity);
    fprintf(out, "<svg viewBox=\"0 0 %.0f %.0f\" role=\"img\" aria-label=\"roofline\" font-size=\"12.5\">\n",
            WIDTH, HEIGHT);
    put_grid(out, &plot);
    put_roof(out, &plot, roof);
    put_point(out, &plot, roof, intensity);
    put_label(out, (LEFT + WIDTH - RIGHT) / 2, HEIGHT - 8, "text-anchor=\"middle\" fill=\"var(--soft)\"",
              roof == &figures->instructions ? "warp instructions for a byte of DRAM"
                                             : "flop for a byte of DRAM");
    put_label(out, 0, 0,
              "text-anchor=\"middle\" fill=\"var(--soft)\" transform=\"translate(12 168) rotate(-90)\"",
              roof->unit);
    fputs("</svg>\n", out);
    put_formula(out, roof);
    fputs("</section>\n", out);
}
