/* SPDX-License-Identifier: MIT */
/* All that a launch can read and write in memory, as contents of a store.
 *
 * That is device memory as far as it is allocated, and the texels of arrays that the launch binds as textures
 * or surfaces. It is cut into pieces of at most 64 KiB. The contents of a piece are known from the last look
 * until somebody may have written there (memory_dirty.h); contents of arrays and of memory lent to the host
 * are never known. */
#ifndef HW_CUDA_REPLAY_REPLAY_SNAPSHOT_H
#define HW_CUDA_REPLAY_REPLAY_SNAPSHOT_H

#include "cuda/replay/replay_blobs.h"

#include <halfwarp/machine.h>

struct hw_piece {
    uint8_t *host;
    uint64_t address;       /* of device memory */
    struct hw_blob *cached; /* what it holds; NULL: not known */
    uint32_t bytes;
    bool array; /* not device memory */
    bool lent;  /* the host may write there at any time */
};

struct hw_replay_state {
    struct hw_blobs *store;
    const struct hw_memory *memory;
    uint64_t runs;          /* launches on it, at the last look */
    uint64_t bytes;         /* of all pieces, then */
    struct hw_range *range; /* the allocations */
    size_t ranges;
    struct hw_piece *piece;
    size_t count, capacity;
    size_t device; /* so many pieces are device memory; arrays follow */
};

/* What all pieces held at one moment. */
struct hw_replay_snapshot {
    struct hw_blob **content;
    size_t count;
};

/* How many bytes the next look will not know, about: a guess that costs nothing. */
uint64_t hw_replay_expect_uncached(const struct hw_replay_state *state, const struct hw_launch *launch);

/* Find the pieces of a launch, and forget what may have changed; false: no memory. */
bool hw_replay_look(struct hw_replay_state *state, const struct hw_launch *launch);

/* Bytes of the pieces, and of those that are not known. */
void hw_replay_sizes(struct hw_replay_state *state, uint64_t *all, uint64_t *uncached);

/* A hash of what memory holds: of a sample of each piece, or of the `whole`.  It costs little and proves
 * nothing. */
uint64_t hw_replay_fingerprint(const struct hw_replay_state *state, bool whole);

/* Whether all pieces hold what a snapshot says; every byte that is not cached is compared.  `first` is the
 * piece to begin with, and becomes the one that differed. */
bool hw_replay_same(struct hw_replay_state *state, const struct hw_replay_snapshot *snapshot, size_t *first);

/* Take a snapshot; false: no memory. */
bool hw_replay_take(struct hw_replay_state *state, struct hw_replay_snapshot *snapshot);

/* After a launch: take a snapshot, of which most is as it was `before`.  False: no memory, or memory that is
 * lent to the host has changed, so that nobody can say who has written there. */
bool hw_replay_take_after(struct hw_replay_state *state, const struct hw_replay_snapshot *before,
                          struct hw_replay_snapshot *after);

/* Memory holds what `from` says: make it what `to` says. */
void hw_replay_apply(struct hw_replay_state *state, const struct hw_replay_snapshot *from,
                     const struct hw_replay_snapshot *to);

/* Nothing is known any more. */
void hw_replay_forget(struct hw_replay_state *state);

void hw_replay_snapshot_free(struct hw_blobs *store, struct hw_replay_snapshot *snapshot);
void hw_replay_state_free(struct hw_replay_state *state);

#endif
