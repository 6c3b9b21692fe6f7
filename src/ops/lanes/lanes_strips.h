/* SPDX-License-Identifier: MIT */
/* Strip-mining: strips of lanes fit one vector of AVX2 or AVX-512; a long computation takes each from its
 * operands to its results, in registers.  With all lanes at once each step's values would go through memory.
 * Other builds have one group of all lanes. */
#ifndef HW_OPS_LANES_LANES_STRIPS_H
#define HW_OPS_LANES_LANES_STRIPS_H

#include "ops/lanes/lanes.h"

#if VECTOR_BYTES > 16 && LANES > VECTOR_BYTES / 4
#define GROUP (VECTOR_BYTES / 4)
#else
#define GROUP LANES
#endif

/* A loop over the lanes of a group.  Compilers would unroll it before their vectoriser sees it. */
#ifdef __clang__
#define FOR_GROUP(l) _Pragma("clang loop unroll(disable)") for (unsigned l = 0; l < GROUP; l++)
#elif GROUP < LANES
#define FOR_GROUP(l) _Pragma("GCC unroll 1") for (unsigned l = 0; l < GROUP; l++)
#else
#define FOR_GROUP(l) for (unsigned l = 0; l < GROUP; l++)
#endif

/* Words of a group. */
typedef struct {
    _Alignas(4 * GROUP < 64 ? 4 * GROUP : 64) uint32_t lane[GROUP];
} group;

#endif
