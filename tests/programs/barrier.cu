// Barriers: of the whole block, by name and count, with a vote, with warps that have ended.
#include "program.cuh"

// Sorts the block's 128 words by 128 rounds of comparing neighbours.
KERNEL(barrier_loop)
{
    __shared__ u32 words[128];
    u32 t = threadIdx.x, i = blockIdx.x * 128 + t;
    words[t] = in[i];
    for (u32 round = 0; round < 128; round++) {
        __syncthreads();
        if ((t & 1) == (round & 1) && t + 1 < 128 && words[t] > words[t + 1]) {
            u32 swap = words[t];
            words[t] = words[t + 1];
            words[t + 1] = swap;
        }
    }
    __syncthreads();
    out[i] = words[t];
}

KERNEL(barrier_vote)
{
    THREAD(1, 5);
    PUT((u32)__syncthreads_count(in[0] & 1));
    PUT((u32)(__syncthreads_and(in[0] != 0) != 0));
    PUT((u32)(__syncthreads_or(in[0] == 0xffffffffu) != 0));
    PUT((u32)__syncthreads_count(threadIdx.x < in[0] % 100));
    PUT((u32)(__syncthreads_and(threadIdx.x < 1000) != 0));
}

// The block's two halves meet at barriers of their own.
KERNEL(barrier_named)
{
    __shared__ u32 words[128];
    u32 t = threadIdx.x, i = blockIdx.x * 128 + t, half = t / 64, barrier = half + 1;
    words[t] = in[i];
    for (u32 step = 32; step; step /= 2) {
        asm volatile("bar.sync %0, 64;" : : "r"(barrier) : "memory");
        u32 sum = words[t] + words[half * 64 + (t + step) % 64];
        asm volatile("bar.sync %0, %1;" : : "r"(barrier), "r"(64) : "memory");
        words[t] = sum;
    }
    asm volatile("bar.sync 3;" : : : "memory");
    out[i] = words[127 - t];
}

// One warp makes, the other three use: bar.arrive does not wait.
KERNEL(barrier_arrive)
{
    __shared__ u32 words[32];
    u32 t = threadIdx.x, sum = 0;
    for (u32 turn = 0; turn < 4; turn++) {
        if (t < 32) {
            words[t] = in[blockIdx.x * 128 + turn * 32 + t];
            asm volatile("membar.cta; bar.arrive 1, 128; bar.sync 2, 128;" : : : "memory");
        } else {
            asm volatile("bar.sync 1, 128;" : : : "memory");
            sum = sum * 3 + words[t % 32];
            asm volatile("bar.arrive 2, 128;" : : : "memory");
        }
    }
    out[blockIdx.x * 128 + t] = sum;
}

KERNEL(barrier_reduce)
{
    THREAD(1, 3);
    u32 r, half = threadIdx.x / 64;
    asm volatile("{ .reg .pred p; setp.lt.s32 p, %1, 0; bar.red.popc.u32 %0, 4, p; }" : "=r"(r) : "r"(in[0]));
    PUT(r);
    asm volatile("{ .reg .pred p, q; setp.ne.u32 p, %1, 0; bar.red.and.pred q, %2, 64, p; selp.u32 %0, 1, 0, q; }"
                 : "=r"(r) : "r"(in[0] & 0xf), "r"(half + 5));
    PUT(r);
    asm volatile("{ .reg .pred p, q; setp.eq.u32 p, %1, 0; bar.red.or.pred q, %2, 64, p; selp.u32 %0, 1, 0, q; }"
                 : "=r"(r) : "r"(in[0] & 0xff), "r"(half + 5));
    PUT(r);
}

// Threads that have ended do not count at a barrier.
KERNEL(barrier_ended)
{
    __shared__ u32 words[128];
    u32 t = threadIdx.x, i = blockIdx.x * 128 + t;
    words[t] = in[i];
    out[i] = 7;
    if (t >= 96 || (t & 1 && t < 32))
        return;
    __syncthreads();
    u32 sum = 0;
    for (u32 k = 0; k < 96; k += 8)
        sum += words[(t + k) % 96];
    out[i] = sum;
}
