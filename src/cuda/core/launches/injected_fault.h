/* SPDX-License-Identifier: MIT */
/* Launches that HALFWARP_FAIL makes fail: their blocks do not run, and their result says that there was a
 * fault. */
#ifndef HW_CUDA_CORE_LAUNCHES_INJECTED_FAULT_H
#define HW_CUDA_CORE_LAUNCHES_INJECTED_FAULT_H

#include "cuda/core/launches/launch_state.h"

/* Count a launch that begins; whether it is over already. */
bool hw_cuda_inject_fault(struct hw_cuda_launch_state *run);

#endif
