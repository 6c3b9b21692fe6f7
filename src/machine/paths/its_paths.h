/* SPDX-License-Identifier: MIT */
/* The warp splits of independent thread scheduling: the list of the paths of a warp that do not run, and the
 * masks of its convergence barriers.
 *
 * its.c has a picture of the states of a lane. */
#ifndef HW_MACHINE_PATHS_ITS_PATHS_H
#define HW_MACHINE_PATHS_ITS_PATHS_H

#include "machine/paths/convergence_groups.h"
#include "machine/paths/its.h"
#include "machine/program.h"

/* What a path waits for. */
enum hw_its_wait {
    HW_ITS_READY = 0 /* for nothing: it can run */,
    HW_ITS_AT_BARRIER /* at BSYNC, for the lanes of a convergence barrier */,
    HW_ITS_AT_MASK /* at WARPSYNC, for the lanes of a mask */,
    HW_ITS_AT_BLOCK /* at a barrier of the block */
};

/* Why a ready path does not run. */
enum hw_its_rest {
    HW_RESTS_FRESH = 0 /* it has not run since it became ready */,
    HW_RESTS_RAN /* it has used up a budget of the warp */,
    HW_RESTS_YIELDED
};

struct hw_its_path {
    uint32_t lanes;
    uint32_t index; /* at which they go on */
    uint32_t mask;  /* HW_ITS_AT_MASK: the lanes that they wait for */
    uint8_t waits;  /* enum hw_its_wait */
    uint8_t number; /* of the barrier; HW_ITS_AT_MASK: 1 its lanes go on with the others as one */
    uint8_t rests;  /* HW_ITS_READY: enum hw_its_rest */
};

/* A region is what one execution of BSSY begins.  Regions are numbered; 0: the region is not known.  BMOV has
 * saved these masks from a barrier to a register: the oldest first, and of each lane those that it has saved
 * and not restored. */
#define HW_SAVED_MASKS 192
struct hw_saved_mask {
    uint32_t lanes, number, mask, region;
};

/* Lanes that have left a region while other lanes had its mask in a register (convergence_exited.c). */
#define HW_EXITED_LANES 64
struct hw_exited_lanes {
    uint32_t region, lanes;
};

/* The paths that do not run: each has at least one lane, and no lane is in two.  What each barrier needs
 * comes first, in one cache line. */
struct hw_its_paths {
    uint32_t count;       /* of `path` */
    uint32_t counted_all; /* a bit for each barrier of the block that has counted all lanes of the warp */
    uint32_t yields;      /* while lanes wait at a convergence barrier and no ready path is fresh */
    bool chosen;      /* the running path has just been taken from the list: it is not preempted at once */
    uint32_t used;    /* a bit for each barrier that has been used; the groups of the others are not valid */
    uint32_t regions; /* so far */
    uint32_t saved_count, exited_count;
    uint32_t collective;               /* lanes that go on as one until ENDCOLLECTIVE, */
    uint32_t leave_at[HW_LANES];       /* and where each of them goes on behind it */
    struct hw_its_path path[HW_LANES]; /* the one that goes on next comes last */
    struct hw_convergence_barrier barrier[HW_CONVERGENCE_BARRIERS]; /* the lanes that each lane waits for */
    struct hw_saved_mask saved[HW_SAVED_MASKS];
    struct hw_exited_lanes exited[HW_EXITED_LANES]; /* the oldest first */
};

/* The first instruction of a ready path that is not counted.  An instruction is counted in whose middle the
 * path has waited or yielded, but not one in whose middle its budget ended: that is behind a preemption
 * point. */
static inline uint32_t hw_its_uncounted(const struct hw_warp *warp, const struct hw_its_path *path)
{
    const uint32_t *insn_of = warp->block->program->insn_of, index = path->index;
    const bool in_middle = index > 0 && insn_of[index - 1] == insn_of[index];

    return insn_of[index] + (in_middle && path->rests != HW_RESTS_RAN);
}

static inline struct hw_its_paths *hw_its_paths(const struct hw_warp *warp)
{
    return (struct hw_its_paths *)warp->paths;
}

/* A convergence barrier, which is in use from now on. */
static inline struct hw_convergence_barrier *hw_its_use_barrier(struct hw_its_paths *paths, unsigned number)
{
    struct hw_convergence_barrier *barrier = &paths->barrier[number];

    if (!(paths->used >> number & 1))
        barrier->count = 0;
    paths->used |= 1u << number;
    return barrier;
}

/* --- its.c --- */

/* No lane of the path is left: the next ready path goes on.  Where there is none the warp stops, at a barrier
 * of the block or because all its lanes have ended; else it is a deadlock, which is a fault. */
void hw_its_run_next(struct hw_warp *warp, const struct hw_uop *uop);

/* Make a path that waits the active one, as what the warp or a fault stops at: its instruction is counted. */
void hw_its_show_waiting(struct hw_warp *warp, const struct hw_its_path *path);

/* --- its_block_barrier.c --- */

/* No path can run, and `path` waits at a barrier of the block: the warp stops there.  When all live lanes
 * wait at that barrier, the lanes that have ended count as arrived. */
void hw_its_stop_at_barrier(struct hw_warp *warp, const struct hw_its_path *path);

/* The barrier opens: lanes of the warp that wait there become ready.  False: there are none. */
bool hw_its_open_barrier(struct hw_warp *warp, unsigned barrier);

/* Whether the warp waits at a barrier with its only path, which is not in the list. */
static inline bool hw_its_waits_with_only_path(const struct hw_warp *warp)
{
    return warp->waiting && hw_its_paths(warp)->count == 0;
}

/* hw_its_open_barrier, fast where the warp waits so: called for each warp through hw_paths_model.open,
 * kernels that do little but wait take a twentieth longer. */
static inline bool hw_its_open(struct hw_warp *warp, unsigned barrier)
{
    const bool here = warp->waiting == barrier + 1;

    if (!hw_its_waits_with_only_path(warp))
        return hw_its_open_barrier(warp, barrier);
    if (here)
        warp->waiting = 0;
    return here;
}

/* --- its_ready_list.c --- */

void hw_its_insert(struct hw_its_paths *paths, uint32_t at, struct hw_its_path path);
void hw_its_push(struct hw_its_paths *paths, struct hw_its_path path);
struct hw_its_path hw_its_remove(struct hw_its_paths *paths, uint32_t at);

/* The index in the list of the ready path that goes on next; false: there is none.  `fresh`: only paths that
 * have not run since they became ready. */
bool hw_its_find_ready(const struct hw_its_paths *paths, bool fresh, uint32_t *at);

/* The paths of these lanes, which waited together, become ready; those at one index merge. */
void hw_its_release(struct hw_its_paths *paths, uint32_t lanes);

/* --- convergence_exited.c --- */

/* `lanes` have left their regions of a barrier in use: the other lanes of these no longer wait for them. */
void hw_exited_lanes_note(struct hw_its_paths *paths, unsigned number, uint32_t lanes);

/* BMOV has taken the masks of `lanes` from a barrier in use. */
void hw_exited_lanes_save(struct hw_its_paths *paths, unsigned number, uint32_t lanes);

/* A mask has come back to `lanes`, which have none, of a barrier in use: they get it with its region, less
 * the lanes that have left that meanwhile. */
void hw_exited_lanes_restore(struct hw_its_paths *paths, unsigned number, uint32_t lanes, uint32_t mask);

/* Drop the records of regions of which no mask is saved any more. */
void hw_exited_lanes_forget(struct hw_its_paths *paths);

/* --- convergence_waiters.c: waiting for lanes of the warp --- */

/* The lanes that a path waits for, at a barrier or for a mask. */
uint32_t hw_its_awaited(const struct hw_warp *warp, const struct hw_its_path *path);

/* Release all paths that wait for lanes of the warp and for which all of these have arrived. */
void hw_its_resolve(struct hw_warp *warp);

/* Whether lanes wait at a convergence barrier. */
bool hw_its_any_waits(const struct hw_its_paths *paths);

/* Resolve a livelock: release the paths that wait at a convergence barrier for no lanes but those of the path
 * that runs and of paths that have yielded; these no longer wait for the released ones.  False: there are
 * none. */
bool hw_its_release_waiting(struct hw_warp *warp);

/* Resolve a deadlock: no path can run.  Release one path of a cycle of paths that wait for each other, if a
 * leniency allows that (machine.h, "Forward progress").  False: none does, or there is no such cycle. */
bool hw_its_break_cycle(struct hw_warp *warp);

/* --- its_state.c --- */

void hw_its_state(const struct hw_warp *warp, void *context,
                  void (*see)(void *context, const void *piece, size_t bytes));

/* --- convergence_waiters.c --- */

/* Which lanes wait, where and for which lanes: "lanes 0x3 wait at 0x00a0 (B2) for lanes 0xc", a group after
 * the other. */
void hw_its_describe(const struct hw_warp *warp, char *text, size_t size);

#endif
