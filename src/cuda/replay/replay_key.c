/* SPDX-License-Identifier: MIT */
/* See replay_key.h. */
#include "cuda/replay/replay_key.h"

#include <stdlib.h>
#include <string.h>

static void append(void *context, const void *data, size_t bytes)
{
    struct hw_replay_text *text = context;

    if (bytes > text->capacity - text->bytes) {
        const size_t capacity = 2 * text->capacity + bytes;
        uint8_t *grown = realloc(text->data, capacity);
        text->short_of_memory |= !grown;
        if (!grown)
            return;
        text->data = grown;
        text->capacity = capacity;
    }
    if (bytes > 0)
        memcpy(text->data + text->bytes, data, bytes);
    text->bytes += bytes;
}

struct hw_blob *hw_replay_key_make(struct hw_blobs *store, struct hw_replay_text *text,
                                   const struct hw_launch *launch)
{
    text->bytes = 0;
    text->short_of_memory = false;
    hw_launch_key_visit(launch, HW_LAUNCH_KEY_RESULT, append, text);
    return text->short_of_memory ? NULL : hw_blobs_put(store, text->data, text->bytes);
}

/* --- what a key only names --- */

bool hw_replay_parts_take(struct hw_replay_parts *parts, struct hw_blobs *store,
                          const struct hw_launch *launch)
{
    bool ok = true;

    for (unsigned i = 0; i < HW_LAUNCH_BLOBS && ok; i++) {
        const struct hw_launch_blob text = hw_launch_blob(launch, i);
        if (text.data)
            ok = (parts->text[i] = hw_blobs_put(store, text.data, text.bytes)) != NULL;
    }
    if (!ok)
        hw_replay_parts_free(parts, store);
    return ok;
}

bool hw_replay_parts_same(const struct hw_replay_parts *parts, const struct hw_launch *launch)
{
    bool same = true;

    for (unsigned i = 0; i < HW_LAUNCH_BLOBS && same; i++) {
        const struct hw_launch_blob text = hw_launch_blob(launch, i);
        if (parts->text[i])
            same = memcmp(parts->text[i]->data, text.data, text.bytes) == 0;
    }
    return same;
}

void hw_replay_parts_free(struct hw_replay_parts *parts, struct hw_blobs *store)
{
    for (unsigned i = 0; i < HW_LAUNCH_BLOBS; i++)
        hw_blobs_drop(store, parts->text[i]);
    *parts = (struct hw_replay_parts){.text = {NULL}};
}
