/* SPDX-License-Identifier: MIT */
/* Marks on device memory that nobody has written to since it was read last.
 *
 * Replay of launches (src/cuda/replay/replay.h) compares memory with its earlier contents, and leaves out the
 * chunks of 64 KiB that have a mark.  Only the reader of memory sets marks.  Functions of memory.h that
 * write, or that give out a pointer, clear them; a chunk that is lent to the host has none.  Launches are
 * counted, for they may write to every allocation; memory_pages.c knows whether they wrote beside
 * allocations.  A missing mark costs a comparison and nothing else. */
#ifndef HW_MACHINE_MEMORY_MEMORY_WATCH_H
#define HW_MACHINE_MEMORY_MEMORY_WATCH_H

#include <stdbool.h>
#include <stdint.h>

#define HW_WATCH_CHUNK 65536u

struct hw_watch;

struct hw_watch *hw_watch_create(void); /* NULL: no memory */
void hw_watch_destroy(struct hw_watch *watch);

/* Somebody has written there, or will before the next launch. */
void hw_watch_note(struct hw_watch *watch, uint64_t address, uint64_t bytes);

/* The host may write there from now on, and until it is taken back.  Where there is no memory to remember
 * that, all is lent for good. */
void hw_watch_lend(struct hw_watch *watch, uint64_t address, uint64_t bytes);
void hw_watch_take_back(struct hw_watch *watch, uint64_t address, uint64_t bytes);

/* A launch begins. */
void hw_watch_run(struct hw_watch *watch);
uint64_t hw_watch_runs(const struct hw_watch *watch);

/* A kernel has touched bytes that are mapped, but not allocated: since the last launch began, or at any time.
 * Threads of the launch may say so at the same time. */
void hw_watch_stray(struct hw_watch *watch);
bool hw_watch_strayed(const struct hw_watch *watch);
bool hw_watch_ever_strayed(const struct hw_watch *watch);

/* The reader's side, for the chunk that holds an address: nothing was noted there since it was marked.  Marks
 * of chunks of which a part is lent do not hold.  Of bytes, whether one of them is lent. */
void hw_watch_mark(struct hw_watch *watch, uint64_t address);
bool hw_watch_unchanged(const struct hw_watch *watch, uint64_t address);
bool hw_watch_lent(const struct hw_watch *watch, uint64_t address, uint64_t bytes);

#endif
