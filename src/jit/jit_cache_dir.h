/* SPDX-License-Identifier: MIT */
/* The cache directory keeps compiled code between processes.  HALFWARP_JIT_CACHE names it, or is "off";
 * without the variable it is halfwarp/jit in the user's cache directory.  HALFWARP_JIT_CACHE_SIZE limits its
 * size. */
#ifndef HW_JIT_JIT_CACHE_DIR_H
#define HW_JIT_JIT_CACHE_DIR_H

#include <halfwarp/status.h>

#include "cache/cache_dir.h"

/* Whether HALFWARP_JIT_CACHE_SIZE is a size. */
hw_status hw_jit_cache_dir_check(struct hw_error *error);

/* Choose the directory by the environment. */
void hw_jit_cache_dir_choose(struct hw_cache_dir *folder);

#endif
