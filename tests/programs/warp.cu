// Lanes of a warp among each other: shuffles, votes, scans.
#include "program.cuh"

#define ALL 0xffffffffu

KERNEL(warp_shuffle)
{
    THREAD(2, 13);
    u32 a = in[0], b = in[1];
    PUT(__shfl_sync(ALL, a, b));
    PUT(__shfl_sync(ALL, a, 5));
    PUT(__shfl_sync(ALL, a, b, 8));
    PUT(__shfl_up_sync(ALL, a, 1));
    PUT(__shfl_up_sync(ALL, a, 3, 16));
    PUT(__shfl_down_sync(ALL, a, 2));
    PUT(__shfl_down_sync(ALL, a, 1, 4));
    PUT(__shfl_xor_sync(ALL, a, 1));
    PUT(__shfl_xor_sync(ALL, a, 31));
    PUT(__shfl_xor_sync(ALL, a, 6, 8));
    u64 wide = (u64)a << 32 | b;
    PUT(__shfl_xor_sync(ALL, wide, 16));
    PUT(__shfl_sync(ALL, __uint_as_float(a), threadIdx.x + 1));
}

// Volta's PTX has no shuffles and votes without the lanes that take part.
#if TARGET >= 70
#define SYNC ".sync"
#define LANES ", 0xffffffff"
#else
#define SYNC ""
#define LANES ""
#endif

#define SHUFFLE(mode, b, c) \
    asm volatile("{ .reg .pred p; shfl" SYNC "." mode ".b32 %0|p, %2, %3, %4" LANES "; selp.u32 %1, 1, 0, p; }"           \
                 : "=r"(r), "=r"(valid) : "r"(in[0]), "r"(b), "r"(c));                                   \
    PUT(r);                                                                                              \
    PUT(valid)

// Clamps and segment masks that no intrinsic makes, and the predicate.
KERNEL(warp_shuffle_ptx)
{
    THREAD(2, 12);
    u32 r, valid, b = in[1] & 31;
    SHUFFLE("idx", b, 0x1f);
    SHUFFLE("idx", b, 0x1807);
    SHUFFLE("up", b, 0x0);
    SHUFFLE("down", b, 0x101f);
    SHUFFLE("bfly", b, 0x1c1f);
    SHUFFLE("bfly", 3, 0x0c0b);
}

KERNEL(warp_vote)
{
    THREAD(2, 10);
    u32 a = in[0], b = in[1];
    PUT(__ballot_sync(ALL, a & 1));
    PUT(__ballot_sync(ALL, a > b));
    PUT((u32)(__all_sync(ALL, a | 1) != 0));
    PUT((u32)(__all_sync(ALL, a & 0x10) != 0));
    PUT((u32)(__any_sync(ALL, a == 7) != 0));
    u32 r;
    asm volatile("{ .reg .pred p, q; setp.ne.u32 p, %1, 0; vote" SYNC ".uni.pred q, p" LANES "; selp.u32 %0, 1, 0, q; }"
                 : "=r"(r) : "r"(a & 0x80));
    PUT(r);
    // Among some lanes only.
    u32 among = 0, first = 0;
    if (a & 2) {
        among = __activemask();
        first = __ballot_sync(among, b & 1);
        if (b & 4)
            first += __popc(__activemask());
    }
    PUT(among);
    PUT(first);
    u32 before, mask;
    asm("mov.u32 %0, %%lanemask_lt;" : "=r"(mask));
    before = __popc(__ballot_sync(ALL, a & 1) & mask);
    PUT(before);
    PUT((u32)(__ffs(__ballot_sync(ALL, b > a)) - 1));
}

KERNEL(warp_scan)
{
    THREAD(1, 4);
    u32 lane = threadIdx.x % 32, sum = in[0], top = in[0];
    for (u32 step = 1; step < 32; step *= 2) {
        u32 other = __shfl_up_sync(ALL, sum, step);
        if (lane >= step)
            sum += other;
    }
    PUT(sum);
    for (u32 step = 16; step; step /= 2)
        top = max(top, __shfl_xor_sync(ALL, top, step));
    PUT(top);
    double value = (double)(in[0] >> 8);
    for (u32 step = 16; step; step /= 2)
        value += __shfl_down_sync(ALL, value, step);
    PUT(__shfl_sync(ALL, value, 0));
}

// Shuffles inside of branches: whole groups of eight lanes come or stay away.
KERNEL(warp_divergent)
{
    THREAD(2, 2);
    u32 lane = threadIdx.x % 32, r = 0, group = lane / 8;
    if (group & 1) {
        u32 mask = 0xff00ff00u;
        r = __shfl_xor_sync(mask, in[0], 3, 8);
        if (group == 3)
            r += __shfl_down_sync(0xff000000u, in[1], 2, 8);
    } else {
        r = __shfl_sync(0x00ff00ffu, in[1], lane + 1, 8);
    }
    PUT(r);
    __syncwarp();
    PUT(__shfl_sync(ALL, r, 31 - lane));
}
