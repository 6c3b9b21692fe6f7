// The building blocks of parallel programs, in blocks of 128 threads.
#include "program.cuh"

KERNEL(parallel_reduce)
{
    __shared__ u32 words[128];
    u32 t = threadIdx.x, i = blockIdx.x * 128 + t;
    words[t] = in[i];
    for (u32 step = 64; step; step /= 2) {
        __syncthreads();
        if (t < step)
            words[t] += words[t + step];
    }
    __syncthreads();
    out[i] = words[0] ^ t;
}

// By shuffles in the warps, then one warp for their sums.
KERNEL(parallel_reduce_warp)
{
    __shared__ double sums[4];
    u32 t = threadIdx.x, i = blockIdx.x * 128 + t;
    double sum = (double)(s32)in[i];
    for (u32 step = 16; step; step /= 2)
        sum += __shfl_down_sync(0xffffffffu, sum, step);
    if (t % 32 == 0)
        sums[t / 32] = sum;
    __syncthreads();
    sum = 0;
    for (u32 k = 0; k < 4; k++)
        sum += sums[k];
    out += i * 2;
    PUT(sum);
}

// Exclusive sums: up the tree and down again.
KERNEL(parallel_scan)
{
    __shared__ u32 words[256];
    u32 t = threadIdx.x, i = blockIdx.x * 256 + t, offset = 1;
    words[t] = in[i];
    words[t + 128] = in[i + 128];
    for (u32 d = 128; d; d /= 2, offset *= 2) {
        __syncthreads();
        if (t < d)
            words[offset * (2 * t + 2) - 1] += words[offset * (2 * t + 1) - 1];
    }
    if (t == 0)
        words[255] = 0;
    for (u32 d = 1; d < 256; d *= 2) {
        offset /= 2;
        __syncthreads();
        if (t < d) {
            u32 *low = words + offset * (2 * t + 1) - 1, *high = words + offset * (2 * t + 2) - 1, keep = *low;
            *low = *high;
            *high += keep;
        }
    }
    __syncthreads();
    out[i] = words[t];
    out[i + 128] = words[t + 128];
}

KERNEL(parallel_histogram)
{
    __shared__ u32 bins[256];
    u32 t = threadIdx.x;
    bins[t] = bins[t + 128] = 0;
    __syncthreads();
    for (u32 k = t; k < 512; k += 128)
        atomicAdd(&bins[in[blockIdx.x * 512 + k] & 0xff], 1);
    __syncthreads();
    out[blockIdx.x * 256 + t] = bins[t];
    out[blockIdx.x * 256 + 128 + t] = bins[t + 128];
}

KERNEL(parallel_bitonic)
{
    __shared__ u32 words[256];
    u32 t = threadIdx.x, i = blockIdx.x * 256 + t;
    words[t] = in[i];
    words[t + 128] = in[i + 128];
    for (u32 size = 2; size <= 256; size *= 2)
        for (u32 step = size / 2; step; step /= 2) {
            __syncthreads();
            u32 low = 2 * t - (t & (step - 1)), high = low + step;
            bool up = (low & size) == 0;
            if ((words[low] > words[high]) == up) {
                u32 swap = words[low];
                words[low] = words[high];
                words[high] = swap;
            }
        }
    __syncthreads();
    out[i] = words[t];
    out[i + 128] = words[t + 128];
}

// One pass of a radix sort: stable by four bits, with ballots and sums of the warps' counts.
KERNEL(parallel_radix)
{
    __shared__ u32 counts[16][4];
    __shared__ u32 starts[16][4];
    u32 t = threadIdx.x, i = blockIdx.x * 128 + t, warp = t / 32, lane = t % 32, key = in[i] & 15, before = 0;
    for (u32 digit = 0; digit < 16; digit++) {
        u32 mask = __ballot_sync(0xffffffffu, key == digit);
        if (key == digit)
            before = __popc(mask & ((1u << lane) - 1));
        if (lane == 0)
            counts[digit][warp] = __popc(mask);
    }
    __syncthreads();
    if (t < 64) {
        u32 sum = 0;
        for (u32 k = 0; k < t; k++)
            sum += counts[k / 4][k % 4];
        starts[t / 4][t % 4] = sum;
    }
    __syncthreads();
    out[blockIdx.x * 128 + starts[key][warp] + before] = in[i];
}
