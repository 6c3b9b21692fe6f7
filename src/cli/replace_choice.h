/* SPDX-License-Identifier: MIT */
/* Which of a file's entries `halfwarp replace` replaces. */
#ifndef HW_CLI_REPLACE_CHOICE_H
#define HW_CLI_REPLACE_CHOICE_H

#include <halfwarp/archive.h>

#include <stdbool.h>

struct hw_replace_choice {
    const char *target, *kernel; /* NULL: as the new code has them */
    int64_t entry;               /* -1: not given */
};

struct hw_replaced {
    size_t index;       /* of the entry */
    size_t lost;        /* how many of its kernels the new code lacks */
    bool code_is_wrong; /* an error is about the new code, and not about the file */
};

/* The one entry that is meant; HW_ERR_NOT_FOUND where none is, or several are, with what there is. */
hw_status hw_replace_choose(const struct hw_archive *archive, const struct hw_replace_choice *choice,
                            const void *code, size_t code_bytes, struct hw_replaced *replaced,
                            struct hw_error *error);

#endif
