/* SPDX-License-Identifier: MIT */
/* The paths (warp splits) of a warp: which of its lanes run together, and where the others wait.
 *
 * A path is a set of lanes at one point of the program.  One path is active; the others wait.  Instructions,
 * barriers and blocks know only this interface.  It has two models: simt_stack.c, a SIMT stack for each warp,
 * for the chips before Volta, and its.c, independent thread scheduling, for the chips from Volta on.  Only
 * the models know what their paths consist of.  The kernel ABI says which model a launch has.
 *
 *   push        names a target at which lanes reconverge, or to which they can leave
 *   split       sends some lanes of the path elsewhere
 *   suspend     makes lanes a path that waits
 *   reconverge  lanes come to a join and wait for the others
 *   unwind      lanes leave a loop, a function or an iteration for the target that was pushed
 *   end         lanes end
 *   wait        the path comes to a barrier of the block
 *   preempt     the warp has used up its budget: another path may be the one that goes on
 *
 * Each of these counts the instructions up to and with `uop`, which is the micro-operation being executed,
 * and then makes active what runs next.  A call for which the code is wrong reports a fault. */
#ifndef HW_MACHINE_PATHS_PATHS_H
#define HW_MACHINE_PATHS_PATHS_H

#include "machine/warp.h"

/* What is pushed. */
enum hw_path_kind {
    HW_PATH_BRANCH = 0,   /* the side of a branch that waits; split pushes it */
    HW_PATH_CALL,         /* RET leaves to it */
    HW_PATH_LIMITED_CALL, /* the same; hw_paths_limited_calls counts them */
    HW_PATH_BREAK,        /* BRK leaves to it */
    HW_PATH_CONTINUE,     /* CONT leaves to it */
    HW_PATH_LONGJMP,      /* LONGJMP leaves to it */
    HW_PATH_JOIN,         /* lanes reconverge there */
    HW_PATH_SAVED_MASK,   /* the lanes that were active before QUADON or SAM; enable_lanes pushes it */
    HW_PATH_KINDS
};

/* The functions that both models have. */
struct hw_paths_model {
    /* What a warp adds to a barrier of the block at which all of it has arrived: they count warps or lanes.
     */
    uint32_t arrivals;

    /* Bytes that the paths of one warp take up. */
    size_t (*bytes)(const struct hw_launch *launch);

    /* At the entry point: all lanes of the warp that have a thread are one path. */
    void (*start)(struct hw_warp *warp);

    /* `lanes`, which are some of the path's and not all, go on at `index`, the others after the branch. */
    void (*split)(struct hw_warp *warp, const struct hw_uop *uop, uint32_t lanes, uint32_t index);

    /* `lanes` become a path that goes on at `index` later; they stay active, and nothing is counted.  False:
     * the stack is full, which is a fault. */
    bool (*suspend)(struct hw_warp *warp, const struct hw_uop *uop, uint32_t lanes, uint32_t index);

    /* `lanes` of the path, which may be none, end. */
    void (*end)(struct hw_warp *warp, const struct hw_uop *uop, uint32_t lanes);

    /* The warp will stop at a jump to warp->next, for its budget is used up. */
    void (*preempt)(struct hw_warp *warp);

    /* A barrier of the block opens: lanes of the warp that wait there can go on.  False: there are none. */
    bool (*open)(struct hw_warp *warp, unsigned barrier);

    /* Which lanes wait within the warp, where and for which lanes, for a message; "" where none do. */
    void (*describe)(const struct hw_warp *warp, char *text, size_t size);

    /* Call `see` with pieces of memory that together are the state of the paths. */
    void (*state)(const struct hw_warp *warp, void *context,
                  void (*see)(void *context, const void *piece, size_t bytes));
};
extern const struct hw_paths_model hw_simt_stack_model, hw_its_model;

static inline const struct hw_paths_model *hw_paths_model(const struct hw_block *block)
{
    return block->kernel_abi->has_its ? &hw_its_model : &hw_simt_stack_model;
}

static inline const struct hw_paths_model *hw_paths_of(const struct hw_warp *warp)
{
    return hw_paths_model(warp->block);
}

static inline void hw_paths_split(struct hw_warp *warp, const struct hw_uop *uop, uint32_t lanes,
                                  uint32_t index)
{
    hw_paths_of(warp)->split(warp, uop, lanes, index);
}

static inline bool hw_paths_suspend(struct hw_warp *warp, const struct hw_uop *uop, uint32_t lanes,
                                    uint32_t index)
{
    return hw_paths_of(warp)->suspend(warp, uop, lanes, index);
}

static inline void hw_paths_end(struct hw_warp *warp, const struct hw_uop *uop, uint32_t lanes)
{
    hw_paths_of(warp)->end(warp, uop, lanes);
}

/* --- of the SIMT stack alone --- */

/* Push a target for all lanes of the path; false: the stack is full, which is a fault.  Nothing is counted.
 */
bool hw_paths_push(struct hw_warp *warp, const struct hw_uop *uop, enum hw_path_kind kind, uint32_t index);

/* `lanes` of the path wait for the others that a push of HW_PATH_JOIN named. */
void hw_paths_reconverge(struct hw_warp *warp, const struct hw_uop *uop, uint32_t lanes);

/* `lanes` of the path, which may be none, leave to the target pushed last with this kind; false: there is
 * none, and nothing has happened. */
bool hw_paths_unwind(struct hw_warp *warp, const struct hw_uop *uop, enum hw_path_kind kind, uint32_t lanes);

/* Make lanes active that are on no path or wait on another, and undo that. */
void hw_paths_enable_lanes(struct hw_warp *warp, const struct hw_uop *uop, uint32_t lanes);
void hw_paths_restore_lanes(struct hw_warp *warp, const struct hw_uop *uop);

/* The path has come to the barrier before `index`.  Paths that wait there merge with it. */
enum hw_paths_waited {
    HW_PATHS_OTHER,   /* another path that can still run does so first */
    HW_PATHS_PARTIAL, /* none can, but some lanes of the warp wait elsewhere */
    HW_PATHS_ALL      /* all lanes of the warp are here */
};
enum hw_paths_waited hw_paths_wait(struct hw_warp *warp, uint32_t index);

/* Limited calls that are in effect. */
uint32_t hw_paths_limited_calls(const struct hw_warp *warp);

#endif
