// Products by CUDA's wmma, whose loads and stores say where NVIDIA's compiler has the elements of matrices.  A warp
// takes the words of a and b from shared memory; the numbers are few, so that sums are exact.
#include "program.cuh"

#include <mma.h>

using namespace nvcuda::wmma;
#define WARPS 4
#define ROOM 256

// The first words of a warp's input are a, those behind it b.  Of each pair of words these bits are kept and those set.
static __device__ void take(const u32 *in, u32 (*ab)[2][ROOM], u32 of_a, u32 of_b, u64 kept, u64 set)
{
    u32 warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    in += (blockIdx.x * WARPS + warp) * (of_a + of_b);
    for (u32 k = lane; k < of_a + of_b; k += 32) {
        u32 part = k % 2 * 32, word = (in[k] & (u32)(kept >> part)) | (u32)(set >> part);
        if (k < of_a)
            ab[warp][0][k] = word;
        else
            ab[warp][1][k - of_a] = word;
    }
    __syncwarp();
}

// A kernel: shape, element (as it is named and as it is stored) and its bits, layouts, type of the result.
#define PRODUCT_BY(name, m, n, k, type, stored, bits, of_a, of_b, result, kept, set, ...)                      \
    KERNEL(name)                                                                                               \
    {                                                                                                          \
        __shared__ __align__(32) u32 ab[WARPS][2][ROOM];                                                       \
        u32 warp = threadIdx.x / 32;                                                                           \
        fragment<matrix_a, m, n, k, type, of_a##_major> a;                                                     \
        fragment<matrix_b, m, n, k, type, of_b##_major> b;                                                     \
        fragment<accumulator, m, n, k, result> c;                                                              \
        take(in, ab, m * k * bits / 32, n * k * bits / 32, kept, set);                                         \
        load_matrix_sync(a, (const stored *)ab[warp][0], of_a##_lines(m, k));                                  \
        load_matrix_sync(b, (const stored *)ab[warp][1], of_b##_lines(k, n));                                  \
        fill_fragment(c, (result)0.0f);                                                                           \
        __VA_ARGS__;                                                                                           \
        store_matrix_sync((result *)out + (blockIdx.x * WARPS + warp) * m * n, c, n, mem_row_major);           \
    }
#define PRODUCT(...) PRODUCT_BY(__VA_ARGS__, mma_sync(c, a, b, c))
#define row_lines(rows, columns) columns
#define col_lines(rows, columns) rows

// 1 or 1.5 with either sign, as halves, bfloat16, singles, doubles.
#define HALVES 0x8200820082008200, 0x3c003c003c003c00
#define BFLOATS 0x8040804080408040, 0x3f803f803f803f80
#define SINGLES 0x8040000080400000, 0x3f8000003f800000
#define DOUBLES 0x8008000000000000, 0x3ff0000000000000
#define ANY ~0ull, 0

PRODUCT(wmma_row_row, 16, 16, 16, half, half, 16, row, row, float, HALVES)
PRODUCT(wmma_row_col, 16, 16, 16, half, half, 16, row, col, float, HALVES)
PRODUCT(wmma_col_row, 16, 16, 16, half, half, 16, col, row, float, HALVES)
PRODUCT(wmma_col_col, 16, 16, 16, half, half, 16, col, col, float, HALVES)
PRODUCT(wmma_tall, 32, 8, 16, half, half, 16, row, col, float, HALVES)
PRODUCT(wmma_broad, 8, 32, 16, half, half, 16, col, row, float, HALVES)
PRODUCT(wmma_half, 16, 16, 16, half, half, 16, row, col, half, HALVES)
PRODUCT(wmma_half_col_row, 16, 16, 16, half, half, 16, col, row, half, HALVES)

#if TARGET >= 75
PRODUCT(wmma_s8, 16, 16, 16, signed char, signed char, 8, row, col, int, ANY)
PRODUCT(wmma_u8_tall, 32, 8, 16, unsigned char, unsigned char, 8, col, row, int, ANY)
PRODUCT(wmma_s4, 8, 8, 32, experimental::precision::s4, void, 4, row, col, int, ANY)
PRODUCT_BY(wmma_bits, 8, 8, 128, experimental::precision::b1, void, 1, row, col, int, ~0ull, 0, bmma_sync(c, a, b, c))
#endif

#if TARGET >= 80
PRODUCT(wmma_bfloat, 16, 16, 16, __nv_bfloat16, __nv_bfloat16, 16, row, col, float, BFLOATS)
PRODUCT(wmma_tf32, 16, 16, 8, precision::tf32, float, 32, row, row, float, SINGLES)
PRODUCT(wmma_double, 8, 8, 4, double, double, 64, row, col, double, DOUBLES)
#endif
