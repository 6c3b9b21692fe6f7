// Video instructions: bytes and halves of words with sign, saturation and a second operation.
#include "program.cuh"

#define V2(text) asm(text ";" : "=r"(r) : "r"(a), "r"(b)); PUT(r)
#define V3(text) asm(text ";" : "=r"(r) : "r"(a), "r"(b), "r"(c)); PUT(r)

KERNEL(video_add)
{
    THREAD(3, 14);
    u32 a = in[0], b = in[1], c = in[2], r;
    V2("vadd.s32.u32.u32 %0, %1.b0, %2.b1");
    V2("vadd.s32.s32.s32.sat %0, %1, %2");
    V2("vadd.u32.s32.s32.sat %0, %1.h1, %2.h0");
    V2("vsub.s32.u32.u32 %0, %1.b3, %2.h1");
    V2("vsub.u32.u32.s32.sat %0, %1.h0, %2.b2");
    V3("vadd.s32.u32.u32.add %0, %1.b2, %2.b0, %3");
    V3("vadd.s32.s32.s32.min %0, %1.b1, %2.b3, %3");
    V3("vadd.u32.u32.u32.max %0, %1.h0, %2.h1, %3");
    V3("vsub.s32.s32.u32.add %0, %1.h1, %2.b1, %3");
    V3("vadd.u32.u32.u32 %0.b2, %1.b0, %2.b0, %3");
    V3("vadd.u32.u32.u32.sat %0.b0, %1.b0, %2.b0, %3");
    V3("vsub.s32.s32.s32.sat %0.h1, %1.h0, %2.h1, %3");
    V3("vadd.u32.u32.u32 %0.h0, %1.b3, %2.h0, %3");
    V2("vadd.s32.s32.s32 %0, %1.b0, 100");
}

KERNEL(video_minmax)
{
    THREAD(3, 12);
    u32 a = in[0], b = in[1], c = in[2], r;
    V2("vmin.s32.s32.s32 %0, %1.b0, %2.b1");
    V2("vmax.u32.u32.u32 %0, %1.h1, %2.h0");
    V2("vmin.u32.u32.u32 %0, %1, %2.b3");
    V2("vmax.s32.s32.s32 %0, %1, %2");
    V3("vmin.s32.s32.s32.add %0, %1.h0, %2.h0, %3");
    V3("vmax.s32.s32.s32.max %0, %1.b2, %2.b2, %3");
    V3("vmin.u32.u32.u32 %0.b1, %1.b0, %2.b3, %3");
    V2("vabsdiff.u32.u32.u32 %0, %1.b0, %2.b2");
    V2("vabsdiff.u32.s32.s32 %0, %1.h0, %2.h1");
    V3("vabsdiff.u32.u32.u32.add %0, %1.b1, %2.b3, %3");
    V3("vabsdiff.u32.s32.s32.max %0, %1.b1, %2.b3, %3");
    V3("vabsdiff.u32.u32.u32.add %0, %1, %2, %3");
}

KERNEL(video_set)
{
    THREAD(3, 9);
    u32 a = in[0], b = in[1], c = in[2], r;
    V2("vset.u32.u32.eq %0, %1.b0, %2.b0");
    V2("vset.u32.u32.ne %0, %1.b1, %2.b2");
    V2("vset.s32.s32.lt %0, %1.h0, %2.h1");
    V2("vset.s32.s32.le %0, %1.b3, %2.b1");
    V2("vset.u32.u32.gt %0, %1, %2");
    V2("vset.s32.s32.ge %0, %1, %2");
    V3("vset.u32.u32.lt.add %0, %1.h1, %2.h1, %3");
    V3("vset.s32.s32.gt.max %0, %1.b0, %2.b3, %3");
    V3("vset.u32.u32.ge %0.b3, %1.b2, %2.b0, %3");
}

KERNEL(video_shift)
{
    THREAD(3, 9);
    u32 a = in[0], b = in[1], c = in[2], r;
    V2("vshl.u32.u32.u32.clamp %0, %1, %2.b0");
    V2("vshl.u32.u32.u32.wrap %0, %1.h0, %2.b0");
    V2("vshl.s32.s32.u32.wrap %0, %1.b1, %2.b2");
    V2("vshr.u32.u32.u32.clamp %0, %1, %2.b0");
    V2("vshr.s32.s32.u32.wrap %0, %1, %2.b1");
    V2("vshr.s32.s32.u32.clamp %0, %1.h1, %2.b0");
    V3("vshl.u32.u32.u32.wrap.add %0, %1.b0, %2.b0, %3");
    V3("vshr.u32.u32.u32.wrap %0.b1, %1, %2.b3, %3");
    V3("vshr.s32.s32.u32.clamp.min %0, %1.h0, %2.b1, %3");
}

KERNEL(video_mad)
{
    THREAD(3, 8);
    u32 a = in[0], b = in[1], c = in[2], r;
    V3("vmad.u32.u32.u32 %0, %1.b0, %2.b1, %3");
    V3("vmad.s32.s32.s32 %0, %1.h0, %2.h1, %3");
    V3("vmad.u32.u32.u32 %0, %1.h1, %2.h1, %3");
    V3("vmad.s32.s32.s32.sat.shr7 %0, %1.h0, %2.b3, %3");
    V3("vmad.s32.s32.s32.shr15 %0, %1.h1, %2.h0, %3");
    V3("vmad.s32.u32.u32 %0, -%1.b2, %2.b0, %3");
    V3("vmad.s32.u32.u32 %0, %1.b2, %2.b0, -%3");
    V3("vmad.u32.u32.u32.po %0, %1.b3, %2.b3, %3");
}

// Four bytes or two halves at once: one instruction on Kepler, several here, except the sum of differences.
KERNEL(video_simd)
{
    THREAD(3, 20);
    u32 a = in[0], b = in[1], c = in[2], r;
    PUT(__vadd4(a, b));
    PUT(__vsub4(a, b));
    PUT(__vaddus4(a, b));
    PUT(__vsubss4(a, b));
    PUT(__vavgu4(a, b));
    PUT(__vabsdiffu4(a, b));
    PUT(__vabsdiffs4(a, b));
    PUT(__vmins4(a, b));
    PUT(__vmaxu4(a, b));
    PUT(__vcmpgtu4(a, b));
    PUT(__vsadu4(a, b));
    PUT(__vadd2(a, b));
    PUT(__vsubss2(a, b));
    PUT(__vabsdiffu2(a, b));
    PUT(__vmaxs2(a, b));
    PUT(__vsetltu2(a, b));
    PUT(__vneg2(a));
    PUT(__vabs4(a));
    V3("vabsdiff4.u32.u32.u32.add %0, %1, %2, %3");
    V3("vadd4.u32.u32.u32.add %0, %1, %2, %3");
}

// Literals of an instruction: a word whose upper bytes are zero.
KERNEL(video_literal)
{
    THREAD(1, 7);
    u32 a = in[0];
    PUT(__vadd4(a, 0x83));
    PUT(__vadd2(a, 0x7fff));
    PUT(__vmaxs2(a, 0x13));
    PUT(__vcmplts2(a, 0x13));
    PUT(__vsetne2(a, 0xffff));
    PUT(__vabsdiffu4(a, 0xc0));
    PUT(__vsetgeu4(a, 0x40));
}
