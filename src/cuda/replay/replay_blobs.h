/* SPDX-License-Identifier: MIT */
/* Contents of memory, each kept once however often it occurs.
 *
 * They are found by a hash and compared byte by byte, so equal bytes are one structure, and two structures
 * have different bytes. */
#ifndef HW_CUDA_REPLAY_REPLAY_BLOBS_H
#define HW_CUDA_REPLAY_REPLAY_BLOBS_H

#include <stddef.h>
#include <stdint.h>

struct hw_blob {
    struct hw_blob *next; /* in its bucket */
    uint64_t hash;
    size_t bytes;
    size_t users;
    uint8_t data[];
};

#define HW_STORE_BUCKETS 32768u

struct hw_blobs {
    struct hw_blob *bucket[HW_STORE_BUCKETS];
    uint64_t bytes; /* of all contents */
};

/* The content that is these bytes, with one user more; NULL: no memory. */
struct hw_blob *hw_blobs_put(struct hw_blobs *store, const void *data, size_t bytes);

/* One user more, and one less of a content; NULL is allowed. */
struct hw_blob *hw_blobs_share(struct hw_blob *content);
void hw_blobs_drop(struct hw_blobs *store, struct hw_blob *content);

#endif
