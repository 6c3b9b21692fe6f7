/* SPDX-License-Identifier: MIT */
/* An arena: memory of the compiler that is made piece by piece and freed at once.
 *
 * What a compilation builds lives as long as the compilation; so nobody frees a node, and nobody asks whether
 * there was memory: without, the arena jumps to `out`, which its owner has set (setjmp) before it took any.
 * Between the two everything that has to be freed lies in the arena.
 *
 * What is needed only for a while goes into an arena within that one, which can be cleared before. */
#ifndef HW_COMPILER_ARENA_H
#define HW_COMPILER_ARENA_H

#include <setjmp.h>
#include <stddef.h>

struct hw_arena_chunk;
struct hw_arena {
    struct hw_arena_chunk *chunks;       /* the newest first */
    char *next, *end;                    /* what is left of it */
    size_t bytes;                        /* handed out so far */
    struct hw_arena *outer;              /* that it lies within; NULL: it is nobody's */
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
/* A copy of `length` characters, with a NUL behind it. */
char *hw_arena_text(struct hw_arena *arena, const char *text, size_t length);

/* An array that grows, of things of `size` bytes: `items` with room for one more behind `count`, itself or a
 * copy of it that has twice the room.  *room is how many fit. */
void *hw_arena_grow(struct hw_arena *arena, void *items, size_t count, size_t *room, size_t size);

#endif
