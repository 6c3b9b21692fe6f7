/* SPDX-License-Identifier: MIT */
/* The cache directory keeps what was made between processes, up to a size limit.
 *
 * Without another name it is in the folder halfwarp where XDG's rules put caches.  A directory that is not
 * the user's own, or that others may write to, is not used, because code from it is executed. */
#ifndef HW_CACHE_CACHE_DIR_H
#define HW_CACHE_CACHE_DIR_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/stat.h>

struct hw_cache_dir {
    char path[PATH_MAX];     /* empty: nothing is kept */
    uint64_t limit;          /* bytes */
    _Atomic uint64_t unseen; /* bytes that were added since the folder was last looked through */
};

struct hw_cache_options {
    bool is_off;
    const char *named; /* the folder; NULL or "": the one of its own */
    const char *limit; /* "64M" and its like; NULL, or what is no number: 256 MiB */
    const char *own;   /* the name that the folder has in halfwarp's */
};
/* "64M" and its like; false: it is no number, or too large. */
bool hw_cache_size_read(const char *text, uint64_t *bytes);

void hw_cache_dir_choose(struct hw_cache_dir *folder, const struct hw_cache_options *options);

/* A descriptor of it, or -1.  `make`: if it does not exist, its last three levels are created. */
int hw_cache_dir_open(const struct hw_cache_dir *folder, bool make);

/* Whether only the user may change a folder or file. */
bool hw_cache_dir_trusts(const struct stat *status);

#endif
