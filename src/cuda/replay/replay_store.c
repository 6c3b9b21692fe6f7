/* SPDX-License-Identifier: MIT */
/* See replay_store.h. */
#include "cuda/replay/replay_store.h"

#include "engine/scheduler/hash.h"

#include <stdlib.h>
#include <string.h>

struct hw_content *hw_store_put(struct hw_store *store, const void *data, size_t bytes)
{
    const uint64_t hash = hw_hash_bytes(data, bytes);
    struct hw_content **bucket = &store->bucket[hash % HW_STORE_BUCKETS];

    for (struct hw_content *found = *bucket; found; found = found->next)
        if (found->hash == hash && found->bytes == bytes && memcmp(found->data, data, bytes) == 0)
            return hw_store_share(found);
    struct hw_content *made = malloc(sizeof *made + bytes);
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

struct hw_content *hw_store_share(struct hw_content *content)
{
    if (content)
        content->users++;
    return content;
}

void hw_store_drop(struct hw_store *store, struct hw_content *content)
{
    if (!content || --content->users > 0)
        return;
    struct hw_content **link = &store->bucket[content->hash % HW_STORE_BUCKETS];
    while (*link != content)
        link = &(*link)->next;
    *link = content->next;
    store->bytes -= content->bytes;
    free(content);
}
