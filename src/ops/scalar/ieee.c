/* SPDX-License-Identifier: MIT */
/* IEEE 754 addition, multiplication, fused multiply-add and rounding, in integers.
 *
 * A finite value that is not zero is unpacked into sign, exponent and a 128-bit significand whose top
 * bit is bit 125.  A product of doubles has 106 bits, which leaves 20 bits below it; what falls off there
 * is collected in bit 0 ("sticky").  Exponents are biased like those in the format but have no bounds. */
#include "ops/scalar/ieee.h"

#include <halfwarp/modifiers.h>

__extension__ typedef unsigned __int128 wide;

#define TOP 125

const struct hw_ieee_format hw_ieee_fp16 = {10, 15, 31};
const struct hw_ieee_format hw_ieee_bf16 = {7, 127, 255};
const struct hw_ieee_format hw_ieee_fp32 = {23, 127, 255};
const struct hw_ieee_format hw_ieee_fp64 = {52, 1023, 2047};

struct unpacked {
    bool negative;
    int exponent;
    wide significand; /* top bit at TOP; 0 only as the result of a sum */
};

static wide shift_sticky(wide value, int count)
{
    if (count >= 128)
        return value != 0;
    return value >> count | ((value & (((wide)1 << count) - 1)) != 0);
}

static int leading_zeros(wide x)
{
    const uint64_t high = (uint64_t)(x >> 64);

    return high ? __builtin_clzll(high) : 64 + __builtin_clzll((uint64_t)x);
}

/* Move the top bit to TOP. */
static struct unpacked normalise(struct unpacked x)
{
    const int left = leading_zeros(x.significand) - (127 - TOP);

    x.significand = left < 0 ? shift_sticky(x.significand, -left) : x.significand << left;
    x.exponent -= left;
    return x;
}

static struct unpacked unpack(const struct hw_ieee_format *format, uint64_t x)
{
    const int exponent = (int)(x >> format->fraction_bits & (uint64_t)format->exponent_max);
    const uint64_t one = (uint64_t)1 << format->fraction_bits;
    const uint64_t significand = (x & (one - 1)) | (exponent ? one : 0);

    return normalise((struct unpacked){(x & hw_ieee_sign(format)) != 0, exponent ? exponent : 1,
                                       (wide)significand << (TOP - format->fraction_bits)});
}

/* Does rounding go away from zero?  `rest` is compared with half of the last place. */
static bool round_up(unsigned round, bool negative, bool odd, wide rest, wide half)
{
    switch (round) {
    case HW_ROUND_RN: return rest > half || (rest == half && odd);
    case HW_ROUND_RM: return rest && negative;
    case HW_ROUND_RP: return rest && !negative;
    default: return false;
    }
}

/* The leading bits of a significand, rounded; `cut` bits are dropped. */
static uint64_t rounded(struct unpacked x, unsigned round, int cut)
{
    const uint64_t keep = (uint64_t)(x.significand >> cut);
    const wide rest = x.significand & (((wide)1 << cut) - 1);

    return keep + round_up(round, x.negative, keep & 1, rest, (wide)1 << (cut - 1));
}

/* Encode without the sign. */
static uint64_t magnitude(const struct hw_ieee_format *format, struct hw_ieee_mode mode, struct unpacked x)
{
    const int cut = TOP - format->fraction_bits;
    uint64_t exponent_field = 0;

    if (x.exponent >= format->exponent_max)
        return hw_ieee_infinity(format) - !round_up(mode.round, x.negative, true, 1, 0);
    if (x.exponent < 1 && mode.flush)
        /* the greatest of them reaches the normal range if rounding carries */
        return x.exponent == 0 && rounded(x, mode.round, cut) >> (format->fraction_bits + 1)
                   ? (uint64_t)1 << format->fraction_bits
                   : 0;
    if (x.exponent < 1)
        x.significand = shift_sticky(x.significand, 1 - x.exponent);
    else
        exponent_field = (uint64_t)(x.exponent - 1); /* the leading one of the significand adds 1 */
    return rounded(x, mode.round, cut) + (exponent_field << format->fraction_bits); /* so does a carry */
}

static uint64_t pack(const struct hw_ieee_format *format, struct hw_ieee_mode mode, struct unpacked x)
{
    return (x.negative ? hw_ieee_sign(format) : 0) | magnitude(format, mode, x);
}

/* The zero that is the sum of two different zeros, or of a number and its opposite. */
static uint64_t cancelled(const struct hw_ieee_format *format, struct hw_ieee_mode mode)
{
    return mode.round == HW_ROUND_RM ? hw_ieee_sign(format) : 0;
}

/* The sum of two values that are not zero. */
static uint64_t sum(const struct hw_ieee_format *format, struct hw_ieee_mode mode, struct unpacked a,
                    struct unpacked b)
{
    if (a.exponent < b.exponent || (a.exponent == b.exponent && a.significand < b.significand)) {
        const struct unpacked swap = a;
        a = b;
        b = swap;
    }
    b.significand = shift_sticky(b.significand, a.exponent - b.exponent);
    if (a.negative == b.negative)
        a.significand += b.significand;
    else
        a.significand -= b.significand;
    if (a.significand == 0)
        return cancelled(format, mode);
    return pack(format, mode, normalise(a));
}

/* The exact product of two values that are not zero: 64 bits of each are more than a format has. */
static struct unpacked product(const struct hw_ieee_format *format, struct unpacked a, struct unpacked b)
{
    return normalise((struct unpacked){a.negative ^ b.negative, a.exponent + b.exponent - format->bias - 1,
                                       (wide)(uint64_t)(a.significand >> (TOP - 63)) *
                                           (uint64_t)(b.significand >> (TOP - 63))});
}

static bool is_infinite(const struct hw_ieee_format *format, uint64_t x)
{
    return (x & ~hw_ieee_sign(format)) == hw_ieee_infinity(format);
}

static bool is_zero(const struct hw_ieee_format *format, uint64_t x)
{
    return (x & ~hw_ieee_sign(format)) == 0;
}

static uint64_t flushed(const struct hw_ieee_format *format, struct hw_ieee_mode mode, uint64_t x)
{
    return mode.flush && !(x & hw_ieee_infinity(format)) ? x & hw_ieee_sign(format) : x;
}

/* The sum where at least one operand is zero or infinite. */
static uint64_t special_sum(const struct hw_ieee_format *format, struct hw_ieee_mode mode, uint64_t a,
                            uint64_t b)
{
    if (is_infinite(format, a) || is_infinite(format, b)) {
        if (is_infinite(format, a) && is_infinite(format, b) && a != b)
            return HW_IEEE_INVALID;
        return is_infinite(format, a) ? a : b;
    }
    if (!is_zero(format, a) || !is_zero(format, b))
        return is_zero(format, a) ? b : a;
    return a == b ? a : cancelled(format, mode);
}

uint64_t hw_ieee_add(const struct hw_ieee_format *format, struct hw_ieee_mode mode, uint64_t a, uint64_t b)
{
    a = flushed(format, mode, a);
    b = flushed(format, mode, b);
    if (is_zero(format, a) || is_zero(format, b) || is_infinite(format, a) || is_infinite(format, b))
        return special_sum(format, mode, a, b);
    return sum(format, mode, unpack(format, a), unpack(format, b));
}

uint64_t hw_ieee_fma(const struct hw_ieee_format *format, struct hw_ieee_mode mode, uint64_t a, uint64_t b,
                     uint64_t c)
{
    const uint64_t sign = (a ^ b) & hw_ieee_sign(format);
    struct unpacked x;

    a = flushed(format, mode, a);
    b = flushed(format, mode, b);
    c = flushed(format, mode, c);
    if (is_infinite(format, a) || is_infinite(format, b)) {
        if (is_zero(format, a) || is_zero(format, b))
            return HW_IEEE_INVALID;
        return special_sum(format, mode, sign | hw_ieee_infinity(format), c);
    }
    if (is_zero(format, a) || is_zero(format, b))
        return special_sum(format, mode, sign, c);
    if (is_infinite(format, c))
        return c;
    x = product(format, unpack(format, a), unpack(format, b));
    x.exponent += mode.scale;
    return is_zero(format, c) ? pack(format, mode, x) : sum(format, mode, x, unpack(format, c));
}

/* Adding the zero that has the sign of the product changes nothing. */
uint64_t hw_ieee_mul(const struct hw_ieee_format *format, struct hw_ieee_mode mode, uint64_t a, uint64_t b)
{
    return hw_ieee_fma(format, mode, a, b, (a ^ b) & hw_ieee_sign(format));
}

uint64_t hw_ieee_number(const struct hw_ieee_format *format, struct hw_ieee_mode mode, bool negative,
                        uint64_t significand, int scale)
{
    return pack(format, mode,
                normalise((struct unpacked){negative, format->bias + TOP + scale, significand}));
}
