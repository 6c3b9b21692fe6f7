/* SPDX-License-Identifier: MIT */
/* CUDA's small vectors, as far as mgpu's host libraries use them. */
#ifndef MGPU_VECTOR_FUNCTIONS_H
#define MGPU_VECTOR_FUNCTIONS_H

struct int2 {
    int x, y;
};
struct int3 {
    int x, y, z;
};
struct int4 {
    int x, y, z, w;
};
struct uint2 {
    unsigned x, y;
};
struct uint3 {
    unsigned x, y, z;
};
struct uint4 {
    unsigned x, y, z, w;
};
struct float2 {
    float x, y;
};
struct float3 {
    float x, y, z;
};
struct float4 {
    float x, y, z, w;
};
struct double2 {
    double x, y;
};

inline int2 make_int2(int x, int y)
{
    return int2{x, y};
}
inline int3 make_int3(int x, int y, int z)
{
    return int3{x, y, z};
}
inline uint2 make_uint2(unsigned x, unsigned y)
{
    return uint2{x, y};
}
inline float2 make_float2(float x, float y)
{
    return float2{x, y};
}
inline double2 make_double2(double x, double y)
{
    return double2{x, y};
}

#endif
