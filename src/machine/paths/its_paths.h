/* SPDX-License-Identifier: MIT */
/* The paths of a warp whose lanes have their own program counters (its.c): the list of those that do not
 * run, and which of them can go on. */
#ifndef HW_MACHINE_PATHS_ITS_PATHS_H
#define HW_MACHINE_PATHS_ITS_PATHS_H

#include "machine/paths/its.h"

enum hw_its_wait {
    HW_ITS_READY = 0,
    HW_ITS_AT_BARRIER /* BSYNC */,
    HW_ITS_AT_MASK /* WARPSYNC */,
    HW_ITS_AT_BLOCK
};

/* Why a path that could run does not. */
enum hw_its_rest {
    HW_RESTS_FRESH = 0 /* it has just come */,
    HW_RESTS_RAN /* it has had its turn */,
    HW_RESTS_YIELDED
};

struct hw_its_path {
    uint32_t lanes;
    uint32_t index; /* at which they go on */
    uint32_t mask;  /* HW_ITS_AT_MASK: whom they wait for */
    uint8_t waits;  /* enum hw_its_wait */
    uint8_t number; /* of the barrier */
    uint8_t rests;  /* HW_ITS_READY: enum hw_its_rest */
};

/* A region is what one execution of BSSY begins; regions are numbered, and 0 is none that is known.  Masks of
 * a region that BMOV has taken from a barrier, the oldest first; each lane has one it has saved and not
 * restored. */
#define HW_SAVED_MASKS 192
struct hw_saved_mask {
    uint32_t lanes, number, mask, region;
};

/* Lanes that have exited a region while others had its mask in a register. */
#define HW_EXITED_LANES 64
struct hw_exited_lanes {
    uint32_t region, lanes;
};

/* The paths that do not run; each has a lane, and no two the same. */
struct hw_its_paths {
    hw_lanes joins[HW_CONVERGENCE_BARRIERS];  /* by barrier: the lanes that each lane waits for */
    hw_lanes region[HW_CONVERGENCE_BARRIERS]; /* of which these masks are */
    uint32_t used;                            /* a bit for each barrier of which this is more than zeros */
    uint32_t regions;                         /* so far */
    uint32_t counted_all; /* a bit for each barrier of the block that has counted the whole warp */
    uint32_t yields;      /* while somebody waits who could be let go */
    bool chosen;          /* the path that runs was just taken, and has its turn */
    uint32_t saved_count, exited_count;
    struct hw_saved_mask saved[HW_SAVED_MASKS];
    struct hw_exited_lanes exited[HW_EXITED_LANES]; /* the oldest first */
    uint32_t count;
    struct hw_its_path path[HW_LANES]; /* the one that goes on next comes last */
};

static inline struct hw_its_paths *hw_its_paths(const struct hw_warp *warp)
{
    return (struct hw_its_paths *)warp->paths;
}

/* --- its_ready_list.c --- */

void hw_its_insert(struct hw_its_paths *paths, uint32_t at, struct hw_its_path path);
void hw_its_push(struct hw_its_paths *paths, struct hw_its_path path);
struct hw_its_path hw_its_remove(struct hw_its_paths *paths, uint32_t at);

/* The ready path that goes on next, as its number in the list; false: there is none.  `fresh`: none that has
 * had a turn. */
bool hw_its_find_ready(const struct hw_its_paths *paths, bool fresh, uint32_t *at);

/* Paths that wait together, with these lanes, can go on; those at one index as one. */
void hw_its_release(struct hw_its_paths *paths, uint32_t lanes);

/* --- convergence_exited.c --- */

/* `lanes` have exited their regions of a barrier in use: others of these wait for them no longer. */
void hw_exited_lanes_note(struct hw_its_paths *paths, unsigned number, uint32_t lanes);

/* BMOV has taken the masks of `lanes` from a barrier in use. */
void hw_exited_lanes_save(struct hw_its_paths *paths, unsigned number, uint32_t lanes);

/* The masks of `lanes` have come back to a barrier: they get their regions, and lose those who have exited.
 */
void hw_exited_lanes_restore(struct hw_its_paths *paths, unsigned number, uint32_t lanes);

/* --- convergence_waiters.c: waiting for lanes of the warp --- */

/* The lanes that a path waits for, at a barrier or for a mask. */
uint32_t hw_its_awaited(const struct hw_warp *warp, const struct hw_its_path *path);

/* Whether `lanes` of a path are all for whom they wait. */
bool hw_its_all_arrived(const struct hw_warp *warp, const uint32_t *masks, uint32_t lanes);

/* Let all go for whom all lanes have come. */
void hw_its_resolve(struct hw_warp *warp);

/* Whether lanes wait at a convergence barrier. */
bool hw_its_any_waits(const struct hw_its_paths *paths);

/* Let those go that wait at a convergence barrier for none but paths that have yielded, and the one that
 * runs; no longer do these wait for them.  False: there are none. */
bool hw_its_release_waiting(struct hw_warp *warp);

/* Nobody can run: lift a wait of a circle of lanes that wait for each other, if a leniency allows that
 * (machine.h, "Forward progress").  False: none does, or there is no such circle. */
bool hw_its_break_cycle(struct hw_warp *warp);

/* --- its_state.c --- */

void hw_its_state(const struct hw_warp *warp, void *context,
                  void (*see)(void *context, const void *piece, size_t bytes));

/* --- convergence_waiters.c --- */

/* Which lanes wait, where and for whom: "lanes 0x3 wait at 0x00a0 (B2) for lanes 0xc", a group after the
 * other. */
void hw_its_describe(const struct hw_warp *warp, char *text, size_t size);

#endif
