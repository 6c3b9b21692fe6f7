/* SPDX-License-Identifier: MIT */
/* Intervals of a program whose code holds the registers itself (jit_held.h): which there are, and what they
 * touch. */
#ifndef HW_JIT_COMPILER_JIT_INTERVAL_H
#define HW_JIT_COMPILER_JIT_INTERVAL_H

#include "jit/compiler/jit_build.h"

#define HW_JIT_TOUCHED 48u /* registers; an interval has fewer */

struct hw_jit_interval {
    uint32_t first, end; /* places */
    unsigned count;      /* registers that it stores, or that are a pair with such ones */
    uint16_t reg[HW_JIT_TOUCHED];
};

#define HW_JIT_INTERVALS 16u
struct hw_jit_intervals {
    unsigned count;
    struct hw_jit_interval interval[HW_JIT_INTERVALS];
    /* By place, a bit for each register of its interval: what may have been stored since code came in or all
     * was put back. */
    uint64_t stored[HW_JIT_UOPS_MAX];
};

/* Choose them, before wrappers are made; and drop those that turn out to be too large, when wrappers are
 * simple. */
void hw_jit_intervals_choose(const struct hw_jit_build *build, struct hw_jit_intervals *intervals);
void hw_jit_intervals_look(const struct hw_jit_build *build, struct hw_jit_intervals *intervals);

/* Whether a way leads from before a loop into it.  All is put back there: so little has to be, in the loop.
 */
bool hw_jit_comes_into_loop(const struct hw_jit_unit *unit, uint32_t from, uint32_t place);

/* That of a place; NULL: none. */
const struct hw_jit_interval *hw_jit_interval_of(const struct hw_jit_intervals *intervals, uint32_t place);

/* The number of a register in an interval; count: it is none of its. */
unsigned hw_jit_interval_find(const struct hw_jit_interval *interval, uint16_t reg);

/* The registers that a micro-operation stores, as in `stored`. */
uint64_t hw_jit_interval_stores(const struct hw_jit_build *build, const struct hw_jit_interval *interval,
                                uint32_t place);

#endif
