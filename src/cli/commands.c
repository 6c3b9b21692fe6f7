/* SPDX-License-Identifier: MIT */
/* The subcommands come from the build: one for each src/cli/cmd_*.c (cmake/CommandLine.cmake). */
#include "cli/cli.h"

const struct hw_command *const hw_commands[] = {
#define HW_COMMAND(name) &hw_command_##name,
#include "commands.h"
#undef HW_COMMAND
    NULL,
};
