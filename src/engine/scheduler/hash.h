/* SPDX-License-Identifier: MIT */
/* A 64-bit hash of bytes finds out whether memory has changed. */
#ifndef HW_ENGINE_SCHEDULER_HASH_H
#define HW_ENGINE_SCHEDULER_HASH_H

#include <stddef.h>
#include <stdint.h>

/* Add a word to a hash. */
static inline uint64_t hw_hash_word(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 29;
}

uint64_t hw_hash_bytes(const void *data, size_t bytes);

#endif
