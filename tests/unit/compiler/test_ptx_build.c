/* SPDX-License-Identifier: MIT */
/* PTX as the intermediate form: snippets give what the manual says, before static single assignment, in it
 * and behind all passes; random straight programs give the same at each of these points. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "built_ptx.h"

/* Registers 1 to 3 of each size get the three arguments; the result is register 0 of one size. */
static const char snippet_text[] =
    ".version 6.4\n.target sm_61\n.address_size 64\n"
    ".global .align 8 .b8 memory[64];\n.const .align 4 .b32 table[4] = {10, 20, 30, 40};\n"
    ".shared .align 8 .b8 common[64];\n"
    ".func (.param .b32 out) twice(.param .b32 in) { .reg .b32 %%r<2>; ld.param.b32 %%r0, [in]; "
    "add.s32 %%r1, %%r0, %%r0; st.param.b32 [out], %%r1; ret; }\n"
    ".func (.param .align 8 .b8 out[12]) turned(.param .align 8 .b8 in[12]) { .reg .b32 %%r<4>; .reg .b64 "
    "%%d;\n"
    "ld.param.b64 %%d, [in]; ld.param.b32 %%r0, [in+8]; st.param.b32 [out], %%r0; mov.b64 {%%r1, %%r2}, %%d;"
    "st.param.b32 [out+4], %%r2; st.param.b32 [out+8], %%r1; ret; }\n"
    ".func (.reg .b32 out) plus(.reg .b32 a, .reg .b32 b) { add.s32 out, a, b; ret; }\n"
    ".func (.param .b64 out) f(.param .b64 a, .param .b64 b, .param .b64 c)\n{\n"
    ".reg .b16 %%h<8>; .reg .b32 %%r<8>; .reg .b64 %%d<8>; .reg .pred %%p<8>; .local .align 8 .b8 own[64];\n"
    "ld.param.b64 %%d1, [a]; ld.param.b64 %%d2, [b]; ld.param.b64 %%d3, [c];\n"
    "cvt.u32.u64 %%r1, %%d1; cvt.u32.u64 %%r2, %%d2; cvt.u32.u64 %%r3, %%d3;\n"
    "cvt.u16.u64 %%h1, %%d1; cvt.u16.u64 %%h2, %%d2; cvt.u16.u64 %%h3, %%d3;\n"
    "setp.ne.s64 %%p1, %%d1, 0; setp.ne.s64 %%p2, %%d2, 0; setp.ne.s64 %%p3, %%d3, 0;\n"
    "mov.b64 %%d0, 77; mov.b32 %%r0, 77; mov.b16 %%h0, 77; setp.eq.s32 %%p0, 0, 1;\n"
    "%s\n%s\nst.param.b64 [out], %%d0;\nret;\n}\n";

struct snippet {
    const char *text;
    char result; /* h r d p: which register 0 is it */
    uint64_t in[3], out;
};

/* clang-format off */
#define ALL UINT64_MAX
#define NEG(n) ((uint64_t)-(int64_t)(n))
static const struct snippet snippets[] = {
    /* integers */
    {"add.s32 %r0, %r1, %r2;", 'r', {5, 7}, 12},
    {"add.u16 %h0, %h1, %h2;", 'h', {0xffff, 2}, 1},
    {"add.s64 %d0, %d1, %d2;", 'd', {ALL, 2}, 1},
    {"add.sat.s32 %r0, %r1, %r2;", 'r', {0x7fffffff, 1}, 0x7fffffff},
    {"sub.sat.s32 %r0, %r1, %r2;", 'r', {0x80000000, 1}, 0x80000000},
    {"sub.u32 %r0, %r1, -3;", 'r', {4}, 7},
    {"add.cc.u32 %r4, %r1, %r2; addc.u32 %r0, 0, 0;", 'r', {0xffffffff, 1}, 1},
    {"add.cc.u32 %r4, %r1, %r2; addc.cc.u32 %r5, %r1, 0; addc.u32 %r0, %r5, 5;", 'r', {0xffffffff, 1}, 6},
    {"sub.cc.u32 %r4, %r1, %r2; subc.u32 %r0, 10, 3;", 'r', {1, 2}, 6},
    {"sub.cc.u32 %r4, %r1, %r2; addc.u32 %r0, 10, 3;", 'r', {2, 1}, 14}, /* the carry is the complement of a borrow */
    {"add.cc.u64 %d4, %d1, %d2; addc.u64 %d0, 0, 0;", 'd', {ALL, ALL}, 1},
    {"mad.lo.cc.u32 %r4, %r1, %r2, %r3; madc.hi.u32 %r0, %r1, %r2, 0;", 'r', {0xffffffff, 0xffffffff, 0xffffffff}, 0xffffffff},
    {"mul.lo.s32 %r0, %r1, %r2;", 'r', {NEG(3), 5}, 0xfffffff1},
    {"mul.hi.s32 %r0, %r1, %r2;", 'r', {NEG(1), 5}, 0xffffffff},
    {"mul.hi.u32 %r0, %r1, %r2;", 'r', {0xffffffff, 5}, 4},
    {"mul.wide.s32 %d0, %r1, %r2;", 'd', {NEG(3), 5}, NEG(15)},
    {"mul.wide.u16 %r0, %h1, %h2;", 'r', {0xffff, 0xffff}, 0xfffe0001},
    {"mul.wide.s16 %r0, %h1, %h2;", 'r', {0xffff, 3}, 0xfffffffd},
    {"mul.hi.u64 %d0, %d1, %d2;", 'd', {ALL, ALL}, NEG(2)},
    {"mul.hi.s64 %d0, %d1, %d2;", 'd', {ALL, ALL}, 0},
    {"mad.lo.s32 %r0, %r1, %r2, %r3;", 'r', {3, 4, 5}, 17},
    {"mad.wide.u32 %d0, %r1, %r2, %d3;", 'd', {0xffffffff, 2, 1}, 0x1ffffffff},
    {"mad.hi.sat.s32 %r0, %r1, %r2, %r3;", 'r', {0x7fffffff, 0x7fffffff, 0x7fffffff}, 0x7fffffff},
    {"mul24.lo.u32 %r0, %r1, %r2;", 'r', {0xff000003, 5}, 15},
    {"mul24.hi.s32 %r0, %r1, %r2;", 'r', {0x00ffffff, 0x00010000}, 0xffffffff},
    {"mad24.lo.s32 %r0, %r1, %r2, %r3;", 'r', {0x00ffffff, 3, 10}, 7},
    {"sad.s32 %r0, %r1, %r2, %r3;", 'r', {NEG(4), 3, 100}, 107},
    {"sad.u16 %h0, %h1, %h2, %h3;", 'h', {1, 0xffff, 1}, 0xffff},
    {"div.s32 %r0, %r1, %r2;", 'r', {NEG(7), 2}, 0xfffffffd},
    {"div.u32 %r0, %r1, %r2;", 'r', {0xfffffff9, 2}, 0x7ffffffc},
    {"rem.s32 %r0, %r1, %r2;", 'r', {NEG(7), 2}, 0xffffffff},
    {"rem.u64 %d0, %d1, %d2;", 'd', {100, 7}, 2},
    {"div.u16 %h0, %h1, %h2;", 'h', {0xffff, 0x10}, 0xfff},
    {"abs.s32 %r0, %r1;", 'r', {NEG(5)}, 5},
    {"neg.s64 %d0, %d1;", 'd', {5}, NEG(5)},
    {"min.s32 %r0, %r1, %r2;", 'r', {NEG(5), 3}, 0xfffffffb},
    {"min.u32 %r0, %r1, %r2;", 'r', {NEG(5), 3}, 3},
    {"max.s16 %h0, %h1, %h2;", 'h', {0x8000, 3}, 3},
    /* bits */
    {"and.b32 %r0, %r1, %r2;", 'r', {0xff0, 0x0ff}, 0x0f0},
    {"xor.pred %p0, %p1, %p2;", 'p', {1, 0}, 1},
    {"not.pred %p0, %p1;", 'p', {1}, 0},
    {"not.b16 %h0, %h1;", 'h', {1}, 0xfffe},
    {"cnot.b32 %r0, %r1;", 'r', {0}, 1},
    {"lop3.b32 %r0, %r1, %r2, %r3, 0xE8;", 'r', {0xf0, 0xcc, 0xaa}, 0xe8},
    {"shl.b32 %r0, %r1, %r2;", 'r', {1, 31}, 0x80000000},
    {"shl.b32 %r0, %r1, %r2;", 'r', {1, 32}, 0},
    {"shl.b32 %r0, %r1, %r2;", 'r', {1, 0x100}, 0},
    {"shr.s32 %r0, %r1, %r2;", 'r', {0x80000000, 40}, 0xffffffff},
    {"shr.u64 %d0, %d1, %r2;", 'd', {ALL, 63}, 1},
    {"shr.s16 %h0, %h1, %r2;", 'h', {0x8000, 3}, 0xf000},
    {"shr.b16 %h0, %h1, 4;", 'h', {0xf234}, 0x0f23},
    {"shf.l.wrap.b32 %r0, %r1, %r2, %r3;", 'r', {0x80000000, 1, 33}, 3},
    {"shf.r.clamp.b32 %r0, %r1, %r2, %r3;", 'r', {0x11111111, 0x22222222, 40}, 0x22222222},
    {"bfe.u32 %r0, %r1, %r2, %r3;", 'r', {0x12345678, 8, 8}, 0x56},
    {"bfe.s32 %r0, %r1, %r2, %r3;", 'r', {0x0000f000, 12, 4}, 0xffffffff},
    {"bfe.s32 %r0, %r1, 28, 8;", 'r', {0x80000000}, 0xfffffff8},
    {"bfe.s64 %d0, %d1, 0, 0;", 'd', {ALL}, 0},
    {"bfi.b32 %r0, %r1, %r2, 8, 8;", 'r', {0xab, 0x12345678}, 0x1234ab78},
    {"bfi.b64 %d0, %d1, %d2, 60, 8;", 'd', {0xff, 1}, 0xf000000000000001},
    {"bfind.u32 %r0, %r1;", 'r', {0x00010000}, 16},
    {"bfind.s32 %r0, %r1;", 'r', {ALL}, 0xffffffff},
    {"bfind.shiftamt.s64 %r0, %d1;", 'r', {1}, 63},
    {"popc.b64 %r0, %d1;", 'r', {0xff00ff}, 16},
    {"clz.b32 %r0, %r1;", 'r', {0}, 32},
    {"clz.b64 %r0, %d1;", 'r', {1}, 63},
    {"brev.b32 %r0, %r1;", 'r', {1}, 0x80000000},
    {"prmt.b32 %r0, %r1, %r2, 0x5410;", 'r', {0x11223344, 0x55667788}, 0x77883344},
    {"prmt.b32 %r0, %r1, %r2, 0xbbbb;", 'r', {0x91223344, 0}, 0xffffffff},
    {"prmt.b32.b4e %r0, %r1, %r2, %r3;", 'r', {0x03020100, 0x07060504, 1}, 0x06070001},
    {"prmt.b32.rc16 %r0, %r1, %r2, %r3;", 'r', {0x03020100, 0, 1}, 0x03020302},
    {"dp4a.s32.s32 %r0, %r1, %r2, %r3;", 'r', {0x01ff0203, 0x01010101, 10}, 15},
    {"dp4a.u32.u32 %r0, %r1, %r2, %r3;", 'r', {0x01ff0203, 0x01010101, 10}, 271},
    {"dp2a.lo.s32.s32 %r0, %r1, %r2, %r3;", 'r', {0x0002ffff, 0x05060304, 1}, 3},
    {"bmsk.clamp.b32 %r0, %r1, %r2;", 'r', {4, 8}, 0xff0},
    {"bmsk.clamp.b32 %r0, %r1, %r2;", 'r', {4, 99}, 0xfffffff0},
    {"szext.wrap.s32 %r0, %r1, %r2;", 'r', {0xff, 8}, 0xffffffff},
    {"szext.clamp.u32 %r0, %r1, %r2;", 'r', {0xfff, 8}, 0xff},
    /* comparisons */
    {"setp.lt.s32 %p0, %r1, %r2;", 'p', {NEG(1), 1}, 1},
    {"setp.lo.u32 %p0, %r1, %r2;", 'p', {NEG(1), 1}, 0},
    {"setp.hs.u64 %p0, %d1, %d2;", 'p', {NEG(1), 1}, 1},
    {"setp.lt.and.s32 %p0|%p4, %r1, %r2, %p3; selp.b32 %r0, 1, 0, %p0; @%p4 add.s32 %r0, %r0, 2;", 'r', {1, 2, 1}, 1},
    {"setp.ge.or.s32 %p0|%p4, %r1, %r2, !%p3; selp.b32 %r0, 1, 0, %p0; @%p4 add.s32 %r0, %r0, 2;", 'r', {1, 2, 0}, 3},
    {"setp.eq.xor.u32 %p3|%p4, %r1, %r2, %p3; selp.b32 %r0, 1, 0, %p3; @%p4 add.s32 %r0, %r0, 2;", 'r', {2, 2, 1}, 2},
    {"setp.ltu.f32 %p0, %r1, %r2;", 'p', {0x7fc00000, 0}, 1},
    {"setp.lt.f32 %p0, %r1, %r2;", 'p', {0x7fc00000, 0}, 0},
    {"setp.nan.f64 %p0, %d1, %d2;", 'p', {0x7ff8000000000000, 0}, 1},
    {"setp.num.f32 %p0, %r1, %r2;", 'p', {0x7fc00000, 0}, 0},
    {"setp.eq.ftz.f32 %p0, %r1, %r2;", 'p', {1, 0}, 1},
    {"setp.gt.f16 %p0, %h1, %h2;", 'p', {0x4000, 0x3c00}, 1},
    {"setp.gt.f16x2 %p0|%p4, %r1, %r2; selp.b32 %r0, 1, 0, %p0; @%p4 add.s32 %r0, %r0, 2;", 'r', {0x40003c00, 0x3c004000}, 2},
    {"set.gt.u32.s32 %r0, %r1, %r2;", 'r', {2, 1}, 0xffffffff},
    {"set.le.f32.f32 %r0, %r1, %r2;", 'r', {0x3f800000, 0x3f800000}, 0x3f800000},
    {"set.ne.and.u32.s32 %r0, %r1, %r2, %p3;", 'r', {2, 1, 0}, 0},
    {"set.lt.f16x2.f16x2 %r0, %r1, %r2;", 'r', {0x40003c00, 0x3c004000}, 0x00003c00},
    {"selp.b64 %d0, %d1, %d2, %p3;", 'd', {5, 6, 0}, 6},
    {"slct.s32.s32 %r0, %r1, %r2, %r3;", 'r', {5, 6, 0}, 5},
    {"slct.u64.f32 %d0, %d1, %d2, %r3;", 'd', {5, 6, 0x80000000}, 5},
    {"slct.u64.f32 %d0, %d1, %d2, %r3;", 'd', {5, 6, 0x7fc00000}, 6},
    /* moves and conversions */
    {"mov.b64 %d0, {%r1, %r2};", 'd', {1, 2}, 0x200000001},
    {"mov.b64 {%r4, %r0}, %d1;", 'r', {0x200000001}, 2},
    {"mov.b64 {%r1, %r2}, %d3; mov.b64 {%r2, %r1}, %d3; mov.b64 %d0, {%r1, %r2};", 'd', {0, 0, 0x500000006}, 0x600000005},
    {"mov.b32 {%h4, _}, %r1; cvt.u32.u16 %r0, %h4;", 'r', {0x12345678}, 0x5678},
    {"mov.b32 %r0, {%h1, %h2};", 'r', {0x1111, 0x2222}, 0x22221111},
    {"mov.b64 %d0, {%h1, %h2, %h3, %h1};", 'd', {1, 2, 3}, 0x0001000300020001},
    {"mov.f32 %r0, 1.5;", 'r', {0}, 0x3fc00000},
    {"mov.f64 %d0, 0d3FF8000000000000;", 'd', {0}, 0x3ff8000000000000},
    {"mov.f32 %r0, 0dBFF8000000000000;", 'r', {0}, 0xbfc00000},
    {"cvt.s32.s8 %r0, %r1;", 'r', {0x1ff}, 0xffffffff},
    {"cvt.u32.u8 %r0, %h1;", 'r', {0x1ff}, 0xff},
    {"cvt.s64.s32 %d0, %r1;", 'd', {0x80000000}, 0xffffffff80000000},
    {"cvt.u64.u32 %d0, %r1;", 'd', {0x80000000}, 0x80000000},
    {"cvt.u16.s32 %h0, %r1;", 'h', {0x12345678}, 0x5678},
    {"cvt.s8.s32 %r0, %r1;", 'r', {0xff}, 0xffffffff},
    {"cvt.sat.u8.s32 %r0, %r1;", 'r', {NEG(5)}, 0},
    {"cvt.sat.s16.s32 %h0, %r1;", 'h', {70000}, 0x7fff},
    {"cvt.rn.f32.s32 %r0, %r1;", 'r', {NEG(2)}, 0xc0000000},
    {"cvt.rz.f32.u64 %r0, %d1;", 'r', {0xffffffffffffffff}, 0x5f7fffff},
    {"cvt.rzi.s32.f32 %r0, %r1;", 'r', {0xc0200000}, 0xfffffffe},
    {"cvt.rni.s32.f32 %r0, %r1;", 'r', {0x40200000}, 2},
    {"cvt.rpi.u32.f64 %r0, %d1;", 'r', {0x4004000000000000}, 3},
    {"cvt.rzi.u32.f32 %r0, %r1;", 'r', {0xbf800000}, 0},
    {"cvt.rmi.f32.f32 %r0, %r1;", 'r', {0xbfc00000}, 0xc0000000},
    {"cvt.f64.f32 %d0, %r1;", 'd', {0x3f800000}, 0x3ff0000000000000},
    {"cvt.rn.f32.f64 %r0, %d1;", 'r', {0x3ff0000000000000}, 0x3f800000},
    {"cvt.rn.f16.f32 %h0, %r1;", 'h', {0x3f800000}, 0x3c00},
    {"cvt.f32.f16 %r0, %h1;", 'r', {0xc000}, 0xc0000000},
    {"cvt.sat.f32.f32 %r0, %r1;", 'r', {0x40000000}, 0x3f800000},
    {"cvt.rn.f16x2.f32 %r0, %r1, %r2;", 'r', {0x3f800000, 0x40000000}, 0x3c004000},
    {"cvt.pack.sat.s16.s32 %r0, %r1, %r2;", 'r', {70000, NEG(2)}, 0x7ffffffe},
    {"cvt.pack.sat.u8.s32.b32 %r0, %r1, %r2, %r3;", 'r', {300, NEG(2), 0x1234}, 0x1234ff00},
    /* floats */
    {"add.f32 %r0, %r1, %r2;", 'r', {0x3f800000, 0x40000000}, 0x40400000},
    {"add.rz.f32 %r0, %r1, %r2;", 'r', {0x3f800000, 0x33ffffff}, 0x3f800000},
    {"add.rp.f32 %r0, %r1, %r2;", 'r', {0x3f800000, 0x00000001}, 0x3f800001},
    {"add.ftz.f32 %r0, %r1, %r2;", 'r', {1, 1}, 0},
    {"sub.f64 %d0, %d1, %d2;", 'd', {0x4000000000000000, 0x3ff0000000000000}, 0x3ff0000000000000},
    {"mul.sat.f32 %r0, %r1, %r2;", 'r', {0x40000000, 0x40000000}, 0x3f800000},
    {"fma.rn.f32 %r0, %r1, %r2, %r3;", 'r', {0x3f800001, 0x3f800001, 0xbf800002}, 0x28800000},
    {"mad.rn.f32 %r0, %r1, %r2, %r3;", 'r', {0x3f800001, 0x3f800001, 0xbf800002}, 0x28800000},
    {"fma.rm.f64 %d0, %d1, %d2, %d3;", 'd', {0x4000000000000000, 0x4000000000000000, 0x3ff0000000000000}, 0x4014000000000000},
    {"div.rn.f32 %r0, %r1, %r2;", 'r', {0x3f800000, 0x40400000}, 0x3eaaaaab},
    {"div.rz.f32 %r0, %r1, %r2;", 'r', {0x3f800000, 0x40400000}, 0x3eaaaaaa},
    {"rcp.rn.f64 %d0, %d1;", 'd', {0x4000000000000000}, 0x3fe0000000000000},
    {"sqrt.rn.f32 %r0, %r1;", 'r', {0x40800000}, 0x40000000},
    {"abs.f32 %r0, %r1;", 'r', {0xbf800000}, 0x3f800000},
    {"neg.f64 %d0, %d1;", 'd', {0x3ff0000000000000}, 0xbff0000000000000},
    {"min.f32 %r0, %r1, %r2;", 'r', {0x7fc00000, 0x3f800000}, 0x3f800000},
    {"min.NaN.f32 %r0, %r1, %r2;", 'r', {0x7fc00000, 0x3f800000}, 0x7fffffff},
    {"max.f64 %d0, %d1, %d2;", 'd', {0xbff0000000000000, 0}, 0},
    {"copysign.f32 %r0, %r1, %r2;", 'r', {0x80000000, 0x3f800000}, 0xbf800000},
    {"testp.subnormal.f32 %p0, %r1;", 'p', {1}, 1},
    {"testp.normal.f64 %p0, %d1;", 'p', {1}, 0},
    {"testp.notanumber.f32 %p0, %r1;", 'p', {0x7fc00000}, 1},
    {"ex2.approx.f32 %r0, %r1;", 'r', {0x40000000}, 0x40800000},
    {"lg2.approx.f32 %r0, %r1;", 'r', {0x40800000}, 0x40000000},
    {"add.f16 %h0, %h1, %h2;", 'h', {0x3c00, 0x4000}, 0x4200},
    {"fma.rn.f16x2 %r0, %r1, %r2, %r3;", 'r', {0x40003c00, 0x40004000, 0x3c003c00}, 0x45004200},
    /* guards */
    {"@%p1 add.s32 %r0, %r0, 1;", 'r', {1}, 78},
    {"@!%p1 add.s32 %r0, %r0, 1;", 'r', {1}, 77},
    {"@%p1 setp.eq.s32 %p1|%p4, 0, 1; selp.b32 %r0, 1, 0, %p1; @%p4 add.s32 %r0, %r0, 2;", 'r', {1}, 2},
    {"@%p1 mov.b64 {%r1, %r2}, %d3; mov.b64 %d0, {%r1, %r2};", 'd', {0, 2, 0x500000006}, 0x200000000},
    {"@%p1 bra on; mov.b32 %r0, 1; bra end; on: mov.b32 %r0, 2; end:", 'r', {1}, 2},
    {"@!%p1 bra on; mov.b32 %r0, 1; bra end; on: mov.b32 %r0, 2; end:", 'r', {1}, 1},
    {"mov.b32 %r0, 0; again: add.s32 %r0, %r0, %r1; sub.s32 %r1, %r1, 1; setp.gt.s32 %p0, %r1, 0; @%p0 bra again;", 'r', {10}, 55},
    {"brx.idx %r1, list; list: .branchtargets one, two; one: mov.b32 %r0, 1; bra end; two: mov.b32 %r0, 2; end:", 'r', {1}, 2},
    /* memory */
    {"st.global.b32 [memory+4], %r1; ld.global.b32 %r0, [memory+4];", 'r', {99}, 99},
    {"st.global.b32 [memory], %r1; ld.global.s8 %r0, [memory];", 'r', {0x80}, 0xffffff80},
    {"st.global.b32 [memory], %r1; ld.global.u16 %d0, [memory+2];", 'd', {0x89abcdef}, 0x89ab},
    {"st.global.u8 [memory+1], %r1; ld.global.u16 %h0, [memory];", 'h', {0x1ff}, 0xff00},
    {"st.shared.v2.b32 [common+8], {%r1, %r2}; ld.shared.b64 %d0, [common+8];", 'd', {1, 2}, 0x200000001},
    {"mov.u64 %d4, own; st.local.b64 [%d4+8], %d1; ld.local.v2.b32 {%r4, %r0}, [own+8];", 'r', {0x700000001}, 7},
    {"mov.u64 %d4, common; cvta.shared.u64 %d4, %d4; st.b32 [%d4], %r1; ld.shared.b32 %r0, [common];", 'r', {9}, 9},
    {"cvta.shared.u64 %d4, common; isspacep.shared %p0, %d4;", 'p', {0}, 1},
    {"ld.const.b32 %r0, [table+8];", 'r', {0}, 30},
    {"mul.wide.u32 %d4, %r1, 4; mov.u64 %d5, table; add.s64 %d4, %d4, %d5; ld.const.b32 %r0, [%d4];", 'r', {3}, 40},
    {"@%p1 st.global.b32 [memory], %r2; ld.global.b32 %r0, [memory];", 'r', {0, 5}, 0},
    {"ld.volatile.global.b32 %r0, [memory];", 'r', {0}, 0},
    {"atom.global.add.u32 %r4, [memory], %r1; atom.global.add.u32 %r0, [memory], 1;", 'r', {7}, 7},
    {"st.global.b32 [memory], 5; atom.global.cas.b32 %r4, [memory], 5, %r1; ld.global.b32 %r0, [memory];", 'r', {8}, 8},
    {"st.global.b32 [memory], 5; red.global.max.s32 [memory], %r1; ld.global.b32 %r0, [memory];", 'r', {NEG(8)}, 5},
    {"st.global.b32 [memory], 5; atom.inc.u32 %r4, [memory], 5; ld.global.b32 %r0, [memory];", 'r', {0}, 0},
    {"st.shared.f32 [common], 1.0; red.shared.add.f32 [common], %r1; ld.shared.b32 %r0, [common];", 'r', {0x3f800000}, 0x40000000},
    /* calls */
    {"{ .param .b32 x, y; st.param.b32 [x], %r1; call (y), twice, (x); ld.param.b32 %r0, [y]; }", 'r', {21}, 42},
    {"{ .param .align 8 .b8 x[12], y[12]; st.param.v2.b32 [x], {%r1, %r2}; st.param.b32 [x+8], %r3; call (y), turned, (x); ld.param.b64 %d0, [y]; }", 'd', {1, 2, 3}, 0x200000003},
    {"{ .param .align 8 .b8 x[12], y[12]; st.param.b64 [x], %d1; st.param.b8 [x+8], %r3; st.param.b8 [x+9], 4; call (y), turned, (x); ld.param.u16 %r0, [y]; }", 'r', {1, 2, 3}, 0x403},
    {"mov.u64 %d4, b; add.u64 %d4, %d4, 4; ld.param.b32 %r0, [%d4];", 'r', {0, 0x700000001}, 7},
    {"mov.u64 %d4, c; cvta.local.u64 %d4, %d4; ld.b64 %d0, [%d4];", 'd', {1, 2, 3}, 3},
    {"call (%r0), plus, (%r1, 30);", 'r', {12}, 42},
    {"mov.u64 %d4, plus; p: .callprototype (.reg .b32 _) _ (.reg .b32 _, .reg .b32 _); call (%r0), %d4, (%r1, %r2), p;", 'r', {12, 13}, 25},
    {"@%p1 call (%r0), plus, (%r1, 30);", 'r', {0}, 77},
    /* lanes, of which there is one */
    {"vote.all.pred %p0, %p1;", 'p', {1}, 1},
    {"vote.sync.ballot.b32 %r0, !%p1, 1;", 'r', {0}, 1},
    {"shfl.sync.idx.b32 %r0|%p4, %r1, 0, 31, 1; @%p4 add.s32 %r0, %r0, 1;", 'r', {8}, 9},
    {"activemask.b32 %r0;", 'r', {0}, 1},
    {"bar.red.popc.u32 %r0, 0, %p1;", 'r', {1}, 1},
    {"mov.u32 %r0, %tid.y;", 'r', {0}, 2},
    {"cvt.u64.u32 %d0, %ntid.x;", 'd', {0}, 3},
    {".reg .v4 .u32 v; mov.v4.u32 v, %tid; add.u32 %r0, v.x, v.z;", 'r', {0}, 4},
    /* video */
    {"vadd.s32.s32.s32 %r0, %r1.b0, %r2.h1;", 'r', {0xff, 0x50000}, 4},
    {"vadd.u32.u32.u32.sat %r0, %r1, %r2;", 'r', {0xffffffff, 5}, 0xffffffff},
    {"vsub.s32.u32.u32.add %r0, %r1, %r2, %r3;", 'r', {5, 7, 100}, 98},
    {"vabsdiff.u32.s32.s32 %r0.b2, %r1.b0, %r2.b0, %r3;", 'r', {0xfe, 3, 0x11223344}, 0x11053344},
    {"vmad.s32.s32.s32 %r0, %r1, %r2, -%r3;", 'r', {5, 7, 1}, 34},
    {"vmad.u32.u32.u32.po.shr7 %r0, %r1, %r2, %r3;", 'r', {16, 16, 127}, 3},
    {"vset.s32.s32.lt %r0, %r1, %r2;", 'r', {NEG(1), 0}, 1},
    {"vshl.u32.u32.u32.wrap %r0, %r1, %r2;", 'r', {1, 33}, 2},
    {"vadd4.u32.u32.u32.add %r0, %r1, %r2, %r3;", 'r', {0x01020304, 0x01010101, 5}, 19},
    {"vmax2.s32.s32.s32 %r0.h1, %r1, %r2, %r3;", 'r', {0x00018000, 0xffff0000, 0x1234}, 0x00011234},
};
/* clang-format on */

/* --- snippets ----------------------------------------------------------------------------------------------
 */

static const char *result_text(char which)
{
    return which == 'h'   ? "cvt.u64.u16 %d0, %h0;"
           : which == 'r' ? "cvt.u64.u32 %d0, %r0;"
           : which == 'p' ? "selp.b64 %d0, 1, 0, %p0;"
                          : "";
}

static bool is_good(const struct snippet *snippet)
{
    struct built_ptx built;
    char text[8192];

    snprintf(text, sizeof text, snippet_text, snippet->text, result_text(snippet->result));
    built_ptx_make(&built, text);
    for (unsigned stage = 0; stage <= BUILT_STAGES; stage++) {
        const uint64_t out = built_ptx_run(&built, "f", snippet->in);
        if (out != snippet->out) {
            print_error("%s before %s: found %#llx, expected %#llx\n", snippet->text, built_ptx_stages[stage],
                        (unsigned long long)out, (unsigned long long)snippet->out);
            hw_arena_clear(&built.arena);
            return false;
        }
        if (stage < BUILT_STAGES)
            built_ptx_do(&built, stage);
    }
    hw_arena_clear(&built.arena);
    return true;
}

static void snippets_give_what_the_manual_says(void **state)
{
    unsigned bad = 0;

    (void)state;
    for (size_t i = 0; i < sizeof snippets / sizeof *snippets; i++)
        bad += !is_good(&snippets[i]);
    assert_int_equal(bad, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(snippets_give_what_the_manual_says),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
