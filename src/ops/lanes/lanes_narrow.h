/* SPDX-License-Identifier: MIT */
/* A file of lane functions is compiled for all 32 lanes, or for a narrow window of 8 (partial warps).
 *
 * A build with HW_LANES_NARROW makes the functions for warps whose active lanes all lie in one window
 * (uop.h): they cost as much as the window's lanes.  With HW_LANES_SLICE it makes those of src/jit
 * (lanes_slice.h). Within such a file lanes count from the first that the build looks at, and so do the words
 * of registers and the bits of lane masks and of predicates.  The members of `regs` itself are about the
 * whole warp, or the slice. */
#ifndef HW_OPS_LANES_LANES_NARROW_H
#define HW_OPS_LANES_LANES_NARROW_H

#include "ops/lanes/lanes_slice.h"
#include "ops/uop.h"

#ifdef HW_LANES_SLICE
#ifdef __AVX512F__
#define LANES HW_SLICE_LANES_V4
#else
#define LANES HW_SLICE_LANES
#endif
#elif defined(HW_LANES_NARROW)
#define LANES HW_NARROW_LANES
#else
#define LANES HW_LANES
#endif
#ifdef HW_LANES_SLICE
#define SLICED 1
#else
#define SLICED 0
#endif
#define REGISTER_BYTES (4 * LANES)
#define REGISTER_ALIGN (REGISTER_BYTES < 64 ? REGISTER_BYTES : 64)
#define ALL_LANES      (0xffffffffu >> (32 - LANES)) /* the mask of all its lanes */

static inline unsigned first_lane(const struct hw_regs *regs)
{
    return LANES == HW_LANES || SLICED ? 0 : regs->first;
}

static inline uint32_t *register_at(const struct hw_regs *regs, unsigned reg)
{
#ifdef HW_LANES_SLICE
    return hw_slice_register(regs, reg);
#else
    uint32_t *words = regs->reg[reg] + first_lane(regs);

    return __builtin_assume_aligned(words, REGISTER_ALIGN);
#endif
}

/* The executing lanes. */
static inline uint32_t executing(const struct hw_regs *regs)
{
    return regs->exec >> first_lane(regs);
}

static inline uint32_t read_pred(const struct hw_regs *regs, unsigned number)
{
    return hw_read_pred(regs, number) >> first_lane(regs);
}

static inline void write_pred(struct hw_regs *regs, unsigned number, uint32_t value)
{
    hw_write_pred(regs, number, value << first_lane(regs));
}

#endif
