/* SPDX-License-Identifier: MIT */
/* A table from nodes of the tree, or numbers, to what became of them. */
#include "compiler/build/builder.h"

#define FIRST_ROOM ((size_t)64)

static struct hw_build_pair *place_of(const struct hw_build_map *map, uint64_t key)
{
    size_t at = (size_t)(key * 0x9e3779b97f4a7c15u >> 32) & (map->room - 1);

    while (map->pair[at].key && map->pair[at].key != key)
        at = (at + 1) & (map->room - 1);
    return &map->pair[at];
}

static void grow(struct hw_arena *arena, struct hw_build_map *map)
{
    const struct hw_build_map old = *map;

    map->room = old.room ? 2 * old.room : FIRST_ROOM;
    map->pair = hw_arena_array(arena, map->room, sizeof *map->pair);
    for (size_t i = 0; i < old.room; i++)
        if (old.pair[i].key)
            *place_of(map, old.pair[i].key) = old.pair[i];
}

struct hw_build_pair *hw_build_entry(struct hw_arena *arena, struct hw_build_map *map, uint64_t key)
{
    if (2 * (map->count + 1) > map->room)
        grow(arena, map);
    struct hw_build_pair *pair = place_of(map, key);
    map->count += !pair->key;
    pair->key = key;
    return pair;
}

void *hw_build_find(const struct hw_build_map *map, const void *from)
{
    return map->room ? place_of(map, (uintptr_t)from)->to.node : NULL;
}

void hw_build_enter(struct hw_arena *arena, struct hw_build_map *map, const void *from, void *to)
{
    hw_build_entry(arena, map, (uintptr_t)from)->to.node = to;
}
