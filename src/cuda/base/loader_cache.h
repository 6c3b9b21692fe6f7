/* SPDX-License-Identifier: MIT */
/* The loader's cache, /etc/ld.so.cache, which ldconfig(8) writes: where libraries lie that are asked for by
 * name. */
#ifndef HW_CUDA_BASE_LOADER_CACHE_H
#define HW_CUDA_BASE_LOADER_CACHE_H

#include <stddef.h>

#pragma GCC visibility push(default)

/* The first path that a cache has for a name, within its bytes; NULL: none, or they are no cache of today's
 * form. */
const char *hw_loader_cache_find(const char *bytes, size_t length, const char *name);

#pragma GCC visibility pop
#endif
