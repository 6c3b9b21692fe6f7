// Simulations: floating-point loops of unequal length, neighbours in two and three dimensions, random numbers.
#include "program.cuh"

KERNEL(simulate_mandelbrot)
{
    u32 x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    float cx = fmaf((float)x, 3.0f / 64, -2.25f), cy = fmaf((float)y, 2.5f / 32, -1.25f), a = 0, b = 0;
    u32 turns = 0;
    while (turns < 100) {
        float aa = __fmul_rn(a, a), bb = __fmul_rn(b, b);
        if (__fadd_rn(aa, bb) > 4.0f)
            break;
        b = fmaf(2.0f * a, b, cy);
        a = __fadd_rn(__fsub_rn(aa, bb), cx);
        turns++;
    }
    out[y * 64 + x] = turns;
}

// Forces between 128 bodies of a block: x, y, z and mass in four words.
KERNEL(simulate_bodies)
{
    __shared__ float4 bodies[128];
    u32 t = threadIdx.x, i = blockIdx.x * 128 + t;
    float4 self = bodies[t] = ((const float4 *)in)[i];
    float fx = 0, fy = 0, fz = 0;
    __syncthreads();
    for (u32 k = 0; k < 128; k++) {
        float4 other = bodies[k];
        float dx = __fsub_rn(other.x, self.x), dy = __fsub_rn(other.y, self.y), dz = __fsub_rn(other.z, self.z);
        float square = fmaf(dx, dx, fmaf(dy, dy, fmaf(dz, dz, 0.01f)));
        float inverse = __frcp_rn(__fsqrt_rn(square)), cube = __fmul_rn(__fmul_rn(inverse, inverse), inverse);
        float strength = __fmul_rn(other.w, cube);
        fx = fmaf(dx, strength, fx);
        fy = fmaf(dy, strength, fy);
        fz = fmaf(dz, strength, fz);
    }
    out += i * 3;
    PUT(fx);
    PUT(fy);
    PUT(fz);
}

// Seven points of a 16 x 8 x 8 grid in double precision; the rim is copied.
KERNEL(simulate_stencil)
{
    u32 x = threadIdx.x, y = threadIdx.y + blockIdx.y * 4, z = threadIdx.z + blockIdx.z * 2;
    const double *from = (const double *)in;
    u32 at = (z * 8 + y) * 16 + x;
    double value = from[at];
    if (x > 0 && x < 15 && y > 0 && y < 7 && z > 0 && z < 7) {
        double around = from[at - 1] + from[at + 1];
        around += from[at - 16] + from[at + 16];
        around += from[at - 128] + from[at + 128];
        value = fma(value, -6.0, around);
    }
    ((double *)out)[at] = value;
}

// Conway's game of life on a torus of 64 x 32, two generations by way of shared memory.
KERNEL(simulate_life)
{
    __shared__ unsigned char cells[2][32][64];
    u32 t = threadIdx.x;
    for (u32 k = t; k < 2048; k += 256)
        cells[0][k / 64][k % 64] = in[k] & 1;
    for (u32 turn = 0; turn < 4; turn++) {
        __syncthreads();
        for (u32 k = t; k < 2048; k += 256) {
            u32 x = k % 64, y = k / 64, count = 0;
            for (u32 dy = 31; dy <= 33; dy++)
                for (u32 dx = 63; dx <= 65; dx++)
                    if (dx != 64 || dy != 32)
                        count += cells[turn & 1][(y + dy) % 32][(x + dx) % 64];
            cells[~turn & 1][y][x] = count == 3 || (count == 2 && cells[turn & 1][y][x]);
        }
    }
    __syncthreads();
    for (u32 k = t; k < 2048; k += 256)
        out[k] = cells[0][k / 64][k % 64];
}

// Points in a circle, thrown by a generator a thread.
KERNEL(simulate_circle)
{
    THREAD(1, 2);
    u32 state = in[0] | 1, hits = 0;
    for (u32 k = 0; k < 100; k++) {
        float p[2];
        for (u32 j = 0; j < 2; j++) {
            state ^= state << 13;
            state ^= state >> 17;
            state ^= state << 5;
            p[j] = (float)(state >> 8) * (1.0f / 16777216);
        }
        hits += fmaf(p[0], p[0], __fmul_rn(p[1], p[1])) < 1.0f;
    }
    PUT(hits);
    PUT(state);
}

// The fair price of an option after Black and Scholes.
static __device__ float normal(float d)
{
    return 0.5f * erfcf(-d * 0.70710678f);
}

KERNEL(simulate_options)
{
    THREAD(3, 2);
    float price = 20.0f + fabsf(FLOAT(0)) * 5, strike = 20.0f + fabsf(FLOAT(1)) * 5, years = 0.25f + fabsf(FLOAT(2));
    float root = sqrtf(years), d1 = (logf(price / strike) + (0.02f + 0.045f) * years) / (0.3f * root);
    float d2 = d1 - 0.3f * root, discounted = strike * expf(-0.02f * years);
    PUT(price * normal(d1) - discounted * normal(d2));
    PUT(discounted * normal(-d2) - price * normal(-d1));
}

// A discrete Fourier transform of 256 complex numbers in a block of 128, in place, radix 2.
KERNEL(simulate_fourier)
{
    __shared__ float2 points[256];
    u32 t = threadIdx.x;
    const float2 *from = (const float2 *)in + blockIdx.x * 256;
    points[__brev(t) >> 24] = from[t];
    points[__brev(t + 128) >> 24] = from[t + 128];
    for (u32 half = 1; half < 256; half *= 2) {
        __syncthreads();
        u32 k = t & (half - 1), low = 2 * t - k;
        float s, c;
        sincospif(-(float)k / half, &s, &c);
        float2 a = points[low], b = points[low + half];
        float x = b.x * c - b.y * s, y = b.x * s + b.y * c;
        points[low] = make_float2(a.x + x, a.y + y);
        points[low + half] = make_float2(a.x - x, a.y - y);
    }
    __syncthreads();
    float2 *to = (float2 *)out + blockIdx.x * 256;
    to[t] = points[t];
    to[t + 128] = points[t + 128];
}
