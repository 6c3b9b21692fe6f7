/* SPDX-License-Identifier: MIT */
/* Lane functions for packed halves, two in a word: HADD2, HMUL2, HFMA2, HMNMX2, HSET2, HSETP2.
 *
 * A source says which of its parts the two halves of the operation read.  The arithmetic whose results are
 * halves is done in single precision: products of halves are exact there, and so are sums that are denormal
 * halves; other sums have more than twice the bits of a half, so that rounding them again is right
 * (S. A. Figueroa, When is double rounding innocuous?, 1995), and those of products are rounded to odd.  All
 * else is done in double precision, and rounded once, to a bfloat16 or (result F32) to a single.  The choice
 * of the NaN was tested on hardware by nxgpucatch.  Type BF16X2 has bfloat16 in place of binary16 (PTX ISA,
 * fma: denormals count, every NaN is 7fff).
 *
 * A source that is a single is cut to a half: on sm_60 to sm_75 ptxas makes cvt.rz.f16.f32 of it (HADD2 with
 * -0, or a source of what uses the half: HADD2, HMUL2, HFMA2, HSETP2), and of no other rounding.  That it is
 * cut to a bfloat16, too, where the operation has these, is a guess. */
#include <halfwarp/insn.h>

#include "ops/scalar/fp16.h"
#include "ops/lanes/lanes_half.h"
#include "ops/lanes/lanes_round_to_odd.h"

/* What one half of the operation reads of a source: how to get there from its word. */
struct half_reader {
    unsigned shift;
    bool single, bfloat, absolute, flush;
    uint32_t flip;
};

static inline struct half_reader reader_of(const struct hw_uop *uop, unsigned source, unsigned flags,
                                           unsigned half)
{
    const unsigned select = uop->half.select[source];
    const bool crossed = select == HW_HALF_H0_NH1 && !half;
    const bool high = select == HW_HALF_H1_H1 || (select == HW_HALF_H1_H0 && half) || crossed;
    const bool negated = ((flags & HW_OPERAND_NEG) != 0) != crossed;

    return (struct half_reader){.shift = high ? 16 : 0,
                                .single = select == HW_HALF_F32,
                                .bfloat = uop->type == HW_TYPE_BF16X2,
                                .absolute = flags & HW_OPERAND_ABS,
                                .flush = uop->ftz,
                                .flip = negated ? HW_FP32_SIGN : 0};
}

/* What one half of the operation reads of a source, in every lane, as bits of singles. */
static inline void read_source(const uint32_t *word, struct half_reader reader, lanes *value)
{
    const uint32_t and_mask = reader.absolute ? 0x7fffffffu : ~0u, flip = reader.flip;
    const uint32_t alive = reader.flush ? HW_FP32_INFINITY : 0x7fffffffu;
    const unsigned shift = reader.shift;
    const bool flush = reader.flush;

    if (reader.single && reader.bfloat)
        FOR_LANES(l)
            value->lane[l] = (fp32_flushed(fp32_number(word[l]) & 0xffff0000u, alive) & and_mask) ^ flip;
    else if (reader.single)
        FOR_LANES(l)
            value->lane[l] = (cut_to_half(word[l], flush) & and_mask) ^ flip;
    else if (reader.bfloat)
        FOR_LANES(l)
            value->lane[l] = (fp32_flushed(word[l] >> shift << 16, alive) & and_mask) ^ flip;
    else
        FOR_LANES(l)
            value->lane[l] = (widened(word[l] >> shift, flush) & and_mask) ^ flip;
}

static inline uint32_t single_of(double x, bool flush)
{
    /* half a unit below 2^-126 is rounded to it */
    const bool lost = flush && __builtin_fabs(x) < 0x1p-126 - 0x1p-151;
    const uint32_t bits = as_bits((float)x);

    return fp32_number(lost ? bits & HW_FP32_SIGN : bits);
}

enum half_arithmetic { SUM, PRODUCT, FUSED };

/* A product with a zero becomes one of two +0. */
static inline void clear_factors(lanes *x, lanes *y)
{
    FOR_LANES(l) {
        const bool zero = (x->lane[l] << 1 == 0) | (y->lane[l] << 1 == 0);
        const uint32_t keep = zero ? 0 : ~0u;

        x->lane[l] &= keep;
        y->lane[l] &= keep;
    }
}

/* The sources of one half of the operation. */
static inline void read_sources(const struct hw_regs *regs, const struct hw_uop *uop,
                                enum half_arithmetic kind, unsigned half, lanes *x, lanes *y, lanes *z)
{
    read_source(register_at(regs, uop->a), reader_of(uop, 0, uop->a_flags, half), x);
    read_source(register_at(regs, uop->b), reader_of(uop, 1, uop->b_flags, half), y);
    if (kind == FUSED)
        read_source(register_at(regs, uop->c), reader_of(uop, 2, uop->c_flags, half), z);
    if (kind != SUM && uop->ftz == HW_FTZ_MULTIPLY)
        clear_factors(x, y);
}

/* Bits of singles into [0, 1]; a NaN becomes 0. */
static inline void saturate_singles(lanes *value)
{
    FOR_LANES(l) {
        const float x = as_float(value->lane[l]), positive = x > 0 ? x : 0;

        value->lane[l] = as_bits(positive < 1 ? positive : 1);
    }
}

/* What is negative becomes +0; a NaN stays. */
static inline void clamp_negative_singles(lanes *value)
{
    FOR_LANES(l) {
        const float x = as_float(value->lane[l]);

        value->lane[l] = x <= 0 ? 0 : value->lane[l];
    }
}

/* One half of the operation, a half in each lane. */
static inline void calculate_narrow(const struct hw_regs *regs, const struct hw_uop *uop,
                                    enum half_arithmetic kind, unsigned half, lanes *result)
{
    const bool flush = uop->ftz;
    lanes x, y, z, exact;

    read_sources(regs, uop, kind, half, &x, &y, &z);
    FOR_LANES(l) {
        const float a = as_float(x.lane[l]), b = as_float(y.lane[l]);

        exact.lane[l] = as_bits(kind == SUM       ? a + b
                                : kind == PRODUCT ? a * b
                                                  : odd_sum_of_singles(a * b, as_float(z.lane[l])));
    }
    if (uop->sat == HW_SAT_RELU)
        clamp_negative_singles(&exact);
    else if (uop->sat)
        saturate_singles(&exact);
    FOR_LANES(l)
        result->lane[l] = half_of_single(exact.lane[l], flush);
}

/* Into [0, 1]; a NaN becomes 0. */
static inline void saturate(wide_lanes *value)
{
    FOR_LANES(l) {
        const double x = as_double(value->lane[l]), positive = x > 0 ? x : 0;

        value->lane[l] = double_bits(positive < 1 ? positive : 1);
    }
}

/* What is negative becomes +0; a NaN stays. */
static inline void clamp_negative(wide_lanes *value)
{
    FOR_LANES(l) {
        const double x = as_double(value->lane[l]);

        value->lane[l] = x <= 0 ? 0 : value->lane[l];
    }
}

/* The results of one half of the operation, exact except for one rounding. */
static inline void calculate_half(const struct hw_regs *regs, const struct hw_uop *uop,
                                  enum half_arithmetic kind, unsigned half, wide_lanes *result)
{
    lanes x, y, z;

    read_sources(regs, uop, kind, half, &x, &y, &z);
    FOR_LANES(l) {
        const double a = (double)as_float(x.lane[l]), b = (double)as_float(y.lane[l]);

        result->lane[l] = double_bits(kind == SUM       ? odd_sum(a, b)
                                      : kind == PRODUCT ? a * b
                                                        : odd_sum(a * b, (double)as_float(z.lane[l])));
    }
    if (uop->sat == HW_SAT_RELU)
        clamp_negative(result);
    else if (uop->sat)
        saturate(result);
}

/* Two results in a word. */
static inline void pack_halves(const struct hw_uop *uop, const wide_lanes *low, const wide_lanes *high,
                               lanes *value)
{
    const bool flush = uop->ftz;

    if (uop->type == HW_TYPE_BF16X2)
        FOR_LANES(l)
            value->lane[l] = bfloat_of(low->lane[l], flush) | bfloat_of(high->lane[l], flush) << 16;
    else
        FOR_LANES(l)
            value->lane[l] = half_of(low->lane[l], flush) | half_of(high->lane[l], flush) << 16;
}

/* In single precision. */
static inline void calculate_halves(const struct hw_regs *regs, const struct hw_uop *uop,
                                    enum half_arithmetic kind, lanes *value)
{
    lanes low, high;

    calculate_narrow(regs, uop, kind, 0, &low);
    calculate_narrow(regs, uop, kind, 1, &high);
    FOR_LANES(l)
        value->lane[l] = low.lane[l] | high.lane[l] << 16;
}

/* In double precision. */
static inline void calculate_wide(const struct hw_regs *regs, const struct hw_uop *uop,
                                  enum half_arithmetic kind, lanes *value)
{
    wide_lanes low, high;

    calculate_half(regs, uop, kind, 0, &low);
    if (uop->half.merge == HW_MERGE_F32) {
        FOR_LANES(l)
            value->lane[l] = single_of(as_double(low.lane[l]), uop->ftz);
        return;
    }
    calculate_half(regs, uop, kind, 1, &high);
    pack_halves(uop, &low, &high, value);
}

static inline void arithmetic(struct hw_regs *regs, const struct hw_uop *uop, enum half_arithmetic kind)
{
    const uint32_t *old = register_at(regs, uop->d);
    const unsigned merge = uop->half.merge;
    const uint32_t keep = merge == HW_MERGE_H0 ? 0xffff0000u : merge == HW_MERGE_H1 ? 0xffffu : 0;
    lanes value;

    if (uop->type == HW_TYPE_BF16X2 || merge == HW_MERGE_F32)
        calculate_wide(regs, uop, kind, &value);
    else
        calculate_halves(regs, uop, kind, &value);
    FOR_LANES(l)
        value.lane[l] = (old[l] & keep) | (value.lane[l] & ~keep);
    store(regs, uop, value.lane);
}

static void hadd2(struct hw_regs *regs, const struct hw_uop *uop)
{
    arithmetic(regs, uop, SUM);
}

static void hmul2(struct hw_regs *regs, const struct hw_uop *uop)
{
    arithmetic(regs, uop, PRODUCT);
}

static void hfma2(struct hw_regs *regs, const struct hw_uop *uop)
{
    arithmetic(regs, uop, FUSED);
}

/* The smaller (or greater) of one half: numbers in order, minus zero below plus zero. */
static inline void choose_half(const struct hw_regs *regs, const struct hw_uop *uop, unsigned half,
                               wide_lanes *result)
{
    const uint32_t smaller = read_pred(regs, uop->p_in);
    const bool nan_wins = uop->half.rules & HW_EXTREMUM_NAN;
    const uint32_t own_sign = uop->half.rules & HW_EXTREMUM_XORSIGN ? HW_FP32_SIGN : 0;
    const unsigned signs = HW_OPERAND_NEG;
    lanes a, b, sign_a, sign_b;

    read_source(register_at(regs, uop->a), reader_of(uop, 0, uop->a_flags, half), &a);
    read_source(register_at(regs, uop->b), reader_of(uop, 1, uop->b_flags, half), &b);
    read_source(register_at(regs, uop->a), reader_of(uop, 0, uop->a_flags & signs, half), &sign_a);
    read_source(register_at(regs, uop->b), reader_of(uop, 1, uop->b_flags & signs, half), &sign_b);
    FOR_LANES(l) {
        const uint32_t x = a.lane[l], y = b.lane[l], sign = (sign_a.lane[l] ^ sign_b.lane[l]) & own_sign;
        const bool no_x = hw_fp32_is_nan(x), no_y = hw_fp32_is_nan(y);
        const bool below = x >> 31 == y >> 31 ? (x >> 31 ? x >= y : x <= y) : x >> 31;
        const bool first = below == ((smaller & lane_bit[l]) != 0);
        const uint32_t number = no_x ? (nan_wins ? x : y) : no_y ? (nan_wins ? y : x) : first ? x : y;

        result->lane[l] = double_bits((double)as_float((number & ~own_sign) | sign));
    }
}

static void hmnmx2(struct hw_regs *regs, const struct hw_uop *uop)
{
    wide_lanes low, high;
    lanes value;

    choose_half(regs, uop, 0, &low);
    choose_half(regs, uop, 1, &high);
    if (uop->half.merge == HW_MERGE_F32)
        FOR_LANES(l)
            value.lane[l] = single_of(as_double(low.lane[l]), uop->ftz);
    else
        pack_halves(uop, &low, &high, &value);
    store(regs, uop, value.lane);
}

static uint32_t lanes_that_hold(const struct hw_regs *regs, const struct hw_uop *uop, unsigned half)
{
    const uint32_t less = uop->cmp & 1 ? ~0u : 0, equal = uop->cmp & 2 ? ~0u : 0;
    const uint32_t greater = uop->cmp & 4 ? ~0u : 0, unordered = uop->cmp & 8 ? ~0u : 0;
    lanes a, b, value;

    read_source(register_at(regs, uop->a), reader_of(uop, 0, uop->a_flags, half), &a);
    read_source(register_at(regs, uop->b), reader_of(uop, 1, uop->b_flags, half), &b);
    FOR_LANES(l) {
        const float x = as_float(a.lane[l]), y = as_float(b.lane[l]);

        value.lane[l] = x < y ? less : x == y ? equal : x > y ? greater : unordered;
    }
    return lanes_with_sign(value.lane);
}

/* A half of the result is all ones, or what `truth` holds, where the comparison and the predicate say
 * so. */
static void hset2(struct hw_regs *regs, const struct hw_uop *uop)
{
    const uint32_t with = read_pred(regs, uop->p_in), truth = uop->truth;
    const uint32_t low = combine(uop->logic2, lanes_that_hold(regs, uop, 0), with);
    const uint32_t high = combine(uop->logic2, lanes_that_hold(regs, uop, 1), with);
    lanes value;

    FOR_LANES(l)
        value.lane[l] = (low & lane_bit[l] ? truth : 0) | (high & lane_bit[l] ? truth << 16 : 0);
    store(regs, uop, value.lane);
}

/* A predicate for each half, or (modifier h_and) one for both and one for its opposite. */
static void hsetp2(struct hw_regs *regs, const struct hw_uop *uop)
{
    const uint32_t low = lanes_that_hold(regs, uop, 0), high = lanes_that_hold(regs, uop, 1);
    const uint32_t with = read_pred(regs, uop->p_in);

    if (uop->half.both) {
        store_comparison(regs, uop, low & high);
    } else {
        write_pred(regs, uop->p_out, combine(uop->logic2, low, with));
        write_pred(regs, uop->p_out2, combine(uop->logic2, high, with));
    }
}

/* clang-format off */
hw_uop_fn *const HW_LANE_FUNCTIONS(half)[HW_LANES_HALF_COUNT] = {
    [HW_LANES_HALF_HADD2] = hadd2,
    [HW_LANES_HALF_HMUL2] = hmul2,
    [HW_LANES_HALF_HFMA2] = hfma2,
    [HW_LANES_HALF_HSET2] = hset2,
    [HW_LANES_HALF_HSETP2] = hsetp2,
    [HW_LANES_HALF_HMNMX2] = hmnmx2,
};
/* clang-format on */
