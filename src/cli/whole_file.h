/* SPDX-License-Identifier: MIT */
/* Files that are written whole or not at all. */
#ifndef HW_CLI_WHOLE_FILE_H
#define HW_CLI_WHOLE_FILE_H

#include <halfwarp/status.h>

#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>

/* A new file; HW_ERR_IO where there is one of this name, even a link.  What was begun is removed on failure.
 */
hw_status hw_write_new_file(const char *name, const void *data, size_t size, struct hw_error *error);

/* In the place of the file of this name, if there is one, which stays as it is until the new one is there;
 * with these permissions. */
hw_status hw_write_over_file(const char *name, mode_t mode, const void *data, size_t size,
                             struct hw_error *error);

#endif
