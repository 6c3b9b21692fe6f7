/* SPDX-License-Identifier: MIT */
/* Regions: small loops whose registers are promoted (jit_promote.h); which there are, and what they touch. */
#ifndef HW_JIT_COMPILER_JIT_REGION_H
#define HW_JIT_COMPILER_JIT_REGION_H

#include "jit/compiler/jit_build.h"

#define HW_JIT_REGION_MAX_REGISTERS 48u /* a region has fewer */

struct hw_jit_region {
    uint32_t first, end; /* indices */
    unsigned count;      /* registers that it stores, or that are a pair with such ones */
    uint16_t reg[HW_JIT_REGION_MAX_REGISTERS];
};

#define HW_JIT_REGIONS 16u
struct hw_jit_regions {
    unsigned count;
    struct hw_jit_region region[HW_JIT_REGIONS];
    /* By index, a bit for each register of its region: what may have been stored since code came in or all
     * was written back. */
    uint64_t dirty[HW_COMPILE_UOPS_MAX];
};

/* Choose them, before wrappers are made; and drop those that turn out to be too large, when wrappers are
 * simple. */
void hw_jit_regions_select(const struct hw_jit_build *build, struct hw_jit_regions *regions);
void hw_jit_regions_prune(const struct hw_jit_build *build, struct hw_jit_regions *regions);

/* Whether an edge leads from before a loop into it.  All is written back there: so little has to be, in the
 * loop.
 */
bool hw_jit_comes_into_loop(const struct hw_jit_unit *unit, uint32_t from, uint32_t index);

/* That of a micro-operation; NULL: none. */
const struct hw_jit_region *hw_jit_region_of(const struct hw_jit_regions *regions, uint32_t index);

/* The number of a register in a region; count: it is none of its. */
unsigned hw_jit_region_find(const struct hw_jit_region *region, uint16_t reg);

/* The registers that a micro-operation stores, as in `dirty`. */
uint64_t hw_jit_region_stores(const struct hw_jit_build *build, const struct hw_jit_region *region,
                              uint32_t index);

#endif
