/* SPDX-License-Identifier: MIT */
/* Conversions between number types, by rounding an exact intermediate number.
 *
 * Every source is read into sign and magnitude first; abs and neg then only touch the sign, and what
 * follows is rounding and clamping.
 * Sources: for Tesla envytools' hardware-tested model, for later chips PTX ISA (cvt), and nxgpucatch's
 * hardware tests for the NaN of halves. */
#include "ops/scalar/convert.h"

#include <halfwarp/insn.h>

#include "ops/scalar/cond.h"
#include "ops/scalar/fp16.h"
#include "ops/scalar/fp32.h"
#include "ops/scalar/fp64.h"
#include "ops/scalar/ieee.h"
#include "ops/value_types.h"

/* A number significand * 2^scale with a sign, or one of the two that are none. */
struct number {
    bool negative, nan, infinite;
    uint64_t significand;
    int scale;
};

static bool is_wide(unsigned type)
{
    return hw_type_bits(type) == 64;
}

static uint64_t low_bits(unsigned bits)
{
    return UINT64_MAX >> (64 - bits);
}

static bool apply_modifiers(bool negative, unsigned operand_flags)
{
    if (operand_flags & HW_OPERAND_ABS)
        negative = false;
    return negative ^ !!(operand_flags & HW_OPERAND_NEG);
}

static struct number read_integer(uint64_t source, unsigned type)
{
    const unsigned bits = hw_type_bits(type);
    struct number n = {.significand = source & low_bits(bits)};

    if (hw_type_signed(type) && n.significand >> (bits - 1)) {
        n.negative = true;
        n.significand = -n.significand & low_bits(bits);
    }
    return n;
}

static struct number read_fp32(uint32_t x)
{
    const uint32_t field = x >> 23 & 0xff, fraction = x & 0x7fffff;

    return (struct number){.negative = x >> 31,
                           .nan = hw_fp32_is_nan(x),
                           .infinite = field == 0xff && !fraction,
                           .significand = field ? fraction | 0x800000 : fraction,
                           .scale = (field ? (int)field : 1) - 127 - 23};
}

static struct number read_fp64(uint64_t x)
{
    const unsigned field = x >> 52 & 0x7ff;
    const uint64_t fraction = x & 0x000fffffffffffffu;

    return (struct number){.negative = x >> 63,
                           .nan = hw_fp64_is_nan(x),
                           .infinite = field == 0x7ff && !fraction,
                           .significand = field ? fraction | 0x0010000000000000u : fraction,
                           .scale = (field ? (int)field : 1) - 1023 - 52};
}

static uint32_t integer_flags(uint64_t value, unsigned bits)
{
    return ((value & low_bits(bits)) == 0 ? HW_FLAG_Z : 0) | (value >> (bits - 1) & 1 ? HW_FLAG_S : 0);
}

/* Width of the result as flags see it: bytes are kept in half or whole registers alike. */
static unsigned result_bits(unsigned type)
{
    return hw_type_bits(type) == 8 ? 16 : hw_type_bits(type);
}

/* Clamp a signed magnitude to an integer type; `*outside` tells whether that changed it. */
static uint64_t clamp(bool negative, uint64_t magnitude, unsigned type, bool *outside)
{
    const unsigned bits = hw_type_bits(type);
    const bool is_signed = hw_type_signed(type);
    const uint64_t most = is_signed ? low_bits(bits) >> 1 : low_bits(bits);
    const uint64_t least = is_signed ? most + 1 : 0; /* magnitude of the least value */
    const uint64_t limit = negative ? least : most;

    *outside = magnitude > limit;
    if (magnitude > limit)
        magnitude = limit;
    return negative ? -magnitude : magnitude;
}

/* The low bits of a type, extended. */
static uint64_t extend(uint64_t value, unsigned type)
{
    const unsigned above = 64 - hw_type_bits(type);

    return hw_type_signed(type) ? (uint64_t)((int64_t)(value << above) >> above) : value << above >> above;
}

/* Round a magnitude to an integer; what does not fit 64 bits becomes the largest. */
static uint64_t round_to_integer(const struct number *n, unsigned round)
{
    uint64_t whole, rest, half;

    if (n->infinite)
        return UINT64_MAX;
    if (n->scale >= 0)
        return n->scale > 63 || n->significand > UINT64_MAX >> n->scale ? UINT64_MAX
                                                                        : n->significand << n->scale;
    if (n->scale < -63) {
        whole = 0;
        rest = n->significand ? 1 : 0;
        half = 2;
    } else {
        whole = n->significand >> -n->scale;
        rest = n->significand & low_bits((unsigned)-n->scale);
        half = (uint64_t)1 << (-n->scale - 1);
    }
    switch (round) {
    case HW_ROUND_RN: return whole + (rest > half || (rest == half && (whole & 1)));
    case HW_ROUND_RM: return whole + (rest && n->negative);
    case HW_ROUND_RP: return whole + (rest && !n->negative);
    default: return whole;
    }
}

uint64_t hw_convert_i2i(const struct hw_conversion *cv, uint64_t source, uint32_t *flags)
{
    const struct number n = read_integer(source, cv->type2);
    const bool negative = apply_modifiers(n.negative, cv->operand_flags);
    bool outside;
    const uint64_t value = cv->sat ? clamp(negative, n.significand, cv->type, &outside)
                                   : extend(negative ? -n.significand : n.significand, cv->type);

    *flags = integer_flags(value, result_bits(cv->type));
    return value;
}

/* The hardware's conversion of integers to half precision drops high bits of large numbers. */
static uint64_t faulty_fp16(uint64_t x, bool source_negative, bool negative, const struct hw_conversion *cv)
{
    unsigned round = cv->round, drop = 2;
    uint32_t low, single;

    if (negative && (round == HW_ROUND_RM || round == HW_ROUND_RP))
        round = HW_ROUND_RM + HW_ROUND_RP - round;
    if ((round == HW_ROUND_RN || round == HW_ROUND_RP) && (x & 0x3fffffe0) == 0x3fffffe0)
        x = 0;
    low = (uint32_t)(x - source_negative) & 0xffff;
    for (; low < 0x8000 && drop < 7; drop++)
        low <<= 1;
    x &= 0xffffffffu >> drop;
    single = x ? hw_fp64_round_to_fp32(false, x, 0, round) : 0;
    if (negative)
        single |= HW_FP32_SIGN;
    return hw_fp16_narrow(hw_fp32_saturate(single, cv->sat), cv->round, false);
}

/* Tesla's integers keep their sign when they are zero, and from or to 64-bit types a negated unsigned
 * number is rounded as if it were positive. */
static uint64_t tesla_i2f(const struct hw_conversion *cv, const struct number *n, bool negative)
{
    const bool wide = is_wide(cv->type) || is_wide(cv->type2);
    const bool round_as = negative && !(wide && !hw_type_signed(cv->type2));
    uint64_t result;

    if (cv->type == HW_TYPE_F16)
        return faulty_fp16(n->significand, n->negative, negative, cv);
    if (cv->type == HW_TYPE_F64) {
        result = n->significand ? hw_fp64_round(round_as, n->significand, 0, cv->round) & ~HW_FP64_SIGN : 0;
        return result | (negative ? HW_FP64_SIGN : 0);
    }
    result =
        n->significand ? hw_fp64_round_to_fp32(round_as, n->significand, 0, cv->round) & ~HW_FP32_SIGN : 0;
    result |= negative ? HW_FP32_SIGN : 0;
    return wide ? result : hw_fp32_saturate((uint32_t)result, cv->sat);
}

static const struct hw_ieee_format *format_of(unsigned type)
{
    return type == HW_TYPE_F16    ? &hw_ieee_fp16
           : type == HW_TYPE_BF16 ? &hw_ieee_bf16
           : type == HW_TYPE_F64  ? &hw_ieee_fp64
                                  : &hw_ieee_fp32;
}

static uint32_t float_flags(uint64_t x, unsigned type)
{
    return type == HW_TYPE_F64   ? hw_fp64_flags(x)
           : type == HW_TYPE_F16 ? hw_fp32_flags(hw_fp16_widen((uint32_t)x))
                                 : hw_fp32_flags((uint32_t)x);
}

uint64_t hw_convert_i2f(const struct hw_conversion *cv, uint64_t source, uint32_t *flags)
{
    const struct number n = read_integer(source, cv->type2);
    const bool negative = apply_modifiers(n.negative, cv->operand_flags); /* -0 too */
    const struct hw_ieee_mode mode = {.round = cv->round};
    uint64_t result = 0;

    if (cv->tesla)
        result = tesla_i2f(cv, &n, negative);
    else if (n.significand)
        result = hw_ieee_number(format_of(cv->type), mode, negative, n.significand, 0);
    *flags = float_flags(result, cv->type);
    return result;
}

static uint32_t flushed(uint32_t x, bool flush)
{
    return flush ? hw_fp32_flush(x) : x;
}

static struct number read_float(const struct hw_conversion *cv, uint64_t source)
{
    if (cv->type2 == HW_TYPE_F64)
        return read_fp64(source);
    if (cv->type2 == HW_TYPE_F16)
        return read_fp32(hw_fp16_widen((uint32_t)source));
    return read_fp32(flushed((uint32_t)source, cv->ftz && !(cv->tesla && is_wide(cv->type))));
}

/* Where one of the two is 64 bits wide, O tells that the value did not fit. */
uint64_t hw_convert_f2i(const struct hw_conversion *cv, uint64_t source, uint32_t *flags)
{
    const bool wide = is_wide(cv->type) || is_wide(cv->type2);
    const unsigned bits = hw_type_bits(cv->type);
    const unsigned nan = cv->nan ? cv->nan : hw_nan_of_types(bits, hw_type_bits(cv->type2));
    struct number n = read_float(cv, source);
    uint64_t value = nan == 2 ? (uint64_t)1 << (bits - 1) : 0;
    bool outside = true;

    if (!n.nan) {
        n.negative = apply_modifiers(n.negative, cv->operand_flags);
        value = clamp(n.negative, round_to_integer(&n, cv->round), cv->type, &outside);
        outside |= cv->type == HW_TYPE_U32 && value == 0xffffffffu;
    }
    *flags = integer_flags(value, wide ? bits : result_bits(cv->type)) | (wide && outside ? HW_FLAG_O : 0);
    return value;
}

/* An integral value has no more bits than the format, so encoding it again is exact. */
static uint32_t integral_fp32(uint32_t x, unsigned round)
{
    const struct number n = read_fp32(x);
    uint64_t whole;

    if (n.nan || n.infinite || n.scale >= 0)
        return x;
    whole = round_to_integer(&n, round);
    return (x & HW_FP32_SIGN) | (whole ? hw_fp64_round_to_fp32(false, whole, 0, HW_ROUND_RZ) : 0);
}

static uint64_t integral_fp64(uint64_t x, unsigned round)
{
    const struct number n = read_fp64(x);
    uint64_t whole;

    if (n.nan || n.infinite || n.scale >= 0)
        return x;
    whole = round_to_integer(&n, round);
    return (x & HW_FP64_SIGN) | (whole ? hw_fp64_round(false, whole, 0, HW_ROUND_RZ) : 0);
}

/* Apply abs and neg to an f32 pattern; of a NaN the doubles' conversions keep the sign. */
static uint32_t modify_fp32(uint32_t x, unsigned operand_flags)
{
    if (operand_flags & HW_OPERAND_ABS)
        x &= ~HW_FP32_SIGN;
    return operand_flags & HW_OPERAND_NEG ? x ^ HW_FP32_SIGN : x;
}

/* The payload of a NaN lives on in a double. */
static uint64_t fp32_to_fp64(uint32_t x, const struct hw_conversion *cv)
{
    uint64_t result;
    struct number n;

    if (!cv->tesla)
        x = hw_fp32_saturate(flushed(x, cv->ftz), cv->sat);
    if (hw_fp32_is_nan(x))
        return (uint64_t)(x & HW_FP32_SIGN) << 32 | 0x7ff8000000000000u | (uint64_t)(x & 0x7fffff) << 29;
    x = modify_fp32(x, cv->operand_flags);
    n = read_fp32(x);
    if (n.infinite)
        result = HW_FP64_INFINITY;
    else
        result = n.significand ? hw_fp64_round(false, n.significand, n.scale, HW_ROUND_RZ) : 0;
    return result | (uint64_t)(x & HW_FP32_SIGN) << 32;
}

static uint32_t fp64_to_fp32(uint64_t x, const struct hw_conversion *cv)
{
    const uint32_t sign = (uint32_t)(x >> 32) & HW_FP32_SIGN;
    const struct hw_ieee_mode mode = {.round = cv->round, .flush = cv->ftz && !cv->tesla};
    const struct number n = read_fp64(x);

    if (n.nan)
        return cv->tesla ? sign | 0x7fc00000u | (uint32_t)(x >> 29 & 0x7fffff) : HW_FP32_NAN;
    if (n.infinite)
        return sign | HW_FP32_INFINITY;
    return n.significand ? (uint32_t)hw_ieee_number(&hw_ieee_fp32, mode, n.negative, n.significand, n.scale)
                         : sign;
}

static uint64_t fp64_to_fp64(uint64_t x, const struct hw_conversion *cv)
{
    if (hw_fp64_is_nan(x))
        return x | 0x0008000000000000u;
    x = hw_fp64_modify(x, cv->operand_flags);
    return cv->integral ? integral_fp64(x, cv->round) : x;
}

/* Between half and single precision; the result as a single, not yet narrowed. */
static uint32_t narrow_f2f(const struct hw_conversion *cv, uint64_t source)
{
    uint32_t x = cv->type2 == HW_TYPE_F16 ? hw_fp16_widen((uint32_t)source) : (uint32_t)source;

    x = modify_fp32(x, cv->operand_flags);
    x = hw_fp32_is_nan(x) ? HW_FP32_NAN : flushed(x, cv->ftz);
    x = hw_fp32_saturate(x, cv->sat);
    return cv->integral ? integral_fp32(x, cv->round) : x;
}

/* A number as a half or bfloat16; of doubles, too, in one rounding. */
static uint32_t to_narrow(const struct hw_conversion *cv, const struct number *n)
{
    const struct hw_ieee_format *format = format_of(cv->type);
    const struct hw_ieee_mode mode = {.round = cv->round};
    const uint32_t sign = n->negative ? 0x8000 : 0;

    if (n->nan)
        return 0x7fff;
    if (n->infinite)
        return sign | (uint32_t)hw_ieee_infinity(format);
    return n->significand ? (uint32_t)hw_ieee_number(format, mode, n->negative, n->significand, n->scale)
                          : sign;
}

/* A half or bfloat16 into [0, 1]; a NaN becomes 0 (PTX ISA, cvt.sat), as what is negative does. */
static uint32_t saturate_narrow(uint32_t x, unsigned type)
{
    const uint32_t one = type == HW_TYPE_F16 ? 0x3c00 : 0x3f80;

    return x > (uint32_t)hw_ieee_infinity(format_of(type)) ? 0 : x > one ? one : x;
}

/* A single as a half.  Tesla makes zeros of what is far below the least half, whatever the rounding. */
static uint32_t to_half(const struct hw_conversion *cv, uint32_t single)
{
    const struct number n = read_fp32(single);

    if (cv->tesla || n.nan || n.infinite || n.significand == 0)
        return hw_fp16_narrow(single, cv->round, cv->integral);
    return to_narrow(cv, &n);
}

uint64_t hw_convert_f2f(const struct hw_conversion *cv, uint64_t source, uint32_t *flags)
{
    const bool narrow = cv->type == HW_TYPE_F16 || cv->type == HW_TYPE_BF16;
    uint64_t result;

    if (cv->type == HW_TYPE_F64 && cv->type2 == HW_TYPE_F16) {
        const struct hw_conversion widening = {
            .type = HW_TYPE_F64, .type2 = HW_TYPE_F32, .operand_flags = cv->operand_flags};
        result = fp32_to_fp64(hw_fp16_widen((uint32_t)source), &widening);
    } else if (cv->type == HW_TYPE_F64) {
        result = cv->type2 == HW_TYPE_F64 ? fp64_to_fp64(source, cv) : fp32_to_fp64((uint32_t)source, cv);
    } else if (narrow && cv->type2 == HW_TYPE_F64) {
        const struct number n = read_fp64(hw_fp64_modify(source, cv->operand_flags));
        const uint32_t value = to_narrow(cv, &n);
        result = cv->sat ? saturate_narrow(value, cv->type) : value;
    } else if (cv->type2 == HW_TYPE_F64) {
        result = hw_fp32_saturate(fp64_to_fp32(hw_fp64_modify(source, cv->operand_flags), cv),
                                  cv->tesla ? HW_SAT_NONE : cv->sat);
    } else {
        result = narrow_f2f(cv, source);
        const struct number n = read_fp32((uint32_t)result);
        result = cv->type == HW_TYPE_F16    ? to_half(cv, (uint32_t)result)
                 : cv->type == HW_TYPE_BF16 ? to_narrow(cv, &n)
                                            : result;
    }
    *flags = float_flags(result, cv->type);
    return result;
}
