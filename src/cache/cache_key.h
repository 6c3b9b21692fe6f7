/* SPDX-License-Identifier: MIT */
/* A cache key is a byte string with everything that decides a result: results with equal keys are equal, in
 * this process and in others.  Keys are compared whole; their hash is only a name. */
#ifndef HW_CACHE_CACHE_KEY_H
#define HW_CACHE_CACHE_KEY_H

#include <stdbool.h>

#include "cache/cache_hash.h"

struct hw_cache_key {
    uint8_t *bytes;
    size_t size;
    struct hw_cache_hash hash; /* of the bytes */
};

void hw_cache_key_clear(struct hw_cache_key *key);

bool hw_cache_key_equal(const struct hw_cache_key *a, const struct hw_cache_key *b);

/* A name for what has the key: a letter and 32 hexadecimal digits. */
#define HW_CACHE_KEY_NAME 34
void hw_cache_key_name(const struct hw_cache_key *key, char name[HW_CACHE_KEY_NAME]);

#endif
