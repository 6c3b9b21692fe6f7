/* SPDX-License-Identifier: MIT */
/* The order in which items that are ready begin, as HALFWARP_ORDER asks for it.
 *
 *     free    (or not set) in the order of the calls, as many at the same time as there are workers
 *     fixed   the same, one after the other
 *     a seed  drawn from it, one after the other by one worker.  Items are done where the program waits, and
 *             by chance before other calls, so that a program of one thread does the same with the same seed.
 *             A worker does them only where the program has called nothing for a while.
 *
 * An item that only waits gives its turn to others in any order. */
#ifndef HW_CUDA_CORE_EXECUTOR_ITEM_ORDER_H
#define HW_CUDA_CORE_EXECUTOR_ITEM_ORDER_H

#include <stdbool.h>
#include <stdint.h>

enum hw_cuda_order { HW_CUDA_ORDER_FREE, HW_CUDA_ORDER_FIXED, HW_CUDA_ORDER_DRAWN };
enum hw_cuda_order hw_cuda_item_order(void);

/* Whether the order of blocks is free, too, where it decides what atomics return. */
bool hw_cuda_any_block_order(void);

/* A number below `end`, from the seed. */
uint32_t hw_cuda_order_draw(uint32_t end);

#endif
