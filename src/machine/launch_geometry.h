/* SPDX-License-Identifier: MIT */
/* Launch geometry: the threads, lanes and warps of a launch, and the coordinates of its threads and blocks.
 */
#ifndef HW_MACHINE_LAUNCH_GEOMETRY_H
#define HW_MACHINE_LAUNCH_GEOMETRY_H

#include <halfwarp/machine.h>

/* Threads of a block, lanes of a warp, and warps of a block. */
uint32_t hw_launch_threads(const struct hw_launch *launch);
uint32_t hw_launch_lanes(const struct hw_launch *launch);
uint32_t hw_launch_warps(const struct hw_launch *launch);

/* The coordinates of thread number `thread` of a block: x first, then y, then z. */
void hw_thread_id(const struct hw_launch *launch, uint32_t thread, uint32_t id[3]);

/* The header with which a block's shared memory begins on Tesla; the last two numbers are the block's
 * coordinates. */
void hw_shared_header(const struct hw_launch *launch, const uint32_t block[3], uint16_t header[8]);

#endif
