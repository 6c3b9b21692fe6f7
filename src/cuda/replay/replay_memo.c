/* SPDX-License-Identifier: MIT */
/* See replay_memo.h. */
#include "cuda/replay/replay_memo.h"

#include <stdlib.h>

static struct hw_replay_memo **bucket_of(struct hw_replay_memos *memos, const struct hw_blob *key)
{
    return &memos->bucket[key->hash % HW_REPLAY_BUCKETS];
}

void hw_replay_record_clear(struct hw_replay_memos *memos, struct hw_replay_record *record)
{
    hw_replay_snapshot_free(&memos->store, &record->before);
    hw_replay_snapshot_free(&memos->store, &record->after);
    hw_replay_parts_free(&record->parts, &memos->store);
    free(record->range);
    record->range = NULL;
}

static void remove_records(struct hw_replay_memos *memos, struct hw_replay_record **link)
{
    while (*link) {
        struct hw_replay_record *record = *link;
        *link = record->next;
        hw_replay_record_clear(memos, record);
        free(record);
    }
}

/* --- which was used last --- */

static void make_newest(struct hw_replay_memos *memos, struct hw_replay_memo *memo)
{
    memo->older = memos->newest;
    memo->newer = NULL;
    *(memos->newest ? &memos->newest->newer : &memos->oldest) = memo;
    memos->newest = memo;
}

static void take_out(struct hw_replay_memos *memos, struct hw_replay_memo *memo)
{
    *(memo->older ? &memo->older->newer : &memos->oldest) = memo->newer;
    *(memo->newer ? &memo->newer->older : &memos->newest) = memo->older;
}

static void remove_memo(struct hw_replay_memos *memos, struct hw_replay_memo *memo)
{
    struct hw_replay_memo **link = bucket_of(memos, memo->key);

    while (*link != memo)
        link = &(*link)->next;
    *link = memo->next;
    take_out(memos, memo);
    remove_records(memos, &memo->records);
    hw_blobs_drop(&memos->store, memo->key);
    free(memo);
    memos->count--;
}

void hw_replay_memo_shrink(struct hw_replay_memos *memos, uint64_t bytes, const struct hw_replay_memo *kept)
{
    struct hw_replay_memo *memo = memos->oldest;

    while (memo && memos->store.bytes > bytes) {
        struct hw_replay_memo *newer = memo->newer;
        if (memo != kept)
            remove_memo(memos, memo);
        memo = newer;
    }
}

/* --- finding one --- */

static struct hw_replay_memo *find(struct hw_replay_memos *memos, const struct hw_blob *key)
{
    struct hw_replay_memo *memo = *bucket_of(memos, key);

    while (memo && memo->key != key)
        memo = memo->next;
    return memo;
}

/* Takes the key. */
static struct hw_replay_memo *add(struct hw_replay_memos *memos, struct hw_blob *key)
{
    struct hw_replay_memo *memo = calloc(1, sizeof *memo);

    if (!memo) {
        hw_blobs_drop(&memos->store, key);
        return NULL;
    }
    if (memos->count >= HW_REPLAY_MEMOS)
        remove_memo(memos, memos->oldest);
    struct hw_replay_memo **bucket = bucket_of(memos, key);
    memo->next = *bucket;
    memo->key = key;
    *bucket = memo;
    make_newest(memos, memo);
    memos->count++;
    return memo;
}

struct hw_replay_memo *hw_replay_memo_of(struct hw_replay_memos *memos, const struct hw_launch *launch)
{
    struct hw_blob *key = hw_replay_key_make(&memos->store, &memos->text, launch);

    if (!key)
        return NULL;
    struct hw_replay_memo *memo = find(memos, key);
    if (!memo)
        return add(memos, key);
    hw_blobs_drop(&memos->store, key);
    take_out(memos, memo);
    make_newest(memos, memo);
    return memo;
}

bool hw_replay_memo_add(struct hw_replay_memos *memos, struct hw_replay_memo *memo,
                        const struct hw_replay_record *record)
{
    struct hw_replay_record *made = malloc(sizeof *made), **link = &memo->records;

    if (!made)
        return false;
    *made = *record;
    made->next = memo->records;
    memo->records = made;
    for (unsigned i = 0; i < HW_REPLAY_RECORDS && *link; i++)
        link = &(*link)->next;
    remove_records(memos, link);
    return true;
}

void hw_replay_memos_clear(struct hw_replay_memos *memos)
{
    while (memos->oldest)
        remove_memo(memos, memos->oldest);
    free(memos->text.data);
    memos->text = (struct hw_replay_text){.data = NULL};
}
