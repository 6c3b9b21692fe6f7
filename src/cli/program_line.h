/* SPDX-License-Identifier: MIT */
/* The line of a command that runs a program: options, the program, its arguments. */
#ifndef HW_CLI_PROGRAM_LINE_H
#define HW_CLI_PROGRAM_LINE_H

#include "cli/options.h"

/* Rows of options before a program, which all commands have: variables of its environment (HW_VARIABLE). */
extern const struct hw_option hw_program_rows[];

#define HW_GIVEN_MAX 32

/* An option of the line, and its value. */
struct hw_given_option {
    const struct hw_option *option;
    const char *value;
};

/* The command line of this form. */
struct hw_program_line {
    const struct hw_command *command;
    const char *words; /* the variable to which options add words; NULL: none */
    struct hw_given_option given[HW_GIVEN_MAX];
    size_t count;
    bool marked;    /* `--` stands before the program, or it is a command: it is one whatever it looks like */
    char **program; /* and its arguments; NULL: none */
    const char *of_file; /* the option about a kernel of a file at which reading ended; NULL: none */
};

/* Options before the program; false where there are others than this form has: *wrong is one that no form
 * has. */
bool hw_program_line_split(int argc, char **argv, struct hw_program_line *line, const char **wrong);

/* Whether there is no such file; where options about a kernel follow, these are looked at first. */
bool hw_program_line_is_missing(const struct hw_program_line *line);

/* Set the variables of all options, and check them; HW_EXIT_DONE, or the status to end with. */
int hw_program_line_apply(const struct hw_program_line *line);

#endif
