/* SPDX-License-Identifier: MIT */
/* Lane functions for single-precision addition, multiplication and fused multiply-add.
 *
 * To nearest, the host's own single precision does the work.  Everything else is one exact computation in the
 * host's double precision that is then rounded by hand.  Where denormals are flushed, results that round to
 * 2^-126 are in doubt: the host rounds numbers below it to fewer bits than the chip, so more of them get
 * there than should.  The scalar reference, fp32.c, does such lanes again.  tests/unit/ops/test_ops_scalar.c
 * compares the two on millions of operands. */
#include "ops/lanes/lanes_fp32.h"
#include "ops/lanes/lanes_round_to_odd.h"

enum arithmetic { SUM, PRODUCT, FUSED };

static inline struct hw_fp32_mode mode_of(const struct hw_uop *uop)
{
    return (struct hw_fp32_mode){.round = uop->round, .ftz = uop->ftz, .scale = uop->single.scale};
}

/* The lanes of `uncertain` by the reference. */
RARE void fall_back(const uint32_t *a, const uint32_t *b, const uint32_t *c, const struct hw_uop *uop,
                    enum arithmetic kind, uint32_t uncertain, uint32_t *value)
{
    const struct hw_fp32_mode mode = mode_of(uop);

    for (; uncertain; uncertain &= uncertain - 1) {
        const unsigned l = (unsigned)__builtin_ctz(uncertain);
        const uint32_t x = (a[l] & uop->a_and) ^ uop->a_xor, y = (b[l] & uop->b_and) ^ uop->b_xor;

        value[l] = kind == SUM       ? hw_fp32_add(x, y, mode)
                   : kind == PRODUCT ? hw_fp32_mul(x, y, mode)
                                     : hw_fp32_fma(x, y, (c[l] & uop->c_and) ^ uop->c_xor, mode);
    }
}

static inline uint32_t distance_to_least(uint32_t value)
{
    return (value & 0x7fffffffu) ^ 0x00800000u;
}

static inline void store_or_fallback(struct hw_regs *regs, const struct hw_uop *uop, enum arithmetic kind,
                                     lanes *value, const lanes *distance)
{
    if (any_below(distance->lane, 1)) { /* a copy: see RARE */
        const uint32_t *a = register_at(regs, uop->a), *b = register_at(regs, uop->b);
        const uint32_t uncertain = lanes_below(distance->lane, 1) & executing(regs);
        lanes again = *value;

        fall_back(a, b, kind == FUSED ? register_at(regs, uop->c) : a, uop, kind, uncertain, again.lane);
        *value = again;
    }
    store_fp32(regs, uop, value->lane);
}

#define A(l) ((a[l] & a_and) ^ a_xor)
#define B(l) ((b[l] & b_and) ^ b_xor)
#define C(l) ((c[l] & c_and) ^ c_xor)
#define OPERANDS_A_B                                                               \
    const uint32_t *a = register_at(regs, uop->a), *b = register_at(regs, uop->b); \
    const uint32_t a_and = uop->a_and, a_xor = uop->a_xor, b_and = uop->b_and, b_xor = uop->b_xor
#define OPERAND_C                                  \
    const uint32_t *c = register_at(regs, uop->c); \
    const uint32_t c_and = uop->c_and, c_xor = uop->c_xor

static void fadd(struct hw_regs *regs, const struct hw_uop *uop)
{
    OPERANDS_A_B;
    lanes value;

    FOR_LANES(l)
        value.lane[l] = fp32_number(as_bits(as_float(A(l)) + as_float(B(l))));
    store_fp32(regs, uop, value.lane);
}

static void fmul(struct hw_regs *regs, const struct hw_uop *uop)
{
    OPERANDS_A_B;
    lanes value;

    FOR_LANES(l)
        value.lane[l] = fp32_number(as_bits(as_float(A(l)) * as_float(B(l))));
    store_fp32(regs, uop, value.lane);
}

/* Sums below the normal range are exact, so flushing the host's denormal result is all there is to do. */
static void fadd_ftz(struct hw_regs *regs, const struct hw_uop *uop)
{
    OPERANDS_A_B;
    lanes value;

    FOR_LANES(l)
        value.lane[l] = fp32_result(
            as_bits(as_float(fp32_operand(a[l], a_and, a_xor)) + as_float(fp32_operand(b[l], b_and, b_xor))));
    store_fp32(regs, uop, value.lane);
}

static void fmul_ftz(struct hw_regs *regs, const struct hw_uop *uop)
{
    OPERANDS_A_B;
    lanes value, distance;

    FOR_LANES(l) {
        value.lane[l] = fp32_result(
            as_bits(as_float(fp32_operand(a[l], a_and, a_xor)) * as_float(fp32_operand(b[l], b_and, b_xor))));
        distance.lane[l] = distance_to_least(value.lane[l]);
    }
    store_or_fallback(regs, uop, PRODUCT, &value, &distance);
}

/* 2^n for the n of FMUL's scale. */
static inline double power_of_two(int n)
{
    return n < 0 ? 1.0 / (1 << -n) : 1 << n;
}

/* Any rounding, flushing and scale. */
static inline void compute_any(struct hw_regs *regs, const struct hw_uop *uop, enum arithmetic kind)
{
    OPERANDS_A_B;
    const uint32_t *c = kind == FUSED ? register_at(regs, uop->c) : b;
    const uint32_t c_and = kind == FUSED ? uop->c_and : b_and, c_xor = kind == FUSED ? uop->c_xor : b_xor;
    const uint32_t alive = fp32_alive(uop), zeroing = uop->ftz == HW_FTZ_MULTIPLY ? ~0u : 0;
    const uint32_t cancelled = uop->round == HW_ROUND_RM ? HW_FP32_SIGN : 0;
    const struct correction correct = correction_of(uop->round);
    const double scale = power_of_two(uop->single.scale);
    lanes value, distance;

    FOR_LANES(l) {
        uint32_t x = fp32_flushed(A(l), alive), y = fp32_flushed(B(l), alive), bits;
        const uint32_t z = fp32_flushed(C(l), alive);
        const uint32_t to_zero = x << 1 == 0 || y << 1 == 0 ? zeroing : 0;

        if (kind != SUM) {
            x &= ~to_zero;
            y &= ~to_zero;
        }
        const double product =
            kind == SUM ? (double)as_float(x) : (double)as_float(x) * (double)as_float(y) * scale;
        const double exact = kind == PRODUCT ? product : odd_sum(product, (double)as_float(z));

        bits = rounded(exact, correct);
        if (kind != PRODUCT) {
            const uint32_t product_sign = kind == SUM ? x : x ^ y;

            bits = exact == 0 && (product_sign ^ z) >> 31 ? cancelled : bits;
        }
        value.lane[l] = fp32_number(fp32_flushed(bits, alive));
        distance.lane[l] = uop->ftz ? distance_to_least(value.lane[l]) : 1;
    }
    store_or_fallback(regs, uop, kind, &value, &distance);
}

static void fadd_any(struct hw_regs *regs, const struct hw_uop *uop)
{
    compute_any(regs, uop, SUM);
}

static void fmul_any(struct hw_regs *regs, const struct hw_uop *uop)
{
    compute_any(regs, uop, PRODUCT);
}

static void ffma_any(struct hw_regs *regs, const struct hw_uop *uop)
{
    compute_any(regs, uop, FUSED);
}

#ifdef __FMA__

static void ffma(struct hw_regs *regs, const struct hw_uop *uop)
{
    OPERANDS_A_B;
    OPERAND_C;
    lanes value;

    FOR_LANES(l)
        value.lane[l] = fp32_number(as_bits(__builtin_fmaf(as_float(A(l)), as_float(B(l)), as_float(C(l)))));
    store_fp32(regs, uop, value.lane);
}

static void ffma_ftz(struct hw_regs *regs, const struct hw_uop *uop)
{
    OPERANDS_A_B;
    OPERAND_C;
    lanes value, distance;

    FOR_LANES(l) {
        value.lane[l] = fp32_result(as_bits(__builtin_fmaf(as_float(fp32_operand(a[l], a_and, a_xor)),
                                                           as_float(fp32_operand(b[l], b_and, b_xor)),
                                                           as_float(fp32_operand(c[l], c_and, c_xor)))));
        distance.lane[l] = distance_to_least(value.lane[l]);
    }
    store_or_fallback(regs, uop, FUSED, &value, &distance);
}

#else
#define ffma     ffma_any
#define ffma_ftz ffma_any
#endif

/* `source` is the source lane of each quad or, from 4 on, what the lane's own number is changed by: 4 its
 * own, 5 the neighbour in x, 6 that in y; 8: none, and the result is zero. */
static void quadop(struct hw_regs *regs, const struct hw_uop *uop)
{
    const uint32_t *a = register_at(regs, uop->a), *b = register_at(regs, uop->b);
    const struct hw_fp32_mode mode = mode_of(uop);
    const unsigned from = uop->single.source;
    lanes value = {{0}};

    FOR_EXECUTING(l) {
        const unsigned source = from < 4 ? (l & ~3u) | from : l ^ (from & 3);

        value.lane[l] =
            from == 8 ? 0 : hw_fp32_quadop(a[source], b[l], uop->quad_terms >> 2 * (l & 3) & 3, mode);
    }
    store_fp32(regs, uop, value.lane);
}

/* clang-format off */
hw_uop_fn *const HW_LANE_FUNCTIONS(fp32)[HW_LANES_FP32_COUNT] = {
    [HW_LANES_FP32_FADD] = fadd,
    [HW_LANES_FP32_FMUL] = fmul,
    [HW_LANES_FP32_FFMA] = ffma,
    [HW_LANES_FP32_FADD_FTZ] = fadd_ftz,
    [HW_LANES_FP32_FMUL_FTZ] = fmul_ftz,
    [HW_LANES_FP32_FFMA_FTZ] = ffma_ftz,
    [HW_LANES_FP32_FADD_ANY] = fadd_any,
    [HW_LANES_FP32_FMUL_ANY] = fmul_any,
    [HW_LANES_FP32_FFMA_ANY] = ffma_any,
    [HW_LANES_FP32_QUADOP] = quadop,
};
/* clang-format on */
