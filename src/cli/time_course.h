/* SPDX-License-Identifier: MIT */
/* The course's model on the command line is `halfwarp time --model course`. */
#ifndef HW_CLI_TIME_COURSE_H
#define HW_CLI_TIME_COURSE_H

/* The command without `--model course` among its arguments; argv[0] is its name.  Returns the exit status. */
int hw_time_course(int argc, char **argv);

#endif
