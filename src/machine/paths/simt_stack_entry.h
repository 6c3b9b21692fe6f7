/* SPDX-License-Identifier: MIT */
/* SIMT stack entries: what an entry holds, push and pop.
 *
 * The functions that every call and return of a kernel needs are inline. */
#ifndef HW_MACHINE_PATHS_SIMT_STACK_ENTRY_H
#define HW_MACHINE_PATHS_SIMT_STACK_ENTRY_H

#include "machine/paths/paths.h"

/* Why lanes are unwound: they have left their path and wait for the other lanes of their call, loop,
 * iteration or long jump. */
enum hw_simt_unwound {
    HW_UNWOUND_RETURNED = 0,
    HW_UNWOUND_BROKEN,
    HW_UNWOUND_CONTINUED,
    HW_UNWOUND_JUMPED,
    HW_UNWOUND_COUNT,
    HW_UNWOUND_NONE
};

struct hw_simt_entry {
    uint32_t target; /* micro-operation at which its lanes go on */
    uint32_t mask;
    uint8_t kind; /* enum hw_path_kind */
    bool parked;  /* a branch entry whose lanes wait at a barrier for the rest of the warp */
};

struct hw_paths {
    uint32_t unwound[HW_UNWOUND_COUNT];   /* lanes that wait for an entry to restore them */
    uint32_t restorers[HW_UNWOUND_COUNT]; /* entries that do so */
    uint32_t limited_calls, saved_masks;  /* entries of these kinds */
    uint32_t depth;                       /* entries in use */
    uint32_t spilled;                     /* blocks of entries that are in memory: all below the chip's */
    struct hw_simt_entry entry[];
};

/* How many entries a warp of the launch may have. */
uint32_t hw_simt_stack_entries(const struct hw_launch *launch);

/* The name of a kind of entry in the message of a fault. */
const char *hw_simt_entry_name(unsigned kind);

/* Which unwound lanes a kind of entry restores when it is popped. */
static inline enum hw_simt_unwound hw_simt_restores(unsigned kind)
{
    static const uint8_t restores[HW_PATH_KINDS] = {
        [HW_PATH_BRANCH] = HW_UNWOUND_NONE,
        [HW_PATH_CALL] = HW_UNWOUND_RETURNED,
        [HW_PATH_LIMITED_CALL] = HW_UNWOUND_RETURNED,
        [HW_PATH_BREAK] = HW_UNWOUND_BROKEN,
        [HW_PATH_CONTINUE] = HW_UNWOUND_CONTINUED,
        [HW_PATH_LONGJMP] = HW_UNWOUND_JUMPED,
        [HW_PATH_JOIN] = HW_UNWOUND_NONE,
        [HW_PATH_SAVED_MASK] = HW_UNWOUND_NONE,
    };

    return restores[kind];
}

/* The top entry; NULL: there is none. */
static inline struct hw_simt_entry *hw_simt_stack_top(struct hw_paths *paths)
{
    return paths->depth ? &paths->entry[paths->depth - 1] : NULL;
}

/* All unwound lanes. */
static inline uint32_t hw_simt_unwound_lanes(const struct hw_paths *paths)
{
    uint32_t lanes = 0;

    for (unsigned i = 0; i < HW_UNWOUND_COUNT; i++)
        lanes |= paths->unwound[i];
    return lanes;
}

/* An entry is pushed, or (by -1) popped: count its kind. */
static inline void hw_simt_stack_count(struct hw_paths *paths, unsigned kind, uint32_t by)
{
    const enum hw_simt_unwound restores = hw_simt_restores(kind);

    if (restores != HW_UNWOUND_NONE)
        paths->restorers[restores] += by;
    if (kind == HW_PATH_LIMITED_CALL)
        paths->limited_calls += by;
    if (kind == HW_PATH_SAVED_MASK)
        paths->saved_masks += by;
}

/* Push an entry.  False, with the fault reported: the stack is full, or entries to be spilled have no memory.
 */
bool hw_simt_stack_push(struct hw_warp *warp, const struct hw_uop *uop, unsigned kind, uint32_t target,
                        uint32_t mask);

/* Fill the block of the top entry, if it was spilled; false, with the fault reported: its memory is not
 * valid. */
bool hw_simt_stack_fill(struct hw_warp *warp, const struct hw_uop *uop);

/* Pop the top entry and return those of its lanes that go on. */
static inline uint32_t hw_simt_stack_pop(struct hw_warp *warp, struct hw_simt_entry *entry)
{
    struct hw_paths *paths = warp->paths;

    *entry = paths->entry[--paths->depth];
    const enum hw_simt_unwound restores = hw_simt_restores(entry->kind);
    hw_simt_stack_count(paths, entry->kind, -1u);
    if (restores != HW_UNWOUND_NONE)
        paths->unwound[restores] &= ~entry->mask;
    return entry->mask & warp->live & ~hw_simt_unwound_lanes(paths);
}

#endif
