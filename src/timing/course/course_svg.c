/* SPDX-License-Identifier: MIT */
/* This file draws a run as a picture: a strip of boxes for each warp, coloured by the unit, over an axis of
 * cycles. */
#include "timing/course/columns.h"

#include <stdlib.h>
#include <string.h>

#define CELL   26 /* pixels of a cycle */
#define GAP    30
#define ROW    34
#define BOX    24
#define LEFT   64
#define TOP    72
#define LINES  8
#define MASKED " fill-opacity=\"0.6\""

static const char *const colours[HW_COURSE_UNITS] = {"#3b6fb6", "#c8702a", "#7a4fa3", "#3d8a55"};

struct picture {
    const struct hw_course_run *run;
    struct hw_columns columns;
    unsigned *at; /* where each column begins */
    unsigned end, height;
    FILE *out;
};

static void print_escaped(const char *text, FILE *out)
{
    for (; *text; text++)
        switch (*text) {
        case '&': fputs("&amp;", out); break;
        case '<': fputs("&lt;", out); break;
        case '>': fputs("&gt;", out); break;
        case '"': fputs("&quot;", out); break;
        default:
            if ((unsigned char)*text >= ' ')
                fputc(*text, out);
        }
}

/* How many lines a warp needs, and which of them each of its events is in. */
static unsigned assign_event_lines(const struct hw_course_run *run, unsigned warp, uint8_t *line)
{
    uint32_t until[LINES] = {0};
    unsigned lines = 1;
    for (unsigned i = 0; i < run->event_count; i++) {
        const struct hw_course_event *event = &run->events[i];
        if (event->warp != warp)
            continue;
        uint8_t free_line = 0;
        while (free_line + 1 < LINES && until[free_line] > event->start)
            free_line++;
        line[i] = free_line;
        until[free_line] = event->start + event->cycles;
        if (free_line + 1u > lines)
            lines = free_line + 1u;
    }
    return lines;
}

/* A box with its meaning; returns where the next one goes. */
static unsigned draw_key(const struct picture *picture, unsigned x, const char *colour, const char *style,
                         const char *name)
{
    fprintf(picture->out,
            "<rect x=\"%u\" y=\"38\" width=\"12\" height=\"12\" rx=\"2\" fill=\"%s\"%s/>"
            "<text x=\"%u\" y=\"48\" fill=\"#444444\">%s</text>\n",
            x, colour, style, x + 18, name);
    return x + 18 + 7 * (unsigned)strlen(name) + 12;
}

static void draw_head(const struct picture *picture, const char *title)
{
    unsigned width = picture->end + 24 > 620 ? picture->end + 24 : 620, x = LEFT;
    fprintf(picture->out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%u\" height=\"%u\" viewBox=\"0 0 %u %u\" "
            "font-family=\"Helvetica, Arial, sans-serif\" font-size=\"12\">\n"
            "<rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>\n"
            "<text x=\"16\" y=\"26\" font-size=\"16\" font-weight=\"bold\" fill=\"#222222\">",
            width, picture->height, width, picture->height);
    print_escaped(title, picture->out);
    fputs("</text>\n", picture->out);
    bool masked = false, used[HW_COURSE_UNITS] = {false};
    for (unsigned i = 0; i < picture->run->event_count; i++) {
        used[picture->run->events[i].unit] = true;
        masked |= picture->run->events[i].lanes != UINT32_MAX;
    }
    for (unsigned unit = 0; unit < HW_COURSE_UNITS; unit++)
        if (used[unit])
            x = draw_key(picture, x, colours[unit], "", hw_course_unit_name((enum hw_course_unit)unit));
    if (masked)
        draw_key(picture, x, colours[HW_COURSE_CORE], MASKED, "light: some lanes are masked");
}

/* The numbers of the cycles, thin lines below them, and what is idle in grey. */
static void draw_axis(const struct picture *picture)
{
    uint32_t begin, end, from = 0;
    const struct hw_columns *columns = &picture->columns;
    unsigned bottom = picture->height - 16;
    fputs("<g fill=\"#f1f1ee\">\n", picture->out);
    for (; hw_course_idle(picture->run, from, &begin, &end); from = end) {
        unsigned x = picture->at[hw_column_of(columns, end)];
        unsigned first = hw_column_of(columns, begin);
        if (columns->column[first].cycle < begin)
            first++;
        unsigned left = picture->at[first] - (columns->column[first].gap ? GAP : 0);
        fprintf(picture->out, "<rect x=\"%u\" y=\"%u\" width=\"%u\" height=\"%u\"/>\n", left, TOP, x - left,
                bottom - TOP);
    }
    fputs("</g>\n<g fill=\"#555555\" font-size=\"11\" text-anchor=\"middle\">\n", picture->out);
    for (unsigned i = 0; i < columns->count; i++) {
        if (columns->column[i].gap)
            fprintf(picture->out, "<text x=\"%u\" y=\"%u\">&#8230;</text>\n", picture->at[i] - GAP / 2,
                    TOP - 7);
        fprintf(picture->out, "<text x=\"%u\" y=\"%u\">%u</text>\n", picture->at[i] + CELL / 2, TOP - 7,
                columns->column[i].cycle);
    }
    fputs("</g>\n<path stroke=\"#dddddd\" d=\"", picture->out);
    for (unsigned i = 0; i < columns->count; i++)
        fprintf(picture->out, "M%u %uV%u", picture->at[i], TOP, bottom);
    fprintf(picture->out, "M%u %uV%u\"/>\n", picture->end, TOP, bottom);
}

static void draw_event(const struct picture *picture, const struct hw_course_event *event, unsigned y)
{
    const char *label = hw_course_insn_label(picture->run->fragment, event->insn);
    unsigned x = picture->at[hw_column_of(&picture->columns, event->start)] + 1;
    unsigned width = event->cycles * CELL - 2, size = 12;
    while (size > 7 && strlen(label) * size * 2 / 3 > width)
        size--;
    fprintf(picture->out, "<g><title>W%02u %s: ", event->warp, label);
    print_escaped(hw_course_insn_text(picture->run->fragment, event->insn), picture->out);
    fprintf(picture->out, " (cycles %u to %u, scheduler %u, lanes 0x%08x)</title>", event->start,
            event->start + event->cycles - 1, event->scheduler, event->lanes);
    fprintf(picture->out, "<rect x=\"%u\" y=\"%u\" width=\"%u\" height=\"%u\" rx=\"4\" fill=\"%s\"%s/>", x, y,
            width, BOX, colours[event->unit], event->lanes == UINT32_MAX ? "" : MASKED);
    fprintf(
        picture->out,
        "<text x=\"%u\" y=\"%u\" fill=\"#ffffff\" font-size=\"%u\" text-anchor=\"middle\">%s</text></g>\n",
        x + width / 2, y + 16, size, label);
}

static void draw_warps(const struct picture *picture, const uint8_t *line, const unsigned *top)
{
    for (unsigned warp = 0; warp < picture->run->warps; warp++)
        fprintf(picture->out, "<text x=\"16\" y=\"%u\" font-weight=\"bold\" fill=\"#333333\">W%02u</text>\n",
                top[warp] + 21, warp);
    for (unsigned i = 0; i < picture->run->event_count; i++)
        draw_event(picture, &picture->run->events[i],
                   top[picture->run->events[i].warp] + 5 + line[i] * (unsigned)ROW);
}

hw_status hw_course_print_svg(const struct hw_course_run *run, bool short_form, const char *title, FILE *out,
                              struct hw_error *error)
{
    struct picture picture = {.run = run, .out = out, .height = TOP};
    unsigned top[HW_COURSE_WARPS];
    hw_status status = hw_columns_make(run, short_form, &picture.columns, error);
    if (status)
        return status;
    uint8_t *line = calloc(run->event_count + 1, 1);
    picture.at = malloc((picture.columns.count + 1) * sizeof *picture.at);
    if (line && picture.at) {
        picture.end = LEFT;
        for (unsigned i = 0; i < picture.columns.count; i++, picture.end += CELL)
            picture.at[i] = picture.end += picture.columns.column[i].gap ? GAP : 0;
        for (unsigned warp = 0; warp < run->warps; warp++) {
            top[warp] = picture.height;
            picture.height += ROW * assign_event_lines(run, warp, line);
        }
        picture.height += 16;
        draw_head(&picture, title);
        draw_axis(&picture);
        draw_warps(&picture, line, top);
        fputs("</svg>\n", out);
    } else {
        status = hw_fail(error, HW_ERR_NO_MEMORY, "course", "out of memory");
    }
    free(line);
    free(picture.at);
    hw_columns_free(&picture.columns);
    return status;
}
