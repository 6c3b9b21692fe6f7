/* SPDX-License-Identifier: MIT */
/* Launch geometry is computed from the launch and its kernel ABI. */
#include "machine/launch_geometry.h"

#include "ops/uop.h"

uint32_t hw_launch_threads(const struct hw_launch *launch)
{
    return launch->threads ? launch->threads : launch->block[0] * launch->block[1] * launch->block[2];
}

uint32_t hw_launch_lanes(const struct hw_launch *launch)
{
    return launch->lanes ? launch->lanes : HW_LANES;
}

uint32_t hw_launch_warps(const struct hw_launch *launch)
{
    const uint32_t lanes = hw_launch_lanes(launch);

    return (hw_launch_threads(launch) + lanes - 1) / lanes;
}

void hw_thread_id(const struct hw_launch *launch, uint32_t thread, uint32_t id[3])
{
    id[0] = thread % launch->block[0];
    id[1] = thread / launch->block[0] % launch->block[1];
    id[2] = thread / launch->block[0] / launch->block[1];
}

void hw_shared_header(const struct hw_launch *launch, const uint32_t block[3], uint16_t header[8])
{
    header[0] = (uint16_t)launch->grid_id;
    for (unsigned i = 0; i < 3; i++)
        header[1 + i] = (uint16_t)launch->block[i];
    for (unsigned i = 0; i < 2; i++) {
        header[4 + i] = (uint16_t)launch->grid[i];
        header[6 + i] = (uint16_t)block[i];
    }
}
