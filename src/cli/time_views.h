/* SPDX-License-Identifier: MIT */
/* These functions write the views of a timed launch that the command line asks for, to their files. */
#ifndef HW_CLI_TIME_VIEWS_H
#define HW_CLI_TIME_VIEWS_H

#include "cli/time_baseline.h"
#include "timing/report/timed_run.h"

struct hw_time_views {
    /* What the command line says, unparsed. */
    const char *timeline, *timeline_sm, *timeline_clocks, *report, *out;
    bool json, costs;
    /* What it means. */
    struct hw_time_window window;
};

/* Make sense of the options; HW_ERR_SYNTAX or HW_ERR_RANGE. */
hw_status hw_time_views_parse(struct hw_time_views *views, struct hw_error *error);
/* Whether the launch's timeline is needed. */
bool hw_time_views_need_timeline(const struct hw_time_views *views);
/* Write all of them; without JSON `other` is none. */
hw_status hw_time_views_write(const struct hw_time_views *views, const struct hw_timed_run *run,
                              const struct hw_time_baseline *other, struct hw_error *error);

#endif
