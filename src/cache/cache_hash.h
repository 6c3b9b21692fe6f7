/* SPDX-License-Identifier: MIT */
/* This hash of 128 bits tells code and files apart.  It is made for accidents, not against forgers: a user
 * who could write into the cache's folder could as well write into the program. */
#ifndef HW_CACHE_CACHE_HASH_H
#define HW_CACHE_CACHE_HASH_H

#include <stddef.h>
#include <stdint.h>

struct hw_cache_hash {
    uint64_t word[2];
};

struct hw_cache_hash hw_cache_hash_of(const void *data, size_t size);

#endif
