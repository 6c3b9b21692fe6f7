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

/* An option's names and its argument as help and man pages write them: "-k, --kernel KERNEL".  Longer ones
 * than anybody writes are cut. */
#define HW_OPTION_TEXT 200
void hw_option_text(const struct hw_option *option, char text[HW_OPTION_TEXT]);

#endif
