/* SPDX-License-Identifier: MIT */
/* The hash has two chains of odd multipliers.  Each step is a bijection of the word and of what came before,
 * so a single changed word always changes the first chain; the second sees the first. */
#include "cache/cache_hash.h"

#include <string.h>

#define FIRST  0x9e3779b97f4a7c15u /* the golden ratio */
#define SECOND 0xb504f333f9de6485u /* the square root of 2 */

static uint64_t mix(uint64_t hash, uint64_t word, uint64_t odd)
{
    hash = (hash ^ word) * odd;
    return hash ^ hash >> 32;
}

struct hw_cache_hash hw_cache_hash_of(const void *data, size_t size)
{
    uint64_t first = size, second = ~(uint64_t)size;
    const uint8_t *at = data;

    for (size_t left = size; left;) {
        const size_t taken = left < 8 ? left : 8;
        uint64_t word = 0;
        memcpy(&word, at, taken);
        first = mix(first, word, FIRST);
        second = mix(second, (word << 32 | word >> 32) ^ first, SECOND);
        at += taken;
        left -= taken;
    }
    for (unsigned i = 0; i < 3; i++) {
        first = mix(first, second, SECOND);
        second = mix(second, first, FIRST);
    }
    return (struct hw_cache_hash){{first, second}};
}
