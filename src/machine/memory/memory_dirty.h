/* SPDX-License-Identifier: MIT */
/* Dirty tracking of device memory by clean marks: chunks that have not been written since they were last
 * read.
 *
 * Replay of launches (src/cuda/replay/replay.h) compares memory with its earlier contents, and skips the
 * chunks of 64 KiB that have a mark.  Only the reader of memory sets marks.  Functions of memory.h that
 * write, or that give out a pointer, clear them; a chunk that is lent to the host has none.  Launches are
 * counted, for they may write to every allocation; lookups (memory_lookup.c) know whether they wrote beside
 * allocations.  A missing mark costs a comparison and nothing else.
 *
 * Any thread may call any of this at any time.  What the marks say is true as long as no launch runs: a
 * launch that is replayed, or recorded for that, has device memory to itself. */
#ifndef HW_MACHINE_MEMORY_MEMORY_DIRTY_H
#define HW_MACHINE_MEMORY_MEMORY_DIRTY_H

#include <stdbool.h>
#include <stdint.h>

#define HW_DIRTY_CHUNK 65536u

struct hw_dirty_map;

struct hw_dirty_map *hw_dirty_map_create(void); /* NULL: no memory */
void hw_dirty_map_destroy(struct hw_dirty_map *dirty_map);

/* The bytes have been written, or will be before the next launch. */
void hw_dirty_map_note_write(struct hw_dirty_map *dirty_map, uint64_t address, uint64_t bytes);

/* The host may write there from now on, until the range is reclaimed.  Where there is no memory to remember
 * that, all addresses are lent from then on. */
void hw_dirty_map_lend(struct hw_dirty_map *dirty_map, uint64_t address, uint64_t bytes);
void hw_dirty_map_reclaim(struct hw_dirty_map *dirty_map, uint64_t address, uint64_t bytes);

/* A launch begins, and ends; how many have begun, and whether one runs. */
void hw_dirty_map_begin_launch(struct hw_dirty_map *dirty_map);
void hw_dirty_map_end_launch(struct hw_dirty_map *dirty_map);
uint64_t hw_dirty_map_launches(const struct hw_dirty_map *dirty_map);
bool hw_dirty_map_running(struct hw_dirty_map *dirty_map);

/* A stray access: a kernel has touched bytes that are mapped, but not allocated, since a launch began while
 * no other ran, or at any time. */
void hw_dirty_map_note_stray(struct hw_dirty_map *dirty_map);
bool hw_dirty_map_strayed(const struct hw_dirty_map *dirty_map);
bool hw_dirty_map_ever_strayed(const struct hw_dirty_map *dirty_map);

/* The reader's side.  The chunk of an address is clean if no write was noted there since it was marked; a
 * chunk of which any byte is lent is never clean.  A range is lent if any byte of it is. */
void hw_dirty_map_mark_clean(struct hw_dirty_map *dirty_map, uint64_t address);
bool hw_dirty_map_is_clean(const struct hw_dirty_map *dirty_map, uint64_t address);
bool hw_dirty_map_is_lent(const struct hw_dirty_map *dirty_map, uint64_t address, uint64_t bytes);
/* Whether any range is lent. */
bool hw_dirty_map_any_lent(const struct hw_dirty_map *dirty_map);

#endif
