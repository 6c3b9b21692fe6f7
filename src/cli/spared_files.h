/* SPDX-License-Identifier: MIT */
/* No output is written over an input: the files that a line reads and those that it writes are kept here, and
 * one that is both is refused, with HW_ERR_ARGUMENT, as soon as that is known.
 *
 * The parser of options, hw_read_file and hw_open_output say what they know, so a subcommand has to only of
 * files that it names itself.  A name may be NULL, and of nothing or of no regular file. */
#ifndef HW_CLI_SPARED_FILES_H
#define HW_CLI_SPARED_FILES_H

#include <halfwarp/status.h>

#include <stdbool.h>

/* This file is read. */
hw_status hw_spare_input(const char *name, struct hw_error *error);

/* This one will be written; `option`, which stays, has named it. */
hw_status hw_expect_output(const char *option, const char *name, struct hw_error *error);

/* It is written now; what is read of it later is its new content. */
hw_status hw_check_output(const char *name, struct hw_error *error);

/* Whether both are one regular file. */
bool hw_is_same_file(const char *one, const char *other);

#endif
