/* SPDX-License-Identifier: MIT */
/* See replay_snapshot.h. */
#include "cuda/replay/replay_snapshot.h"

#include "engine/scheduler/hash.h"
#include "machine/memory/device_memory.h"

#include <halfwarp/surface.h>
#include <stdlib.h>
#include <string.h>

/* --- the pieces --- */

static bool add_piece(struct hw_replay_state *state, const struct hw_piece *piece)
{
    if (state->count == state->capacity) {
        const size_t capacity = state->capacity ? 2 * state->capacity : 256;
        struct hw_piece *grown = realloc(state->piece, capacity * sizeof *grown);
        if (!grown)
            return false;
        state->piece = grown;
        state->capacity = capacity;
    }
    state->piece[state->count++] = *piece;
    return true;
}

/* Cut `bytes` at an address, or at a place of the host, into pieces that no chunk's border goes through. */
static bool add_pieces(struct hw_replay_state *state, struct hw_piece piece, uint64_t bytes)
{
    while (bytes > 0) {
        const uint64_t room = HW_DIRTY_CHUNK - piece.address % HW_DIRTY_CHUNK;
        piece.bytes = (uint32_t)(bytes < room ? bytes : room);
        if (!add_piece(state, &piece))
            return false;
        piece.host += piece.bytes;
        piece.address += piece.bytes;
        bytes -= piece.bytes;
    }
    return true;
}

static void forget_piece(struct hw_replay_state *state, struct hw_piece *piece)
{
    hw_blobs_drop(state->store, piece->cached);
    piece->cached = NULL;
}

/* The cached contents of pieces stay when the list of allocations becomes another.  Both lists are in
 * order. */
static void carry_over(struct hw_replay_state *state, struct hw_piece *old, size_t count)
{
    size_t at = 0;

    for (size_t i = 0; i < count; i++) {
        while (at < state->count && state->piece[at].address < old[i].address)
            at++;
        if (at < state->count && state->piece[at].address == old[i].address &&
            state->piece[at].bytes == old[i].bytes)
            state->piece[at].cached = old[i].cached;
        else
            forget_piece(state, &old[i]);
    }
}

static bool cut_ranges(struct hw_replay_state *state)
{
    const struct hw_reservation *window = hw_memory_reservation(state->memory);

    for (size_t i = 0; i < state->ranges; i++) {
        const struct hw_piece piece = {.host = window->base + state->range[i].first,
                                       .address = state->range[i].first};
        if (!add_pieces(state, piece, state->range[i].last - state->range[i].first + 1))
            return false;
    }
    return true;
}

/* Bring the list of allocations up to date; `same`: it was.  False: no memory. */
static bool list_ranges(struct hw_replay_state *state, bool *same)
{
    size_t count = 0, room;
    struct hw_range *now = NULL;

    do { /* once, unless another thread allocates meanwhile */
        room = hw_memory_list(state->memory, NULL, 0);
        struct hw_range *grown = realloc(now, (room + 1) * sizeof *now);
        if (!grown) {
            free(now);
            return false;
        }
        now = grown;
        count = hw_memory_list(state->memory, now, room);
    } while (count > room);
    *same = state->ranges == count && (count == 0 || memcmp(state->range, now, count * sizeof *now) == 0);
    free(state->range);
    state->range = now;
    state->ranges = count;
    return true;
}

static bool find_device_pieces(struct hw_replay_state *state)
{
    struct hw_piece *old = state->piece;
    const size_t count = state->count;
    bool same;

    if (!list_ranges(state, &same))
        return false;
    if (same)
        return true;
    state->piece = NULL;
    state->count = state->capacity = 0;
    const bool ok = cut_ranges(state);
    carry_over(state, old, count);
    free(old);
    state->device = state->count;
    return ok;
}

/* Arrays lie outside of device memory.  One that is bound twice has its pieces twice, which does no harm. */
static bool add_array(struct hw_replay_state *state, const void *data, size_t bytes)
{
    const struct hw_reservation *window = hw_memory_reservation(state->memory);
    const uintptr_t base = (uintptr_t)window->base;

    if ((uintptr_t)data >= base && (uintptr_t)data - base < window->bytes)
        return true;
    return add_pieces(state, (struct hw_piece){.host = (uint8_t *)(uintptr_t)data, .array = true}, bytes);
}

/* A texture with its levels of detail. */
static bool add_texture(struct hw_replay_state *state, const struct hw_texture *texture)
{
    bool ok = true;

    for (; texture && ok; texture = texture->smaller)
        ok = add_array(state, texture->data, texture->bytes);
    return ok;
}

static bool add_arrays(struct hw_replay_state *state, const struct hw_launch *launch)
{
    bool ok = true;

    for (unsigned i = 0; i < HW_TEXTURES && ok; i++)
        ok = add_texture(state, launch->textures.unit[i]);
    for (uint32_t i = 0; i < launch->textures.bindless_count && ok; i++) {
        const struct hw_bindless *entry = &launch->textures.bindless[i];
        if (i >= HW_TEXTURES || entry->texture != launch->textures.unit[i])
            ok = add_texture(state, entry->texture);
        if (entry->surface && ok)
            ok = add_array(state, entry->surface->data, entry->surface->bytes);
    }
    return ok;
}

/* --- what they hold --- */

void hw_replay_forget(struct hw_replay_state *state)
{
    for (size_t i = 0; i < state->count; i++)
        forget_piece(state, &state->piece[i]);
}

static void forget_changed(struct hw_replay_state *state)
{
    struct hw_dirty_map *dirty_map = hw_memory_dirty_map(state->memory);

    if (state->runs != hw_dirty_map_launches(dirty_map))
        hw_replay_forget(state);
    state->runs = hw_dirty_map_launches(dirty_map);
    for (size_t i = 0; i < state->count; i++) {
        struct hw_piece *piece = &state->piece[i];
        piece->lent = hw_dirty_map_is_lent(dirty_map, piece->address, piece->bytes);
        if (piece->cached && !hw_dirty_map_is_clean(dirty_map, piece->address))
            forget_piece(state, piece);
    }
    for (size_t i = 0; i < state->count; i++)
        hw_dirty_map_mark_clean(dirty_map, state->piece[i].address);
}

bool hw_replay_look(struct hw_replay_state *state, const struct hw_launch *launch)
{
    while (state->count > state->device)
        forget_piece(state, &state->piece[--state->count]);
    if (state->memory != launch->memory)
        hw_replay_state_free(state);
    state->memory = launch->memory;
    if (!find_device_pieces(state)) {
        hw_replay_state_free(state);
        return false;
    }
    forget_changed(state);
    return add_arrays(state, launch);
}

void hw_replay_sizes(struct hw_replay_state *state, uint64_t *all, uint64_t *uncached)
{
    *all = *uncached = 0;
    for (size_t i = 0; i < state->count; i++) {
        *all += state->piece[i].bytes;
        *uncached += state->piece[i].cached ? 0 : state->piece[i].bytes;
    }
    state->bytes = *all;
}

uint64_t hw_replay_expect_uncached(const struct hw_replay_state *state, const struct hw_launch *launch)
{
    const bool cached = state->memory == launch->memory &&
                        state->runs == hw_dirty_map_launches(hw_memory_dirty_map(launch->memory));

    return cached ? 0 : state->bytes;
}

#define SAMPLES      4 /* of a piece, from its beginning to its end */
#define SAMPLE_BYTES 256u

static uint64_t sample(const struct hw_piece *piece)
{
    const uint32_t step = (piece->bytes - SAMPLE_BYTES) / (SAMPLES - 1);
    uint64_t hash = piece->bytes;

    for (uint32_t i = 0; i < SAMPLES; i++)
        hash = hw_hash_word(hash, hw_hash_bytes(piece->host + i * step, SAMPLE_BYTES));
    return hash;
}

uint64_t hw_replay_fingerprint(const struct hw_replay_state *state, bool whole)
{
    uint64_t hash = state->count;

    for (size_t i = 0; i < state->count; i++) {
        const struct hw_piece *piece = &state->piece[i];
        hash = hw_hash_word(hash, piece->address);
        if (!whole && piece->bytes > SAMPLES * SAMPLE_BYTES)
            hash = hw_hash_word(hash, sample(piece));
        else
            hash = hw_hash_word(hash, piece->cached ? piece->cached->hash
                                                    : hw_hash_bytes(piece->host, piece->bytes));
    }
    return hash;
}

static bool is_cacheable(const struct hw_piece *piece)
{
    return !piece->array && !piece->lent;
}

static void set_cached(struct hw_replay_state *state, struct hw_piece *piece, struct hw_blob *content)
{
    if (!is_cacheable(piece) || piece->cached == content)
        return;
    forget_piece(state, piece);
    piece->cached = hw_blobs_share(content);
}

static bool holds(struct hw_replay_state *state, struct hw_piece *piece, struct hw_blob *content)
{
    if (piece->cached)
        return piece->cached == content;
    if (content->bytes != piece->bytes || memcmp(piece->host, content->data, piece->bytes) != 0)
        return false;
    set_cached(state, piece, content);
    return true;
}

bool hw_replay_same(struct hw_replay_state *state, const struct hw_replay_snapshot *snapshot, size_t *first)
{
    if (snapshot->count != state->count)
        return false;
    if (*first < state->count && !holds(state, &state->piece[*first], snapshot->content[*first]))
        return false;
    for (size_t i = 0; i < state->count; i++) /* those that cost nothing */
        if (state->piece[i].cached && state->piece[i].cached != snapshot->content[i]) {
            *first = i;
            return false;
        }
    for (size_t i = 0; i < state->count; i++)
        if (!holds(state, &state->piece[i], snapshot->content[i])) {
            *first = i;
            return false;
        }
    return true;
}

static bool create_snapshot(struct hw_replay_snapshot *snapshot, size_t count)
{
    *snapshot =
        (struct hw_replay_snapshot){.content = calloc(count + 1, sizeof *snapshot->content), .count = count};
    return snapshot->content != NULL;
}

/* The content of a piece, with one user more; NULL: no memory. */
static struct hw_blob *take_piece(struct hw_replay_state *state, struct hw_piece *piece)
{
    if (piece->cached)
        return hw_blobs_share(piece->cached);
    struct hw_blob *content = hw_blobs_put(state->store, piece->host, piece->bytes);
    if (content)
        set_cached(state, piece, content);
    return content;
}

bool hw_replay_take(struct hw_replay_state *state, struct hw_replay_snapshot *snapshot)
{
    bool ok = create_snapshot(snapshot, state->count);

    for (size_t i = 0; i < state->count && ok; i++) {
        snapshot->content[i] = take_piece(state, &state->piece[i]);
        ok = snapshot->content[i] != NULL;
    }
    if (!ok)
        hw_replay_snapshot_free(state->store, snapshot);
    return ok;
}

bool hw_replay_take_after(struct hw_replay_state *state, const struct hw_replay_snapshot *before,
                          struct hw_replay_snapshot *after)
{
    bool ok = create_snapshot(after, state->count);

    hw_replay_forget(state);
    state->runs = hw_dirty_map_launches(hw_memory_dirty_map(state->memory));
    for (size_t i = 0; i < state->count && ok; i++) {
        struct hw_piece *piece = &state->piece[i];
        if (holds(state, piece, before->content[i]))
            after->content[i] = hw_blobs_share(before->content[i]);
        else if (!piece->lent)
            after->content[i] = take_piece(state, piece);
        ok = after->content[i] != NULL;
    }
    if (!ok)
        hw_replay_snapshot_free(state->store, after);
    return ok;
}

void hw_replay_apply(struct hw_replay_state *state, const struct hw_replay_snapshot *from,
                     const struct hw_replay_snapshot *to)
{
    for (size_t i = 0; i < state->count; i++) {
        if (to->content[i] == from->content[i])
            continue;
        memcpy(state->piece[i].host, to->content[i]->data, state->piece[i].bytes);
        set_cached(state, &state->piece[i], to->content[i]);
    }
}

void hw_replay_snapshot_free(struct hw_blobs *store, struct hw_replay_snapshot *snapshot)
{
    for (size_t i = 0; snapshot->content && i < snapshot->count; i++)
        hw_blobs_drop(store, snapshot->content[i]);
    free(snapshot->content);
    *snapshot = (struct hw_replay_snapshot){NULL, 0};
}

void hw_replay_state_free(struct hw_replay_state *state)
{
    hw_replay_forget(state);
    free(state->piece);
    free(state->range);
    *state = (struct hw_replay_state){.store = state->store};
}
