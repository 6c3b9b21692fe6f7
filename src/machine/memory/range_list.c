/* SPDX-License-Identifier: MIT */
/* See range_list.h. */
#include "machine/memory/range_list.h"

#include <sched.h>
#include <stdlib.h>

#define FIRST_CAPACITY 16

uint64_t hw_sequence_wait(const uint64_t *sequence)
{
    uint64_t read;

    while ((read = __atomic_load_n(sequence, __ATOMIC_ACQUIRE)) & 1)
        sched_yield(); /* who changes may have lost its processor */
    return read;
}

/* What is stored behind this is not seen without it, for it is stored with release. */
void hw_sequence_open(uint64_t *sequence)
{
    __atomic_store_n(sequence, *sequence + 1, __ATOMIC_RELAXED);
}

void hw_sequence_close(uint64_t *sequence)
{
    __atomic_store_n(sequence, *sequence + 1, __ATOMIC_RELEASE);
}

size_t hw_range_list_find(const struct hw_range_list *list, uint64_t address)
{
    size_t low = 0, high = hw_range_list_count(list);

    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (hw_range_list_last(list, middle) < address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

bool hw_range_list_overlaps(const struct hw_range_list *list, const struct hw_range *range)
{
    const size_t at = hw_range_list_find(list, range->first);

    return at < hw_range_list_count(list) && hw_range_list_at(list, at).first <= range->last;
}

static struct hw_range_list *create_list(size_t capacity)
{
    struct hw_range_list *made = calloc(1, sizeof *made + capacity * sizeof *made->at);

    if (made)
        made->capacity = capacity;
    return made;
}

struct hw_range_list *hw_range_list_create(void)
{
    return create_list(FIRST_CAPACITY);
}

void hw_range_list_destroy(struct hw_range_list *list)
{
    while (list) {
        struct hw_range_list *older = list->older;
        free(list);
        list = older;
    }
}

bool hw_range_list_reserve(struct hw_range_list **list)
{
    struct hw_range_list *old = *list;

    if (old->count < old->capacity)
        return true;
    struct hw_range_list *grown = create_list(2 * old->capacity);
    if (!grown)
        return false;
    grown->older = old;
    grown->count = old->count;
    for (size_t i = 0; i < old->count; i++)
        grown->at[i] = old->at[i];
    __atomic_store_n(list, grown, __ATOMIC_RELEASE);
    return true;
}

static void put(struct hw_range_list *list, size_t at, const struct hw_range *range)
{
    __atomic_store_n(&list->at[at].first, range->first, __ATOMIC_RELEASE);
    __atomic_store_n(&list->at[at].last, range->last, __ATOMIC_RELEASE);
}

void hw_range_list_insert(struct hw_range_list *list, const struct hw_range *range)
{
    size_t at = list->count;

    for (; at > 0 && list->at[at - 1].first > range->first; at--)
        put(list, at, &list->at[at - 1]);
    put(list, at, range);
    __atomic_store_n(&list->count, list->count + 1, __ATOMIC_RELEASE);
}

void hw_range_list_remove(struct hw_range_list *list, size_t at)
{
    __atomic_store_n(&list->count, list->count - 1, __ATOMIC_RELEASE);
    for (; at < list->count; at++)
        put(list, at, &list->at[at + 1]);
}
