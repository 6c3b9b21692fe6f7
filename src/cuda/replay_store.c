/* See replay_store.h. */
#include "cuda/replay_store.h"

#include <stdlib.h>
#include <string.h>

#define LANES 4 /* that are multiplied independently, for speed */

static uint64_t mix(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 29;
}

static uint64_t hash_of(const uint8_t *data, size_t bytes)
{
    uint64_t lane[LANES] = {1, 2, 3, 4}, word[LANES], hash = bytes;
    size_t at = 0;

    for (; bytes - at >= sizeof word; at += sizeof word) {
        memcpy(word, data + at, sizeof word);
        for (int i = 0; i < LANES; i++)
            lane[i] = mix(lane[i], word[i]);
    }
    memset(word, 0, sizeof word);
    memcpy(word, data + at, bytes - at);
    for (int i = 0; i < LANES; i++)
        hash = mix(hash, mix(lane[i], word[i]));
    return hash;
}

struct hw_content *hw_store_put(struct hw_store *store, const void *data, size_t bytes)
{
    const uint64_t hash = hash_of(data, bytes);
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
