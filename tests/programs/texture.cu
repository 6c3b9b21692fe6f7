// Textures by handle: fetches and lookups of every dimension, levels, gradients, gathering, layers, cube maps, queries.
#include "program.cuh"

typedef cudaTextureObject_t Texture;

// Coordinates that lie inside, on and beyond the edges.
static __device__ float place(u32 k, float extent)
{
    return ((float)(k * 7 % 23) - 4.0f) * extent / 16.0f + 0.03125f;
}

extern "C" __global__ void texture_fetch(u32 *out, Texture words, Texture vectors, Texture bytes)
{
    u32 t = blockIdx.x * blockDim.x + threadIdx.x;
    out += t * 9;
    PUT(tex1Dfetch<u32>(words, t % 64));
    float4 v = tex1Dfetch<float4>(vectors, (t * 3) % 16);
    PUT(v.x);
    PUT(v.y);
    PUT(v.z);
    PUT(v.w);
    uchar4 b = tex1Dfetch<uchar4>(bytes, t % 32);
    PUT((u32)b.x);
    PUT((u32)b.y);
    PUT((u32)b.z);
    PUT((u32)b.w);
}

extern "C" __global__ void texture_line(u32 *out, Texture linear, Texture point)
{
    u32 t = blockIdx.x * blockDim.x + threadIdx.x;
    out += t * 2;
    PUT(tex1D<float>(linear, place(t, 16)));
    PUT(tex1D<float>(point, place(t, 16)));
}

extern "C" __global__ void texture_plane(u32 *out, Texture linear, Texture point, Texture unit)
{
    u32 t = blockIdx.x * blockDim.x + threadIdx.x;
    float x = place(t, 16), y = place(t * 5 + 3, 8);
    out += t * 9;
    PUT(tex2D<float>(linear, x, y));
    PUT(tex2D<float>(point, x, y));
    float4 v = tex2D<float4>(unit, x / 16, y / 8);
    PUT(v.x);
    PUT(v.y);
    PUT(v.z);
    PUT(v.w);
    PUT(tex2DLod<float>(linear, x, y, 0.0f));
    PUT(tex2DGrad<float>(point, x, y, make_float2(0.25f, 0), make_float2(0, 0.25f)));
    PUT(tex2D<float2>(point, y, x).x);
}

extern "C" __global__ void texture_gather(u32 *out, Texture vectors)
{
    u32 t = blockIdx.x * blockDim.x + threadIdx.x;
    float x = place(t, 16), y = place(t * 5 + 3, 8);
    out += t * 8;
    float4 v = tex2Dgather<float4>(vectors, x, y, 0), w = tex2Dgather<float4>(vectors, x, y, 2);
    PUT(v.x);
    PUT(v.y);
    PUT(v.z);
    PUT(v.w);
    PUT(w.x);
    PUT(w.y);
    PUT(w.z);
    PUT(w.w);
}

extern "C" __global__ void texture_space(u32 *out, Texture linear, Texture point)
{
    u32 t = blockIdx.x * blockDim.x + threadIdx.x;
    float x = place(t, 8), y = place(t * 5 + 3, 8), z = place(t * 3 + 1, 4);
    out += t * 3;
    PUT(tex3D<float>(linear, x, y, z));
    PUT(tex3D<float>(point, x, y, z));
    PUT(tex3DLod<float>(linear, x, y, z, 0.0f));
}

extern "C" __global__ void texture_layers(u32 *out, Texture lines, Texture planes)
{
    u32 t = blockIdx.x * blockDim.x + threadIdx.x;
    out += t * 3;
    PUT(tex1DLayered<float>(lines, place(t, 16), t % 4));
    PUT(tex2DLayered<float>(planes, place(t, 8), place(t * 5 + 3, 8), t % 3));
    PUT(tex2DLayeredLod<float>(planes, place(t, 8), place(t * 5 + 3, 8), t % 3, 0.0f));
}

extern "C" __global__ void texture_cube(u32 *out, Texture cube, Texture cubes)
{
    u32 t = blockIdx.x * blockDim.x + threadIdx.x;
    float x = place(t, 2) - 0.5f, y = place(t * 5 + 3, 2) - 0.5f, z = place(t * 3 + 1, 2) - 0.5f;
    out += t * 2;
    PUT(texCubemap<float>(cube, x, y, z));
    PUT(texCubemapLayered<float>(cubes, x, y, z, t % 2));
}

extern "C" __global__ void texture_query(u32 *out, Texture plane, Texture space)
{
    u32 t = blockIdx.x * blockDim.x + threadIdx.x, r;
    out += t * 5;
    asm("txq.width.b32 %0, [%1];" : "=r"(r) : "l"(plane));
    PUT(r);
    asm("txq.height.b32 %0, [%1];" : "=r"(r) : "l"(plane));
    PUT(r);
    asm("txq.width.b32 %0, [%1];" : "=r"(r) : "l"(space));
    PUT(r);
    asm("txq.height.b32 %0, [%1];" : "=r"(r) : "l"(space));
    PUT(r);
    asm("txq.depth.b32 %0, [%1];" : "=r"(r) : "l"(space));
    PUT(r);
}

// Integer coordinates and other types by PTX.
extern "C" __global__ void texture_integer(u32 *out, Texture plane, Texture words)
{
    u32 t = blockIdx.x * blockDim.x + threadIdx.x, a, b, c, d;
    out += t * 8;
    asm volatile("tex.2d.v4.u32.s32 {%0, %1, %2, %3}, [%4, {%5, %6}];"
                 : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "l"(words), "r"(t % 8), "r"(t / 8 % 8));
    PUT(a);
    PUT(b);
    PUT(c);
    PUT(d);
    asm volatile("tex.level.2d.v4.u32.f32 {%0, %1, %2, %3}, [%4, {%5, %6}], %7;"
                 : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "l"(words), "f"(place(t, 8)), "f"(place(t + 3, 8)), "f"(0.0f));
    PUT(a);
    PUT(b ^ c ^ d);
    asm volatile("tex.2d.v4.f32.s32 {%0, %1, %2, %3}, [%4, {%5, %6}];"
                 : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "l"(plane), "r"((s32)(t % 20) - 2), "r"((s32)(t % 11) - 1));
    PUT(a);
    PUT(b);
}

// Handles out of memory: they are in registers then.
extern "C" __global__ void texture_chosen(u32 *out, const Texture *planes, const Texture *lines)
{
    u32 t = blockIdx.x * blockDim.x + threadIdx.x, r;
    Texture plane = planes[blockIdx.x % 2], line = lines[blockIdx.x % 2];
    float x = place(t, 16), y = place(t * 5 + 3, 8);
    out += t * 10;
    PUT(tex2D<float>(plane, x, y));
    PUT(tex2DLod<float>(plane, x, y, 0.0f));
    PUT(tex2DGrad<float>(plane, x, y, make_float2(0.25f, 0), make_float2(0, 0.25f)));
    float4 v = tex2Dgather<float4>(plane, x, y, 0);
    PUT(v.x);
    PUT(v.y);
    PUT(v.z);
    PUT(v.w);
    PUT(tex1Dfetch<u32>(line, t % 64));
    asm("txq.width.b32 %0, [%1];" : "=r"(r) : "l"(plane));
    PUT(r);
    asm("txq.height.b32 %0, [%1];" : "=r"(r) : "l"(plane));
    PUT(r);
}

// Layers by integers, and gathering among layers.
extern "C" __global__ void texture_array(u32 *out, Texture planes)
{
    u32 t = blockIdx.x * blockDim.x + threadIdx.x, a, b, c, d;
    out += t * 5;
    asm volatile("tex.a2d.v4.f32.s32 {%0, %1, %2, %3}, [%4, {%5, %6, %7, %7}];"
                 : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "l"(planes), "r"(t % 3), "r"(t % 8), "r"(t / 8 % 8));
    PUT(a);
    asm volatile("tld4.r.a2d.v4.f32.f32 {%0, %1, %2, %3}, [%4, {%5, %6, %7, %7}];"
                 : "=r"(a), "=r"(b), "=r"(c), "=r"(d)
                 : "l"(planes), "r"(t % 3), "f"(place(t, 8)), "f"(place(t * 5 + 3, 8)));
    PUT(a);
    PUT(b);
    PUT(c);
    PUT(d);
}

// Fetches by number from level 0 of lines, planes and spaces; wholly without filter and address mode.
extern "C" __global__ void texture_levels(u32 *out, Texture lines, Texture plane, Texture space)
{
    u32 t = blockIdx.x * blockDim.x + threadIdx.x, b, c, d, r;
    out += t * 4;
    asm volatile("tex.a1d.v4.u32.s32 {%0, %1, %2, %3}, [%4, {%5, %6}];"
                 : "=r"(r), "=r"(b), "=r"(c), "=r"(d) : "l"(lines), "r"(t % 4), "r"(t % 16));
    PUT(r);
    asm volatile("tex.level.1d.v4.u32.s32 {%0, %1, %2, %3}, [%4, {%5}], %6;"
                 : "=r"(r), "=r"(b), "=r"(c), "=r"(d) : "l"(lines), "r"(t % 16), "r"(t >> 8));
    PUT(r);
    asm volatile("tex.level.2d.v4.u32.s32 {%0, %1, %2, %3}, [%4, {%5, %6}], %7;"
                 : "=r"(r), "=r"(b), "=r"(c), "=r"(d) : "l"(plane), "r"(t % 16), "r"(t / 16), "r"(t >> 8));
    PUT(r);
    asm volatile("tex.3d.v4.u32.s32 {%0, %1, %2, %3}, [%4, {%5, %6, %7, %7}];"
                 : "=r"(r), "=r"(b), "=r"(c), "=r"(d) : "l"(space), "r"(t % 8), "r"(t / 8), "r"(t % 4));
    PUT(r);
}

#if TARGET >= 70
// How many layers there are, and whether coordinates run from 0 to 1.
extern "C" __global__ void texture_describe(u32 *out, Texture lines, Texture planes)
{
    u32 t = blockIdx.x * blockDim.x + threadIdx.x, r;
    Texture chosen = t % 3 ? lines : planes;
    out += t * 3;
    asm("txq.array_size.b32 %0, [%1];" : "=r"(r) : "l"(chosen));
    PUT(r);
    asm("txq.array_size.b32 %0, [%1];" : "=r"(r) : "l"(planes));
    PUT(r);
    asm("txq.normalized_coords.b32 %0, [%1];" : "=r"(r) : "l"(chosen));
    PUT(r);
}
#endif
