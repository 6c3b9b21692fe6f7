/* SPDX-License-Identifier: MIT */
/* See memory_watch.h.  The marks are one array, which grows to the highest chunk that was marked or lent;
 * the lent ranges are a list. */
#include "machine/memory/memory_watch.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define UNCHANGED 1u /* the lowest bit of a mark */
#define LENT      2u /* the others count who has lent a part of the chunk */

struct hw_watch {
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

struct hw_watch *hw_watch_create(void)
{
    return calloc(1, sizeof(struct hw_watch));
}

void hw_watch_destroy(struct hw_watch *watch)
{
    if (!watch)
        return;
    free(watch->mark);
    free(watch->loan);
    free(watch);
}

static uint64_t chunk_of(uint64_t address)
{
    return address / HW_WATCH_CHUNK;
}

/* Have marks up to a chunk. */
static bool reach(struct hw_watch *watch, uint64_t chunk)
{
    const uint64_t count = chunk + 1 + watch->count / 2;

    if (chunk < watch->count)
        return true;
    uint32_t *grown = realloc(watch->mark, count * sizeof *grown);
    if (!grown)
        return false;
    memset(grown + watch->count, 0, (count - watch->count) * sizeof *grown);
    watch->mark = grown;
    watch->count = count;
    return true;
}

void hw_watch_note(struct hw_watch *watch, uint64_t address, uint64_t bytes)
{
    if (bytes == 0)
        return;
    const uint64_t last = chunk_of(address + bytes - 1);
    for (uint64_t chunk = chunk_of(address); chunk <= last && chunk < watch->count; chunk++)
        watch->mark[chunk] &= ~UNCHANGED;
}

static bool add_loan(struct hw_watch *watch, uint64_t address, uint64_t bytes)
{
    if (watch->loans == watch->loan_capacity) {
        const size_t capacity = 2 * watch->loan_capacity + 8;
        struct loan *grown = realloc(watch->loan, capacity * sizeof *grown);
        if (!grown)
            return false;
        watch->loan = grown;
        watch->loan_capacity = capacity;
    }
    watch->loan[watch->loans++] = (struct loan){address, bytes};
    return true;
}

void hw_watch_lend(struct hw_watch *watch, uint64_t address, uint64_t bytes)
{
    const uint64_t last = chunk_of(address + bytes - 1);

    watch->all_lent |= !reach(watch, last) || !add_loan(watch, address, bytes);
    for (uint64_t chunk = chunk_of(address); chunk <= last && chunk < watch->count; chunk++)
        watch->mark[chunk] = (watch->mark[chunk] & ~UNCHANGED) + LENT;
}

void hw_watch_take_back(struct hw_watch *watch, uint64_t address, uint64_t bytes)
{
    const uint64_t last = chunk_of(address + bytes - 1);
    size_t i = 0;

    while (i < watch->loans && watch->loan[i].address != address)
        i++;
    if (i == watch->loans)
        return;
    watch->loan[i] = watch->loan[--watch->loans];
    for (uint64_t chunk = chunk_of(address); chunk <= last && chunk < watch->count; chunk++)
        watch->mark[chunk] = (watch->mark[chunk] & ~UNCHANGED) - LENT;
}

void hw_watch_run(struct hw_watch *watch)
{
    watch->runs++;
    watch->strayed = false;
}

void hw_watch_stray(struct hw_watch *watch)
{
    __atomic_store_n(&watch->strayed, true, __ATOMIC_RELAXED);
    __atomic_store_n(&watch->ever_strayed, true, __ATOMIC_RELAXED);
}

bool hw_watch_strayed(const struct hw_watch *watch)
{
    return watch->strayed;
}

bool hw_watch_ever_strayed(const struct hw_watch *watch)
{
    return watch->ever_strayed;
}

uint64_t hw_watch_runs(const struct hw_watch *watch)
{
    return watch->runs;
}

void hw_watch_mark(struct hw_watch *watch, uint64_t address)
{
    const uint64_t chunk = chunk_of(address);

    if (reach(watch, chunk))
        watch->mark[chunk] |= UNCHANGED;
}

bool hw_watch_unchanged(const struct hw_watch *watch, uint64_t address)
{
    const uint64_t chunk = chunk_of(address);

    return !watch->all_lent && chunk < watch->count && watch->mark[chunk] == UNCHANGED;
}

bool hw_watch_lent(const struct hw_watch *watch, uint64_t address, uint64_t bytes)
{
    const uint64_t chunk = chunk_of(address);
    bool lent = watch->all_lent;

    if (chunk >= watch->count || watch->mark[chunk] < LENT)
        return lent;
    for (size_t i = 0; i < watch->loans && !lent; i++)
        lent = address - watch->loan[i].address < watch->loan[i].bytes ||
               watch->loan[i].address - address < bytes;
    return lent;
}
