/* SPDX-License-Identifier: MIT */
/* A cache of lines of 128 bytes with four sectors each; the line that was not used for longest goes first. */
#ifndef HW_TIMING_MODEL_SECTOR_CACHE_H
#define HW_TIMING_MODEL_SECTOR_CACHE_H

#include <stdbool.h>
#include <stdint.h>

struct hw_cached_line {
    uint64_t line;                 /* its number + 1; 0: nothing */
    uint64_t used;                 /* when, as a count of accesses */
    uint64_t ready;                /* when the sectors that were asked for last arrive */
    uint32_t waiters;              /* 1 + the first of those who wait for them, for the owner of the cache */
    uint8_t valid, dirty, pending; /* sectors; pending: asked for, and nobody knows when they arrive */
};

struct hw_sector_cache {
    struct hw_cached_line *entry;
    uint32_t sets, ways;
    uint64_t clock;
};

/* Of so many bytes; false: no memory.  0 bytes: no cache. */
bool hw_sector_cache_create(struct hw_sector_cache *cache, uint32_t bytes, uint32_t ways);
void hw_sector_cache_destroy(struct hw_sector_cache *cache);
void hw_sector_cache_clear(struct hw_sector_cache *cache);

/* The entry of a line, NULL: it is not there. */
struct hw_cached_line *hw_sector_cache_find(struct hw_sector_cache *cache, uint64_t number);
/* An entry for a line that is not there; *gone is what it has displaced.  NULL: there is no cache, or
 * something is pending in every way. */
struct hw_cached_line *hw_sector_cache_make(struct hw_sector_cache *cache, uint64_t number,
                                            struct hw_cached_line *gone);

#endif
