// Copies from memory to shared memory that go on by themselves (sm_80 on): all widths, with zeros behind what is copied,
// left out by a condition, waited for by groups and by barriers in shared memory.
#include "program.cuh"

#define BLOCK 128

static __device__ u32 place(const void *shared) { return (u32)__cvta_generic_to_shared(shared); }

#define COPY(kind, width) \
    asm volatile("cp.async." kind ".shared.global [%0], [%1], " #width ";" ::"r"(to), "l"(from) : "memory")

// Four words a thread, which its neighbour takes.
KERNEL(async_widths)
{
    __shared__ __align__(16) u32 words[3][BLOCK][4];
    u32 t = threadIdx.x, first = blockIdx.x * BLOCK;
    const u32 *from = in + (first + t) * 4;
    u32 to = place(words[0][t]);
    COPY("cg", 16);
    to = place(words[1][t]);
    COPY("ca", 8);
    asm volatile("cp.async.commit_group;");
    to = place(words[2][t]);
    from++;
    COPY("ca", 4);
    asm volatile("cp.async.commit_group;");
    asm volatile("cp.async.wait_group 1;" ::: "memory");
    __syncthreads();
    u32 other = t ^ 1;
    out += (first + t) * 7;
    for (u32 k = 0; k < 4; k++)
        PUT(words[0][other][k]);
    PUT(words[1][other][0]);
    PUT(words[1][other][1]);
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncthreads();
    PUT(words[2][other][0]);
}

// So many of the bytes; the others of 16 become zeros.
KERNEL(async_zeros)
{
    __shared__ __align__(16) u32 words[BLOCK][4];
    THREAD(4, 4);
    u32 t = threadIdx.x, bytes = i % 5 * 4, to = place(words[t]);
    for (u32 k = 0; k < 4; k++)
        words[t][k] = 0x55555555;
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(to), "l"(in), "r"(bytes) : "memory");
    asm volatile("cp.async.wait_all;" ::: "memory");
    for (u32 k = 0; k < 4; k++)
        PUT(words[t][k]);
}

// All or nothing, and all or zeros, by a condition.
KERNEL(async_condition)
{
    __shared__ __align__(16) u32 words[2][BLOCK][4];
    THREAD(4, 8);
    u32 t = threadIdx.x, to = place(words[0][t]), bytes = i % 3 ? 16 : 0;
    for (u32 k = 0; k < 8; k++)
        words[k / 4][t][k % 4] = 0x55555555;
    if (i % 3)
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(in) : "memory");
    to = place(words[1][t]);
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(to), "l"(in), "r"(bytes) : "memory");
    asm volatile("cp.async.wait_all;" ::: "memory");
    for (u32 k = 0; k < 8; k++)
        PUT(words[k / 4][t][k % 4]);
}
