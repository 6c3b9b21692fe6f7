/* SPDX-License-Identifier: MIT */
/* The grid barrier of a cooperative launch, as a system call of CUDA and a function of its device runtime:
 * BEGIN, a barrier of the block, ARRIVE, WAIT.  Code compiled since CUDA 11 has the same barrier inlined and
 * counts in the same word.  A handle may also name all grids of a launch on several devices. */
#ifndef HW_MACHINE_GRID_BARRIER_H
#define HW_MACHINE_GRID_BARRIER_H

#include "ops/uop.h"

#include <stdbool.h>

bool hw_is_grid_barrier(uint32_t external);

/* a: with the register behind it, the handle before BEGIN; from there to WAIT what the barrier was, and of
 * which group; then an error.  external: the function, enum hw_device_call. */
hw_uop_fn hw_uop_grid_begin, hw_uop_grid_arrive, hw_uop_grid_wait;

#endif
