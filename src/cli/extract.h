/* SPDX-License-Identifier: MIT */
/* What `halfwarp extract` is made of. */
#ifndef HW_CLI_EXTRACT_H
#define HW_CLI_EXTRACT_H

#include "cli/entry_kernels.h"

#include <halfwarp/archive.h>

#include <stdbool.h>

struct json_object;

struct hw_extract {
    const char *target, *kernel; /* NULL: any */
    int64_t entry;               /* -1: any */
    bool cubins, ptx;            /* only these kinds; both false: all */
    const char *folder;          /* where to; NULL: list only, or: */
    bool standard;               /* to standard output */
    uint8_t *bytes;              /* the first entry for that */
    size_t length;
    bool force;                              /* existing files are written over */
    struct json_object *list;                /* for the answer in JSON, NULL for text */
    size_t files;                            /* that held code */
    size_t found;                            /* entries that were chosen */
    size_t unread;                           /* entries that cannot be read */
    size_t most;                             /* entries of a file */
    struct hw_kernel_names targets, kernels; /* that were seen, where one is asked for */
    int status;                              /* the worst exit status so far */
};

/* One file: what of it is chosen is listed, and written if there is a folder for it.  `name` is what the
 * names of written files begin with.  A file that is only `passed` by, and not named by the user, may hold no
 * code. */
void hw_extract_file(struct hw_extract *extract, const char *path, const char *name, bool passed);

/* extract_folder.c: all files below a folder. */
void hw_extract_folder(struct hw_extract *extract, const char *path);

/* extract_write.c: an entry into the folder, as NAME.INDEX.TARGET.cubin or so.  *written is the path, for the
 * caller to free; NULL after an error. */
hw_status hw_extract_write(const struct hw_extract *extract, const struct hw_archive *archive, size_t index,
                           const char *name, char **written, struct hw_error *error);

/* An entry for standard output, which takes one; and, at the end, that one.  Returns the exit status. */
hw_status hw_extract_keep(struct hw_extract *extract, const struct hw_archive *archive, size_t index,
                          struct hw_error *error);
int hw_extract_put(const struct hw_extract *extract);

/* extract_missing.c: an entry was seen; then, where none was what is asked for, a sentence that says what
 * there is.  Returns the exit status. */
void hw_extract_seen(struct hw_extract *extract, const struct hw_entry *entry,
                     const struct hw_kernel_names *kernels);
int hw_extract_missing(const struct hw_extract *extract);

#endif
