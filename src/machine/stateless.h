/* SPDX-License-Identifier: MIT */
/* Stateless warps: code that runs warps from their start to their end, one after the other, without a warp's
 * architectural state.  Its programs are a single straight-line path with trailing stores
 * (jit/request/jit_straight_line.h).
 *
 * It has no effect for a warp until it has checked the whole warp: all lanes run to the end, and all accesses
 * take the fast path with valid addresses.  Any other warp has not started then, and is run with its state.
 */
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
