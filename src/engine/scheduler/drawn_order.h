/* SPDX-License-Identifier: MIT */
/* A drawn order: turns of warps and blocks that a seed decides (hw_launch_host.order), for tests of kernels.
 *
 * What a kernel does wrong often shows only in some orders: a missing barrier if the reader is first, warps
 * that count on each other's pace if one runs far ahead.  So an order may stay for all of a block, change
 * sometimes, or at each pass, and a time slice may be of any length. */
#ifndef HW_ENGINE_SCHEDULER_DRAWN_ORDER_H
#define HW_ENGINE_SCHEDULER_DRAWN_ORDER_H

#include "machine/warp.h"

/* Begin to draw; seed 0: nothing is drawn.  `number` tells what draws from the same seed apart. */
void hw_drawn_order_begin(struct hw_drawn_order *order, uint64_t seed, uint64_t number);

/* A number below `count`. */
uint32_t hw_draw(struct hw_drawn_order *order, uint32_t count);

/* Draw the order of `count` things for the next pass, or leave it as it was. */
void hw_drawn_order_next(struct hw_drawn_order *order, uint32_t count);
/* The thing that is at a position of the order; at that position itself, if nothing is drawn. */
static inline uint32_t hw_drawn_at(const struct hw_drawn_order *order, uint32_t position, uint32_t count)
{
    return order->state ? (uint32_t)((order->first + (uint64_t)position * order->step) % count) : position;
}

#endif
