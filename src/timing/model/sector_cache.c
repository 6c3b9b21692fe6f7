/* SPDX-License-Identifier: MIT */
/* See sector_cache.h. */
#include "timing/model/sector_cache.h"

#include "timing/access/coalesce.h"

#include <stdlib.h>
#include <string.h>

bool hw_sector_cache_create(struct hw_sector_cache *cache, uint32_t bytes, uint32_t ways)
{
    memset(cache, 0, sizeof *cache);
    cache->ways = ways ? ways : 1;
    cache->sets = bytes / HW_LINE_BYTES / cache->ways;
    if (cache->sets == 0)
        return true;
    cache->entry = calloc((size_t)cache->sets * cache->ways, sizeof *cache->entry);
    return cache->entry != NULL;
}

void hw_sector_cache_destroy(struct hw_sector_cache *cache)
{
    free(cache->entry);
    memset(cache, 0, sizeof *cache);
}

void hw_sector_cache_clear(struct hw_sector_cache *cache)
{
    if (cache->entry)
        memset(cache->entry, 0, (size_t)cache->sets * cache->ways * sizeof *cache->entry);
}

/* The number's upper bits take part, so that arrays at round distances do not share sets. */
static struct hw_cached_line *set_of(const struct hw_sector_cache *cache, uint64_t number)
{
    const uint64_t mixed = number ^ number >> 7 ^ number >> 13;

    return &cache->entry[mixed % cache->sets * cache->ways];
}

struct hw_cached_line *hw_sector_cache_find(struct hw_sector_cache *cache, uint64_t number)
{
    if (!cache->sets)
        return NULL;
    struct hw_cached_line *set = set_of(cache, number);
    for (uint32_t way = 0; way < cache->ways; way++)
        if (set[way].line == number + 1) {
            set[way].used = ++cache->clock;
            return &set[way];
        }
    return NULL;
}

struct hw_cached_line *hw_sector_cache_make(struct hw_sector_cache *cache, uint64_t number,
                                            struct hw_cached_line *gone)
{
    if (!cache->sets)
        return NULL;
    struct hw_cached_line *set = set_of(cache, number), *oldest = NULL;
    for (uint32_t way = 0; way < cache->ways; way++)
        if (!set[way].pending && (!oldest || set[way].used < oldest->used))
            oldest = &set[way];
    if (!oldest)
        return NULL;
    *gone = *oldest;
    *oldest = (struct hw_cached_line){.line = number + 1, .used = ++cache->clock};
    return oldest;
}
