/* SPDX-License-Identifier: MIT */
/* The subcommands share these functions: exit statuses, error output, option and number parsing, reading
 * files.
 *
 * A subcommand is a file cmd_NAME.c that defines hw_command_NAME, its table (options.h); the build collects
 * these.  Data goes to standard output, everything else to standard error. */
#ifndef HW_CLI_CLI_H
#define HW_CLI_CLI_H

#include "cli/options.h"

#include <halfwarp/status.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Exit statuses of every subcommand. */
enum hw_exit {
    HW_EXIT_DONE = 0,
    HW_EXIT_FAILED = 1, /* the input, the kernel or the check failed */
    HW_EXIT_USAGE = 2   /* the command line was wrong */
};

#define HW_COMMAND(name) extern const struct hw_command hw_command_##name;
#include "commands.h"
#undef HW_COMMAND

/* --- errors (report.c) --- */

/* Print `name:line:column: error: text`, and where `source` (the whole text of the input, may be NULL)
 * has that line, the line with a caret under the column.  `name` may be NULL.  Returns HW_EXIT_FAILED. */
int hw_report(const char *name, const char *source, const struct hw_error *error);

/* The same for callers that know where the line begins: inputs with many wrong lines are not searched for
 * each. */
int hw_report_line(const char *name, const char *start, const struct hw_error *error);

/* Print `halfwarp: ` and a printf-style sentence on standard error; returns HW_EXIT_FAILED. */
int hw_complain(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The same for a wrong command line, with a hint at `halfwarp COMMAND --help`; returns HW_EXIT_USAGE. */
int hw_usage_error(const char *command, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* What came of reading options' values and the files that they name: a value that is wrong is
 * hw_usage_error's, all else hw_report's.  Returns the exit status. */
int hw_report_option(const char *command, const char *name, const struct hw_error *error);

/* --- numbers (numbers.c) --- */

/* Parse a whole unsigned number: decimal, 0x hexadecimal or 0b binary.  With `suffix`, k and m (1024 and
 * 1024 * 1024) may follow.  HW_ERR_SYNTAX or HW_ERR_RANGE (above `most`), with a sentence that quotes
 * `text`. */
hw_status hw_number(const char *text, uint64_t most, bool suffix, uint64_t *value, struct hw_error *error);

/* The number that an option has; without one (`text` NULL) *value stays.  The sentence of an error names the
 * option. */
hw_status hw_option_number(const char *option, const char *text, uint64_t most, unsigned *value,
                           struct hw_error *error);

/* Parse `X[,Y[,Z]]`; what is missing is 1.  Each must be 1 to `most`. */
hw_status hw_dimensions(const char *text, uint32_t most, uint32_t value[3], struct hw_error *error);

/* --- files (files.c) --- */

/* The largest input that the tools read. */
#define HW_FILE_MAX ((size_t)1 << 30)

/* Read a whole file, which no output may be (spared_files.h), or standard input when `name` is "-".  *data is
 * malloc'ed (the caller frees it) and has a NUL behind its last byte, which *size does not count.
 * HW_ERR_LIMIT above `most` bytes. */
hw_status hw_read_file(const char *name, size_t most, void **data, size_t *size, struct hw_error *error);

/* Write a whole file, or standard output when `name` is "-". */
hw_status hw_write_file(const char *name, const void *data, size_t size, struct hw_error *error);

/* The same piece by piece; NULL is standard output, too.  Closing says whether all has been written. */
hw_status hw_open_output(const char *name, FILE **out, struct hw_error *error);
hw_status hw_close_output(const char *name, FILE *out, struct hw_error *error);

/* --- code in files (select_cubin.c) --- */

struct hw_archive;
struct hw_kernel;
struct hw_module;

/* Which cubin of a file is wanted; all may be omitted. */
struct hw_code_choice {
    const char *target;  /* "sm_52" */
    const char *kernel;  /* one that has this kernel, named as hw_module_find_kernel_by_text wants it */
    unsigned capability; /* the best for a chip: 52 */
    bool runs;           /* where nothing above decides: one whose code is run, if there is any */
};

/* List what a file holds, with cubins in it or one of the kinds `also` (file_kind.h); HW_ERR_FORMAT where it
 * is of another, which the sentence names. */
hw_status hw_cli_open_archive(const void *data, size_t size, unsigned also, struct hw_archive **archive,
                              struct hw_error *error);

/* The module of an entry, which is a cubin. */
hw_status hw_cli_read_entry(const struct hw_archive *archive, size_t index, struct hw_module **module,
                            struct hw_error *error);

/* Visit all cubins of a file that a choice leaves: by target or chip, else all whose instructions are known.
 * HW_ERR_NOT_FOUND, with what there is, where none is left. */
typedef void hw_cli_cubin_fn(void *context, const struct hw_archive *archive, size_t index);
hw_status hw_cli_for_cubins(const struct hw_archive *archive, const struct hw_code_choice *choice,
                            hw_cli_cubin_fn *visit, void *context, struct hw_error *error);

/* Whether there is GPU code in a file.  One of no known kind is taken for a text cubin; if it says no target,
 * it is none. */
bool hw_cli_holds_code(const struct hw_archive *archive);

/* Read a module out of what a file holds: a cubin, or one of those in a fatbin, program, library or object
 * file. The first that fits and has kernels is taken.  HW_ERR_NOT_FOUND, with what there is, where none
 * fits. */
hw_status hw_cli_open_module(const void *data, size_t size, const struct hw_code_choice *choice,
                             struct hw_module **module, struct hw_error *error);

/* The symbol of the kernel of that name in all cubins of a file, to be freed; NULL where `text` is. */
hw_status hw_cli_find_symbol(const struct hw_archive *archive, const char *text, char **symbol,
                             struct hw_error *error);

/* The kernel of that name; with `text` NULL the only one. */
hw_status hw_cli_find_kernel(const struct hw_module *module, const char *text,
                             const struct hw_kernel **kernel, struct hw_error *error);

/* --- lines (lines.c) --- */

struct hw_line {
    char *text;        /* without its end; the function may change it */
    unsigned number;   /* from 1 */
    const char *start; /* where it begins in the input, as hw_report_line wants it */
};

/* Takes one line; false: no more lines are wanted. */
typedef bool hw_line_fn(void *context, const struct hw_line *line);

/* Call `take` for each line of a file, or of standard input when `name` is "-".  False, with the error
 * printed, when the file cannot be read or is no text. */
bool hw_for_lines(const char *name, hw_line_fn *take, void *context);

#endif
