/* SPDX-License-Identifier: MIT */
/* Snippets of guards, memory, calls and lanes. */
#include "ptx_snippet.h"

/* clang-format off */
#define ALL UINT64_MAX
#define NEG(n) ((uint64_t)-(int64_t)(n))
static const struct ptx_snippet snippets[] = {
    /* guards */
    {"@%p1 add.s32 %r0, %r0, 1;", 'r', {1}, .out = 78, .alone = true},
    {"@!%p1 add.s32 %r0, %r0, 1;", 'r', {1}, .out = 77, .alone = true},
    {"@%p1 setp.eq.s32 %p1|%p4, 0, 1; selp.b32 %r0, 1, 0, %p1; @%p4 add.s32 %r0, %r0, 2;", 'r', {1}, .out = 2, .alone = true},
    {"@%p1 mov.b64 {%r1, %r2}, %d3; mov.b64 %d0, {%r1, %r2};", 'd', {0, 2, 0x500000006}, .out = 0x200000000, .alone = true},
    {"@%p1 bra on; mov.b32 %r0, 1; bra end; on: mov.b32 %r0, 2; end:", 'r', {1}, .out = 2, .alone = true},
    {"@!%p1 bra on; mov.b32 %r0, 1; bra end; on: mov.b32 %r0, 2; end:", 'r', {1}, .out = 1, .alone = true},
    {"mov.b32 %r0, 0; again: add.s32 %r0, %r0, %r1; sub.s32 %r1, %r1, 1; setp.gt.s32 %p0, %r1, 0; @%p0 bra again;", 'r', {10}, .out = 55, .alone = true},
    {"brx.idx %r1, list; list: .branchtargets one, two; one: mov.b32 %r0, 1; bra end; two: mov.b32 %r0, 2; end:", 'r', {1}, .out = 2, .alone = true},
    /* memory */
    {"st.global.b32 [memory+4], %r1; ld.global.b32 %r0, [memory+4];", 'r', {99}, .out = 99, .alone = true},
    {"st.global.b32 [memory], %r1; ld.global.s8 %r0, [memory];", 'r', {0x80}, .out = 0xffffff80, .alone = true},
    {"st.global.b32 [memory], %r1; ld.global.u16 %d0, [memory+2];", 'd', {0x89abcdef}, .out = 0x89ab, .alone = true},
    {"st.global.u8 [memory+1], %r1; ld.global.u16 %h0, [memory];", 'h', {0x1ff}, .out = 0xff00, .alone = true},
    {"st.shared.v2.b32 [common+8], {%r1, %r2}; ld.shared.b64 %d0, [common+8];", 'd', {1, 2}, .out = 0x200000001, .alone = true},
    {"mov.u64 %d4, own; st.local.b64 [%d4+8], %d1; ld.local.v2.b32 {%r4, %r0}, [own+8];", 'r', {0x700000001}, .out = 7, .alone = true},
    {"mov.u64 %d4, common; cvta.shared.u64 %d4, %d4; st.b32 [%d4], %r1; ld.shared.b32 %r0, [common];", 'r', {9}, .out = 9, .alone = true},
    {"cvta.shared.u64 %d4, common; isspacep.shared %p0, %d4;", 'p', {0}, .out = 1, .alone = true},
    {"cvta.shared.u64 %d4, common; isspacep.const %p0, %d4;", 'p', {0}, .out = 0, .alone = true},
    {"cvta.global.u64 %d4, memory; isspacep.const %p0, %d4;", 'p', {0}, .out = 0, .alone = true},
    {"cvta.global.u64 %d4, memory; isspacep.global %p0, %d4;", 'p', {0}, .out = 1, .alone = true},
    {"cvta.const.u64 %d4, table; isspacep.const %p0, %d4;", 'p', {0}, .out = 1, .needs = 30, .alone = true},
    {"cvta.const.u64 %d4, table; isspacep.global %p0, %d4;", 'p', {0}, .out = 0, .needs = 30, .alone = true},
    {"cvta.const.u64 %d4, table; add.u64 %d4, %d4, 4096; isspacep.const %p0, %d4;", 'p', {0}, .out = 0, .needs = 30, .alone = true},
    {"cvta.const.u64 %d4, table; add.u64 %d4, %d4, 47; isspacep.const %p0, %d4;", 'p', {0}, .out = 1, .needs = 30, .alone = true},
    {"cvta.shared.u64 %d4, common; isspacep.global %p0, %d4;", 'p', {0}, .out = 0, .alone = true},
    {"ld.const.b32 %r0, [table+8];", 'r', {0}, .out = 30, .alone = true},
    {"mul.wide.u32 %d4, %r1, 4; mov.u64 %d5, table; add.s64 %d4, %d4, %d5; ld.const.b32 %r0, [%d4];", 'r', {3}, .out = 40, .alone = true},
    {"@%p1 st.global.b32 [memory], %r2; ld.global.b32 %r0, [memory];", 'r', {0, 5}, .out = 0, .alone = true},
    {"ld.volatile.global.b32 %r0, [memory];", 'r', {0}, .out = 0, .alone = true},
    {"atom.global.add.u32 %r4, [memory], %r1; atom.global.add.u32 %r0, [memory], 1;", 'r', {7}, .out = 7, .alone = true},
    {"st.global.b32 [memory], 5; atom.global.cas.b32 %r4, [memory], 5, %r1; ld.global.b32 %r0, [memory];", 'r', {8}, .out = 8, .alone = true},
    {"st.global.b32 [memory], 5; red.global.max.s32 [memory], %r1; ld.global.b32 %r0, [memory];", 'r', {NEG(8)}, .out = 5, .alone = true},
    {"st.global.b32 [memory], 5; atom.inc.u32 %r4, [memory], 5; ld.global.b32 %r0, [memory];", 'r', {0}, .out = 0, .alone = true},
    {"mov.u64 %d4, memory; atom.global.exch.b64 %d5, [%d4], %d1; ld.global.b32 %r0, [%d4+4];", 'r', {0x700000001}, .out = 7, .alone = true},
    {"mov.u64 %d4, memory; st.global.b32 [%d4+4], %r1; red.global.add.u64 [%d4], %d2; ld.global.b32 %r0, [%d4+4];", 'r', {7, 0x500000001}, .out = 12, .alone = true},
    {"st.shared.f32 [common], 1.0; red.shared.add.f32 [common], %r1; ld.shared.b32 %r0, [common];", 'r', {0x3f800000}, .out = 0x40000000, .alone = true},
    /* numbers that no instruction adds to an address by itself; the argument comes to the same */
    {"mov.u64 %d4, memory; sub.u64 %d4, %d4, %d2; st.global.b32 [%d4+8388604], %r1; ld.global.b32 %r0, [%d4+8388604];", 'r', {99, 0x7ffffcu}, .out = 99, .alone = true},
    {"mov.u64 %d4, memory; sub.u64 %d4, %d4, %d2; st.global.b32 [%d4+8388608], %r1; ld.global.b32 %r0, [%d4+8388608];", 'r', {99, 0x800000u}, .out = 99, .alone = true},
    {"mov.u64 %d4, memory; sub.u64 %d4, %d4, %d2; st.global.b32 [%d4+2147483648], %r1; ld.global.b32 %r0, [%d4+2147483648];", 'r', {99, 0x80000000u}, .out = 99, .alone = true},
    {"mov.u64 %d4, memory; sub.u64 %d4, %d4, %d2; st.global.b32 [%d4+78187493532], %r1; ld.global.b32 %r0, [%d4+78187493532];", 'r', {99, 0x123456789cu}, .out = 99, .alone = true},
    {"mov.u64 %d4, memory; sub.u64 %d4, %d4, %d2; st.global.b32 [%d4+-8388608], %r1; ld.global.b32 %r0, [%d4+-8388608];", 'r', {99, 0xffffffffff800000u}, .out = 99, .alone = true},
    {"mov.u64 %d4, memory; sub.u64 %d4, %d4, %d2; st.global.b32 [%d4+-8388612], %r1; ld.global.b32 %r0, [%d4+-8388612];", 'r', {99, 0xffffffffff7ffffcu}, .out = 99, .alone = true},
    {"mov.u64 %d4, memory; sub.u64 %d4, %d4, %d2; st.global.b32 [%d4+-2147483652], %r1; ld.global.b32 %r0, [%d4+-2147483652];", 'r', {99, 0xffffffff7ffffffcu}, .out = 99, .alone = true},
    {"mov.u64 %d4, memory; sub.u64 %d4, %d4, %d2; st.global.b32 [%d4+524288], %r1; ld.global.b32 %r0, [%d4+524288];", 'r', {99, 0x80000u}, .out = 99, .alone = true},
    {"mov.u64 %d4, memory; sub.u64 %d4, %d4, %d2; atom.global.add.u32 %r4, [%d4+8388616], %r1; ld.volatile.global.v2.b32 {%r0, %r4}, [%d4+8388616];", 'r', {7, 0x800008u}, .out = 7, .alone = true},
    {"mov.u64 %d4, memory; sub.u64 %d4, %d4, %d2; st.v2.u8 [%d4+8388616], {%r1, %r1}; ld.v2.u8 {%r4, %r0}, [%d4+8388616];", 'r', {7, 0x800008u}, .out = 7, .alone = true},
    {"mov.u64 %d4, memory; sub.u64 %d4, %d4, %d2; atom.global.add.u32 %r4, [%d4+-2147483656], %r1; ld.volatile.global.v2.b32 {%r0, %r4}, [%d4+-2147483656];", 'r', {7, 0xffffffff7ffffff8u}, .out = 7, .alone = true},
    {"mov.u64 %d4, memory; sub.u64 %d4, %d4, %d2; st.v2.u8 [%d4+-2147483656], {%r1, %r1}; ld.v2.u8 {%r4, %r0}, [%d4+-2147483656];", 'r', {7, 0xffffffff7ffffff8u}, .out = 7, .alone = true},
    {"mov.u64 %d4, common; sub.u64 %d4, %d4, %d2; st.shared.b32 [%d4+16777220], %r1; ld.shared.b32 %r0, [%d4+16777220];", 'r', {9, 0x1000004u}, .out = 9, .alone = true},
    {"mov.u64 %d4, common; sub.u64 %d4, %d4, %d2; st.shared.b32 [%d4+16777220], 5; atom.shared.add.u32 %r0, [%d4+16777220], %r1;", 'r', {9, 0x1000004u}, .out = 5, .alone = true},
    {"mov.u64 %d4, own; sub.u64 %d4, %d4, %d2; st.local.b32 [%d4+16777220], %r1; ld.local.b32 %r0, [%d4+16777220];", 'r', {9, 0x1000004u}, .out = 9, .alone = true},
    {"mov.u64 %d4, table; sub.u64 %d4, %d4, %d2; ld.const.b32 %r0, [%d4+32772];", 'r', {9, 0x8000u}, .out = 20, .alone = true},
    {"mov.u64 %d4, table; sub.u64 %d4, %d4, %d2; ld.const.b32 %r0, [%d4+305419892];", 'r', {9, 0x12345670u}, .out = 20, .alone = true},
    {"mov.u64 %d4, table; sub.u64 %d4, %d4, %d2; ld.const.b32 %r0, [%d4+-32768];", 'r', {9, 0xffffffffffff7ffcu}, .out = 20, .alone = true},
    {"mov.u64 %d4, common; sub.u64 %d4, %d4, %d2; st.shared.b32 [%d4+7], 5; atom.shared.add.u32 %r4, [%d4+7], %r1; atom.shared.cas.b32 %r0, [%d4+7], 14, 1;", 'r', {9, 3}, .out = 14, .alone = true},
    {"mov.u64 %d4, common; sub.u64 %d4, %d4, %d2; st.shared.b64 [%d4+7], 5; red.shared.max.u64 [%d4+7], %d1; ld.shared.u32 %r0, [%d4+7];", 'r', {9, 7}, .out = 9, .alone = true},
    /* variables with numbers behind their names */
    {".shared .b32 box<3>; .local .b64 place<2>; st.shared.b32 [box0], %r1; st.shared.b32 [box2], %r2; st.local.b64 [place1], 5; ld.shared.b32 %r0, [box0];", 'r', {7, 9}, .out = 7, .alone = true},
    {"{ .param .b32 x<2>, y; st.param.b32 [x0], %r1; call (y), twice, (x0); ld.param.b32 %r0, [y]; }", 'r', {21}, .out = 42, .alone = true},
    /* calls */
    {"{ .param .b32 x, y; st.param.b32 [x], %r1; call (y), twice, (x); ld.param.b32 %r0, [y]; }", 'r', {21}, .out = 42, .alone = true},
    {"{ .param .align 8 .b8 x[12], y[12]; st.param.v2.b32 [x], {%r1, %r2}; st.param.b32 [x+8], %r3; call (y), turned, (x); ld.param.b64 %d0, [y]; }", 'd', {1, 2, 3}, .out = 0x200000003, .alone = true},
    {"{ .param .align 8 .b8 x[12], y[12]; st.param.b64 [x], %d1; st.param.b8 [x+8], %r3; st.param.b8 [x+9], 4; call (y), turned, (x); ld.param.u16 %r0, [y]; }", 'r', {1, 2, 3}, .out = 0x403, .alone = true},
    {"mov.u64 %d4, b; add.u64 %d4, %d4, 4; ld.param.b32 %r0, [%d4];", 'r', {0, 0x700000001}, .out = 7, .alone = true},
    {"mov.u64 %d4, c; cvta.local.u64 %d4, %d4; ld.b64 %d0, [%d4];", 'd', {1, 2, 3}, .out = 3, .alone = true},
    {"call (%r0), plus, (%r1, 30);", 'r', {12}, .out = 42, .alone = true},
    {"mov.u64 %d4, plus; p: .callprototype (.reg .b32 _) _ (.reg .b32 _, .reg .b32 _); call (%r0), %d4, (%r1, %r2), p;", 'r', {12, 13}, .out = 25, .needs = PTX_NEVER},
    {"@%p1 call (%r0), plus, (%r1, 30);", 'r', {0}, .out = 77, .alone = true},
    /* lanes, of which there is one */
    {"vote.all.pred %p0, %p1;", 'p', {1}, .out = 1, .alone = true},
    {"vote.sync.ballot.b32 %r0, !%p1, 1;", 'r', {0}, .out = 1, .alone = true},
    {"shfl.sync.idx.b32 %r0|%p4, %r1, 0, 31, 1; @%p4 add.s32 %r0, %r0, 1;", 'r', {8}, .out = 9, .needs = 30, .alone = true},
    {"activemask.b32 %r0;", 'r', {0}, .out = 1, .alone = true},
    {"bar.red.popc.u32 %r0, 0, %p1;", 'r', {1}, .out = 1, .alone = true},
    {"mov.u32 %r0, %tid.y;", 'r', {0}, .out = 2, .needs = PTX_NEVER},
    {"cvt.u64.u32 %d0, %ntid.x;", 'd', {0}, .out = 3, .needs = PTX_NEVER},
    {"mov.u32 %r0, %ntid.w;", 'r', {0}, .out = 0, .needs = PTX_NEVER},
    {"mov.u32 %r0, %tid.g;", 'r', {0}, .out = 2, .needs = PTX_NEVER},
    {".reg .v4 .u32 v; mov.v4.u32 v, %tid; add.u32 %r0, v.y, v.w;", 'r', {0}, .out = 2, .needs = PTX_NEVER},
    {".reg .v4 .u32 v; mov.v4.u32 v, %tid; add.u32 %r0, v.x, v.z;", 'r', {0}, .out = 4, .needs = PTX_NEVER},
};
/* clang-format on */

const struct ptx_snippets ptx_snippets_memory = {
    .about = "memory and control", .snippet = snippets, .count = sizeof snippets / sizeof *snippets};
