/* SPDX-License-Identifier: MIT */
/* See timeline_grid.h. */
#include "timing/report/timeline_grid.h"

#include "timing/report/palette.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- names, letters, colours --- */

bool hw_cell_is_unit(unsigned cell)
{
    return cell >= HW_CELL_UNIT && cell < HW_CELL_CAUSE;
}

const char *hw_cell_name(const struct hw_launch_time *time, unsigned cell)
{
    if (hw_cell_is_unit(cell))
        return cell - HW_CELL_UNIT < time->pipe_count ? time->pipe[cell - HW_CELL_UNIT].name : "?";
    return cell >= HW_CELL_CAUSE && cell - HW_CELL_CAUSE < time->stall_count
               ? time->stall[cell - HW_CELL_CAUSE].name
               : "?";
}

static char free_letter(const char *name, bool capital, bool taken[128])
{
    const char *others = "abcdefghijklmnopqrstuvwxyz";

    for (unsigned round = 0; round < 2; round++)
        for (const char *at = round ? others : name; *at; at++) {
            const int letter = capital ? toupper((unsigned char)*at) : tolower((unsigned char)*at);
            if (!isalpha(letter) || letter > 127 || taken[letter])
                continue;
            taken[letter] = true;
            return (char)letter;
        }
    return '?';
}

void hw_cell_letters(const struct hw_launch_time *time, char letters[HW_CELLS])
{
    bool taken[128] = {false};

    memset(letters, ' ', HW_CELLS);
    for (unsigned i = 0; i < time->pipe_count; i++)
        letters[HW_CELL_UNIT + i] = free_letter(time->pipe[i].name, true, taken);
    for (unsigned i = 0; i < time->stall_count; i++)
        letters[HW_CELL_CAUSE + i] = free_letter(time->stall[i].name, false, taken);
}

const char *hw_cell_colour(unsigned cell, bool page)
{
    if (hw_cell_is_unit(cell))
        return hw_paint_unit(cell - HW_CELL_UNIT, page);
    return cell == HW_CELL_NONE ? hw_paint(HW_PAINT_CARD, page) : hw_paint_cause(cell - HW_CELL_CAUSE, page);
}

/* --- the grid --- */

/* Clocks of a row, by column and cell. */
struct grid_row {
    struct hw_timeline_grid *grid;
    uint32_t *clocks; /* columns x HW_CELLS */
};

static void count_clocks(struct grid_row *row, unsigned cell, uint64_t from, uint64_t to)
{
    struct hw_timeline_grid *grid = row->grid;

    from = from > grid->from ? from : grid->from;
    to = to < grid->to ? to : grid->to;
    if (from >= to)
        return;
    grid->clocks[cell] += to - from;
    while (from < to) {
        const uint64_t column = (from - grid->from) / grid->bucket;
        const uint64_t end = grid->from + (column + 1) * grid->bucket, until = end < to ? end : to;
        row->clocks[column * HW_CELLS + cell] += (uint32_t)(until - from);
        from = until;
    }
}

static void add_issue(struct grid_row *row, const struct hw_time_issue *issue)
{
    const uint64_t begin = issue->before + 1, ready = issue->ready > begin ? issue->ready : begin;

    count_clocks(row, HW_CELL_CAUSE + issue->cause, begin, ready < issue->clock ? ready : issue->clock);
    count_clocks(row, HW_CELL_CAUSE + issue->late, ready, issue->clock);
    count_clocks(row, HW_CELL_UNIT + issue->unit, issue->clock, issue->clock + 1);
}

static void fill_row(struct hw_timeline_grid *grid, uint32_t number, uint32_t *clocks)
{
    const struct hw_launch_time *time = &grid->run->time;
    struct grid_row row = {.grid = grid, .clocks = clocks};

    memset(clocks, 0, (size_t)grid->columns * HW_CELLS * sizeof *clocks);
    for (uint32_t i = 0; i < time->issue_count; i++)
        if (time->issue[i].sm == grid->sm && time->issue[i].warp == number)
            add_issue(&row, &time->issue[i]);
    for (uint32_t c = 0; c < grid->columns; c++) {
        unsigned most = HW_CELL_NONE;
        for (unsigned cell = 1; cell < HW_CELLS; cell++)
            if (clocks[(size_t)c * HW_CELLS + cell] > clocks[(size_t)c * HW_CELLS + most])
                most = cell;
        grid->cell[(size_t)number * grid->columns + c] = (uint8_t)most;
    }
}

/* --- blocks --- */

static bool add_block(struct hw_timeline_grid *grid, uint32_t *room, const struct hw_time_issue *issue)
{
    const uint32_t warps = grid->run->time.warps_per_block;

    for (uint32_t i = grid->block_count; i-- > 0;)
        if (grid->block[i].number == issue->block) {
            grid->block[i].to = issue->clock;
            if (issue->before < grid->block[i].from)
                grid->block[i].from = issue->before;
            return true;
        }
    if (grid->block_count == *room) {
        const uint32_t wanted = *room ? *room * 2 : 32;
        struct hw_timeline_block *grown = realloc(grid->block, wanted * sizeof *grown);
        if (!grown)
            return false;
        grid->block = grown;
        *room = wanted;
    }
    grid->block[grid->block_count++] =
        (struct hw_timeline_block){.number = issue->block,
                                   .from = issue->before,
                                   .to = issue->clock,
                                   .first_row = (uint32_t)(issue->warp - issue->warp_of_block),
                                   .rows = warps};
    return true;
}

/* --- the window --- */

static void set_window(struct hw_timeline_grid *grid, uint32_t columns)
{
    const struct hw_launch_time *time = &grid->run->time;
    uint64_t first = UINT64_MAX, last = 0;

    for (uint32_t i = 0; i < time->issue_count; i++) {
        const struct hw_time_issue *issue = &time->issue[i];
        if (issue->sm != grid->sm)
            continue;
        first = issue->before < first ? issue->before : first;
        last = issue->clock + 1 > last ? issue->clock + 1 : last;
        if (issue->warp >= grid->rows)
            grid->rows = issue->warp + 1u;
    }
    if (last > grid->from && (!grid->to || grid->to > last))
        grid->to = last;
    if (first < grid->to && grid->from < first)
        grid->from = first;
    if (grid->from >= grid->to || grid->to == UINT64_MAX) /* nothing was recorded */
        grid->to = grid->from + 1;
    grid->bucket = (grid->to - grid->from + columns - 1) / columns;
    grid->columns = (uint32_t)((grid->to - grid->from + grid->bucket - 1) / grid->bucket);
}

hw_status hw_timeline_grid_make(const struct hw_timed_run *run, uint32_t sm, uint64_t from, uint64_t to,
                                uint32_t columns, struct hw_timeline_grid *grid, struct hw_error *error)
{
    const struct hw_launch_time *time = &run->time;
    uint32_t room = 0;
    bool ok = true;

    *grid = (struct hw_timeline_grid){.run = run, .sm = sm, .from = from, .to = to};
    grid->ends_within = to && to != UINT64_MAX && to > time->cycles;
    set_window(grid, columns);
    grid->cell = calloc((size_t)grid->rows * grid->columns + 1, 1);
    uint32_t *clocks = malloc((size_t)grid->columns * HW_CELLS * sizeof *clocks);
    for (uint32_t i = 0; ok && i < time->issue_count; i++)
        if (time->issue[i].sm == sm && time->issue[i].before < grid->to && time->issue[i].clock >= grid->from)
            ok = add_block(grid, &room, &time->issue[i]);
    ok = ok && grid->cell && clocks;
    for (uint32_t r = 0; ok && r < grid->rows; r++)
        fill_row(grid, r, clocks);
    free(clocks);
    if (ok)
        return HW_OK;
    hw_timeline_grid_free(grid);
    return hw_fail(error, HW_ERR_NO_MEMORY, "time", "no memory for a timeline");
}

void hw_timeline_note(const struct hw_timeline_grid *grid, char text[HW_TIMELINE_NOTE])
{
    int length = 0;

    if (!grid->rows)
        length = snprintf(text, HW_TIMELINE_NOTE,
                          "no warp of multiprocessor %" PRIu32 " issues in these clocks", grid->sm);
    text[length] = '\0';
    if (grid->ends_within)
        snprintf(text + length, HW_TIMELINE_NOTE - (size_t)length, "%sthe launch ends at clock %" PRIu64,
                 length ? ", as " : "", grid->run->time.cycles);
}

void hw_timeline_grid_free(struct hw_timeline_grid *grid)
{
    free(grid->cell);
    free(grid->block);
    grid->cell = NULL;
    grid->block = NULL;
}
