/* SPDX-License-Identifier: MIT */
/* `halfwarp dis --all`: the listings of all cubins of a file, one behind the other. */
#ifndef HW_CLI_DIS_ALL_H
#define HW_CLI_DIS_ALL_H

#include "cli/cli.h"

#include <halfwarp/module.h>

#include <stdio.h>

/* The text of one cubin, whose module may change; *text is made with malloc. */
typedef hw_status hw_dis_fn(void *context, struct hw_module *module, char **text, size_t *length,
                            struct hw_error *error);

struct hw_dis_all {
    const char *file, *target, *kernel; /* target and kernel: only cubins for it, and with it; NULL: any */
    bool json;                          /* the texts are JSON */
    hw_dis_fn *text;
    void *context;
};

/* Write the texts of the file's cubins, each with a heading in a comment, or as a list in JSON.  Errors are
 * reported; a cubin that cannot be listed does not hide the others.  Returns the exit status. */
int hw_dis_all(const struct hw_dis_all *all, const void *data, size_t size, FILE *out);

#endif
