/* SPDX-License-Identifier: MIT */
/* Creates and removes the temporary folder of clang_folder.h. */
#include "compiler/clang/clang_folder.h"

#include <errno.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAX_OPEN 16

hw_status hw_clang_folder_make(struct hw_clang_folder *folder, struct hw_error *error)
{
    const char *where = getenv("TMPDIR");
    const int length =
        snprintf(folder->path, sizeof folder->path, "%s/halfwarp-XXXXXX", where && *where ? where : "/tmp");

    if (length < (int)sizeof folder->path && mkdtemp(folder->path))
        return HW_OK;
    const int reason = errno;
    hw_fail(error, HW_ERR_IO, "clang", "no folder for temporary files can be made (%.200s): %s", folder->path,
            strerror(reason));
    folder->path[0] = '\0';
    return HW_ERR_IO;
}

/* The folders above a file, from that of the temporary files on. */
static void make_folders(char *path, size_t from)
{
    for (char *slash = strchr(path + from, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(path, 0700); /* what cannot be made cannot be opened below */
        *slash = '/';
    }
}

hw_status hw_clang_folder_write(const struct hw_clang_folder *folder, const char *name, const char *text,
                                size_t length, struct hw_error *error)
{
    char path[2 * HW_CLANG_PATH_MAX];

    if (snprintf(path, sizeof path, "%s/%s", folder->path, name) >= (int)sizeof path)
        return hw_fail(error, HW_ERR_RANGE, "clang", "the name of a file is too long: %.200s", name);
    make_folders(path, strlen(folder->path) + 1);
    FILE *file = fopen(path, "wbe");
    const int written = file && fwrite(text, 1, length, file) == length;
    const int reason = errno;
    if ((file && fclose(file) != 0) || !written)
        return hw_fail(error, HW_ERR_IO, "clang", "cannot write %.200s: %s", path, strerror(reason));
    return HW_OK;
}

static int remove_one(const char *path, const struct stat *status, int kind, struct FTW *level)
{
    (void)status;
    (void)kind;
    (void)level;
    return remove(path);
}

void hw_clang_folder_remove(struct hw_clang_folder *folder)
{
    if (folder->path[0])
        nftw(folder->path, remove_one, MAX_OPEN, FTW_DEPTH | FTW_PHYS);
    folder->path[0] = '\0';
}
