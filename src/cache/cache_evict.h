/* SPDX-License-Identifier: MIT */
/* Cache eviction removes the least recently used files (LRU) when the cache is too large. */
#ifndef HW_CACHE_CACHE_EVICT_H
#define HW_CACHE_CACHE_EVICT_H

#include "cache/cache_dir.h"

/* Between a file's name and a random number, while it is written. */
#define HW_CACHE_UNFINISHED ".new."

/* Some bytes were added to the folder, which is open.  It is looked through when a process first adds
 * something, and after each 16th of the limit. */
void hw_cache_evict(struct hw_cache_dir *folder, int opened, uint64_t added);

#endif
