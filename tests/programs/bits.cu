// Shifts, bit fields, bit counts, byte permutation and three-input logic.
#include "program.cuh"

#define OP2(text) asm(text " %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b)); PUT(r)
#define OP3(text) asm(text " %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c)); PUT(r)

KERNEL(bits_shift)
{
    THREAD(3, 12);
    u32 a = in[0], b = in[1], c = in[2] % 70, r;
    b = c;
    OP2("shl.b32");
    OP2("shr.u32");
    OP2("shr.s32");
    PUT(a << (c & 31));
    PUT(a >> (c & 31));
    PUT((s32)a >> (c & 31));
    PUT(a << 13);
    PUT(a >> 9);
    PUT((s32)a >> 17);
    asm("{ .reg .b16 x, y; cvt.u16.u32 x, %1; shl.b16 y, x, %2; cvt.u32.u16 %0, y; }" : "=r"(r) : "r"(a), "r"(c));
    PUT(r);
    asm("{ .reg .b16 x, y; cvt.u16.u32 x, %1; shr.s16 y, x, %2; cvt.s32.s16 %0, y; }" : "=r"(r) : "r"(a), "r"(c));
    PUT(r);
    asm("{ .reg .b16 x, y; cvt.u16.u32 x, %1; shr.u16 y, x, %2; cvt.u32.u16 %0, y; }" : "=r"(r) : "r"(a), "r"(c));
    PUT(r);
}

KERNEL(bits_shift64)
{
    THREAD(3, 16);
    u32 c = in[2] % 80;
    u64 x = WIDE(0), r;
    asm("shl.b64 %0, %1, %2;" : "=l"(r) : "l"(x), "r"(c));
    PUT(r);
    asm("shr.u64 %0, %1, %2;" : "=l"(r) : "l"(x), "r"(c));
    PUT(r);
    asm("shr.s64 %0, %1, %2;" : "=l"(r) : "l"(x), "r"(c));
    PUT(r);
    PUT(x << 5);
    PUT(x >> 21);
    PUT((s64)x >> 40);
    PUT(x << 33);
    PUT((s64)x >> 3);
}

KERNEL(bits_funnel)
{
    THREAD(3, 10);
    u32 a = in[0], b = in[1], c = in[2];
    PUT(__funnelshift_l(a, b, c));
    PUT(__funnelshift_r(a, b, c));
    PUT(__funnelshift_lc(a, b, c));
    PUT(__funnelshift_rc(a, b, c));
    PUT(__funnelshift_l(a, b, 7));
    PUT(__funnelshift_r(a, b, 29));
    PUT(a << 11 | a >> 21);
    PUT(__funnelshift_lc(a, b, 32));
    PUT(__funnelshift_r(b, a, c & 7));
    PUT(__funnelshift_rc(b, a, c & 63));
}

KERNEL(bits_field)
{
    THREAD(4, 16);
    u32 a = in[0], b = in[1], c = in[2], d = in[3], r;
    u64 x = WIDE(0), y;
    OP3("bfe.u32");
    OP3("bfe.s32");
    asm("bfi.b32 %0, %1, %2, %3, %4;" : "=r"(r) : "r"(a), "r"(b), "r"(c), "r"(d));
    PUT(r);
    c &= 31;
    d &= 31;
    asm("bfe.u32 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(c), "r"(d));
    PUT(r);
    asm("bfe.s32 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(c), "r"(d));
    PUT(r);
    asm("bfi.b32 %0, %1, %2, %3, %4;" : "=r"(r) : "r"(a), "r"(b), "r"(c), "r"(d));
    PUT(r);
    asm("bfe.u64 %0, %1, %2, %3;" : "=l"(y) : "l"(x), "r"(c), "r"(d));
    PUT(y);
    asm("bfe.s64 %0, %1, %2, %3;" : "=l"(y) : "l"(x), "r"(c), "r"(d));
    PUT(y);
    PUT(a >> 5 & 0x3ff);
    PUT((s32)(a << 7) >> 20);
    PUT((a & ~0xff0u) | (b & 0xff) << 4);
    asm("bfi.b64 %0, %1, %2, %3, %4;" : "=l"(y) : "l"(x), "l"((u64)b), "r"(c), "r"(d));
    PUT(y);
    asm("bfi.b32 %0, 0x15, %1, 9, 5;" : "=r"(r) : "r"(a));
    PUT(r);
}

KERNEL(bits_count)
{
    THREAD(2, 14);
    u32 a = in[0], r;
    s32 s = (s32)a;
    u64 x = WIDE(0);
    PUT(__popc(a));
    PUT(__popc(~a));
    PUT(__popcll(x));
    PUT(__clz(s));
    PUT(__clzll((s64)x));
    PUT(__ffs(s));
    PUT(__ffsll((s64)x));
    PUT(__brev(a));
    PUT(__brevll(x));
    asm("bfind.u32 %0, %1;" : "=r"(r) : "r"(a));
    PUT(r);
    asm("bfind.s32 %0, %1;" : "=r"(r) : "r"(a));
    PUT(r);
    asm("bfind.shiftamt.s32 %0, %1;" : "=r"(r) : "r"(a));
    PUT(r);
    asm("bfind.u64 %0, %1;" : "=r"(r) : "l"(x));
    PUT(r);
}

KERNEL(bits_permute)
{
    THREAD(3, 13);
    u32 a = in[0], b = in[1], c = in[2], r;
    PUT(__byte_perm(a, b, c));
    OP3("prmt.b32");
    OP3("prmt.b32.f4e");
    OP3("prmt.b32.b4e");
    OP3("prmt.b32.rc8");
    OP3("prmt.b32.ecl");
    OP3("prmt.b32.ecr");
    OP3("prmt.b32.rc16");
    PUT(__byte_perm(a, b, 0x5410));
    PUT(__byte_perm(a, 0, 0x0123));
    PUT(__byte_perm(a, b, 0x7632));
    PUT(a >> 16 | b << 16);
    PUT(a & 0xffff0000 | b >> 16);
}

KERNEL(bits_logic)
{
    THREAD(4, 19);
    u32 a = in[0], b = in[1], c = in[2], r;
    u64 x = WIDE(0), y = WIDE(2);
#define LUT(value) LOGIC3(r, a, b, c, value); PUT(r)
    LUT(0x96);
    LUT(0xe8);
    LUT(0xca);
    LUT(0x01);
    LUT(0x7e);
    LUT(0x2d);
    LUT(0xb4);
    PUT(a & b);
    PUT(a | ~b);
    PUT(a ^ b ^ 0x5a5a5a5au);
    PUT(~(a ^ b));
    PUT(a & 0x7ffff);
    PUT(x ^ y);
    PUT((x & ~y) | 0x0123456789abcdefull);
    PUT((a & b) != 0);
    PUT((a & b & c) == 0 ? 5u : 7u);
    asm("cnot.b32 %0, %1;" : "=r"(r) : "r"(a & 3));
    PUT(r);
}
