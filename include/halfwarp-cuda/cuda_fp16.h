/* SPDX-License-Identifier: MIT */
/* Half precision: binary16, one in 16 bits or two in a word. */
#ifndef HALFWARP_CUDA_CUDA_FP16_H
#define HALFWARP_CUDA_CUDA_FP16_H

#include "cuda_runtime.h"
#include "half/half_number.h"
#include "half/short_functions.h"

/* clang-format off */
HW_SHORT_FUNCTIONS(__half, __half2)
HW_SHORT_PAIRS(__half, __half2)
HW_SHORT_MATHS(__half, __half2)
/* clang-format on */

HW_BOTH __half __float2half(float x)
{
    return __half(x);
}
HW_BOTH __half __float2half_rn(float x)
{
    return __half(x);
}
HW_BOTH __half __double2half(double x)
{
    return __half(x);
}
HW_BOTH float __half2float(__half x)
{
    return (float)x;
}
HW_BOTH __half2 __float2half2_rn(float x)
{
    return __half2(__half(x), __half(x));
}
HW_BOTH __half2 __floats2half2_rn(float x, float y)
{
    return __half2(__half(x), __half(y));
}
HW_BOTH __half2 __float22half2_rn(float2 v)
{
    return __half2(__half(v.x), __half(v.y));
}
HW_BOTH float2 __half22float2(__half2 v)
{
    return make_float2((float)v.x, (float)v.y);
}
HW_BOTH __half __low2half(__half2 v)
{
    return v.x;
}
HW_BOTH __half __high2half(__half2 v)
{
    return v.y;
}
HW_BOTH __half2 __low2half2(__half2 v)
{
    return __half2(v.x, v.x);
}
HW_BOTH __half2 __high2half2(__half2 v)
{
    return __half2(v.y, v.y);
}
HW_BOTH __half2 __lows2half2(__half2 a, __half2 b)
{
    return __half2(a.x, b.x);
}
HW_BOTH __half2 __highs2half2(__half2 a, __half2 b)
{
    return __half2(a.y, b.y);
}
HW_BOTH __half2 __halves2half2(__half a, __half b)
{
    return __half2(a, b);
}
HW_BOTH __half2 __half2half2(__half x)
{
    return __half2(x, x);
}
HW_BOTH __half2 make_half2(__half x, __half y)
{
    return __half2(x, y);
}
HW_BOTH unsigned short __half_as_ushort(__half x)
{
    return hw_bits(x);
}
HW_BOTH short __half_as_short(__half x)
{
    return (short)hw_bits(x);
}
HW_BOTH __half __ushort_as_half(unsigned short bits)
{
    return __half(__half_raw{bits});
}
HW_BOTH __half __short_as_half(short bits)
{
    return __half(__half_raw{(unsigned short)bits});
}

/* Conversions with each rounding.  Whole numbers of 32 bits and more go by float, which rounds those above
 * 2^24 once more; halves end at 65504. */
#define HW_HALF_ROUNDED(r)                                                       \
    HW_DEVICE __half __float2half_##r##_(float x)                                \
    {                                                                            \
        return __half(__half_raw{hw_half_##r(x)});                               \
    }                                                                            \
    HW_DEVICE __half __int2half_##r(int x)                                       \
    {                                                                            \
        return __float2half_##r##_(__int2float_##r(x));                          \
    }                                                                            \
    HW_DEVICE __half __uint2half_##r(unsigned x)                                 \
    {                                                                            \
        return __float2half_##r##_(__uint2float_##r(x));                         \
    }                                                                            \
    HW_DEVICE __half __short2half_##r(short x)                                   \
    {                                                                            \
        return __float2half_##r##_((float)x);                                    \
    }                                                                            \
    HW_DEVICE __half __ushort2half_##r(unsigned short x)                         \
    {                                                                            \
        return __float2half_##r##_((float)x);                                    \
    }                                                                            \
    HW_DEVICE __half __ll2half_##r(long long x)                                  \
    {                                                                            \
        return __float2half_##r##_(__ll2float_##r(x));                           \
    }                                                                            \
    HW_DEVICE __half __ull2half_##r(unsigned long long x)                        \
    {                                                                            \
        return __float2half_##r##_(__ull2float_##r(x));                          \
    }                                                                            \
    HW_DEVICE int __half2int_##r(__half x)                                       \
    {                                                                            \
        return __float2int_##r((float)x);                                        \
    }                                                                            \
    HW_DEVICE unsigned __half2uint_##r(__half x)                                 \
    {                                                                            \
        return __float2uint_##r((float)x);                                       \
    }                                                                            \
    HW_DEVICE short __half2short_##r(__half x)                                   \
    {                                                                            \
        const int whole = __float2int_##r((float)x);                             \
        return (short)(whole < -32768 ? -32768 : whole > 32767 ? 32767 : whole); \
    }                                                                            \
    HW_DEVICE unsigned short __half2ushort_##r(__half x)                         \
    {                                                                            \
        const unsigned whole = __float2uint_##r((float)x);                       \
        return (unsigned short)(whole > 65535 ? 65535 : whole);                  \
    }                                                                            \
    HW_DEVICE long long __half2ll_##r(__half x)                                  \
    {                                                                            \
        return __float2ll_##r((float)x);                                         \
    }                                                                            \
    HW_DEVICE unsigned long long __half2ull_##r(__half x)                        \
    {                                                                            \
        return __float2ull_##r((float)x);                                        \
    }
/* clang-format off */
HW_HALF_ROUNDED(rn)
HW_HALF_ROUNDED(rz)
HW_HALF_ROUNDED(ru)
HW_HALF_ROUNDED(rd)
/* clang-format on */
#undef HW_HALF_ROUNDED
HW_DEVICE __half __float2half_rz(float x)
{
    return __float2half_rz_(x);
}
HW_DEVICE __half __float2half_ru(float x)
{
    return __float2half_ru_(x);
}
HW_DEVICE __half __float2half_rd(float x)
{
    return __float2half_rd_(x);
}

#endif
