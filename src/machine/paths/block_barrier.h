/* SPDX-License-Identifier: MIT */
/* Barriers of a block (bar.sync, bar.arrive, bar.red): how many arrivals they wait for. */
#ifndef HW_MACHINE_PATHS_BLOCK_BARRIER_H
#define HW_MACHINE_PATHS_BLOCK_BARRIER_H

#include "machine/warp.h"

/* How many arrivals a barrier waits for: of warps, or from Volta on of lanes. */
uint32_t hw_barrier_expected(const struct hw_block *block, const struct hw_barrier *barrier);

/* So many more of a warp have arrived, without an instruction. */
void hw_barrier_add(struct hw_block *block, unsigned number, uint32_t arrivals);

/* A warp has ended: barriers that wait for every warp may be complete now. */
void hw_block_warp_ended(struct hw_block *block);

#endif
