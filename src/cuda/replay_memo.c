/* See replay_memo.h. */
#include "cuda/replay_memo.h"

#include <stdlib.h>

static struct hw_replay_memo **bucket_of(struct hw_replay_memos *memos, const struct hw_replay_key *key)
{
    return &memos->bucket[key->launch->hash % HW_REPLAY_BUCKETS];
}

void hw_replay_record_clear(struct hw_replay_memos *memos, struct hw_replay_record *record)
{
    hw_replay_picture_free(&memos->store, &record->before);
    hw_replay_picture_free(&memos->store, &record->after);
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

static void remove_memo(struct hw_replay_memos *memos, struct hw_replay_memo *memo)
{
    struct hw_replay_memo **link = bucket_of(memos, &memo->key);

    while (*link != memo)
        link = &(*link)->next;
    *link = memo->next;
    remove_records(memos, &memo->records);
    hw_replay_key_free(&memo->key, &memos->store);
    free(memo);
    memos->count--;
}

static struct hw_replay_memo *oldest(const struct hw_replay_memos *memos, const struct hw_replay_memo *kept)
{
    struct hw_replay_memo *found = NULL;

    for (unsigned i = 0; i < HW_REPLAY_BUCKETS; i++)
        for (struct hw_replay_memo *memo = memos->bucket[i]; memo; memo = memo->next)
            if (memo != kept && (!found || memo->used < found->used))
                found = memo;
    return found;
}

void hw_replay_memo_shrink(struct hw_replay_memos *memos, uint64_t bytes, const struct hw_replay_memo *kept)
{
    struct hw_replay_memo *memo;

    while (memos->store.bytes > bytes && (memo = oldest(memos, kept)) != NULL)
        remove_memo(memos, memo);
}

static struct hw_replay_memo *find(struct hw_replay_memos *memos, const struct hw_replay_key *key)
{
    struct hw_replay_memo *memo = *bucket_of(memos, key);

    while (memo && memo->key.launch != key->launch)
        memo = memo->next;
    return memo;
}

static struct hw_replay_memo *add(struct hw_replay_memos *memos, const struct hw_replay_key *key)
{
    struct hw_replay_memo **bucket = bucket_of(memos, key), *memo;

    if (memos->count >= HW_REPLAY_MEMOS)
        remove_memo(memos, oldest(memos, NULL));
    memo = calloc(1, sizeof *memo);
    if (!memo)
        return NULL;
    memo->next = *bucket;
    memo->key = *key;
    *bucket = memo;
    memos->count++;
    return memo;
}

struct hw_replay_memo *hw_replay_memo_of(struct hw_replay_memos *memos, const struct hw_launch *launch)
{
    struct hw_replay_key key;

    if (!hw_replay_key_make(&key, &memos->store, launch))
        return NULL;
    struct hw_replay_memo *memo = find(memos, &key), *found = memo;
    if (!memo)
        memo = add(memos, &key);
    if (found || !memo)
        hw_replay_key_free(&key, &memos->store);
    if (memo)
        memo->used = ++memos->now;
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
    struct hw_replay_memo *memo;

    while ((memo = oldest(memos, NULL)) != NULL)
        remove_memo(memos, memo);
}
