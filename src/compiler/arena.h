/* SPDX-License-Identifier: MIT */
/* An arena is the compiler's allocator: memory is allocated piece by piece and freed at once.
 *
 * What a compilation builds lives as long as the compilation, so no node is freed by itself.  No caller
 * checks for a failed allocation either: the arena then jumps to `out`, which its owner has set (setjmp)
 * before the first allocation.  So whatever has to be freed between the two must lie in the arena.
 *
 * Temporary data goes into an arena within that arena, which can be cleared earlier. */
#ifndef HW_COMPILER_ARENA_H
#define HW_COMPILER_ARENA_H

#include <setjmp.h>
#include <stddef.h>

struct hw_arena_chunk;
struct hw_arena {
    struct hw_arena_chunk *chunks;       /* the newest first */
    char *next, *end;                    /* what is left of it */
    size_t bytes;                        /* handed out so far */
    struct hw_arena *outer;              /* the arena that it lies within; NULL: none */
    struct hw_arena *inner, *next_inner; /* those within it, a list */
    jmp_buf out;
};

/* Free what was taken, from those within it, too, which are gone then.  An arena of zeros is an empty one. */
void hw_arena_clear(struct hw_arena *arena);

/* An empty arena within another one: without memory it jumps where that would. */
struct hw_arena *hw_arena_within(struct hw_arena *outer);

/* Jump to the outermost arena's `out`: there is no memory. */
_Noreturn void hw_arena_fail(struct hw_arena *arena);

/* `bytes` of zeros, aligned for any type. */
void *hw_arena_alloc(struct hw_arena *arena, size_t bytes);
/* For `count` things of `size` bytes. */
void *hw_arena_array(struct hw_arena *arena, size_t count, size_t size);
/* A copy of `length` characters, terminated by a NUL. */
char *hw_arena_text(struct hw_arena *arena, const char *text, size_t length);

/* Grows an array of items of `size` bytes: `items` with capacity for one more after `count`, itself or a
 * copy of it with twice the capacity, which goes to *room. */
void *hw_arena_grow(struct hw_arena *arena, void *items, size_t count, size_t *capacity, size_t size);

#endif
