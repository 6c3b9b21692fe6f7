/* Single-precision arithmetic, bit by bit: see fp32.h.
 *
 * A finite value that is not zero is unpacked into sign, exponent and a 64-bit significand whose top
 * bit is bit 61: 24 bits of number and 38 below them, the lowest of which collects ("sticky") whatever
 * falls off.  Exponents are biased like those in the encoding but have no bounds.
 * Source: envytools' hardware-tested model (adder, multiplier and multiply-add of the G80). */
#include "ops/fp32.h"

#include <halfwarp/operations.h>

#include "ops/cond.h"

#define SIGNIFICAND_TOP 61
#define GUARD_BITS 38

struct unpacked {
    uint32_t sign;         /* 0 or HW_FP32_SIGN */
    int exponent;          /* biased */
    uint64_t significand;  /* top bit at SIGNIFICAND_TOP; 0 only as the result of a sum */
};

static bool is_infinite(uint32_t x)
{
    return (x & 0x7fffffffu) == HW_FP32_INFINITY;
}

static bool is_zero(uint32_t x)
{
    return (x & 0x7fffffffu) == 0;
}

static struct unpacked unpack(uint32_t x)
{
    return (struct unpacked){ x & HW_FP32_SIGN, (int)(x >> 23 & 0xff),
                              (uint64_t)((x & 0x7fffffu) | 0x800000u) << GUARD_BITS };
}

/* Shift right; bits that fall off are remembered in bit 0. */
static uint64_t shift_sticky(uint64_t value, int count)
{
    if (count >= 64)
        return value != 0;
    return value >> count | ((value & (((uint64_t)1 << count) - 1)) != 0);
}

/* The exact sum of two values (exact but for the sticky bit). */
static struct unpacked sum(struct unpacked a, struct unpacked b)
{
    struct unpacked r;

    if (a.exponent < b.exponent || (a.exponent == b.exponent && a.significand < b.significand)) {
        const struct unpacked swap = a;
        a = b;
        b = swap;
    }
    b.significand = shift_sticky(b.significand, a.exponent - b.exponent);
    r = a;
    r.significand = a.sign == b.sign ? a.significand + b.significand : a.significand - b.significand;
    if (r.significand == 0) {
        r.sign = 0;
        return r;
    }
    if (r.significand >> (SIGNIFICAND_TOP + 1)) {
        r.significand = shift_sticky(r.significand, 1);
        r.exponent++;
    }
    while (!(r.significand >> SIGNIFICAND_TOP)) {
        r.significand <<= 1;
        r.exponent--;
    }
    return r;
}

/* The exact product: 48 bits at most, so nothing is lost. */
static struct unpacked product(struct unpacked a, struct unpacked b)
{
    struct unpacked r = { a.sign ^ b.sign, a.exponent + b.exponent - 127,
                          (a.significand >> GUARD_BITS) * (b.significand >> GUARD_BITS) << 15 };

    if (r.significand >> (SIGNIFICAND_TOP + 1)) {
        r.significand >>= 1;
        r.exponent++;
    }
    return r;
}

static uint32_t assemble(uint32_t sign, int exponent, uint32_t significand, bool to_zero)
{
    if (exponent <= 0)
        return sign;
    if (exponent >= 255)
        return sign | (to_zero ? HW_FP32_INFINITY - 1 : HW_FP32_INFINITY);
    return sign | (uint32_t)exponent << 23 | (significand & 0x7fffffu);
}

/* Round to 24 bits with an unbounded exponent, then flush or overflow. */
static uint32_t round_pack(struct unpacked x, bool to_zero)
{
    const uint64_t rest = x.significand & (((uint64_t)1 << GUARD_BITS) - 1);
    const uint64_t half = (uint64_t)1 << (GUARD_BITS - 1);
    uint32_t keep = (uint32_t)(x.significand >> GUARD_BITS);

    if (!to_zero && (rest > half || (rest == half && (keep & 1))))
        keep++;
    if (keep >> 24) {
        keep >>= 1;
        x.exponent++;
    }
    return assemble(x.sign, x.exponent, keep, to_zero);
}

/* The multiply-add's own rounding: 4 bits below the 24 are kept; a value below the normal range loses
 * bits without trace before it is rounded to nearest. */
static uint32_t round_pack_fmad(struct unpacked x)
{
    uint64_t value = shift_sticky(x.significand, GUARD_BITS - 4);
    uint32_t keep, rest;

    if (x.exponent < 1) {
        value = 1 - x.exponent < 32 ? value >> (1 - x.exponent) : 0;
        x.exponent = 1;
    }
    keep = (uint32_t)(value >> 4);
    rest = value & 15;
    if (rest > 8 || (rest == 8 && (keep & 1)))
        keep++;
    if (keep >> 24) {
        keep >>= 1;
        x.exponent++;
    }
    return keep >> 23 ? assemble(x.sign, x.exponent, keep, false) : x.sign;
}

/* The sum of two operands of which at least one is zero, infinite or NaN; false if there is none such. */
static bool special_sum(uint32_t a, uint32_t b, uint32_t *result)
{
    if (hw_fp32_is_nan(a) || hw_fp32_is_nan(b))
        *result = HW_FP32_NAN;
    else if (is_infinite(a) && is_infinite(b))
        *result = a == b ? a : HW_FP32_NAN;
    else if (is_infinite(a) || is_zero(b))
        *result = is_zero(a) ? a & b : a;   /* minus zero only if both are */
    else if (is_infinite(b) || is_zero(a))
        *result = b;
    else
        return false;
    return true;
}

/* The same for the product. */
static bool special_product(uint32_t a, uint32_t b, uint32_t *result)
{
    const uint32_t sign = (a ^ b) & HW_FP32_SIGN;

    if (hw_fp32_is_nan(a) || hw_fp32_is_nan(b))
        *result = HW_FP32_NAN;
    else if (is_infinite(a) || is_infinite(b))
        *result = is_zero(a) || is_zero(b) ? HW_FP32_NAN : sign | HW_FP32_INFINITY;
    else if (is_zero(a) || is_zero(b))
        *result = sign;
    else
        return false;
    return true;
}

uint32_t hw_fp32_flags(uint32_t x)
{
    if (hw_fp32_is_nan(x))
        return HW_FLAG_Z | HW_FLAG_S;
    return is_zero(x) ? HW_FLAG_Z : x & HW_FP32_SIGN ? HW_FLAG_S : 0;
}

uint32_t hw_fp32_saturate(uint32_t x)
{
    if (hw_fp32_is_nan(x))
        return x;
    if (x & HW_FP32_SIGN)
        return 0;
    return x > HW_FP32_ONE ? HW_FP32_ONE : x;
}

uint32_t hw_fp32_add(uint32_t a, uint32_t b, unsigned round)
{
    uint32_t result;

    a = hw_fp32_flush(a);
    b = hw_fp32_flush(b);
    if (special_sum(a, b, &result))
        return result;
    const struct unpacked r = sum(unpack(a), unpack(b));
    return r.significand ? round_pack(r, round == HW_ROUND_RZ) : 0;
}

uint32_t hw_fp32_mul(uint32_t a, uint32_t b, unsigned round)
{
    uint32_t result;

    a = hw_fp32_flush(a);
    b = hw_fp32_flush(b);
    if (special_product(a, b, &result))
        return result;
    return round_pack(product(unpack(a), unpack(b)), round == HW_ROUND_RZ);
}

uint32_t hw_fp32_fmad(uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t result;
    struct unpacked r;

    a = hw_fp32_flush(a);
    b = hw_fp32_flush(b);
    c = hw_fp32_flush(c);
    /* With a zero anywhere it is a rounded product and a sum; so it is with infinities and NaN. */
    if (special_product(a, b, &result) || is_zero(c))
        return hw_fp32_add(hw_fp32_mul(a, b, HW_ROUND_RN), c, HW_ROUND_RN);
    if (hw_fp32_is_nan(c))
        return HW_FP32_NAN;
    if (is_infinite(c))
        return c;
    r = product(unpack(a), unpack(b));
    r.significand &= ~(((uint64_t)1 << GUARD_BITS) - 1);
    r = sum(r, unpack(c));
    return r.significand ? round_pack_fmad(r) : 0;
}

/* A key whose unsigned order is that of the numbers, minus zero below plus zero. */
static uint32_t order_key(uint32_t x)
{
    return x & HW_FP32_SIGN ? ~x : x | HW_FP32_SIGN;
}

static uint32_t choose(uint32_t a, uint32_t b, bool greater)
{
    a = hw_fp32_flush(a);
    b = hw_fp32_flush(b);
    if (hw_fp32_is_nan(a))
        return hw_fp32_is_nan(b) ? HW_FP32_NAN : b;
    if (hw_fp32_is_nan(b))
        return a;
    return (order_key(a) > order_key(b)) == greater ? a : b;
}

uint32_t hw_fp32_min(uint32_t a, uint32_t b)
{
    return choose(a, b, false);
}

uint32_t hw_fp32_max(uint32_t a, uint32_t b)
{
    return choose(a, b, true);
}

uint32_t hw_fp32_relation(uint32_t a, uint32_t b)
{
    a = hw_fp32_flush(a);
    b = hw_fp32_flush(b);
    if (hw_fp32_is_nan(a) || hw_fp32_is_nan(b))
        return 8;
    if (a == b || (is_zero(a) && is_zero(b)))
        return 2;
    return order_key(a) < order_key(b) ? 1 : 4;
}

uint32_t hw_fp32_slct(uint32_t a, uint32_t b, uint32_t c)
{
    return hw_fp32_relation(c, 0) & (2 | 4) ? a : b;
}

uint32_t hw_fp32_slct_flags(uint32_t x)
{
    return is_zero(x) ? HW_FLAG_Z : x & HW_FP32_SIGN ? HW_FLAG_S : 0;
}

uint32_t hw_fp32_quadop(uint32_t s, uint32_t c, unsigned operation)
{
    switch (operation) {
    case 0: return hw_fp32_add(s, c, HW_ROUND_RN);
    case 1: return hw_fp32_add(c, s ^ HW_FP32_SIGN, HW_ROUND_RN);
    case 2: return hw_fp32_add(s, c ^ HW_FP32_SIGN, HW_ROUND_RN);
    default: return c;
    }
}
