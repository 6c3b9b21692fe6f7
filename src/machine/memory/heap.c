/* SPDX-License-Identifier: MIT */
/* First fit over a sorted list of the blocks in use; the gaps between them are free. */
#include "machine/memory/heap.h"

#include <stdlib.h>
#include <string.h>

#define HEAP_ALIGN 16u /* CUDA C Programming Guide: malloc in device code aligns to 16 bytes */

/* Where the gap in front of block `at` begins. */
static uint64_t gap_start(const struct hw_heap *heap, size_t at)
{
    return at == 0 ? heap->base : heap->used[at - 1].address + heap->used[at - 1].bytes;
}

static uint64_t gap_bytes(const struct hw_heap *heap, size_t at)
{
    uint64_t end = at == heap->count ? heap->base + heap->bytes : heap->used[at].address;

    return end - gap_start(heap, at);
}

static bool insert_block(struct hw_heap *heap, size_t at, uint64_t address, uint64_t bytes)
{
    if (heap->count == heap->capacity) {
        size_t capacity = heap->capacity ? heap->capacity * 2 : 64;
        struct hw_heap_block *grown = realloc(heap->used, capacity * sizeof *grown);
        if (!grown)
            return false;
        heap->used = grown;
        heap->capacity = capacity;
    }
    memmove(heap->used + at + 1, heap->used + at, (heap->count - at) * sizeof *heap->used);
    heap->used[at] = (struct hw_heap_block){.address = address, .bytes = bytes};
    heap->count++;
    return true;
}

bool hw_heap_has_range(struct hw_heap *heap)
{
    pthread_mutex_lock(&heap->lock);
    const bool has = heap->bytes > 0;
    pthread_mutex_unlock(&heap->lock);
    return has;
}

void hw_heap_set_range(struct hw_heap *heap, uint64_t base, uint64_t bytes)
{
    pthread_mutex_lock(&heap->lock);
    heap->base = base;
    heap->bytes = bytes;
    pthread_mutex_unlock(&heap->lock);
}

static uint64_t alloc_block(struct hw_heap *heap, uint64_t bytes)
{
    if (bytes == 0 || bytes > heap->bytes)
        return 0;
    bytes = (bytes + HEAP_ALIGN - 1) & ~(uint64_t)(HEAP_ALIGN - 1);
    /* A request as large as the last one need not look where that one found nothing. */
    size_t at = bytes >= heap->hint_bytes ? heap->hint : 0;
    while (at <= heap->count && gap_bytes(heap, at) < bytes)
        at++;
    if (at > heap->count)
        return 0;
    uint64_t address = gap_start(heap, at);
    if (!insert_block(heap, at, address, bytes))
        return 0;
    heap->hint = at;
    heap->hint_bytes = bytes;
    return address;
}

uint64_t hw_heap_alloc(struct hw_heap *heap, uint64_t bytes)
{
    pthread_mutex_lock(&heap->lock);
    const uint64_t address = alloc_block(heap, bytes);
    pthread_mutex_unlock(&heap->lock);
    return address;
}

/* Index of the block that begins at `address`, or count. */
static size_t find_block(const struct hw_heap *heap, uint64_t address)
{
    size_t low = 0, high = heap->count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (heap->used[middle].address < address)
            low = middle + 1;
        else
            high = middle;
    }
    return low < heap->count && heap->used[low].address == address ? low : heap->count;
}

static void free_block(struct hw_heap *heap, size_t at)
{
    heap->count--;
    memmove(heap->used + at, heap->used + at + 1, (heap->count - at) * sizeof *heap->used);
    heap->hint = 0;
    heap->hint_bytes = 0;
}

bool hw_heap_free(struct hw_heap *heap, uint64_t address)
{
    if (address == 0)
        return true;
    pthread_mutex_lock(&heap->lock);
    const size_t at = find_block(heap, address);
    const bool found = at < heap->count;
    if (found)
        free_block(heap, at);
    pthread_mutex_unlock(&heap->lock);
    return found;
}

void hw_heap_clear(struct hw_heap *heap)
{
    free(heap->used);
    heap->used = NULL;
    heap->count = heap->capacity = heap->hint = 0;
    heap->hint_bytes = 0;
}
