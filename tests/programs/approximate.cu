// What is not exact: the multifunction unit's approximations, and single-precision functions of libdevice.
#include "program.cuh"

#define OP1(text) asm(text " %0, %1;" : "=f"(r) : "f"(a)); PUT(r)
#define OP2(text) asm(text " %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b)); PUT(r)

KERNEL(approx_waves)
{
    THREAD(1, 5);
    float a = FLOAT(0) * 0.75f, r;
    OP1("sin.approx.f32");
    OP1("cos.approx.f32");
    OP1("sin.approx.ftz.f32");
    PUT(__sinf(a * 0.5f));
    PUT(__cosf(a * 0.5f));
}

KERNEL(approx_powers)
{
    THREAD(2, 12);
    float a = FLOAT(0), b = FLOAT(1), r;
    OP1("ex2.approx.f32");
    OP1("ex2.approx.ftz.f32");
    OP1("rcp.approx.f32");
    OP1("rcp.approx.ftz.f32");
    OP1("rsqrt.approx.f32");
    OP1("rsqrt.approx.ftz.f32");
    OP1("sqrt.approx.f32");
    OP1("sqrt.approx.ftz.f32");
    OP2("div.full.f32");
    OP2("div.full.ftz.f32");
    PUT(__expf(fminf(fmaxf(a, -10.0f), 10.0f)));
    PUT(__saturatef(b));
}

KERNEL(approx_logs)
{
    THREAD(1, 4);
    float a = FLOAT(0), r;
    OP1("lg2.approx.f32");
    OP1("lg2.approx.ftz.f32");
    PUT(__logf(fabsf(a)));
    PUT(__powf(1.5f, fminf(fmaxf(a, -4.0f), 4.0f)));
}

// Over the whole range, reduction of large arguments included.
KERNEL(math_waves)
{
    THREAD(1, 6);
    float a = FLOAT(0), s, c;
    PUT(sinf(a));
    PUT(cosf(a));
    PUT(tanf(a));
    sincosf(a, &s, &c);
    PUT(s);
    PUT(c);
    PUT(sinpif(a));
}

KERNEL(math_powers)
{
    THREAD(2, 12);
    float a = FLOAT(0), b = FLOAT(1);
    PUT(expf(a));
    PUT(exp2f(a));
    PUT(exp10f(a));
    PUT(expm1f(a));
    PUT(logf(a));
    PUT(log2f(a));
    PUT(log10f(a));
    PUT(log1pf(a));
    PUT(powf(a, b));
    PUT(cbrtf(a));
    PUT(hypotf(a, b));
    PUT(rsqrtf(a));
}

KERNEL(math_others)
{
    THREAD(2, 11);
    float a = FLOAT(0), b = FLOAT(1);
    PUT(asinf(a));
    PUT(acosf(a));
    PUT(atanf(a));
    PUT(atan2f(a, b));
    PUT(sinhf(a));
    PUT(coshf(a));
    PUT(tanhf(a));
    PUT(asinhf(a));
    PUT(erff(a));
    PUT(erfcf(a));
    PUT(tgammaf(a));
}
