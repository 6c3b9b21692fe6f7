/* SPDX-License-Identifier: MIT */
/* Products of warpgroups: tests/programs/wgmma.cu against C, which takes the matrices as they are before the
 * program puts them into shared memory.  Where threads have elements, and what metadata mean, are the
 * formulas of the PTX ISA's wgmma again; sums are those of tensor.c. */
#include "programs/half.h"
#include "programs/program.h"
#include "programs/reference.h"
#include "programs/tensor.h"

enum { BLOCK_THREADS = 128, ROWS = 64, A_STEP = 32, MOST_ELEMENTS = 512, MOST_COLUMNS = 256 };

/* As in wgmma.cu: blocks of four kinds. */
struct numbers {
    uint32_t top, kept, near;
};
static const struct numbers halves = {0x40004000, 0x8fff8fff, 0x30003000},
                            bfloats = {0x40004000, 0x81ff81ff, 0x3e003e00},
                            singles = {0x40000000, 0x81ffffff, 0x3e000000},
                            bytes = {0x40404040, 0x8f8f8f8f, 0x30303030}, integers = {0, ~0u, 0};

static uint32_t tamed(uint32_t word, const struct numbers *numbers, uint32_t block)
{
    return block % 4 == 0   ? word
           : block % 4 == 1 ? word & ~numbers->top
                            : (word & numbers->kept) | numbers->near;
}

/* A kind of elements and results. */
struct kind {
    unsigned bits;
    const struct numbers *numbers, *addends;
    struct tensor_rules rules;
    bool half, is_integer, a_signed, b_signed, finite;
};
/* clang-format off */
static const struct kind
    f16            = {.bits = 16, .numbers = &halves, .addends = &singles, .rules = {&float_half, &float_half, 16, 25, 0}, .half = false},
    h16            = {.bits = 16, .numbers = &halves, .addends = &halves, .rules = {&float_half, &float_half, 16, 25, 0}, .half = true},
    bf16           = {.bits = 16, .numbers = &bfloats, .addends = &singles, .rules = {&float_bfloat, &float_bfloat, 16, 25, 0}, .half = false},
    tf32           = {.bits = 32, .numbers = &singles, .addends = &singles, .rules = {&float_tf32, &float_tf32, 8, 25, 0}, .half = false},
    e4m3           = {.bits = 8, .numbers = &bytes, .addends = &singles, .rules = {&float_e4m3, &float_e4m3, 32, 13, 10}, .half = false},
    e5m2           = {.bits = 8, .numbers = &bytes, .addends = &singles, .rules = {&float_e5m2, &float_e5m2, 32, 13, 10}, .half = false},
    e4m3_e5m2      = {.bits = 8, .numbers = &bytes, .addends = &singles, .rules = {&float_e4m3, &float_e5m2, 32, 13, 10}, .half = false},
    e5m2_e4m3_half = {.bits = 8, .numbers = &bytes, .addends = &halves, .rules = {&float_e5m2, &float_e4m3, 32, 13, 0}, .half = true},
    s8             = {.bits = 8, .numbers = &integers, .addends = &integers, .is_integer = true, .a_signed = true, .b_signed = true},
    u8             = {.bits = 8, .numbers = &integers, .addends = &integers, .is_integer = true},
    s8_u8          = {.bits = 8, .numbers = &integers, .addends = &integers, .is_integer = true, .a_signed = true},
    u8_s8_finite   = {.bits = 8, .numbers = &integers, .addends = &integers, .is_integer = true, .b_signed = true, .finite = true},
    b1             = {.bits = 1, .numbers = &integers, .addends = &integers, .is_integer = true};
/* clang-format on */

struct product {
    const struct kind *kind;
    unsigned columns;
    bool zero, a_negated, b_negated; /* no addend */
    bool sparse;
    unsigned selector; /* of threads with metadata */
};

/* The words of a block. */
struct block {
    uint32_t number;
    const uint32_t *a, *b, *rest;
    unsigned a_words, b_words, stride; /* of a row, and of a thread */
};

static unsigned words_of(const struct product *product)
{
    return product->columns * ROWS / BLOCK_THREADS / (product->kind->half ? 2 : 1);
}

static uint32_t element_of(const uint32_t *line, unsigned bits, unsigned k)
{
    return line[k * bits / 32] >> k * bits % 32 & (~0u >> (32 - bits));
}

static void take_line(const struct product *product, const struct block *block, const uint32_t *words,
                      unsigned count, bool negated, uint32_t *to)
{
    const unsigned bits = product->kind->bits;
    uint32_t line[64];

    for (unsigned i = 0; i < count; i++)
        line[i] = tamed(words[i], product->kind->numbers, block->number);
    for (unsigned k = 0; k < count * 32 / bits; k++)
        to[k] = element_of(line, bits, k) ^ (negated ? 1u << (bits - 1) : 0);
}

/* Which of a chunk's four parts the two stored ones are; the parts of a tf32 are its halves. */
static unsigned pair_of(uint32_t word, unsigned number, bool is_tf32)
{
    static const uint8_t pairs[6] = {0x4, 0x8, 0x9, 0xc, 0xd, 0xe}, pairs_tf32[2] = {0x4, 0xe};
    const unsigned n = (word >> number * 4 & 15) % 6;

    return is_tf32 ? pairs_tf32[n % 2] : pairs[n];
}

/* The metadata of a chunk of a row: of halves and tf32 two threads of four have those of two rows, of bytes
 * one row and half of the chunks each. */
static unsigned metadata_of(const struct product *product, const struct block *block, unsigned row,
                            unsigned chunk)
{
    const unsigned lane = row / 16 * 32 + row % 8 * 4, below = row / 8 % 2, bits = product->kind->bits;
    const unsigned thread = bits == 8 ? chunk / 8 * 2 + below : product->selector * 2 + chunk / 4;
    const unsigned number = bits == 8 ? chunk % 8 : below * 4 + chunk % 4;

    return pair_of(block->rest[(lane + thread) * block->stride], number, bits == 32);
}

/* The stored elements of a row of a and, of each column of b, those that they meet. */
static unsigned find_stored(const struct product *product, const struct block *block, unsigned row,
                            uint8_t *column)
{
    const unsigned bits = product->kind->bits, stored = A_STEP * 8 / bits;

    for (unsigned k = 0; k < stored; k++) {
        if (bits == 32)
            column[k] = (uint8_t)(k * 2 + (metadata_of(product, block, row, k) & 3) / 2);
        else
            column[k] = (uint8_t)(k / 2 * 4 + (metadata_of(product, block, row, k / 2) >> k % 2 * 2 & 3));
    }
    return stored;
}

static int32_t integer_of(uint32_t element, unsigned bits, bool is_signed)
{
    return is_signed && element >> (bits - 1) ? (int32_t)element - (1 << bits) : (int32_t)element;
}

static uint32_t integer_sum(const struct kind *kind, const uint32_t *a, const uint32_t *b, unsigned count,
                            uint32_t c)
{
    int64_t sum = (int32_t)c;

    for (unsigned k = 0; k < count; k++)
        sum += integer_of(a[k], kind->bits, kind->a_signed) * integer_of(b[k], kind->bits, kind->b_signed);
    if (kind->finite)
        sum = sum > INT32_MAX ? INT32_MAX : sum < INT32_MIN ? INT32_MIN : sum;
    return (uint32_t)sum;
}

/* One step after the other; without an addend the last one is the result. */
static uint32_t sum_of(const struct product *product, const uint32_t *a, const uint32_t *b, unsigned count,
                       uint32_t c)
{
    const struct kind *kind = product->kind;
    const unsigned step = A_STEP * 8 / kind->bits;

    for (unsigned first = 0; first < count; first += step) {
        c = product->zero ? 0 : c;
        c = kind->is_integer ? integer_sum(kind, a + first, b + first, step, c)
                             : tensor_sum(&kind->rules, a + first, b + first, step, c, kind->half);
    }
    return c;
}

/* The word of a thread with an element of a result, and the half of it. */
static uint32_t *result_at(const struct product *product, uint32_t *words, unsigned stride, unsigned row,
                           unsigned column)
{
    const unsigned thread = row / 16 * 32 + row % 8 * 4 + column % 8 / 2, below = row / 8 % 2;
    const unsigned word =
        product->kind->half ? column / 8 * 2 + below : column / 8 * 4 + below * 2 + column % 2;

    return &words[thread * stride + word];
}

static void multiply_block(const struct product *product, const struct block *block, uint32_t *out)
{
    static uint32_t b[MOST_COLUMNS][MOST_ELEMENTS];
    const unsigned words = words_of(product);
    const bool half = product->kind->half;

    for (unsigned column = 0; column < product->columns; column++)
        take_line(product, block, block->b + column * block->b_words, block->b_words, product->b_negated,
                  b[column]);
    for (unsigned row = 0; row < ROWS; row++) {
        uint32_t a[MOST_ELEMENTS], met[MOST_ELEMENTS];
        uint8_t from[MOST_ELEMENTS];
        unsigned count = block->a_words * 32 / product->kind->bits;

        take_line(product, block, block->a + row * block->a_words, block->a_words, product->a_negated, a);
        if (product->sparse)
            count = find_stored(product, block, row, from);
        for (unsigned column = 0; column < product->columns; column++) {
            const unsigned shift = half ? column % 2 * 16 : 0;
            const uint32_t raw =
                *result_at(product, (uint32_t *)block->rest + product->sparse, block->stride, row, column);
            const uint32_t c =
                tamed(raw, product->kind->addends, block->number) >> shift & (half ? 0xffff : ~0u);
            uint32_t *to = result_at(product, out, words, row, column);

            for (unsigned k = 0; k < count; k++)
                met[k] = b[column][product->sparse ? from[k] : k];
            *to = (half && shift ? *to & 0xffff : 0) | sum_of(product, a, met, count, c) << shift;
        }
    }
}

static void multiply(const struct product *product, const uint32_t *in, uint32_t *out, uint32_t n)
{
    const unsigned words = words_of(product), a_words = product->sparse ? 8 : 16, b_words = 16,
                   stride = words + product->sparse;
    const unsigned all = ROWS * a_words + product->columns * b_words + BLOCK_THREADS * stride;

    for (uint32_t i = 0; i < n / BLOCK_THREADS; i++) {
        const uint32_t *first = in + i * all;
        const struct block block = {.number = i,
                                    .a = first,
                                    .b = first + ROWS * a_words,
                                    .rest = first + ROWS * a_words + product->columns * b_words,
                                    .a_words = a_words,
                                    .b_words = b_words,
                                    .stride = stride};

        multiply_block(product, &block, out + i * BLOCK_THREADS * words);
    }
}

#define PRODUCT(name, ...)                                                                     \
    static void name(const struct shape *shape, const uint32_t *in, uint32_t *out, uint32_t n) \
    {                                                                                          \
        static const struct product product = {__VA_ARGS__};                                   \
        (void)shape;                                                                           \
        multiply(&product, in, out, n);                                                        \
    }
/* clang-format off */
PRODUCT(wgmma_half, .kind = &f16, .columns = 8)
PRODUCT(wgmma_half_half, .kind = &h16, .columns = 24)
PRODUCT(wgmma_bfloat, .kind = &bf16, .columns = 64)
PRODUCT(wgmma_tf32, .kind = &tf32, .columns = 8)
PRODUCT(wgmma_e4m3, .kind = &e4m3, .columns = 8)
PRODUCT(wgmma_e5m2, .kind = &e5m2, .columns = 24)
PRODUCT(wgmma_e4m3_e5m2, .kind = &e4m3_e5m2, .columns = 8)
PRODUCT(wgmma_e5m2_e4m3_half, .kind = &e5m2_e4m3_half, .columns = 8)
PRODUCT(wgmma_s8, .kind = &s8, .columns = 8)
PRODUCT(wgmma_u8, .kind = &u8, .columns = 24)
PRODUCT(wgmma_s8_u8, .kind = &s8_u8, .columns = 64)
PRODUCT(wgmma_u8_s8_finite, .kind = &u8_s8_finite, .columns = 8)
PRODUCT(wgmma_b1, .kind = &b1, .columns = 8)
PRODUCT(wgmma_b1_128, .kind = &b1, .columns = 128)
PRODUCT(wgmma_half_256, .kind = &f16, .columns = 256)
PRODUCT(wgmma_half_half_256, .kind = &h16, .columns = 256)
PRODUCT(wgmma_half_128, .kind = &f16, .columns = 128)
PRODUCT(wgmma_rows_16, .kind = &f16, .columns = 24)
PRODUCT(wgmma_columns_16, .kind = &f16, .columns = 64)
PRODUCT(wgmma_rows_32, .kind = &f16, .columns = 24)
PRODUCT(wgmma_columns_32, .kind = &f16, .columns = 64)
PRODUCT(wgmma_rows_64, .kind = &f16, .columns = 24)
PRODUCT(wgmma_columns_64, .kind = &f16, .columns = 64)
PRODUCT(wgmma_rows_128, .kind = &f16, .columns = 24)
PRODUCT(wgmma_columns_128, .kind = &f16, .columns = 64)
PRODUCT(wgmma_columns_of_a, .kind = &bf16, .columns = 16)
PRODUCT(wgmma_columns_of_b, .kind = &h16, .columns = 32)
PRODUCT(wgmma_zero, .kind = &f16, .columns = 8, .zero = true)
PRODUCT(wgmma_s8_zero, .kind = &s8, .columns = 16, .zero = true)
PRODUCT(wgmma_negated_a, .kind = &f16, .columns = 8, .a_negated = true)
PRODUCT(wgmma_negated_b, .kind = &tf32, .columns = 8, .b_negated = true)
PRODUCT(wgmma_negated_e4m3, .kind = &e4m3, .columns = 8, .a_negated = true, .b_negated = true)
PRODUCT(wgmma_registers_half, .kind = &f16, .columns = 8)
PRODUCT(wgmma_registers_negated, .kind = &f16, .columns = 64, .a_negated = true)
PRODUCT(wgmma_registers_half_half, .kind = &h16, .columns = 24, .b_negated = true)
PRODUCT(wgmma_registers_bfloat, .kind = &bf16, .columns = 8)
PRODUCT(wgmma_registers_tf32, .kind = &tf32, .columns = 24)
PRODUCT(wgmma_registers_e5m2, .kind = &e5m2, .columns = 8)
PRODUCT(wgmma_registers_s8_u8, .kind = &s8_u8, .columns = 8, .zero = true)
PRODUCT(wgmma_registers_b1, .kind = &b1, .columns = 24)
PRODUCT(wgmma_sparse_half, .kind = &f16, .columns = 8, .sparse = true)
PRODUCT(wgmma_sparse_half_1, .kind = &f16, .columns = 64, .sparse = true, .selector = 1)
PRODUCT(wgmma_sparse_columns, .kind = &h16, .columns = 64, .sparse = true)
PRODUCT(wgmma_sparse_bfloat, .kind = &bf16, .columns = 24, .b_negated = true, .sparse = true)
PRODUCT(wgmma_sparse_tf32, .kind = &tf32, .columns = 8, .sparse = true, .selector = 1)
PRODUCT(wgmma_sparse_e4m3, .kind = &e4m3, .columns = 8, .sparse = true)
PRODUCT(wgmma_sparse_s8, .kind = &s8, .columns = 24, .sparse = true)
PRODUCT(wgmma_sparse_u8_finite, .kind = &u8_s8_finite, .columns = 8, .sparse = true)
PRODUCT(wgmma_sparse_registers_half, .kind = &f16, .columns = 8, .sparse = true, .selector = 1)
PRODUCT(wgmma_sparse_registers_tf32, .kind = &tf32, .columns = 24, .sparse = true)
PRODUCT(wgmma_sparse_registers_e5m2, .kind = &e4m3_e5m2, .columns = 8, .a_negated = true, .sparse = true)
PRODUCT(wgmma_sparse_registers_s8, .kind = &s8_u8, .columns = 8, .zero = true, .sparse = true)

#define OF(kernel_name, words, results, what) \
    {.kernel = #kernel_name, .shape = {{4, 1, 1}, {BLOCK_THREADS, 1, 1}, 100 * 1024}, .in = words, .out = results, \
     .whole = kernel_name, .fill = what}
static const struct program programs[] = {
    OF(wgmma_half, 13, 4, FILL_HALF),
    OF(wgmma_half_half, 17, 6, FILL_HALF),
    OF(wgmma_bfloat, 48, 32, FILL_INT),
    OF(wgmma_tf32, 13, 4, FILL_FLOAT),
    OF(wgmma_e4m3, 13, 4, FILL_INT),
    OF(wgmma_e5m2, 23, 12, FILL_INT),
    OF(wgmma_e4m3_e5m2, 13, 4, FILL_INT),
    OF(wgmma_e5m2_e4m3_half, 11, 2, FILL_INT),
    OF(wgmma_s8, 13, 4, FILL_INT),
    OF(wgmma_u8, 23, 12, FILL_INT),
    OF(wgmma_s8_u8, 48, 32, FILL_INT),
    OF(wgmma_u8_s8_finite, 13, 4, FILL_INT),
    OF(wgmma_b1, 13, 4, FILL_INT),
    OF(wgmma_b1_128, 88, 64, FILL_INT),
    OF(wgmma_half_256, 168, 128, FILL_HALF),
    OF(wgmma_half_half_256, 104, 64, FILL_HALF),
    OF(wgmma_half_128, 88, 64, FILL_HALF),
    OF(wgmma_rows_16, 23, 12, FILL_HALF),
    OF(wgmma_columns_16, 48, 32, FILL_HALF),
    OF(wgmma_rows_32, 23, 12, FILL_HALF),
    OF(wgmma_columns_32, 48, 32, FILL_HALF),
    OF(wgmma_rows_64, 23, 12, FILL_HALF),
    OF(wgmma_columns_64, 48, 32, FILL_HALF),
    OF(wgmma_rows_128, 23, 12, FILL_HALF),
    OF(wgmma_columns_128, 48, 32, FILL_HALF),
    OF(wgmma_columns_of_a, 18, 8, FILL_INT),
    OF(wgmma_columns_of_b, 20, 8, FILL_HALF),
    OF(wgmma_zero, 13, 4, FILL_HALF),
    OF(wgmma_s8_zero, 18, 8, FILL_INT),
    OF(wgmma_negated_a, 13, 4, FILL_HALF),
    OF(wgmma_negated_b, 13, 4, FILL_FLOAT),
    OF(wgmma_negated_e4m3, 13, 4, FILL_INT),
    OF(wgmma_registers_half, 13, 4, FILL_HALF),
    OF(wgmma_registers_negated, 48, 32, FILL_HALF),
    OF(wgmma_registers_half_half, 17, 6, FILL_HALF),
    OF(wgmma_registers_bfloat, 13, 4, FILL_INT),
    OF(wgmma_registers_tf32, 23, 12, FILL_FLOAT),
    OF(wgmma_registers_e5m2, 13, 4, FILL_INT),
    OF(wgmma_registers_s8_u8, 13, 4, FILL_INT),
    OF(wgmma_registers_b1, 23, 12, FILL_INT),
    OF(wgmma_sparse_half, 10, 4, FILL_HALF),
    OF(wgmma_sparse_half_1, 45, 32, FILL_HALF),
    OF(wgmma_sparse_columns, 29, 16, FILL_HALF),
    OF(wgmma_sparse_bfloat, 20, 12, FILL_INT),
    OF(wgmma_sparse_tf32, 10, 4, FILL_FLOAT),
    OF(wgmma_sparse_e4m3, 10, 4, FILL_INT),
    OF(wgmma_sparse_s8, 20, 12, FILL_INT),
    OF(wgmma_sparse_u8_finite, 10, 4, FILL_INT),
    OF(wgmma_sparse_registers_half, 10, 4, FILL_HALF),
    OF(wgmma_sparse_registers_tf32, 20, 12, FILL_FLOAT),
    OF(wgmma_sparse_registers_e5m2, 10, 4, FILL_INT),
    OF(wgmma_sparse_registers_s8, 10, 4, FILL_INT),
};
/* clang-format on */

int main(void)
{
    return PROGRAMS_RUN_ASYNC("wgmma", programs, "sm_90a");
}
