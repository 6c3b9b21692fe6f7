/* SPDX-License-Identifier: MIT */
/* All threads of a cooperative launch.  The launch says where a workspace is, whose second word is a barrier:
 * blocks add themselves, the first one what is left to the highest bit, and all wait for that to change. */
#ifndef HALFWARP_CUDA_GROUPS_GRID_GROUP_H
#define HALFWARP_CUDA_GROUPS_GRID_GROUP_H

#include "../device/atomics.h"
#include "block_group.h"

namespace cooperative_groups {

class grid_group {
    unsigned *workspace;

    HW_METHOD grid_group()
    {
        unsigned high, low;
        asm("mov.u32 %0, %%envreg1;" : "=r"(high));
        asm("mov.u32 %0, %%envreg2;" : "=r"(low));
        workspace = (unsigned *)((unsigned long long)high << 32 | low);
    }
    friend HW_METHOD grid_group this_grid();

  public:
    HW_METHOD bool is_valid() const { return workspace != nullptr; }
    HW_METHOD void sync() const
    {
        volatile unsigned *arrived = workspace + 1;
        __syncthreads();
        if (thread_block::thread_rank() == 0) {
            __threadfence();
            const unsigned before =
                atomicAdd(workspace + 1, block_rank() == 0 ? 0x80000000u - (unsigned)(num_blocks() - 1) : 1u);
            while (((before ^ *arrived) & 0x80000000u) == 0)
                ;
            __threadfence();
        }
        __syncthreads();
    }
    static HW_METHOD unsigned long long block_rank()
    {
        return ((unsigned long long)blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    }
    static HW_METHOD unsigned long long num_blocks()
    {
        return (unsigned long long)gridDim.x * gridDim.y * gridDim.z;
    }
    static HW_METHOD unsigned long long thread_rank()
    {
        return block_rank() * thread_block::size() + thread_block::thread_rank();
    }
    static HW_METHOD unsigned long long num_threads() { return num_blocks() * thread_block::size(); }
    static HW_METHOD unsigned long long size() { return num_threads(); }
    static HW_METHOD dim3 group_dim() { return gridDim; }
    static HW_METHOD dim3 dim_blocks() { return gridDim; }
    static HW_METHOD dim3 block_index() { return blockIdx; }
};

HW_METHOD grid_group this_grid()
{
    return grid_group();
}

} // namespace cooperative_groups

#endif
