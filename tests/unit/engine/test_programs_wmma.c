/* SPDX-License-Identifier: MIT */
/* Products by CUDA's wmma: tests/programs/wmma.cu against C.  Sums are exact, so the oracle is plain
 * arithmetic, and where elements are is between the kernel's loads, its stores, and the machine. */
#include "programs/half.h"
#include "programs/program.h"
#include "programs/reference.h"

#define LANES 32

enum element { HALF, BFLOAT, SINGLE, DOUBLE, S8, U8, S4, BIT };

struct product {
    unsigned rows, columns, depth;
    enum element element;
    bool a_by_rows, b_by_rows;
    enum element result; /* S8: words */
    uint64_t kept, set;
};

static unsigned bits_of(enum element element)
{
    static const unsigned bits[] = {16, 16, 32, 64, 8, 8, 4, 1};
    return bits[element];
}

/* Element `at` of a matrix in memory. */
static double value_at(const struct product *product, const uint32_t *words, unsigned at)
{
    const unsigned bits = bits_of(product->element), bit = at * bits;
    uint64_t pair, one;

    memcpy(&pair, words + bit / 64 * 2, 8);
    pair = (pair & product->kept) | product->set;
    one = pair >> bit % 64 & (~(uint64_t)0 >> (64 - bits));
    switch (product->element) {
    case HALF: return half_value((uint32_t)one);
    case BFLOAT: return f32((uint32_t)one << 16);
    case SINGLE: return f32((uint32_t)one);
    case DOUBLE: return f64(one);
    case S8: return (int8_t)one;
    case S4: return one < 8 ? (double)one : (double)one - 16;
    default: return (double)one;
    }
}

static void put_result(enum element result, uint32_t *out, unsigned at, double sum)
{
    const uint32_t half = half_from(FE_TONEAREST, sum);

    switch (result) {
    case HALF: out[at / 2] = at % 2 ? out[at / 2] | half << 16 : half; break;
    case SINGLE: out[at] = bits32((float)sum); break;
    case DOUBLE: memcpy(out + at * 2, &sum, 8); break;
    default: out[at] = (uint32_t)(int32_t)sum; break;
    }
}

static void multiply(const struct product *product, const uint32_t *in, uint32_t *out, uint32_t n)
{
    const unsigned m = product->rows, columns = product->columns, depth = product->depth,
                   of_a = m * depth * bits_of(product->element) / 32,
                   of_b = columns * depth * bits_of(product->element) / 32;

    for (uint32_t warp = 0; warp < n / LANES; warp++, in += of_a + of_b) {
        for (unsigned row = 0; row < m; row++)
            for (unsigned column = 0; column < columns; column++) {
                double sum = 0;
                for (unsigned k = 0; k < depth; k++) {
                    const double x = value_at(product, in,
                                              product->a_by_rows ? row * depth + k : k * m + row),
                                 y = value_at(product, in + of_a,
                                              product->b_by_rows ? k * columns + column : column * depth + k);
                    sum += product->element == BIT ? x != y : x * y;
                }
                put_result(product->result, out, row * columns + column, sum);
            }
        out += m * columns * bits_of(product->result == S8 ? SINGLE : product->result) / 32;
    }
}

/* clang-format off */
#define HALVES  0x8200820082008200, 0x3c003c003c003c00
#define BFLOATS 0x8040804080408040, 0x3f803f803f803f80
#define SINGLES 0x8040000080400000, 0x3f8000003f800000
#define DOUBLES 0x8008000000000000, 0x3ff0000000000000
#define ANY     ~(uint64_t)0, 0

#define PRODUCT(name, ...)                                                                     \
    static void name(const struct shape *shape, const uint32_t *in, uint32_t *out, uint32_t n) \
    {                                                                                          \
        static const struct product product = {__VA_ARGS__};                                   \
        (void)shape;                                                                           \
        multiply(&product, in, out, n);                                                        \
    }
PRODUCT(wmma_row_row, 16, 16, 16, HALF, true, true, SINGLE, HALVES)
PRODUCT(wmma_row_col, 16, 16, 16, HALF, true, false, SINGLE, HALVES)
PRODUCT(wmma_col_row, 16, 16, 16, HALF, false, true, SINGLE, HALVES)
PRODUCT(wmma_col_col, 16, 16, 16, HALF, false, false, SINGLE, HALVES)
PRODUCT(wmma_tall, 32, 8, 16, HALF, true, false, SINGLE, HALVES)
PRODUCT(wmma_broad, 8, 32, 16, HALF, false, true, SINGLE, HALVES)
PRODUCT(wmma_half, 16, 16, 16, HALF, true, false, HALF, HALVES)
PRODUCT(wmma_half_col_row, 16, 16, 16, HALF, false, true, HALF, HALVES)
PRODUCT(wmma_s8, 16, 16, 16, S8, true, false, S8, ANY)
PRODUCT(wmma_u8_tall, 32, 8, 16, U8, false, true, S8, ANY)
PRODUCT(wmma_s4, 8, 8, 32, S4, true, false, S8, ANY)
PRODUCT(wmma_bits, 8, 8, 128, BIT, true, false, S8, ANY)
PRODUCT(wmma_bfloat, 16, 16, 16, BFLOAT, true, false, SINGLE, BFLOATS)
PRODUCT(wmma_tf32, 16, 16, 8, SINGLE, true, true, SINGLE, SINGLES)
PRODUCT(wmma_double, 8, 8, 4, DOUBLE, true, false, DOUBLE, DOUBLES)

#define OF(name, since, words, results) \
    {.kernel = #name, .from = since, .in = words, .out = results, .whole = name}
static const struct program programs[] = {
    OF(wmma_row_row, 70, 8, 8),
    OF(wmma_row_col, 70, 8, 8),
    OF(wmma_col_row, 70, 8, 8),
    OF(wmma_col_col, 70, 8, 8),
    OF(wmma_tall, 70, 10, 8),
    OF(wmma_broad, 70, 10, 8),
    OF(wmma_half, 70, 8, 4),
    OF(wmma_half_col_row, 70, 8, 4),
    OF(wmma_s8, 75, 4, 8),
    OF(wmma_u8_tall, 75, 5, 8),
    OF(wmma_s4, 75, 2, 2),
    OF(wmma_bits, 75, 2, 2),
    OF(wmma_bfloat, 80, 8, 8),
    OF(wmma_tf32, 80, 8, 8),
    OF(wmma_double, 80, 4, 4),
};
/* clang-format on */

int main(void)
{
    return PROGRAMS_RUN("wmma", programs, PROGRAMS_TO_HOPPER);
}
