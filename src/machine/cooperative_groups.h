/* SPDX-License-Identifier: MIT */
/* The grid, and all grids of a launch on several devices, as cooperative groups of CUDA 9 to 12 name them: by
 * a handle.  The functions are those of libcudadevrt.a (cudaCGGetIntrinsicHandle and so on,
 * cuda_device_runtime_api.h); barriers are in grid_barrier.h. */
#ifndef HW_MACHINE_COOPERATIVE_GROUPS_H
#define HW_MACHINE_COOPERATIVE_GROUPS_H

#include "machine/lane_call.h"

/* The handle of all grids: no address of a workspace, which is that of a grid. */
#define HW_MULTI_GRID_HANDLE ((uint64_t)0x80000000u << 32 | 2)

/* Each is one lane's call; false: it is a fault, which the warp has. */
bool hw_group_handle(struct hw_lane_call *call);
bool hw_group_size(struct hw_lane_call *call);
bool hw_group_rank(struct hw_lane_call *call);

#endif
