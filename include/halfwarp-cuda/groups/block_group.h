/* SPDX-License-Identifier: MIT */
/* The threads of a block as a group. */
#ifndef HALFWARP_CUDA_GROUPS_BLOCK_GROUP_H
#define HALFWARP_CUDA_GROUPS_BLOCK_GROUP_H

#include "../device/synchronize.h"

#define HW_GROUP  static __inline__ __attribute__((device, always_inline, unused))
#define HW_METHOD __inline__ __attribute__((device, always_inline))

namespace cooperative_groups {

class thread_block {
    HW_METHOD thread_block() {}
    friend HW_METHOD thread_block this_thread_block();

  public:
    HW_METHOD void sync() const { __syncthreads(); }
    static HW_METHOD unsigned thread_rank()
    {
        return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    }
    static HW_METHOD unsigned num_threads() { return blockDim.x * blockDim.y * blockDim.z; }
    static HW_METHOD unsigned size() { return num_threads(); }
    static HW_METHOD dim3 group_index() { return blockIdx; }
    static HW_METHOD dim3 thread_index() { return threadIdx; }
    static HW_METHOD dim3 group_dim() { return blockDim; }
    static HW_METHOD dim3 dim_threads() { return blockDim; }
};

HW_METHOD thread_block this_thread_block()
{
    return thread_block();
}

} // namespace cooperative_groups

#endif
