/* SPDX-License-Identifier: MIT */
/* See timeline_views.h. */
#include "timing/report/timeline_views.h"

#include <inttypes.h>
#include <string.h>

#define LABEL 9u /* columns of what stands before a row */

/* The number of every tenth column's clock where there is room for it. */
static void put_scale(FILE *out, const struct hw_timeline_grid *grid)
{
    uint32_t at = 0;

    fprintf(out, "%*s", LABEL, "");
    for (uint32_t c = 0; c < grid->columns;) {
        if (c % 10 == 0 && c >= at) {
            const int length = fprintf(out, "%" PRIu64, grid->from + c * grid->bucket);
            at = c + (uint32_t)length + 1;
            c += (uint32_t)length;
        } else {
            fputc(' ', out);
            c++;
        }
    }
    fprintf(out, "\n%*s", LABEL, "");
    for (uint32_t c = 0; c < grid->columns; c++)
        fputc(c % 10 ? '.' : '|', out);
    fputc('\n', out);
}

static void put_legend(FILE *out, const struct hw_timeline_grid *grid, const char letters[HW_CELLS])
{
    const struct hw_launch_time *time = &grid->run->time;

    fputs("\nletter          warp clocks  what a warp did\n", out);
    for (unsigned cell = 1; cell < HW_CELLS; cell++)
        if (grid->clocks[cell])
            fprintf(out, "%c %12s%13" PRIu64 "  %s %s\n", letters[cell],
                    hw_cell_is_unit(cell) ? "issued to" : "waited for", grid->clocks[cell],
                    hw_cell_name(time, cell),
                    hw_cell_is_unit(cell) ? "" : time->stall[cell - HW_CELL_CAUSE].summary);
}

void hw_timeline_text(FILE *out, const struct hw_timeline_grid *grid)
{
    const struct hw_timed_run *run = grid->run;
    char letters[HW_CELLS], note[HW_TIMELINE_NOTE];

    hw_cell_letters(&run->time, letters);
    hw_timeline_note(grid, note);
    fprintf(out, "multiprocessor %" PRIu32 " of %s, clocks %" PRIu64 " to %" PRIu64, grid->sm,
            run->time.chip->name, grid->from, grid->to);
    if (grid->bucket > 1)
        fprintf(out, ", a column is %" PRIu64 " of them: what a warp did the longest", grid->bucket);
    if (run->time.issues_left_out)
        fputs("; the recording was full there", out);
    fprintf(out, "%s%s\n", *note ? "; " : "", note);
    if (!grid->rows)
        return;
    fputc('\n', out);
    put_scale(out, grid);
    for (uint32_t r = 0; r < grid->rows; r++) {
        fprintf(out, "warp %2" PRIu32 "  ", r);
        for (uint32_t c = 0; c < grid->columns; c++)
            fputc(letters[grid->cell[(size_t)r * grid->columns + c]], out);
        fputc('\n', out);
    }
    put_legend(out, grid, letters);
}
