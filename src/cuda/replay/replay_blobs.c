/* SPDX-License-Identifier: MIT */
/* See replay_blobs.h. */
#include "cuda/replay/replay_blobs.h"

#include "engine/scheduler/hash.h"

#include <stdlib.h>
#include <string.h>

struct hw_blob *hw_blobs_put(struct hw_blobs *store, const void *data, size_t bytes)
{
    const uint64_t hash = hw_hash_bytes(data, bytes);
    struct hw_blob **bucket = &store->bucket[hash % HW_STORE_BUCKETS];

    for (struct hw_blob *found = *bucket; found; found = found->next)
        if (found->hash == hash && found->bytes == bytes && memcmp(found->data, data, bytes) == 0)
            return hw_blobs_share(found);
    struct hw_blob *made = malloc(sizeof *made + bytes);
    if (!made)
        return NULL;
    made->next = *bucket;
    made->hash = hash;
    made->bytes = bytes;
    made->users = 1;
    memcpy(made->data, data, bytes);
    store->bytes += bytes;
    *bucket = made;
    return made;
}

struct hw_blob *hw_blobs_share(struct hw_blob *content)
{
    if (content)
        content->users++;
    return content;
}

void hw_blobs_drop(struct hw_blobs *store, struct hw_blob *content)
{
    if (!content || --content->users > 0)
        return;
    struct hw_blob **link = &store->bucket[content->hash % HW_STORE_BUCKETS];
    while (*link != content)
        link = &(*link)->next;
    *link = content->next;
    store->bytes -= content->bytes;
    free(content);
}
