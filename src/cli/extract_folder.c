/* SPDX-License-Identifier: MIT */
/* All files below a folder, as installed wheels and Triton's cache have them, in the order of their names.
 * Links are not followed. */
#include "archive/detect.h"
#include "cli/cli.h"
#include "cli/extract.h"

#include <errno.h>
#include <fts.h>
#include <stdio.h>
#include <string.h>

static int by_name(const FTSENT **a, const FTSENT **b)
{
    return strcmp((*a)->fts_name, (*b)->fts_name);
}

/* Most files of a folder hold no code, and are not read whole: those that do begin or are named like it. */
static bool may_hold_code(const char *path)
{
    uint8_t first[HW_FIRST_BYTES];

    if (hw_is_named_like_code(path, strlen(path)))
        return true;
    FILE *file = fopen(path, "rb");
    if (!file)
        return true; /* whoever reads it says why it cannot be read */
    const bool whole = fread(first, 1, sizeof first, file) == sizeof first;
    fclose(file);
    return whole && (hw_begins_like_code(first) || memcmp(first, "PK\3\4", 4) == 0);
}

static void take(struct hw_extract *extract, const FTSENT *entry, size_t folder_bytes)
{
    const char *name = entry->fts_path + folder_bytes;
    if (entry->fts_info == FTS_DNR || entry->fts_info == FTS_ERR || entry->fts_info == FTS_NS) {
        hw_complain("cannot read %s: %s", entry->fts_path, strerror(entry->fts_errno));
        extract->status = HW_EXIT_FAILED;
    } else if (entry->fts_info == FTS_F && may_hold_code(entry->fts_path)) {
        hw_extract_file(extract, entry->fts_path, name + strspn(name, "/"), true);
    }
}

void hw_extract_folder(struct hw_extract *extract, const char *path)
{
    char *const paths[] = {(char *)(uintptr_t)path, NULL};
    FTS *traversal = fts_open(paths, FTS_PHYSICAL | FTS_NOCHDIR, by_name);
    FTSENT *entry;
    if (!traversal) {
        extract->status = hw_complain("cannot read the folder %s: %s", path, strerror(errno));
        return;
    }
    while ((entry = fts_read(traversal)) != NULL)
        take(extract, entry, strlen(path));
    fts_close(traversal);
}
