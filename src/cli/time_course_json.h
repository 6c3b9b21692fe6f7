/* SPDX-License-Identifier: MIT */
/* This writer prints a run of the course's model as JSON. */
#ifndef HW_CLI_TIME_COURSE_JSON_H
#define HW_CLI_TIME_COURSE_JSON_H

#include <halfwarp/course.h>

/* Print it; `chip` is its name.  `needed` is hw_course_warps_needed's. */
void hw_time_course_json(const struct hw_course_run *run, const char *chip, unsigned needed, FILE *out);

#endif
