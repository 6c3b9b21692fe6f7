// Surfaces by handle: reads and writes of every dimension and size, at and beyond the edges, queries, reductions.
#include "program.cuh"

typedef cudaSurfaceObject_t Surface;

extern "C" __global__ void surface_line(u32 *out, Surface from, Surface to)
{
    u32 t = threadIdx.x;
    u32 word = surf1Dread<u32>(from, t * 4);
    uint4 four = surf1Dread<uint4>(from, t % 8 * 16);
    unsigned short half = surf1Dread<unsigned short>(from, t * 2);
    unsigned char byte = surf1Dread<unsigned char>(from, t);
    surf1Dwrite(word * 3 + 1, to, t * 4);
    out += t * 4;
    PUT(word);
    PUT(four.x ^ four.y ^ four.z ^ four.w);
    PUT((u32)half);
    PUT((u32)byte);
}

extern "C" __global__ void surface_plane(u32 *out, Surface from, Surface to)
{
    s32 x = threadIdx.x, y = threadIdx.y;
    u32 word = surf2Dread<u32>(from, x * 4, y);
    uint2 two = surf2Dread<uint2>(from, x / 2 * 8, 7 - y);
    u32 zero = surf2Dread<u32>(from, (x - 2) * 4, y - 1, cudaBoundaryModeZero);
    u32 clamp = surf2Dread<u32>(from, (x + 3) * 4, y + 2, cudaBoundaryModeClamp);
    surf2Dwrite(word ^ 0xff, to, (15 - x) * 4, y);
    surf2Dwrite(0xdeadbeefu, to, (x + 16) * 4, y, cudaBoundaryModeZero);
    out += (y * 16 + x) * 4;
    PUT(word);
    PUT(two.x - two.y);
    PUT(zero);
    PUT(clamp);
}

extern "C" __global__ void surface_space(u32 *out, Surface from, Surface to, Surface layers)
{
    s32 x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
    u32 word = surf3Dread<u32>(from, x * 4, y, z);
    surf3Dwrite((unsigned short)(word + z), to, x * 2, y, z);
    u32 layer = surf2DLayeredread<u32>(layers, x * 4, y, z);
    surf2DLayeredwrite(layer + 1, layers, x * 4, y, z);
    out += ((z * 4 + y) * 8 + x) * 2;
    PUT(word);
    PUT(layer);
}

// What a surface says of itself.  NVIDIA's last compiler for Kepler fails on suq, so there the kernel says it.
static __device__ u32 width(Surface surface)
{
    u32 r = 16;
#if __CUDA_ARCH__ >= 500
    asm("suq.width.b32 %0, [%1];" : "=r"(r) : "l"(surface));
#endif
    return r;
}

static __device__ u32 height(Surface surface)
{
    u32 r = 8;
#if __CUDA_ARCH__ >= 500
    asm("suq.height.b32 %0, [%1];" : "=r"(r) : "l"(surface));
#endif
    return r;
}

// Formatted stores, which convert to the surface's own type, and reductions.
extern "C" __global__ void surface_formatted(u32 *out, Surface plane, Surface counts)
{
    u32 x = threadIdx.x, y = threadIdx.y;
    asm volatile("sust.p.2d.v4.b32.zero [%0, {%1, %2}], {%3, %4, %5, %6};" : : "l"(plane), "r"(x), "r"(y),
                 "r"(__float_as_uint(x / 16.0f)), "r"(__float_as_uint(y / 8.0f)), "r"(__float_as_uint(0.5f)),
                 "r"(__float_as_uint(1.0f)) : "memory");
    asm volatile("sured.b.add.2d.u32.zero [%0, {%1, %2}], %3;" : : "l"(counts), "r"(x % 4 * 4), "r"(y % 2), "r"(x + 1)
                 : "memory");
    asm volatile("sured.b.max.2d.u32.zero [%0, {%1, %2}], %3;" : : "l"(counts), "r"(x % 4 * 4), "r"(y % 2 + 2), "r"(x)
                 : "memory");
    asm volatile("sured.p.or.2d.b32.zero [%0, {%1, %2}], %3;" : : "l"(counts), "r"(x % 4), "r"(y % 2 + 4), "r"(1 << y)
                 : "memory");
    if (x == 0 && y == 0) {
        PUT(width(plane));
        PUT(height(plane));
    }
}

extern "C" __global__ void surface_chosen(u32 *out, const Surface *surfaces)
{
    s32 x = threadIdx.x, y = threadIdx.y;
    Surface from = surfaces[0], to = surfaces[1 + blockIdx.x];
    u32 word = surf2Dread<u32>(from, x * 4, y);
    surf2Dwrite(word + 7, to, x * 4, y);
    out[(blockIdx.x * 8 + y) * 16 + x] = word;
}
