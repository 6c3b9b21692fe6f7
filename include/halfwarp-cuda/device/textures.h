/* SPDX-License-Identifier: MIT */
/* Reads of textures by their objects, and texture references (of sm_30 on: there a reference is a handle,
 * too). */
#ifndef HALFWARP_CUDA_DEVICE_TEXTURES_H
#define HALFWARP_CUDA_DEVICE_TEXTURES_H

#include "texture_types.h"
#include "vectors.h"

/* What the hardware gives for a type of texels: four numbers of one kind, of which the type takes the first.
 */
template <class Number> struct hw_texel {
    Number x, y, z, w;
};

template <class T> struct hw_texel_of;
#define HW_TEXEL(T, number, ...)                                              \
    template <> struct hw_texel_of<T> {                                       \
        typedef number type;                                                  \
        HW_DEVICE T made(const hw_texel<number> &t) { return T __VA_ARGS__; } \
    };
#define HW_TEXELS(scalar, element, name, number)            \
    HW_TEXEL(scalar, number, (t.x))                         \
    HW_TEXEL(name##1, number, {(element)t.x})               \
    HW_TEXEL(name##2, number, {(element)t.x, (element)t.y}) \
    HW_TEXEL(name##4, number, {(element)t.x, (element)t.y, (element)t.z, (element)t.w})
typedef signed char hw_signed_char;
typedef unsigned char hw_unsigned_char;
typedef unsigned short hw_unsigned_short;
/* clang-format off */
HW_TEXELS(hw_signed_char, signed char, char, int)
HW_TEXELS(hw_unsigned_char, unsigned char, uchar, unsigned)
HW_TEXELS(short, short, short, int)
HW_TEXELS(hw_unsigned_short, unsigned short, ushort, unsigned)
HW_TEXELS(int, int, int, int)
HW_TEXELS(unsigned, unsigned, uint, unsigned)
HW_TEXELS(float, float, float, float)
HW_TEXEL(char, int, (t.x))
/* clang-format on */
#undef HW_TEXELS
#undef HW_TEXEL

/* One instruction for the three kinds of numbers. */
#define HW_TEXTURE_KIND(name, number, letter, kind, code, coordinate, text, parameters, ...)  \
    HW_DEVICE void name(hw_texel<number> *t, cudaTextureObject_t texture HW_LIST parameters)  \
    {                                                                                         \
        asm volatile(code ".v4." kind "." coordinate " {%0, %1, %2, %3}, " text ";"           \
                     : "=" letter(t->x), "=" letter(t->y), "=" letter(t->z), "=" letter(t->w) \
                     : "l"(texture), __VA_ARGS__);                                            \
    }
#define HW_UNPACK(...) __VA_ARGS__
#define HW_LIST        , HW_UNPACK
#define HW_TEXTURE(name, code, coordinate, text, parameters, names, ...)                              \
    HW_TEXTURE_KIND(hw_##name, float, "f", "f32", code, coordinate, text, parameters, __VA_ARGS__)    \
    HW_TEXTURE_KIND(hw_##name, int, "r", "s32", code, coordinate, text, parameters, __VA_ARGS__)      \
    HW_TEXTURE_KIND(hw_##name, unsigned, "r", "u32", code, coordinate, text, parameters, __VA_ARGS__) \
    template <class T> HW_DEVICE T name(cudaTextureObject_t texture HW_LIST parameters)               \
    {                                                                                                 \
        hw_texel<typename hw_texel_of<T>::type> t;                                                    \
        hw_##name(&t, texture HW_LIST names);                                                         \
        return hw_texel_of<T>::made(t);                                                               \
    }                                                                                                 \
    template <class T> HW_DEVICE void name(T *value, cudaTextureObject_t texture HW_LIST parameters)  \
    {                                                                                                 \
        *value = name<T>(texture HW_LIST names);                                                      \
    }

/* clang-format off */
HW_TEXTURE(tex1Dfetch, "tex.1d", "s32", "[%4, {%5}]", (int x), (x), "r"(x))
HW_TEXTURE(tex1D, "tex.1d", "f32", "[%4, {%5}]", (float x), (x), "f"(x))
HW_TEXTURE(tex2D, "tex.2d", "f32", "[%4, {%5, %6}]", (float x, float y), (x, y), "f"(x), "f"(y))
HW_TEXTURE(tex3D, "tex.3d", "f32", "[%4, {%5, %6, %7, %7}]", (float x, float y, float z), (x, y, z),
           "f"(x), "f"(y), "f"(z))
HW_TEXTURE(tex1DLayered, "tex.a1d", "f32", "[%4, {%6, %5}]", (float x, int layer), (x, layer), "f"(x), "r"(layer))
HW_TEXTURE(tex2DLayered, "tex.a2d", "f32", "[%4, {%7, %5, %6, %6}]", (float x, float y, int layer), (x, y, layer),
           "f"(x), "f"(y), "r"(layer))
HW_TEXTURE(texCubemap, "tex.cube", "f32", "[%4, {%5, %6, %7, %7}]", (float x, float y, float z), (x, y, z),
           "f"(x), "f"(y), "f"(z))
HW_TEXTURE(texCubemapLayered, "tex.acube", "f32", "[%4, {%8, %5, %6, %7}]", (float x, float y, float z, int layer),
           (x, y, z, layer), "f"(x), "f"(y), "f"(z), "r"(layer))

HW_TEXTURE(tex1DLod, "tex.level.1d", "f32", "[%4, {%5}], %6", (float x, float level), (x, level), "f"(x), "f"(level))
HW_TEXTURE(tex2DLod, "tex.level.2d", "f32", "[%4, {%5, %6}], %7", (float x, float y, float level), (x, y, level),
           "f"(x), "f"(y), "f"(level))
HW_TEXTURE(tex3DLod, "tex.level.3d", "f32", "[%4, {%5, %6, %7, %7}], %8", (float x, float y, float z, float level),
           (x, y, z, level), "f"(x), "f"(y), "f"(z), "f"(level))
HW_TEXTURE(tex1DLayeredLod, "tex.level.a1d", "f32", "[%4, {%6, %5}], %7", (float x, int layer, float level),
           (x, layer, level), "f"(x), "r"(layer), "f"(level))
HW_TEXTURE(tex2DLayeredLod, "tex.level.a2d", "f32", "[%4, {%7, %5, %6, %6}], %8",
           (float x, float y, int layer, float level), (x, y, layer, level), "f"(x), "f"(y), "r"(layer), "f"(level))
HW_TEXTURE(texCubemapLod, "tex.level.cube", "f32", "[%4, {%5, %6, %7, %7}], %8",
           (float x, float y, float z, float level), (x, y, z, level), "f"(x), "f"(y), "f"(z), "f"(level))
HW_TEXTURE(texCubemapLayeredLod, "tex.level.acube", "f32", "[%4, {%8, %5, %6, %7}], %9",
           (float x, float y, float z, int layer, float level), (x, y, z, layer, level),
           "f"(x), "f"(y), "f"(z), "r"(layer), "f"(level))

HW_TEXTURE(tex1DGrad, "tex.grad.1d", "f32", "[%4, {%5}], {%6}, {%7}", (float x, float dx, float dy), (x, dx, dy),
           "f"(x), "f"(dx), "f"(dy))
HW_TEXTURE(tex2DGrad, "tex.grad.2d", "f32", "[%4, {%5, %6}], {%7, %8}, {%9, %10}",
           (float x, float y, float2 dx, float2 dy), (x, y, dx, dy),
           "f"(x), "f"(y), "f"(dx.x), "f"(dx.y), "f"(dy.x), "f"(dy.y))
HW_TEXTURE(tex3DGrad, "tex.grad.3d", "f32", "[%4, {%5, %6, %7, %7}], {%8, %9, %10, %10}, {%11, %12, %13, %13}",
           (float x, float y, float z, float4 dx, float4 dy), (x, y, z, dx, dy), "f"(x), "f"(y), "f"(z),
           "f"(dx.x), "f"(dx.y), "f"(dx.z), "f"(dy.x), "f"(dy.y), "f"(dy.z))
HW_TEXTURE(tex1DLayeredGrad, "tex.grad.a1d", "f32", "[%4, {%6, %5}], {%7}, {%8}",
           (float x, int layer, float dx, float dy), (x, layer, dx, dy), "f"(x), "r"(layer), "f"(dx), "f"(dy))
HW_TEXTURE(tex2DLayeredGrad, "tex.grad.a2d", "f32", "[%4, {%7, %5, %6, %6}], {%8, %9}, {%10, %11}",
           (float x, float y, int layer, float2 dx, float2 dy), (x, y, layer, dx, dy),
           "f"(x), "f"(y), "r"(layer), "f"(dx.x), "f"(dx.y), "f"(dy.x), "f"(dy.y))

HW_TEXTURE(hw_gather_r, "tld4.r.2d", "f32", "[%4, {%5, %6}]", (float x, float y), (x, y), "f"(x), "f"(y))
HW_TEXTURE(hw_gather_g, "tld4.g.2d", "f32", "[%4, {%5, %6}]", (float x, float y), (x, y), "f"(x), "f"(y))
HW_TEXTURE(hw_gather_b, "tld4.b.2d", "f32", "[%4, {%5, %6}]", (float x, float y), (x, y), "f"(x), "f"(y))
HW_TEXTURE(hw_gather_a, "tld4.a.2d", "f32", "[%4, {%5, %6}]", (float x, float y), (x, y), "f"(x), "f"(y))
/* clang-format on */
#undef HW_TEXTURE
#undef HW_TEXTURE_KIND
#undef HW_LIST
#undef HW_UNPACK

/* One component of the four texels that a linear filter would mix. */
template <class T> HW_DEVICE T tex2Dgather(cudaTextureObject_t texture, float x, float y, int component = 0)
{
    switch (component) {
    case 1: return hw_gather_g<T>(texture, x, y);
    case 2: return hw_gather_b<T>(texture, x, y);
    case 3: return hw_gather_a<T>(texture, x, y);
    default: return hw_gather_r<T>(texture, x, y);
    }
}

template <class T>
HW_DEVICE void tex2Dgather(T *value, cudaTextureObject_t texture, float x, float y, int component = 0)
{
    *value = tex2Dgather<T>(texture, x, y, component);
}

#endif
