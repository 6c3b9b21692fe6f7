/* SPDX-License-Identifier: MIT */
/* Implements the arena of arena.h.  Chunks double in size up to a bound; an allocation that does not fit a
 * chunk gets a chunk of its own.
 *
 * The address sanitizer sees only chunks.  So that it finds accesses beyond an allocation, chunks are
 * poisoned except for what is allocated, and some bytes between two allocations stay poisoned. */
#include "compiler/arena.h"

#include <stdalign.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_CHUNK ((size_t)1 << 14)
#define LARGE_CHUNK ((size_t)1 << 20)
#define ALIGNMENT   alignof(max_align_t)

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define IS_WATCHED 1
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define IS_WATCHED 1
#endif
#ifdef IS_WATCHED
#include <sanitizer/asan_interface.h>
#define GAP ALIGNMENT /* between two takings */
#else
#define GAP                                        0
#define ASAN_POISON_MEMORY_REGION(memory, bytes)   ((void)(memory), (void)(bytes))
#define ASAN_UNPOISON_MEMORY_REGION(memory, bytes) ((void)(memory), (void)(bytes))
#endif

struct hw_arena_chunk {
    struct hw_arena_chunk *older;
    size_t bytes;
    alignas(max_align_t) char memory[];
};

void hw_arena_clear(struct hw_arena *arena)
{
    struct hw_arena_chunk *chunk = arena->chunks;
    const struct hw_arena links = {.outer = arena->outer, .next_inner = arena->next_inner};

    for (struct hw_arena *inner = arena->inner, *next; inner; inner = next) {
        next = inner->next_inner;
        hw_arena_clear(inner);
    }
    while (chunk) {
        struct hw_arena_chunk *older = chunk->older;
        free(chunk);
        chunk = older;
    }
    *arena = links;
}

struct hw_arena *hw_arena_within(struct hw_arena *outer)
{
    struct hw_arena *inner = hw_arena_alloc(outer, sizeof *inner);

    inner->outer = outer;
    inner->next_inner = outer->inner;
    outer->inner = inner;
    return inner;
}

_Noreturn void hw_arena_fail(struct hw_arena *arena)
{
    while (arena->outer)
        arena = arena->outer;
    longjmp(arena->out, 1);
}

static void add_chunk(struct hw_arena *arena, size_t least)
{
    size_t bytes = arena->chunks ? arena->chunks->bytes : FIRST_CHUNK / 2;

    bytes = bytes < LARGE_CHUNK ? 2 * bytes : LARGE_CHUNK;
    if (bytes < least)
        bytes = least;
    struct hw_arena_chunk *chunk = calloc(1, sizeof *chunk + bytes);
    if (!chunk)
        hw_arena_fail(arena);
    chunk->older = arena->chunks;
    chunk->bytes = bytes;
    arena->chunks = chunk;
    arena->next = chunk->memory;
    arena->end = chunk->memory + bytes;
    ASAN_POISON_MEMORY_REGION(chunk->memory, bytes);
}

void *hw_arena_alloc(struct hw_arena *arena, size_t bytes)
{
    if (bytes > SIZE_MAX / 2)
        hw_arena_fail(arena);
    const size_t rounded = (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT + GAP;
    if ((size_t)(arena->end - arena->next) < rounded)
        add_chunk(arena, rounded);
    void *taken = arena->next;
    arena->next += rounded;
    arena->bytes += rounded;
    ASAN_UNPOISON_MEMORY_REGION(taken, bytes);
    return taken;
}

void *hw_arena_array(struct hw_arena *arena, size_t count, size_t size)
{
    return hw_arena_alloc(arena, size && count > SIZE_MAX / size ? SIZE_MAX : count * size);
}

char *hw_arena_text(struct hw_arena *arena, const char *text, size_t length)
{
    return memcpy(hw_arena_array(arena, length + 1, 1), text, length);
}

void *hw_arena_grow(struct hw_arena *arena, void *items, size_t count, size_t *capacity, size_t size)
{
    if (count < *capacity)
        return items;
    const size_t wanted = *capacity ? 2 * *capacity : 4;
    void *larger = hw_arena_array(arena, wanted, size);
    if (count)
        memcpy(larger, items, count * size);
    *capacity = wanted;
    return larger;
}
