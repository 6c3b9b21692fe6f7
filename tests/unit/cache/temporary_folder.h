/* SPDX-License-Identifier: MIT */
/* A folder for the cache of a test. */
#ifndef HW_TESTS_TEMPORARY_FOLDER_H
#define HW_TESTS_TEMPORARY_FOLDER_H

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LONGEST (PATH_MAX + 300) /* path of a file in it */

static char folder_name[256];

static int make_folder(void **state)
{
    const char *temporary = getenv("TMPDIR");

    (void)state;
    snprintf(folder_name, sizeof folder_name, "%s/hw-cache-XXXXXX", temporary ? temporary : "/tmp");
    return mkdtemp(folder_name) ? 0 : -1;
}

static int remove_folder(void **state)
{
    char command[512];

    (void)state;
    snprintf(command, sizeof command, "rm -rf '%s'", folder_name);
    return system(command);
}

/* How many files there are, and the path of one of them. */
static unsigned count_files(const char *path, char one[LONGEST])
{
    DIR *directory = opendir(path);
    const struct dirent *entry;
    unsigned count = 0;

    while (directory && (entry = readdir(directory))) {
        if (entry->d_name[0] == '.')
            continue;
        count++;
        if (one)
            snprintf(one, LONGEST, "%s/%s", path, entry->d_name);
    }
    if (directory)
        closedir(directory);
    return count;
}

#endif
