/* SPDX-License-Identifier: MIT */
/* Functions of floating-point numbers that are instructions: bits, conversions and arithmetic with each
 * rounding, and the quick functions of less precision. */
#ifndef HALFWARP_CUDA_DEVICE_NUMBERS_H
#define HALFWARP_CUDA_DEVICE_NUMBERS_H

#include "attributes.h"

#define HW_INSTRUCTION1(name, out, out_letter, code, in, in_letter)   \
    HW_DEVICE out name(in a)                                          \
    {                                                                 \
        out result;                                                   \
        asm(code " %0, %1;" : "=" out_letter(result) : in_letter(a)); \
        return result;                                                \
    }
#define HW_INSTRUCTION2(name, type, letter, code)                             \
    HW_DEVICE type name(type a, type b)                                       \
    {                                                                         \
        type result;                                                          \
        asm(code " %0, %1, %2;" : "=" letter(result) : letter(a), letter(b)); \
        return result;                                                        \
    }
#define HW_INSTRUCTION3(name, type, letter, code)                                            \
    HW_DEVICE type name(type a, type b, type c)                                              \
    {                                                                                        \
        type result;                                                                         \
        asm(code " %0, %1, %2, %3;" : "=" letter(result) : letter(a), letter(b), letter(c)); \
        return result;                                                                       \
    }

/* clang-format off */
#define HW_ROUNDED_FLOAT(r, ptx)                                                                                  \
    HW_INSTRUCTION2(__fadd_##r, float, "f", "add." #ptx ".f32")                                                \
    HW_INSTRUCTION2(__fsub_##r, float, "f", "sub." #ptx ".f32")                                                \
    HW_INSTRUCTION2(__fmul_##r, float, "f", "mul." #ptx ".f32")                                                \
    HW_INSTRUCTION2(__fdiv_##r, float, "f", "div." #ptx ".f32")                                                \
    HW_INSTRUCTION3(__fmaf_##r, float, "f", "fma." #ptx ".f32")                                                \
    HW_INSTRUCTION3(__fmaf_ieee_##r, float, "f", "fma." #ptx ".f32")                                           \
    HW_INSTRUCTION1(__frcp_##r, float, "f", "rcp." #ptx ".f32", float, "f")                                    \
    HW_INSTRUCTION1(__fsqrt_##r, float, "f", "sqrt." #ptx ".f32", float, "f")                                  \
    HW_INSTRUCTION1(__double2float_##r, float, "f", "cvt." #ptx ".f32.f64", double, "d")                       \
    HW_INSTRUCTION1(__int2float_##r, float, "f", "cvt." #ptx ".f32.s32", int, "r")                             \
    HW_INSTRUCTION1(__uint2float_##r, float, "f", "cvt." #ptx ".f32.u32", unsigned, "r")                       \
    HW_INSTRUCTION1(__ll2float_##r, float, "f", "cvt." #ptx ".f32.s64", long long, "l")                        \
    HW_INSTRUCTION1(__ull2float_##r, float, "f", "cvt." #ptx ".f32.u64", unsigned long long, "l")              \
    HW_INSTRUCTION1(__float2int_##r, int, "r", "cvt." #ptx "i.s32.f32", float, "f")                            \
    HW_INSTRUCTION1(__float2uint_##r, unsigned, "r", "cvt." #ptx "i.u32.f32", float, "f")                      \
    HW_INSTRUCTION1(__float2ll_##r, long long, "l", "cvt." #ptx "i.s64.f32", float, "f")                       \
    HW_INSTRUCTION1(__float2ull_##r, unsigned long long, "l", "cvt." #ptx "i.u64.f32", float, "f")
#define HW_ROUNDED_DOUBLE(r, ptx)                                                                                 \
    HW_INSTRUCTION2(__dadd_##r, double, "d", "add." #ptx ".f64")                                               \
    HW_INSTRUCTION2(__dsub_##r, double, "d", "sub." #ptx ".f64")                                               \
    HW_INSTRUCTION2(__dmul_##r, double, "d", "mul." #ptx ".f64")                                               \
    HW_INSTRUCTION2(__ddiv_##r, double, "d", "div." #ptx ".f64")                                               \
    HW_INSTRUCTION3(__fma_##r, double, "d", "fma." #ptx ".f64")                                                \
    HW_INSTRUCTION1(__drcp_##r, double, "d", "rcp." #ptx ".f64", double, "d")                                  \
    HW_INSTRUCTION1(__dsqrt_##r, double, "d", "sqrt." #ptx ".f64", double, "d")                                \
    HW_INSTRUCTION1(__ll2double_##r, double, "d", "cvt." #ptx ".f64.s64", long long, "l")                      \
    HW_INSTRUCTION1(__ull2double_##r, double, "d", "cvt." #ptx ".f64.u64", unsigned long long, "l")            \
    HW_INSTRUCTION1(__double2int_##r, int, "r", "cvt." #ptx "i.s32.f64", double, "d")                          \
    HW_INSTRUCTION1(__double2uint_##r, unsigned, "r", "cvt." #ptx "i.u32.f64", double, "d")                    \
    HW_INSTRUCTION1(__double2ll_##r, long long, "l", "cvt." #ptx "i.s64.f64", double, "d")                     \
    HW_INSTRUCTION1(__double2ull_##r, unsigned long long, "l", "cvt." #ptx "i.u64.f64", double, "d")
#define HW_ALL_ROUNDINGS(rows) rows(rn, rn) rows(rz, rz) rows(ru, rp) rows(rd, rm)
HW_ALL_ROUNDINGS(HW_ROUNDED_FLOAT)
HW_ALL_ROUNDINGS(HW_ROUNDED_DOUBLE)

HW_INSTRUCTION1(__int2double_rn, double, "d", "cvt.rn.f64.s32", int, "r")
HW_INSTRUCTION1(__uint2double_rn, double, "d", "cvt.rn.f64.u32", unsigned, "r")

HW_INSTRUCTION1(__float_as_int, int, "r", "mov.b32", float, "f")
HW_INSTRUCTION1(__float_as_uint, unsigned, "r", "mov.b32", float, "f")
HW_INSTRUCTION1(__int_as_float, float, "f", "mov.b32", int, "r")
HW_INSTRUCTION1(__uint_as_float, float, "f", "mov.b32", unsigned, "r")
HW_INSTRUCTION1(__double_as_longlong, long long, "l", "mov.b64", double, "d")
HW_INSTRUCTION1(__longlong_as_double, double, "d", "mov.b64", long long, "l")

HW_INSTRUCTION1(__saturatef, float, "f", "cvt.sat.f32.f32", float, "f")
HW_INSTRUCTION1(__frsqrt_rn, float, "f", "rsqrt.approx.f32", float, "f")
HW_INSTRUCTION1(__sinf, float, "f", "sin.approx.f32", float, "f")
HW_INSTRUCTION1(__cosf, float, "f", "cos.approx.f32", float, "f")
HW_INSTRUCTION1(__log2f, float, "f", "lg2.approx.f32", float, "f")
HW_INSTRUCTION1(hw_exp2_approximate, float, "f", "ex2.approx.f32", float, "f")
HW_INSTRUCTION2(__fdividef, float, "f", "div.approx.f32")
/* clang-format on */

#undef HW_ALL_ROUNDINGS
#undef HW_ROUNDED_FLOAT
#undef HW_ROUNDED_DOUBLE
#undef HW_INSTRUCTION1
#undef HW_INSTRUCTION2
#undef HW_INSTRUCTION3

HW_DEVICE int __double2hiint(double x)
{
    return (int)(__double_as_longlong(x) >> 32);
}
HW_DEVICE int __double2loint(double x)
{
    return (int)__double_as_longlong(x);
}
HW_DEVICE double __hiloint2double(int high, int low)
{
    return __longlong_as_double((long long)high << 32 | (unsigned)low);
}

HW_DEVICE float __expf(float x)
{
    return hw_exp2_approximate(x * 1.44269504f);
}
HW_DEVICE float __exp10f(float x)
{
    return hw_exp2_approximate(x * 3.32192809f);
}
HW_DEVICE float __logf(float x)
{
    return __log2f(x) * 0.693147181f;
}
HW_DEVICE float __log10f(float x)
{
    return __log2f(x) * 0.301029996f;
}
HW_DEVICE float __powf(float x, float y)
{
    return hw_exp2_approximate(y * __log2f(x));
}
HW_DEVICE float __tanf(float x)
{
    return __fdividef(__sinf(x), __cosf(x));
}
HW_DEVICE void __sincosf(float x, float *sine, float *cosine)
{
    *sine = __sinf(x);
    *cosine = __cosf(x);
}

#endif
