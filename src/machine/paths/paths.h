/* SPDX-License-Identifier: MIT */
/* The paths of a warp: which of its lanes run together, and where the others wait.
 *
 * A path is a set of lanes at one place of the program.  One path is active; the others wait.  Instructions,
 * barriers and blocks know nothing but this interface.  paths_stack.c implements it as the chips
 * before Volta do, with a stack for each warp; only that file knows what it consists of.
 *
 *   push    names a place at which lanes will meet, or to which they can leave
 *   split   sends some lanes of the path elsewhere
 *   meet    lanes come to where others join them
 *   leave   lanes leave a loop, a function or an iteration for the place that was pushed
 *   end     lanes end
 *   wait    the path comes to a barrier of the block
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
    HW_PATH_JOIN,         /* lanes meet there */
    HW_PATH_WIDENED,      /* the lanes that were active before QUADON or SAM; widen pushes it */
    HW_PATH_KINDS
};

/* Bytes that the paths of one warp take up. */
size_t hw_paths_bytes(const struct hw_launch *launch);

/* At the entry point: all lanes of the warp that have a thread are one path. */
void hw_paths_start(struct hw_warp *warp);

/* Push a place for all lanes of the path; false: there is no room, which is a fault.  It counts nothing. */
bool hw_paths_push(struct hw_warp *warp, const struct hw_uop *uop, enum hw_path_kind kind, uint32_t place);

/* `lanes`, which are some of the path's and not all, go on at `place`, the others behind the branch. */
void hw_paths_split(struct hw_warp *warp, const struct hw_uop *uop, uint32_t lanes, uint32_t place);

/* `lanes` wait to go on at `place`; it leaves them active and counts nothing.  False: there is no room, which
 * is a fault. */
bool hw_paths_set_aside(struct hw_warp *warp, const struct hw_uop *uop, uint32_t lanes, uint32_t place);

/* `lanes` of the path wait for the others that a push of HW_PATH_JOIN named. */
void hw_paths_meet(struct hw_warp *warp, const struct hw_uop *uop, uint32_t lanes);

/* `lanes` of the path, which may be none, leave to the place pushed last with this kind; false: there is
 * none, and nothing has happened. */
bool hw_paths_leave(struct hw_warp *warp, const struct hw_uop *uop, enum hw_path_kind kind, uint32_t lanes);

/* `lanes` of the path, which may be none, end. */
void hw_paths_end(struct hw_warp *warp, const struct hw_uop *uop, uint32_t lanes);

/* Make lanes active that are on no path or wait on another, and undo that. */
void hw_paths_widen(struct hw_warp *warp, const struct hw_uop *uop, uint32_t lanes);
void hw_paths_narrow(struct hw_warp *warp, const struct hw_uop *uop);

/* The path has come to a barrier behind which `place` is.  Paths that wait there are taken in. */
enum hw_paths_waited {
    HW_PATHS_OTHER, /* another path that can still run does so first */
    HW_PATHS_PART,  /* none can, but some lanes of the warp wait elsewhere */
    HW_PATHS_ALL    /* all lanes of the warp are here */
};
enum hw_paths_waited hw_paths_wait(struct hw_warp *warp, uint32_t place);

/* Limited calls that are in effect. */
uint32_t hw_paths_limited_calls(const struct hw_warp *warp);

/* Call `see` with pieces of memory that hold all that the paths are. */
void hw_paths_state(const struct hw_warp *warp, void *context,
                    void (*see)(void *context, const void *piece, size_t bytes));

#endif
