/* SPDX-License-Identifier: MIT */
/* See cache_dir.h. */
#include "cache/cache_dir.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LIMIT   (256ull << 20)
#define LARGEST (UINT64_MAX / 4)
#define LEVELS  3 /* that may be made: .cache, halfwarp, its own */

/* Write a path of two parts.  False: it is too long. */
static bool append_path(struct hw_cache_dir *folder, const char *base, const char *rest)
{
    const int length = snprintf(folder->path, sizeof folder->path, "%s%s", base, rest);

    return length > 0 && (size_t)length < sizeof folder->path;
}

static bool append_named(struct hw_cache_dir *folder, const char *name)
{
    char here[PATH_MAX], rest[PATH_MAX];

    if (name[0] == '/')
        return append_path(folder, name, "");
    const int length = snprintf(rest, sizeof rest, "/%s", name);
    return length > 0 && (size_t)length < sizeof rest && getcwd(here, sizeof here) &&
           append_path(folder, here, rest);
}

/* A variable with an absolute path, or NULL: XDG's rules ignore others. */
static const char *absolute(const char *variable)
{
    const char *value = secure_getenv(variable);

    return value && value[0] == '/' ? value : NULL;
}

static bool append_own(struct hw_cache_dir *folder, const char *own)
{
    const char *caches = absolute("XDG_CACHE_HOME"), *home = absolute("HOME");
    char rest[64];

    snprintf(rest, sizeof rest, "%s/halfwarp/%s", caches ? "" : "/.cache", own);
    return (caches || home) && append_path(folder, caches ? caches : home, rest);
}

bool hw_cache_size_read(const char *text, uint64_t *bytes)
{
    static const char units[] = "KMG";
    char *end;

    if (text[0] < '0' || text[0] > '9')
        return false;
    errno = 0;
    const unsigned long long number = strtoull(text, &end, 10);
    const char *unit = *end ? strchr(units, *end) : NULL;
    const unsigned shift = unit ? 10 * (unsigned)(unit - units + 1) : 0;
    if (errno || (*end && (!unit || end[1])) || number > LARGEST >> shift)
        return false;
    *bytes = (uint64_t)number << shift;
    return true;
}

void hw_cache_dir_choose(struct hw_cache_dir *folder, const struct hw_cache_options *options)
{
    *folder = (struct hw_cache_dir){.limit = LIMIT};
    if (options->limit)
        (void)hw_cache_size_read(options->limit, &folder->limit);
    folder->unseen = folder->limit; /* look through it at once */
    if (options->is_off || folder->limit == 0 ||
        !(options->named && options->named[0] ? append_named(folder, options->named)
                                              : append_own(folder, options->own)))
        folder->path[0] = '\0';
}

/* The end of the part of a path that has `levels` fewer levels. */
static size_t cut(const char *path, unsigned levels)
{
    size_t length = strlen(path);

    while (length > 1 && path[length - 1] == '/')
        length--;
    for (; levels && length > 1; levels--) {
        while (length && path[length - 1] != '/')
            length--;
        while (length > 1 && path[length - 1] == '/')
            length--;
    }
    return length;
}

static void make_levels(const char *path)
{
    char part[PATH_MAX];

    for (unsigned levels = LEVELS; levels--;) {
        snprintf(part, sizeof part, "%.*s", (int)cut(path, levels), path);
        mkdir(part, S_IRWXU); /* it may be there; that it could not be made shows later */
    }
}

bool hw_cache_dir_trusts(const struct stat *status)
{
    return status->st_uid == geteuid() && !(status->st_mode & (S_IWGRP | S_IWOTH));
}

int hw_cache_dir_open(const struct hw_cache_dir *folder, bool make)
{
    struct stat status;

    if (!folder->path[0])
        return -1;
    int opened = open(folder->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (opened < 0 && make && errno == ENOENT) {
        make_levels(folder->path);
        opened = open(folder->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    }
    if (opened >= 0 && (fstat(opened, &status) != 0 || !hw_cache_dir_trusts(&status))) {
        close(opened);
        return -1;
    }
    return opened;
}
