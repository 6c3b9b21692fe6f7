/* SPDX-License-Identifier: MIT */
/* The option `halfwarp time --hazards` finds data hazards: scheduling bits that promise too little. */
#ifndef HW_CLI_TIME_HAZARDS_H
#define HW_CLI_TIME_HAZARDS_H

#include <halfwarp/machine.h>

/* Print each hazard of a launch's code with both instructions, and a line that counts them; *found is added
 * to. */
hw_status hw_time_hazards(const struct hw_launch *launch, unsigned *found, struct hw_error *error);

#endif
