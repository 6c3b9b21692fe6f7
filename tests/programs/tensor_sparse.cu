// Products of a sparse matrix with a full one (sm_80 on), one mma.sp instruction a warp: a thread reads its words of a, b
// and c and one of metadata, and writes its words of the result.
#include "program.cuh"

// As in tensor.cu: warps of four kinds.
struct Numbers {
    u32 top, kept, near;
};
#define HALVES   (Numbers{0x40004000, 0x8fff8fff, 0x30003000})
#define BFLOATS  (Numbers{0x40004000, 0x81ff81ff, 0x3e003e00})
#define SINGLES  (Numbers{0x40000000, 0x81ffffff, 0x3e000000})
#define BYTES    (Numbers{0x40404040, 0x8f8f8f8f, 0x30303030})
#define INTEGERS (Numbers{0, ~0u, 0})

static __device__ u32 tamed(u32 word, Numbers numbers, u32 warp)
{
    return warp % 4 == 0 ? word : warp % 4 == 1 ? word & ~numbers.top : (word & numbers.kept) | numbers.near;
}

// Eight pairs of numbers of two bits of which the second is greater; of tf32 a pair is one of two.
static __device__ u32 metadata(u32 word, bool tf32)
{
    const u64 pairs = tf32 ? 0xe4e4e4 : 0xedc984;
    u32 found = 0;
    for (u32 k = 0; k < 32; k += 4)
        found |= (u32)(pairs >> (word >> k & 15) % 6 * 4 & 15) << k;
    return found;
}

// The thread's words w of `ab` words of a and b and `c` of c, the metadata e, and room for the result.
#define WORDS(ab, of_ab, c, of_c, tf32)                                \
    THREAD((ab) + (c) + 1, c);                                         \
    const Numbers numbers = of_ab, addends = of_c;                     \
    u32 w[(ab) + (c)], d[c], e = metadata(in[(ab) + (c)], tf32);       \
    for (u32 k = 0; k < (ab) + (c); k++)                               \
        w[k] = tamed(in[k], k < (ab) ? numbers : addends, i / 32)
#define PUT_ALL(c)                \
    for (u32 k = 0; k < (c); k++) \
    PUT(d[k])

#define D2 "=r"(d[0]), "=r"(d[1])
#define D4 D2, "=r"(d[2]), "=r"(d[3])
#define W6 "r"(w[0]), "r"(w[1]), "r"(w[2]), "r"(w[3]), "r"(w[4]), "r"(w[5])
#define W8 W6, "r"(w[6]), "r"(w[7])
#define W12 W8, "r"(w[8]), "r"(w[9]), "r"(w[10]), "r"(w[11])

// Kernels by the registers of a, b and c.
#define KERNEL_2_2_4(name, what, selector, of_ab, of_c, tf32)                                            \
    KERNEL(name)                                                                                         \
    {                                                                                                    \
        WORDS(4, of_ab, 4, of_c, tf32);                                                                  \
        asm("mma.sp.sync.aligned." what " {%0,%1,%2,%3},{%4,%5},{%6,%7},{%8,%9,%10,%11},%12," #selector ";" \
            : D4 : W8, "r"(e));                                                                          \
        PUT_ALL(4);                                                                                      \
    }
#define KERNEL_2_2_2(name, what, selector, of_ab, of_c, tf32)                                            \
    KERNEL(name)                                                                                         \
    {                                                                                                    \
        WORDS(4, of_ab, 2, of_c, tf32);                                                                  \
        asm("mma.sp.sync.aligned." what " {%0,%1},{%2,%3},{%4,%5},{%6,%7},%8," #selector ";"             \
            : D2 : W6, "r"(e));                                                                          \
        PUT_ALL(2);                                                                                      \
    }
#define KERNEL_4_4_4(name, what, selector, of_ab, of_c, tf32)                                            \
    KERNEL(name)                                                                                         \
    {                                                                                                    \
        WORDS(8, of_ab, 4, of_c, tf32);                                                                  \
        asm("mma.sp.sync.aligned." what                                                                  \
            " {%0,%1,%2,%3},{%4,%5,%6,%7},{%8,%9,%10,%11},{%12,%13,%14,%15},%16," #selector ";"          \
            : D4 : W12, "r"(e));                                                                         \
        PUT_ALL(4);                                                                                      \
    }

KERNEL_2_2_4(sparse_half_16, "m16n8k16.row.col.f32.f16.f16.f32", 0, HALVES, SINGLES, false)
KERNEL_2_2_4(sparse_half_16_last, "m16n8k16.row.col.f32.f16.f16.f32", 3, HALVES, SINGLES, false)
KERNEL_2_2_2(sparse_half_16_half, "m16n8k16.row.col.f16.f16.f16.f16", 2, HALVES, HALVES, false)
KERNEL_4_4_4(sparse_half_32, "m16n8k32.row.col.f32.f16.f16.f32", 0, HALVES, SINGLES, false)
KERNEL_2_2_4(sparse_bfloat_16, "m16n8k16.row.col.f32.bf16.bf16.f32", 1, BFLOATS, SINGLES, false)
KERNEL_4_4_4(sparse_bfloat_32, "m16n8k32.row.col.f32.bf16.bf16.f32", 1, BFLOATS, SINGLES, false)
KERNEL_2_2_4(sparse_tf32_8, "m16n8k8.row.col.f32.tf32.tf32.f32", 1, SINGLES, SINGLES, true)
KERNEL_4_4_4(sparse_tf32_16, "m16n8k16.row.col.f32.tf32.tf32.f32", 1, SINGLES, SINGLES, true)
KERNEL_2_2_4(sparse_s8_32, "m16n8k32.row.col.s32.s8.s8.s32", 0, INTEGERS, INTEGERS, false)
KERNEL_2_2_4(sparse_u8_s8_32_finite, "m16n8k32.row.col.satfinite.s32.u8.s8.s32", 1, INTEGERS, INTEGERS, false)
KERNEL_4_4_4(sparse_s8_u8_64, "m16n8k64.row.col.s32.s8.u8.s32", 0, INTEGERS, INTEGERS, false)
KERNEL_2_2_4(sparse_s4_64, "m16n8k64.row.col.s32.s4.s4.s32", 1, INTEGERS, INTEGERS, false)
KERNEL_4_4_4(sparse_u4_s4_128, "m16n8k128.row.col.s32.u4.s4.s32", 0, INTEGERS, INTEGERS, false)

#if TARGET >= 89
KERNEL_4_4_4(sparse_e4m3, "m16n8k64.row.col.f32.e4m3.e4m3.f32", 0, BYTES, SINGLES, false)
KERNEL_4_4_4(sparse_e5m2_e4m3, "m16n8k64.row.col.f32.e5m2.e4m3.f32", 0, BYTES, SINGLES, false)
#endif
