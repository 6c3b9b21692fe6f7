/* SPDX-License-Identifier: MIT */
/* A hash of bytes in 64 bits, four words at a time: for finding out whether memory has changed. */
#ifndef HW_ENGINE_SCHEDULER_HASH_H
#define HW_ENGINE_SCHEDULER_HASH_H

#include <stddef.h>
#include <stdint.h>

/* One word more. */
static inline uint64_t hw_hash_word(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 29;
}

uint64_t hw_hash_bytes(const void *data, size_t bytes);

#endif
