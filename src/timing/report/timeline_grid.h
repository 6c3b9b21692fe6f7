/* SPDX-License-Identifier: MIT */
/* A timeline grid has a row for each warp slot of a multiprocessor, and a column for each clock, or for
 * several.  A cell is what the warp did for most of the column's clocks: which unit it issued to, or what it
 * waited for.  Pictures in text and SVG are drawn from it. */
#ifndef HW_TIMING_REPORT_TIMELINE_GRID_H
#define HW_TIMING_REPORT_TIMELINE_GRID_H

#include "timing/report/timed_run.h"

/* Cells: 0 for no warp, then units, then causes of waiting. */
#define HW_CELL_NONE  0u
#define HW_CELL_UNIT  1u
#define HW_CELL_CAUSE (HW_CELL_UNIT + HW_TIME_PARTS)
#define HW_CELLS      (HW_CELL_CAUSE + HW_TIME_PARTS)

struct hw_timeline_block {
    uint64_t number, from, to; /* clocks of what was recorded of it; `to` is its last */
    uint32_t first_row, rows;
};

struct hw_timeline_grid {
    const struct hw_timed_run *run;
    uint32_t sm;
    uint64_t from, to, bucket; /* clocks; clocks of a column */
    bool ends_within;          /* the launch ends before the window that was asked for does */
    uint32_t rows, columns;
    uint8_t *cell;                   /* rows x columns */
    uint64_t clocks[HW_CELLS];       /* of all warps in the window, exact whatever the bucket */
    struct hw_timeline_block *block; /* by begin */
    uint32_t block_count;
};

/* The multiprocessor's issues between two clocks, in at most `columns` columns; to 0: as far as was recorded;
 * from 0: from the first on. */
hw_status hw_timeline_grid_make(const struct hw_timed_run *run, uint32_t sm, uint64_t from, uint64_t to,
                                uint32_t columns, struct hw_timeline_grid *grid, struct hw_error *error);
void hw_timeline_grid_free(struct hw_timeline_grid *grid);

/* What a reader has to know of the window: that nothing is in it, or that the launch ends before it or within
 * it.  "": nothing. */
#define HW_TIMELINE_NOTE 128
void hw_timeline_note(const struct hw_timeline_grid *grid, char text[HW_TIMELINE_NOTE]);

/* What a cell stands for: "cores", "memory". */
const char *hw_cell_name(const struct hw_launch_time *time, unsigned cell);
bool hw_cell_is_unit(unsigned cell);
/* Letters of all cells: capitals for units, small ones for causes; of each name the first that is free. */
void hw_cell_letters(const struct hw_launch_time *time, char letters[HW_CELLS]);
/* A colour, as hw_paint. */
const char *hw_cell_colour(unsigned cell, bool page);

#endif
