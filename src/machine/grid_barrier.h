/* SPDX-License-Identifier: MIT */
/* The grid barrier of a cooperative launch, as a system call of CUDA: BEGIN, a barrier of the block, ARRIVE,
 * WAIT.  Code compiled since CUDA 11 has the same barrier inlined and counts in the same word. */
#ifndef HW_MACHINE_GRID_BARRIER_H
#define HW_MACHINE_GRID_BARRIER_H

#include "ops/uop.h"

/* a: the register that holds from BEGIN to WAIT what the barrier was, and then 0. */
hw_uop_fn hw_uop_grid_begin, hw_uop_grid_arrive, hw_uop_grid_wait;

#endif
