/* SPDX-License-Identifier: MIT */
/* bfloat16, one in 16 bits or two in a word. */
#ifndef HALFWARP_CUDA_CUDA_BF16_H
#define HALFWARP_CUDA_CUDA_BF16_H

#include "cuda_runtime.h"
#include "half/bfloat16_number.h"
#include "half/short_functions.h"

/* clang-format off */
HW_SHORT_FUNCTIONS(__nv_bfloat16, __nv_bfloat162)
HW_SHORT_PAIRS(__nv_bfloat16, __nv_bfloat162)
HW_SHORT_MATHS(__nv_bfloat16, __nv_bfloat162)
/* clang-format on */

HW_BOTH __nv_bfloat16 __float2bfloat16(float x)
{
    return __nv_bfloat16(x);
}
#define HW_BFLOAT16_ROUNDED(r, rounding)                                        \
    HW_BOTH __nv_bfloat16 __float2bfloat16_##r(float x)                         \
    {                                                                           \
        return __nv_bfloat16(__nv_bfloat16_raw{hw_bfloat16_bits(x, rounding)}); \
    }
/* clang-format off */
HW_BFLOAT16_ROUNDED(rn, hw_to_nearest)
HW_BFLOAT16_ROUNDED(rz, hw_to_zero)
HW_BFLOAT16_ROUNDED(ru, hw_up)
HW_BFLOAT16_ROUNDED(rd, hw_down)
/* clang-format on */
#undef HW_BFLOAT16_ROUNDED
HW_BOTH __nv_bfloat16 __double2bfloat16(double x)
{
    return __nv_bfloat16(x);
}
HW_BOTH float __bfloat162float(__nv_bfloat16 x)
{
    return (float)x;
}
HW_BOTH __nv_bfloat162 __float2bfloat162_rn(float x)
{
    return __nv_bfloat162(__nv_bfloat16(x), __nv_bfloat16(x));
}
HW_BOTH __nv_bfloat162 __floats2bfloat162_rn(float x, float y)
{
    return __nv_bfloat162(__nv_bfloat16(x), __nv_bfloat16(y));
}
HW_BOTH float2 __bfloat1622float2(__nv_bfloat162 v)
{
    return make_float2((float)v.x, (float)v.y);
}
HW_BOTH __nv_bfloat16 __low2bfloat16(__nv_bfloat162 v)
{
    return v.x;
}
HW_BOTH __nv_bfloat16 __high2bfloat16(__nv_bfloat162 v)
{
    return v.y;
}
HW_BOTH __nv_bfloat162 __low2bfloat162(__nv_bfloat162 v)
{
    return __nv_bfloat162(v.x, v.x);
}
HW_BOTH __nv_bfloat162 __high2bfloat162(__nv_bfloat162 v)
{
    return __nv_bfloat162(v.y, v.y);
}
HW_BOTH __nv_bfloat162 __halves2bfloat162(__nv_bfloat16 a, __nv_bfloat16 b)
{
    return __nv_bfloat162(a, b);
}
HW_BOTH __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 x)
{
    return __nv_bfloat162(x, x);
}
HW_BOTH unsigned short __bfloat16_as_ushort(__nv_bfloat16 x)
{
    return hw_bits(x);
}
HW_BOTH __nv_bfloat16 __ushort_as_bfloat16(unsigned short bits)
{
    return __nv_bfloat16(__nv_bfloat16_raw{bits});
}

#endif
