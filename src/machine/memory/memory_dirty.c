/* SPDX-License-Identifier: MIT */
/* Dirty tracking by clean marks: one array, which grows to the highest chunk that was marked or lent, and a
 * list of the lent ranges.
 *
 * Whoever changes a mark or the list holds the lock.  A look at a mark needs none: marks are read as atomic
 * words, and arrays that have become too short stay until the end, for who may still look at them. */
#include "machine/memory/memory_dirty.h"

#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define UNCHANGED 1u /* the lowest bit of a mark */
#define LENT      2u /* the other bits count the loans that overlap the chunk */

/* Of the chunks from address 0 on; those of others are as if they were 0. */
struct marks {
    struct marks *older;
    uint64_t count;
    uint32_t mark[];
};

struct hw_dirty_map {
    pthread_mutex_t lock;
    struct marks *marks;    /* NULL: none yet */
    uint64_t runs, running; /* launches that have begun, and of these, those that have not ended */
    struct loan {
        uint64_t address, bytes;
    } * loan;
    size_t loans, loan_capacity; /* the former read without the lock, too */
    bool all_lent;
    bool strayed, ever_strayed; /* noted without the lock */
};

struct hw_dirty_map *hw_dirty_map_create(void)
{
    struct hw_dirty_map *made = calloc(1, sizeof *made);

    if (made)
        pthread_mutex_init(&made->lock, NULL);
    return made;
}

/* Who only asks has a map that is const; the lock in it is not. */
static void lock(const struct hw_dirty_map *dirty_map)
{
    pthread_mutex_lock(&((struct hw_dirty_map *)(uintptr_t)dirty_map)->lock);
}

static void unlock(const struct hw_dirty_map *dirty_map)
{
    pthread_mutex_unlock(&((struct hw_dirty_map *)(uintptr_t)dirty_map)->lock);
}

void hw_dirty_map_destroy(struct hw_dirty_map *dirty_map)
{
    if (!dirty_map)
        return;
    for (struct marks *marks = dirty_map->marks, *older; marks; marks = older) {
        older = marks->older;
        free(marks);
    }
    pthread_mutex_destroy(&dirty_map->lock);
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
    struct marks *old = dirty_map->marks;
    const uint64_t had = old ? old->count : 0, count = chunk + 1 + had / 2;

    if (chunk < had)
        return true;
    struct marks *grown = calloc(1, sizeof *grown + count * sizeof *grown->mark);
    if (!grown)
        return false;
    if (old)
        memcpy(grown->mark, old->mark, had * sizeof *old->mark);
    grown->count = count;
    grown->older = old;
    __atomic_store_n(&dirty_map->marks, grown, __ATOMIC_RELEASE);
    return true;
}

/* A chunk's mark, to be looked at. */
static uint32_t mark_of(const struct hw_dirty_map *dirty_map, uint64_t chunk)
{
    const struct marks *marks = __atomic_load_n(&dirty_map->marks, __ATOMIC_ACQUIRE);

    return marks && chunk < marks->count ? __atomic_load_n(&marks->mark[chunk], __ATOMIC_RELAXED) : 0;
}

/* Of the chunks that bytes lie in: take the mark away, and add `loans` loans. */
static void change_marks(struct hw_dirty_map *dirty_map, uint64_t address, uint64_t bytes, int loans)
{
    const uint64_t last = chunk_of(address + bytes - 1);
    struct marks *marks = dirty_map->marks;

    for (uint64_t chunk = chunk_of(address); marks && chunk <= last && chunk < marks->count; chunk++)
        __atomic_store_n(&marks->mark[chunk], (marks->mark[chunk] & ~UNCHANGED) + LENT * (uint32_t)loans,
                         __ATOMIC_RELAXED);
}

void hw_dirty_map_note_write(struct hw_dirty_map *dirty_map, uint64_t address, uint64_t bytes)
{
    if (bytes == 0)
        return;
    lock(dirty_map);
    change_marks(dirty_map, address, bytes, 0);
    unlock(dirty_map);
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
    dirty_map->loan[dirty_map->loans] = (struct loan){address, bytes};
    __atomic_store_n(&dirty_map->loans, dirty_map->loans + 1, __ATOMIC_RELAXED);
    return true;
}

void hw_dirty_map_lend(struct hw_dirty_map *dirty_map, uint64_t address, uint64_t bytes)
{
    lock(dirty_map);
    if (!grow_marks(dirty_map, chunk_of(address + bytes - 1)) || !add_loan(dirty_map, address, bytes))
        __atomic_store_n(&dirty_map->all_lent, true, __ATOMIC_RELAXED);
    change_marks(dirty_map, address, bytes, 1);
    unlock(dirty_map);
}

/* Take a loan out of the list; false: none begins there. */
static bool drop_loan(struct hw_dirty_map *dirty_map, uint64_t address)
{
    size_t i = 0;

    while (i < dirty_map->loans && dirty_map->loan[i].address != address)
        i++;
    if (i == dirty_map->loans)
        return false;
    dirty_map->loan[i] = dirty_map->loan[dirty_map->loans - 1];
    __atomic_store_n(&dirty_map->loans, dirty_map->loans - 1, __ATOMIC_RELAXED);
    return true;
}

void hw_dirty_map_reclaim(struct hw_dirty_map *dirty_map, uint64_t address, uint64_t bytes)
{
    lock(dirty_map);
    if (drop_loan(dirty_map, address))
        change_marks(dirty_map, address, bytes, -1);
    unlock(dirty_map);
}

void hw_dirty_map_begin_launch(struct hw_dirty_map *dirty_map)
{
    __atomic_fetch_add(&dirty_map->runs, 1, __ATOMIC_RELAXED);
    if (__atomic_fetch_add(&dirty_map->running, 1, __ATOMIC_SEQ_CST) == 0)
        __atomic_store_n(&dirty_map->strayed, false, __ATOMIC_RELAXED);
}

void hw_dirty_map_end_launch(struct hw_dirty_map *dirty_map)
{
    __atomic_fetch_sub(&dirty_map->running, 1, __ATOMIC_SEQ_CST);
}

void hw_dirty_map_note_stray(struct hw_dirty_map *dirty_map)
{
    __atomic_store_n(&dirty_map->strayed, true, __ATOMIC_RELAXED);
    __atomic_store_n(&dirty_map->ever_strayed, true, __ATOMIC_RELAXED);
}

bool hw_dirty_map_strayed(const struct hw_dirty_map *dirty_map)
{
    return __atomic_load_n(&dirty_map->strayed, __ATOMIC_RELAXED);
}

bool hw_dirty_map_ever_strayed(const struct hw_dirty_map *dirty_map)
{
    return __atomic_load_n(&dirty_map->ever_strayed, __ATOMIC_RELAXED);
}

uint64_t hw_dirty_map_launches(const struct hw_dirty_map *dirty_map)
{
    return __atomic_load_n(&dirty_map->runs, __ATOMIC_RELAXED);
}

/* Adds nothing, but is in an order with what launches add: a launch that is not counted here sees all that
 * its asker did before. */
bool hw_dirty_map_running(struct hw_dirty_map *dirty_map)
{
    return __atomic_fetch_add(&dirty_map->running, 0, __ATOMIC_SEQ_CST) > 0;
}

/* --- the reader's side --- */

void hw_dirty_map_mark_clean(struct hw_dirty_map *dirty_map, uint64_t address)
{
    const uint64_t chunk = chunk_of(address);

    if (mark_of(dirty_map, chunk) & UNCHANGED)
        return;
    lock(dirty_map);
    if (grow_marks(dirty_map, chunk))
        __atomic_fetch_or(&dirty_map->marks->mark[chunk], UNCHANGED, __ATOMIC_RELAXED);
    unlock(dirty_map);
}

static bool all_lent(const struct hw_dirty_map *dirty_map)
{
    return __atomic_load_n(&dirty_map->all_lent, __ATOMIC_RELAXED);
}

bool hw_dirty_map_is_clean(const struct hw_dirty_map *dirty_map, uint64_t address)
{
    return !all_lent(dirty_map) && mark_of(dirty_map, chunk_of(address)) == UNCHANGED;
}

bool hw_dirty_map_is_lent(const struct hw_dirty_map *dirty_map, uint64_t address, uint64_t bytes)
{
    bool lent = all_lent(dirty_map);

    if (lent || mark_of(dirty_map, chunk_of(address)) < LENT)
        return lent;
    lock(dirty_map);
    for (size_t i = 0; i < dirty_map->loans && !lent; i++)
        lent = address - dirty_map->loan[i].address < dirty_map->loan[i].bytes ||
               dirty_map->loan[i].address - address < bytes;
    unlock(dirty_map);
    return lent;
}

bool hw_dirty_map_any_lent(const struct hw_dirty_map *dirty_map)
{
    return all_lent(dirty_map) || __atomic_load_n(&dirty_map->loans, __ATOMIC_RELAXED) > 0;
}
