// Integer arithmetic: adds with carry, products of all widths, division, minima, sums of differences.
#include "program.cuh"

KERNEL(int_add)
{
    THREAD(4, 18);
    u32 a = in[0], b = in[1], c = in[2], d = in[3], r0, r1, r2, r3;
    u64 x = WIDE(0), y = WIDE(2);
    PUT(a + b);
    PUT(a - b);
    PUT(c - a - b);
    PUT(a + b + c);
    PUT(x + y);
    PUT(x - y);
    PUT((u32)(unsigned short)(a + 0x1234));
    PUT((s32)(signed char)(a - b));
    asm("add.cc.u32 %0, %4, %5; addc.cc.u32 %1, %5, %6; addc.cc.u32 %2, %6, %7; addc.u32 %3, %7, 0;"
        : "=r"(r0), "=r"(r1), "=r"(r2), "=r"(r3) : "r"(a), "r"(b), "r"(c), "r"(d));
    PUT(r0);
    PUT(r1);
    PUT(r2);
    PUT(r3);
    asm("sub.cc.u32 %0, %4, %5; subc.cc.u32 %1, %5, %6; subc.cc.u32 %2, %6, %7; subc.u32 %3, %7, 0;"
        : "=r"(r0), "=r"(r1), "=r"(r2), "=r"(r3) : "r"(a), "r"(b), "r"(c), "r"(d));
    PUT(r0);
    PUT(r1);
    PUT(r2);
    PUT(r3);
}

KERNEL(int_saturate)
{
    THREAD(2, 6);
    s32 a = in[0], b = in[1], r;
    asm("add.sat.s32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
    PUT(r);
    asm("sub.sat.s32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
    PUT(r);
    asm("add.sat.s32 %0, %1, 1000000000;" : "=r"(r) : "r"(a));
    PUT(r);
    asm("mad.hi.sat.s32 %0, %1, %2, %1;" : "=r"(r) : "r"(a), "r"(b));
    PUT(r);
    PUT(abs(a));
    PUT(-a);
}

KERNEL(int_scaled)
{
    THREAD(4, 15);
    u32 a = in[0], b = in[1], c = in[2];
    u64 x = WIDE(0), y = WIDE(2);
    PUT((a << 3) + b);
    PUT(b - (a << 5));
    PUT((a << 2) - b);
    PUT((a << 7) + 12345678u);
    PUT((a << 31) + b);
    PUT((x << 3) + y);
    PUT(y - (x << 2));
    PUT(x + ((u64)c << 2));
    PUT(x + ((s64)(s32)c << 4));
    PUT((s32)a / 8);
    PUT((s32)a % 16);
}

KERNEL(int_mul)
{
    THREAD(4, 27);
    u32 a = in[0], b = in[1], c = in[2];
    u64 x = WIDE(0), y = WIDE(2);
    PUT(a * b);
    PUT(a * b + c);
    PUT(c - a * b);
    PUT(__umulhi(a, b));
    PUT(__mulhi((s32)a, (s32)b));
    PUT((u64)a * b);
    PUT((s64)(s32)a * (s32)b);
    PUT((u64)a * b + x);
    PUT((s64)(s32)a * (s32)c + (s64)y);
    PUT(x * y);
    PUT(__umul64hi(x, y));
    PUT((u64)__mul64hi((s64)x, (s64)y));
    PUT(a * 0x9e3779b9u);
    PUT(a * 10u + b);
    PUT(x * 6364136223846793005ull + 1442695040888963407ull);
    PUT((u32)(unsigned short)a * (unsigned short)b);
    PUT((s32)(short)a * (short)b + (s32)c);
}

KERNEL(int_mul_ptx)
{
    THREAD(3, 15);
    u32 a = in[0], b = in[1], c = in[2], r, s;
#define OP3(text) asm(text " %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c)); PUT(r)
#define OP2(text) asm(text " %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b)); PUT(r)
    OP2("mul24.lo.u32");
    OP2("mul24.lo.s32");
    OP2("mul24.hi.u32");
    OP2("mul24.hi.s32");
    OP3("mad24.lo.u32");
    OP3("mad24.lo.s32");
    OP3("mad24.hi.s32");
    OP3("mad.hi.u32");
    OP3("mad.hi.s32");
    OP3("sad.u32");
    OP3("sad.s32");
    asm("{ .reg .u16 x, y; mov.b32 {x, y}, %1; mul.wide.s16 %0, x, y; }" : "=r"(r) : "r"(a));
    PUT(r);
    asm("{ .reg .u16 x, y; mov.b32 {x, y}, %1; mad.wide.u16 %0, x, y, %2; }" : "=r"(r) : "r"(b), "r"(c));
    PUT(r);
    asm("mad.lo.cc.u32 %0, %2, %3, %4; madc.hi.u32 %1, %2, %3, %4;" : "=r"(r), "=r"(s) : "r"(a), "r"(b), "r"(c));
    PUT(r);
    PUT(s);
}

KERNEL(int_div)
{
    THREAD(2, 10);
    u32 a = in[0], b = in[1] ? in[1] : 3;
    s32 s = (s32)a, t = (s32)b == -1 ? 7 : (s32)b;
    PUT(a / b);
    PUT(a % b);
    PUT(s / t);
    PUT(s % t);
    PUT(a / 7u);
    PUT(a % 1000003u);
    PUT(s / -11);
    PUT(s % 360);
    PUT(a / (b & 0xff | 1));
    PUT(s / (s32)(short)(b | 1));
}

KERNEL(int_div64)
{
    THREAD(4, 14);
    u64 a = WIDE(0), b = WIDE(2) ? WIDE(2) : 3;
    s64 s = (s64)a, t = (s64)b == -1 ? 7 : (s64)b;
    PUT(a / b);
    PUT(a % b);
    PUT(s / t);
    PUT(s % t);
    PUT(a / 1000000007ull);
    PUT(s / 1000);
    PUT(a % (b & 0xffffffff | 1));
}

KERNEL(int_minmax)
{
    THREAD(4, 20);
    u32 a = in[0], b = in[1], c = in[2];
    u64 x = WIDE(0), y = WIDE(2);
    PUT(min(a, b));
    PUT(max(a, b));
    PUT(min((s32)a, (s32)b));
    PUT(max((s32)a, (s32)b));
    PUT(min(x, y));
    PUT(max(x, y));
    PUT(min((s64)x, (s64)y));
    PUT(max((s64)x, (s64)y));
    PUT(min(max((s32)a, -100), 100));
    PUT(min(a, 0x12345678u));
    PUT(__sad((s32)a, (s32)b, c));
    PUT(__usad(a, b, c));
    PUT(__hadd((s32)a, (s32)b));
    PUT(__urhadd(a, b));
    PUT((u64)llabs((s64)x));
}

#if __CUDA_ARCH__ >= 610
KERNEL(int_dot)
{
    THREAD(3, 12);
    u32 a = in[0], b = in[1], c = in[2], r;
    PUT(__dp4a((s32)a, (s32)b, (s32)c));
    PUT(__dp4a(a, b, c));
    OP3("dp4a.s32.u32");
    OP3("dp4a.u32.s32");
    PUT(__dp2a_lo((s32)a, (s32)b, (s32)c));
    PUT(__dp2a_hi((s32)a, (s32)b, (s32)c));
    PUT(__dp2a_lo(a, b, c));
    PUT(__dp2a_hi(a, b, c));
    OP3("dp2a.lo.s32.u32");
    OP3("dp2a.hi.s32.u32");
    OP3("dp2a.lo.u32.s32");
    OP3("dp2a.hi.u32.s32");
}
#endif
