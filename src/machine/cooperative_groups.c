/* SPDX-License-Identifier: MIT */
/* See cooperative_groups.h.  All grids of a launch have one shape. */
#include "machine/cooperative_groups.h"

#include "machine/device_launch/device_function.h"
#include "machine/launch_geometry.h"

enum { SCOPE_GRID = 1, SCOPE_MULTI_GRID = 2 };            /* enum cudaCGScope */
enum { FIRST_RESULT = 4, SECOND_RESULT = 6, HANDLE = 8 }; /* registers of arguments */

#define INVALID_VALUE 1u /* cudaErrorInvalidValue */

bool hw_group_handle(struct hw_lane_call *call)
{
    const struct hw_launch *launch = call->warp->block->launch;

    switch (hw_argument_word(call, HW_FIRST_ARGUMENT)) {
    case SCOPE_GRID: hw_return_pair(call, launch->grid_workspace); break;
    case SCOPE_MULTI_GRID: hw_return_pair(call, launch->multi_grid ? HW_MULTI_GRID_HANDLE : 0); break;
    default: hw_return_pair(call, 0);
    }
    return true;
}

/* How many grids the group has; 0: the handle is none. */
static uint32_t grids_of(const struct hw_launch *launch, uint64_t handle)
{
    if (handle == HW_MULTI_GRID_HANDLE)
        return launch->multi_grid ? launch->multi_grid->count : 0;
    return handle && handle == launch->grid_workspace;
}

static uint32_t threads_of_block(const struct hw_launch *launch)
{
    return launch->block[0] * launch->block[1] * launch->block[2];
}

static uint32_t threads_of_grid(const struct hw_launch *launch)
{
    return launch->grid[0] * launch->grid[1] * launch->grid[2] * threads_of_block(launch);
}

/* Write two numbers to where the first arguments point, if they do. */
static bool return_numbers(struct hw_lane_call *call, uint32_t first, uint32_t second)
{
    const uint64_t to_first = hw_argument_pair(call, FIRST_RESULT),
                   to_second = hw_argument_pair(call, SECOND_RESULT);

    if ((to_first && !hw_call_store(call, to_first, &first, sizeof first)) ||
        (to_second && !hw_call_store(call, to_second, &second, sizeof second)))
        return false;
    hw_return_word(call, 0);
    return true;
}

static bool refuse(struct hw_lane_call *call)
{
    hw_return_word(call, INVALID_VALUE);
    return true;
}

bool hw_group_size(struct hw_lane_call *call)
{
    const struct hw_launch *launch = call->warp->block->launch;
    const uint32_t grids = grids_of(launch, hw_argument_pair(call, HANDLE));

    return grids ? return_numbers(call, grids * threads_of_grid(launch), grids) : refuse(call);
}

bool hw_group_rank(struct hw_lane_call *call)
{
    const struct hw_block *block = call->warp->block;
    const struct hw_launch *launch = block->launch;
    const uint64_t handle = hw_argument_pair(call, HANDLE);
    const uint32_t grid = handle == HW_MULTI_GRID_HANDLE ? launch->multi_rank : 0,
                   number = block->id[0] + launch->grid[0] * (block->id[1] + launch->grid[1] * block->id[2]),
                   thread = call->warp->number * hw_launch_lanes(launch) + call->lane;

    return grids_of(launch, handle)
               ? return_numbers(
                     call, grid * threads_of_grid(launch) + number * threads_of_block(launch) + thread, grid)
               : refuse(call);
}
