/* SPDX-License-Identifier: MIT */
/* All files below a folder, as installed wheels and Triton's cache have them, in the order of their names.
 * Links are not followed. */
#include "cli/cli.h"
#include "cli/extract.h"

#include <errno.h>
#include <fts.h>
#include <stdio.h>
#include <string.h>

enum { FIRST_BYTES = 8 };

static int by_name(const FTSENT **a, const FTSENT **b)
{
    return strcmp((*a)->fts_name, (*b)->fts_name);
}

/* Most files of a folder hold no code, and are not read whole: those that do begin or are named like it. */
static bool may_hold_code(const char *path)
{
    static const char *const endings[] = {".cubin", ".ptx", ".obj"};
    unsigned char first[FIRST_BYTES] = {0};
    const char *ending = strrchr(path, '.');
    for (size_t i = 0; ending && i < sizeof endings / sizeof endings[0]; i++)
        if (strcmp(ending, endings[i]) == 0)
            return true;
    FILE *file = fopen(path, "rb");
    if (!file)
        return true; /* whoever reads it says why it cannot be read */
    const bool whole = fread(first, 1, sizeof first, file) == sizeof first;
    fclose(file);
    return whole && (memcmp(first, "\177ELF", 4) == 0 || memcmp(first, "!<arch>\n", 8) == 0 ||
                     memcmp(first, "MZ", 2) == 0 || memcmp(first, "PK\3\4", 4) == 0 ||
                     memcmp(first, "\x50\xed\x55\xba", 4) == 0);
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
