// Algorithms of which every generation from sm_13 on makes the same bits: integers, sums and products of binary32 each
// rounded by itself, fused multiply-adds of binary64.  generations.sm_13.sass is the same by hand.
#include "program.cuh"

#define BLOCK 128
#define GLOBAL extern "C" __global__ void

// Rounds of xorshift and an addition.
GLOBAL generation_hash(u32 rounds, u32 *out)
{
    u32 i = blockIdx.x * blockDim.x + threadIdx.x, h = i;
    for (u32 round = 0; round < rounds; round++) {
        h ^= h << 13;
        h ^= h >> 17;
        h ^= h << 5;
        h += 0x9e3779b9u;
    }
    out[i] = h;
}

// A sum a block: words that lie a grid apart, then halves of the block in shared memory.
GLOBAL generation_reduction(u32 n, const u32 *in, u32 *out)
{
    __shared__ u32 part[BLOCK];
    u32 t = threadIdx.x, sum = 0;
    for (u32 i = blockIdx.x * BLOCK + t; i < n; i += gridDim.x * BLOCK)
        sum += in[i];
    part[t] = sum;
    for (u32 half = BLOCK / 2; half > 0; half /= 2) {
        __syncthreads();
        if (t < half)
            part[t] += part[t + half];
    }
    if (t == 0)
        out[blockIdx.x] = part[0];
}

// How often each byte occurs.
GLOBAL generation_histogram(u32 n, const u32 *in, u32 *bins)
{
    u32 i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    for (u32 shift = 0; shift < 32; shift += 8)
        atomicAdd(&bins[in[i] >> shift & 0xff], 1);
}

// Running sums of a block.
GLOBAL generation_scan(const u32 *in, u32 *out)
{
    __shared__ u32 sums[BLOCK];
    u32 t = threadIdx.x, i = blockIdx.x * BLOCK + t, sum = in[i];
    sums[t] = sum;
    for (u32 back = 1; back < BLOCK; back *= 2) {
        __syncthreads();
        if (t >= back)
            sum += sums[t - back];
        __syncthreads();
        sums[t] = sum;
    }
    out[i] = sum;
}

// A block sorted, bitonic: signed words.
GLOBAL generation_sort(const s32 *in, s32 *out)
{
    __shared__ s32 words[BLOCK];
    u32 t = threadIdx.x, i = blockIdx.x * BLOCK + t;
    words[t] = in[i];
    for (u32 size = 2; size <= BLOCK; size *= 2)
        for (u32 step = size / 2; step > 0; step /= 2) {
            __syncthreads();
            u32 other = t ^ step;
            s32 a = words[t], b = words[other];
            if (other > t && (a > b) == ((t & size) == 0)) {
                words[t] = b;
                words[other] = a;
            }
        }
    __syncthreads();
    out[i] = words[t];
}

// Steps until z leaves the circle of radius 2, and where it is then.
GLOBAL generation_mandelbrot(u32 width, u32 limit, float left, float top, float step, u32 *count, float *where)
{
    u32 px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y * blockDim.y + threadIdx.y, n = 0;
    float cx = __fadd_rn(left, __fmul_rn(step, (float)px)), cy = __fadd_rn(top, __fmul_rn(step, (float)py));
    float x = 0, y = 0;
    for (; n < limit; n++) {
        float xx = __fmul_rn(x, x), yy = __fmul_rn(y, y), xy = __fmul_rn(x, y);
        if (__fadd_rn(xx, yy) > 4)
            break;
        x = __fadd_rn(__fsub_rn(xx, yy), cx);
        y = __fadd_rn(__fadd_rn(xy, xy), cy);
    }
    count[py * width + px] = n;
    where[py * width + px] = x;
}

// C = A B, an element a thread, blocks of 16 x 8.
GLOBAL generation_matmul(u32 n, const float *a, const float *b, float *c)
{
    u32 column = blockIdx.x * 16 + threadIdx.x, row = blockIdx.y * 8 + threadIdx.y;
    float sum = 0;
    for (u32 k = 0; k < n; k++)
        sum = __fadd_rn(sum, __fmul_rn(a[row * n + k], b[k * n + column]));
    c[row * n + column] = sum;
}

// A polynomial by Horner's rule.
GLOBAL generation_polynomial(const double *in, double *out)
{
    u32 i = blockIdx.x * blockDim.x + threadIdx.x;
    double x = in[i], r = 0.3;
    r = fma(r, x, -1.25);
    r = fma(r, x, 1e-3);
    r = fma(r, x, 1 / 3.0);
    out[i] = r * x;
}
