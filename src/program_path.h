/* SPDX-License-Identifier: MIT */
/* This file searches PATH for a program, as execvp(3) does. */
#ifndef HW_PROGRAM_PATH_H
#define HW_PROGRAM_PATH_H

#include <limits.h>
#include <stdbool.h>

/* The path of a program that may be run: as it is if it has a slash in it, else in a folder of PATH.  False:
 * there is none. */
bool hw_program_path(const char *name, char path[PATH_MAX]);

#endif
