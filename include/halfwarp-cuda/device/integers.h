/* SPDX-License-Identifier: MIT */
/* Functions of integers that are one instruction or a few. */
#ifndef HALFWARP_CUDA_DEVICE_INTEGERS_H
#define HALFWARP_CUDA_DEVICE_INTEGERS_H

#include "attributes.h"

HW_DEVICE int __mul24(int a, int b)
{
    return __nvvm_mul24_i(a, b);
}
HW_DEVICE unsigned __umul24(unsigned a, unsigned b)
{
    return __nvvm_mul24_ui(a, b);
}
HW_DEVICE int __mulhi(int a, int b)
{
    return __nvvm_mulhi_i(a, b);
}
HW_DEVICE unsigned __umulhi(unsigned a, unsigned b)
{
    return __nvvm_mulhi_ui(a, b);
}
HW_DEVICE long long __mul64hi(long long a, long long b)
{
    return __nvvm_mulhi_ll(a, b);
}
HW_DEVICE unsigned long long __umul64hi(unsigned long long a, unsigned long long b)
{
    return __nvvm_mulhi_ull(a, b);
}

HW_DEVICE int __popc(unsigned x)
{
    return __builtin_popcount(x);
}
HW_DEVICE int __popcll(unsigned long long x)
{
    return __builtin_popcountll(x);
}
HW_DEVICE int __clz(int x)
{
    return x == 0 ? 32 : __builtin_clz((unsigned)x);
}
HW_DEVICE int __clzll(long long x)
{
    return x == 0 ? 64 : __builtin_clzll((unsigned long long)x);
}
HW_DEVICE int __ffs(int x)
{
    return __builtin_ffs(x);
}
HW_DEVICE int __ffsll(long long x)
{
    return __builtin_ffsll(x);
}
HW_DEVICE unsigned __brev(unsigned x)
{
    return __builtin_bitreverse32(x);
}
HW_DEVICE unsigned long long __brevll(unsigned long long x)
{
    return __builtin_bitreverse64(x);
}
HW_DEVICE unsigned __byte_perm(unsigned a, unsigned b, unsigned selector)
{
    unsigned result;
    asm("prmt.b32 %0, %1, %2, %3;" : "=r"(result) : "r"(a), "r"(b), "r"(selector & 0x7777));
    return result;
}

/* The middle of two words shifted; the amount modulo 32, or at most 32 (c). */
HW_DEVICE unsigned __funnelshift_l(unsigned low, unsigned high, unsigned shift)
{
    return (unsigned)(((unsigned long long)high << 32 | low) << (shift & 31) >> 32);
}
HW_DEVICE unsigned __funnelshift_r(unsigned low, unsigned high, unsigned shift)
{
    return (unsigned)(((unsigned long long)high << 32 | low) >> (shift & 31));
}
HW_DEVICE unsigned __funnelshift_lc(unsigned low, unsigned high, unsigned shift)
{
    return shift >= 32 ? low : __funnelshift_l(low, high, shift);
}
HW_DEVICE unsigned __funnelshift_rc(unsigned low, unsigned high, unsigned shift)
{
    return shift >= 32 ? high : __funnelshift_r(low, high, shift);
}

HW_DEVICE unsigned __sad(int a, int b, unsigned c)
{
    unsigned result;
    asm("sad.s32 %0, %1, %2, %3;" : "=r"(result) : "r"(a), "r"(b), "r"(c));
    return result;
}
HW_DEVICE unsigned __usad(unsigned a, unsigned b, unsigned c)
{
    unsigned result;
    asm("sad.u32 %0, %1, %2, %3;" : "=r"(result) : "r"(a), "r"(b), "r"(c));
    return result;
}
HW_DEVICE int __hadd(int a, int b)
{
    return (int)(((long long)a + b) >> 1);
}
HW_DEVICE int __rhadd(int a, int b)
{
    return (int)(((long long)a + b + 1) >> 1);
}
HW_DEVICE unsigned __uhadd(unsigned a, unsigned b)
{
    return (unsigned)(((unsigned long long)a + b) >> 1);
}
HW_DEVICE unsigned __urhadd(unsigned a, unsigned b)
{
    return (unsigned)(((unsigned long long)a + b + 1) >> 1);
}
HW_DEVICE unsigned __fns(unsigned mask, unsigned base, int offset)
{
    const int step = offset < 0 ? -1 : 1;
    int left = offset < 0 ? -offset : offset;
    if (offset == 0)
        return mask >> (base & 31) & 1 ? base : 0xffffffffu;
    for (int k = (int)base; k >= 0 && k < 32; k += step)
        if ((mask >> k & 1) && --left == 0)
            return (unsigned)k;
    return 0xffffffffu;
}

/* Products of bytes or halves, summed: an instruction from sm_61 on. */
HW_DEVICE int hw_byte(int word, int k)
{
    return (signed char)(word >> 8 * k);
}
HW_DEVICE unsigned hw_byte(unsigned word, int k)
{
    return word >> 8 * k & 255;
}
HW_DEVICE int hw_half_word(int word, int k)
{
    return (short)(word >> 16 * k);
}
HW_DEVICE unsigned hw_half_word(unsigned word, int k)
{
    return word >> 16 * k & 65535;
}

#if __CUDA_ARCH__ >= 610
#define HW_DOT(name, type, code, first)                                       \
    HW_DEVICE type name(type a, type b, type c)                               \
    {                                                                         \
        type result;                                                          \
        asm(code " %0, %1, %2, %3;" : "=r"(result) : "r"(a), "r"(b), "r"(c)); \
        return result;                                                        \
    }
#define HW_DOT4(type, code)              HW_DOT(__dp4a, type, "dp4a" code, 0)
#define HW_DOT2(name, type, code, first) HW_DOT(name, type, "dp2a" code, first)
#else
#define HW_DOT4(type, code)                       \
    HW_DEVICE type __dp4a(type a, type b, type c) \
    {                                             \
        for (int k = 0; k < 4; k++)               \
            c += hw_byte(a, k) * hw_byte(b, k);   \
        return c;                                 \
    }
#define HW_DOT2(name, type, code, first)                                                                  \
    HW_DEVICE type name(type a, type b, type c)                                                           \
    {                                                                                                     \
        return c + hw_half_word(a, 0) * hw_byte(b, first) + hw_half_word(a, 1) * hw_byte(b, (first) + 1); \
    }
#endif
/* clang-format off */
HW_DOT4(int, ".s32.s32")
HW_DOT4(unsigned, ".u32.u32")
HW_DOT2(__dp2a_lo, int, ".lo.s32.s32", 0)
HW_DOT2(__dp2a_hi, int, ".hi.s32.s32", 2)
HW_DOT2(__dp2a_lo, unsigned, ".lo.u32.u32", 0)
HW_DOT2(__dp2a_hi, unsigned, ".hi.u32.u32", 2)
/* clang-format on */
#undef HW_DOT
#undef HW_DOT2
#undef HW_DOT4

/* The host has these, too. */
#define HW_EXTREME(name, type, compare) \
    HW_BOTH type name(type a, type b)   \
    {                                   \
        return a compare b ? a : b;     \
    }
#define HW_EXTREMES(type) HW_EXTREME(min, type, <) HW_EXTREME(max, type, >)
/* clang-format off */
HW_EXTREMES(int)
HW_EXTREMES(unsigned)
HW_EXTREMES(long)
HW_EXTREMES(unsigned long)
HW_EXTREMES(long long)
HW_EXTREMES(unsigned long long)
HW_EXTREME(umin, unsigned, <)
HW_EXTREME(umax, unsigned, >)
HW_EXTREME(llmin, long long, <)
HW_EXTREME(llmax, long long, >)
HW_EXTREME(ullmin, unsigned long long, <)
HW_EXTREME(ullmax, unsigned long long, >)
/* clang-format on */
#define HW_MIXED(a, b, type)          \
    HW_BOTH type min(a x, b y)        \
    {                                 \
        return min((type)x, (type)y); \
    }                                 \
    HW_BOTH type max(a x, b y)        \
    {                                 \
        return max((type)x, (type)y); \
    }
HW_MIXED(int, unsigned, unsigned)
HW_MIXED(unsigned, int, unsigned)
HW_MIXED(long, unsigned long, unsigned long)
HW_MIXED(unsigned long, long, unsigned long)
HW_MIXED(long long, unsigned long long, unsigned long long)
HW_MIXED(unsigned long long, long long, unsigned long long)
#undef HW_MIXED
#undef HW_EXTREME
#undef HW_EXTREMES

HW_DEVICE int abs(int x)
{
    return x < 0 ? -x : x;
}
HW_DEVICE long abs(long x)
{
    return x < 0 ? -x : x;
}
HW_DEVICE long long abs(long long x)
{
    return x < 0 ? -x : x;
}
HW_DEVICE long labs(long x)
{
    return x < 0 ? -x : x;
}
HW_DEVICE long long llabs(long long x)
{
    return x < 0 ? -x : x;
}

#endif
