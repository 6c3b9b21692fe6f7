/* SPDX-License-Identifier: MIT */
/* The folder in which compiled code is kept between processes, and how much it may hold.
 *
 * HALFWARP_JIT_CACHE names it, or is "off"; without that it is halfwarp/jit where XDG's rules put caches.
 * HALFWARP_JIT_CACHE_SIZE bounds it.  A folder that is not the user's own, or that others may write to, is
 * not used: what lies in it is run. */
#ifndef HW_JIT_JIT_FOLDER_H
#define HW_JIT_JIT_FOLDER_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/stat.h>

struct hw_jit_folder {
    char path[PATH_MAX];     /* empty: nothing is kept */
    uint64_t limit;          /* bytes */
    _Atomic uint64_t unseen; /* bytes that were added since the folder was last looked through */
};

/* By the environment. */
void hw_jit_folder_choose(struct hw_jit_folder *folder);

/* A descriptor of it, or -1.  `make`: where it does not exist, its last three levels are made. */
int hw_jit_folder_open(const struct hw_jit_folder *folder, bool make);

/* Whether a folder or file is the user's alone to change. */
bool hw_jit_folder_trusts(const struct stat *status);

#endif
