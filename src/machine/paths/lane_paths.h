/* SPDX-License-Identifier: MIT */
/* The paths of a warp whose lanes have places of their own (paths_lanes.c): the list of those that do not
 * run, and which of them can go on. */
#ifndef HW_MACHINE_PATHS_LANE_PATHS_H
#define HW_MACHINE_PATHS_LANE_PATHS_H

#include "machine/paths/paths_lanes.h"

enum hw_lane_waits {
    HW_LANE_READY = 0,
    HW_LANE_AT_BARRIER /* BSYNC */,
    HW_LANE_AT_MASK /* WARPSYNC */,
    HW_LANE_AT_BLOCK
};

/* Why a path that could run does not. */
enum hw_lane_rests {
    HW_RESTS_FRESH = 0 /* it has just come */,
    HW_RESTS_TURNED /* it has had its turn */,
    HW_RESTS_YIELDED
};

struct hw_lane_path {
    uint32_t lanes;
    uint32_t place; /* at which they go on */
    uint32_t mask;  /* HW_LANE_AT_MASK: whom they wait for */
    uint8_t waits;  /* enum hw_lane_waits */
    uint8_t number; /* of the barrier */
    uint8_t rests;  /* HW_LANE_READY: enum hw_lane_rests */
};

/* A region is what one execution of BSSY begins; regions are numbered, and 0 is none that is known.  Masks of
 * a region that BMOV has taken from a barrier, the oldest first; each lane has one it has saved and not
 * restored. */
#define HW_LANES_SAVED 192
struct hw_lanes_saved {
    uint32_t lanes, number, mask, region;
};

/* Lanes that have left a region while others had its mask in a register. */
#define HW_LANES_LEFT 64
struct hw_lanes_left {
    uint32_t region, lanes;
};

/* The paths that do not run; each has a lane, and no two the same. */
struct hw_lane_paths {
    hw_lanes joins[HW_CONVERGENCE_BARRIERS];  /* by barrier: the lanes that each lane waits for */
    hw_lanes region[HW_CONVERGENCE_BARRIERS]; /* of which these masks are */
    uint32_t used;                            /* a bit for each barrier of which this is more than zeros */
    uint32_t regions;                         /* so far */
    uint32_t whole;  /* a bit for each barrier of the block that has counted the whole warp */
    uint32_t yields; /* while somebody waits who could be let go */
    bool chosen;     /* the path that runs was just taken, and has its turn */
    uint32_t saved_count, left_count;
    struct hw_lanes_saved saved[HW_LANES_SAVED];
    struct hw_lanes_left left[HW_LANES_LEFT]; /* the oldest first */
    uint32_t count;
    struct hw_lane_path path[HW_LANES]; /* the one that goes on next comes last */
};

static inline struct hw_lane_paths *hw_lane_paths(const struct hw_warp *warp)
{
    return (struct hw_lane_paths *)warp->paths;
}

/* --- lane_list.c --- */

void hw_lane_put(struct hw_lane_paths *paths, uint32_t at, struct hw_lane_path path);
void hw_lane_put_last(struct hw_lane_paths *paths, struct hw_lane_path path);
struct hw_lane_path hw_lane_take(struct hw_lane_paths *paths, uint32_t at);

/* The ready path that goes on next, as its place in the list; false: there is none.  `fresh`: none that has
 * had a turn. */
bool hw_lane_find(const struct hw_lane_paths *paths, bool fresh, uint32_t *at);

/* Paths that wait together, with these lanes, can go on; those at one place as one. */
void hw_lane_let_go(struct hw_lane_paths *paths, uint32_t lanes);

/* --- lane_left.c --- */

/* `lanes` have left their regions of a barrier in use: others of these wait for them no longer. */
void hw_lane_leave(struct hw_lane_paths *paths, unsigned number, uint32_t lanes);

/* BMOV has taken the masks of `lanes` from a barrier in use. */
void hw_lane_save(struct hw_lane_paths *paths, unsigned number, uint32_t lanes);

/* The masks of `lanes` have come back to a barrier: they get their regions, and lose those who have left. */
void hw_lane_restore(struct hw_lane_paths *paths, unsigned number, uint32_t lanes);

/* --- lane_waits.c: waiting for lanes of the warp --- */

/* The lanes that a path waits for, at a barrier or for a mask. */
uint32_t hw_lane_awaited(const struct hw_warp *warp, const struct hw_lane_path *path);

/* Whether `lanes` of a path are all for whom they wait. */
bool hw_lane_has_all(const struct hw_warp *warp, const uint32_t *masks, uint32_t lanes);

/* Let all go for whom all lanes have come. */
void hw_lane_settle(struct hw_warp *warp);

/* Whether lanes wait at a convergence barrier. */
bool hw_lane_any_waits(const struct hw_lane_paths *paths);

/* Let those go that wait at a convergence barrier for none but paths that have yielded, and the one that
 * runs; no longer do these wait for them.  False: there are none. */
bool hw_lane_let_waiting_go(struct hw_warp *warp);

/* Nobody can run: lift a wait of a circle of lanes that wait for each other, if a leniency allows that
 * (machine.h, "Forward progress").  False: none does, or there is no such circle. */
bool hw_lane_lift(struct hw_warp *warp);

/* --- lane_state.c --- */

void hw_lane_state(const struct hw_warp *warp, void *context,
                   void (*see)(void *context, const void *piece, size_t bytes));

/* --- lane_waits.c --- */

/* Which lanes wait, where and for whom: "lanes 0x3 wait at 0x00a0 (B2) for lanes 0xc", a group after the
 * other. */
void hw_lane_say(const struct hw_warp *warp, char *text, size_t size);

#endif
