// Operands from the constant bank: kernel parameters that arithmetic uses where they lie, and numbers in instructions.
#include "program.cuh"

#define UNARY(text, type, to, from, value) \
    { type r; asm(text " %0, %1;" : to(r) : from(value)); PUT(r); }
#define BINARY(text, type, to, from, x, y) \
    { type r; asm(text " %0, %1, %2;" : to(r) : from(x), from(y)); PUT(r); }
#define TERNARY(text, type, to, from, x, y, z) \
    { type r; asm(text " %0, %1, %2, %3;" : to(r) : from(x), from(y), from(z)); PUT(r); }

#define INT2(text, x, y) BINARY(text, u32, "=r", "r", x, y)
#define INT3(text, x, y, z) TERNARY(text, u32, "=r", "r", x, y, z)

extern "C" __global__ void operand_integer(const u32 *in, u32 *out, u32 n, u32 a, u32 b, u32 c)
{
    THREAD(2, 36);
    u32 x = in[0], y = in[1];
    INT2("shl.b32", x, a);
    INT2("shr.u32", x, a);
    INT2("shr.s32", x, b);
    INT2("min.s32", x, c);
    INT2("max.u32", x, c);
    INT2("mul.lo.u32", x, c);
    INT2("mul.hi.s32", x, c);
    INT2("mul24.hi.u32", x, c);
    INT2("add.sat.s32", x, c);
    INT2("sub.sat.s32", c, x);
    INT3("mad.hi.sat.s32", x, c, y);
    INT3("mad.hi.sat.s32", x, y, c);
    INT3("slct.u32.s32", x, c, y);
    INT3("slct.u32.s32", x, y, c);
    INT3("slct.u32.s32", c, y, x);
    INT3("prmt.b32", x, y, c);
    INT3("prmt.b32", x, c, y);
    INT3("prmt.b32", x, a, 0x6240);
    INT3("bfe.u32", x, a, b);
    INT3("bfe.s32", c, x, y);
    INT3("sad.u32", x, c, y);
    INT3("sad.s32", x, y, c);
    { u32 r; LOGIC3(r, x, c, y, 0x1b); PUT(r); }
    { u32 r; asm("bfi.b32 %0, %1, %2, %3, %4;" : "=r"(r) : "r"(x), "r"(c), "r"(a), "r"(b)); PUT(r); }
    { u32 r; asm("shf.l.wrap.b32 %0, %1, %2, %3;" : "=r"(r) : "r"(x), "r"(c), "r"(y)); PUT(r); }
    { u32 r; asm("shf.r.clamp.b32 %0, %1, %2, %3;" : "=r"(r) : "r"(x), "r"(y), "r"(a)); PUT(r); }
    UNARY("popc.b32", u32, "=r", "r", x & c);
    UNARY("popc.b32", u32, "=r", "r", c);
    UNARY("clz.b32", u32, "=r", "r", a);
    UNARY("bfind.s32", u32, "=r", "r", c);
    UNARY("brev.b32", u32, "=r", "r", c);
    UNARY("not.b32", u32, "=r", "r", c);
    PUT(x < c ? y : c);
    PUT((u32)(x == c || (s32)y > (s32)c));
    PUT((x & c) != 0 ? a : b);
    INT2("xor.b32", x, c);
}

#define FLOAT2(text, x, y) BINARY(text, float, "=f", "f", x, y)
#define FLOAT3(text, x, y, z) TERNARY(text, float, "=f", "f", x, y, z)

extern "C" __global__ void operand_float(const u32 *in, u32 *out, u32 n, float f, float g, u32 k)
{
    THREAD(2, 24);
    float x = FLOAT(0), y = FLOAT(1);
    FLOAT2("add.f32", x, f);
    FLOAT2("sub.rz.f32", f, x);
    FLOAT2("mul.f32", x, f);
    FLOAT2("mul.rp.ftz.f32", x, g);
    FLOAT3("fma.rn.f32", x, f, y);
    FLOAT3("fma.rm.f32", x, y, f);
    FLOAT2("min.f32", x, f);
    FLOAT2("max.f32", g, x);
    FLOAT2("set.lt.f32.f32", x, f);
    FLOAT2("set.neu.f32.f32", x, g);
    FLOAT3("slct.f32.f32", x, f, y);
    FLOAT3("slct.f32.f32", x, y, f);
    FLOAT3("slct.f32.f32", x, 2.5f, y);
    FLOAT2("div.rn.f32", x, f);
    FLOAT2("div.rn.f32", f, x);
    UNARY("cvt.rn.f32.u32", float, "=f", "r", k);
    UNARY("cvt.rz.f32.s32", float, "=f", "r", k);
    UNARY("cvt.rzi.s32.f32", u32, "=r", "f", f);
    UNARY("cvt.rmi.f32.f32", float, "=f", "f", f);
    PUT(x < f ? y : g);
    PUT(fabsf(x) * -f);
    PUT(x * 0.333251953125f);
    PUT(x + 1e-30f);
    PUT(fminf(x, 0.1f));
}

#define DOUBLE2(text, x, y) BINARY(text, double, "=d", "d", x, y)
#define DOUBLE3(text, x, y, z) TERNARY(text, double, "=d", "d", x, y, z)

extern "C" __global__ void operand_double(const u32 *in, u32 *out, u32 n, u32 pad, double d, double e, u64 k)
{
    THREAD(4, 32);
    double x = DOUBLE(0), y = DOUBLE(2);
    DOUBLE2("add.f64", x, d);
    DOUBLE2("sub.rm.f64", d, x);
    DOUBLE2("mul.f64", x, d);
    DOUBLE2("mul.rz.f64", x, e);
    DOUBLE3("fma.rn.f64", x, d, y);
    DOUBLE3("fma.rp.f64", x, y, e);
    DOUBLE2("min.f64", x, d);
    DOUBLE2("max.f64", e, x);
    DOUBLE2("min.f64", x, 1.5);
    { u32 r; asm("set.lt.u32.f64 %0, %1, %2;" : "=r"(r) : "d"(x), "d"(d)); PUT(r); }
    { u32 r; asm("set.geu.u32.f64 %0, %1, 0d3FF8000000000000;" : "=r"(r) : "d"(x)); PUT(r); }
    UNARY("cvt.rn.f32.f64", float, "=f", "d", d);
    UNARY("cvt.rzi.s32.f64", u32, "=r", "d", d);
    UNARY("cvt.rpi.f64.f64", double, "=d", "d", d);
    UNARY("cvt.rn.f64.u64", double, "=d", "l", k);
    UNARY("cvt.rzi.s64.f64", u64, "=l", "d", d);
    PUT(x > d ? y : e);
    PUT(x == 0.25 ? 1u : 0u);
    PUT(pad);
}

#if __CUDA_ARCH__ >= 530
extern "C" __global__ void operand_half(const u32 *in, u32 *out, u32 n, u32 h, u32 g)
{
    THREAD(2, 16);
    u32 x = in[0], y = in[1];
    INT2("add.f16x2", x, h);
    INT2("sub.f16x2", h, x);
    INT2("mul.f16x2", x, h);
    INT3("fma.rn.f16x2", x, h, y);
    INT3("fma.rn.f16x2", x, y, h);
    INT2("set.lt.f16x2.f16x2", x, h);
    INT2("set.geu.f16x2.f16x2", x, g);
    INT2("set.eq.f16x2.f16x2", x, 0x40003c00);
    INT2("add.f16x2", x, 0x3c00c000);
    INT2("mul.f16x2", x, 0x3555b555);
    INT3("fma.rn.f16x2", x, 0x3c003800, y);
    INT3("fma.rn.f16x2", x, y, 0x12344321);
    { u32 r; asm("{ .reg .pred p, q; setp.gt.f16x2 p|q, %1, %2; selp.u32 %0, 5, 3, p; @q add.u32 %0, %0, 8; }"
                 : "=r"(r) : "r"(x), "r"(h)); PUT(r); }
    { u32 r; asm("{ .reg .pred p, q; setp.leu.f16x2 p|q, %1, %2; selp.u32 %0, 5, 3, p; @q add.u32 %0, %0, 8; }"
                 : "=r"(r) : "r"(x), "r"(0x38003c00)); PUT(r); }
    INT2("min.s32", x, h);
    PUT(y ^ h);
}
#endif
