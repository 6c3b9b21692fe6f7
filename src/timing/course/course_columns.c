/* SPDX-License-Identifier: MIT */
/* This file chooses the cycles that the diagrams show.  The notes omit idle cycles, but none of the first
 * sixteen. */
#include "timing/course/columns.h"

#include <stdlib.h>

static hw_status add_column(struct hw_columns *columns, uint32_t from, uint32_t to, bool gap,
                            struct hw_error *error)
{
    for (uint32_t cycle = from; cycle < to; cycle++, gap = false) {
        if (columns->count == HW_COURSE_COLUMNS)
            return hw_fail(error, HW_ERR_LIMIT, "course", "more than %u cycles are too many for a diagram",
                           HW_COURSE_COLUMNS);
        columns->column[columns->count++] = (struct hw_column){.cycle = cycle, .gap = gap};
    }
    return HW_OK;
}

hw_status hw_columns_make(const struct hw_course_run *run, bool short_form, struct hw_columns *columns,
                          struct hw_error *error)
{
    uint32_t shown = 0, until = 0; /* cycles below `shown` have columns; `until`: a dispatch lasts so long */
    hw_status status = HW_OK;
    *columns = (struct hw_columns){.column = malloc(HW_COURSE_COLUMNS * sizeof *columns->column)};
    if (!columns->column)
        return hw_fail(error, HW_ERR_NO_MEMORY, "course", "out of memory");
    for (unsigned i = 0; i < run->event_count && !status; i++) {
        const struct hw_course_event *event = &run->events[i];
        uint32_t idle = until > HW_COLUMNS_ALWAYS ? until : HW_COLUMNS_ALWAYS;
        if (short_form && event->start > idle + 1) {
            status = add_column(columns, shown, idle, false, error);
            if (!status)
                status = add_column(columns, event->start, event->start + 1, true, error);
            shown = event->start + 1;
        }
        if (event->start + event->cycles > until)
            until = event->start + event->cycles;
        if (!status && until > shown) {
            status = add_column(columns, shown, until, false, error);
            shown = until;
        }
    }
    if (status)
        hw_columns_free(columns);
    return status;
}

void hw_columns_free(struct hw_columns *columns)
{
    free(columns->column);
    columns->column = NULL;
}

unsigned hw_column_of(const struct hw_columns *columns, uint32_t cycle)
{
    unsigned low = 0, high = columns->count - 1;
    while (low < high) {
        unsigned middle = (low + high + 1) / 2;
        if (columns->column[middle].cycle <= cycle)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}
