// Conversions between integers, single, double and half precision, with their roundings and saturation.
#include "program.cuh"

#define ROUNDINGS(to, from, register_to, register_from, result)                            \
    asm("cvt.rn." to "." from " %0, %1;" : register_to(result) : register_from(a)); PUT(result); \
    asm("cvt.rz." to "." from " %0, %1;" : register_to(result) : register_from(a)); PUT(result); \
    asm("cvt.rm." to "." from " %0, %1;" : register_to(result) : register_from(a)); PUT(result); \
    asm("cvt.rp." to "." from " %0, %1;" : register_to(result) : register_from(a)); PUT(result)

#define INTEGER_ROUNDINGS(to, from, register_to, register_from, result)                     \
    asm("cvt.rni." to "." from " %0, %1;" : register_to(result) : register_from(a)); PUT(result); \
    asm("cvt.rzi." to "." from " %0, %1;" : register_to(result) : register_from(a)); PUT(result); \
    asm("cvt.rmi." to "." from " %0, %1;" : register_to(result) : register_from(a)); PUT(result); \
    asm("cvt.rpi." to "." from " %0, %1;" : register_to(result) : register_from(a)); PUT(result)

KERNEL(convert_int_float)
{
    THREAD(1, 14);
    u32 a = in[0];
    float r;
    ROUNDINGS("f32", "u32", "=f", "r", r);
    ROUNDINGS("f32", "s32", "=f", "r", r);
    PUT((float)(unsigned char)a);
    PUT((float)(signed char)(a >> 8));
    PUT((float)(unsigned char)(a >> 16));
    PUT((float)(a >> 24));
    PUT((float)(short)a);
    PUT((float)(unsigned short)(a >> 16));
}

KERNEL(convert_int_double)
{
    THREAD(2, 32);
    u64 a = WIDE(0);
    double r;
    ROUNDINGS("f64", "u64", "=d", "l", r);
    ROUNDINGS("f64", "s64", "=d", "l", r);
    PUT((double)in[0]);
    PUT((double)(s32)in[0]);
    PUT((double)(short)in[0]);
    PUT((double)(unsigned char)in[0]);
    float f;
    ROUNDINGS("f32", "u64", "=f", "l", f);
    ROUNDINGS("f32", "s64", "=f", "l", f);
}

KERNEL(convert_float_int)
{
    THREAD(1, 20);
    float a = FLOAT(0);
    u32 r;
    unsigned short h;
    INTEGER_ROUNDINGS("s32", "f32", "=r", "f", r);
    INTEGER_ROUNDINGS("u32", "f32", "=r", "f", r);
    asm("cvt.rzi.s16.f32 %0, %1;" : "=h"(h) : "f"(a));
    PUT((u32)h);
    asm("cvt.rni.u16.f32 %0, %1;" : "=h"(h) : "f"(a));
    PUT((u32)h);
    asm("{ .reg .u32 x; cvt.rzi.s8.f32 x, %1; cvt.u32.u8 %0, x; }" : "=r"(r) : "f"(a));
    PUT(r);
    asm("{ .reg .u32 x; cvt.rmi.u8.f32 x, %1; cvt.u32.u8 %0, x; }" : "=r"(r) : "f"(a));
    PUT(r);
    if (isnan(a)) // PTX gives the wide ones another number for a NaN than the chip's public description
        a = 1.5f;
    u64 l;
    asm("cvt.rzi.s64.f32 %0, %1;" : "=l"(l) : "f"(a));
    PUT(l);
    asm("cvt.rpi.u64.f32 %0, %1;" : "=l"(l) : "f"(a));
    PUT(l);
    asm("cvt.rni.s64.f32 %0, %1;" : "=l"(l) : "f"(a));
    PUT(l);
    asm("cvt.rmi.u64.f32 %0, %1;" : "=l"(l) : "f"(a));
    PUT(l);
}

KERNEL(convert_double_int)
{
    THREAD(2, 24);
    double a = DOUBLE(0);
    u32 r;
    u64 l;
    if (isnan(a))
        a = 1.5;
    INTEGER_ROUNDINGS("s32", "f64", "=r", "d", r);
    INTEGER_ROUNDINGS("u32", "f64", "=r", "d", r);
    INTEGER_ROUNDINGS("s64", "f64", "=l", "d", l);
    INTEGER_ROUNDINGS("u64", "f64", "=l", "d", l);
}

KERNEL(convert_float_float)
{
    THREAD(2, 14);
    double a = DOUBLE(0);
    float r, f = FLOAT(0);
    ROUNDINGS("f32", "f64", "=f", "d", r);
    {
        float a = f;
        INTEGER_ROUNDINGS("f32", "f32", "=f", "f", r);
        asm("cvt.rni.ftz.f32.f32 %0, %1;" : "=f"(r) : "f"(a));
        PUT(r);
        asm("cvt.sat.f32.f32 %0, %1;" : "=f"(r) : "f"(a));
        PUT(r);
        asm("cvt.rni.sat.f32.f32 %0, %1;" : "=f"(r) : "f"(a));
        PUT(r);
        asm("cvt.ftz.f32.f32 %0, %1;" : "=f"(r) : "f"(a));
        PUT(r);
    }
    asm("cvt.rn.sat.f32.f64 %0, %1;" : "=f"(r) : "d"(a));
    PUT(r);
    asm("cvt.rn.ftz.f32.f64 %0, %1;" : "=f"(r) : "d"(a));
    PUT(r);
}

KERNEL(convert_to_double)
{
    THREAD(2, 12);
    double a = DOUBLE(0), r;
    PUT((double)FLOAT(0));
    asm("cvt.ftz.f64.f32 %0, %1;" : "=d"(r) : "f"(FLOAT(0)));
    PUT(r);
    INTEGER_ROUNDINGS("f64", "f64", "=d", "d", r);
}

KERNEL(convert_half)
{
    THREAD(1, 14);
    float a = FLOAT(0), r;
    unsigned short h = (unsigned short)in[0];
#define TO_HALF(way) asm("{ .reg .b16 x; cvt." way ".f16.f32 x, %1; mov.b16 %0, x; }" : "=h"(h) : "f"(a)); PUT((u32)h)
    TO_HALF("rn");
    TO_HALF("rz");
    TO_HALF("rm");
    TO_HALF("rp");
    TO_HALF("rn.ftz");
    TO_HALF("rn.sat");
    h = (unsigned short)in[0];
    asm("cvt.f32.f16 %0, %1;" : "=f"(r) : "h"(h));
    PUT(r);
    asm("cvt.ftz.f32.f16 %0, %1;" : "=f"(r) : "h"(h));
    PUT(r);
    asm("cvt.f32.f16 %0, %1;" : "=f"(r) : "h"((unsigned short)(in[0] >> 16)));
    PUT(r);
    s32 s;
    asm("cvt.rni.s32.f16 %0, %1;" : "=r"(s) : "h"(h));
    PUT(s);
    asm("cvt.rzi.u32.f16 %0, %1;" : "=r"(s) : "h"(h));
    PUT(s);
    asm("cvt.rn.f16.s32 %0, %1;" : "=h"(h) : "r"(in[0]));
    PUT((u32)h);
    asm("cvt.rz.f16.u32 %0, %1;" : "=h"(h) : "r"(in[0]));
    PUT((u32)h);
    asm("cvt.rni.f16.f16 %0, %1;" : "=h"(h) : "h"((unsigned short)in[0]));
    PUT((u32)h);
}

KERNEL(convert_int_int)
{
    THREAD(2, 19);
    u32 a = in[0], r;
    u64 x = WIDE(0);
#define NARROW(to, from) \
    asm("{ .reg .u32 x; cvt.sat." to "." from " x, %1; cvt.u32.u32 %0, x; }" : "=r"(r) : "r"(a)); PUT(r & mask)
    u32 mask = 0xff;
    NARROW("u8", "u32");
    NARROW("u8", "s32");
    NARROW("s8", "u32");
    NARROW("s8", "s32");
    unsigned short h;
#define NARROW16(to, from) asm("cvt.sat." to "." from " %0, %1;" : "=h"(h) : "r"(a)); PUT((u32)h)
    NARROW16("u16", "u32");
    NARROW16("u16", "s32");
    NARROW16("s16", "u32");
    NARROW16("s16", "s32");
    asm("cvt.sat.u32.s32 %0, %1;" : "=r"(r) : "r"(a));
    PUT(r);
    asm("cvt.sat.s32.u32 %0, %1;" : "=r"(r) : "r"(a));
    PUT(r);
    asm("cvt.sat.u32.s64 %0, %1;" : "=r"(r) : "l"(x));
    PUT(r);
    asm("cvt.sat.s32.s64 %0, %1;" : "=r"(r) : "l"(x));
    PUT(r);
    PUT((s32)(signed char)a);
    PUT((s32)(short)(a >> 16));
    PUT((u32)(unsigned char)(a >> 8));
    PUT((s64)(s32)a);
    PUT((s64)(signed char)(a >> 16));
}
