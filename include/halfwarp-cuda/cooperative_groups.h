/* SPDX-License-Identifier: MIT */
/* Cooperative groups: threads of a block, tiles of a warp, the threads that run together, the grid. */
#ifndef HALFWARP_CUDA_COOPERATIVE_GROUPS_H
#define HALFWARP_CUDA_COOPERATIVE_GROUPS_H

#include "cuda_runtime.h"
#include "groups/block_group.h"
#include "groups/warp_group.h"
#include "groups/grid_group.h"
#include "groups/group_functions.h"

#endif
