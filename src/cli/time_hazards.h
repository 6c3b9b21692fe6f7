/* SPDX-License-Identifier: MIT */
/* The option `halfwarp time --hazards` finds data hazards: scheduling bits that promise too little. */
#ifndef HW_CLI_TIME_HAZARDS_H
#define HW_CLI_TIME_HAZARDS_H

#include "cli/run.h"

/* Write each hazard of a kernel, without one named of all code of the file, with both instructions, and how
 * many there are; to a file or, where `out` is NULL, standard output.  The status of the command: failed if
 * there are any. */
int hw_time_hazards(const struct hw_run_options *options, bool json, const char *out);

#endif
