/* Double precision: see fp64.h.
 *
 * A finite value that is not zero is unpacked into sign, exponent and a 128-bit significand whose top
 * bit is bit 125.  A product has 106 bits, which leaves 20 bits below it; what falls off there
 * is collected in bit 0.  Source: IEEE 754, and envytools' hardware-tested model for NaN. */
#include "ops/fp64.h"

#include <halfwarp/operations.h>

__extension__ typedef unsigned __int128 wide;

#define TOP 125
#define QUIET 0x0008000000000000u
#define INVALID 0xfff8000000000000u
#define FRACTION 0x000fffffffffffffu

struct unpacked {
    bool negative;
    int exponent;       /* biased as in a double, without bounds */
    wide significand;   /* top bit at TOP; 0 only as the result of a sum */
};

/* The layout of a destination format. */
struct format {
    int fraction_bits, bias, exponent_max;
};
static const struct format fp64_format = { 52, 1023, 2047 };
static const struct format fp32_format = { 23, 127, 255 };

static bool is_infinite(uint64_t x)
{
    return (x & ~HW_FP64_SIGN) == HW_FP64_INFINITY;
}

static bool is_zero(uint64_t x)
{
    return (x & ~HW_FP64_SIGN) == 0;
}

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

static struct unpacked unpack(uint64_t x)
{
    const int exponent = (int)(x >> 52 & 0x7ff);
    const uint64_t significand = (x & FRACTION) | (exponent ? FRACTION + 1 : 0);

    return normalise((struct unpacked){ x >> 63, exponent ? exponent : 1, (wide)significand << (TOP - 52) });
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

/* Encode without the sign.  The exponent of `x` is biased for the format. */
static uint64_t round_pack(struct unpacked x, unsigned round, const struct format *format)
{
    const int cut = TOP - format->fraction_bits;
    const uint64_t infinity = (uint64_t)format->exponent_max << format->fraction_bits;
    uint64_t keep, exponent_field = 0;
    wide rest;

    if (x.exponent < 1)
        x.significand = shift_sticky(x.significand, 1 - x.exponent);
    else
        exponent_field = (uint64_t)(x.exponent - 1);   /* the leading one of `keep` adds 1 */
    if (x.exponent >= format->exponent_max)
        return round_up(round, x.negative, true, 1, 0) ? infinity : infinity - 1;
    keep = (uint64_t)(x.significand >> cut);
    rest = x.significand & (((wide)1 << cut) - 1);
    keep += round_up(round, x.negative, keep & 1, rest, (wide)1 << (cut - 1));
    return keep + (exponent_field << format->fraction_bits);   /* a carry runs into the exponent */
}

static uint64_t pack(struct unpacked x, unsigned round)
{
    return (x.negative ? HW_FP64_SIGN : 0) | round_pack(x, round, &fp64_format);
}

/* The sum of two values that are not zero; an exact zero is +0, or -0 when rounding down. */
static uint64_t sum(struct unpacked a, struct unpacked b, unsigned round)
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
        return round == HW_ROUND_RM ? HW_FP64_SIGN : 0;
    return pack(normalise(a), round);
}

/* The sum where at least one operand is zero or infinite and none is NaN. */
static uint64_t special_sum(uint64_t a, uint64_t b, unsigned round)
{
    if (is_infinite(a) || is_infinite(b)) {
        if (is_infinite(a) && is_infinite(b) && a != b)
            return INVALID;
        return is_infinite(a) ? a : b;
    }
    if (!is_zero(a) || !is_zero(b))
        return is_zero(a) ? b : a;
    return a == b ? a : round == HW_ROUND_RM ? HW_FP64_SIGN : 0;
}

uint64_t hw_fp64_fma(uint64_t a, uint64_t b, uint64_t c, unsigned round)
{
    const uint64_t sign = (a ^ b) & HW_FP64_SIGN;
    struct unpacked x, y;

    if (hw_fp64_is_nan(b))
        return b | QUIET;
    if (hw_fp64_is_nan(c))
        return c | QUIET;
    if (hw_fp64_is_nan(a))
        return a | QUIET;
    if (is_infinite(a) || is_infinite(b)) {
        if (is_zero(a) || is_zero(b))
            return INVALID;
        return special_sum(sign | HW_FP64_INFINITY, c, round);
    }
    if (is_zero(a) || is_zero(b))
        return special_sum(sign, c, round);
    if (is_infinite(c))
        return c;
    x = unpack(a);
    y = unpack(b);
    x.negative ^= y.negative;
    x.exponent += y.exponent - 1023;
    x.significand = (x.significand >> (TOP - 52)) * (y.significand >> (TOP - 52)) << (TOP - 104);
    x = normalise(x);
    return is_zero(c) ? pack(x, round) : sum(x, unpack(c), round);
}

uint64_t hw_fp64_add(uint64_t a, uint64_t b, unsigned round)
{
    if (hw_fp64_is_nan(b))
        return b | QUIET;
    if (hw_fp64_is_nan(a))
        return a | QUIET;
    if (is_zero(a) || is_zero(b) || is_infinite(a) || is_infinite(b))
        return special_sum(a, b, round);
    return sum(unpack(a), unpack(b), round);
}

/* The chip multiplies by adding the zero that does not disturb the sign of the product. */
uint64_t hw_fp64_mul(uint64_t a, uint64_t b, unsigned round)
{
    return hw_fp64_fma(a, b, round == HW_ROUND_RM ? 0 : HW_FP64_SIGN, round);
}

/* A key whose unsigned order is that of the numbers, minus zero below plus zero. */
static uint64_t order_key(uint64_t x)
{
    return x & HW_FP64_SIGN ? ~x : x | HW_FP64_SIGN;
}

static uint64_t choose(uint64_t a, uint64_t b, bool greater)
{
    if (hw_fp64_is_nan(a))
        return hw_fp64_is_nan(b) ? b | QUIET : b;
    if (hw_fp64_is_nan(b))
        return a;
    return (order_key(a) > order_key(b)) == greater ? a : b;
}

uint64_t hw_fp64_min(uint64_t a, uint64_t b)
{
    return choose(a, b, false);
}

uint64_t hw_fp64_max(uint64_t a, uint64_t b)
{
    return choose(a, b, true);
}

uint32_t hw_fp64_relation(uint64_t a, uint64_t b)
{
    if (hw_fp64_is_nan(a) || hw_fp64_is_nan(b))
        return 8;
    if (a == b || (is_zero(a) && is_zero(b)))
        return 2;
    return order_key(a) < order_key(b) ? 1 : 4;
}

static struct unpacked number(bool negative, uint64_t significand, int scale, const struct format *format)
{
    return normalise((struct unpacked){ negative, format->bias + TOP + scale, significand });
}

uint64_t hw_fp64_round(bool negative, uint64_t significand, int scale, unsigned round)
{
    return pack(number(negative, significand, scale, &fp64_format), round);
}

uint32_t hw_fp64_round_to_fp32(bool negative, uint64_t significand, int scale, unsigned round)
{
    const struct unpacked x = number(negative, significand, scale, &fp32_format);

    return (negative ? 0x80000000u : 0) | (uint32_t)round_pack(x, round, &fp32_format);
}
