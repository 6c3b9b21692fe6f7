// What device code asks of the system: printf, assert, malloc and free, and ways to stop.
#include "program.cuh"


struct Text {
    char letters[8];
};

extern "C" __global__ void service_printf(u32 n)
{
    u32 t = threadIdx.x;
    if (t == 0)
        printf("plain, %d%%\n", 100);
    if (t < n)
        printf("%u: %5d|%-6x|%08.3f|%s|%c|%llu|%p\n", t, -(s32)t * 1000, t * 255, t * 1.5, t & 1 ? "odd" : "even",
               'a' + t, (u64)t << 40, (void *)((u64)t + 4096));
    if (t == 31)
        printf("%e %g %i %ld %+d %#o %.2s\n", 12345.678, 0.0001, -1, -5000000000l, 7, 8, "abc");
}

extern "C" __global__ void service_assert(u32 *out, u32 limit)
{
    out[threadIdx.x] = 1;
    assert(threadIdx.x < limit);
    out[threadIdx.x] = 2;
}

// A list in the heap, built by every thread and taken down again.
struct Link {
    u32 value;
    Link *next;
};

extern "C" __global__ void service_malloc(u32 *out, u32 count)
{
    u32 t = threadIdx.x, sum = 0;
    Link *list = nullptr;
    for (u32 k = 0; k < count + t % 4; k++) {
        Link *link = (Link *)malloc(sizeof(Link));
        if (!link)
            break;
        link->value = t * 10 + k;
        link->next = list;
        list = link;
    }
    while (list) {
        Link *link = list;
        sum = sum * 3 + link->value;
        list = link->next;
        free(link);
    }
    out[t] = sum;
    u32 *block = new u32[t + 1];
    for (u32 k = 0; k <= t; k++)
        block[k] = k * k;
    out[t + 32] = block[t / 2];
    delete[] block;
    out[t + 64] = malloc(1ull << 40) == nullptr;
}

extern "C" __global__ void service_trap(u32 *out, u32 which)
{
    out[threadIdx.x] = 1;
    if (threadIdx.x == which)
        __trap();
    out[threadIdx.x] = 2;
}

extern "C" __global__ void service_breakpoint(u32 *out)
{
    out[threadIdx.x] = 1;
    __brkpt();
    out[threadIdx.x] = 2;
}

// PTX's exit, for some lanes, in the middle of a function.
static __device__ __noinline__ void leave(u32 t)
{
    if (t % 3 == 1)
        asm volatile("exit;");
}

extern "C" __global__ void service_exit(u32 *out)
{
    out[threadIdx.x] = 1;
    leave(threadIdx.x);
    out[threadIdx.x] = 2;
}

extern "C" __global__ void service_null(u32 *out, u32 *nowhere)
{
    out[threadIdx.x] = 1;
    if (threadIdx.x == 5)
        out[threadIdx.x] = *nowhere;
}
