/* SPDX-License-Identifier: MIT */
/* What the kernel generation_hash of tests/programs makes of a number: some rounds of shifts and an
 * addition. */
#ifndef HW_TESTS_GENERATION_HASH_H
#define HW_TESTS_GENERATION_HASH_H

#include <stdint.h>

static inline uint32_t generation_hash(uint32_t h, uint32_t rounds)
{
    for (uint32_t round = 0; round < rounds; round++) {
        h ^= h << 13;
        h ^= h >> 17;
        h ^= h << 5;
        h += 0x9e3779b9u;
    }
    return h;
}

#endif
