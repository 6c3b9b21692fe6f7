/* Which lanes the functions of a rows file look at: all 32, or a window of them.
 *
 * A build with HW_LANES_FEW makes the functions for warps whose active lanes all lie in one window (uop.h):
 * they cost what the window's lanes cost.  Within a rows file lanes count from the first that the build looks
 * at, and so do the words of rows and the bits of lane masks and of predicates.  What `regs` holds itself is
 * of the whole warp. */
#ifndef HW_OPS_ROWS_WINDOW_H
#define HW_OPS_ROWS_WINDOW_H

#include "ops/uop.h"

#ifdef HW_LANES_FEW
#define ROW_LANES HW_FEW
#else
#define ROW_LANES HW_LANES
#endif
#define ROW_BYTES (4 * ROW_LANES)
#define ROW_ALIGN (ROW_BYTES < 64 ? ROW_BYTES : 64)
#define ROW_ALL   (0xffffffffu >> (32 - ROW_LANES)) /* the mask of all its lanes */

static inline unsigned first_lane(const struct hw_regs *regs)
{
    return ROW_LANES == HW_LANES ? 0 : regs->first;
}

static inline uint32_t *row_at(const struct hw_regs *regs, unsigned row)
{
    uint32_t *words = regs->row[row] + first_lane(regs);

    return __builtin_assume_aligned(words, ROW_ALIGN);
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
