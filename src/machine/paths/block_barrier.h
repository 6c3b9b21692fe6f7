/* SPDX-License-Identifier: MIT */
/* Barriers of a block. */
#ifndef HW_MACHINE_PATHS_BLOCK_BARRIER_H
#define HW_MACHINE_PATHS_BLOCK_BARRIER_H

#include "machine/warp.h"

/* A warp has ended: barriers that wait for every warp may be complete now. */
void hw_block_warp_ended(struct hw_block *block);

#endif
