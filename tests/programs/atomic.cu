// Atomic operations and reductions on global, shared and generic addresses.
//
// In a fair test the result must not depend on the order of threads: each thread has words of its own, whose
// old values it reports, and words that all threads of a block share, of which only the end counts.
#include "program.cuh"

// 64-bit atomics except addition, exchange, and compare and swap came with sm_35; before, a loop of the last is all there is.
#if TARGET >= 35
#define ATOMIC64(name, type, p, value, next) (u64)name((type *)(p), (type)(value))
#else
template <typename Next> static __device__ u64 swap64(u64 *p, Next next)
{
    u64 old = *p, seen;
    do {
        seen = old;
        old = atomicCAS(p, seen, next(seen));
    } while (old != seen);
    return old;
}
#define ATOMIC64(name, type, p, value, next) swap64(p, [=](u64 old) { type a = old, b = value; return (u64)(next); })
#endif

// Twelve words of a thread's own: old values, and the new ones behind them.
KERNEL(atomic_global)
{
    THREAD(2, 24);
    u32 a = in[0], b = in[1], *p = out + 12;
    for (u32 k = 0; k < 12; k++)
        p[k] = a + k * 0x10001;
    PUT(atomicAdd(p, b));
    PUT(atomicSub(p + 1, b));
    PUT(atomicMin(p + 2, b));
    PUT(atomicMax(p + 3, b));
    PUT((u32)atomicMin((s32 *)p + 4, (s32)b));
    PUT((u32)atomicMax((s32 *)p + 5, (s32)b));
    PUT(atomicInc(p + 6, b));
    PUT(atomicDec(p + 7, b));
    PUT(atomicAnd(p + 8, b));
    PUT(atomicOr(p + 9, b) ^ atomicXor(p + 10, b));
    PUT(atomicExch(p + 11, b));
    PUT(atomicCAS(p + 11, b & ~1u, a));
}

KERNEL(atomic_global64)
{
    THREAD(4, 36);
    u64 x = WIDE(0), y = WIDE(2), *p = (u64 *)out + 9;
    for (u32 k = 0; k < 9; k++)
        p[k] = x + k * 0x100000001ull;
    PUT(atomicAdd(p, y));
    PUT(ATOMIC64(atomicMin, u64, p + 1, y, a < b ? a : b));
    PUT(ATOMIC64(atomicMax, u64, p + 2, y, a > b ? a : b));
    PUT(ATOMIC64(atomicMin, s64, p + 3, y, a < b ? a : b));
    PUT(ATOMIC64(atomicMax, s64, p + 4, y, a > b ? a : b));
    PUT(ATOMIC64(atomicAnd, u64, p + 5, y, a & b));
    PUT(ATOMIC64(atomicOr, u64, p + 6, y, a | b) ^ ATOMIC64(atomicXor, u64, p + 7, y, a ^ b));
    PUT(atomicExch(p + 8, y));
    PUT(atomicCAS(p + 8, y & ~1ull, x));
}

KERNEL(atomic_float)
{
    THREAD(2, 4);
    float a = FLOAT(0), b = FLOAT(1);
    float *p = (float *)out + 2;
    p[0] = a;
    p[1] = b;
    PUT(atomicAdd(p, b));
    PUT(atomicExch(p + 1, a));
}

// What nobody asks the old value of: reductions.  Results as in atomic_global.
KERNEL(reduce_global)
{
    THREAD(4, 18);
    u32 a = in[0], b = in[1], *p = out;
    u64 x = WIDE(0), y = WIDE(2), *q = (u64 *)(out + 10);
    for (u32 k = 0; k < 10; k++)
        p[k] = a + k * 0x10001;
    for (u32 k = 0; k < 4; k++)
        q[k] = x + k * 0x100000001ull;
#define RED(type, words, k, value, constraint) \
    asm volatile("red.global." type " [%0], %1;" : : "l"(words + k), constraint(value) : "memory")
    RED("add.u32", p, 0, b, "r");
    RED("min.u32", p, 1, b, "r");
    RED("max.u32", p, 2, b, "r");
    RED("min.s32", p, 3, b, "r");
    RED("max.s32", p, 4, b, "r");
    RED("inc.u32", p, 5, b, "r");
    RED("dec.u32", p, 6, b, "r");
    RED("and.b32", p, 7, b, "r");
    RED("or.b32", p, 8, b, "r");
    RED("xor.b32", p, 9, b, "r");
    RED("add.u64", q, 0, y, "l");
#if TARGET >= 35
    RED("max.s64", q, 1, y, "l");
    RED("min.s64", q, 2, y, "l");
#else
    ATOMIC64(atomicMax, s64, q + 1, y, a > b ? a : b);
    ATOMIC64(atomicMin, s64, q + 2, y, a < b ? a : b);
#endif
    RED("add.u64", q, 3, 5ull, "l");
}

// Every block of 128 gathers in shared memory.
KERNEL(atomic_shared)
{
    __shared__ u32 words[12];
    __shared__ u64 longs[4];
    u32 i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x, a = in[i * 2], b = in[i * 2 + 1];
    if (t < 12)
        words[t] = t == 3 || t == 8 ? 0xffffffffu : t == 5 ? 0x7fffffffu : t == 4 ? 0x80000000u : 0;
    if (t < 4)
        longs[t] = t == 2 ? ~0ull : 0;
    __syncthreads();
    atomicAdd(&words[0], a);
    atomicSub(&words[1], b);
    atomicMax(&words[2], a);
    atomicMin(&words[3], a);
    atomicMax((s32 *)&words[4], (s32)a);
    atomicMin((s32 *)&words[5], (s32)b);
    atomicInc(&words[6], 99);
    atomicDec(&words[7], 50);
    atomicAnd(&words[8], a | 0x00ffff00);
    atomicOr(&words[9], b & 0x0f0f0f0f);
    atomicXor(&words[10], a);
    atomicAdd((float *)&words[11], (float)(a & 0xff));
    atomicAdd(&longs[0], (u64)a << 16 | 1);
    atomicMax(&longs[1], (u64)a << 32 | b);
    atomicMin(&longs[2], (u64)b << 32 | a);
    atomicXor(&longs[3], (u64)a << 20);
    __syncthreads();
    out += blockIdx.x * 128;
    if (t < 12)
        out[t] = words[t];
    else if (t < 20)
        out[t] = ((u32 *)longs)[t - 12];
    else
        out[t] = 0;
}

// Old values from shared memory, in words of a thread's own.
KERNEL(atomic_shared_old)
{
    __shared__ u32 words[128][4];
    __shared__ u64 longs[128];
    THREAD(2, 14);
    u32 a = in[0], b = in[1], *p = words[threadIdx.x];
    p[0] = a;
    p[1] = a;
    p[2] = a;
    p[3] = b;
    longs[threadIdx.x] = WIDE(0);
    PUT(atomicInc(p, b));
    PUT(atomicExch(p + 1, b));
    PUT(atomicCAS(p + 2, a & ~3u, b));
    PUT(atomicAdd(p + 3, a));
    PUT(atomicExch(&longs[threadIdx.x], (u64)b << 32 | 7));
    PUT(atomicCAS(&longs[threadIdx.x], (u64)b << 32 | 7, (u64)a));
    for (u32 k = 0; k < 4; k++)
        PUT(p[k]);
    PUT(longs[threadIdx.x]);
}

// Contended words of global memory; the pointer is generic, so that the space is found at run time.
KERNEL(atomic_generic)
{
    __shared__ u32 shared[4];
    u32 i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;
    u32 *block = out + blockIdx.x * 128;
    if (t < 4)
        shared[t] = 0;
    __syncthreads();
    for (u32 k = 0; k < 4; k++) {
        u32 *p = (t + k) & 1 ? &shared[k] : &block[k];
        u32 old;
        asm volatile("atom.add.u32 %0, [%1], %2;" : "=r"(old) : "l"(p), "r"(in[i] >> k) : "memory");
        asm volatile("red.max.u32 [%0], %1;" : : "l"(block + 8 + k), "r"(in[i] ^ k) : "memory");
    }
    __syncthreads();
    if (t < 4)
        block[t + 4] = shared[t];
}

// A lock: compare and swap until it is ours, lane by lane.
KERNEL(atomic_lock)
{
    __shared__ u32 lock, count, sum;
    u32 i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x == 0)
        lock = count = sum = 0;
    __syncthreads();
    bool done = false;
    while (!done) {
        if (atomicCAS(&lock, 0, 1) == 0) {
            *(volatile u32 *)&count = *(volatile u32 *)&count + 1;
            *(volatile u32 *)&sum = *(volatile u32 *)&sum + in[i];
            __threadfence_block();
            atomicExch(&lock, 0);
            done = true;
        }
    }
    __syncthreads();
    out[i] = threadIdx.x & 1 ? count : sum;
}

// The last block to come adds up what all blocks have left.
__device__ u32 arrived;

KERNEL(atomic_last_block)
{
    __shared__ bool last;
    u32 i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i] * 3;
    __threadfence();
    if (threadIdx.x == 0) {
        last = atomicInc(&arrived, gridDim.x - 1) == gridDim.x - 1;
        __threadfence_system();
    }
    __syncthreads();
    if (!last)
        return;
    u32 sum = 0;
    for (u32 k = threadIdx.x; k < n - 1; k += blockDim.x)
        sum += ((volatile u32 *)out)[k];
    atomicAdd(out + n - 1, sum);
}

#if __CUDA_ARCH__ >= 600
KERNEL(atomic_pascal)
{
    THREAD(4, 24);
    double x = DOUBLE(0), y = DOUBLE(2), *p = (double *)(out + 10);
    u32 a = in[0], b = in[1], *w = out + 14, old;
    p[0] = x;
    p[1] = y;
    for (u32 k = 0; k < 10; k++)
        w[k] = a + k;
    PUT(atomicAdd(p, y));
    atomicAdd(p + 1, x);
    PUT(atomicAdd_system(w, b));
    PUT(atomicMax_block(w + 1, b));
    PUT(atomicExch_system(w + 2, b));
    PUT(atomicCAS_system(w + 3, a + 3, b));
    asm volatile("red.sys.global.add.u32 [%0], %1;" : : "l"(w + 4), "r"(b) : "memory");
    asm volatile("red.gpu.global.or.b32 [%0], %1;" : : "l"(w + 5), "r"(b) : "memory");
    PUT(atomicAdd((u64 *)(w + 6), 3ull));
    asm volatile("atom.cta.global.xor.b32 %0, [%1], %2;" : "=r"(old) : "l"(w + 8), "r"(b) : "memory");
    PUT(old);
    asm volatile("membar.sys;" : : : "memory");
    PUT(7u);
}

KERNEL(atomic_half2)
{
    THREAD(2, 4);
    u32 old;
    out[2] = in[0];
    out[3] = in[0];
    asm volatile("atom.global.add.noftz.f16x2 %0, [%1], %2;" : "=r"(old) : "l"(out + 2), "r"(in[1]) : "memory");
    asm volatile("red.global.add.noftz.f16x2 [%0], %1;" : : "l"(out + 3), "r"(in[1]) : "memory");
    PUT(old);
    PUT(1u);
}
#endif
