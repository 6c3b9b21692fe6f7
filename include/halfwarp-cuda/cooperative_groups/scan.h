/* SPDX-License-Identifier: MIT */
/* Part of cooperative_groups.h here. */
#ifndef HALFWARP_CUDA_COOPERATIVE_GROUPS_SCAN_H
#define HALFWARP_CUDA_COOPERATIVE_GROUPS_SCAN_H

#include "../cooperative_groups.h"

#endif
