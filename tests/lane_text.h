/* SPDX-License-Identifier: MIT */
/* Programs of lane_program.h as listings for sm_70 to sm_86, the code that compilers place around divergence
 * in all of it: what lane_alone.c says of a program, a launch of its text must leave in memory.
 *
 * A kernel has one parameter, the address of struct lane_memory, which is zero. */
#ifndef HW_TESTS_LANE_TEXT_H
#define HW_TESTS_LANE_TEXT_H

#include <stddef.h>

#include "lane_program.h"

#define LANE_SHARED_BYTES 0x400

/* What a launch leaves. */
struct lane_memory {
    uint32_t x[LANE_THREADS];
    uint32_t sum, taken, lock;
    uint32_t apart; /* not 0: a team was not together, or an exchange lacked lanes */
};

struct lane_text {
    char text[1u << 18];
    size_t used;
    unsigned instructions;
    bool ampere;      /* the target has what came with sm_80 */
    const char *wide; /* of an access to global memory */
};

void lane_text_write(const struct lane_program *p, const char *target, struct lane_text *t);

#endif
