/* SPDX-License-Identifier: MIT */
/* Where the host's code is kept between processes: HALFWARP_JIT_CACHE names the folder, or is "off"; without
 * that it is halfwarp/jit among the caches.  HALFWARP_JIT_CACHE_SIZE bounds it. */
#ifndef HW_JIT_JIT_FOLDER_H
#define HW_JIT_JIT_FOLDER_H

#include <halfwarp/status.h>

#include "cache/cache_folder.h"

/* Whether HALFWARP_JIT_CACHE_SIZE is a size. */
hw_status hw_jit_folder_check(struct hw_error *error);

/* By the environment. */
void hw_jit_folder_choose(struct hw_cache_folder *folder);

#endif
