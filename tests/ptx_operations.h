/* SPDX-License-Identifier: MIT */
/* The operations of random PTX programs: a line each, with the text and what it gives, in C.
 *
 * The columns: the text, in which $d is the result and $a, $b, $c the operands; the classes of the four, '-'
 * where there is none; an expression of the operands' values a, b, c.  The classes: w 32 bits, d 64 bits,
 * f single, g double, p predicate.  Values are kept as bits; f() and g() make numbers of them, and fb(), gb()
 * bits of numbers. */
#ifndef HW_TESTS_PTX_OPERATIONS_H
#define HW_TESTS_PTX_OPERATIONS_H

/* clang-format off */
#define PTX_OPERATIONS(X) \
    /* integers of 32 bits */ \
    X("add.u32 $d, $a, $b;", "www-", a + b) \
    X("sub.s32 $d, $a, $b;", "www-", a - b) \
    X("add.sat.s32 $d, $a, $b;", "www-", saturated_s32(s32(a) + s32(b))) \
    X("sub.sat.s32 $d, $a, $b;", "www-", saturated_s32(s32(a) - s32(b))) \
    X("mul.lo.u32 $d, $a, $b;", "www-", a * b) \
    X("mul.hi.u32 $d, $a, $b;", "www-", (a * b) >> 32) \
    X("mul.hi.s32 $d, $a, $b;", "www-", (uint64_t)(s32(a) * s32(b)) >> 32) \
    X("mul24.lo.u32 $d, $a, $b;", "www-", (a & 0xffffff) * (b & 0xffffff)) \
    X("mul24.lo.s32 $d, $a, $b;", "www-", (uint64_t)(s24(a) * s24(b))) \
    X("mad.lo.s32 $d, $a, $b, $c;", "wwww", a * b + c) \
    X("mad.hi.u32 $d, $a, $b, $c;", "wwww", ((a * b) >> 32) + c) \
    X("mad.hi.s32 $d, $a, $b, $c;", "wwww", ((uint64_t)(s32(a) * s32(b)) >> 32) + c) \
    X("sad.u32 $d, $a, $b, $c;", "wwww", (a > b ? a - b : b - a) + c) \
    X("sad.s32 $d, $a, $b, $c;", "wwww", (uint64_t)(s32(a) > s32(b) ? s32(a) - s32(b) : s32(b) - s32(a)) + c) \
    X("or.b32 %t, $b, 1; div.u32 $d, $a, %t;", "www-", a / (b | 1)) \
    X("or.b32 %t, $b, 1; div.s32 $d, $a, %t;", "www-", (uint64_t)(s32(a) / s32(b | 1))) \
    X("or.b32 %t, $b, 1; rem.u32 $d, $a, %t;", "www-", a % (b | 1)) \
    X("or.b32 %t, $b, 1; rem.s32 $d, $a, %t;", "www-", (uint64_t)(s32(a) % s32(b | 1))) \
    X("div.u32 $d, $a, 10;", "ww--", a / 10) \
    X("div.s32 $d, $a, 8;", "ww--", (uint64_t)(s32(a) / 8)) \
    X("rem.u32 $d, $a, 16;", "ww--", a % 16) \
    X("abs.s32 $d, $a;", "ww--", (uint64_t)(s32(a) < 0 ? -s32(a) : s32(a))) \
    X("neg.s32 $d, $a;", "ww--", 0 - a) \
    X("min.u32 $d, $a, $b;", "www-", a < b ? a : b) \
    X("max.u32 $d, $a, $b;", "www-", a > b ? a : b) \
    X("min.s32 $d, $a, $b;", "www-", s32(a) < s32(b) ? a : b) \
    X("max.s32 $d, $a, $b;", "www-", s32(a) > s32(b) ? a : b) \
    X("and.b32 $d, $a, $b;", "www-", a & b) \
    X("or.b32 $d, $a, $b;", "www-", a | b) \
    X("xor.b32 $d, $a, $b;", "www-", a ^ b) \
    X("not.b32 $d, $a;", "ww--", ~a) \
    X("cnot.b32 $d, $a;", "ww--", a == 0) \
    X("shl.b32 $d, $a, $b;", "www-", b > 31 ? 0 : a << b) \
    X("shr.u32 $d, $a, $b;", "www-", b > 31 ? 0 : a >> b) \
    X("shr.s32 $d, $a, $b;", "www-", (uint64_t)(s32(a) >> (b > 31 ? 31 : b))) \
    X("and.b32 %t, $b, 31; shl.b32 $d, $a, %t;", "www-", a << (b & 31)) \
    X("shl.b32 $d, $a, 3;", "ww--", a << 3) \
    X("popc.b32 $d, $a;", "ww--", (uint64_t)__builtin_popcountll(a)) \
    X("clz.b32 $d, $a;", "ww--", a ? (uint64_t)__builtin_clz((uint32_t)a) : 32) \
    X("brev.b32 $d, $a;", "ww--", reversed(a, 32)) \
    X("bfind.u32 $d, $a;", "ww--", a ? 31 - (uint64_t)__builtin_clz((uint32_t)a) : UINT32_MAX) \
    X("bfind.s32 $d, $a;", "ww--", highest_unlike_sign(a)) \
    X("bfe.u32 $d, $a, $b, $c;", "wwww", field(a, b, c, false)) \
    X("bfe.s32 $d, $a, $b, $c;", "wwww", field(a, b, c, true)) \
    X("bfe.u32 $d, $a, 5, 9;", "ww--", a >> 5 & 0x1ff) \
    X("bfi.b32 $d, $a, $b, 7, 12;", "www-", (b & ~((uint64_t)0xfff << 7)) | (a & 0xfff) << 7) \
    X("prmt.b32 $d, $a, $b, $c;", "wwww", permuted(a, b, c)) \
    X("slct.u32.s32 $d, $a, $b, $c;", "wwww", s32(c) >= 0 ? a : b) \
    X("slct.u32.f32 $d, $a, $b, $c;", "wwwf", f(c) >= 0 ? a : b) \
    X("selp.b32 $d, $a, $b, $c;", "wwwp", c ? a : b) \
    X("set.lt.u32.s32 $d, $a, $b;", "www-", s32(a) < s32(b) ? UINT32_MAX : 0) \
    X("set.gtu.u32.f32 $d, $a, $b;", "wff-", !(f(a) <= f(b)) ? UINT32_MAX : 0) \
    X("add.cc.u32 %t, $a, $b; addc.u32 $d, $c, 7;", "wwww", c + 7 + ((a + b) >> 32)) \
    X("sub.cc.u32 %t, $a, $b; addc.u32 $d, $c, 7;", "wwww", c + 7 + (a >= b)) \
    X("mad.lo.cc.u32 %t, $a, $b, $c; madc.hi.u32 $d, $a, $c, $b;", "wwww", \
      (a * c >> 32) + b + (((a * b & UINT32_MAX) + c) >> 32)) \
    X("sub.cc.u32 %t, $a, $b; subc.u32 $d, $c, $a;", "wwww", c - a - (a < b)) \
    X("cvt.u32.u8 $d, $a;", "ww--", a & 0xff) \
    X("cvt.s32.s8 $d, $a;", "ww--", (uint64_t)(int8_t)a) \
    X("cvt.s32.s16 $d, $a;", "ww--", (uint64_t)(int16_t)a) \
    X("cvt.sat.u8.s32 $d, $a;", "ww--", s32(a) < 0 ? 0 : s32(a) > 255 ? 255 : a) \
    X("cvt.u32.u64 $d, $a;", "wd--", a) \
    X("cvt.rni.s32.f32 $d, $a;", "wf--", to_s32(__builtin_rint((double)f(a)))) \
    X("cvt.rzi.u32.f32 $d, $a;", "wf--", to_u32(__builtin_trunc((double)f(a)))) \
    X("cvt.rmi.s32.f64 $d, $a;", "wg--", to_s32_of_double(__builtin_floor(g(a)))) \
    X("popc.b64 $d, $a;", "wd--", (uint64_t)__builtin_popcountll(a)) \
    X("clz.b64 $d, $a;", "wd--", a ? (uint64_t)__builtin_clzll(a) : 64) \
    /* integers of 64 bits */ \
    X("add.u64 $d, $a, $b;", "ddd-", a + b) \
    X("sub.s64 $d, $a, $b;", "ddd-", a - b) \
    X("mul.lo.u64 $d, $a, $b;", "ddd-", a * b) \
    X("mul.hi.u64 $d, $a, $b;", "ddd-", (uint64_t)((unsigned __int128)a * b >> 64)) \
    X("mul.hi.s64 $d, $a, $b;", "ddd-", (uint64_t)((__int128)(int64_t)a * (int64_t)b >> 64)) \
    X("mul.wide.u32 $d, $a, $b;", "dww-", a * b) \
    X("mul.wide.s32 $d, $a, $b;", "dww-", (uint64_t)(s32(a) * s32(b))) \
    X("mad.wide.u32 $d, $a, $b, $c;", "dwwd", a * b + c) \
    X("mad.wide.s32 $d, $a, $b, $c;", "dwwd", (uint64_t)(s32(a) * s32(b)) + c) \
    X("mad.lo.s64 $d, $a, $b, $c;", "dddd", a * b + c) \
    X("or.b64 %u, $b, 1; div.u64 $d, $a, %u;", "ddd-", a / (b | 1)) \
    X("or.b64 %u, $b, 4; div.s64 $d, $a, %u;", "ddd-", (uint64_t)((__int128)(int64_t)a / (int64_t)(b | 4))) \
    X("or.b64 %u, $b, 1; rem.u64 $d, $a, %u;", "ddd-", a % (b | 1)) \
    X("or.b64 %u, $b, 4; rem.s64 $d, $a, %u;", "ddd-", (uint64_t)((__int128)(int64_t)a % (int64_t)(b | 4))) \
    X("and.b64 $d, $a, $b;", "ddd-", a & b) \
    X("or.b64 $d, $a, $b;", "ddd-", a | b) \
    X("xor.b64 $d, $a, $b;", "ddd-", a ^ b) \
    X("not.b64 $d, $a;", "dd--", ~a) \
    X("neg.s64 $d, $a;", "dd--", 0 - a) \
    X("abs.s64 $d, $a;", "dd--", (int64_t)a < 0 ? 0 - a : a) \
    X("min.u64 $d, $a, $b;", "ddd-", a < b ? a : b) \
    X("max.u64 $d, $a, $b;", "ddd-", a > b ? a : b) \
    X("min.s64 $d, $a, $b;", "ddd-", (int64_t)a < (int64_t)b ? a : b) \
    X("max.s64 $d, $a, $b;", "ddd-", (int64_t)a > (int64_t)b ? a : b) \
    X("shl.b64 $d, $a, $b;", "ddw-", b > 63 ? 0 : a << b) \
    X("shr.u64 $d, $a, $b;", "ddw-", b > 63 ? 0 : a >> b) \
    X("shr.s64 $d, $a, $b;", "ddw-", (uint64_t)((int64_t)a >> (b > 63 ? 63 : b))) \
    X("and.b32 %t, $b, 63; shr.u64 $d, $a, %t;", "ddw-", a >> (b & 63)) \
    X("and.b32 %t, $b, 63; shl.b64 $d, $a, %t;", "ddw-", a << (b & 63)) \
    X("and.b32 %t, $b, 63; shr.s64 $d, $a, %t;", "ddw-", (uint64_t)((int64_t)a >> (b & 63))) \
    X("brev.b64 $d, $a;", "dd--", reversed(a, 64)) \
    X("selp.b64 $d, $a, $b, $c;", "dddp", c ? a : b) \
    X("mov.b64 $d, {$a, $b};", "dww-", a | b << 32) \
    X("mov.b64 {%t, $d}, $a;", "wd--", a >> 32) \
    X("cvt.u64.u32 $d, $a;", "dw--", a) \
    X("cvt.s64.s32 $d, $a;", "dw--", (uint64_t)s32(a)) \
    X("cvt.rzi.s64.f64 $d, $a;", "dg--", to_s64(__builtin_trunc(g(a)))) \
    /* singles */ \
    X("add.rn.f32 $d, $a, $b;", "fff-", fb(f(a) + f(b))) \
    X("sub.rn.f32 $d, $a, $b;", "fff-", fb(f(a) - f(b))) \
    X("mul.rn.f32 $d, $a, $b;", "fff-", fb(f(a) * f(b))) \
    X("fma.rn.f32 $d, $a, $b, $c;", "ffff", fb(__builtin_fmaf(f(a), f(b), f(c)))) \
    X("fma.rz.f32 $d, $a, $b, $c;", "ffff", hw_fp32_fma((uint32_t)a, (uint32_t)b, (uint32_t)c, rounded(HW_ROUND_RZ))) \
    X("add.rm.f32 $d, $a, $b;", "fff-", hw_fp32_add((uint32_t)a, (uint32_t)b, rounded(HW_ROUND_RM))) \
    X("mul.rp.f32 $d, $a, $b;", "fff-", hw_fp32_mul((uint32_t)a, (uint32_t)b, rounded(HW_ROUND_RP))) \
    X("add.ftz.f32 $d, $a, $b;", "fff-", hw_fp32_add((uint32_t)a, (uint32_t)b, (struct hw_fp32_mode){.ftz = HW_FTZ_FLUSH})) \
    X("fma.rn.ftz.f32 $d, $a, $b, $c;", "ffff", hw_fp32_fma((uint32_t)a, (uint32_t)b, (uint32_t)c, (struct hw_fp32_mode){.ftz = HW_FTZ_FLUSH})) \
    X("mul.sat.f32 $d, $a, $b;", "fff-", fb(saturated(f(a) * f(b)))) \
    X("div.rn.f32 $d, $a, $b;", "fff-", fb(f(a) / f(b))) \
    X("rcp.rn.f32 $d, $a;", "ff--", fb(1 / f(a))) \
    X("sqrt.rn.f32 $d, $a;", "ff--", fb(__builtin_sqrtf(f(a)))) \
    X("min.f32 $d, $a, $b;", "fff-", hw_fp32_min((uint32_t)a, (uint32_t)b, flushes)) \
    X("max.f32 $d, $a, $b;", "fff-", hw_fp32_max((uint32_t)a, (uint32_t)b, flushes)) \
    X("neg.f32 $d, $a;", "ff--", flushed((uint32_t)a) ^ 0x80000000u) \
    X("abs.f32 $d, $a;", "ff--", flushed((uint32_t)a) & 0x7fffffffu) \
    X("copysign.f32 $d, 0fBF800000, $a;", "ff--", a | 0x80000000u) \
    X("cvt.rn.f32.s32 $d, $a;", "fw--", fb((float)(int32_t)a)) \
    X("cvt.rn.f32.u32 $d, $a;", "fw--", fb((float)(uint32_t)a)) \
    X("cvt.rn.f32.f64 $d, $a;", "fg--", whole_fb((float)g(a))) \
    X("cvt.rmi.f32.f32 $d, $a;", "ff--", fb(__builtin_floorf(f(a)))) \
    X("selp.f32 $d, $a, $b, $c;", "fffp", c ? a : b) \
    X("mov.b32 $d, $a;", "fw--", a) \
    /* doubles */ \
    X("add.rn.f64 $d, $a, $b;", "ggg-", gb(g(a) + g(b))) \
    X("sub.rn.f64 $d, $a, $b;", "ggg-", gb(g(a) - g(b))) \
    X("mul.rn.f64 $d, $a, $b;", "ggg-", gb(g(a) * g(b))) \
    X("fma.rn.f64 $d, $a, $b, $c;", "gggg", gb(__builtin_fma(g(a), g(b), g(c)))) \
    X("div.rn.f64 $d, $a, $b;", "ggg-", gb(g(a) / g(b))) \
    X("rcp.rn.f64 $d, $a;", "gg--", gb(1 / g(a))) \
    X("sqrt.rn.f64 $d, $a;", "gg--", gb(__builtin_sqrt(g(a)))) \
    X("neg.f64 $d, $a;", "gg--", a ^ (uint64_t)1 << 63) \
    X("cvt.f64.f32 $d, $a;", "gf--", gb((double)whole_f(a))) \
    X("cvt.rn.f64.s32 $d, $a;", "gw--", gb((double)(int32_t)a)) \
    X("cvt.rn.f64.u64 $d, $a;", "gd--", gb((double)a)) \
    /* predicates */ \
    X("setp.eq.u32 $d, $a, $b;", "pww-", a == b) \
    X("setp.lt.u32 $d, $a, $b;", "pww-", a < b) \
    X("setp.ge.s32 $d, $a, $b;", "pww-", s32(a) >= s32(b)) \
    X("setp.gt.s32 $d, $a, 100;", "pw--", s32(a) > 100) \
    X("setp.le.u64 $d, $a, $b;", "pdd-", a <= b) \
    X("setp.gt.u64 $d, $a, $b;", "pdd-", a > b) \
    X("setp.hs.u64 $d, $a, $b;", "pdd-", a >= b) \
    X("setp.lt.s64 $d, $a, $b;", "pdd-", (int64_t)a < (int64_t)b) \
    X("setp.ge.s64 $d, $a, $b;", "pdd-", (int64_t)a >= (int64_t)b) \
    X("setp.eq.b64 $d, $a, $b;", "pdd-", a == b) \
    X("setp.ne.s64 $d, $a, $b;", "pdd-", a != b) \
    X("setp.lt.f32 $d, $a, $b;", "pff-", f(a) < f(b)) \
    X("setp.neu.f32 $d, $a, $b;", "pff-", f(a) != f(b)) \
    X("setp.num.f32 $d, $a, $b;", "pff-", f(a) == f(a) && f(b) == f(b)) \
    X("setp.ge.f64 $d, $a, $b;", "pgg-", g(a) >= g(b)) \
    X("setp.ne.and.u32 $d, $a, $b, $c;", "pwwp", a != b && c) \
    X("setp.gt.or.s32 $d, $a, $b, !$c;", "pwwp", s32(a) > s32(b) || !c) \
    X("and.pred $d, $a, $b;", "ppp-", a & b) \
    X("xor.pred $d, $a, $b;", "ppp-", a ^ b) \
    X("not.pred $d, $a;", "pp--", !a)
/* clang-format on */

#endif
