/* SPDX-License-Identifier: MIT */
/* Products of integers and of bits: tests/programs/tensor_integer.cu against C. */
#include "programs/program.h"
#include "programs/reference.h"
#include "programs/tensor.h"

struct product {
    struct tensor_shape shape;
    bool a_signed, b_signed, finite;
};

static int64_t integer(uint32_t element, unsigned bits, bool is_signed)
{
    const int64_t end = (int64_t)1 << bits;
    return is_signed && element >= end / 2 ? (int64_t)element - end : (int64_t)element;
}

static uint32_t result_of(int64_t sum, bool finite)
{
    return !finite           ? (uint32_t)sum
           : sum > INT32_MAX ? INT32_MAX
           : sum < INT32_MIN ? (uint32_t)INT32_MIN
                             : (uint32_t)sum;
}

static void multiply(const struct product *product, const uint32_t *in, uint32_t *out, uint32_t n)
{
    const struct tensor_shape *shape = &product->shape;
    const unsigned stride = shape->a_words + shape->b_words + shape->c_words;
    static struct tensor_matrices found;
    uint32_t d[16][8];

    for (uint32_t first = 0; first < n; first += TENSOR_LANES) {
        tensor_take(shape, false, in + first * stride, &found);
        for (unsigned row = 0; row < shape->rows; row++)
            for (unsigned column = 0; column < 8; column++) {
                int64_t sum = (int32_t)found.c[row][column];
                for (unsigned k = 0; k < shape->depth; k++)
                    sum += integer(found.a[row][k], shape->bits, product->a_signed) *
                           integer(found.b[column][k], shape->bits, product->b_signed);
                d[row][column] = result_of(sum, product->finite);
            }
        tensor_give(shape, false, d, out + first * shape->c_words);
    }
}

static void count(const struct tensor_shape *shape, bool both, const uint32_t *in, uint32_t *out, uint32_t n)
{
    const unsigned stride = shape->a_words + shape->b_words + shape->c_words;
    static struct tensor_matrices found;

    for (uint32_t first = 0; first < n; first += TENSOR_LANES) {
        tensor_take(shape, false, in + first * stride, &found);
        for (unsigned row = 0; row < shape->rows; row++)
            for (unsigned column = 0; column < 8; column++)
                for (unsigned k = 0; k < shape->depth; k++)
                    found.c[row][column] +=
                        both ? found.a[row][k] & found.b[column][k] : found.a[row][k] ^ found.b[column][k];
        tensor_give(shape, false, found.c, out + first * shape->c_words);
    }
}

/* clang-format off */
#define WHOLE(name, body)                                                                      \
    static void name(const struct shape *shape, const uint32_t *in, uint32_t *out, uint32_t n) \
    {                                                                                          \
        (void)shape;                                                                           \
        body;                                                                                  \
    }
#define PRODUCT(name, ...) WHOLE(name, multiply(&(struct product){__VA_ARGS__}, in, out, n))
#define COUNT(name, both, ...) WHOLE(name, count(&(struct tensor_shape)__VA_ARGS__, both, in, out, n))

PRODUCT(tensor_s8,           {8, 8, 16, 1, 1, 2},  true,  true,  false)
PRODUCT(tensor_u8_s8,        {8, 8, 16, 1, 1, 2},  false, true,  false)
PRODUCT(tensor_u8_finite,    {8, 8, 16, 1, 1, 2},  false, false, true)
PRODUCT(tensor_s4,           {4, 8, 32, 1, 1, 2},  true,  true,  false)
PRODUCT(tensor_s4_u4_finite, {4, 8, 32, 1, 1, 2},  true,  false, true)
PRODUCT(tensor_s8_tall,      {8, 16, 16, 2, 1, 4}, true,  true,  false)
PRODUCT(tensor_u8_s8_32,     {8, 16, 32, 4, 2, 4}, false, true,  false)
PRODUCT(tensor_s8_finite_32, {8, 16, 32, 4, 2, 4}, true,  true,  true)
PRODUCT(tensor_u4_tall,      {4, 16, 32, 2, 1, 4}, false, false, false)
PRODUCT(tensor_s4_u4_64,     {4, 16, 64, 4, 2, 4}, true,  false, false)
COUNT(tensor_xor,      false, {1, 8, 128, 1, 1, 2})
COUNT(tensor_and,      true,  {1, 8, 128, 1, 1, 2})
COUNT(tensor_xor_tall, false, {1, 16, 128, 2, 1, 4})
COUNT(tensor_and_256,  true,  {1, 16, 256, 4, 2, 4})

#define OF(name, words, results)      {.kernel = #name, .in = words, .out = results, .whole = name}
#define OF_AMPERE(name, words, results) {.kernel = #name, .from = 80, .in = words, .out = results, .whole = name}
static const struct program programs[] = {
    OF(tensor_s8, 4, 2),
    OF(tensor_u8_s8, 4, 2),
    OF(tensor_u8_finite, 4, 2),
    OF(tensor_s4, 4, 2),
    OF(tensor_s4_u4_finite, 4, 2),
    OF(tensor_xor, 4, 2),
    OF_AMPERE(tensor_and, 4, 2),
    OF_AMPERE(tensor_s8_tall, 7, 4),
    OF_AMPERE(tensor_u8_s8_32, 10, 4),
    OF_AMPERE(tensor_s8_finite_32, 10, 4),
    OF_AMPERE(tensor_u4_tall, 7, 4),
    OF_AMPERE(tensor_s4_u4_64, 10, 4),
    OF_AMPERE(tensor_xor_tall, 7, 4),
    OF_AMPERE(tensor_and_256, 10, 4),
};
/* clang-format on */

int main(void)
{
    return PROGRAMS_RUN("tensor_integer", programs, "sm_75", "sm_80", "sm_86", "sm_90");
}
