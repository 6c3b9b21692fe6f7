/* SPDX-License-Identifier: MIT */
/* Products of sparse matrices: tests/programs/tensor_sparse.cu against C, which writes the rows of a out in
 * full by the metadata, after the formulas of the PTX ISA for each shape. */
#include "programs/program.h"
#include "programs/reference.h"
#include "programs/tensor.h"

/* As in tensor_sparse.cu: warps of four kinds. */
struct numbers {
    uint32_t top, kept, near;
};
static const struct numbers halves = {0x40004000, 0x8fff8fff, 0x30003000},
                            bfloats = {0x40004000, 0x81ff81ff, 0x3e003e00},
                            singles = {0x40000000, 0x81ffffff, 0x3e000000},
                            bytes = {0x40404040, 0x8f8f8f8f, 0x30303030}, integers = {0, ~0u, 0};

static uint32_t tamed(uint32_t word, const struct numbers *numbers, uint32_t warp)
{
    return warp % 4 == 0   ? word
           : warp % 4 == 1 ? word & ~numbers->top
                           : (word & numbers->kept) | numbers->near;
}

/* Which of a chunk's four parts the two stored ones are; the parts of a tf32 are its halves. */
static const uint8_t pairs[6] = {0x4, 0x8, 0x9, 0xc, 0xd, 0xe},
                     pairs_tf32[6] = {0x4, 0xe, 0x4, 0xe, 0x4, 0xe};

static unsigned pair_of(uint32_t word, unsigned number, bool tf32)
{
    return (tf32 ? pairs_tf32 : pairs)[(word >> number * 4 & 15) % 6];
}

struct product {
    struct tensor_shape shape; /* depth: of b */
    unsigned selector;
    const struct numbers *numbers, *addends;
    struct tensor_rules rules; /* of floats */
    bool is_float, a_signed, b_signed, finite;
};

/* Where thread t of four has element i of its words of a: row 0 or 8 of its rows, and the first column of the
 * chunk that the element is of, with its number among the stored ones of the chunk. */
struct fragment {
    unsigned row, chunk, number;
};

static struct fragment fragment_at(unsigned bits, unsigned t, unsigned i)
{
    switch (bits) {
    case 32: return (struct fragment){i % 2 * 8, t * 2 + i / 2 * 8, 0};
    case 16: return (struct fragment){i / 2 % 2 * 8, t * 4 + i / 4 * 16, i % 2};
    case 8: return (struct fragment){i / 4 % 2 * 8, t * 8 + i / 8 * 32 + i % 4 / 2 * 4, i % 2};
    default: return (struct fragment){i / 8 % 2 * 8, t * 16 + i / 16 * 64 + i % 8 / 4 * 8, i % 4};
    }
}

/* The metadata of its chunk: which thread of those that have some, and which group of four bits.  The words
 * of two threads with halves hold elements 0 to 3 and 4 to 7 of all threads, those of bytes 0 to 3, 4 to 7,
 * and so on; in each word the threads' elements of one row stand behind each other. */
static void metadata_position(unsigned bits, unsigned t, unsigned i, unsigned *thread, unsigned *group)
{
    if (bits >= 16) {
        const unsigned half = bits == 32 ? i * 2 : i;
        *thread = half / 4;
        *group = half / 2 % 2 * 4 + t;
    } else {
        const unsigned byte = bits == 4 ? i / 2 : i;
        *thread = byte / 4;
        *group = t * 2 + byte / 2 % 2;
    }
}

/* The column of a stored element. */
static unsigned column_of(unsigned bits, struct fragment fragment, unsigned pair)
{
    if (bits == 32)
        return fragment.chunk + (pair == 0xe);
    if (bits == 4)
        return fragment.chunk + (pair >> fragment.number / 2 * 2 & 3) * 2 + fragment.number % 2;
    return fragment.chunk + (pair >> fragment.number * 2 & 3);
}

/* The rows of a in full, and which elements of them are stored. */
struct rows {
    uint32_t value[16][TENSOR_DEPTH];
    bool stored[16][TENSOR_DEPTH];
};

static void write_out(const struct product *product, const uint32_t *words, struct rows *rows)
{
    const struct tensor_shape *shape = &product->shape;
    const unsigned bits = shape->bits, in_word = 32 / bits,
                   stride = shape->a_words + shape->b_words + shape->c_words + 1;
    const unsigned threads = shape->a_words / (bits < 16 ? 1 : 2); /* with metadata of a row */

    memset(rows, 0, sizeof *rows);
    for (unsigned lane = 0; lane < TENSOR_LANES; lane++)
        for (unsigned i = 0; i < shape->a_words * in_word; i++) {
            const struct fragment fragment = fragment_at(bits, lane % 4, i);
            const unsigned row = lane / 4 + fragment.row;
            unsigned thread, group;

            metadata_position(bits, lane % 4, i, &thread, &group);
            thread += product->selector * threads;
            const uint32_t metadata = words[(lane / 4 * 4 + thread) * stride + stride - 1];
            const unsigned column = column_of(bits, fragment, pair_of(metadata, group, bits == 32));
            rows->value[row][column] =
                words[lane * stride + i / in_word] >> i % in_word * bits & (0xffffffffu >> (32 - bits));
            rows->stored[row][column] = true;
        }
}

static int64_t integer(uint32_t element, unsigned bits, bool is_signed)
{
    const int64_t end = (int64_t)1 << bits;
    return is_signed && element >= end / 2 ? (int64_t)element - end : (int64_t)element;
}

/* A row by a column: what is stored of the row, with what stands across from it. */
static uint32_t sum_of(const struct product *product, const uint32_t *a, const bool *stored,
                       const uint32_t *b, uint32_t c)
{
    uint32_t of_a[TENSOR_DEPTH], of_b[TENSOR_DEPTH];
    int64_t sum = (int32_t)c;
    unsigned count = 0;

    for (unsigned k = 0; k < product->shape.depth; k++) {
        of_a[count] = a[k];
        of_b[count] = b[k];
        count += stored[k];
    }
    assert_int_equal(count, product->shape.depth / 2);
    if (product->is_float)
        return tensor_sum(&product->rules, of_a, of_b, count, c, product->addends == &halves);
    for (unsigned k = 0; k < product->shape.depth; k++)
        sum += integer(a[k], product->shape.bits, product->a_signed) *
               integer(b[k], product->shape.bits, product->b_signed);
    return !product->finite  ? (uint32_t)sum
           : sum > INT32_MAX ? INT32_MAX
           : sum < INT32_MIN ? (uint32_t)INT32_MIN
                             : (uint32_t)sum;
}

#define MOST_WORDS 13

static void multiply(const struct product *product, const uint32_t *in, uint32_t *out, uint32_t n)
{
    const struct tensor_shape *shape = &product->shape;
    const unsigned of_ab = shape->a_words + shape->b_words, stride = of_ab + shape->c_words + 1;
    static struct tensor_matrices found;
    static struct rows rows;
    uint32_t words[TENSOR_LANES * MOST_WORDS], full[TENSOR_LANES * MOST_WORDS], d[16][8];

    for (uint32_t first = 0; first < n; first += TENSOR_LANES) {
        for (unsigned k = 0; k < TENSOR_LANES * stride; k++) {
            const unsigned fragment = k % stride;
            words[k] = fragment + 1 == stride ? in[first * stride + k]
                                              : tamed(in[first * stride + k],
                                                      fragment < of_ab ? product->numbers : product->addends,
                                                      first / TENSOR_LANES);
            if (fragment + 1 < stride)
                full[k / stride * (stride - 1) + fragment] = words[k];
        }
        write_out(product, words, &rows);
        tensor_take(shape, product->addends == &halves, full, &found);
        for (unsigned row = 0; row < shape->rows; row++)
            for (unsigned column = 0; column < 8; column++)
                d[row][column] =
                    sum_of(product, rows.value[row], rows.stored[row], found.b[column], found.c[row][column]);
        tensor_give(shape, product->addends == &halves, d, out + first * shape->c_words);
    }
}

/* clang-format off */
#define PRODUCT(name, ...)                                                                     \
    static void name(const struct shape *shape, const uint32_t *in, uint32_t *out, uint32_t n) \
    {                                                                                          \
        static const struct product product = {__VA_ARGS__};                                   \
        (void)shape;                                                                           \
        multiply(&product, in, out, n);                                                        \
    }
PRODUCT(sparse_half_16,      {16, 16, 16, 2, 2, 4}, 0, &halves,  &singles, {&float_half, &float_half, 8, 24, 0}, .is_float = true)
PRODUCT(sparse_half_16_last, {16, 16, 16, 2, 2, 4}, 3, &halves,  &singles, {&float_half, &float_half, 8, 24, 0}, .is_float = true)
PRODUCT(sparse_half_16_half, {16, 16, 16, 2, 2, 2}, 2, &halves,  &halves,  {&float_half, &float_half, 8, 24, 0}, .is_float = true)
PRODUCT(sparse_half_32,      {16, 16, 32, 4, 4, 4}, 0, &halves,  &singles, {&float_half, &float_half, 8, 24, 0}, .is_float = true)
PRODUCT(sparse_bfloat_16,    {16, 16, 16, 2, 2, 4}, 1, &bfloats, &singles, {&float_bfloat, &float_bfloat, 8, 24, 0}, .is_float = true)
PRODUCT(sparse_bfloat_32,    {16, 16, 32, 4, 4, 4}, 1, &bfloats, &singles, {&float_bfloat, &float_bfloat, 8, 24, 0}, .is_float = true)
PRODUCT(sparse_tf32_8,       {32, 16, 8,  2, 2, 4}, 1, &singles, &singles, {&float_tf32, &float_tf32, 4, 24, 0}, .is_float = true)
PRODUCT(sparse_tf32_16,      {32, 16, 16, 4, 4, 4}, 1, &singles, &singles, {&float_tf32, &float_tf32, 4, 24, 0}, .is_float = true)
PRODUCT(sparse_e4m3,         {8,  16, 64, 4, 4, 4}, 0, &bytes,   &singles, {&float_e4m3, &float_e4m3, 16, 13, 10}, .is_float = true)
PRODUCT(sparse_e5m2_e4m3,    {8,  16, 64, 4, 4, 4}, 0, &bytes,   &singles, {&float_e5m2, &float_e4m3, 16, 13, 10}, .is_float = true)
/* From Hopper on all products are added at once: a guess. */
PRODUCT(sparse_half_16_newer,      {16, 16, 16, 2, 2, 4}, 0, &halves,  &singles, {&float_half, &float_half, 16, 25, 0}, .is_float = true)
PRODUCT(sparse_half_16_last_newer, {16, 16, 16, 2, 2, 4}, 3, &halves,  &singles, {&float_half, &float_half, 16, 25, 0}, .is_float = true)
PRODUCT(sparse_half_16_half_newer, {16, 16, 16, 2, 2, 2}, 2, &halves,  &halves,  {&float_half, &float_half, 16, 25, 0}, .is_float = true)
PRODUCT(sparse_half_32_newer,      {16, 16, 32, 4, 4, 4}, 0, &halves,  &singles, {&float_half, &float_half, 16, 25, 0}, .is_float = true)
PRODUCT(sparse_bfloat_16_newer,    {16, 16, 16, 2, 2, 4}, 1, &bfloats, &singles, {&float_bfloat, &float_bfloat, 16, 25, 0}, .is_float = true)
PRODUCT(sparse_bfloat_32_newer,    {16, 16, 32, 4, 4, 4}, 1, &bfloats, &singles, {&float_bfloat, &float_bfloat, 16, 25, 0}, .is_float = true)
PRODUCT(sparse_tf32_8_newer,       {32, 16, 8,  2, 2, 4}, 1, &singles, &singles, {&float_tf32, &float_tf32, 8, 25, 0}, .is_float = true)
PRODUCT(sparse_tf32_16_newer,      {32, 16, 16, 4, 4, 4}, 1, &singles, &singles, {&float_tf32, &float_tf32, 8, 25, 0}, .is_float = true)
#define INTEGERS &integers, &integers, {NULL, NULL, 0, 0, 0}, false
PRODUCT(sparse_s8_32,           {8, 16, 32,  2, 2, 4}, 0, INTEGERS, true, true, false)
PRODUCT(sparse_u8_s8_32_finite, {8, 16, 32,  2, 2, 4}, 1, INTEGERS, false, true, true)
PRODUCT(sparse_s8_u8_64,        {8, 16, 64,  4, 4, 4}, 0, INTEGERS, true, false, false)
PRODUCT(sparse_s4_64,           {4, 16, 64,  2, 2, 4}, 1, INTEGERS, true, true, false)
PRODUCT(sparse_u4_s4_128,       {4, 16, 128, 4, 4, 4}, 0, INTEGERS, false, true, false)

#define OF(kernel_name, since, words, results, ...) \
    {.kernel = #kernel_name, .from = since, .in = words, .out = results, .whole = kernel_name, .fill = __VA_ARGS__}
#define NEWER(kernel_name, words, results, ...) \
    {.kernel = #kernel_name, .from = 90, .in = words, .out = results, .whole = kernel_name##_newer, .fill = __VA_ARGS__}
static const struct program programs[] = {
    OF(sparse_half_16, 80, 9, 4, FILL_HALF, .to = 89),
    NEWER(sparse_half_16, 9, 4, FILL_HALF),
    OF(sparse_half_16_last, 80, 9, 4, FILL_HALF, .to = 89),
    NEWER(sparse_half_16_last, 9, 4, FILL_HALF),
    OF(sparse_half_16_half, 80, 7, 2, FILL_HALF, .to = 89),
    NEWER(sparse_half_16_half, 7, 2, FILL_HALF),
    OF(sparse_half_32, 80, 13, 4, FILL_HALF, .to = 89),
    NEWER(sparse_half_32, 13, 4, FILL_HALF),
    OF(sparse_bfloat_16, 80, 9, 4, FILL_INT, .to = 89),
    NEWER(sparse_bfloat_16, 9, 4, FILL_INT),
    OF(sparse_bfloat_32, 80, 13, 4, FILL_INT, .to = 89),
    NEWER(sparse_bfloat_32, 13, 4, FILL_INT),
    OF(sparse_tf32_8, 80, 9, 4, FILL_FLOAT, .to = 89),
    NEWER(sparse_tf32_8, 9, 4, FILL_FLOAT),
    OF(sparse_tf32_16, 80, 13, 4, FILL_FLOAT, .to = 89),
    NEWER(sparse_tf32_16, 13, 4, FILL_FLOAT),
    OF(sparse_s8_32, 80, 9, 4, FILL_INT),
    OF(sparse_u8_s8_32_finite, 80, 9, 4, FILL_INT),
    OF(sparse_s8_u8_64, 80, 13, 4, FILL_INT),
    OF(sparse_s4_64, 80, 9, 4, FILL_INT),
    OF(sparse_u4_s4_128, 80, 13, 4, FILL_INT),
    OF(sparse_e4m3, 89, 13, 4, FILL_INT, .to = 89),
    OF(sparse_e5m2_e4m3, 89, 13, 4, FILL_INT, .to = 89),
};
/* clang-format on */

int main(void)
{
    return PROGRAMS_RUN("tensor_sparse", programs, "sm_80", "sm_86", "sm_89", "sm_90", "sm_100", "sm_120");
}
