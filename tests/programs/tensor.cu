// Products of matrices that a warp holds, one mma instruction a warp: a thread reads its words of a, b and c and writes
// its words of the result.
#include "program.cuh"

// What the words are.  A warp in four has them as they are; one without the greatest exponents, so that there is neither
// infinity nor NaN; two with exponents near each other.
struct Numbers {
    u32 top, kept, near;
};
#define HALVES  {0x40004000, 0x8fff8fff, 0x30003000}
#define BFLOATS {0x40004000, 0x81ff81ff, 0x3e003e00}
#define SINGLES {0x40000000, 0x81ffffff, 0x3e000000}

static __device__ u32 tamed(u32 word, Numbers numbers, u32 warp)
{
    return warp % 4 == 0 ? word : warp % 4 == 1 ? word & ~numbers.top : (word & numbers.kept) | numbers.near;
}

// The thread's words w of `ab` words of a and b and `c` of c, and room for the result.
#define WORDS(ab, of_ab, c, of_c)                        \
    THREAD((ab) + (c), c);                               \
    const Numbers numbers = of_ab, addends = of_c;       \
    u32 w[(ab) + (c)], d[c];                             \
    for (u32 k = 0; k < (ab) + (c); k++)                 \
        w[k] = tamed(in[k], k < (ab) ? numbers : addends, i / 32)
#define PUT_ALL(c)                \
    for (u32 k = 0; k < (c); k++) \
    PUT(d[k])

#define D2 "=r"(d[0]), "=r"(d[1])
#define D4 D2, "=r"(d[2]), "=r"(d[3])
#define W5 "r"(w[0]), "r"(w[1]), "r"(w[2]), "r"(w[3]), "r"(w[4])
#define W7 W5, "r"(w[5]), "r"(w[6])
#define W8 W7, "r"(w[7])
#define W10 W8, "r"(w[8]), "r"(w[9])

// Of so many registers: a, b, c.
#define MMA_2_1_2(what) asm("mma.sync.aligned." what " {%0,%1},{%2,%3},{%4},{%5,%6};" : D2 : W5)
#define MMA_2_1_4(what) asm("mma.sync.aligned." what " {%0,%1,%2,%3},{%4,%5},{%6},{%7,%8,%9,%10};" : D4 : W7)
#define MMA_4_2_2(what) asm("mma.sync.aligned." what " {%0,%1},{%2,%3,%4,%5},{%6,%7},{%8,%9};" : D2 : W8)
#define MMA_4_2_4(what) \
    asm("mma.sync.aligned." what " {%0,%1,%2,%3},{%4,%5,%6,%7},{%8,%9},{%10,%11,%12,%13};" : D4 : W10)

#if TARGET >= 75
KERNEL(tensor_half_8)
{
    WORDS(3, HALVES, 4, SINGLES);
    MMA_2_1_4("m16n8k8.row.col.f32.f16.f16.f32");
    PUT_ALL(4);
}

KERNEL(tensor_half_8_half)
{
    WORDS(3, HALVES, 2, HALVES);
    MMA_2_1_2("m16n8k8.row.col.f16.f16.f16.f16");
    PUT_ALL(2);
}
#endif

#if TARGET >= 80
KERNEL(tensor_half_16)
{
    WORDS(6, HALVES, 4, SINGLES);
    MMA_4_2_4("m16n8k16.row.col.f32.f16.f16.f32");
    PUT_ALL(4);
}

KERNEL(tensor_half_16_half)
{
    WORDS(6, HALVES, 2, HALVES);
    MMA_4_2_2("m16n8k16.row.col.f16.f16.f16.f16");
    PUT_ALL(2);
}

KERNEL(tensor_bfloat_8)
{
    WORDS(3, BFLOATS, 4, SINGLES);
    MMA_2_1_4("m16n8k8.row.col.f32.bf16.bf16.f32");
    PUT_ALL(4);
}

KERNEL(tensor_bfloat_16)
{
    WORDS(6, BFLOATS, 4, SINGLES);
    MMA_4_2_4("m16n8k16.row.col.f32.bf16.bf16.f32");
    PUT_ALL(4);
}

KERNEL(tensor_tf32_4)
{
    WORDS(3, SINGLES, 4, SINGLES);
    MMA_2_1_4("m16n8k4.row.col.f32.tf32.tf32.f32");
    PUT_ALL(4);
}

KERNEL(tensor_tf32_8)
{
    WORDS(6, SINGLES, 4, SINGLES);
    MMA_4_2_4("m16n8k8.row.col.f32.tf32.tf32.f32");
    PUT_ALL(4);
}

KERNEL(tensor_double)
{
    THREAD(8, 4);
    double c0 = DOUBLE(4), c1 = DOUBLE(6), d0, d1;
    asm("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1},{%2},{%3},{%4,%5};"
        : "=d"(d0), "=d"(d1)
        : "d"(DOUBLE(0)), "d"(DOUBLE(2)), "d"(c0), "d"(c1));
    PUT(d0);
    PUT(d1);
}
#endif

#if TARGET >= 89
// Four bytes a word, whose exponents have four bits or five.
#define BYTES {0x40404040, 0x8f8f8f8f, 0x30303030}

KERNEL(tensor_e4m3)
{
    WORDS(6, BYTES, 4, SINGLES);
    MMA_4_2_4("m16n8k32.row.col.f32.e4m3.e4m3.f32");
    PUT_ALL(4);
}

KERNEL(tensor_e5m2)
{
    WORDS(6, BYTES, 4, SINGLES);
    MMA_4_2_4("m16n8k32.row.col.f32.e5m2.e5m2.f32");
    PUT_ALL(4);
}

KERNEL(tensor_e4m3_e5m2)
{
    WORDS(6, BYTES, 4, SINGLES);
    MMA_4_2_4("m16n8k32.row.col.f32.e4m3.e5m2.f32");
    PUT_ALL(4);
}
#endif

// Volta's shape, of which a warp has four products; the words are few numbers whose sums are exact.
#if TARGET < 80
#define FEW_HALVES  {0x82008200, 0x3c003c00}
#define FEW_SINGLES {0x80400000, 0x3f800000}
struct Few {
    u32 kept, near;
};

#define FEW_WORDS(c, of_c, result)                    \
    THREAD(4 + (c), result);                          \
    const Few numbers = FEW_HALVES, addends = of_c;   \
    u32 w[4 + (c)], d[result];                        \
    for (u32 k = 0; k < 4 + (c); k++)                 \
        w[k] = (in[k] & (k < 4 ? numbers.kept : addends.kept)) | (k < 4 ? numbers.near : addends.near)

#define D8 D4, "=r"(d[4]), "=r"(d[5]), "=r"(d[6]), "=r"(d[7])
#define W12 W10, "r"(w[10]), "r"(w[11])
#define MMA_2_2_8(what) \
    asm("mma.sync.aligned.m8n8k4." what \
        " {%0,%1,%2,%3,%4,%5,%6,%7},{%8,%9},{%10,%11},{%12,%13,%14,%15,%16,%17,%18,%19};" : D8 : W12)
#define MMA_2_2_4(what) \
    asm("mma.sync.aligned.m8n8k4." what " {%0,%1,%2,%3},{%4,%5},{%6,%7},{%8,%9,%10,%11};" : D4 : W8)
#define MMA_2_2_4_8(what) \
    asm("mma.sync.aligned.m8n8k4." what \
        " {%0,%1,%2,%3,%4,%5,%6,%7},{%8,%9},{%10,%11},{%12,%13,%14,%15};" : D8 : W8)

KERNEL(tensor_quad)
{
    FEW_WORDS(8, FEW_SINGLES, 8);
    MMA_2_2_8("row.col.f32.f16.f16.f32");
    PUT_ALL(8);
}

KERNEL(tensor_quad_half)
{
    FEW_WORDS(4, FEW_HALVES, 4);
    MMA_2_2_4("row.col.f16.f16.f16.f16");
    PUT_ALL(4);
}

KERNEL(tensor_quad_mixed)
{
    FEW_WORDS(4, FEW_HALVES, 8);
    MMA_2_2_4_8("row.col.f32.f16.f16.f16");
    PUT_ALL(8);
}

KERNEL(tensor_quad_by_columns)
{
    FEW_WORDS(8, FEW_SINGLES, 8);
    MMA_2_2_8("col.row.f32.f16.f16.f32");
    PUT_ALL(8);
}
#endif
