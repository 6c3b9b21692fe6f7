/* SPDX-License-Identifier: MIT */
/* The facts (launch_key.h) by which two launches are the same, except for the memory that they find.
 *
 * Every launch has its key looked up, so a key is short: it names code and constant banks by their addresses.
 * Their contents, the parts, are compared when a launch is to be replayed. */
#ifndef HW_CUDA_REPLAY_REPLAY_KEY_H
#define HW_CUDA_REPLAY_REPLAY_KEY_H

#include "cuda/replay/replay_blobs.h"
#include "engine/launch/launch_key.h"

/* Room to write a key in, which stays for the next one. */
struct hw_replay_text {
    uint8_t *data;
    size_t bytes, capacity;
    bool short_of_memory;
};

/* The key of a launch, of which the caller is a user; NULL: no memory.  Keys of a store are equal when they
 * are the same structure. */
struct hw_blob *hw_replay_key_make(struct hw_blobs *store, struct hw_replay_text *text,
                                   const struct hw_launch *launch);

struct hw_replay_parts {
    struct hw_blob *text[HW_LAUNCH_BLOBS];
};

/* Keep the parts of a launch; false: no memory. */
bool hw_replay_parts_take(struct hw_replay_parts *parts, struct hw_blobs *store,
                          const struct hw_launch *launch);
/* Whether the parts of a launch with the same key are the same. */
bool hw_replay_parts_same(const struct hw_replay_parts *parts, const struct hw_launch *launch);
void hw_replay_parts_free(struct hw_replay_parts *parts, struct hw_blobs *store);

#endif
