// Products of matrices of integers and bits, one mma instruction a warp: a thread reads its words of a, b and c and
// writes its words of the result.
#include "program.cuh"

#define WORDS(ab, c)                          \
    THREAD((ab) + (c), c);                    \
    u32 w[(ab) + (c)], d[c];                  \
    for (u32 k = 0; k < (ab) + (c); k++)      \
        w[k] = in[k]
#define PUT_ALL(c)                \
    for (u32 k = 0; k < (c); k++) \
    PUT(d[k])

#define D2 "=r"(d[0]), "=r"(d[1])
#define D4 D2, "=r"(d[2]), "=r"(d[3])
#define W4 "r"(w[0]), "r"(w[1]), "r"(w[2]), "r"(w[3])
#define W7 W4, "r"(w[4]), "r"(w[5]), "r"(w[6])
#define W10 W7, "r"(w[7]), "r"(w[8]), "r"(w[9])

// Kernels by the registers of a, b and c.
#define KERNEL_1_1_2(name, what)                                                               \
    KERNEL(name)                                                                               \
    {                                                                                          \
        WORDS(2, 2);                                                                           \
        asm("mma.sync.aligned." what " {%0,%1},{%2},{%3},{%4,%5};" : D2 : W4);                 \
        PUT_ALL(2);                                                                            \
    }
#define KERNEL_2_1_4(name, what)                                                               \
    KERNEL(name)                                                                               \
    {                                                                                          \
        WORDS(3, 4);                                                                           \
        asm("mma.sync.aligned." what " {%0,%1,%2,%3},{%4,%5},{%6},{%7,%8,%9,%10};" : D4 : W7); \
        PUT_ALL(4);                                                                            \
    }
#define KERNEL_4_2_4(name, what)                                                               \
    KERNEL(name)                                                                               \
    {                                                                                          \
        WORDS(6, 4);                                                                           \
        asm("mma.sync.aligned." what " {%0,%1,%2,%3},{%4,%5,%6,%7},{%8,%9},{%10,%11,%12,%13};" \
            : D4 : W10);                                                                       \
        PUT_ALL(4);                                                                            \
    }

KERNEL_1_1_2(tensor_s8, "m8n8k16.row.col.s32.s8.s8.s32")
KERNEL_1_1_2(tensor_u8_s8, "m8n8k16.row.col.s32.u8.s8.s32")
KERNEL_1_1_2(tensor_u8_finite, "m8n8k16.row.col.satfinite.s32.u8.u8.s32")
KERNEL_1_1_2(tensor_s4, "m8n8k32.row.col.s32.s4.s4.s32")
KERNEL_1_1_2(tensor_s4_u4_finite, "m8n8k32.row.col.satfinite.s32.s4.u4.s32")
KERNEL_1_1_2(tensor_xor, "m8n8k128.row.col.s32.b1.b1.s32.xor.popc")

#if TARGET >= 80
KERNEL_1_1_2(tensor_and, "m8n8k128.row.col.s32.b1.b1.s32.and.popc")
KERNEL_2_1_4(tensor_s8_tall, "m16n8k16.row.col.s32.s8.s8.s32")
KERNEL_4_2_4(tensor_u8_s8_32, "m16n8k32.row.col.s32.u8.s8.s32")
KERNEL_4_2_4(tensor_s8_finite_32, "m16n8k32.row.col.satfinite.s32.s8.s8.s32")
KERNEL_2_1_4(tensor_u4_tall, "m16n8k32.row.col.s32.u4.u4.s32")
KERNEL_4_2_4(tensor_s4_u4_64, "m16n8k64.row.col.s32.s4.u4.s32")
KERNEL_2_1_4(tensor_xor_tall, "m16n8k128.row.col.s32.b1.b1.s32.xor.popc")
KERNEL_4_2_4(tensor_and_256, "m16n8k256.row.col.s32.b1.b1.s32.and.popc")
#endif
