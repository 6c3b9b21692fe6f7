/* What the subcommands share: exit statuses, error output, option and number parsing, reading files.
 *
 * A subcommand is a file cmd_NAME.c that defines hw_cmd_NAME (argv[0] is its name) and states what it
 * does in one line, in a comment `summary: ...` on a line of its own; the build collects both for main.c.
 * Data goes to standard output, everything else to standard error. */
#ifndef HW_CLI_H
#define HW_CLI_H

#include <halfwarp/status.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Exit statuses of every subcommand. */
enum hw_exit {
    HW_EXIT_DONE = 0,
    HW_EXIT_FAILED = 1,  /* the input, the kernel or the check failed */
    HW_EXIT_USAGE = 2    /* the command line was wrong */
};

#define HW_COMMAND(name, summary) int hw_cmd_##name(int argc, char **argv);
#include "commands.h"
#undef HW_COMMAND

/* --- errors (report.c) --- */

/* Print `name:line:column: error: text`, and where `source` (the whole text of the input, may be NULL)
 * has that line, the line with a caret under the column.  `name` may be NULL.  Returns HW_EXIT_FAILED. */
int hw_report(const char *name, const char *source, const struct hw_error *error);

/* Print `halfwarp: ` and a printf-style sentence on standard error; returns HW_EXIT_FAILED. */
int hw_complain(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The same for a wrong command line, with a hint at `halfwarp COMMAND --help`; returns HW_EXIT_USAGE. */
int hw_usage_error(const char *command, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* --- the command line (options.c) --- */

/* Walks the arguments of a subcommand.  Options and operands may be mixed; `--` ends the options;
 * `-` alone is an operand.  A value follows its option as the next argument or, for long options, behind `=`. */
struct hw_args {
    const char *command;  /* argv[0] */
    char **argv;
    int argc, next;       /* next: the argument that is looked at next */
    bool only_operands;   /* `--` was seen */
    const char *option;   /* the option that hw_args_next found, "--json" or "-o"; NULL for an operand */
    const char *value;    /* the operand, or what stands behind `=`, else NULL */
    char name[32];        /* holds `option` where it had to be cut off before `=` */
};

void hw_args_begin(struct hw_args *args, int argc, char **argv);
/* Advance to the next option or operand; false at the end. */
bool hw_args_next(struct hw_args *args);
/* Whether the current argument is this option. */
bool hw_args_is(const struct hw_args *args, const char *option);
/* The current option's value; NULL, with the error printed, where there is none. */
const char *hw_args_value(struct hw_args *args);
/* The current argument is no option of this command, or one operand too many: print so, return HW_EXIT_USAGE. */
int hw_args_unknown(const struct hw_args *args);

/* --- numbers (numbers.c) --- */

/* Parse a whole unsigned number: decimal, 0x hexadecimal or 0b binary.  With `suffix`, k and m (1024 and
 * 1024 * 1024) may follow.  HW_ERR_SYNTAX or HW_ERR_RANGE (above `most`), with a sentence that quotes `text`. */
hw_status hw_number(const char *text, uint64_t most, bool suffix, uint64_t *value, struct hw_error *error);

/* Parse `X[,Y[,Z]]`; what is missing is 1.  Each must be 1 to `most`. */
hw_status hw_dimensions(const char *text, uint32_t most, uint32_t value[3], struct hw_error *error);

/* --- files (files.c) --- */

/* The largest input that the tools read. */
#define HW_FILE_MAX ((size_t)1 << 30)

/* Read a whole file, or standard input when `name` is "-".  *data is malloc'ed (the caller frees it) and has
 * a NUL behind its last byte, which *size does not count.  HW_ERR_LIMIT above `most` bytes. */
hw_status hw_read_file(const char *name, size_t most, void **data, size_t *size, struct hw_error *error);

/* Write a whole file, or standard output when `name` is "-". */
hw_status hw_write_file(const char *name, const void *data, size_t size, struct hw_error *error);

#endif
