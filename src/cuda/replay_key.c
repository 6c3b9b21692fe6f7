/* See replay_key.h.  The structure hw_launch itself is part of the key, with what its pointers mean in place
 * of the pointers, so that a number that is added to it one day counts, too. */
#include "cuda/replay_key.h"

#include <halfwarp/surface.h>
#include <stdlib.h>
#include <string.h>

struct text {
    uint8_t *data;
    size_t bytes, capacity;
    bool short_of_memory;
};

static void append(struct text *text, const void *data, size_t bytes)
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

/* The launch without its pointers, but for those to chip and memory, which are the same for the same ones. */
static void append_plain(struct text *text, const struct hw_launch *launch)
{
    struct hw_launch plain;

    memcpy(&plain, launch,
           sizeof plain); /* with what lies between members, which hw_launch_init has cleared */
    plain.code = plain.params = NULL;
    plain.presets = NULL;
    plain.references = NULL;
    plain.bindless = NULL;
    for (unsigned i = 0; i < HW_BANKS; i++)
        plain.bank[i].data = NULL;
    memset(plain.texture, 0, sizeof plain.texture);
    plain.sample = NULL;
    plain.runner = NULL;
    plain.trace = NULL;
    plain.block_end = NULL;
    plain.output = NULL;
    plain.progress = NULL;
    plain.sample_context = plain.trace_context = plain.block_end_context = NULL;
    plain.output_context = plain.progress_context = NULL;
    append(text, &plain, sizeof plain);
}

/* A binding that is there is its number and what it is. */
static void append_binding(struct text *text, uint32_t number, const void *what, size_t bytes)
{
    if (!what)
        return;
    append(text, &number, sizeof number);
    append(text, what, bytes);
}

static void append_bindings(struct text *text, const struct hw_launch *launch)
{
    for (uint32_t i = 0; i < HW_TEXTURES; i++)
        append_binding(text, i, launch->texture[i], sizeof *launch->texture[i]);
    for (uint32_t i = 0; i < launch->bindless_count; i++) {
        append_binding(text, ~i, launch->bindless[i].texture, sizeof *launch->bindless[i].texture);
        append_binding(text, i, launch->bindless[i].surface, sizeof *launch->bindless[i].surface);
    }
}

/* References fill bank 0. */
static void append_references(struct text *text, const struct hw_launch *launch)
{
    for (size_t i = 0; i < launch->reference_count; i++) {
        const struct hw_reference *reference = &launch->references[i];
        const uint32_t words[3] = {reference->place, reference->entry, reference->kind};
        append(text, words, sizeof words);
    }
}

static bool put_parts(struct hw_replay_key *key, struct hw_store *store, const struct hw_launch *launch)
{
    bool ok = (key->code = hw_store_put(store, launch->code, launch->code_bytes)) != NULL;

    for (unsigned i = 0; i < HW_BANKS && ok; i++)
        if (launch->bank[i].data)
            ok = (key->bank[i] = hw_store_put(store, launch->bank[i].data, launch->bank[i].bytes)) != NULL;
    return ok;
}

bool hw_replay_key_make(struct hw_replay_key *key, struct hw_store *store, const struct hw_launch *launch)
{
    struct text text = {.data = NULL};

    *key = (struct hw_replay_key){.launch = NULL};
    if (put_parts(key, store, launch)) {
        append_plain(&text, launch);
        append(&text, key->bank, sizeof key->bank);
        append(&text, &key->code, sizeof key->code);
        append(&text, launch->params, launch->param_bytes);
        append(&text, launch->presets, launch->preset_count * sizeof *launch->presets);
        append_references(&text, launch);
        append_bindings(&text, launch);
        if (!text.short_of_memory)
            key->launch = hw_store_put(store, text.data, text.bytes);
    }
    free(text.data);
    if (!key->launch)
        hw_replay_key_free(key, store);
    return key->launch != NULL;
}

void hw_replay_key_free(struct hw_replay_key *key, struct hw_store *store)
{
    hw_store_drop(store, key->launch);
    hw_store_drop(store, key->code);
    for (unsigned i = 0; i < HW_BANKS; i++)
        hw_store_drop(store, key->bank[i]);
    *key = (struct hw_replay_key){.launch = NULL};
}
