// Half precision, two numbers in a register (compute capability 5.3 on).
#include "program.cuh"

#define OP1(text) asm(text " %0, %1;" : "=r"(r) : "r"(a)); PUT(r)
#define OP2(text) asm(text " %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b)); PUT(r)
#define OP3(text) asm(text " %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c)); PUT(r)

#if __CUDA_ARCH__ >= 530
#include <cuda_fp16.h>

KERNEL(half_add)
{
    THREAD(2, 8);
    u32 a = in[0], b = in[1], r;
    OP2("add.f16x2");
    OP2("sub.f16x2");
    OP2("add.ftz.f16x2");
    OP2("add.sat.f16x2");
    OP2("sub.ftz.sat.f16x2");
    asm("{ .reg .f16 x, y, z; .reg .b16 o; mov.b32 {x, o}, %1; mov.b32 {o, y}, %2; add.f16 z, x, y;"
        " mov.b32 %0, {z, o}; }" : "=r"(r) : "r"(a), "r"(b));
    PUT(r); // low half of a plus high half of b, over the low half of b
    asm("neg.f16x2 %0, %1;" : "=r"(r) : "r"(a));
    PUT(r);
    __half2 one = __floats2half2_rn(1.0f, -2.5f), x = *(__half2 *)&a, y = __hadd2(x, one);
    PUT(*(u32 *)&y);
}

KERNEL(half_mul)
{
    THREAD(2, 7);
    u32 a = in[0], b = in[1], r;
    OP2("mul.f16x2");
    OP2("mul.ftz.f16x2");
    OP2("mul.sat.f16x2");
    asm("{ .reg .f16 x, y, z; .reg .b16 o; mov.b32 {o, x}, %1; mov.b32 {y, o}, %2; mul.f16 z, x, y;"
        " mov.b32 %0, {o, z}; }" : "=r"(r) : "r"(a), "r"(b));
    PUT(r & 0xffff0000);
    __half2 x = *(__half2 *)&a, y = *(__half2 *)&b, z;
    z = __hmul2(__low2half2(x), y);
    PUT(*(u32 *)&z);
    z = __hmul2(x, __high2half2(y));
    PUT(*(u32 *)&z);
    z = __hmul2(x, __floats2half2_rn(0.5f, 3.0f));
    PUT(*(u32 *)&z);
}

KERNEL(half_fma)
{
    THREAD(3, 8);
    u32 a = in[0], b = in[1], c = in[2], r;
    OP3("fma.rn.f16x2");
    OP3("fma.rn.ftz.f16x2");
    OP3("fma.rn.sat.f16x2");
    __half2 x = *(__half2 *)&a, y = *(__half2 *)&b, w = *(__half2 *)&c, z;
    z = __hfma2(__low2half2(x), y, w);
    PUT(*(u32 *)&z);
    z = __hfma2(x, __lowhigh2highlow(y), w);
    PUT(*(u32 *)&z);
    z = __hfma2(x, y, __hneg2(w));
    PUT(*(u32 *)&z);
    z = __hfma2(x, __floats2half2_rn(2.0f, 2.0f), w);
    PUT(*(u32 *)&z);
    __half h = __hfma(__low2half(x), __high2half(y), __low2half(w));
    PUT((u32) * (unsigned short *)&h);
}

KERNEL(half_compare)
{
    THREAD(2, 23);
    u32 a = in[0], b = in[1], r;
    OP2("set.eq.f16x2.f16x2");
    OP2("set.ne.f16x2.f16x2");
    OP2("set.lt.f16x2.f16x2");
    OP2("set.le.f16x2.f16x2");
    OP2("set.gt.ftz.f16x2.f16x2");
    OP2("set.geu.f16x2.f16x2");
    OP2("set.num.f16x2.f16x2");
    OP2("set.nan.f16x2.f16x2");
    OP2("set.ltu.f16x2.f16x2");
#define PAIR(compare)                                                                                  \
    asm("{ .reg .pred p, q; setp." compare ".f16x2 p|q, %1, %2; selp.u32 %0, 1, 0, p; @q add.u32 %0, %0, 2; }" \
        : "=r"(r) : "r"(a), "r"(b)); PUT(r)
    PAIR("eq");
    PAIR("neu");
    PAIR("lt");
    PAIR("ge");
    PAIR("gtu");
    PAIR("nan");
    __half2 x = *(__half2 *)&a, y = *(__half2 *)&b;
    PUT(__hbeq2(x, y));
    PUT(__hblt2(x, y));
    PUT(__hbgtu2(x, y));
    PUT(__heq(__low2half(x), __high2half(y)));
    PUT(__hlt(__high2half(x), __low2half(y)));
    asm("{ .reg .f16 x, y; .reg .b16 o; .reg .pred p; mov.b32 {x, o}, %1; mov.b32 {y, o}, %2; setp.le.f16 p, x, y;"
        " selp.u32 %0, 7, 8, p; }" : "=r"(r) : "r"(a), "r"(b));
    PUT(r);
    PUT(__low2float(x));
    PUT(__high2float(x));
}

// A dot product in half precision: loads, conversions, fused multiply-adds, both halves summed at the end.
KERNEL(half_dot)
{
    THREAD(8, 1);
    __half2 sum = __float2half2_rn(0.0f);
    for (int k = 0; k < 4; k++)
        sum = __hfma2(((const __half2 *)in)[k], ((const __half2 *)in)[k + 4], sum);
    __half total = __hadd(__low2half(sum), __high2half(sum));
    PUT((u32) * (unsigned short *)&total);
}
#endif
