/* SPDX-License-Identifier: MIT */
/* The dot product of a tensor core, in integers: the reference.
 *
 * @see P. Xie, Y. Wang, F. Yang, M. Yang, "MMA-Sim: Bit-Accurate Reference Model of Tensor Cores and Matrix
 * Cores" (arXiv 2511.10909), which compared the model with chips of all these generations: lengths of
 * blocks, bits of fraction, both roundings, the NaN, infinity where a sum is too large, and 13 bits for
 * floats of 8 bits.  Of Hopper it has mma and wgmma, which add all products of an instruction at once.  That
 * those of sparse matrices do is a guess, and so is that Blackwell's mma is Hopper's for all formats.
 * @see M. Fasi, N. Higham, M. Mikaitis, S. Pranesh, "Numerical behavior of NVIDIA tensor cores" (2021), and
 * F. Khattak, M. Mikaitis, "Accurate Models of NVIDIA Tensor Cores" (arXiv 2512.07004), which say the same of
 * V100 and A100
 * @see CUDA C++ Programming Guide, wmma: what `finite` does */
#include "ops/matrix/dot.h"

#include <halfwarp/modifiers.h>

#include "ops/matrix/dot_terms.h"
#include "ops/scalar/ieee.h"

#include <stddef.h>

#define HALF_NAN   0x7fffu
#define SINGLE_NAN 0x7fffffffu

/* clang-format off */
static const struct hw_dot_rules halves[HW_DOT_UNITS] = {
    [HW_DOT_VOLTA]  = {4, 23, 23},
    [HW_DOT_TURING] = {8, 24, 23},
    [HW_DOT_AMPERE] = {8, 24, 23},
    [HW_DOT_ADA]    = {8, 24, 23},
    [HW_DOT_HOPPER] = {16, 25, 23},
};
static const struct hw_dot_rules bfloats[HW_DOT_UNITS] = {
    [HW_DOT_AMPERE] = {8, 24, 23},
    [HW_DOT_ADA]    = {8, 24, 23},
    [HW_DOT_HOPPER] = {16, 25, 23},
};
static const struct hw_dot_rules tf32s[HW_DOT_UNITS] = {
    [HW_DOT_AMPERE] = {4, 24, 23},
    [HW_DOT_ADA]    = {4, 24, 23},
    [HW_DOT_HOPPER] = {8, 25, 23},
};
static const struct hw_dot_rules bytes[HW_DOT_UNITS] = {
    [HW_DOT_ADA]    = {16, 13, 13},
    [HW_DOT_HOPPER] = {HW_DOT_LONGEST_BLOCK, 13, 13},
};

/* clang-format on */

const struct hw_dot_rules *hw_dot_rules_of(unsigned unit, unsigned type)
{
    const struct hw_dot_rules *rules = type == HW_TYPE_F16                            ? halves
                                       : type == HW_TYPE_BF16                         ? bfloats
                                       : type == HW_TYPE_TF32                         ? tf32s
                                       : type == HW_TYPE_E4M3 || type == HW_TYPE_E5M2 ? bytes
                                                                                      : NULL;

    return rules && unit < HW_DOT_UNITS && rules[unit].block ? &rules[unit] : NULL;
}

/* --- numbers --- */

/* A number of a format, with so many bits of fraction in the end. */
static struct hw_dot_number unpack(unsigned type, uint32_t bits, bool negate, unsigned wanted)
{
    const struct hw_dot_format format = hw_dot_format_of(type);
    const unsigned fraction = format.fraction, exponent = format.exponent;
    const uint32_t value = bits >> format.below, greatest = (1u << exponent) - 1,
                   field = value >> fraction & greatest, rest = value & ((1u << fraction) - 1);
    const bool negative = (value >> (fraction + exponent) & 1) != negate;
    const int32_t significand = (int32_t)((field ? rest | 1u << fraction : rest) << (wanted - fraction));
    struct hw_dot_number number = {negative ? -significand : significand, HW_DOT_ZERO_EXPONENT,
                                   HW_VALUE_FINITE};

    if (format.infinity ? field == greatest && rest : field == greatest && rest == (1u << fraction) - 1)
        number.special = HW_VALUE_NAN;
    else if (format.infinity && field == greatest)
        number.special = negative ? HW_VALUE_MINUS_INFINITY : HW_VALUE_PLUS_INFINITY;
    else if (significand)
        number.exponent = (int16_t)((int)(field ? field : 1) - (int)(greatest >> 1));
    return number;
}

struct hw_dot_number hw_dot_unpack(unsigned type, uint32_t bits, bool negate)
{
    return unpack(type, bits, negate, HW_DOT_FRACTION);
}

/* --- special values --- */

/* What the product of two numbers is, when one is no finite number. */
static unsigned special_product(const struct hw_dot_number *a, const struct hw_dot_number *b)
{
    const bool negative = (a->special == HW_VALUE_MINUS_INFINITY || (!a->special && a->significand < 0)) !=
                          (b->special == HW_VALUE_MINUS_INFINITY || (!b->special && b->significand < 0));

    if (a->special == HW_VALUE_NAN || b->special == HW_VALUE_NAN)
        return HW_VALUE_NAN;
    if ((!a->special && !a->significand) || (!b->special && !b->significand))
        return HW_VALUE_NAN;
    return negative ? HW_VALUE_MINUS_INFINITY : HW_VALUE_PLUS_INFINITY;
}

static unsigned special_sum(unsigned x, unsigned y)
{
    return x == y || !y ? x : !x ? y : HW_VALUE_NAN;
}

/* What a block comes to, as far as special values decide it. */
static unsigned find_special(const struct hw_dot_number *a, const struct hw_dot_number *b, unsigned count,
                             unsigned of_c)
{
    unsigned sum = of_c;

    for (unsigned k = 0; k < count; k++)
        if (a[k].special || b[k].special)
            sum = special_sum(sum, special_product(&a[k], &b[k]));
    return sum;
}

static uint32_t special_result(unsigned special, unsigned type, bool finite)
{
    const struct hw_ieee_format *format = type == HW_TYPE_F16 ? &hw_ieee_fp16 : &hw_ieee_fp32;
    const uint32_t sign = special == HW_VALUE_MINUS_INFINITY ? (uint32_t)hw_ieee_sign(format) : 0;

    if (special == HW_VALUE_NAN)
        return finite ? 0 : type == HW_TYPE_F16 ? HALF_NAN : SINGLE_NAN;
    return sign | ((uint32_t)hw_ieee_infinity(format) - (finite ? 1 : 0));
}

/* --- sums --- */

static uint32_t round_sum(int64_t sum, int scale, unsigned type, unsigned kept, bool finite)
{
    const bool half = type == HW_TYPE_F16, negative = sum < 0;
    const struct hw_ieee_format *format = half ? &hw_ieee_fp16 : &hw_ieee_fp32;
    const struct hw_ieee_mode mode = {.round = half ? HW_ROUND_RN : HW_ROUND_RZ};
    const uint64_t magnitude = (uint64_t)(negative ? -sum : sum);
    uint32_t result;

    if (sum == 0)
        return 0;
    if (!half && 64 - __builtin_clzll(magnitude) + scale > 128)
        return special_result(negative ? HW_VALUE_MINUS_INFINITY : HW_VALUE_PLUS_INFINITY, type, finite);
    result = (uint32_t)hw_ieee_number(format, mode, negative, magnitude, scale);
    if (half)
        return finite && (result & 0x7fff) == hw_ieee_infinity(format) ? result - 1 : result;
    return result & ~((1u << (HW_DOT_C_FRACTION - kept)) - 1);
}

/* The sum of one block. */
static uint32_t add_block(const struct hw_dot_rules *rules, const struct hw_dot_number *a,
                          const struct hw_dot_number *b, unsigned count, uint32_t c_bits, unsigned c_type,
                          unsigned type, bool finite)
{
    const struct hw_dot_number c = unpack(c_type, c_bits, false, HW_DOT_C_FRACTION);
    const unsigned special = find_special(a, b, count, c.special);
    const int kept = rules->fraction;
    int exponent[HW_DOT_LONGEST_BLOCK], aligned = HW_DOT_LEAST_EXPONENT;
    int64_t sum;

    if (special)
        return special_result(special, type, finite);
    for (unsigned k = 0; k < count; k++) {
        exponent[k] = a[k].exponent + b[k].exponent;
        aligned = exponent[k] > aligned ? exponent[k] : aligned;
    }
    aligned = c.exponent > aligned ? c.exponent : aligned;
    sum = hw_dot_shifted(c.significand, aligned - c.exponent + HW_DOT_C_FRACTION - kept);
    for (unsigned k = 0; k < count; k++)
        sum += hw_dot_shifted(a[k].significand * b[k].significand,
                              aligned - exponent[k] + 2 * HW_DOT_FRACTION - kept);
    return round_sum(sum, aligned - kept, type, rules->kept, finite);
}

uint32_t hw_dot(const struct hw_dot_rules *rules, const struct hw_dot_number *a,
                const struct hw_dot_number *b, unsigned count, uint32_t c, unsigned c_type, unsigned type,
                bool finite)
{
    for (unsigned first = 0; first < count; first += rules->block) {
        const unsigned rest = count - first, here = rest < rules->block ? rest : rules->block;
        c = add_block(rules, a + first, b + first, here, c, c_type, type, finite);
        c_type = type;
    }
    return c;
}
