/* SPDX-License-Identifier: MIT */
/* See cache_evict.h.  Files are removed by the time of their last use, until three quarters of the limit
 * remain.  Several processes may do that at once: they name the same files.  A process that has one open
 * reads on; others make it again. */
#include "cache/cache_evict.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cache/cache_key.h"

#define SHARE     16   /* of the limit */
#define ABANDONED 3600 /* seconds after which no process still writes a file */

struct cached_file {
    char name[HW_CACHE_KEY_NAME];
    struct timespec used;
    uint64_t size;
};

struct cached_files {
    struct cached_file *file;
    size_t count, room;
    uint64_t size;
};

/* Whether a name is one of ours; other files are not touched.  `unfinished`: it is still being written. */
static bool is_ours(const char *name, bool *unfinished)
{
    const size_t length = HW_CACHE_KEY_NAME - 1;

    if (name[0] != 'k' || 1 + strspn(name + 1, "0123456789abcdef") != length)
        return false;
    *unfinished = strncmp(name + length, HW_CACHE_UNFINISHED, strlen(HW_CACHE_UNFINISHED)) == 0;
    return *unfinished || name[length] == '\0';
}

static void note(struct cached_files *files, const char *name, const struct stat *status)
{
    if (files->count == files->room) {
        const size_t room = files->room ? files->room * 2 : 256;
        struct cached_file *grown = realloc(files->file, room * sizeof *grown);
        if (!grown)
            return;
        files->file = grown;
        files->room = room;
    }
    struct cached_file *file = &files->file[files->count++];
    memcpy(file->name, name, sizeof file->name);
    file->used = status->st_mtim;
    file->size = (uint64_t)status->st_size;
    files->size += file->size;
}

static void look_at(struct cached_files *files, int folder, const char *name)
{
    struct stat status;
    bool unfinished;

    if (!is_ours(name, &unfinished) || fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) != 0)
        return;
    if (!unfinished)
        note(files, name, &status);
    else if (status.st_mtim.tv_sec < time(NULL) - ABANDONED)
        unlinkat(folder, name, 0);
}

static void look_through(struct cached_files *files, int folder)
{
    const int own = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *directory = own < 0 ? NULL : fdopendir(own);
    const struct dirent *entry;

    if (!directory) {
        if (own >= 0)
            close(own);
        return;
    }
    while ((entry = readdir(directory)))
        look_at(files, folder, entry->d_name);
    closedir(directory);
}

static int by_use(const void *left, const void *right)
{
    const struct timespec a = ((const struct cached_file *)left)->used,
                          b = ((const struct cached_file *)right)->used;

    if (a.tv_sec != b.tv_sec)
        return a.tv_sec < b.tv_sec ? -1 : 1;
    return a.tv_nsec < b.tv_nsec ? -1 : a.tv_nsec > b.tv_nsec;
}

void hw_cache_evict(struct hw_cache_dir *folder, int opened, uint64_t added)
{
    const uint64_t share = folder->limit / SHARE;
    struct cached_files files = {.file = NULL};

    if (atomic_fetch_add(&folder->unseen, added) + added < share)
        return;
    atomic_store(&folder->unseen, 0);
    look_through(&files, opened);
    if (files.size > folder->limit - share) {
        qsort(files.file, files.count, sizeof *files.file, by_use);
        for (size_t i = 0; i < files.count && files.size > folder->limit / 4 * 3; i++) {
            unlinkat(opened, files.file[i].name, 0);
            files.size -= files.file[i].size;
        }
    }
    free(files.file);
}
