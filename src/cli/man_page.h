/* SPDX-License-Identifier: MIT */
/* Manual pages are printed from the tables of the subcommands (options.h), in man(7)'s language. */
#ifndef HW_CLI_MAN_PAGE_H
#define HW_CLI_MAN_PAGE_H

#include "cli/options.h"

#include <stdio.h>

/* halfwarp-SUBCOMMAND(1). */
void hw_man_page(const struct hw_command *command, FILE *to);
/* halfwarp(1). */
void hw_man_page_tool(FILE *to);

#endif
