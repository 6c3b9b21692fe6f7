/* SPDX-License-Identifier: MIT */
/* binary16 as a number: bits, conversions, and the operations that sm_53 and later have instructions for.
 * Before that they are done in float and rounded, which for one operation gives the same, but for a fused one
 * not always. */
#ifndef HALFWARP_CUDA_HALF_HALF_NUMBER_H
#define HALFWARP_CUDA_HALF_HALF_NUMBER_H

#include "../device/vectors.h"

/* To nearest even, on the host. */
HW_BOTH unsigned short hw_half_bits(float x)
{
    unsigned bits, sign, rest;
    __builtin_memcpy(&bits, &x, sizeof bits);
    sign = bits >> 16 & 0x8000;
    bits &= 0x7fffffff;
    if (bits > 0x7f800000)
        return 0x7fff;
    if (bits >= 0x477ff000) /* beyond the greatest half and its neighbourhood */
        return (unsigned short)(sign | 0x7c00);
    const int exponent = (int)(bits >> 23) - 112; /* of the half, with its bias */
    const int shift = exponent > 0 ? 13 : 14 - exponent;
    if (shift > 25)
        return (unsigned short)sign;
    const unsigned m =
        exponent > 0 ? (bits & 0x7fffff) | (unsigned)exponent << 23 : (bits & 0x7fffff) | 0x800000;
    rest = m & ((1u << shift) - 1);
    unsigned half = m >> shift;
    if (rest > 1u << (shift - 1) || (rest == 1u << (shift - 1) && (half & 1)))
        half++;
    return (unsigned short)(sign | half);
}

HW_BOTH float hw_half_value(unsigned short half)
{
    const unsigned sign = (unsigned)(half & 0x8000) << 16, exponent = half >> 10 & 31, m = half & 0x3ff;
    float value;
    unsigned bits = sign | (exponent == 31 ? 0x7f800000 : (exponent + 112) << 23) | m << 13;
    if (exponent == 0) {
        value = (float)m * 0x1p-24f;
        return sign ? -value : value;
    }
    __builtin_memcpy(&value, &bits, sizeof value);
    return value;
}

struct __half_raw {
    unsigned short x;
};
struct __align__(4) __half2_raw
{
    unsigned short x, y;
};

#define HW_FROM_FLOAT(name, code)                   \
    HW_DEVICE unsigned short name(float x)          \
    {                                               \
        unsigned short bits;                        \
        asm(code " %0, %1;" : "=h"(bits) : "f"(x)); \
        return bits;                                \
    }
/* clang-format off */
HW_FROM_FLOAT(hw_half_rn, "cvt.rn.f16.f32")
HW_FROM_FLOAT(hw_half_rz, "cvt.rz.f16.f32")
HW_FROM_FLOAT(hw_half_ru, "cvt.rp.f16.f32")
HW_FROM_FLOAT(hw_half_rd, "cvt.rm.f16.f32")
/* clang-format on */
#undef HW_FROM_FLOAT

class __half {
    unsigned short bits;

  public:
    __half() = default;
    HW_MEMBER __half(const __half_raw &raw) : bits(raw.x) {}
#ifdef __CUDA_ARCH__
    HW_MEMBER __half(float x) : bits(hw_half_rn(x)) {}
#else
    HW_MEMBER __half(float x) : bits(hw_half_bits(x)) {}
#endif
    HW_MEMBER __half(double x) : __half((float)x) {}
    HW_MEMBER __half(int x) : __half((float)x) {}
    HW_MEMBER __half(unsigned x) : __half((float)x) {}
    HW_MEMBER __half(long long x) : __half((float)x) {}
    HW_MEMBER __half(unsigned long long x) : __half((float)x) {}
    HW_MEMBER __half &operator=(float x)
    {
        return *this = __half(x);
    }
    HW_MEMBER operator __half_raw() const
    {
        return __half_raw{bits};
    }
    HW_MEMBER operator float() const
    {
#ifdef __CUDA_ARCH__
        float value;
        asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(bits));
        return value;
#else
        return hw_half_value(bits);
#endif
    }
};

struct __align__(4) __half2
{
    __half x, y;
    __half2() = default;
    HW_MEMBER __half2(const __half &x, const __half &y) : x(x), y(y) {}
    HW_MEMBER __half2(const __half2_raw &raw) : x(__half_raw{raw.x}), y(__half_raw{raw.y}) {}
    HW_MEMBER operator __half2_raw() const
    {
        return __half2_raw{__half_raw(x).x, __half_raw(y).x};
    }
};
typedef __half half;
typedef __half2 half2;

HW_BOTH unsigned short hw_bits(__half x)
{
    return __half_raw(x).x;
}
HW_BOTH __half hw_number(unsigned short bits, const __half *)
{
    return __half(__half_raw{bits});
}

#define HW_HALF2(name, ptx, sign)                                                            \
    HW_BOTH __half name(__half a, __half b)                                                  \
    {                                                                                        \
        HW_NATIVE(asm(ptx " %0, %1, %2;" : "=h"(result) : "h"(hw_bits(a)), "h"(hw_bits(b)))) \
        return __half((float)a sign(float) b);                                               \
    }
#if __CUDA_ARCH__ >= 530
#define HW_NATIVE(...)     \
    unsigned short result; \
    __VA_ARGS__;           \
    return hw_number(result, (const __half *)0);
#else
#define HW_NATIVE(...)
#endif
/* clang-format off */
HW_HALF2(hw_add, "add.rn.f16", +)
HW_HALF2(hw_subtract, "sub.rn.f16", -)
HW_HALF2(hw_multiply, "mul.rn.f16", *)
/* clang-format on */
HW_BOTH __half hw_fused(__half a, __half b, __half c)
{
    HW_NATIVE(asm("fma.rn.f16 %0, %1, %2, %3;"
                  : "=h"(result)
                  : "h"(hw_bits(a)), "h"(hw_bits(b)), "h"(hw_bits(c))))
    return __half(__builtin_fmaf((float)a, (float)b, (float)c));
}
#undef HW_HALF2
#undef HW_NATIVE

/* Two at once. */
HW_BOTH unsigned hw_pair_bits(__half2 v)
{
    return hw_bits(v.x) | (unsigned)hw_bits(v.y) << 16;
}
#if __CUDA_ARCH__ >= 530
#define HW_PAIR_RESULT(...) \
    unsigned result;        \
    __VA_ARGS__;            \
    return __half2(__half2_raw{(unsigned short)result, (unsigned short)(result >> 16)});
#define HW_PAIRS(name, ptx)                                                                                 \
    HW_BOTH __half2 name(__half2 a, __half2 b)                                                              \
    {                                                                                                       \
        HW_PAIR_RESULT(asm(ptx " %0, %1, %2;" : "=r"(result) : "r"(hw_pair_bits(a)), "r"(hw_pair_bits(b)))) \
    }
HW_BOTH __half2 hw_fused(__half2 a, __half2 b, __half2 c){
    HW_PAIR_RESULT(asm("fma.rn.f16x2 %0, %1, %2, %3;"
                       : "=r"(result)
                       : "r"(hw_pair_bits(a)), "r"(hw_pair_bits(b)), "r"(hw_pair_bits(c))))}
#else
#define HW_PAIRS(name, ptx)                             \
    HW_BOTH __half2 name(__half2 a, __half2 b)          \
    {                                                   \
        return __half2(name(a.x, b.x), name(a.y, b.y)); \
    }
HW_BOTH __half2 hw_fused(__half2 a, __half2 b, __half2 c)
{
    return __half2(hw_fused(a.x, b.x, c.x), hw_fused(a.y, b.y, c.y));
}
#endif
/* clang-format off */
HW_PAIRS(hw_add, "add.rn.f16x2")
HW_PAIRS(hw_subtract, "sub.rn.f16x2")
HW_PAIRS(hw_multiply, "mul.rn.f16x2")
/* clang-format on */
#undef HW_PAIRS
#undef HW_PAIR_RESULT

#endif
