/* SPDX-License-Identifier: MIT */
/* See tensor.h. */
#include "tensor.h"

#include "half.h"
#include "reference.h"
#include "rounding.h"

const struct tensor_float float_half = {16, 10, 5, 0, false}, float_bfloat = {16, 7, 8, 0, false},
                          float_tf32 = {32, 10, 8, 13, false}, float_single = {32, 23, 8, 0, false},
                          float_e4m3 = {8, 3, 4, 0, true}, float_e5m2 = {8, 2, 5, 0, false};

#define ONLY_INFINITE 0x1p128
#define LEAST         (-126)

/* --- sums --- */

/* A number as significand * 2^exponent; the significand is from 1 to 2, of denormals less. */
struct split {
    double significand;
    int exponent;
};

static struct split split(const struct tensor_float *type, uint32_t bits)
{
    const uint32_t number = bits >> type->below, greatest = (1u << type->exponent) - 1;
    const uint32_t field = number >> type->fraction & greatest, rest = number & ((1u << type->fraction) - 1);
    const int bias = (int)(greatest >> 1);
    struct split found = {ldexp(rest, -(int)type->fraction), (int)field - bias};

    if (type->finite && field == greatest && rest + 1 == 1u << type->fraction)
        found = (struct split){NAN, 0};
    else if (!type->finite && field == greatest)
        found = (struct split){rest ? NAN : INFINITY, 0};
    else if (field)
        found.significand += 1;
    else
        found.exponent = 1 - bias;
    if (number >> (type->fraction + type->exponent) & 1)
        found.significand = -found.significand;
    return found;
}

static uint32_t result_of(double value, bool half, unsigned lost)
{
    if (isnan(value))
        return half ? 0x7fff : 0x7fffffff;
    if (value == 0)
        return 0;
    if (half)
        return half_from(FE_TONEAREST, value);
    if (fabs(value) >= ONLY_INFINITE)
        return bits32((float)copysign(INFINITY, value));
    return bits32(narrow32(FE_TOWARDZERO, value)) >> lost << lost;
}

static uint32_t block_sum(const struct tensor_rules *rules, const uint32_t *a, const uint32_t *b,
                          unsigned count, uint32_t c, bool half)
{
    struct split term[TENSOR_DEPTH + 1] = {split(half ? &float_half : &float_single, c)};
    double plain = ldexp(term[0].significand, term[0].exponent), sum = 0;
    int aligned = LEAST;

    for (unsigned k = 0; k < count; k++) {
        const struct split x = split(rules->a, a[k]), y = split(rules->b, b[k]);
        term[k + 1] = (struct split){x.significand * y.significand, x.exponent + y.exponent};
        plain += ldexp(term[k + 1].significand, term[k + 1].exponent);
    }
    if (!isfinite(plain))
        return result_of(plain, half, 0);
    for (unsigned k = 0; k <= count; k++)
        if (term[k].significand != 0 && term[k].exponent > aligned)
            aligned = term[k].exponent;
    for (unsigned k = 0; k <= count; k++)
        sum += trunc(ldexp(term[k].significand, term[k].exponent - aligned + rules->fraction));
    return result_of(ldexp(sum, aligned - rules->fraction), half, rules->lost);
}

uint32_t tensor_sum(const struct tensor_rules *rules, const uint32_t *a, const uint32_t *b, unsigned count,
                    uint32_t c, bool half)
{
    for (unsigned first = 0; first < count; first += rules->block)
        c = block_sum(rules, a + first, b + first,
                      count - first < rules->block ? count - first : rules->block, c, half);
    return c;
}

/* --- lanes: "groupID" is a lane's number / 4, "threadID_in_group" its number % 4 --- */

/* Element i of a lane's words of a, or of b. */
static uint32_t element(const uint32_t *words, unsigned bits, unsigned i)
{
    const unsigned in_word = 32 / bits;
    return words[i / in_word] >> i % in_word * bits & (0xffffffffu >> (32 - bits));
}

void tensor_take(const struct tensor_shape *shape, bool half, const uint32_t *words,
                 struct tensor_matrices *found)
{
    const unsigned in_word = 32 / shape->bits, stride = shape->a_words + shape->b_words + shape->c_words;

    for (unsigned lane = 0; lane < TENSOR_LANES; lane++, words += stride) {
        const unsigned group = lane / 4, thread = lane % 4;
        const uint32_t *b = words + shape->a_words, *c = b + shape->b_words;

        for (unsigned i = 0; i < shape->a_words * in_word; i++) {
            const bool lower = shape->rows == 16 && i / in_word % 2 == 1;
            const unsigned block = i / in_word / (shape->rows / 8);
            found->a[group + (lower ? 8 : 0)][thread * in_word + i % in_word + block * 4 * in_word] =
                element(words, shape->bits, i);
        }
        for (unsigned i = 0; i < shape->b_words * in_word; i++)
            found->b[group][thread * in_word + i % in_word + i / in_word * 4 * in_word] =
                element(b, shape->bits, i);
        for (unsigned i = 0; i < shape->rows / 4; i++)
            found->c[group + (i < 2 ? 0 : 8)][thread * 2 + (i & 1)] = element(c, half ? 16 : 32, i);
    }
}

void tensor_give(const struct tensor_shape *shape, bool half, uint32_t d[16][8], uint32_t *words)
{
    for (unsigned lane = 0; lane < TENSOR_LANES; lane++)
        for (unsigned i = 0; i < shape->rows / 4; i += 2) {
            const uint32_t *row = d[lane / 4 + (i < 2 ? 0 : 8)], *pair = row + lane % 4 * 2;
            if (half) {
                *words++ = pair[0] | pair[1] << 16;
            } else {
                *words++ = pair[0];
                *words++ = pair[1];
            }
        }
}
