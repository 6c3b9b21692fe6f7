/* SPDX-License-Identifier: MIT */
/* The hash takes four words at a time, in independent chains. */
#include "engine/scheduler/hash.h"

#include <string.h>

#define LANES 4 /* that are multiplied independently, for speed */

uint64_t hw_hash_bytes(const void *data, size_t bytes)
{
    uint64_t lane[LANES] = {1, 2, 3, 4}, word[LANES], hash = bytes;
    const uint8_t *at = data;
    size_t left = bytes;

    for (; left >= sizeof word; left -= sizeof word, at += sizeof word) {
        memcpy(word, at, sizeof word);
        for (unsigned i = 0; i < LANES; i++)
            lane[i] = hw_hash_word(lane[i], word[i]);
    }
    memset(word, 0, sizeof word);
    memcpy(word, at, left);
    for (unsigned i = 0; i < LANES; i++)
        hash = hw_hash_word(hash, hw_hash_word(lane[i], word[i]));
    return hash;
}
