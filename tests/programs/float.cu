// Single precision to the last bit: arithmetic in every rounding, .ftz and .sat, comparison, division, roots.
#include "program.cuh"

#define OP1(text) asm(text " %0, %1;" : "=f"(r) : "f"(a)); PUT(r)
#define OP2(text) asm(text " %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b)); PUT(r)
#define OP3(text) asm(text " %0, %1, %2, %3;" : "=f"(r) : "f"(a), "f"(b), "f"(c)); PUT(r)
#define ROUNDINGS1(op, end) OP1(op ".rn" end); OP1(op ".rz" end); OP1(op ".rm" end); OP1(op ".rp" end)
#define ROUNDINGS2(op, end) OP2(op ".rn" end); OP2(op ".rz" end); OP2(op ".rm" end); OP2(op ".rp" end)
#define ROUNDINGS3(op, end) OP3(op ".rn" end); OP3(op ".rz" end); OP3(op ".rm" end); OP3(op ".rp" end)

KERNEL(float_add)
{
    THREAD(2, 18);
    float a = FLOAT(0), b = FLOAT(1), r;
    ROUNDINGS2("add", ".f32");
    ROUNDINGS2("sub", ".f32");
    ROUNDINGS2("add", ".ftz.f32");
    OP2("add.sat.f32");
    OP2("add.ftz.sat.f32");
    PUT(a + 0.1f);
    PUT(fabsf(a) - b);
    PUT(-a - fabsf(b));
    PUT(a + 16777216.0f);
}

KERNEL(float_mul)
{
    THREAD(2, 15);
    float a = FLOAT(0), b = FLOAT(1), r;
    ROUNDINGS2("mul", ".f32");
    ROUNDINGS2("mul", ".ftz.f32");
    OP2("mul.sat.f32");
    OP2("mul.ftz.sat.f32");
    PUT(a * 3.7f);
    PUT(-a * b);
    PUT(a * 0.25f);
    PUT(fabsf(a) * b);
    PUT(a * -b * 2.0f);
}

KERNEL(float_fma)
{
    THREAD(3, 15);
    float a = FLOAT(0), b = FLOAT(1), c = FLOAT(2), r;
    ROUNDINGS3("fma", ".f32");
    ROUNDINGS3("fma", ".ftz.f32");
    OP3("fma.rn.sat.f32");
    OP3("fma.rn.ftz.sat.f32");
    PUT(fmaf(-a, b, c));
    PUT(fmaf(a, b, -c));
    PUT(fmaf(a, 1.5f, c));
    PUT(fmaf(a, b, 0.75f));
    PUT(fmaf(a, c, a));
}

KERNEL(float_minmax)
{
    THREAD(2, 8);
    float a = FLOAT(0), b = FLOAT(1), r;
    OP2("min.f32");
    OP2("max.f32");
    OP2("min.ftz.f32");
    OP2("max.ftz.f32");
    PUT(fminf(fabsf(a), -b));
    PUT(fmaxf(a, 1.0f));
    PUT(fabsf(a));
    PUT(copysignf(a, b));
}

#define SET(compare)                                                                                           \
    asm("{ .reg .pred p; setp." compare ".f32 p, %1, %2; selp.u32 %0, 1, 0, p; }" : "=r"(w) : "f"(a), "f"(b)); \
    PUT(w)

KERNEL(float_compare)
{
    THREAD(3, 25);
    float a = FLOAT(0), b = FLOAT(1), c = FLOAT(2), r;
    u32 w;
    SET("eq"); SET("ne"); SET("lt"); SET("le"); SET("gt"); SET("ge"); SET("num");
    SET("equ"); SET("neu"); SET("ltu"); SET("leu"); SET("gtu"); SET("geu"); SET("nan");
    asm("set.lt.f32.f32 %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b));
    PUT(r);
    asm("set.geu.u32.f32 %0, %1, %2;" : "=r"(w) : "f"(a), "f"(b));
    PUT(w);
    asm("{ .reg .pred p; setp.gt.f32 p, %1, %3; set.le.and.f32.f32 %0, %1, %2, p; }"
        : "=f"(r) : "f"(a), "f"(b), "f"(c));
    PUT(r);
    asm("{ .reg .pred p; setp.gt.f32 p, %1, %3; set.ne.xor.s32.f32 %0, %1, %2, !p; }"
        : "=r"(w) : "f"(a), "f"(b), "f"(c));
    PUT(w);
    asm("{ .reg .pred p, q, s; setp.lt.f32 s, %2, %3; setp.gt.or.f32 p|q, %1, %2, s;"
        " selp.u32 %0, 1, 0, p; @q add.u32 %0, %0, 2; }" : "=r"(w) : "f"(a), "f"(b), "f"(c));
    PUT(w);
    asm("set.lt.ftz.u32.f32 %0, %1, %2;" : "=r"(w) : "f"(a), "f"(b));
    PUT(w);
    asm("slct.f32.f32 %0, %1, %2, %3;" : "=f"(r) : "f"(a), "f"(b), "f"(c));
    PUT(r);
    asm("slct.ftz.f32.f32 %0, %1, %2, %3;" : "=f"(r) : "f"(a), "f"(b), "f"(c));
    PUT(r);
    asm("slct.f32.s32 %0, %1, %2, %3;" : "=f"(r) : "f"(a), "f"(b), "r"(__float_as_int(c)));
    PUT(r);
    PUT(a < b ? c : a);
    PUT((u32)(isnan(a) + 2 * isinf(a) + 4 * signbit(a)));
}

KERNEL(float_divide)
{
    THREAD(2, 13);
    float a = FLOAT(0), b = FLOAT(1), r;
    ROUNDINGS2("div", ".f32");
    OP2("div.rn.ftz.f32");
    a = b;
    ROUNDINGS1("rcp", ".f32");
    OP1("rcp.rn.ftz.f32");
    PUT(1.0f / b);
    PUT(FLOAT(0) / 3.0f);
    PUT(-2.5f / FLOAT(0));
}

KERNEL(float_root)
{
    THREAD(1, 6);
    float a = FLOAT(0), r;
    ROUNDINGS1("sqrt", ".f32");
    OP1("sqrt.rn.ftz.f32");
    PUT(sqrtf(fabsf(a)));
}

// Functions of libdevice whose results are exact.
KERNEL(float_exact)
{
    THREAD(2, 12);
    float a = FLOAT(0), b = FLOAT(1), part;
    int power = (int)in[1] % 300, quotient;
    PUT(floorf(a));
    PUT(ceilf(a));
    PUT(truncf(a));
    PUT(rintf(a));
    PUT(roundf(a));
    PUT(ldexpf(a, power));
    PUT(frexpf(a, &quotient));
    PUT(isfinite(a) ? quotient : 0);
    PUT(modff(a, &part));
    PUT(part);
    PUT(nextafterf(a, b));
    PUT(fdimf(a, b));
}

KERNEL(float_modulo)
{
    THREAD(2, 2);
    float a = FLOAT(0), b = FLOAT(1);
    PUT(fmodf(a, b));
    PUT(remainderf(a, b));
}
