/* SPDX-License-Identifier: MIT */
/* An executable is reused by the next launch of the same kernel: its constants are patched.
 *
 * Constants and parameters at fixed addresses are literals of the code (translate_constants.c).  Usually the
 * next launch differs only in these values.  Then the literals are patched and the translated code is reused.
 * A launch runs with a copy of them, so the next one may begin meanwhile. */
#include "engine/launch/launch_key.h"
#include "engine/translate/translate.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* The key of an executable: all that its code depends on, except the values of patches. */
struct hw_executable_key {
    size_t key_bytes, code_bytes;
    uint8_t data[]; /* the launch key, then the code */
};

static void count_key_bytes(void *context, const void *piece, size_t bytes)
{
    (void)piece;
    *(size_t *)context += bytes;
}

static void write_key_bytes(void *context, const void *piece, size_t bytes)
{
    uint8_t **to = context;

    memcpy(*to, piece, bytes);
    *to += bytes;
}

struct comparison {
    const uint8_t *with;
    bool same;
};

static void compare_key_bytes(void *context, const void *piece, size_t bytes)
{
    struct comparison *comparison = context;

    comparison->same = comparison->same && memcmp(comparison->with, piece, bytes) == 0;
    comparison->with += bytes;
}

static struct hw_executable_key *make_key(const struct hw_launch *launch)
{
    size_t bytes = 0;

    hw_launch_key_visit(launch, HW_LAUNCH_KEY_CODE, count_key_bytes, &bytes);
    struct hw_executable_key *key = malloc(sizeof *key + bytes + launch->code.bytes);
    if (!key)
        return NULL;
    key->key_bytes = bytes;
    key->code_bytes = launch->code.bytes;
    uint8_t *to = key->data;
    hw_launch_key_visit(launch, HW_LAUNCH_KEY_CODE, write_key_bytes, &to);
    memcpy(to, launch->code.data, launch->code.bytes);
    return key;
}

static uint64_t next_version(void)
{
    static _Atomic uint64_t versions;

    return atomic_fetch_add(&versions, 1) + 1;
}

void hw_executable_set_key(struct hw_executable *code, const struct hw_launch *launch)
{
    code->version = next_version();
    code->key = make_key(launch);
}

static bool is_for(const struct hw_executable *code, const struct hw_launch *launch)
{
    const struct hw_executable_key *key = code->key;

    if (!key || key->code_bytes != launch->code.bytes)
        return false;
    struct comparison comparison = {key->data, true};
    hw_launch_key_visit(launch, HW_LAUNCH_KEY_CODE, compare_key_bytes, &comparison);
    return comparison.same && memcmp(key->data + key->key_bytes, launch->code.data, key->code_bytes) == 0;
}

/* The address of a patch's value in this launch. */
static const uint8_t *patch_value(const struct hw_const_patch *patch, const struct hw_launch *launch,
                                  const uint16_t header[8])
{
    return patch->space == HW_CONST_PATCH_SHARED
               ? hw_shared_start(launch, header, patch->offset, patch->bytes)
               : (const uint8_t *)launch->bank[patch->space].data + patch->offset;
}

/* Whether the values that the code is specialised on are the same. */
static bool keeps_fixed(const struct hw_executable *code, const struct hw_launch *launch,
                        const uint16_t header[8])
{
    uint32_t words[4];

    for (uint32_t i = 0; i < code->patch_count; i++) {
        const struct hw_const_patch *patch = &code->patch[i];
        if (!patch->fixed)
            continue;
        hw_const_patch_words(patch, patch_value(patch, launch, header), words);
        if (words[0] != patch->literal)
            return false;
    }
    return true;
}

/* Patch the literals.  Whether one has changed. */
static bool set_literals(struct hw_executable *code, const struct hw_launch *launch, const uint16_t header[8])
{
    uint32_t words[4];
    bool changed = false;

    for (uint32_t i = 0; i < code->patch_count; i++) {
        const struct hw_const_patch *patch = &code->patch[i];
        if (patch->fixed)
            continue;
        const unsigned count = hw_const_patch_words(patch, patch_value(patch, launch, header), words);
        changed |= memcmp(&code->program.literal[patch->literal], words, count * sizeof *words) != 0;
        memcpy(&code->program.literal[patch->literal], words, count * sizeof *words);
    }
    return changed;
}

bool hw_executable_patch(struct hw_executable *code, const struct hw_launch *launch)
{
    uint16_t header[8];

    if (!is_for(code, launch))
        return false;
    hw_shared_header(launch, (uint32_t[3]){0}, header);
    if (!keeps_fixed(code, launch, header))
        return false;
    if (set_literals(code, launch, header))
        code->version = next_version();
    return true;
}
