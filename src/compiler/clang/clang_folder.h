/* SPDX-License-Identifier: MIT */
/* A temporary folder holds clang's input; it is removed with everything in it. */
#ifndef HW_COMPILER_CLANG_CLANG_FOLDER_H
#define HW_COMPILER_CLANG_CLANG_FOLDER_H

#include <halfwarp/compiler.h>

struct hw_clang_folder {
    char path[HW_CLANG_PATH_MAX]; /* empty: there is none */
};

/* Make one that only this user can read, in TMPDIR or /tmp. */
hw_status hw_clang_folder_make(struct hw_clang_folder *folder, struct hw_error *error);
/* Write a file of it, and the folders that its name has in it. */
hw_status hw_clang_folder_write(const struct hw_clang_folder *folder, const char *name, const char *text,
                                size_t length, struct hw_error *error);
/* Remove it, and all files that are in it by now. */
void hw_clang_folder_remove(struct hw_clang_folder *folder);

#endif
