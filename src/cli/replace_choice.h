/* SPDX-License-Identifier: MIT */
/* Which of a file's entries `halfwarp replace` replaces. */
#ifndef HW_CLI_REPLACE_CHOICE_H
#define HW_CLI_REPLACE_CHOICE_H

#include <halfwarp/archive.h>

struct hw_replace_choice {
    const char *target, *kernel; /* NULL: as the new code has them */
    int64_t entry;               /* -1: not given */
};

/* The one entry that is meant; HW_ERR_NOT_FOUND where none is, or several are, with what there is. */
hw_status hw_replace_choose(const struct hw_archive *archive, const struct hw_replace_choice *choice,
                            const void *code, size_t code_bytes, size_t *index, struct hw_error *error);

#endif
