/* SPDX-License-Identifier: MIT */
/* bfloat16 as a number: the upper half of a float.  Its arithmetic is done in float and rounded. */
#ifndef HALFWARP_CUDA_HALF_BFLOAT16_NUMBER_H
#define HALFWARP_CUDA_HALF_BFLOAT16_NUMBER_H

#include "../device/vectors.h"

/* Roundings: to nearest even, to zero, up, down. */
enum hw_rounding { hw_to_nearest, hw_to_zero, hw_up, hw_down };

HW_BOTH unsigned short hw_bfloat16_bits(float x, hw_rounding rounding = hw_to_nearest)
{
    unsigned bits;
    __builtin_memcpy(&bits, &x, sizeof bits);
    if ((bits & 0x7fffffff) > 0x7f800000)
        return 0x7fff;
    const bool negative = bits >> 31;
    if (rounding == hw_to_nearest)
        bits += 0x7fff + (bits >> 16 & 1);
    else if (rounding == (negative ? hw_down : hw_up))
        bits += 0xffff;
    return (unsigned short)(bits >> 16);
}

struct __nv_bfloat16_raw {
    unsigned short x;
};
struct __align__(4) __nv_bfloat162_raw
{
    unsigned short x, y;
};

class __nv_bfloat16 {
    unsigned short bits;

  public:
    __nv_bfloat16() = default;
    HW_MEMBER __nv_bfloat16(const __nv_bfloat16_raw &raw) : bits(raw.x) {}
    HW_MEMBER __nv_bfloat16(float x) : bits(hw_bfloat16_bits(x)) {}
    HW_MEMBER __nv_bfloat16(double x) : __nv_bfloat16((float)x) {}
    HW_MEMBER __nv_bfloat16(int x) : __nv_bfloat16((float)x) {}
    HW_MEMBER __nv_bfloat16(unsigned x) : __nv_bfloat16((float)x) {}
    HW_MEMBER __nv_bfloat16(long long x) : __nv_bfloat16((float)x) {}
    HW_MEMBER __nv_bfloat16(unsigned long long x) : __nv_bfloat16((float)x) {}
    HW_MEMBER __nv_bfloat16 &operator=(float x) { return *this = __nv_bfloat16(x); }
    HW_MEMBER operator __nv_bfloat16_raw() const { return __nv_bfloat16_raw{bits}; }
    HW_MEMBER operator float() const
    {
        const unsigned wide = (unsigned)bits << 16;
        float value;
        __builtin_memcpy(&value, &wide, sizeof value);
        return value;
    }
};

struct __align__(4) __nv_bfloat162
{
    __nv_bfloat16 x, y;
    __nv_bfloat162() = default;
    HW_MEMBER __nv_bfloat162(const __nv_bfloat16 &x, const __nv_bfloat16 &y) : x(x), y(y) {}
    HW_MEMBER __nv_bfloat162(const __nv_bfloat162_raw &raw)
        : x(__nv_bfloat16_raw{raw.x}), y(__nv_bfloat16_raw{raw.y})
    {
    }
};
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

HW_BOTH unsigned short hw_bits(__nv_bfloat16 x)
{
    return __nv_bfloat16_raw(x).x;
}
HW_BOTH __nv_bfloat16 hw_number(unsigned short bits, const __nv_bfloat16 *)
{
    return __nv_bfloat16(__nv_bfloat16_raw{bits});
}

#define HW_IN_FLOAT(name, sign)                                     \
    HW_BOTH __nv_bfloat16 name(__nv_bfloat16 a, __nv_bfloat16 b)    \
    {                                                               \
        return __nv_bfloat16((float)a sign(float) b);               \
    }                                                               \
    HW_BOTH __nv_bfloat162 name(__nv_bfloat162 a, __nv_bfloat162 b) \
    {                                                               \
        return __nv_bfloat162(name(a.x, b.x), name(a.y, b.y));      \
    }
/* clang-format off */
HW_IN_FLOAT(hw_add, +)
HW_IN_FLOAT(hw_subtract, -)
HW_IN_FLOAT(hw_multiply, *)
/* clang-format on */
#undef HW_IN_FLOAT
HW_BOTH __nv_bfloat16 hw_fused(__nv_bfloat16 a, __nv_bfloat16 b, __nv_bfloat16 c)
{
    return __nv_bfloat16(__builtin_fmaf((float)a, (float)b, (float)c));
}
HW_BOTH __nv_bfloat162 hw_fused(__nv_bfloat162 a, __nv_bfloat162 b, __nv_bfloat162 c)
{
    return __nv_bfloat162(hw_fused(a.x, b.x, c.x), hw_fused(a.y, b.y, c.y));
}

#endif
