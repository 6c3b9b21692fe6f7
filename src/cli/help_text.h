/* SPDX-License-Identifier: MIT */
/* The help of a subcommand is printed from its table (options.h). */
#ifndef HW_CLI_HELP_TEXT_H
#define HW_CLI_HELP_TEXT_H

#include "cli/options.h"

#include <stdio.h>

/* What `halfwarp SUBCOMMAND --help` prints. */
void hw_help_print(const struct hw_command *command, FILE *to);

/* The subcommands, a line each. */
void hw_help_commands(FILE *to);

/* What `halfwarp help` prints. */
void hw_help_tool(FILE *to);

#endif
