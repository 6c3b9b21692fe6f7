/* SPDX-License-Identifier: MIT */
/* The control-flow stack of a warp (paths_stack.c): its entries, and how they come and go.  What every call
 * and return of a kernel needs is inline. */
#ifndef HW_MACHINE_PATHS_PATH_ENTRIES_H
#define HW_MACHINE_PATHS_PATH_ENTRIES_H

#include "machine/paths/paths.h"

/* Lanes that left their path and wait for others: those of their call, loop, iteration or long jump. */
enum hw_path_away {
    HW_AWAY_RETURNED = 0,
    HW_AWAY_BROKEN,
    HW_AWAY_CONTINUED,
    HW_AWAY_JUMPED,
    HW_AWAY_COUNT,
    HW_AWAY_NONE
};

struct hw_path_entry {
    uint32_t target; /* place at which its lanes go on */
    uint32_t mask;
    uint8_t kind; /* enum hw_path_kind */
    bool parked;  /* a branch entry whose lanes wait at a barrier for the rest of the warp */
};

struct hw_paths {
    uint32_t away[HW_AWAY_COUNT];    /* lanes that wait for an entry to take them back */
    uint32_t takers[HW_AWAY_COUNT];  /* entries that do so */
    uint32_t limited_calls, widened; /* entries of these kinds */
    uint32_t depth;                  /* entries in use */
    uint32_t spilled;                /* blocks of entries that are in memory: all below the chip's */
    struct hw_path_entry entry[];
};

/* How many entries a warp of the launch may have. */
uint32_t hw_path_entries(const struct hw_launch *launch);

/* A kind of entry as a fault's sentence calls it. */
const char *hw_path_name(unsigned kind);

/* Whom a kind of entry takes back when it comes to the top. */
static inline enum hw_path_away hw_path_takes(unsigned kind)
{
    static const uint8_t takes[HW_PATH_KINDS] = {
        [HW_PATH_BRANCH] = HW_AWAY_NONE,
        [HW_PATH_CALL] = HW_AWAY_RETURNED,
        [HW_PATH_LIMITED_CALL] = HW_AWAY_RETURNED,
        [HW_PATH_BREAK] = HW_AWAY_BROKEN,
        [HW_PATH_CONTINUE] = HW_AWAY_CONTINUED,
        [HW_PATH_LONGJMP] = HW_AWAY_JUMPED,
        [HW_PATH_JOIN] = HW_AWAY_NONE,
        [HW_PATH_WIDENED] = HW_AWAY_NONE,
    };

    return takes[kind];
}

/* The top entry; NULL: there is none. */
static inline struct hw_path_entry *hw_path_top(struct hw_paths *paths)
{
    return paths->depth ? &paths->entry[paths->depth - 1] : NULL;
}

/* Lanes that wait for an entry, of every sort. */
static inline uint32_t hw_path_lanes_away(const struct hw_paths *paths)
{
    uint32_t lanes = 0;

    for (unsigned i = 0; i < HW_AWAY_COUNT; i++)
        lanes |= paths->away[i];
    return lanes;
}

/* Count an entry in, or (by -1) out. */
static inline void hw_path_count(struct hw_paths *paths, unsigned kind, uint32_t by)
{
    const enum hw_path_away takes = hw_path_takes(kind);

    if (takes != HW_AWAY_NONE)
        paths->takers[takes] += by;
    if (kind == HW_PATH_LIMITED_CALL)
        paths->limited_calls += by;
    if (kind == HW_PATH_WIDENED)
        paths->widened += by;
}

/* False, with the fault reported: there is no room, or no memory for entries that leave the chip. */
bool hw_path_push(struct hw_warp *warp, const struct hw_uop *uop, unsigned kind, uint32_t target,
                  uint32_t mask);

/* Have the block of the top entry on the chip; false, with the fault reported: its memory is bad. */
bool hw_path_fill(struct hw_warp *warp, const struct hw_uop *uop);

/* Take the top entry off and say which of its lanes go on. */
static inline uint32_t hw_path_pop(struct hw_warp *warp, struct hw_path_entry *entry)
{
    struct hw_paths *paths = warp->paths;

    *entry = paths->entry[--paths->depth];
    const enum hw_path_away takes = hw_path_takes(entry->kind);
    hw_path_count(paths, entry->kind, -1u);
    if (takes != HW_AWAY_NONE)
        paths->away[takes] &= ~entry->mask;
    return entry->mask & warp->live & ~hw_path_lanes_away(paths);
}

#endif
