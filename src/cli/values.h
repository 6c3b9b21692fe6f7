/* SPDX-License-Identifier: MIT */
/* This file checks that the environment variables have values that a command can use. */
#ifndef HW_CLI_VALUES_H
#define HW_CLI_VALUES_H

#include <halfwarp/status.h>

/* All of them: those with lists of their own (chips, numbers of chips, metrics) as well as those of
 * environment.h. */
hw_status hw_values_check(struct hw_error *error);

/* What is wrong with a variable that an option of the line has set is wrong with the option. */
void hw_values_name_option(const char *variable, const char *option, struct hw_error *error);

#endif
