// Barriers of all blocks of a cooperative launch: by what the launch says of its workspace, as compilers of CUDA 11 and
// later write it, and by the system calls of before.
#include "program.cuh"

extern "C" __device__ u64 __cuda_syscall_CGS_get_intrinsic_handle(u32 scope);
extern "C" __device__ u32 __cuda_syscall_CGS_sync(u64 handle, u32 flags);

__device__ u32 *workspace()
{
    u32 high, low;
    asm("mov.u32 %0, %%envreg1;" : "=r"(high));
    asm("mov.u32 %0, %%envreg2;" : "=r"(low));
    return (u32 *)((u64)high << 32 | low);
}

// The first block adds what the others lack to the highest bit.
__device__ void all_blocks()
{
    volatile u32 *arrived = workspace() + 1;

    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        u32 before = atomicAdd((u32 *)arrived, blockIdx.x ? 1 : 0x80000000u - (gridDim.x - 1));
        while (((before ^ *arrived) & 0x80000000u) == 0)
            ;
        __threadfence();
    }
    __syncthreads();
}

// Each row is the one before, reversed, and 1 more: every block needs what another one has written.
template <typename Barrier> __device__ void reverse(u32 *rows, u32 count, Barrier barrier)
{
    u32 width = gridDim.x * blockDim.x, column = blockIdx.x * blockDim.x + threadIdx.x;

    for (u32 row = 1; row < count; row++) {
        rows[row * width + column] = ((volatile u32 *)rows)[row * width - 1 - column] + 1;
        barrier();
    }
}

extern "C" __global__ void grid_reverse(u32 *rows, u32 count)
{
    reverse(rows, count, [] { all_blocks(); });
}

extern "C" __global__ void grid_system(u32 *rows, u32 count)
{
    u64 handle = __cuda_syscall_CGS_get_intrinsic_handle(1);
    reverse(rows, count, [=] { __cuda_syscall_CGS_sync(handle, 0); });
}

// Whether there is a workspace, and what the system calls say.
extern "C" __global__ void grid_known(u32 *out)
{
    u64 handle = __cuda_syscall_CGS_get_intrinsic_handle(1);
    out[0] = workspace() != 0;
    out[1] = handle == (u64)workspace();
    out[2] = __cuda_syscall_CGS_sync(handle, 0);
}

extern "C" __global__ void __launch_bounds__(64) grid_bound(u32 *out)
{
    out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
