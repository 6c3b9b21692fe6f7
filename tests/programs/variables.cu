// Variables of a module: constants, initial values, addresses of each other, tables.
#include "program.cuh"

__constant__ u32 primes[16] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53};
__constant__ unsigned char bytes[8] = {1, 200, 3, 255, 5, 128, 7, 8};
__constant__ signed char signs[4] = {-1, 100, -128, 7};
__constant__ short halves[4] = {-300, 20000, -32768, 5};
__constant__ double weights[4] = {0.5, -1.25, 1e10, 3.0};
__constant__ u64 longs[2] = {0x0123456789abcdefull, 0xfedcba9876543210ull};
__constant__ float4 vectors[4] = {{1, 2, 3, 4}, {5, 6, 7, 8}, {-1, -2, -3, -4}, {0.5f, 0.25f, 0.125f, 0}};
__constant__ u32 untouched[32];

// By an index that is the same for all, and by one of a lane's own.
KERNEL(variable_constant)
{
    THREAD(2, 13);
    u32 k = in[0];
    PUT(primes[3] + primes[blockIdx.x]);
    PUT(primes[k % 16]);
    PUT((u32)bytes[k % 8]);
    PUT((s32)signs[k % 4]);
    PUT((s32)halves[k % 4]);
    PUT(weights[k % 4]);
    PUT(longs[k % 2]);
    float4 v = vectors[k % 4];
    PUT(v.x + v.w);
    PUT(v.y * v.z);
    const u32 *p = in[1] & 1 ? primes : untouched;
    PUT(p[k % 16]);
    const unsigned char *q = in[1] & 2 ? bytes + 1 : (const unsigned char *)primes + 4;
    PUT((u32)q[k % 7]);
}

#if TARGET >= 30
// Addresses that may mean constant or global memory; where GF100 would have those of constants is not known.
__device__ const u32 *const chosen[2] = {primes + 2, primes + 9};

static __device__ __noinline__ u32 through(const u32 *p, u32 k) { return p[k] * 3 + p[k + 1]; }

KERNEL(variable_generic)
{
    THREAD(2, 3);
    const u32 *p = in[1] & 1 ? primes : in;
    PUT(through(p, in[1] & 1 ? in[0] % 2 : 0));
    PUT(p[in[1] & 1]);
    PUT(through(chosen[in[1] % 2], in[0] % 6));
}
#endif

struct Node {
    u32 value;
    const Node *next;
};

__device__ Node ends[2] = {{30, 0}, {40, 0}};
__device__ Node inside = {20, ends + 1};
__device__ Node nodes[2] = {{10, &inside}, {50, nullptr}};
__device__ u32 table[8] = {8, 7, 6, 5, 4, 3, 2, 1};
__device__ u32 *middle = table + 4;
__device__ const char *names[3] = {"warp", "lane", "predicate"};
__device__ unsigned char big[3000] = {1, 2, 3};
__device__ double number = 2.5;
__device__ u32 zeros[5];

KERNEL(variable_global)
{
    THREAD(1, 9);
    u32 sum = 0;
    for (const Node *node = nodes; node; node = node->next)
        sum = sum * 7 + node->value;
    PUT(sum);
    PUT(table[in[0] % 8] + middle[(s32)(in[0] % 8) - 4]);
    PUT((u32)names[in[0] % 3][in[0] % 4]);
    PUT((u32)big[in[0] % 4] + big[2999]);
    PUT(number * (in[0] % 16));
    PUT(zeros[in[0] % 5]);
    PUT((u32)(middle - table));
    PUT((u32)sizeof nodes);
}

// Left for the host to read.
__device__ u32 counters[4] = {100, 200, 300, 400};
__device__ u64 stamp = 5;

KERNEL(variable_written)
{
    u32 t = threadIdx.x;
    if (t < 4)
        counters[t] += in[t];
    if (t == 0)
        stamp = stamp << 40 | n;
    out[t] = t;
}

// Tables that a function keeps to itself.
__device__ __noinline__ u32 spell(u32 digit)
{
    static const u32 shapes[10] = {0x3f, 0x06, 0x5b, 0x4f, 0x66, 0x6d, 0x7d, 0x07, 0x7f, 0x6f};
    static u32 calls = 3;
    return shapes[digit] | calls << 8;
}

KERNEL(variable_static)
{
    THREAD(1, 2);
    PUT(spell(in[0] % 10));
    const u32 powers[8] = {1, 10, 100, 1000, 10000, 100000, 1000000, 10000000};
    PUT(powers[in[0] % 8] * 3);
}
