// Special registers: who a thread is, and what time it is.
#include "program.cuh"

#define READ(name) asm volatile("mov.u32 %0, %%" name ";" : "=r"(r)); PUT(r)
#define READ64(name) asm volatile("mov.u64 %0, %%" name ";" : "=l"(wide))

KERNEL(special_place)
{
    u32 t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    u32 block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    u32 r;
    out += (block * blockDim.x * blockDim.y * blockDim.z + t) * 18;
    READ("tid.x");
    READ("tid.y");
    READ("tid.z");
    READ("ntid.x");
    READ("ntid.y");
    READ("ntid.z");
    READ("ctaid.x");
    READ("ctaid.y");
    READ("ctaid.z");
    READ("nctaid.x");
    READ("nctaid.y");
    READ("nctaid.z");
    READ("laneid");
    READ("lanemask_eq");
    READ("lanemask_lt");
    READ("lanemask_le");
    READ("lanemask_gt");
    READ("lanemask_ge");
}

// What has no one right value: 1 for each that keeps its promise.
KERNEL(special_other)
{
    THREAD(1, 9);
    u32 r, s;
    u64 wide, later;
    asm volatile("mov.u32 %0, %%warpid; mov.u32 %1, %%nwarpid;" : "=r"(r), "=r"(s));
    PUT(r < s);
    PUT(__all_sync(0xffffffffu, __shfl_sync(0xffffffffu, r, 0) == r) != 0);
    asm volatile("mov.u32 %0, %%smid; mov.u32 %1, %%nsmid;" : "=r"(r), "=r"(s));
    PUT(r < s);
    asm volatile("mov.u32 %0, %%clock;" : "=r"(r));
    s = in[0] / (in[0] >> 16 | 1);
    out[5] = s; // word 8
    asm volatile("mov.u32 %0, %%clock;" : "=r"(s));
    PUT(s != r && s - r < 1000000);
    READ64("clock64");
    __threadfence();
    later = clock64();
    PUT(later >= wide && later - wide < 1000000000ull);
#if TARGET >= 35
    READ64("globaltimer");
    __threadfence();
    later = wide;
    READ64("globaltimer");
    PUT(wide >= later);
    asm volatile("mov.u64 %0, %%gridid;" : "=l"(wide));
    PUT(__all_sync(0xffffffffu, __shfl_sync(0xffffffffu, wide, 0) == wide) != 0);
    asm volatile("mov.u32 %0, %%dynamic_smem_size;" : "=r"(r));
    PUT(r);
#else // they came later
    PUT(1u);
    PUT(1u);
    PUT(0u);
#endif
}

// A grid of three dimensions as programs use it.
KERNEL(special_grid)
{
    u32 x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    u32 z = blockIdx.z * blockDim.z + threadIdx.z, width = gridDim.x * blockDim.x, height = gridDim.y * blockDim.y;
    out[(z * height + y) * width + x] = in[(z * height + (height - 1 - y)) * width + x] + x * 10000 + y * 100 + z;
}
