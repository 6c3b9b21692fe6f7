/* SPDX-License-Identifier: MIT */
/* Options and tools of NVIDIA's that people type, and what they are here. */
#ifndef HW_CLI_OTHER_TOOLS_H
#define HW_CLI_OTHER_TOOLS_H

#include <stddef.h>

struct hw_other_tool {
    const char *command; /* typed at this subcommand only; NULL: at any */
    const char *typed;   /* names, with blanks between them */
    const char *tool;    /* whose they are */
    const char *here;    /* what to type, or what happens without it */
};

/* What a word typed as an option of a subcommand is; NULL: no option of another tool. */
const struct hw_other_tool *hw_other_option(const char *command, const char *word);
/* The same of a subcommand's name. */
const struct hw_other_tool *hw_other_command(const char *name);

/* All of them; NULL behind the last. */
const struct hw_other_tool *hw_other_option_at(size_t index);
const struct hw_other_tool *hw_other_command_at(size_t index);

#endif
