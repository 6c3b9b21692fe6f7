/* SPDX-License-Identifier: MIT */
/* The time axis of the course's diagrams has a column a cycle, and gaps where idle cycles are omitted. */
#ifndef HW_TIMING_COURSE_COLUMNS_H
#define HW_TIMING_COURSE_COLUMNS_H

#include <halfwarp/course.h>

/* In the short form cycles before this one are always shown, as in the notes. */
#define HW_COLUMNS_ALWAYS 16

struct hw_column {
    uint32_t cycle;
    bool gap; /* cycles are omitted between the column before and this one */
};

struct hw_columns {
    struct hw_column *column;
    unsigned count;
};

/* The columns of a run; hw_columns_free gives them back.  HW_ERR_LIMIT above HW_COURSE_COLUMNS. */
hw_status hw_columns_make(const struct hw_course_run *run, bool short_form, struct hw_columns *columns,
                          struct hw_error *error);
void hw_columns_free(struct hw_columns *columns);

/* Which column shows a cycle; all cycles of events are shown. */
unsigned hw_column_of(const struct hw_columns *columns, uint32_t cycle);

#endif
