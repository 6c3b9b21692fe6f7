/* SPDX-License-Identifier: MIT */
/* Products of floats: tests/programs/tensor.cu against C. */
#include "programs/half.h"
#include "programs/program.h"
#include "programs/reference.h"
#include "programs/tensor.h"

/* As in tensor.cu: warps of four kinds. */
struct numbers {
    uint32_t top, kept, near;
};
static const struct numbers halves = {0x40004000, 0x8fff8fff, 0x30003000},
                            bfloats = {0x40004000, 0x81ff81ff, 0x3e003e00},
                            singles = {0x40000000, 0x81ffffff, 0x3e000000},
                            bytes = {0x40404040, 0x8f8f8f8f, 0x30303030};

static uint32_t tamed(uint32_t word, const struct numbers *numbers, uint32_t warp)
{
    return warp % 4 == 0   ? word
           : warp % 4 == 1 ? word & ~numbers->top
                           : (word & numbers->kept) | numbers->near;
}

/* --- one product a warp --- */

struct product {
    struct tensor_shape shape;
    const struct numbers *numbers, *addends;
    struct tensor_rules rules;
};

#define MOST_WORDS 16

static void multiply(const struct product *product, const uint32_t *in, uint32_t *out, uint32_t n)
{
    const struct tensor_shape *shape = &product->shape;
    const unsigned of_ab = shape->a_words + shape->b_words, stride = of_ab + shape->c_words;
    const bool half = product->addends == &halves;
    static struct tensor_matrices found;
    uint32_t words[TENSOR_LANES * MOST_WORDS], d[16][8];

    for (uint32_t first = 0; first < n; first += TENSOR_LANES) {
        for (unsigned k = 0; k < TENSOR_LANES * stride; k++)
            words[k] = tamed(in[first * stride + k], k % stride < of_ab ? product->numbers : product->addends,
                             first / TENSOR_LANES);
        tensor_take(shape, half, words, &found);
        for (unsigned row = 0; row < shape->rows; row++)
            for (unsigned column = 0; column < 8; column++)
                d[row][column] = tensor_sum(&product->rules, found.a[row], found.b[column], shape->depth,
                                            found.c[row][column], half);
        tensor_give(shape, half, d, out + first * shape->c_words);
    }
}

/* The rules are those of Turing, and of Ampere or Ada where only these have the instruction; from Hopper on
 * others are in force. */
#define PRODUCT(name, ...)                                                                     \
    static void name(const struct shape *shape, const uint32_t *in, uint32_t *out, uint32_t n) \
    {                                                                                          \
        static const struct product product = {__VA_ARGS__};                                   \
        (void)shape;                                                                           \
        multiply(&product, in, out, n);                                                        \
    }
PRODUCT(tensor_half_8, {16, 16, 8, 2, 1, 4}, &halves, &singles, {&float_half, &float_half, 8, 24, 0})
PRODUCT(tensor_half_8_half, {16, 16, 8, 2, 1, 2}, &halves, &halves, {&float_half, &float_half, 8, 24, 0})
PRODUCT(tensor_half_16, {16, 16, 16, 4, 2, 4}, &halves, &singles, {&float_half, &float_half, 8, 24, 0})
PRODUCT(tensor_half_16_half, {16, 16, 16, 4, 2, 2}, &halves, &halves, {&float_half, &float_half, 8, 24, 0})
PRODUCT(tensor_bfloat_8, {16, 16, 8, 2, 1, 4}, &bfloats, &singles, {&float_bfloat, &float_bfloat, 8, 24, 0})
PRODUCT(tensor_bfloat_16, {16, 16, 16, 4, 2, 4}, &bfloats, &singles, {&float_bfloat, &float_bfloat, 8, 24, 0})
PRODUCT(tensor_tf32_4, {32, 16, 4, 2, 1, 4}, &singles, &singles, {&float_tf32, &float_tf32, 4, 24, 0})
PRODUCT(tensor_tf32_8, {32, 16, 8, 4, 2, 4}, &singles, &singles, {&float_tf32, &float_tf32, 4, 24, 0})
PRODUCT(tensor_e4m3, {8, 16, 32, 4, 2, 4}, &bytes, &singles, {&float_e4m3, &float_e4m3, 16, 13, 10})
PRODUCT(tensor_e5m2, {8, 16, 32, 4, 2, 4}, &bytes, &singles, {&float_e5m2, &float_e5m2, 16, 13, 10})
PRODUCT(tensor_e4m3_e5m2, {8, 16, 32, 4, 2, 4}, &bytes, &singles, {&float_e4m3, &float_e5m2, 16, 13, 10})

/* From Hopper on all products are added at once. */
PRODUCT(tensor_half_8_newer, {16, 16, 8, 2, 1, 4}, &halves, &singles, {&float_half, &float_half, 16, 25, 0})
PRODUCT(tensor_half_8_half_newer, {16, 16, 8, 2, 1, 2}, &halves, &halves,
        {&float_half, &float_half, 16, 25, 0})
PRODUCT(tensor_half_16_newer, {16, 16, 16, 4, 2, 4}, &halves, &singles, {&float_half, &float_half, 16, 25, 0})
PRODUCT(tensor_half_16_half_newer, {16, 16, 16, 4, 2, 2}, &halves, &halves,
        {&float_half, &float_half, 16, 25, 0})
PRODUCT(tensor_bfloat_8_newer, {16, 16, 8, 2, 1, 4}, &bfloats, &singles,
        {&float_bfloat, &float_bfloat, 16, 25, 0})
PRODUCT(tensor_bfloat_16_newer, {16, 16, 16, 4, 2, 4}, &bfloats, &singles,
        {&float_bfloat, &float_bfloat, 16, 25, 0})
PRODUCT(tensor_tf32_4_newer, {32, 16, 4, 2, 1, 4}, &singles, &singles, {&float_tf32, &float_tf32, 8, 25, 0})
PRODUCT(tensor_tf32_8_newer, {32, 16, 8, 4, 2, 4}, &singles, &singles, {&float_tf32, &float_tf32, 8, 25, 0})

/* Row `row` of a by column `column` of b, each product added in turn. */
static void tensor_double(const struct shape *shape, const uint32_t *in, uint32_t *out, uint32_t n)
{
    (void)shape;
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t *warp = in + i / TENSOR_LANES * TENSOR_LANES * 8;
        const unsigned row = i % TENSOR_LANES / 4, first = i % 4 * 2;
        for (unsigned j = 0; j < 2; j++) {
            double sum = f64(wide(in + i * 8, 4 + j * 2));
            for (unsigned k = 0; k < 4; k++)
                sum = fma(f64(wide(warp + (row * 4 + k) * 8, 0)),
                          f64(wide(warp + ((first + j) * 4 + k) * 8, 2)), sum);
            putd(&out, sum);
        }
    }
}

/* --- four products a warp --- */

enum { QUAD_DEPTH = 4, QUAD_SIDE = 8 };

struct quad {
    unsigned c_words, d_words;
    bool by_columns;
};

/* The lane that is thread t of a quad pair. */
static unsigned quad_lane(unsigned pair, unsigned t)
{
    return pair * 4 + (t & 3) + (t & 4 ? 16 : 0);
}

/* Half i of a thread's words from `at` on, out of the few that the kernel makes of them. */
static double few_half(const uint32_t *words, unsigned at, unsigned i)
{
    const uint32_t word = (words[at + i / 2] & 0x82008200) | 0x3c003c00;
    return half_value(i % 2 ? word >> 16 : word & 0xffff);
}

/* Where element i of a result is, of halves and of singles: the PTX ISA's formulas. */
static unsigned row_of(unsigned t, unsigned i, bool half)
{
    return half ? t : (t & 1) + (i & 2) + (t & 4);
}

static unsigned column_of(unsigned t, unsigned i, bool half)
{
    return half ? i : (i & 4) + (t & 2) + (i & 1);
}

static void multiply_quad(const struct quad *quad, const uint32_t *warp, uint32_t *out, unsigned pair)
{
    const unsigned stride = 4 + quad->c_words;
    const bool c_half = quad->c_words == 4, d_half = quad->d_words == 4;
    double a[QUAD_SIDE][QUAD_DEPTH], b[QUAD_DEPTH][QUAD_SIDE], c[QUAD_SIDE][QUAD_SIDE];

    for (unsigned t = 0; t < QUAD_SIDE; t++) {
        const uint32_t *words = warp + quad_lane(pair, t) * stride;
        for (unsigned i = 0; i < QUAD_DEPTH; i++) {
            const unsigned further = i + (t & 4);
            *(quad->by_columns ? &a[further][t & 3] : &a[t][i]) = few_half(words, 0, i);
            *(quad->by_columns ? &b[t & 3][further] : &b[i][t]) = few_half(words, 2, i);
        }
        for (unsigned i = 0; i < QUAD_SIDE; i++)
            c[row_of(t, i, c_half)][column_of(t, i, c_half)] =
                c_half ? few_half(words, 4, i) : (double)f32((words[4 + i] & 0x80400000) | 0x3f800000);
    }
    for (unsigned t = 0; t < QUAD_SIDE; t++)
        for (unsigned i = 0; i < QUAD_SIDE; i++) {
            const unsigned row = row_of(t, i, d_half), column = column_of(t, i, d_half);
            uint32_t *to = out + quad_lane(pair, t) * quad->d_words;
            double sum = c[row][column];
            for (unsigned k = 0; k < QUAD_DEPTH; k++)
                sum += a[row][k] * b[k][column];
            if (!d_half)
                to[i] = bits32((float)sum);
            else
                to[i / 2] = (i % 2 ? to[i / 2] : 0) | half_from(FE_TONEAREST, sum) << i % 2 * 16;
        }
}

#define QUAD(name, ...)                                                                                  \
    static void name(const struct shape *shape, const uint32_t *in, uint32_t *out, uint32_t n)           \
    {                                                                                                    \
        static const struct quad quad = {__VA_ARGS__};                                                   \
        (void)shape;                                                                                     \
        for (uint32_t first = 0; first < n; first += TENSOR_LANES)                                       \
            for (unsigned pair = 0; pair < 4; pair++)                                                    \
                multiply_quad(&quad, in + first * (4 + quad.c_words), out + first * quad.d_words, pair); \
    }
QUAD(tensor_quad, 8, 8, false)
QUAD(tensor_quad_half, 4, 4, false)
QUAD(tensor_quad_mixed, 4, 8, false)
QUAD(tensor_quad_by_columns, 8, 8, true)

/* clang-format off */
#define OF(kernel_name, since, words, results, ...) \
    {.kernel = #kernel_name, .from = since, .in = words, .out = results, .whole = kernel_name, __VA_ARGS__}
#define NEWER(kernel_name, words, results, ...) \
    {.kernel = #kernel_name, .from = 90, .in = words, .out = results, .whole = kernel_name##_newer, __VA_ARGS__}
static const struct program quads[] = {
    OF(tensor_quad, 70, 12, 8, .fill = FILL_INT),
    OF(tensor_quad_half, 70, 8, 4, .fill = FILL_INT),
    OF(tensor_quad_mixed, 70, 8, 8, .fill = FILL_INT),
    OF(tensor_quad_by_columns, 70, 12, 8, .fill = FILL_INT),
};

static const struct program programs[] = {
    OF(tensor_half_8, 75, 7, 4, .fill = FILL_HALF, .to = 89),
    NEWER(tensor_half_8, 7, 4, .fill = FILL_HALF),
    OF(tensor_half_8_half, 75, 5, 2, .fill = FILL_HALF, .to = 89),
    NEWER(tensor_half_8_half, 5, 2, .fill = FILL_HALF),
    OF(tensor_half_16, 80, 10, 4, .fill = FILL_HALF, .to = 89),
    NEWER(tensor_half_16, 10, 4, .fill = FILL_HALF),
    OF(tensor_half_16_half, 80, 8, 2, .fill = FILL_HALF, .to = 89),
    NEWER(tensor_half_16_half, 8, 2, .fill = FILL_HALF),
    OF(tensor_bfloat_8, 80, 7, 4, .fill = FILL_INT, .to = 89),
    NEWER(tensor_bfloat_8, 7, 4, .fill = FILL_INT),
    OF(tensor_bfloat_16, 80, 10, 4, .fill = FILL_INT, .to = 89),
    NEWER(tensor_bfloat_16, 10, 4, .fill = FILL_INT),
    OF(tensor_tf32_4, 80, 7, 4, .fill = FILL_FLOAT, .to = 89),
    NEWER(tensor_tf32_4, 7, 4, .fill = FILL_FLOAT),
    OF(tensor_tf32_8, 80, 10, 4, .fill = FILL_FLOAT, .to = 89),
    NEWER(tensor_tf32_8, 10, 4, .fill = FILL_FLOAT),
    OF(tensor_double, 80, 8, 4, .fill = FILL_DOUBLE, .match = MATCH_DOUBLE),
    OF(tensor_e4m3, 89, 10, 4, .fill = FILL_INT, .to = 89),
    OF(tensor_e5m2, 89, 10, 4, .fill = FILL_INT, .to = 89),
    OF(tensor_e4m3_e5m2, 89, 10, 4, .fill = FILL_INT, .to = 89),
};
/* clang-format on */

int main(void)
{
    return PROGRAMS_RUN("tensor", quads, "sm_70", "sm_75") |
           PROGRAMS_RUN("tensor", programs, "sm_75", "sm_80", "sm_86", "sm_89", "sm_90", "sm_100", "sm_120");
}
