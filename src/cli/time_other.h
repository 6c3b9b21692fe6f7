/* SPDX-License-Identifier: MIT */
/* The other run that `time --against` compares with: of this command on another chip, or of an earlier one
 * whose JSON lies in a file. */
#ifndef HW_CLI_TIME_OTHER_H
#define HW_CLI_TIME_OTHER_H

#include "timing/report/figures.h"

#include <halfwarp/status.h>

struct hw_time_other {
    struct json_object *json; /* what `--json` says of it */
    char title[64];
};

/* Whether a name is that of a file, not of a chip. */
bool hw_time_other_is_file(const char *name);
hw_status hw_time_other_read(const char *name, struct hw_time_other *other, struct hw_error *error);
void hw_time_other_take(const struct hw_timed_run *run, bool costs, struct hw_time_other *other);
void hw_time_other_free(struct hw_time_other *other);
/* Its figures in the places of those of a run. */
void hw_time_other_column(const struct hw_time_other *other, const struct hw_timed_run *run,
                          struct hw_figures_column *column);

#endif
