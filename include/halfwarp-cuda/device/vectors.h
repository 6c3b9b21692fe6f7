/* SPDX-License-Identifier: MIT */
/* Vectors of one to four elements, with the alignment that loads of a whole vector need, and dim3. */
#ifndef HALFWARP_CUDA_DEVICE_VECTORS_H
#define HALFWARP_CUDA_DEVICE_VECTORS_H

#include "attributes.h"

#define HW_VECTORS(element, name, align2, align4)                              \
    struct name##1                                                             \
    {                                                                          \
        element x;                                                             \
    };                                                                         \
    struct __align__(align2) name##2                                           \
    {                                                                          \
        element x, y;                                                          \
    };                                                                         \
    struct name##3                                                             \
    {                                                                          \
        element x, y, z;                                                       \
    };                                                                         \
    struct __align__(align4) name##4                                           \
    {                                                                          \
        element x, y, z, w;                                                    \
    };                                                                         \
    typedef struct name##1 name##1;                                            \
    typedef struct name##2 name##2;                                            \
    typedef struct name##3 name##3;                                            \
    typedef struct name##4 name##4;                                            \
    HW_BOTH name##1 make_##name##1(element x)                                  \
    {                                                                          \
        name##1 v = {x};                                                       \
        return v;                                                              \
    }                                                                          \
    HW_BOTH name##2 make_##name##2(element x, element y)                       \
    {                                                                          \
        name##2 v = {x, y};                                                    \
        return v;                                                              \
    }                                                                          \
    HW_BOTH name##3 make_##name##3(element x, element y, element z)            \
    {                                                                          \
        name##3 v = {x, y, z};                                                 \
        return v;                                                              \
    }                                                                          \
    HW_BOTH name##4 make_##name##4(element x, element y, element z, element w) \
    {                                                                          \
        name##4 v = {x, y, z, w};                                              \
        return v;                                                              \
    }

HW_VECTORS(signed char, char, 2, 4)
HW_VECTORS(unsigned char, uchar, 2, 4)
HW_VECTORS(short, short, 4, 8)
HW_VECTORS(unsigned short, ushort, 4, 8)
HW_VECTORS(int, int, 8, 16)
HW_VECTORS(unsigned, uint, 8, 16)
HW_VECTORS(long, long, 16, 16)
HW_VECTORS(unsigned long, ulong, 16, 16)
HW_VECTORS(long long, longlong, 16, 16)
HW_VECTORS(unsigned long long, ulonglong, 16, 16)
HW_VECTORS(float, float, 8, 16)
HW_VECTORS(double, double, 16, 16)

#undef HW_VECTORS

struct dim3 {
    unsigned x, y, z;
#ifdef __cplusplus
    __host__ __device__ constexpr dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {}
    __host__ __device__ constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
    __host__ __device__ constexpr operator uint3() const
    {
        return uint3{x, y, z};
    }
#endif
};
typedef struct dim3 dim3;

#endif
