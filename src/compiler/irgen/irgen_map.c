/* SPDX-License-Identifier: MIT */
/* A hash map leads from AST nodes, or numbers, to their IR. */
#include "compiler/irgen/irgen_state.h"

#define FIRST_CAPACITY ((size_t)64)

static struct hw_irgen_pair *slot_of(const struct hw_irgen_map *map, uint64_t key)
{
    size_t at = (size_t)(key * 0x9e3779b97f4a7c15u >> 32) & (map->capacity - 1);

    while (map->pair[at].key && map->pair[at].key != key)
        at = (at + 1) & (map->capacity - 1);
    return &map->pair[at];
}

static void grow(struct hw_arena *arena, struct hw_irgen_map *map)
{
    const struct hw_irgen_map old = *map;

    map->capacity = old.capacity ? 2 * old.capacity : FIRST_CAPACITY;
    map->pair = hw_arena_array(arena, map->capacity, sizeof *map->pair);
    for (size_t i = 0; i < old.capacity; i++)
        if (old.pair[i].key)
            *slot_of(map, old.pair[i].key) = old.pair[i];
}

struct hw_irgen_pair *hw_irgen_map_entry(struct hw_arena *arena, struct hw_irgen_map *map, uint64_t key)
{
    if (2 * (map->count + 1) > map->capacity)
        grow(arena, map);
    struct hw_irgen_pair *pair = slot_of(map, key);
    map->count += !pair->key;
    pair->key = key;
    return pair;
}

void *hw_irgen_map_find(const struct hw_irgen_map *map, const void *from)
{
    return map->capacity ? slot_of(map, (uintptr_t)from)->to.node : NULL;
}

void hw_irgen_map_add(struct hw_arena *arena, struct hw_irgen_map *map, const void *from, void *to)
{
    hw_irgen_map_entry(arena, map, (uintptr_t)from)->to.node = to;
}
