// Loads and stores of every width, cache operator and space.
#include "program.cuh"

KERNEL(memory_widths)
{
    THREAD(8, 16);
    const unsigned char *bytes = (const unsigned char *)in;
    uint4 four = *(const uint4 *)(in + 4);
    uint2 two = *(const uint2 *)(in + 2);
    *(uint4 *)out = make_uint4(four.w, four.z, four.y, four.x);
    *(uint2 *)(out + 4) = make_uint2(two.y, two.x);
    ((unsigned char *)out)[24] = bytes[3];
    ((unsigned char *)out)[25] = bytes[1];
    ((unsigned char *)out)[26] = bytes[30];
    ((unsigned char *)out)[27] = bytes[17];
    ((unsigned short *)out)[14] = ((const unsigned short *)in)[9];
    ((unsigned short *)out)[15] = ((const unsigned short *)in)[2];
    out[8] = (s32)((const signed char *)in)[6];
    out[9] = (s32)((const short *)in)[7];
    out[10] = bytes[11];
    out[11] = ((const unsigned short *)in)[5];
    *(u64 *)(out + 12) = *(const u64 *)in;
    *(ushort4 *)(out + 14) = *(const ushort4 *)(in + 6);
}

#define LOAD(way) asm volatile("ld.global." way ".u32 %0, [%1];" : "=r"(r) : "l"(in + k) : "memory"); sum = sum * 5 + r; k++
#define STORE(way) asm volatile("st.global." way ".u32 [%0], %1;" : : "l"(out), "r"(sum) : "memory"); out++; sum = sum * 3 + 1

KERNEL(memory_cached)
{
    THREAD(8, 9);
    u32 r, k = 0, sum = 0;
    LOAD("ca");
    LOAD("cg");
    LOAD("cs");
    LOAD("lu");
    LOAD("cv");
    LOAD("nc");
    LOAD("volatile");
    STORE("wb");
    STORE("cg");
    STORE("cs");
    STORE("wt");
    STORE("volatile");
    asm volatile("prefetch.global.L1 [%0]; prefetch.global.L2 [%0]; prefetchu.L1 [%0];" : : "l"(in));
    asm("ldu.global.u32 %0, [%1];" : "=r"(r) : "l"(in + 7));
    PUT(r);
    uint2 pair;
    asm("ld.global.nc.v2.u32 {%0, %1}, [%2];" : "=r"(pair.x), "=r"(pair.y) : "l"(in + 2));
    PUT(pair.x - pair.y);
    PUT(__ldg((const unsigned char *)in + 5) + 0u);
    PUT((s32)__ldg((const short *)in + 3));
}

// Blocks of 128: every thread leaves its words in shared memory and takes those of another thread.
KERNEL(memory_shared)
{
    __shared__ unsigned char bytes[256];
    __shared__ short halves[128];
    __shared__ u32 words[129];
    __shared__ u64 longs[128];
    __shared__ uint4 fours[128];
    THREAD(4, 10);
    u32 t = threadIdx.x, other = (t * 37 + 11) % 128;
    bytes[t] = in[0];
    bytes[t + 128] = in[1] >> 8;
    halves[t] = in[1];
    words[t + 1] = in[2];
    longs[t] = WIDE(2);
    fours[t] = make_uint4(in[0], in[1], in[2], in[3]);
    __syncthreads();
    PUT((u32)bytes[other]);
    PUT((s32)(signed char)bytes[other + 128]);
    PUT((s32)halves[other]);
    PUT(words[other + 1]);
    PUT(longs[other]);
    uint4 four = fours[other];
    PUT(four.x ^ four.z);
    PUT(four.y + four.w);
    PUT(*(volatile u32 *)&words[127 - t + 1]);
    PUT((u32)((unsigned short *)fours)[t * 8 + 3]);
}

// Static and dynamic shared memory together; the dynamic part is parted by hand.
KERNEL(memory_dynamic)
{
    extern __shared__ u32 dynamic[];
    __shared__ u32 fixed[64];
    THREAD(1, 2);
    u32 t = threadIdx.x;
    unsigned char *bytes = (unsigned char *)(dynamic + blockDim.x);
    if (t < 64)
        fixed[t] = in[0] + 1;
    dynamic[t] = in[0];
    bytes[t] = in[0] >> 4;
    __syncthreads();
    PUT(dynamic[blockDim.x - 1 - t] + fixed[t % 64]);
    PUT((u32)bytes[t ^ 1] << 8 | bytes[t]);
}

// One pointer that points to global, shared or local memory, by thread.
KERNEL(memory_generic)
{
    __shared__ __align__(8) u32 words[256];
    THREAD(4, 9);
    u32 local[8], t = threadIdx.x, *shared = words + 2 * t;
    for (u32 k = 0; k < 8; k++)
        local[(k + in[3]) % 8] = in[k % 4] + k;
    shared[0] = in[1];
    shared[1] = in[2];
    out[4] = in[3];
    u32 *p = t % 3 == 0 ? shared : t % 3 == 1 ? local + (in[0] & 7) : out + 4;
    u32 before = *p;
    *p = before * 3 + 1;
    PUT(before);
    PUT(shared[0]);
    PUT(local[in[0] & 7]);
    PUT((u32)(t % 3 == 0 ? __isShared(p) : t % 3 == 1 ? __isLocal(p) : __isGlobal(p)));
    out++;
    const unsigned char *bytes = (const unsigned char *)(t & 1 ? (const u32 *)shared : in);
    PUT((u32)bytes[2]);
    const u64 *longs = (const u64 *)(t & 1 ? (const u32 *)shared : in);
    PUT(longs[0]);
    asm volatile("st.u8 [%0], %1;" : : "l"((t & 2 ? (u32 *)local : shared)), "r"(0x77) : "memory");
    PUT((u32)(t & 2 ? *(unsigned char *)local : *(unsigned char *)shared));
}

// An array that no register holds: all widths of local memory.
KERNEL(memory_local)
{
    THREAD(4, 6);
    unsigned char bytes[32];
    unsigned short halves[16];
    u64 longs[8];
    uint4 fours[4];
    for (u32 k = 0; k < 32; k++)
        bytes[(k * 7 + in[0]) % 32] = in[k % 4] >> (k % 24);
    for (u32 k = 0; k < 16; k++)
        halves[(k * 3 + in[1]) % 16] = bytes[(k + in[2]) % 32] * 257 + k;
    for (u32 k = 0; k < 8; k++)
        longs[(k + in[2]) % 8] = (u64)halves[(k * 2 + in[3]) % 16] << 30 | bytes[k];
    for (u32 k = 0; k < 4; k++)
        fours[(k + in[3]) % 4] = make_uint4(in[k], (u32)longs[k], (u32)(longs[k + 4] >> 20), k);
    PUT((u32)bytes[in[1] % 32]);
    PUT((u32)halves[in[2] % 16]);
    PUT(longs[in[3] % 8]);
    uint4 four = fours[in[0] % 4];
    PUT(four.x + four.y);
    PUT(four.z ^ four.w);
}

// Structures that are not aligned to their members, byte by byte, and 64-bit addresses with negative offsets.
struct __attribute__((packed)) Record {
    unsigned char tag;
    u32 value;
    unsigned short count;
    u64 total;
};

KERNEL(memory_packed)
{
    THREAD(4, 5);
    const Record *record = (const Record *)((const unsigned char *)in + 1);
    const u32 *end = in + 4;
    PUT(record->value);
    PUT((u32)record->count << 8 | record->tag);
    PUT(record->total);
    PUT(end[-1] + end[-4]);
}
