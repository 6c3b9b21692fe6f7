/* SPDX-License-Identifier: MIT */
/* Single-precision arithmetic, bit by bit: see fp32.h.
 *
 * The IEEE operations are those of ieee.c.  Beside them stands Tesla's multiply-add, which is none: there a
 * finite value that is not zero is unpacked into sign, exponent and a 64-bit significand whose top bit is bit
 * 61: 24 bits of number and 38 below them, the lowest of which collects ("sticky") whatever falls off.
 * Exponents are biased like those in the encoding but have no bounds. Source: envytools' hardware-tested
 * model (adder, multiplier and multiply-add of the G80). */
#include "ops/scalar/fp32.h"

#include <halfwarp/modifiers.h>

#include "ops/scalar/cond.h"
#include "ops/scalar/ieee.h"

#define SIGNIFICAND_TOP 61
#define GUARD_BITS      38

struct unpacked_single {
    uint32_t sign;        /* 0 or HW_FP32_SIGN */
    int exponent;         /* biased */
    uint64_t significand; /* top bit at SIGNIFICAND_TOP; 0 only as the result of a sum */
};

static bool is_finite(uint32_t x)
{
    return (x & 0x7fffffffu) < HW_FP32_INFINITY;
}

static struct unpacked_single unpack(uint32_t x)
{
    return (struct unpacked_single){x & HW_FP32_SIGN, (int)(x >> 23 & 0xff),
                                    (uint64_t)((x & 0x7fffffu) | 0x800000u) << GUARD_BITS};
}

/* Shift right; bits that fall off are remembered in bit 0. */
static uint64_t shift_sticky(uint64_t value, int count)
{
    if (count >= 64)
        return value != 0;
    return value >> count | ((value & (((uint64_t)1 << count) - 1)) != 0);
}

/* The exact sum of two values (exact except for the sticky bit). */
static struct unpacked_single sum(struct unpacked_single a, struct unpacked_single b)
{
    struct unpacked_single r;

    if (a.exponent < b.exponent || (a.exponent == b.exponent && a.significand < b.significand)) {
        const struct unpacked_single swap = a;
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
static struct unpacked_single product(struct unpacked_single a, struct unpacked_single b)
{
    struct unpacked_single r = {a.sign ^ b.sign, a.exponent + b.exponent - 127,
                                (a.significand >> GUARD_BITS) * (b.significand >> GUARD_BITS) << 15};

    if (r.significand >> (SIGNIFICAND_TOP + 1)) {
        r.significand >>= 1;
        r.exponent++;
    }
    return r;
}

static uint32_t assemble(uint32_t sign, int exponent, uint32_t significand)
{
    if (exponent <= 0)
        return sign;
    if (exponent >= 255)
        return sign | HW_FP32_INFINITY;
    return sign | (uint32_t)exponent << 23 | (significand & 0x7fffffu);
}

/* The multiply-add's own rounding: 4 bits below the 24 are kept; a value below the normal range loses
 * bits without trace before it is rounded to nearest. */
static uint32_t round_pack_fmad(struct unpacked_single x)
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
    return keep >> 23 ? assemble(x.sign, x.exponent, keep) : x.sign;
}

uint32_t hw_fp32_flags(uint32_t x)
{
    if (hw_fp32_is_nan(x))
        return HW_FLAG_Z | HW_FLAG_S;
    return hw_fp32_is_zero(x) ? HW_FLAG_Z : x & HW_FP32_SIGN ? HW_FLAG_S : 0;
}

uint32_t hw_fp32_saturate(uint32_t x, unsigned sat)
{
    if (sat == HW_SAT_NONE)
        return x;
    if (hw_fp32_is_nan(x))
        return sat == HW_SAT_CLEARS_NAN ? 0 : x;
    if (x & HW_FP32_SIGN)
        return 0;
    return x > HW_FP32_ONE ? HW_FP32_ONE : x;
}

static struct hw_ieee_mode ieee_mode(struct hw_fp32_mode mode)
{
    return (struct hw_ieee_mode){.round = mode.round, .flush = mode.ftz, .scale = mode.scale};
}

static uint32_t number_or_nan(uint64_t result)
{
    return result == HW_IEEE_INVALID ? HW_FP32_NAN : (uint32_t)result;
}

/* Is this a product with a zero, which is zero whatever the other factor? */
static bool multiplies_to_zero(uint32_t a, uint32_t b, struct hw_fp32_mode mode)
{
    return mode.ftz == HW_FTZ_MULTIPLY &&
           (hw_fp32_is_zero(hw_fp32_flush(a)) || hw_fp32_is_zero(hw_fp32_flush(b)));
}

uint32_t hw_fp32_add(uint32_t a, uint32_t b, struct hw_fp32_mode mode)
{
    if (hw_fp32_is_nan(a) || hw_fp32_is_nan(b))
        return HW_FP32_NAN;
    return number_or_nan(hw_ieee_add(&hw_ieee_fp32, ieee_mode(mode), a, b));
}

uint32_t hw_fp32_mul(uint32_t a, uint32_t b, struct hw_fp32_mode mode)
{
    if (multiplies_to_zero(a, b, mode))
        return 0;
    if (hw_fp32_is_nan(a) || hw_fp32_is_nan(b))
        return HW_FP32_NAN;
    return number_or_nan(hw_ieee_mul(&hw_ieee_fp32, ieee_mode(mode), a, b));
}

uint32_t hw_fp32_fma(uint32_t a, uint32_t b, uint32_t c, struct hw_fp32_mode mode)
{
    if (multiplies_to_zero(a, b, mode))
        return hw_fp32_add(0, c, mode);
    if (hw_fp32_is_nan(a) || hw_fp32_is_nan(b) || hw_fp32_is_nan(c))
        return HW_FP32_NAN;
    return number_or_nan(hw_ieee_fma(&hw_ieee_fp32, ieee_mode(mode), a, b, c));
}

uint32_t hw_fp32_fmad(uint32_t a, uint32_t b, uint32_t c)
{
    static const struct hw_fp32_mode nearest = {HW_ROUND_RN, HW_FTZ_FLUSH, 0};
    struct unpacked_single r;

    a = hw_fp32_flush(a);
    b = hw_fp32_flush(b);
    c = hw_fp32_flush(c);
    /* With a zero anywhere it is a rounded product and a sum; so it is with infinities and NaN. */
    if (hw_fp32_is_zero(a) || hw_fp32_is_zero(b) || hw_fp32_is_zero(c) || !is_finite(a) || !is_finite(b))
        return hw_fp32_add(hw_fp32_mul(a, b, nearest), c, nearest);
    if (!is_finite(c))
        return hw_fp32_is_nan(c) ? HW_FP32_NAN : c;
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

static uint32_t choose(uint32_t a, uint32_t b, bool flush, bool greater)
{
    a = flush ? hw_fp32_flush(a) : a;
    b = flush ? hw_fp32_flush(b) : b;
    if (hw_fp32_is_nan(a))
        return hw_fp32_is_nan(b) ? HW_FP32_NAN : b;
    if (hw_fp32_is_nan(b))
        return a;
    return (order_key(a) > order_key(b)) == greater ? a : b;
}

uint32_t hw_fp32_min(uint32_t a, uint32_t b, bool flush)
{
    return choose(a, b, flush, false);
}

uint32_t hw_fp32_max(uint32_t a, uint32_t b, bool flush)
{
    return choose(a, b, flush, true);
}

uint32_t hw_fp32_relation(uint32_t a, uint32_t b, bool flush)
{
    a = flush ? hw_fp32_flush(a) : a;
    b = flush ? hw_fp32_flush(b) : b;
    if (hw_fp32_is_nan(a) || hw_fp32_is_nan(b))
        return 8;
    if (a == b || (hw_fp32_is_zero(a) && hw_fp32_is_zero(b)))
        return 2;
    return order_key(a) < order_key(b) ? 1 : 4;
}

uint32_t hw_fp32_slct(uint32_t a, uint32_t b, uint32_t c)
{
    return hw_fp32_relation(c, 0, true) & (2 | 4) ? a : b;
}

uint32_t hw_fp32_slct_flags(uint32_t x)
{
    return hw_fp32_is_zero(x) ? HW_FLAG_Z : x & HW_FP32_SIGN ? HW_FLAG_S : 0;
}

uint32_t hw_fp32_quadop(uint32_t s, uint32_t c, unsigned operation, struct hw_fp32_mode mode)
{
    switch (operation) {
    case 0: return hw_fp32_add(s, c, mode);
    case 1: return hw_fp32_add(c, s ^ HW_FP32_SIGN, mode);
    case 2: return hw_fp32_add(s, c ^ HW_FP32_SIGN, mode);
    default: return c;
    }
}
