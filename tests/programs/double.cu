// Double precision: arithmetic in every rounding, comparison, division, roots; functions of libdevice.
#include "program.cuh"

#define OP1(text) asm(text " %0, %1;" : "=d"(r) : "d"(a)); PUT(r)
#define OP2(text) asm(text " %0, %1, %2;" : "=d"(r) : "d"(a), "d"(b)); PUT(r)
#define OP3(text) asm(text " %0, %1, %2, %3;" : "=d"(r) : "d"(a), "d"(b), "d"(c)); PUT(r)
#define ROUNDINGS1(op) OP1(op ".rn.f64"); OP1(op ".rz.f64"); OP1(op ".rm.f64"); OP1(op ".rp.f64")
#define ROUNDINGS2(op) OP2(op ".rn.f64"); OP2(op ".rz.f64"); OP2(op ".rm.f64"); OP2(op ".rp.f64")
#define ROUNDINGS3(op) OP3(op ".rn.f64"); OP3(op ".rz.f64"); OP3(op ".rm.f64"); OP3(op ".rp.f64")

KERNEL(double_add)
{
    THREAD(4, 22);
    double a = DOUBLE(0), b = DOUBLE(2), r;
    ROUNDINGS2("add");
    ROUNDINGS2("sub");
    PUT(a + 0.1);
    PUT(fabs(a) - b);
    PUT(a + 2.0);
}

KERNEL(double_mul)
{
    THREAD(4, 12);
    double a = DOUBLE(0), b = DOUBLE(2), r;
    ROUNDINGS2("mul");
    PUT(a * -b);
    PUT(a * 1.5);
}

KERNEL(double_fma)
{
    THREAD(6, 14);
    double a = DOUBLE(0), b = DOUBLE(2), c = DOUBLE(4), r;
    ROUNDINGS3("fma");
    PUT(fma(-a, b, c));
    PUT(fma(a, b, -1.0));
    PUT(fma(a, 0.5, c));
}

KERNEL(double_divide)
{
    THREAD(4, 18);
    double a = DOUBLE(0), b = DOUBLE(2), r;
    ROUNDINGS2("div");
    a = b;
    ROUNDINGS1("rcp");
    PUT(DOUBLE(0) / 3.0);
}

KERNEL(double_root)
{
    THREAD(2, 8);
    double a = DOUBLE(0), r;
    ROUNDINGS1("sqrt");
}

KERNEL(double_minmax)
{
    THREAD(4, 12);
    double a = DOUBLE(0), b = DOUBLE(2), r;
    OP2("min.f64");
    OP2("max.f64");
    PUT(fmin(fabs(a), -b));
    PUT(fmax(a, 1.0));
    PUT(-a);
    PUT(copysign(a, b));
}

#define SET(compare)                                                                                           \
    asm("{ .reg .pred p; setp." compare ".f64 p, %1, %2; selp.u32 %0, 1, 0, p; }" : "=r"(w) : "d"(a), "d"(b)); \
    PUT(w)

KERNEL(double_compare)
{
    THREAD(4, 19);
    double a = DOUBLE(0), b = DOUBLE(2);
    float r;
    u32 w;
    SET("eq"); SET("ne"); SET("lt"); SET("le"); SET("gt"); SET("ge"); SET("num");
    SET("equ"); SET("neu"); SET("ltu"); SET("leu"); SET("gtu"); SET("geu"); SET("nan");
    asm("set.lt.f32.f64 %0, %1, %2;" : "=f"(r) : "d"(a), "d"(b));
    PUT(r);
    asm("set.geu.u32.f64 %0, %1, %2;" : "=r"(w) : "d"(a), "d"(b));
    PUT(w);
    asm("{ .reg .pred p; setp.gt.f64 p, %2, 0d3FF0000000000000; set.le.and.u32.f64 %0, %1, %2, p; }"
        : "=r"(w) : "d"(a), "d"(b));
    PUT(w);
    PUT(a < b ? in[0] : in[2]);
    PUT((u32)(isnan(a) + 2 * isinf(a) + 4 * signbit(a)));
}

KERNEL(double_round)
{
    THREAD(2, 10);
    double a = DOUBLE(0);
    PUT(floor(a));
    PUT(ceil(a));
    PUT(trunc(a));
    PUT(rint(a));
    PUT(round(a));
}

KERNEL(math_double)
{
    THREAD(4, 28);
    double a = DOUBLE(0), b = DOUBLE(2);
    PUT(exp(a));
    PUT(exp2(a));
    PUT(log(a));
    PUT(log2(a));
    PUT(sin(a));
    PUT(cos(a));
    PUT(tan(a));
    PUT(pow(a, b));
    PUT(atan2(a, b));
    PUT(tanh(a));
    PUT(erf(a));
    PUT(cbrt(a));
    PUT(hypot(a, b));
    PUT(rsqrt(a));
}
