// SPDX-License-Identifier: MIT
// A bit of everything that the headers for clang have, as sources of CUDA use it, for host and device in one file.
#include <algorithm>
#include <cassert>
#include <cmath>
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cstdio>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <device_launch_parameters.h>
#include <functional>
#include <math_constants.h>
#include <memory>
#include <vector>

namespace cg = cooperative_groups;

texture<uchar4, 2, cudaReadModeNormalizedFloat> plane;
texture<int, 1> line;
surface<void, 2> image;
__constant__ float taps[4];
__device__ int counter;
__device__ double total;

__device__ __noinline__ float clamped(float x)
{
    return std::min(std::max(x, 0.0f), 1.0f);
}

template <typename T> struct Pair {
    T a, b;
    __host__ __device__ T sum() const { return a + b; }
};

__global__ void standard_library(float *a, double *b)
{
    const int i = threadIdx.x;
    a[i] = std::sin(a[i]) + sinf(a[i]) + sin(a[i]) + std::pow(a[i], 2.0f) + pow(a[i], 2) + std::abs(a[i]);
    b[i] = std::sin(b[i]) + sin(3) + std::sqrt(b[i]) + std::max(b[i], 2.0) + std::fmod(b[i], 2.5) + std::hypot(b[i], 1);
    b[i] += std::isnan(a[i]) + isnan(b[i]) + std::floor(b[i]) + floor(2) + max(i, 3) + min(2.0f, a[i]) + CUDART_PI;
    assert(a[i] > 0);
    printf("%f %d %s\n", a[i], i, "text");
    float *more = new float[4];
    more[0] = taps[i % 4];
    a[i] += more[0] + clamped(a[i]);
    delete[] more;
}

__global__ void __launch_bounds__(128, 2) integers(unsigned *out, const int *in, long long *wide)
{
    __shared__ unsigned words[128];
    const unsigned i = threadIdx.x, x = __ldg(out + i);
    words[i] = __popc(x) + __clz((int)x) + __ffs((int)x) + __brev(x) + __byte_perm(x, i, 0x3210) + __umulhi(x, i);
    __syncthreads();
    words[i] += __mul24(in[i], 3) + __sad(in[i], 4, x) + __vadd4(x, i) + __vcmpgts2(x, i) + __dp4a(in[i], in[1], 5);
    words[i] += __syncthreads_count(x > 3) + __syncthreads_or(x > 5) + __funnelshift_l(x, i, 3) + __float2uint_rz(2.5f);
    out[i] = words[127 - i];
    wide[i] = __mul64hi(wide[i], 3) + clock64() + llrint(2.5) + __double2ll_ru(0.5) + __double_as_longlong(1.0);
    __threadfence();
    __syncwarp();
    atomicAdd(&counter, 1);
    atomicAdd(&total, 1.5);
    atomicMax(wide, 5);
    atomicAdd_block(out, 1u);
    atomicCAS_system(out, 1u, 2u);
    atomicExch((float *)out, 1.0f);
}

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 300
__global__ void warps(int *out, double *wide, cudaTextureObject_t texture, cudaSurfaceObject_t surface)
{
    const int i = threadIdx.x;
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<16> tile = cg::tiled_partition<16>(block);
    out[i] = __shfl_xor_sync(~0u, out[i], 1) + __ballot_sync(~0u, i & 1) + cg::reduce(tile, i, cg::plus<int>());
    wide[i] = __shfl_down_sync(~0u, wide[i], 2, 16) + tex2D<float4>(texture, 1.0f, 2.0f).y;
    surf2Dwrite(make_uchar4(1, 2, 3, 4), surface, i * 4, 0, cudaBoundaryModeClamp);
    cg::this_grid().sync();
}
#endif

__global__ void references(float *out)
{
    const int i = threadIdx.x;
    const float4 v = tex2D(plane, i + 0.5f, 0.5f);
    out[i] = v.x + v.w + tex1Dfetch(line, i) + surf2Dread<float>(image, i * 4, 0);
    surf2Dwrite(v.y, image, i * 4, 1);
}

__global__ void short_numbers(half *a, half2 *b, __nv_bfloat16 *c, __nv_bfloat162 *d)
{
    const int i = threadIdx.x;
    a[i] = a[i] * a[i + 1] + a[i] / a[i + 2];
    if (a[i] > a[1])
        a[i] = hsin(a[i]);
    b[i] = __hfma2(b[i], b[1], b[2]);
    b[i] += b[3];
    c[i] = c[i] * c[i + 1] - __hneg(c[i]);
    d[i] = __hadd2(d[i], d[1]);
    atomicAdd(b, b[1]);
    a[2] = 1.5f;
    a[3] = __int2half_rn(__half2int_rz(a[4]));
}

template <typename T> __global__ void sums(Pair<T> pair, T *out)
{
    out[threadIdx.x] = pair.sum();
}

int main()
{
    float *out;
    int blocks, threads;
    cudaStream_t stream;
    cudaDeviceProp properties;
    if (cudaGetDeviceProperties(&properties, 0) != cudaSuccess || cudaMalloc(&out, 128) != cudaSuccess)
        return 1;
    const float some[4] = {1, 2, 3, (float)half(4.0f)};
    cudaMemcpyToSymbol(taps, some, sizeof some);
    cudaBindTexture(NULL, line, out, 128);
    cudaStreamCreate(&stream);
    cudaOccupancyMaxPotentialBlockSize(&blocks, &threads, sums<float>);
    sums<<<1, dim3(32), 0, stream>>>(Pair<float>{1, std::sin(2.0f)}, out);
    sums<float><<<1, 32>>>({1, 2}, out);
    const cudaError_t error = cudaDeviceSynchronize();
    std::printf("%s: %s\n", properties.name, cudaGetErrorString(error));
    return error;
}
