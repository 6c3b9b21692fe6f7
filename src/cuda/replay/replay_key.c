/* See replay_key.h.  The structure hw_launch itself is part of the key, with what its pointers mean in place
 * of most pointers, so that a number that is added to it one day counts, too. */
#include "cuda/replay/replay_key.h"

#include <halfwarp/surface.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static void append(struct hw_replay_text *text, const void *data, size_t bytes)
{
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

/* The launch without its pointers, except those to chip, memory, code and constant banks, and without the
 * table of textures, which is long and mostly empty. */
static void append_plain(struct hw_replay_text *text, const struct hw_launch *launch)
{
    const size_t behind = offsetof(struct hw_launch, texture) + sizeof launch->texture;
    struct hw_launch plain;

    memcpy(&plain, launch,
           sizeof plain); /* with what lies between members, which hw_launch_init has cleared */
    plain.params = NULL;
    plain.presets = NULL;
    plain.references = NULL;
    plain.bindless = NULL;
    plain.sample = NULL;
    plain.runner = NULL;
    plain.listeners = NULL;
    plain.block_end = NULL;
    plain.output = NULL;
    plain.progress = NULL;
    plain.sample_context = plain.block_end_context = NULL;
    plain.output_context = plain.progress_context = NULL;
    append(text, &plain, offsetof(struct hw_launch, texture));
    append(text, (const uint8_t *)&plain + behind, sizeof plain - behind);
}

/* A binding that is there is its number and what it is. */
static void append_binding(struct hw_replay_text *text, uint32_t number, const void *what, size_t bytes)
{
    if (!what)
        return;
    append(text, &number, sizeof number);
    append(text, what, bytes);
}

static void append_bindings(struct hw_replay_text *text, const struct hw_launch *launch)
{
    for (uint32_t i = 0; i < HW_TEXTURES; i++)
        append_binding(text, i, launch->texture[i], sizeof *launch->texture[i]);
    for (uint32_t i = 0; i < launch->bindless_count; i++) {
        append_binding(text, ~i, launch->bindless[i].texture, sizeof *launch->bindless[i].texture);
        append_binding(text, i, launch->bindless[i].surface, sizeof *launch->bindless[i].surface);
    }
}

/* References fill bank 0. */
static void append_references(struct hw_replay_text *text, const struct hw_launch *launch)
{
    for (size_t i = 0; i < launch->reference_count; i++) {
        const struct hw_reference *reference = &launch->references[i];
        const uint32_t words[3] = {reference->place, reference->entry, reference->kind};
        append(text, words, sizeof words);
    }
}

struct hw_content *hw_replay_key_make(struct hw_store *store, struct hw_replay_text *text,
                                      const struct hw_launch *launch)
{
    text->bytes = 0;
    text->short_of_memory = false;
    append_plain(text, launch);
    append(text, launch->params, launch->param_bytes);
    append(text, launch->presets, launch->preset_count * sizeof *launch->presets);
    append_references(text, launch);
    append_bindings(text, launch);
    return text->short_of_memory ? NULL : hw_store_put(store, text->data, text->bytes);
}

/* --- what a key only names --- */

bool hw_replay_parts_take(struct hw_replay_parts *parts, struct hw_store *store,
                          const struct hw_launch *launch)
{
    bool ok = (parts->code = hw_store_put(store, launch->code, launch->code_bytes)) != NULL;

    for (unsigned i = 0; i < HW_BANKS && ok; i++)
        if (launch->bank[i].data)
            ok = (parts->bank[i] = hw_store_put(store, launch->bank[i].data, launch->bank[i].bytes)) != NULL;
    if (!ok)
        hw_replay_parts_free(parts, store);
    return ok;
}

bool hw_replay_parts_same(const struct hw_replay_parts *parts, const struct hw_launch *launch)
{
    bool same = memcmp(parts->code->data, launch->code, launch->code_bytes) == 0;

    for (unsigned i = 0; i < HW_BANKS && same; i++)
        if (parts->bank[i])
            same = memcmp(parts->bank[i]->data, launch->bank[i].data, launch->bank[i].bytes) == 0;
    return same;
}

void hw_replay_parts_free(struct hw_replay_parts *parts, struct hw_store *store)
{
    hw_store_drop(store, parts->code);
    for (unsigned i = 0; i < HW_BANKS; i++)
        hw_store_drop(store, parts->bank[i]);
    *parts = (struct hw_replay_parts){.code = NULL};
}
