/* SPDX-License-Identifier: MIT */
/* A folder in which what was made is kept between processes, and how much it may hold.
 *
 * Without another name it is in the folder halfwarp where XDG's rules put caches.  A folder that is not the
 * user's own, or that others may write to, is not used: what lies in it is run. */
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

/* A descriptor of it, or -1.  `make`: where it does not exist, its last three levels are made. */
int hw_cache_dir_open(const struct hw_cache_dir *folder, bool make);

/* Whether a folder or file is the user's alone to change. */
bool hw_cache_dir_trusts(const struct stat *status);

#endif
