/* SPDX-License-Identifier: MIT */
/* Contents of memory, each kept once however often it occurs.
 *
 * They are found by a hash and compared byte by byte, so equal bytes are one structure, and two structures
 * have different bytes. */
#ifndef HW_CUDA_REPLAY_REPLAY_STORE_H
#define HW_CUDA_REPLAY_REPLAY_STORE_H

#include <stddef.h>
#include <stdint.h>

struct hw_content {
    struct hw_content *next; /* in its bucket */
    uint64_t hash;
    size_t bytes;
    size_t users;
    uint8_t data[];
};

#define HW_STORE_BUCKETS 32768u

struct hw_store {
    struct hw_content *bucket[HW_STORE_BUCKETS];
    uint64_t bytes; /* of all contents */
};

/* The content that is these bytes, with one user more; NULL: no memory. */
struct hw_content *hw_store_put(struct hw_store *store, const void *data, size_t bytes);

/* One user more, and one less of a content; NULL is allowed. */
struct hw_content *hw_store_share(struct hw_content *content);
void hw_store_drop(struct hw_store *store, struct hw_content *content);

#endif
