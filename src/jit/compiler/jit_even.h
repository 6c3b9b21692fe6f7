/* SPDX-License-Identifier: MIT */
/* Registers that a held loop (jit_held.h) leaves the same in all lanes, if they are so where code comes in:
 * counters, most often.  The loop computes them for one slice.
 *
 * Whether they are the same is looked at there; here is found out which probably are, for where one is not
 * the loop is interpreted. */
#ifndef HW_JIT_COMPILER_JIT_EVEN_H
#define HW_JIT_COMPILER_JIT_EVEN_H

#include "jit/compiler/jit_interval.h"

#define HW_JIT_EVEN_MOST 16u
struct hw_jit_even {
    unsigned count;
    uint16_t reg[HW_JIT_EVEN_MOST];
};

/* Those of each interval that its operations need; none where there is no memory to find out. */
void hw_jit_even_find(const struct hw_jit_build *build, const struct hw_jit_intervals *intervals,
                      struct hw_jit_even even[HW_JIT_INTERVALS]);

bool hw_jit_even_has(const struct hw_jit_even *even, uint16_t reg);

#endif
