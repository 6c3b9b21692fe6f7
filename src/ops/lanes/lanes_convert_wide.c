/* SPDX-License-Identifier: MIT */
/* Lane functions for conversions from and to doubles and 64-bit integers that the host can do; the rest
 * goes lane by lane (lanes_convert.c).  tests/unit/ops/test_ops_convert.c compares all with the reference. */
#include "ops/lanes/lanes_fp64.h"
#include "ops/lanes/lanes_round_to_odd.h"

/* A NaN of a single as a double: its sign, whatever the modifiers, and its payload. */
static inline uint64_t widened_nan(uint32_t x)
{
    return (uint64_t)(x & HW_FP32_SIGN) << 32 | HW_FP64_INFINITY | HW_FP64_QUIET |
           (uint64_t)(x & 0x7fffff) << 29;
}

/* A single, with its modifiers and flushed, is a double. */
static void f2f_widen(struct hw_regs *regs, const struct hw_uop *uop)
{
    const uint32_t *a = register_at(regs, uop->a), a_and = uop->a_and, a_xor = uop->a_xor,
                   alive = fp32_alive(uop);
    wide_lanes value;

    FOR_LANES(l) {
        const float x = as_float(fp32_flushed((a[l] & a_and) ^ a_xor, alive));

        value.lane[l] = x != x ? widened_nan(a[l]) : double_bits((double)x);
    }
    store_pairs(regs, uop, &value);
}

/* To single precision in any rounding, denormals kept. */
static void f2f_narrow(struct hw_regs *regs, const struct hw_uop *uop)
{
    const struct correction correct = correction_of(uop->round);
    wide_lanes a;
    lanes value;

    load_pairs(regs, uop->a, uop->a_flags, &a);
    FOR_LANES(l)
        value.lane[l] = fp32_number(rounded(as_double(a.lane[l]), correct));
    store_fp32(regs, uop, value.lane);
}

/* A word is a double, exactly. */
static void i2f_wide(struct hw_regs *regs, const struct hw_uop *uop)
{
    lanes buffer;
    wide_lanes value;
    const uint32_t *a = operand(regs, uop->a, source_part(uop), uop->type2, &buffer);

    if (hw_type_signed(uop->type2))
        FOR_LANES(l)
            value.lane[l] = double_bits((double)(int32_t)a[l]);
    else
        FOR_LANES(l)
            value.lane[l] = double_bits((double)a[l]);
    store_pairs(regs, uop, &value);
}

static inline double integral(double x, unsigned round)
{
    switch (round) {
    case HW_ROUND_RN: return __builtin_rint(x);
    case HW_ROUND_RM: return __builtin_floor(x);
    case HW_ROUND_RP: return __builtin_ceil(x);
    default: return __builtin_trunc(x);
    }
}

/* A double, rounded to a whole number or as it is; a NaN becomes a quiet one. */
static inline void f2f_rounded(struct hw_regs *regs, const struct hw_uop *uop, unsigned round)
{
    const bool whole = uop->convert.integral;
    wide_lanes a, changed, value;

    load_pairs(regs, uop->a, 0, &a);
    const wide_lanes *number = with_signs(uop->a_flags, &a, &changed);
    FOR_LANES(l) {
        const double x = as_double(number->lane[l]);

        value.lane[l] = x != x  ? a.lane[l] | HW_FP64_QUIET
                        : whole ? double_bits(integral(x, round))
                                : number->lane[l];
    }
    store_pairs(regs, uop, &value);
}

static void f2f_double(struct hw_regs *regs, const struct hw_uop *uop)
{
    switch (uop->round) {
    case HW_ROUND_RN: f2f_rounded(regs, uop, HW_ROUND_RN); break;
    case HW_ROUND_RM: f2f_rounded(regs, uop, HW_ROUND_RM); break;
    case HW_ROUND_RP: f2f_rounded(regs, uop, HW_ROUND_RP); break;
    default: f2f_rounded(regs, uop, HW_ROUND_RZ); break;
    }
}

/* A double to a word, clamped; a NaN becomes the word with only its highest bit set.  Hosts convert many
 * doubles at once to signed words only, so unsigned ones are moved down by 2^31 and back.  Among them, the
 * greatest always counts as one that did not fit. */
static inline void f2i_rounded(struct hw_regs *regs, const struct hw_uop *uop, unsigned round)
{
    const bool is_signed = hw_type_signed(uop->type);
    const double least = is_signed ? -0x1p31 : 0, most = is_signed ? 0x1p31 - 1 : 0x1p32 - 1;
    const double middle = is_signed ? 0 : 0x1p31;
    const uint32_t first = is_signed ? 0 : 0x80000000u;
    wide_lanes a;
    lanes value, flags;

    load_pairs(regs, uop->a, uop->a_flags, &a);
    FOR_LANES(l) {
        const double x = integral(as_double(a.lane[l]), round);
        const double low = x < most ? x : most, in_range = low > least ? low : least;

        value.lane[l] = x != x ? 0x80000000u : (uint32_t)(int32_t)(in_range - middle) + first;
    }
    if (wants_flags(uop)) {
        FOR_LANES(l) {
            const double x = integral(as_double(a.lane[l]), round);
            const bool fits = x >= least && x <= most && (is_signed || value.lane[l] != ~0u);

            flags.lane[l] = (fits ? 0 : HW_FLAG_O) | (value.lane[l] == 0 ? HW_FLAG_Z : 0) |
                            (value.lane[l] >> 31) * HW_FLAG_S;
        }
        store_flags(regs, uop, flags.lane);
    }
    store(regs, uop, value.lane);
}

static void f2i_word(struct hw_regs *regs, const struct hw_uop *uop)
{
    switch (uop->round) {
    case HW_ROUND_RN: f2i_rounded(regs, uop, HW_ROUND_RN); break;
    case HW_ROUND_RM: f2i_rounded(regs, uop, HW_ROUND_RM); break;
    case HW_ROUND_RP: f2i_rounded(regs, uop, HW_ROUND_RP); break;
    default: f2i_rounded(regs, uop, HW_ROUND_RZ); break;
    }
}

/* A 64-bit integer is the exact sum of two doubles.  The host's addition rounds it to the nearest double; "to
 * odd" (lanes_round_to_odd.h), it is rounded once more to a single, in any way. */
static void i2f_long(struct hw_regs *regs, const struct hw_uop *uop)
{
    const uint32_t *low = register_at(regs, uop->a), *high = register_at(regs, uop->a + 1u);
    const struct correction correct = correction_of(uop->round);
    wide_lanes upper, value;
    lanes single;

    if (hw_type_signed(uop->type2))
        FOR_LANES(l)
            upper.lane[l] = double_bits((double)(int32_t)high[l] * 0x1p32);
    else
        FOR_LANES(l)
            upper.lane[l] = double_bits((double)high[l] * 0x1p32);
    if (uop->type == HW_TYPE_F64) {
        FOR_LANES(l)
            value.lane[l] = double_bits(as_double(upper.lane[l]) + (double)low[l]);
        store_pairs(regs, uop, &value);
        return;
    }
    FOR_LANES(l)
        single.lane[l] = rounded(odd_sum(as_double(upper.lane[l]), (double)low[l]), correct);
    store_fp32(regs, uop, single.lane);
}

/* Singles, flushed where the instruction says so, or doubles. */
static void load_floats(const struct hw_regs *regs, const struct hw_uop *uop, wide_lanes *value)
{
    const uint32_t *a = register_at(regs, uop->a), a_and = uop->a_and, a_xor = uop->a_xor,
                   alive = fp32_alive(uop);

    if (uop->type2 == HW_TYPE_F64) {
        load_pairs(regs, uop->a, uop->a_flags, value);
        return;
    }
    FOR_LANES(l)
        value->lane[l] = double_bits((double)as_float(fp32_flushed((a[l] & a_and) ^ a_xor, alive)));
}

/* A float to a 64-bit integer, clamped; a NaN becomes the one with only its highest bit set.  What signed
 * words do not hold is converted 2^63 lower.  As in the reference, nothing is too great for an unsigned
 * one. */
static inline void f2i_long_rounded(struct hw_regs *regs, const struct hw_uop *uop, unsigned round)
{
    const bool is_signed = hw_type_signed(uop->type);
    const double first = is_signed ? -0x1p63 : 0, end = is_signed ? 0x1p63 : 0x1p64;
    const uint64_t least = is_signed ? HW_FP64_SIGN : 0, most = is_signed ? ~HW_FP64_SIGN : UINT64_MAX;
    wide_lanes a, value;
    lanes flags;

    load_floats(regs, uop, &a);
    FOR_LANES(l) {
        const double x = integral(as_double(a.lane[l]), round), low = x >= 0x1p63 ? x - 0x1p63 : x;
        const double in_range = low >= -0x1p63 && low < 0x1p63 ? low : 0;
        const uint64_t converted = (uint64_t)(int64_t)in_range + (x >= 0x1p63 ? HW_FP64_SIGN : 0);
        const uint64_t clamped = x < first ? least : x >= end ? most : converted;

        value.lane[l] = x != x ? HW_FP64_SIGN : clamped;
    }
    if (wants_flags(uop)) {
        FOR_LANES(l) {
            const double x = integral(as_double(a.lane[l]), round);
            const bool fits = x >= first && (x < end || !is_signed);

            flags.lane[l] = (fits ? 0 : HW_FLAG_O) | (value.lane[l] == 0 ? HW_FLAG_Z : 0) |
                            (uint32_t)(value.lane[l] >> 63) * HW_FLAG_S;
        }
        store_flags(regs, uop, flags.lane);
    }
    store_wide(regs, uop, &value);
}

static void f2i_long(struct hw_regs *regs, const struct hw_uop *uop)
{
    switch (uop->round) {
    case HW_ROUND_RN: f2i_long_rounded(regs, uop, HW_ROUND_RN); break;
    case HW_ROUND_RM: f2i_long_rounded(regs, uop, HW_ROUND_RM); break;
    case HW_ROUND_RP: f2i_long_rounded(regs, uop, HW_ROUND_RP); break;
    default: f2i_long_rounded(regs, uop, HW_ROUND_RZ); break;
    }
}

/* clang-format off */
hw_uop_fn *const HW_LANE_FUNCTIONS(convert_wide)[HW_LANES_CONVERT_WIDE_COUNT] = {
    [HW_LANES_CONVERT_WIDE_F2F_WIDEN] = f2f_widen,
    [HW_LANES_CONVERT_WIDE_F2F_NARROW] = f2f_narrow,
    [HW_LANES_CONVERT_WIDE_F2F_DOUBLE] = f2f_double,
    [HW_LANES_CONVERT_WIDE_I2F_WIDE] = i2f_wide,
    [HW_LANES_CONVERT_WIDE_F2I_WIDE] = f2i_word,
    [HW_LANES_CONVERT_WIDE_I2F_LONG] = i2f_long,
    [HW_LANES_CONVERT_WIDE_F2I_LONG] = f2i_long,
};
/* clang-format on */
