/* SPDX-License-Identifier: MIT */
/* Programs of few kinds of steps over one number x a lane, for tests of paths as sets of lanes: as
 * micro-operations or text that warps run, and as what a lane does alone, one step after the other. */
#ifndef HW_TESTS_LANE_PROGRAM_H
#define HW_TESTS_LANE_PROGRAM_H

#include <stdbool.h>
#include <stdint.h>

#define LANE_STEPS   1024
#define LANE_DEPTHS  12                         /* regions in each other; each has a barrier */
#define LANE_SAVED   6                          /* barriers that are saved at once, and calls in each other */
#define LANE_TEAMS   (LANE_DEPTHS + LANE_SAVED) /* regions, if those of callers count; each has a counter */
#define LANE_THREADS 64                         /* two warps */

enum lane_step_kind {
    LANE_MIX,        /* x = x * 33 ^ number */
    LANE_TEST,       /* P0 = (x >> shift & mask) == 0 */
    LANE_TEST_OWN,   /* P0 = (lane & mask) == 0 */
    LANE_START,      /* counter[depth] = 1 + (lane + number & mask) */
    LANE_COUNT,      /* P0 = --counter[depth] != 0 */
    LANE_BRANCH,     /* of the lanes for which P0 is `holds`; holds 2: of all; shift: enum hw_branch_when */
    LANE_ENTER,      /* BSSY B[depth]; all lanes of the path are team `number` */
    LANE_RECONVERGE, /* BSYNC B[depth] */
    LANE_TOGETHER,   /* the lanes of team `number` that are left must be here */
    LANE_LEAVE,      /* BREAK B[depth] of the lanes for which P0 is `holds`; they leave team `number` */
    LANE_SAVE,       /* saved[shift] = B[depth], which is cleared */
    LANE_RESTORE,    /* B[depth] = saved[shift] */
    LANE_SYNC,       /* WARPSYNC: the lanes of mask `number`; 0: each with its eight neighbours */
    LANE_EXCHANGE,   /* x += what enum lane_exchange says of the lanes of the mask */
    LANE_YIELD,
    LANE_SLEEP,   /* NANOSLEEP */
    LANE_TRY,     /* P0 = it got the lock */
    LANE_LOAD,    /* held = sum */
    LANE_UNLOCK,  /* sum = held + x; the lock is free */
    LANE_STORE,   /* shared[thread] = x */
    LANE_FETCH,   /* x ^= shared[(thread + shift) % threads] */
    LANE_BARRIER, /* of the block */
    LANE_CALL,    /* goes on at the target, and behind it at the return of the same depth */
    LANE_RETURN,  /* RET */
    LANE_FINISH   /* EXIT, of the lanes for which P0 is `holds` */
};

/* What lanes tell each other, if they are in the mask and have not ended. */
enum lane_exchange {
    LANE_BUTTERFLY,                     /* SHFL.BFLY: x of lane ^ shift */
    LANE_UP,                            /* x of lane - shift */
    LANE_DOWN,                          /* x of lane + shift */
    LANE_INDEX,                         /* x of lane `shift` */
    LANE_BALLOT,                        /* VOTE: those whose x is odd */
    LANE_MATCH_ANY,                     /* those whose x ends with the same two bits */
    LANE_FOR_ANY_LANES,                 /* from here on: all lanes of the mask, and no others, have come */
    LANE_VOTE_ALL = LANE_FOR_ANY_LANES, /* 5 if x is odd in all of them, else 9 */
    LANE_VOTE_ANY,                      /* in any */
    LANE_VOTE_SAME,                     /* in all or none */
    LANE_MATCH_ALL,                     /* the mask if x ends with the same two bits in all, else 0 */
    LANE_EXCHANGES
};

struct lane_step {
    uint8_t kind, depth, shift, holds, exchange;
    uint32_t mask, number, target;
};

/* Where the lock is, and how it is taken. */
enum lane_lock { LANE_LOCK_SHARED, LANE_LOCK_CAST, LANE_LOCK_GLOBAL, LANE_LOCK_GENERIC, LANE_LOCKS };

/* What may keep a program from its end. */
enum lane_trap {
    LANE_NO_TRAP = 0,
    LANE_TRAP_MASK,    /* a mask that names lanes that go another way */
    LANE_TRAP_LOCK,    /* a lock that is taken and never released */
    LANE_TRAP_BARRIER, /* some lanes of a warp wait for the block, and others for these */
    LANE_TRAPS
};

struct lane_program {
    struct lane_step step[LANE_STEPS];
    uint32_t count;
    uint64_t random;
    bool locks;       /* lanes need not be together behind a region */
    bool spins;       /* those that wait for the lock yield to nobody */
    uint8_t lock;     /* enum lane_lock */
    uint8_t trap;     /* enum lane_trap: the one that it has */
    unsigned threads; /* one warp or two */
};

/* What all lanes have come to. */
struct lane_outcome {
    uint32_t x[LANE_THREADS];
    uint32_t sum, taken; /* by lanes that had the lock, and how often */
    bool ended[LANE_THREADS];
};

/* A random one, with a trap (enum lane_trap) or without. */
void lane_program_make(struct lane_program *p, uint64_t seed, unsigned trap);

/* What x of a lane becomes, given the x of the lanes of its mask that have not ended. */
uint32_t lane_exchanged(const struct lane_step *step, unsigned lane, uint32_t mask, const uint32_t *x);

/* Lanes go on one at a time, in an order that `seed` decides.  False: none can, or they spin. */
bool lane_program_alone(const struct lane_program *p, uint64_t seed, struct lane_outcome *outcome);

#endif
