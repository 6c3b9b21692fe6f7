/* SPDX-License-Identifier: MIT */
/* Code that takes warps from their begin to their end, one after the other, without a warp's state: of
 * programs that go straight on and store last (jit/request/jit_straight_line.h).
 *
 * It does nothing of a warp before it knows that all of the warp goes well: all lanes go to the end, and all
 * accesses are usual ones to good places.  Any other warp has not begun, then, and is run as ever. */
#ifndef HW_MACHINE_STATELESS_H
#define HW_MACHINE_STATELESS_H

#include "ops/uop.h"

struct hw_block;

/* Warps of a block from number `first` up to `end`, all of whose lanes have a thread; returns how many it has
 * done.  `reg`: registers with the program's literals, and with special registers that stay in the block. */
typedef uint32_t hw_stateless_fn(struct hw_block *block, const hw_lanes *reg, uint32_t first, uint32_t end);

struct hw_stateless {
    hw_stateless_fn *run; /* NULL: there is no such code */
    uint32_t end;         /* the micro-operation at which a thread ends */
};

#endif
