/* SPDX-License-Identifier: MIT */
/* hw_own_file finds the file of the running library or program, beside which the rest of halfwarp is
 * installed. */
#ifndef HW_OWN_FILE_H
#define HW_OWN_FILE_H

#include <limits.h>
#include <stdbool.h>

/* The absolute path of the file that this code is part of, a shared library or the program itself, without
 * links.  False: it is not known. */
bool hw_own_file(char path[PATH_MAX]);

#endif
