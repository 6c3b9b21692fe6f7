/* SPDX-License-Identifier: MIT */
/* Micro-operations on barriers in shared memory, of Hopper and later: the address as for other accesses
 * (memory_ops.h), of 64 bits. */
#ifndef HW_MACHINE_MEMORY_MBARRIER_OPS_H
#define HW_MACHINE_MEMORY_MBARRIER_OPS_H

#include "ops/uop.h"

/* p_out: the phase has not the parity that bit 31 of register b has. */
hw_uop_fn hw_uop_mbarrier_test;
/* Where p_in does not hold for a lane, the warp lets others run: it polls. */
hw_uop_fn hw_uop_mbarrier_yield;
/* Of the lowest lane that executes, for all: d = the barrier, which becomes b; or c where it was b, if c is
 * there. */
hw_uop_fn hw_uop_mbarrier_exchange;
/* d = the barrier. */
hw_uop_fn hw_uop_mbarrier_load;

#endif
