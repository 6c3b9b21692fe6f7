/* Two halves in a word, on 32 lanes: HADD2, HMUL2, HFMA2, HSET2, HSETP2.
 *
 * A source says what the two halves of the operation read of it: opt[0..2], enum hw_half, of a, b and c.  The
 * arithmetic is done in double precision, which holds products of halves or singles exactly, and
 * is rounded once, to a half or (result F32) to a single.  opt[3] is modifier merge.  Which NaN comes out is
 * hardware-tested by nxgpucatch. */
#include <halfwarp/insn.h>

#include "ops/fp16.h"
#include "ops/rows_fp32.h"
#include "ops/rows_round.h"

#define HALF_NAN 0x7fffu
#define HALF_INFINITY 0x7c00u
#define HALF_LEAST 0x0400u    /* the smallest that is no denormal */

/* What one half of the operation reads of a source: how to get there from its word. */
struct reader {
    unsigned shift;
    bool single, absolute, flush;
    uint32_t flip;
};

static inline struct reader reader_of(const struct hw_uop *uop, unsigned source, unsigned flags, unsigned half)
{
    const unsigned select = uop->opt[source];
    const bool high = select == HW_HALF_H1_H1 || (select == HW_HALF_H1_H0 && half);

    return (struct reader){ .shift = high ? 16 : 0, .single = select == HW_HALF_F32,
                            .absolute = flags & HW_OPERAND_ABS, .flush = uop->ftz,
                            .flip = flags & HW_OPERAND_NEG ? HW_FP32_SIGN : 0 };
}

/* Denormal halves become normal in the multiplication. */
static inline float widened(uint32_t half, bool flush)
{
    const uint32_t size = half & 0x7fff;
    const float number = as_float(size << 13) * 0x1p112f;
    const uint32_t bits = size >= HALF_INFINITY ? size << 13 | HW_FP32_INFINITY : as_bits(number);

    return as_float((flush && size < HALF_LEAST ? 0 : bits) | (half & 0x8000) << 16);
}

static inline float read_source(uint32_t word, struct reader reader)
{
    const uint32_t single = fp32_flushed(word, reader.flush ? HW_FP32_INFINITY : 0x7fffffffu);
    const uint32_t bits = reader.single ? single : as_bits(widened(word >> reader.shift & 0xffff, reader.flush));

    return as_float((reader.absolute ? bits & 0x7fffffffu : bits) ^ reader.flip);
}

static inline uint64_t bits_of(double x)
{
    uint64_t bits;

    memcpy(&bits, &x, sizeof bits);
    return bits;
}

/* To nearest; flushed as in ieee.h: what is below the normal range when rounded as if that had no lower end. */
static inline uint32_t half_of(double x, bool flush)
{
    const double size = __builtin_fabs(x);
    const uint64_t bits = bits_of(size), odd = bits >> 42 & 1;
    const int64_t normal = (int64_t)((bits + 0x1ffffffffff + odd) >> 42) - ((1023 - 15) << 10);
    const int64_t denormal = (int64_t)(bits_of(size + 0x1p28) - bits_of(0x1p28));   /* in units of 2^-24 */
    const int64_t small = flush ? 0 : denormal;
    const bool is_small = flush ? normal < (int64_t)HALF_LEAST : size < 0x1p-14;
    const uint32_t finite = (uint32_t)(is_small ? small : normal);
    const uint32_t number = size >= 65520 ? HALF_INFINITY : finite;

    return x != x ? HALF_NAN : number | (uint32_t)(bits_of(x) >> 48 & 0x8000);
}

static inline uint32_t single_of(double x, bool flush)
{
    /* half a unit below 2^-126 is rounded to it */
    const bool lost = flush && __builtin_fabs(x) < 0x1p-126 - 0x1p-151;
    const uint32_t bits = as_bits((float)x);

    return fp32_number(lost ? bits & HW_FP32_SIGN : bits);
}

enum kind { SUM, PRODUCT, FUSED };

static inline double calculate(const struct hw_uop *uop, enum kind kind, float x, float y, float z)
{
    const bool to_zero = uop->ftz == HW_FTZ_MULTIPLY && (x == 0 || y == 0);
    const double product = to_zero ? 0 : (double)x * (double)y;
    const double exact = kind == SUM ? odd_sum(x, y) : kind == PRODUCT ? product : odd_sum(product, z);
    const double positive = exact > 0 ? exact : 0;   /* of a NaN, too */

    return uop->sat ? positive < 1 ? positive : 1 : exact;
}

/* The results of one half of the operation, exact but for one rounding. */
static inline void calculate_half(const struct hw_regs *regs, const struct hw_uop *uop, enum kind kind,
                                  unsigned half, double *result)
{
    const uint32_t *a = row_at(regs, uop->a), *b = row_at(regs, uop->b);
    const uint32_t *c = kind == FUSED ? row_at(regs, uop->c) : b;
    const struct reader of_a = reader_of(uop, 0, uop->a_flags, half);
    const struct reader of_b = reader_of(uop, 1, uop->b_flags, half);
    const struct reader of_c = reader_of(uop, 2, uop->c_flags, half);

    FOR_LANES(l)
        result[l] = calculate(uop, kind, read_source(a[l], of_a), read_source(b[l], of_b),
                              kind == FUSED ? read_source(c[l], of_c) : 0);
}

static inline void arithmetic(struct hw_regs *regs, const struct hw_uop *uop, enum kind kind)
{
    const uint32_t *old = row_at(regs, uop->d);
    const unsigned merge = uop->opt[3];
    double low[HW_LANES], high[HW_LANES];
    lanes value;

    calculate_half(regs, uop, kind, 0, low);
    if (merge == HW_MERGE_F32) {
        FOR_LANES(l)
            value.lane[l] = single_of(low[l], uop->ftz);
    } else {
        const uint32_t keep = merge == HW_MERGE_H0 ? 0xffff0000u : merge == HW_MERGE_H1 ? 0xffffu : 0;

        calculate_half(regs, uop, kind, 1, high);
        FOR_LANES(l) {
            const uint32_t both = half_of(low[l], uop->ftz) | half_of(high[l], uop->ftz) << 16;

            value.lane[l] = (old[l] & keep) | (both & ~keep);
        }
    }
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

static uint32_t lanes_that_hold(const struct hw_regs *regs, const struct hw_uop *uop, unsigned half)
{
    const uint32_t *a = row_at(regs, uop->a), *b = row_at(regs, uop->b);
    const uint32_t less = uop->cmp & 1 ? ~0u : 0, equal = uop->cmp & 2 ? ~0u : 0;
    const uint32_t greater = uop->cmp & 4 ? ~0u : 0, unordered = uop->cmp & 8 ? ~0u : 0;
    const struct reader of_a = reader_of(uop, 0, uop->a_flags, half);
    const struct reader of_b = reader_of(uop, 1, uop->b_flags, half);
    lanes value;

    FOR_LANES(l) {
        const float x = read_source(a[l], of_a), y = read_source(b[l], of_b);

        value.lane[l] = x < y ? less : x == y ? equal : x > y ? greater : unordered;
    }
    return lanes_with_sign(value.lane);
}

/* A half of the result is all ones, or with `imm` what that holds, where the comparison and the predicate say so. */
static void hset2(struct hw_regs *regs, const struct hw_uop *uop)
{
    const uint32_t with = hw_read_pred(regs, uop->p_in), truth = uop->imm;
    const uint32_t low = combine(uop->logic2, lanes_that_hold(regs, uop, 0), with);
    const uint32_t high = combine(uop->logic2, lanes_that_hold(regs, uop, 1), with);
    lanes value;

    FOR_LANES(l)
        value.lane[l] = (low & lane_bit[l] ? truth : 0) | (high & lane_bit[l] ? truth << 16 : 0);
    store(regs, uop, value.lane);
}

/* A predicate for each half, or (modifier h_and, `mode`) one for both and one for its opposite. */
static void hsetp2(struct hw_regs *regs, const struct hw_uop *uop)
{
    const uint32_t low = lanes_that_hold(regs, uop, 0), high = lanes_that_hold(regs, uop, 1);
    const uint32_t with = hw_read_pred(regs, uop->p_in);

    if (uop->mode) {
        store_comparison(regs, uop, low & high);
    } else {
        hw_write_pred(regs, uop->p_out, combine(uop->logic2, low, with));
        hw_write_pred(regs, uop->p_out2, combine(uop->logic2, high, with));
    }
}

hw_uop_fn *const HW_ROWS(half)[HW_ROWS_HALF_COUNT] = {
    [HW_ROWS_HADD2] = hadd2,
    [HW_ROWS_HMUL2] = hmul2,
    [HW_ROWS_HFMA2] = hfma2,
    [HW_ROWS_HSET2] = hset2,
    [HW_ROWS_HSETP2] = hsetp2,
};
