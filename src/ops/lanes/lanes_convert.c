/* SPDX-License-Identifier: MIT */
/* Lane functions for conversions between numbers of up to 32 bits; the others go through the reference. */
#include "ops/lanes/lanes_half.h"
#include "ops/lanes/lanes_round_to_odd.h"

#include <halfwarp/insn.h>

#include "ops/scalar/convert.h"

typedef uint64_t convert_fn(const struct hw_conversion *conversion, uint64_t source, uint32_t *flags);

/* One lane after the other through the reference. */
static inline void convert_each_lane(const struct hw_regs *regs, const struct hw_uop *uop,
                                     convert_fn *function)
{
    const struct hw_conversion conversion = {.type = uop->type,
                                             .type2 = uop->type2,
                                             .round = uop->round,
                                             .operand_flags = uop->a_flags,
                                             .sat = uop->sat,
                                             .integral = uop->convert.integral,
                                             .nan = uop->convert.nan,
                                             .ftz = uop->ftz,
                                             .tesla = uop->convert.early};
    const bool source_wide = hw_type_bits(uop->type2) == 64, result_wide = hw_type_bits(uop->type) == 64;
    const unsigned shift = part_shift(source_part(uop));
    const uint32_t *low = register_at(regs, uop->a),
                   *high = source_wide ? register_at(regs, uop->a + 1u) : NULL;
    lanes value = {{0}}, value_high = {{0}}, flags = {{0}};

    for (uint32_t exec = executing(regs); exec; exec &= exec - 1) {
        const unsigned l = (unsigned)__builtin_ctz(exec);
        const uint64_t source = high ? low[l] | (uint64_t)high[l] << 32 : low[l] >> shift;
        const uint64_t result = function(&conversion, source, &flags.lane[l]);

        value.lane[l] = (uint32_t)result;
        value_high.lane[l] = (uint32_t)(result >> 32);
    }
    if (wants_flags(uop))
        store_flags(regs, uop, flags.lane);
    store(regs, uop, value.lane);
    if (result_wide)
        write_lanes(regs, uop->d + 1u, executing(regs), value_high.lane);
}

/* Words whose abs or negative may need a bit more than they have; clamped. */
static void i2i_modified(struct hw_regs *regs, const struct hw_uop *uop)
{
    const unsigned bits = hw_type_bits(uop->type);
    const bool to_signed = hw_type_signed(uop->type), from_signed = hw_type_signed(uop->type2);
    const int64_t upper = 0xffffffffu >> (32 - bits) >> to_signed, lower = to_signed ? -upper - 1 : 0;
    const int64_t negate = uop->a_flags & HW_OPERAND_NEG ? -1 : 0;
    const bool absolute = uop->a_flags & HW_OPERAND_ABS;
    lanes buffer, value;
    const uint32_t *a = operand(regs, uop->a, source_part(uop), uop->type2, &buffer);

    FOR_LANES(l) {
        const int64_t x = from_signed ? (int64_t)(int32_t)a[l] : (int64_t)a[l];
        const int64_t y = ((absolute && x < 0 ? -x : x) ^ negate) - negate;
        const int64_t low = y < upper ? y : upper;

        value.lane[l] = (uint32_t)(low > lower ? low : lower);
    }
    if (wants_flags(uop))
        store_integer_flags(regs, uop, value.lane, bits == 8 ? 16 : bits);
    store(regs, uop, value.lane);
}

static void i2i(struct hw_regs *regs, const struct hw_uop *uop)
{
    if (uop->sat && hw_type_bits(uop->type) <= 32 && hw_type_bits(uop->type2) <= 32)
        i2i_modified(regs, uop);
    else
        convert_each_lane(regs, uop, hw_convert_i2i);
}

static void i2f(struct hw_regs *regs, const struct hw_uop *uop)
{
    convert_each_lane(regs, uop, hw_convert_i2f);
}

static void f2i(struct hw_regs *regs, const struct hw_uop *uop)
{
    convert_each_lane(regs, uop, hw_convert_f2i);
}

static void f2f(struct hw_regs *regs, const struct hw_uop *uop)
{
    convert_each_lane(regs, uop, hw_convert_f2f);
}

/* Signed sources are clamped as signed words between the ends of the result's type, unsigned ones have
 * an upper end only; 2^31 - 1 stands for ends that no word exceeds. */
static void i2i_word(struct hw_regs *regs, const struct hw_uop *uop)
{
    const unsigned bits = hw_type_bits(uop->type), source_bits = hw_type_bits(uop->type2);
    const bool to_signed = hw_type_signed(uop->type);
    const bool from_unsigned_word = source_bits == 32 && !hw_type_signed(uop->type2);
    const uint32_t most = 0xffffffffu >> (32 - bits) >> to_signed;
    const int32_t upper = most > 0x7fffffffu ? 0x7fffffff : (int32_t)most, lower = to_signed ? -upper - 1 : 0;
    const int32_t negate = uop->a_flags & HW_OPERAND_NEG ? -1 : 0;
    const bool absolute = uop->a_flags & HW_OPERAND_ABS;
    lanes buffer, value;
    const uint32_t *a = operand(regs, uop->a, source_part(uop), uop->type2, &buffer);

    if (from_unsigned_word)
        FOR_LANES(l)
            value.lane[l] = a[l] < most ? a[l] : most;
    else
        FOR_LANES(l) {
            const int32_t x = (int32_t)a[l], flip = (absolute ? x >> 31 : 0) ^ negate;
            const int32_t y = (int32_t)(((uint32_t)x ^ (uint32_t)flip) - (uint32_t)flip);
            const int32_t low = y < upper ? y : upper;

            value.lane[l] = (uint32_t)(low > lower ? low : lower);
        }
    if (wants_flags(uop))
        store_integer_flags(regs, uop, value.lane, bits == 8 ? 16 : bits);
    store(regs, uop, value.lane);
}

/* What does not fit wraps around. */
static void i2i_wrap(struct hw_regs *regs, const struct hw_uop *uop)
{
    const unsigned bits = hw_type_bits(uop->type), above = 32 - bits;
    const uint32_t negate = uop->a_flags & HW_OPERAND_NEG ? ~0u : 0;
    const uint32_t absolute = uop->a_flags & HW_OPERAND_ABS && hw_type_signed(uop->type2) ? ~0u : 0;
    const bool to_signed = hw_type_signed(uop->type);
    lanes buffer, value;
    const uint32_t *a = operand(regs, uop->a, source_part(uop), uop->type2, &buffer);

    FOR_LANES(l) {
        const uint32_t flip = ((uint32_t)((int32_t)a[l] >> 31) & absolute) ^ negate;
        const uint32_t y = ((a[l] ^ flip) - flip) << above;

        value.lane[l] = to_signed ? (uint32_t)((int32_t)y >> above) : y >> above;
    }
    if (wants_flags(uop))
        store_integer_flags(regs, uop, value.lane, bits == 8 ? 16 : bits);
    store(regs, uop, value.lane);
}

/* A word is a double, exactly; to nearest the host's own conversion rounds as the chip does. */
static void i2f_word(struct hw_regs *regs, const struct hw_uop *uop)
{
    const struct correction correct = correction_of(uop->round);
    lanes buffer, value;
    const uint32_t *a = operand(regs, uop->a, source_part(uop), uop->type2, &buffer);

    if (uop->round != HW_ROUND_RN && hw_type_signed(uop->type2))
        FOR_LANES(l)
            value.lane[l] = rounded((double)(int32_t)a[l], correct);
    else if (uop->round != HW_ROUND_RN)
        FOR_LANES(l)
            value.lane[l] = rounded((double)a[l], correct);
    else if (hw_type_signed(uop->type2))
        FOR_LANES(l)
            value.lane[l] = as_bits((float)(int32_t)a[l]);
    else
        FOR_LANES(l)
            value.lane[l] = as_bits((float)a[l]);
    store_fp32(regs, uop, value.lane);
}

/* Round to an integral number; a magnitude of 2^23 and more has no fraction. */
static inline float integral(float x, unsigned round)
{
    switch (round) {
    case HW_ROUND_RN: return __builtin_rintf(x);
    case HW_ROUND_RM: return __builtin_floorf(x);
    case HW_ROUND_RP: return __builtin_ceilf(x);
    default: return x; /* the conversion truncates */
    }
}

/* 2^31 and -2^31 are floats, so comparisons decide what clamps; NaN compares false and becomes 0.
 * An unsigned result of 2^31 and more is converted 2^31 lower, and no bit is lost there. */
static inline void f2i_word_rounded(struct hw_regs *regs, const struct hw_uop *uop, unsigned round)
{
    const bool is_signed = uop->type == HW_TYPE_S32;
    const uint32_t *a = register_at(regs, uop->a), a_and = uop->a_and, a_xor = uop->a_xor,
                   alive = fp32_alive(uop);
    lanes value;

    FOR_LANES(l) {
        const float x = integral(as_float(fp32_flushed((a[l] & a_and) ^ a_xor, alive)), round);
        const bool large = x >= 0x1p31f;
        const float low = large ? x - 0x1p31f : x;
        const float in_range = low > -0x1p31f && low < 0x1p31f ? low : 0;
        const uint32_t converted = (uint32_t)(int32_t)in_range;
        const uint32_t as_signed = large ? 0x7fffffffu : x <= -0x1p31f ? 0x80000000u : converted;
        const uint32_t as_unsigned = x >= 0x1p32f ? ~0u
                                     : x <= 0     ? 0
                                     : large      ? converted + 0x80000000u
                                                  : converted;

        value.lane[l] = is_signed ? as_signed : as_unsigned;
    }
    if (wants_flags(uop))
        store_integer_flags(regs, uop, value.lane, 32);
    store(regs, uop, value.lane);
}

static void f2i_word(struct hw_regs *regs, const struct hw_uop *uop)
{
    switch (uop->round) {
    case HW_ROUND_RN: f2i_word_rounded(regs, uop, HW_ROUND_RN); break;
    case HW_ROUND_RM: f2i_word_rounded(regs, uop, HW_ROUND_RM); break;
    case HW_ROUND_RP: f2i_word_rounded(regs, uop, HW_ROUND_RP); break;
    default: f2i_word_rounded(regs, uop, HW_ROUND_RZ); break;
    }
}

/* From f32 to f32; rounding to an integral number keeps the sign of a zero, as the host does. */
static inline void f2f_word_rounded(struct hw_regs *regs, const struct hw_uop *uop, unsigned round)
{
    const uint32_t *a = register_at(regs, uop->a), a_and = uop->a_and, a_xor = uop->a_xor,
                   alive = fp32_alive(uop);
    lanes value;

    FOR_LANES(l)
        value.lane[l] = fp32_number(fp32_flushed((a[l] & a_and) ^ a_xor, alive));
    if (uop->sat)
        fp32_saturate(value.lane, uop->sat);
    if (uop->convert.integral)
        FOR_LANES(l) {
            const float x = as_float(value.lane[l]);
            const float whole = round == HW_ROUND_RZ ? __builtin_truncf(x) : integral(x, round);

            value.lane[l] = fp32_number(as_bits(whole));
        }
    store_fp32(regs, uop, value.lane);
}

static void f2f_word(struct hw_regs *regs, const struct hw_uop *uop)
{
    switch (uop->round) {
    case HW_ROUND_RN: f2f_word_rounded(regs, uop, HW_ROUND_RN); break;
    case HW_ROUND_RM: f2f_word_rounded(regs, uop, HW_ROUND_RM); break;
    case HW_ROUND_RP: f2f_word_rounded(regs, uop, HW_ROUND_RP); break;
    default: f2f_word_rounded(regs, uop, HW_ROUND_RZ); break;
    }
}

/* From or to halves by way of singles; to halves only to nearest. */
static void f2f_half(struct hw_regs *regs, const struct hw_uop *uop)
{
    const uint32_t *a = register_at(regs, uop->a), a_and = uop->a_and, a_xor = uop->a_xor,
                   alive = fp32_alive(uop);
    const unsigned shift = part_shift(source_part(uop));
    lanes value, half;

    if (uop->type2 == HW_TYPE_F16)
        FOR_LANES(l)
            value.lane[l] = widened(a[l] >> shift, false);
    else
        copy_lanes(value.lane, a);
    FOR_LANES(l)
        value.lane[l] = fp32_number(fp32_flushed((value.lane[l] & a_and) ^ a_xor, alive));
    if (uop->type == HW_TYPE_F32) {
        store_fp32(regs, uop, value.lane);
        return;
    }
    if (uop->sat)
        fp32_saturate(value.lane, uop->sat);
    FOR_LANES(l)
        half.lane[l] = half_of(double_bits((double)as_float(value.lane[l])), false);
    if (wants_flags(uop)) {
        FOR_LANES(l)
            value.lane[l] = widened(half.lane[l], false);
        store_fp32_flags(regs, uop, value.lane);
    }
    store(regs, uop, half.lane);
}

/* clang-format off */
hw_uop_fn *const HW_LANE_FUNCTIONS(convert)[HW_LANES_CONVERT_COUNT] = {
    [HW_LANES_CONVERT_I2I] = i2i,
    [HW_LANES_CONVERT_I2F] = i2f,
    [HW_LANES_CONVERT_F2I] = f2i,
    [HW_LANES_CONVERT_F2F] = f2f,
    [HW_LANES_CONVERT_I2I_WORD] = i2i_word,
    [HW_LANES_CONVERT_I2I_WRAP] = i2i_wrap,
    [HW_LANES_CONVERT_I2F_WORD] = i2f_word,
    [HW_LANES_CONVERT_F2I_WORD] = f2i_word,
    [HW_LANES_CONVERT_F2F_WORD] = f2f_word,
    [HW_LANES_CONVERT_F2F_HALF] = f2f_half,
};
/* clang-format on */
