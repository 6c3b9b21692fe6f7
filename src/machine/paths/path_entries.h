/* SPDX-License-Identifier: MIT */
/* The control-flow stack of a warp (paths_stack.c): its entries, and how they come and go. */
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

/* A kind of entry: as a fault's sentence calls it, and whom it takes back when it comes to the top (enum
 * hw_path_away). */
const char *hw_path_name(unsigned kind);
unsigned hw_path_takes(unsigned kind);

/* The top entry; NULL: there is none. */
struct hw_path_entry *hw_path_top(struct hw_paths *paths);

/* Lanes that wait for an entry, of every sort. */
uint32_t hw_path_lanes_away(const struct hw_paths *paths);

/* False, with the fault reported: there is no room, or no memory for entries that leave the chip. */
bool hw_path_push(struct hw_warp *warp, const struct hw_uop *uop, unsigned kind, uint32_t target,
                  uint32_t mask);

/* Have the block of the top entry on the chip; false, with the fault reported: its memory is bad. */
bool hw_path_fill(struct hw_warp *warp, const struct hw_uop *uop);

/* Take the top entry off and say which of its lanes go on. */
uint32_t hw_path_pop(struct hw_warp *warp, struct hw_path_entry *entry);

#endif
