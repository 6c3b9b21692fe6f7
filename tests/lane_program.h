/* SPDX-License-Identifier: MIT */
/* Programs of few kinds of steps over one number x a lane, for tests of paths as sets of lanes: as
 * micro-operations that warps run, and as what a lane does alone, one step after the other. */
#ifndef HW_TESTS_LANE_PROGRAM_H
#define HW_TESTS_LANE_PROGRAM_H

#include <stdbool.h>
#include <stdint.h>

#define LANE_STEPS   1024
#define LANE_DEPTHS  12 /* regions in each other; each has a barrier and a counter */
#define LANE_SAVED   6  /* barriers that are saved at once */
#define LANE_THREADS 64 /* two warps */

enum lane_step_kind {
    LANE_MIX,      /* x = x * 33 ^ number */
    LANE_TEST,     /* P0 = (x >> shift & mask) == 0 */
    LANE_TEST_OWN, /* P0 = (lane & mask) == 0 */
    LANE_START,    /* counter[depth] = 1 + (lane + number & mask) */
    LANE_COUNT,    /* P0 = --counter[depth] != 0 */
    LANE_BRANCH,   /* of the lanes for which P0 is `holds`; holds 2: of all; shift: enum hw_branch_when */
    LANE_ENTER,    /* BSSY B[depth]; all lanes of the path are a team */
    LANE_MEET,     /* BSYNC B[depth] */
    LANE_TOGETHER, /* the lanes of the team that are left must be here */
    LANE_LEAVE,    /* BREAK B[depth] of the lanes for which P0 is `holds`; they leave the team */
    LANE_SAVE,     /* saved[shift] = B[depth], which is cleared */
    LANE_RESTORE,  /* B[depth] = saved[shift] */
    LANE_SYNC,     /* WARPSYNC: the lanes of mask `number`; 0: each with its eight neighbours */
    LANE_EXCHANGE, /* x += x of lane ^ shift, if that is in the mask */
    LANE_YIELD,
    LANE_SLEEP,   /* NANOSLEEP */
    LANE_TRY,     /* P0 = it got the lock */
    LANE_LOAD,    /* held = sum */
    LANE_UNLOCK,  /* sum = held + x; the lock is free */
    LANE_STORE,   /* shared[thread] = x */
    LANE_FETCH,   /* x ^= shared[(thread + shift) % threads] */
    LANE_BARRIER, /* of the block */
    LANE_FINISH   /* EXIT, of the lanes for which P0 is `holds` */
};

struct lane_step {
    uint8_t kind, depth, shift, holds;
    uint32_t mask, number, target;
};

struct lane_program {
    struct lane_step step[LANE_STEPS];
    uint32_t count;
    uint64_t random;
    bool locks;       /* lanes need not be together behind a region */
    unsigned threads; /* one warp or two */
};

/* What all lanes have come to. */
struct lane_outcome {
    uint32_t x[LANE_THREADS];
    uint32_t sum, taken; /* by lanes that had the lock, and how often */
    bool ended[LANE_THREADS];
};

/* A random one. */
void lane_program_make(struct lane_program *p, uint64_t seed);

/* Lanes go on one at a time, in an order that `seed` decides.  False: none can. */
bool lane_program_alone(const struct lane_program *p, uint64_t seed, struct lane_outcome *outcome);

#endif
