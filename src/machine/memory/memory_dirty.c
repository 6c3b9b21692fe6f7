/* SPDX-License-Identifier: MIT */
/* Dirty tracking by clean marks: one array, which grows to the highest chunk that was marked or lent, and a
 * list of the lent ranges. */
#include "machine/memory/memory_dirty.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define UNCHANGED 1u /* the lowest bit of a mark */
#define LENT      2u /* the other bits count the loans that overlap the chunk */

struct hw_dirty_map {
    uint32_t *mark;
    uint64_t count; /* chunks from address 0 on that have a mark; others are as if it were 0 */
    uint64_t runs;
    struct loan {
        uint64_t address, bytes;
    } * loan;
    size_t loans, loan_capacity;
    bool all_lent;
    bool strayed, ever_strayed;
};

struct hw_dirty_map *hw_dirty_map_create(void)
{
    return calloc(1, sizeof(struct hw_dirty_map));
}

void hw_dirty_map_destroy(struct hw_dirty_map *dirty_map)
{
    if (!dirty_map)
        return;
    free(dirty_map->mark);
    free(dirty_map->loan);
    free(dirty_map);
}

static uint64_t chunk_of(uint64_t address)
{
    return address / HW_DIRTY_CHUNK;
}

/* Grow the array up to a chunk; false: no memory. */
static bool grow_marks(struct hw_dirty_map *dirty_map, uint64_t chunk)
{
    const uint64_t count = chunk + 1 + dirty_map->count / 2;

    if (chunk < dirty_map->count)
        return true;
    uint32_t *grown = realloc(dirty_map->mark, count * sizeof *grown);
    if (!grown)
        return false;
    memset(grown + dirty_map->count, 0, (count - dirty_map->count) * sizeof *grown);
    dirty_map->mark = grown;
    dirty_map->count = count;
    return true;
}

void hw_dirty_map_note_write(struct hw_dirty_map *dirty_map, uint64_t address, uint64_t bytes)
{
    if (bytes == 0)
        return;
    const uint64_t last = chunk_of(address + bytes - 1);
    for (uint64_t chunk = chunk_of(address); chunk <= last && chunk < dirty_map->count; chunk++)
        dirty_map->mark[chunk] &= ~UNCHANGED;
}

static bool add_loan(struct hw_dirty_map *dirty_map, uint64_t address, uint64_t bytes)
{
    if (dirty_map->loans == dirty_map->loan_capacity) {
        const size_t capacity = 2 * dirty_map->loan_capacity + 8;
        struct loan *grown = realloc(dirty_map->loan, capacity * sizeof *grown);
        if (!grown)
            return false;
        dirty_map->loan = grown;
        dirty_map->loan_capacity = capacity;
    }
    dirty_map->loan[dirty_map->loans++] = (struct loan){address, bytes};
    return true;
}

void hw_dirty_map_lend(struct hw_dirty_map *dirty_map, uint64_t address, uint64_t bytes)
{
    const uint64_t last = chunk_of(address + bytes - 1);

    dirty_map->all_lent |= !grow_marks(dirty_map, last) || !add_loan(dirty_map, address, bytes);
    for (uint64_t chunk = chunk_of(address); chunk <= last && chunk < dirty_map->count; chunk++)
        dirty_map->mark[chunk] = (dirty_map->mark[chunk] & ~UNCHANGED) + LENT;
}

void hw_dirty_map_reclaim(struct hw_dirty_map *dirty_map, uint64_t address, uint64_t bytes)
{
    const uint64_t last = chunk_of(address + bytes - 1);
    size_t i = 0;

    while (i < dirty_map->loans && dirty_map->loan[i].address != address)
        i++;
    if (i == dirty_map->loans)
        return;
    dirty_map->loan[i] = dirty_map->loan[--dirty_map->loans];
    for (uint64_t chunk = chunk_of(address); chunk <= last && chunk < dirty_map->count; chunk++)
        dirty_map->mark[chunk] = (dirty_map->mark[chunk] & ~UNCHANGED) - LENT;
}

void hw_dirty_map_count_launch(struct hw_dirty_map *dirty_map)
{
    dirty_map->runs++;
    dirty_map->strayed = false;
}

void hw_dirty_map_note_stray(struct hw_dirty_map *dirty_map)
{
    __atomic_store_n(&dirty_map->strayed, true, __ATOMIC_RELAXED);
    __atomic_store_n(&dirty_map->ever_strayed, true, __ATOMIC_RELAXED);
}

bool hw_dirty_map_strayed(const struct hw_dirty_map *dirty_map)
{
    return dirty_map->strayed;
}

bool hw_dirty_map_ever_strayed(const struct hw_dirty_map *dirty_map)
{
    return dirty_map->ever_strayed;
}

uint64_t hw_dirty_map_launches(const struct hw_dirty_map *dirty_map)
{
    return dirty_map->runs;
}

void hw_dirty_map_mark_clean(struct hw_dirty_map *dirty_map, uint64_t address)
{
    const uint64_t chunk = chunk_of(address);

    if (grow_marks(dirty_map, chunk))
        dirty_map->mark[chunk] |= UNCHANGED;
}

bool hw_dirty_map_is_clean(const struct hw_dirty_map *dirty_map, uint64_t address)
{
    const uint64_t chunk = chunk_of(address);

    return !dirty_map->all_lent && chunk < dirty_map->count && dirty_map->mark[chunk] == UNCHANGED;
}

bool hw_dirty_map_is_lent(const struct hw_dirty_map *dirty_map, uint64_t address, uint64_t bytes)
{
    const uint64_t chunk = chunk_of(address);
    bool lent = dirty_map->all_lent;

    if (chunk >= dirty_map->count || dirty_map->mark[chunk] < LENT)
        return lent;
    for (size_t i = 0; i < dirty_map->loans && !lent; i++)
        lent = address - dirty_map->loan[i].address < dirty_map->loan[i].bytes ||
               dirty_map->loan[i].address - address < bytes;
    return lent;
}
