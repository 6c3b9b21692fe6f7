// What the test kernels share.  A kernel takes `in`, `out` and the number of threads; thread i reads its own few words
// of `in` and writes its own few of `out`.  The C program beside it says what it must have written.
#pragma once

// What a kernel may use: the compiler's target, or an older one that its code is for in the end (port.py).
#ifndef TARGET
#define TARGET (__CUDA_ARCH__ / 10)
#endif

typedef unsigned int u32;
typedef int s32;
typedef unsigned long long u64;
typedef long long s64;

#define KERNEL(name) extern "C" __global__ void name(const u32 *in, u32 *out, u32 n)

// Thread number i of a one-dimensional launch, and its words.
#define THREAD(in_words, out_words)                     \
    u32 i = blockIdx.x * blockDim.x + threadIdx.x;      \
    if (i >= n)                                         \
        return;                                         \
    in += i * (in_words);                               \
    out += i * (out_words)

#define WIDE(k) ((u64)in[k] | (u64)in[(k) + 1] << 32)
#define FLOAT(k) __uint_as_float(in[k])
#define DOUBLE(k) __longlong_as_double(WIDE(k))

static __device__ __forceinline__ void put(u32 *&out, u32 value) { *out++ = value; }
static __device__ __forceinline__ void put(u32 *&out, s32 value) { *out++ = (u32)value; }
static __device__ __forceinline__ void put(u32 *&out, bool value) { *out++ = value; }
static __device__ __forceinline__ void put(u32 *&out, float value) { *out++ = __float_as_uint(value); }
static __device__ __forceinline__ void put(u32 *&out, u64 value)
{
    *out++ = (u32)value;
    *out++ = (u32)(value >> 32);
}
static __device__ __forceinline__ void put(u32 *&out, s64 value) { put(out, (u64)value); }
static __device__ __forceinline__ void put(u32 *&out, double value) { put(out, (u64)__double_as_longlong(value)); }
#define PUT(value) put(out, value)

// All logic of three words: bit a * 4 + b * 2 + c of the table is the result for these bits.  An instruction from Maxwell on.
#if __CUDA_ARCH__ >= 500
#define LOGIC3(r, a, b, c, table) asm("lop3.b32 %0, %1, %2, %3, " #table ";" : "=r"(r) : "r"(a), "r"(b), "r"(c))
#else
static __device__ __forceinline__ u32 logic3(u32 a, u32 b, u32 c, u32 table)
{
    u32 r = 0;
#pragma unroll
    for (u32 k = 0; k < 8; k++)
        if (table >> k & 1)
            r |= (k & 4 ? a : ~a) & (k & 2 ? b : ~b) & (k & 1 ? c : ~c);
    return r;
}
#define LOGIC3(r, a, b, c, table) r = logic3(a, b, c, table)
#endif
