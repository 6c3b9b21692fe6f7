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
    MIX,      /* x = x * 33 ^ number */
    TEST,     /* P0 = (x >> shift & mask) == 0 */
    TEST_OWN, /* P0 = (lane & mask) == 0 */
    START,    /* counter[depth] = 1 + (lane + number & mask) */
    COUNT,    /* P0 = --counter[depth] != 0 */
    BRANCH,   /* of the lanes for which P0 is `holds`; holds 2: of all; shift: enum hw_branch_when */
    ENTER,    /* BSSY B[depth]; all lanes of the path are a team */
    MEET,     /* BSYNC B[depth] */
    TOGETHER, /* the lanes of the team that are left must be here */
    LEAVE,    /* BREAK B[depth] of the lanes for which P0 is `holds`; they leave the team */
    SAVE,     /* saved[shift] = B[depth], which is cleared */
    RESTORE,  /* B[depth] = saved[shift] */
    SYNC,     /* WARPSYNC: the lanes of mask `number`; 0: each with its eight neighbours */
    EXCHANGE, /* x += x of lane ^ shift, if that is in the mask */
    YIELD,
    SLEEP,   /* NANOSLEEP */
    TRY,     /* P0 = it got the lock */
    LOAD,    /* held = sum */
    UNLOCK,  /* sum = held + x; the lock is free */
    STORE,   /* shared[thread] = x */
    FETCH,   /* x ^= shared[(thread + shift) % threads] */
    BARRIER, /* of the block */
    FINISH   /* EXIT, of the lanes for which P0 is `holds` */
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
