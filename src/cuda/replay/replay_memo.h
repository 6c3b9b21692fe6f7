/* SPDX-License-Identifier: MIT */
/* The memo table of replay: a memo for each key, with the snapshots of memory before and after some of
 * its launches. */
#ifndef HW_CUDA_REPLAY_REPLAY_MEMO_H
#define HW_CUDA_REPLAY_REPLAY_MEMO_H

#include "cuda/replay/replay_policy.h"
#include "cuda/replay/replay_key.h"
#include "cuda/replay/replay_snapshot.h"

#include <halfwarp/timer.h>

/* One launch that ran: where memory is as `before`, running it again would make it as `after`. */
struct hw_replay_record {
    struct hw_replay_record *next;
    struct hw_range *range; /* the allocations then */
    size_t ranges;
    struct hw_replay_parts parts;
    uint64_t fingerprint; /* of memory before; of a sample, unless the memo's are of all bytes */
    struct hw_replay_snapshot before, after;
    size_t first; /* the piece to compare first: it differed last */
    struct hw_stats stats;
    double seconds;             /* that it took */
    struct hw_launch_time time; /* of the clock of programs; all zero: it was off */
};

#define HW_REPLAY_RECORDS 4 /* of one key: some programs go round in circles */

struct hw_replay_memo {
    struct hw_replay_memo *next;          /* in its bucket */
    struct hw_replay_memo *older, *newer; /* by when they were used */
    struct hw_blob *key;
    struct hw_replay_record *records; /* used last first */
    struct hw_replay_policy interest;
    double seconds; /* that the last launch took which ran */
    double price;   /* seconds that must be there before the next look: one that found too few */
};

#define HW_REPLAY_BUCKETS 1024u
#define HW_REPLAY_MEMOS   1024u

struct hw_replay_memos {
    struct hw_blobs store;
    struct hw_replay_text text;
    struct hw_replay_memo *bucket[HW_REPLAY_BUCKETS];
    struct hw_replay_memo *oldest, *newest;
    size_t count;
};

/* The memo of a launch's key, which is made where there is none; NULL: no memory. */
struct hw_replay_memo *hw_replay_memo_of(struct hw_replay_memos *memos, const struct hw_launch *launch);

/* Put a record first; a memo has few, and the one that was not used for longest goes.  Takes what `record`
 * owns; false: no memory. */
bool hw_replay_memo_add(struct hw_replay_memos *memos, struct hw_replay_memo *memo,
                        const struct hw_replay_record *record);

/* Forget memos that were not used for long until the store has no more bytes than this; but not `kept`. */
void hw_replay_memo_shrink(struct hw_replay_memos *memos, uint64_t bytes, const struct hw_replay_memo *kept);

void hw_replay_record_clear(struct hw_replay_memos *memos, struct hw_replay_record *record);
void hw_replay_memos_clear(struct hw_replay_memos *memos);

#endif
