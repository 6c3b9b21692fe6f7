/* SPDX-License-Identifier: MIT */
/* Where the host's code is kept between processes: HALFWARP_JIT_CACHE names the folder, or is "off"; without
 * that it is halfwarp/jit among the caches.  HALFWARP_JIT_CACHE_SIZE bounds it. */
#ifndef HW_JIT_JIT_CACHE_DIR_H
#define HW_JIT_JIT_CACHE_DIR_H

#include <halfwarp/status.h>

#include "cache/cache_dir.h"

/* Whether HALFWARP_JIT_CACHE_SIZE is a size. */
hw_status hw_jit_cache_dir_check(struct hw_error *error);

/* By the environment. */
void hw_jit_cache_dir_choose(struct hw_cache_dir *folder);

#endif
