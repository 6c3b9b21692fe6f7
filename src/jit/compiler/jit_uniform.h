/* SPDX-License-Identifier: MIT */
/* Registers that a promoted loop (jit_promote.h) leaves the same in all lanes, if they are so where code
 * comes in: counters, most often.  The loop computes them for one slice.
 *
 * Whether they are the same is looked at there; here is found out which probably are, for where one is not
 * the loop is interpreted. */
#ifndef HW_JIT_COMPILER_JIT_UNIFORM_H
#define HW_JIT_COMPILER_JIT_UNIFORM_H

#include "jit/compiler/jit_region.h"

#define HW_JIT_UNIFORM_MAX 16u
struct hw_jit_uniform {
    unsigned count;
    uint16_t reg[HW_JIT_UNIFORM_MAX];
};

/* Those of each region that its operations need; none where there is no memory to find out. */
void hw_jit_find_uniform(const struct hw_jit_build *build, const struct hw_jit_regions *regions,
                         struct hw_jit_uniform uniform[HW_JIT_REGIONS]);

bool hw_jit_uniform_has(const struct hw_jit_uniform *uniform, uint16_t reg);

#endif
