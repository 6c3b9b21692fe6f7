// Lanes of a warp that hold the same, and sums over a warp: instructions from Volta and from Ampere on.
#include "program.cuh"

#define ALL 0xffffffffu

// Few different values, so that many lanes agree.
KERNEL(match_any)
{
    THREAD(2, 4);
    u64 wide = (u64)(in[1] & 3) << 32 | (in[0] & 1);
    PUT(__match_any_sync(ALL, in[0] & 7));
    PUT(__match_any_sync(ALL, in[1]));
    PUT(__match_any_sync(ALL, wide));
    PUT(__match_any_sync(ALL, (double)(s32)(in[0] & 3)));
}

// A warp agrees in about half of the cases.
KERNEL(match_all)
{
    THREAD(1, 8);
    u32 first = __shfl_sync(ALL, in[0], 0), warp = i / 32, odd = in[0] % 61 == 0;
    int p;
    PUT(__match_all_sync(ALL, warp % 2 ? in[0] : first, &p));
    PUT(p);
    PUT(__match_all_sync(ALL, first ^ odd, &p));
    PUT(p);
    PUT(__match_all_sync(ALL, (u64)first << 32 | warp, &p));
    PUT(p);
    PUT(__match_all_sync(ALL, (u64)(first ^ odd) << 32 | warp, &p));
    PUT(p);
}

// Of some lanes only: by a mask, and where a branch has parted the others.
KERNEL(match_some)
{
    THREAD(1, 3);
    u32 lane = i % 32, third = lane % 3, mask = third == 0 ? 0x49249249u : third == 1 ? 0x92492492u : 0x24924924u;
    u32 value = in[0] & 3, result;
    int p = 0;
    PUT(__match_any_sync(mask, value));
    if (in[0] & 4) {
        result = __match_any_sync(__activemask(), value);
    } else {
        result = __match_all_sync(__activemask(), value & 2, &p);
    }
    PUT(result);
    PUT(p);
}

#if TARGET >= 80
KERNEL(match_reduce)
{
    THREAD(1, 9);
    PUT(__reduce_add_sync(ALL, in[0]));
    PUT(__reduce_add_sync(ALL, (s32)in[0]));
    PUT(__reduce_min_sync(ALL, in[0]));
    PUT(__reduce_max_sync(ALL, in[0]));
    PUT(__reduce_min_sync(ALL, (s32)in[0]));
    PUT(__reduce_max_sync(ALL, (s32)in[0]));
    PUT(__reduce_and_sync(ALL, in[0] | 0xff00));
    PUT(__reduce_or_sync(ALL, in[0] & 0x10101));
    PUT(__reduce_xor_sync(ALL, in[0]));
}

// Each part of a warp gets its own.
KERNEL(match_reduce_some)
{
    THREAD(1, 3);
    u32 lane = i % 32, third = lane % 3, mask = third == 0 ? 0x49249249u : third == 1 ? 0x92492492u : 0x24924924u;
    u32 result;
    PUT(__reduce_add_sync(mask, in[0]));
    PUT(__reduce_max_sync(mask, (s32)in[0]));
    if (in[0] & 4)
        result = __reduce_min_sync(__activemask(), in[0]);
    else
        result = __reduce_xor_sync(__activemask(), in[0]);
    PUT(result);
}
#endif
