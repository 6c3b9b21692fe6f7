/* SPDX-License-Identifier: MIT */
/* This file prints the diagrams of a run as text: a row a warp, or a row a thread.
 *
 * A cycle has three characters, and more where labels or numbers of cycles need it.  What one warp dispatches
 * at the same time goes to further lines below its first. */
#include "timing/course/columns.h"

#include <stdlib.h>
#include <string.h>

#define LINES  8    /* of a row: four schedulers with two dispatch units each */
#define GAP    4    /* "... " */
#define INSIDE '\1' /* a blank within a text: nothing else may stand there */
/* A text that is larger than this is of no use to anyone. */
#define BYTES_MAX ((size_t)64 << 20)

struct drawing {
    const struct hw_course_run *run;
    struct hw_columns columns;
    unsigned cell, margin; /* characters of a cycle, and in front of the first */
    unsigned *at;          /* where each column begins, and the end behind the last */
    char *line[LINES];     /* the row that is drawn: blanks, then text */
    unsigned lines;
    size_t width;
    FILE *out;
};

static unsigned digits(uint32_t number)
{
    return (unsigned)snprintf(NULL, 0, "%u", number);
}

/* The box of an event has to hold its label; in a row of threads the label stands alone. */
static unsigned cell_width(const struct hw_course_run *run, bool threads)
{
    unsigned cell = digits(run->cycles ? run->cycles - 1 : 0) + 1;
    if (cell < 3)
        cell = 3;
    for (unsigned i = 0; i < run->event_count; i++) {
        unsigned length = (unsigned)strlen(hw_course_insn_label(run->fragment, run->events[i].insn));
        unsigned cycles = threads ? 1 : run->events[i].cycles, need = length + (cycles == 1 ? 1 : 3);
        if (cell * cycles < need)
            cell = (need + cycles - 1) / cycles;
    }
    return cell;
}

static void end_drawing(struct drawing *drawing)
{
    hw_columns_free(&drawing->columns);
    free(drawing->at);
    for (unsigned i = 0; i < LINES; i++)
        free(drawing->line[i]);
}

static hw_status begin_drawing(struct drawing *drawing, const struct hw_course_run *run, bool threads,
                               bool short_form, FILE *out, struct hw_error *error)
{
    *drawing = (struct drawing){.run = run, .cell = cell_width(run, threads), .margin = 6, .out = out};
    hw_status status = hw_columns_make(run, short_form, &drawing->columns, error);
    if (status)
        return status;
    if (threads && run->warps * 32 > 1000)
        drawing->margin = 7;
    bool have = (drawing->at = malloc((drawing->columns.count + 1) * sizeof *drawing->at)) != NULL;
    unsigned at = drawing->margin;
    for (unsigned i = 0; have && i < drawing->columns.count; i++) {
        at += drawing->columns.column[i].gap ? GAP : 0;
        drawing->at[i] = at;
        at += drawing->cell;
    }
    drawing->width = at + HW_COURSE_LABEL + 16;
    for (unsigned i = 0; have && i < LINES; i++)
        have = (drawing->line[i] = malloc(drawing->width + 1)) != NULL;
    if (!have)
        status = hw_fail(error, HW_ERR_NO_MEMORY, "course", "out of memory");
    else if (drawing->width * run->warps * (threads ? 32 : 1) > BYTES_MAX)
        status = hw_fail(error, HW_ERR_LIMIT, "course", "the diagram would be larger than %zu MiB",
                         BYTES_MAX >> 20);
    else
        drawing->at[drawing->columns.count] = at;
    if (status)
        end_drawing(drawing);
    return status;
}

static void begin_row(struct drawing *drawing, const char *name)
{
    drawing->lines = 1;
    memset(drawing->line[0], ' ', drawing->width);
    memcpy(drawing->line[0], name, strlen(name));
}

/* Put a text into the first line of the row that is free there. */
static void put_text(struct drawing *drawing, size_t at, const char *text)
{
    size_t length = strlen(text), line = 0;
    for (; line < LINES; line++) {
        if (line == drawing->lines) {
            memset(drawing->line[line], ' ', drawing->width);
            drawing->lines++;
        }
        if (strspn(drawing->line[line] + at, " ") >= length)
            break;
    }
    for (size_t i = 0; line < LINES && i < length; i++)
        drawing->line[line][at + i] = text[i] == ' ' ? INSIDE : text[i];
}

static void end_row(struct drawing *drawing)
{
    for (unsigned i = 0; i < drawing->lines; i++) {
        size_t length = drawing->width;
        while (length && drawing->line[i][length - 1] == ' ')
            length--;
        for (size_t c = 0; c < length; c++)
            fputc(drawing->line[i][c] == INSIDE ? ' ' : drawing->line[i][c], drawing->out);
        fputc('\n', drawing->out);
    }
}

static void draw_axis(struct drawing *drawing)
{
    begin_row(drawing, "Cyc:");
    for (unsigned i = 0; i < drawing->columns.count; i++) {
        char number[16];
        if (drawing->columns.column[i].gap)
            put_text(drawing, drawing->at[i] - GAP, "...");
        snprintf(number, sizeof number, "%u", drawing->columns.column[i].cycle);
        put_text(drawing, drawing->at[i], number);
    }
    end_row(drawing);
}

/* --- warps --- */

/* "[-- I1 --]", "[I1 ]" or "I1": the label in a box of `width` characters. */
static void make_box(const char *label, size_t width, char *box)
{
    size_t length = strlen(label);
    if (width < length + 2) {
        memcpy(box, label, length + 1);
        return;
    }
    bool dashes = width >= length + 8;
    memset(box, dashes ? '-' : ' ', width);
    box[0] = '[';
    if (dashes) {
        box[3] = box[4 + length] = ' ';
        memcpy(box + 4, label, length);
    } else {
        memcpy(box + 1, label, length);
    }
    box[width - 1] = ']';
    box[width] = '\0';
}

static bool is_last_of_warp(const struct hw_course_run *run, unsigned index)
{
    uint32_t start = run->events[index].start;
    for (unsigned i = 0; i < run->event_count; i++)
        if (i != index && run->events[i].warp == run->events[index].warp && run->events[i].start >= start)
            return false;
    return true;
}

static void draw_event(struct drawing *drawing, unsigned index, bool short_form)
{
    const struct hw_course_event *event = &drawing->run->events[index];
    const char *label = hw_course_insn_label(drawing->run->fragment, event->insn);
    char box[32 * 16 + 1];
    size_t width = (size_t)event->cycles * drawing->cell - (event->cycles > 2 ? 2 : 1);
    size_t short_width = strlen(label) + 11; /* the notes' "[-- I2 -----]" */
    if (short_form && event->cycles > 5 && width > short_width && is_last_of_warp(drawing->run, index))
        width = short_width;
    make_box(label, width, box);
    put_text(drawing, drawing->at[hw_column_of(&drawing->columns, event->start)], box);
}

hw_status hw_course_print_warps(const struct hw_course_run *run, bool short_form, FILE *out,
                                struct hw_error *error)
{
    struct drawing drawing;
    hw_status status = begin_drawing(&drawing, run, false, short_form, out, error);
    if (status)
        return status;
    draw_axis(&drawing);
    for (unsigned warp = 0; warp < run->warps; warp++) {
        char name[16];
        snprintf(name, sizeof name, "W%02u:", warp);
        begin_row(&drawing, name);
        for (unsigned i = 0; i < run->event_count; i++)
            if (run->events[i].warp == warp)
                draw_event(&drawing, i, short_form);
        end_row(&drawing);
    }
    if (run->warps >= 4)
        draw_axis(&drawing);
    end_drawing(&drawing);
    return HW_OK;
}

/* --- threads --- */

static void draw_thread(struct drawing *drawing, unsigned warp, unsigned lane)
{
    const struct hw_course_run *run = drawing->run;
    char name[16];
    snprintf(name, sizeof name, "T%02u:", warp * 32 + lane);
    begin_row(drawing, name);
    for (unsigned i = 0; i < hw_course_insn_count(run->fragment); i++) {
        const struct hw_course_event *event = hw_course_event(run, warp, i);
        if (event && event->lanes >> lane & 1)
            put_text(drawing,
                     drawing->at[hw_column_of(&drawing->columns, hw_course_lane_cycle(run, event, lane))],
                     hw_course_insn_label(run->fragment, i));
    }
    end_row(drawing);
}

hw_status hw_course_print_threads(const struct hw_course_run *run, bool short_form, FILE *out,
                                  struct hw_error *error)
{
    struct drawing drawing;
    hw_status status = begin_drawing(&drawing, run, true, short_form, out, error);
    if (status)
        return status;
    draw_axis(&drawing);
    for (unsigned thread = 0; thread < run->warps * 32; thread++)
        draw_thread(&drawing, thread / 32, thread % 32);
    end_drawing(&drawing);
    return HW_OK;
}
