/* SPDX-License-Identifier: MIT */
/* Open addressing: a key is in the first free slot from where its hash points.  At most half of the slots are
 * taken. */
#include "cuda/core/pointer_map.h"

#include <stdint.h>
#include <stdlib.h>

#define FIRST_CAPACITY 64

/* Pointers differ in their middle bits: a multiplication brings those to the top (Knuth, volume 3, 6.4). */
static size_t home_of(const struct hw_cuda_pointer_map *table, const void *key)
{
    const uint64_t mixed = (uint64_t)(uintptr_t)key * 0x9e3779b97f4a7c15u;

    return (size_t)(mixed >> 32) & (table->capacity - 1);
}

/* The slot of a key, or the empty one where it would go. */
static struct hw_cuda_slot *slot_of(const struct hw_cuda_pointer_map *table, const void *key)
{
    size_t at = home_of(table, key);

    while (table->slot[at].key && table->slot[at].key != key)
        at = (at + 1) & (table->capacity - 1);
    return &table->slot[at];
}

static bool grow(struct hw_cuda_pointer_map *table)
{
    struct hw_cuda_pointer_map bigger = {.capacity = table->capacity ? table->capacity * 2 : FIRST_CAPACITY,
                                         .count = table->count};

    bigger.slot = calloc(bigger.capacity, sizeof *bigger.slot);
    if (!bigger.slot)
        return false;
    for (size_t i = 0; i < table->capacity; i++)
        if (table->slot[i].key)
            *slot_of(&bigger, table->slot[i].key) = table->slot[i];
    free(table->slot);
    *table = bigger;
    return true;
}

bool hw_cuda_pointer_map_put(struct hw_cuda_pointer_map *table, const void *key, void *value)
{
    if (table->count * 2 >= table->capacity && !grow(table))
        return false;
    struct hw_cuda_slot *slot = slot_of(table, key);
    table->count += !slot->key;
    *slot = (struct hw_cuda_slot){key, value};
    return true;
}

void *hw_cuda_pointer_map_get(const struct hw_cuda_pointer_map *table, const void *key)
{
    return table->capacity && key ? slot_of(table, key)->value : NULL;
}

/* Those behind the removed one move up where their search would now end too early: they are put in again. */
void hw_cuda_pointer_map_remove(struct hw_cuda_pointer_map *table, const void *key)
{
    struct hw_cuda_slot *slot = table->capacity && key ? slot_of(table, key) : NULL;

    if (!slot || !slot->key)
        return;
    *slot = (struct hw_cuda_slot){NULL, NULL};
    table->count--;
    size_t at = (size_t)(slot - table->slot);
    for (;;) {
        at = (at + 1) & (table->capacity - 1);
        const struct hw_cuda_slot moved = table->slot[at];
        if (!moved.key)
            return;
        table->slot[at] = (struct hw_cuda_slot){NULL, NULL};
        *slot_of(table, moved.key) = moved;
    }
}

void hw_cuda_pointer_map_clear(struct hw_cuda_pointer_map *table)
{
    free(table->slot);
    *table = (struct hw_cuda_pointer_map){.slot = NULL};
}
