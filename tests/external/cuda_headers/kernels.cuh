// Kernels of runtime.cu and driver.c: each uses something else of CUDA C.  `run` compiles this file for sm_35 and sm_61 by itself.
#ifndef KERNELS_CUH
#define KERNELS_CUH

#define BLOCK 128

struct Line {
    float slope, offset;
    int step;
};

__constant__ float taps[5];
__device__ unsigned counter;
__device__ int table[4] = {3, 1, 4, 1};

// Templates, of which host and device code know the instances by their mangled names.
template <typename T> __global__ void axpy(T a, const T *x, T *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = a * x[i] + y[i];
}

// A structure as argument, between arguments of other sizes.
extern "C" __global__ void line(char sign, Line line, float *out, short n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = sign * (line.slope * (i * line.step) + line.offset);
}

// Dynamic shared memory, barriers, an atomic sum.
extern "C" __global__ void sum(const unsigned *in, unsigned *out, int n)
{
    extern __shared__ unsigned part[];
    unsigned value = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        value += in[i];
    part[threadIdx.x] = value;
    for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half)
            part[threadIdx.x] += part[threadIdx.x + half];
    }
    if (threadIdx.x == 0)
        atomicAdd(out, part[0]);
}

// Constant memory that the host writes.
extern "C" __global__ void filter(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float value = 0;
    for (int k = -2; k <= 2; k++)
        if (i + k >= 0 && i + k < n)
            value += taps[k + 2] * in[i + k];
    if (i < n)
        out[i] = value;
}

// Variables of the device: one that kernels count in, one that has values from the start.
extern "C" __global__ void count(int *out)
{
    atomicInc(&counter, 0xffffffff);
    out[threadIdx.x] = table[threadIdx.x % 4];
}

// Shuffles and votes.
extern "C" __global__ void warp(unsigned *out)
{
    unsigned lane = threadIdx.x, sum = lane;
    for (int mask = 16; mask > 0; mask /= 2)
        sum += __shfl_xor_sync(0xffffffff, sum, mask);
    out[lane] = sum + __ballot_sync(0xffffffff, lane % 3 == 0);
}

// Doubles, and functions of the mathematical library.
extern "C" __global__ void waves(double *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = sqrt((double)i) * sin(0.01 * i) + exp(-0.001 * i);
}

// A matrix whose rows stand `pitch` bytes apart, turned.
extern "C" __global__ void transpose(const int *in, size_t in_pitch, int *out, size_t out_pitch)
{
    __shared__ int tile[16][17];
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    tile[threadIdx.y][threadIdx.x] = ((const int *)((const char *)in + y * in_pitch))[x];
    __syncthreads();
    x = blockIdx.y * 16 + threadIdx.x;
    y = blockIdx.x * 16 + threadIdx.y;
    ((int *)((char *)out + y * out_pitch))[x] = tile[threadIdx.x][threadIdx.y];
}

// A function that calls itself, and one of several by a pointer.
__device__ __noinline__ int ackermann(int m, int n)
{
    return m == 0 ? n + 1 : ackermann(m - 1, n == 0 ? 1 : ackermann(m, n - 1));
}

__device__ __noinline__ int twice(int x)
{
    return 2 * x;
}

__device__ __noinline__ int square(int x)
{
    return x * x;
}

extern "C" __global__ void calls(int *out)
{
    int (*functions[])(int) = {twice, square};
    out[threadIdx.x] = functions[threadIdx.x % 2](threadIdx.x) + 1000 * ackermann(2, threadIdx.x % 3);
}

// A texture and a surface, by their objects.
extern "C" __global__ void blur(cudaTextureObject_t from, cudaSurfaceObject_t to, int width, int height)
{
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    float value = tex2D<float>(from, x + 0.5f, y + 0.5f);
    value += tex2D<float>(from, x + 1.0f, y + 0.5f); // halfway to the next texel
    surf2Dwrite(value, to, x * 4, y);
}

extern "C" __global__ void fetch(cudaTextureObject_t from, int *out)
{
    out[threadIdx.x] = tex1Dfetch<int>(from, 2 * threadIdx.x);
}

extern "C" __global__ void greet(int who)
{
    printf("kernel says %d from block %d\n", who, blockIdx.x);
}

#endif
