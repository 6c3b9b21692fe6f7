/* SPDX-License-Identifier: MIT */
/* Reads and writes of surfaces by their objects.  x counts bytes. */
#ifndef HALFWARP_CUDA_DEVICE_SURFACES_H
#define HALFWARP_CUDA_DEVICE_SURFACES_H

#include "texture_types.h"
#include "vectors.h"

/* Texels of 1 to 16 bytes as what an instruction moves. */
template <int bytes> struct hw_surface_bits {
    unsigned word[bytes / 4];
};
template <> struct hw_surface_bits<1> {
    unsigned short word[1];
};
template <> struct hw_surface_bits<2> {
    unsigned short word[1];
};

#define HW_UNPACK(...) __VA_ARGS__
#define HW_LIST        , HW_UNPACK

/* Reads and writes of each size, with each rule for places outside. */
template <int mode> struct hw_surface_rule {
};

/* clang-format off */
#define HW_READ(shape, geometry, place0, place1, place3, mode, rule, parameters, ...)                        \
    HW_DEVICE void hw_read_##shape(hw_surface_bits<1> *v, cudaSurfaceObject_t s, hw_surface_rule<mode> HW_LIST parameters) \
    { asm volatile("suld.b." geometry ".b8." rule " {%0}, [%1, " place0 "];" : "=h"(v->word[0]) : "l"(s), __VA_ARGS__); } \
    HW_DEVICE void hw_read_##shape(hw_surface_bits<2> *v, cudaSurfaceObject_t s, hw_surface_rule<mode> HW_LIST parameters) \
    { asm volatile("suld.b." geometry ".b16." rule " {%0}, [%1, " place0 "];" : "=h"(v->word[0]) : "l"(s), __VA_ARGS__); } \
    HW_DEVICE void hw_read_##shape(hw_surface_bits<4> *v, cudaSurfaceObject_t s, hw_surface_rule<mode> HW_LIST parameters) \
    { asm volatile("suld.b." geometry ".b32." rule " {%0}, [%1, " place0 "];" : "=r"(v->word[0]) : "l"(s), __VA_ARGS__); } \
    HW_DEVICE void hw_read_##shape(hw_surface_bits<8> *v, cudaSurfaceObject_t s, hw_surface_rule<mode> HW_LIST parameters) \
    { asm volatile("suld.b." geometry ".v2.b32." rule " {%0, %1}, [%2, " place1 "];"                         \
                   : "=r"(v->word[0]), "=r"(v->word[1]) : "l"(s), __VA_ARGS__); }                            \
    HW_DEVICE void hw_read_##shape(hw_surface_bits<16> *v, cudaSurfaceObject_t s, hw_surface_rule<mode> HW_LIST parameters) \
    { asm volatile("suld.b." geometry ".v4.b32." rule " {%0, %1, %2, %3}, [%4, " place3 "];"                 \
                   : "=r"(v->word[0]), "=r"(v->word[1]), "=r"(v->word[2]), "=r"(v->word[3]) : "l"(s), __VA_ARGS__); }

#define HW_WRITE(shape, geometry, place0, place1, place3, mode, rule, parameters, ...)                       \
    HW_DEVICE void hw_write_##shape(hw_surface_bits<1> v, cudaSurfaceObject_t s, hw_surface_rule<mode> HW_LIST parameters) \
    { asm volatile("sust.b." geometry ".b8." rule " [%1, " place0 "], {%0};" : : "h"(v.word[0]), "l"(s), __VA_ARGS__); } \
    HW_DEVICE void hw_write_##shape(hw_surface_bits<2> v, cudaSurfaceObject_t s, hw_surface_rule<mode> HW_LIST parameters) \
    { asm volatile("sust.b." geometry ".b16." rule " [%1, " place0 "], {%0};" : : "h"(v.word[0]), "l"(s), __VA_ARGS__); } \
    HW_DEVICE void hw_write_##shape(hw_surface_bits<4> v, cudaSurfaceObject_t s, hw_surface_rule<mode> HW_LIST parameters) \
    { asm volatile("sust.b." geometry ".b32." rule " [%1, " place0 "], {%0};" : : "r"(v.word[0]), "l"(s), __VA_ARGS__); } \
    HW_DEVICE void hw_write_##shape(hw_surface_bits<8> v, cudaSurfaceObject_t s, hw_surface_rule<mode> HW_LIST parameters) \
    { asm volatile("sust.b." geometry ".v2.b32." rule " [%2, " place1 "], {%0, %1};"                         \
                   : : "r"(v.word[0]), "r"(v.word[1]), "l"(s), __VA_ARGS__); }                               \
    HW_DEVICE void hw_write_##shape(hw_surface_bits<16> v, cudaSurfaceObject_t s, hw_surface_rule<mode> HW_LIST parameters) \
    { asm volatile("sust.b." geometry ".v4.b32." rule " [%4, " place3 "], {%0, %1, %2, %3};"                 \
                   : : "r"(v.word[0]), "r"(v.word[1]), "r"(v.word[2]), "r"(v.word[3]), "l"(s), __VA_ARGS__); }

#define HW_RULE(shape, geometry, place0, place1, place3, mode, rule, parameters, ...)                        \
    HW_READ(shape, geometry, place0, place1, place3, mode, rule, parameters, __VA_ARGS__)                    \
    HW_WRITE(shape, geometry, place0, place1, place3, mode, rule, parameters, __VA_ARGS__)

#define HW_SURFACE(shape, geometry, place0, place1, place3, parameters, names, ...)                          \
    HW_RULE(shape, geometry, place0, place1, place3, cudaBoundaryModeZero, "zero", parameters, __VA_ARGS__)  \
    HW_RULE(shape, geometry, place0, place1, place3, cudaBoundaryModeClamp, "clamp", parameters, __VA_ARGS__) \
    HW_RULE(shape, geometry, place0, place1, place3, cudaBoundaryModeTrap, "trap", parameters, __VA_ARGS__)  \
    template <class T>                                                                                       \
    HW_DEVICE T shape##read(cudaSurfaceObject_t s HW_LIST parameters,                                        \
                            cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)                             \
    {                                                                                                        \
        hw_surface_bits<sizeof(T)> bits;                                                                     \
        T value;                                                                                             \
        if (mode == cudaBoundaryModeTrap)                                                                    \
            hw_read_##shape(&bits, s, hw_surface_rule<cudaBoundaryModeTrap>() HW_LIST names);                \
        else if (mode == cudaBoundaryModeClamp)                                                              \
            hw_read_##shape(&bits, s, hw_surface_rule<cudaBoundaryModeClamp>() HW_LIST names);               \
        else                                                                                                 \
            hw_read_##shape(&bits, s, hw_surface_rule<cudaBoundaryModeZero>() HW_LIST names);                \
        __builtin_memcpy(&value, &bits, sizeof value);                                                       \
        return value;                                                                                        \
    }                                                                                                        \
    template <class T>                                                                                       \
    HW_DEVICE void shape##read(T *value, cudaSurfaceObject_t s HW_LIST parameters,                           \
                               cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)                          \
    {                                                                                                        \
        *value = shape##read<T>(s HW_LIST names, mode);                                                      \
    }                                                                                                        \
    template <class T>                                                                                       \
    HW_DEVICE void shape##write(T value, cudaSurfaceObject_t s HW_LIST parameters,                           \
                                cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)                         \
    {                                                                                                        \
        hw_surface_bits<sizeof(T)> bits = {};                                                                \
        __builtin_memcpy(&bits, &value, sizeof value);                                                       \
        if (mode == cudaBoundaryModeTrap)                                                                    \
            hw_write_##shape(bits, s, hw_surface_rule<cudaBoundaryModeTrap>() HW_LIST names);                \
        else if (mode == cudaBoundaryModeClamp)                                                              \
            hw_write_##shape(bits, s, hw_surface_rule<cudaBoundaryModeClamp>() HW_LIST names);               \
        else                                                                                                 \
            hw_write_##shape(bits, s, hw_surface_rule<cudaBoundaryModeZero>() HW_LIST names);                \
    }

HW_SURFACE(surf1D, "1d", "{%2}", "{%3}", "{%5}", (int x), (x), "r"(x))
HW_SURFACE(surf2D, "2d", "{%2, %3}", "{%3, %4}", "{%5, %6}", (int x, int y), (x, y), "r"(x), "r"(y))
HW_SURFACE(surf3D, "3d", "{%2, %3, %4, %4}", "{%3, %4, %5, %5}", "{%5, %6, %7, %7}", (int x, int y, int z), (x, y, z),
           "r"(x), "r"(y), "r"(z))
HW_SURFACE(surf1DLayered, "a1d", "{%3, %2}", "{%4, %3}", "{%6, %5}", (int x, int layer), (x, layer), "r"(x), "r"(layer))
HW_SURFACE(surf2DLayered, "a2d", "{%4, %2, %3, %3}", "{%5, %3, %4, %4}", "{%7, %5, %6, %6}",
           (int x, int y, int layer), (x, y, layer), "r"(x), "r"(y), "r"(layer))
HW_SURFACE(surfCubemap, "a2d", "{%4, %2, %3, %3}", "{%5, %3, %4, %4}", "{%7, %5, %6, %6}",
           (int x, int y, int face), (x, y, face), "r"(x), "r"(y), "r"(face))
HW_SURFACE(surfCubemapLayered, "a2d", "{%4, %2, %3, %3}", "{%5, %3, %4, %4}", "{%7, %5, %6, %6}",
           (int x, int y, int layer_face), (x, y, layer_face), "r"(x), "r"(y), "r"(layer_face))
/* clang-format on */

#undef HW_SURFACE
#undef HW_RULE
#undef HW_READ
#undef HW_WRITE
#undef HW_LIST
#undef HW_UNPACK

#endif
