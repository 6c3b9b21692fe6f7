/* SPDX-License-Identifier: MIT */
/* The heap of device code (malloc, free) is a first-fit allocator over a range of device addresses.
 *
 * It keeps its lists on the host's side, so a kernel that writes past its allocation cannot hurt them. Blocks
 * are multiples of 16 bytes; the lowest gap that is large enough is taken, so the same calls give the same
 * addresses.  Launches that run at the same time share the heap: each call holds its lock. */
#ifndef HW_MACHINE_MEMORY_HEAP_H
#define HW_MACHINE_MEMORY_HEAP_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct hw_heap_block {
    uint64_t address, bytes;
};

/* All zero: it has no range yet. */
struct hw_heap {
    pthread_mutex_t lock;
    uint64_t base, bytes;       /* the range */
    struct hw_heap_block *used; /* by address */
    size_t count, capacity;
    size_t hint; /* no gap large enough for `hint_bytes` lies in front of used[hint] */
    uint64_t hint_bytes;
};

/* Whether it has a range; give it one. */
bool hw_heap_has_range(struct hw_heap *heap);
void hw_heap_set_range(struct hw_heap *heap, uint64_t base, uint64_t bytes);

/* An address, or 0 when no gap is large enough; 0 bytes give 0. */
uint64_t hw_heap_alloc(struct hw_heap *heap, uint64_t bytes);

/* False when no block begins at `address`; 0 is free already. */
bool hw_heap_free(struct hw_heap *heap, uint64_t address);

/* Forget all blocks. */
void hw_heap_clear(struct hw_heap *heap);

#endif
