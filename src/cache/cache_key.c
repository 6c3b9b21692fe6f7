/* SPDX-License-Identifier: MIT */
/* See cache_key.h. */
#include "cache/cache_key.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void hw_cache_key_clear(struct hw_cache_key *key)
{
    free(key->bytes);
    *key = (struct hw_cache_key){.bytes = NULL};
}

bool hw_cache_key_equal(const struct hw_cache_key *a, const struct hw_cache_key *b)
{
    return a->size == b->size && memcmp(&a->hash, &b->hash, sizeof a->hash) == 0 &&
           memcmp(a->bytes, b->bytes, a->size) == 0;
}

void hw_cache_key_name(const struct hw_cache_key *key, char name[HW_CACHE_KEY_NAME])
{
    snprintf(name, HW_CACHE_KEY_NAME, "k%016" PRIx64 "%016" PRIx64, key->hash.word[0], key->hash.word[1]);
}
