/* SPDX-License-Identifier: MIT */
/* See timeline_views.h.  All cells of a colour are one path, so that a picture stays small. */
#include "timing/report/timeline_views.h"

#include "timing/report/markup.h"
#include "timing/report/palette.h"

#include <inttypes.h>
#include <math.h>

#define LEFT   64.0 /* of the rows: where the labels stand */
#define TOP    34.0
#define WIDTH  1080.0 /* of the whole */
#define RIGHT  12.0
#define LEGEND 20.0 /* height of a line of the legend */

struct picture_layout {
    double row, column; /* size of a cell */
    double bottom;      /* of the rows */
};

static struct picture_layout layout_of(const struct hw_timeline_grid *grid)
{
    struct picture_layout layout = {.row = grid->rows <= 16 ? 14 : grid->rows <= 32 ? 11 : 8};

    layout.column = (WIDTH - LEFT - RIGHT) / (double)(grid->columns ? grid->columns : 1);
    layout.bottom = TOP + layout.row * grid->rows;
    return layout;
}

static void put_cells(FILE *out, const struct hw_timeline_grid *grid, const struct picture_layout *layout,
                      unsigned cell, bool page)
{
    bool begun = false;

    for (uint32_t r = 0; r < grid->rows; r++)
        for (uint32_t c = 0; c < grid->columns; c++) {
            uint32_t run = 0;
            while (c + run < grid->columns && grid->cell[(size_t)r * grid->columns + c + run] == cell)
                run++;
            if (!run)
                continue;
            if (!begun)
                fprintf(out, "<path fill=\"%s\" d=\"", hw_cell_colour(cell, page));
            begun = true;
            const double height = hw_cell_is_unit(cell) ? layout->row - 1 : layout->row - 3;
            fprintf(out, "M%.2f %.1fh%.2fv%.1fh-%.2fz", LEFT + c * layout->column,
                    TOP + r * layout->row + (layout->row - 1 - height) / 2, run * layout->column, height,
                    run * layout->column);
            c += run - 1;
        }
    if (begun)
        fputs("\"/>\n", out);
}

/* Round distances between marks, about ten of them. */
static uint64_t mark_distance(uint64_t clocks)
{
    uint64_t distance = 1;

    while (clocks / distance > 12) {
        const uint64_t head = distance;
        uint64_t power = 1;
        while (power * 10 <= head)
            power *= 10;
        distance = head / power == 2 ? power * 5 : head * 2;
    }
    return distance;
}

static void put_axis(FILE *out, const struct hw_timeline_grid *grid, const struct picture_layout *layout,
                     bool page)
{
    const uint64_t distance = mark_distance(grid->to - grid->from);

    fprintf(out, "<g fill=\"%s\" font-size=\"11\">\n", hw_paint(HW_PAINT_SOFT, page));
    for (uint64_t clock = (grid->from + distance - 1) / distance * distance; clock < grid->to;
         clock += distance) {
        const double x = LEFT + (double)(clock - grid->from) / (double)grid->bucket * layout->column;
        fprintf(out,
                "<path d=\"M%.1f %.1fV%.1f\" stroke=\"%s\"/><text x=\"%.1f\" y=\"%.1f\" "
                "text-anchor=\"middle\">%" PRIu64 "</text>\n",
                x, TOP - 5, layout->bottom, hw_paint(HW_PAINT_LINE, page), x, TOP - 10, clock);
    }
    fprintf(out, "<text x=\"8\" y=\"%.1f\">clock</text>\n", TOP - 10);
    const uint32_t every = grid->rows > 32 ? 8 : grid->rows > 16 ? 4 : 1;
    for (uint32_t r = 0; r < grid->rows; r += every)
        fprintf(out, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"end\">warp %" PRIu32 "</text>\n", LEFT - 8,
                TOP + r * layout->row + layout->row / 2 + 3, r);
    fputs("</g>\n", out);
}

/* Where one block ends and the next one begins in the same rows. */
static void put_blocks(FILE *out, const struct hw_timeline_grid *grid, const struct picture_layout *layout,
                       bool page)
{
    for (uint32_t i = 0; i < grid->block_count; i++) {
        const struct hw_timeline_block *block = &grid->block[i];
        if (block->from < grid->from || block->from >= grid->to)
            continue;
        const double x = LEFT + (double)(block->from - grid->from) / (double)grid->bucket * layout->column;
        fprintf(out,
                "<path d=\"M%.1f %.1fv%.1f\" stroke=\"%s\" stroke-width=\"1.2\"><title>block %" PRIu64
                "</title></path>\n",
                x, TOP + block->first_row * layout->row, block->rows * layout->row - 1,
                hw_paint(HW_PAINT_INK, page), block->number);
    }
}

/* Entries side by side. */
static void put_legend(FILE *out, const struct hw_timeline_grid *grid, double top, bool page)
{
    double x = LEFT, y = top;

    fprintf(out, "<g font-size=\"12\" fill=\"%s\">\n", hw_paint(HW_PAINT_INK, page));
    for (unsigned cell = 1; cell < HW_CELLS; cell++) {
        if (!grid->clocks[cell])
            continue;
        if (x > WIDTH - 170) {
            x = LEFT;
            y += LEGEND;
        }
        fprintf(out, "<rect x=\"%.1f\" y=\"%.1f\" width=\"12\" height=\"12\" rx=\"2\" fill=\"%s\"/>", x,
                y - 10, hw_cell_colour(cell, page));
        fprintf(out, "<text x=\"%.1f\" y=\"%.1f\">%s ", x + 17, y,
                hw_cell_is_unit(cell) ? "issues to" : "waits:");
        hw_markup_text(out, hw_cell_name(&grid->run->time, cell));
        fputs("</text>\n", out);
        x += 165;
    }
    fputs("</g>\n", out);
}

/* Where no warp's row is, there is room for it. */
static void put_note(FILE *out, const struct hw_timeline_grid *grid, const struct picture_layout *layout,
                     bool page)
{
    char note[HW_TIMELINE_NOTE];

    hw_timeline_note(grid, note);
    if (!grid->rows)
        fprintf(out, "<text x=\"%.1f\" y=\"%.1f\" font-size=\"12\" fill=\"%s\">%s</text>\n", LEFT,
                layout->bottom + 16, hw_paint(HW_PAINT_INK, page), note);
}

static double height_of(const struct hw_timeline_grid *grid, const struct picture_layout *layout)
{
    unsigned entries = 0;

    for (unsigned cell = 1; cell < HW_CELLS; cell++)
        entries += grid->clocks[cell] != 0;
    return layout->bottom + 24 + LEGEND * ((entries + 5) / 6);
}

void hw_timeline_picture(FILE *out, const struct hw_timeline_grid *grid, bool page)
{
    const struct picture_layout layout = layout_of(grid);
    const double height = height_of(grid, &layout);

    fprintf(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" width=\"%.0f\" "
        "height=\"%.0f\" font-family=\"system-ui, 'Segoe UI', Helvetica, Arial, sans-serif\" role=\"img\">\n"
        "<title>",
        WIDTH, height, WIDTH, height);
    hw_markup_text(out, grid->run->name);
    fprintf(out, ": warps of multiprocessor %" PRIu32 ", clocks %" PRIu64 " to %" PRIu64 "</title>\n",
            grid->sm, grid->from, grid->to);
    fprintf(out, "<rect width=\"%.0f\" height=\"%.0f\" fill=\"%s\"/>\n", WIDTH, height,
            hw_paint(HW_PAINT_CARD, page));
    put_axis(out, grid, &layout, page);
    for (unsigned cell = HW_CELLS; cell-- > 1;) /* issues lie above waiting */
        put_cells(out, grid, &layout, cell, page);
    put_blocks(out, grid, &layout, page);
    put_legend(out, grid, layout.bottom + 24, page);
    put_note(out, grid, &layout, page);
    fputs("</svg>\n", out);
}

void hw_timeline_svg(FILE *out, const struct hw_timeline_grid *grid)
{
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n", out);
    hw_timeline_picture(out, grid, false);
}
