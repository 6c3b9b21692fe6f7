/* SPDX-License-Identifier: MIT */
/* Lane functions for double precision: an operand is a register pair, r (low words) and r + 1 (high words).
 *
 * The host's doubles are IEEE, as the chip's; only which NaN comes out differs, so a register with
 * a NaN in its result is done again by the reference.  For other rounding modes AVX-512 names the mode in the
 * instruction; elsewhere lanes_directed_rounding.h has them, which takes a fused multiply-add, or the
 * reference. */
#include "ops/lanes/lanes_directed_rounding.h"

/* The lanes whose result is a NaN again, by the reference. */
static inline void fix_nan(const struct hw_regs *regs, const wide_lanes *a, const wide_lanes *b,
                           wide_lanes *value, uint64_t function(uint64_t a, uint64_t b, unsigned round),
                           unsigned round)
{
    for (uint32_t nan = lanes_with_nan(regs, value); nan; nan &= nan - 1) {
        const unsigned l = (unsigned)__builtin_ctz(nan);

        value->lane[l] = function(a->lane[l], b->lane[l], round);
    }
}

static inline void fix_nan_fma(const struct hw_regs *regs, const wide_lanes *a, const wide_lanes *b,
                               const wide_lanes *c, wide_lanes *value, unsigned round)
{
    for (uint32_t nan = lanes_with_nan(regs, value); nan; nan &= nan - 1) {
        const unsigned l = (unsigned)__builtin_ctz(nan);

        value->lane[l] = hw_fp64_fma(a->lane[l], b->lane[l], c->lane[l], round);
    }
}

#ifdef __AVX512F__
/* Eight lanes of a register as numbers. */
#define PART(reg) _mm512_load_pd((const void *)((reg)->lane + l))
/* All lanes by an instruction that takes its mode as a literal. */
#define ALL_PARTS(value, instruction, mode, ...) \
    for (unsigned l = 0; l < LANES; l += 8)      \
    _mm512_store_pd((void *)((value)->lane + l), instruction(__VA_ARGS__, (mode) | _MM_FROUND_NO_EXC))
#define BY_MODE(round, value, instruction, ...)                                                 \
    switch (round) {                                                                            \
    case HW_ROUND_RM: ALL_PARTS(value, instruction, _MM_FROUND_TO_NEG_INF, __VA_ARGS__); break; \
    case HW_ROUND_RP: ALL_PARTS(value, instruction, _MM_FROUND_TO_POS_INF, __VA_ARGS__); break; \
    case HW_ROUND_RZ: ALL_PARTS(value, instruction, _MM_FROUND_TO_ZERO, __VA_ARGS__); break;    \
    default: ALL_PARTS(value, instruction, _MM_FROUND_TO_NEAREST_INT, __VA_ARGS__);             \
    }

static inline void fma_lanes(const struct hw_regs *regs, const wide_lanes *a, const wide_lanes *b,
                             const wide_lanes *c, wide_lanes *value, unsigned round)
{
    (void)regs;
    BY_MODE(round, value, _mm512_fmadd_round_pd, PART(a), PART(b), PART(c))
}

static inline void add_registers(const struct hw_regs *regs, const wide_lanes *a, const wide_lanes *b,
                                 wide_lanes *value, unsigned round)
{
    (void)regs;
    BY_MODE(round, value, _mm512_add_round_pd, PART(a), PART(b))
}

static inline void mul_lanes(const struct hw_regs *regs, const wide_lanes *a, const wide_lanes *b,
                             wide_lanes *value, unsigned round)
{
    (void)regs;
    BY_MODE(round, value, _mm512_mul_round_pd, PART(a), PART(b))
}
#else
static inline void add_registers(const struct hw_regs *regs, const wide_lanes *a, const wide_lanes *b,
                                 wide_lanes *value, unsigned round)
{
    const struct direction direction = direction_of(round);

    (void)regs;
    FOR_LANES(l)
        value->lane[l] = directed_sum(unrounded_sum(as_double(a->lane[l]), as_double(b->lane[l])), a->lane[l],
                                      b->lane[l], &direction);
}

#ifdef __FMA__
static inline void fma_lanes(const struct hw_regs *regs, const wide_lanes *a, const wide_lanes *b,
                             const wide_lanes *c, wide_lanes *value, unsigned round)
{
    const struct direction direction = direction_of(round);

    (void)regs;
    FOR_LANES(l)
        value->lane[l] =
            directed_sum(unrounded_fma(as_double(a->lane[l]), as_double(b->lane[l]), as_double(c->lane[l])),
                         a->lane[l] ^ b->lane[l], c->lane[l], &direction);
}

static inline void mul_lanes(const struct hw_regs *regs, const wide_lanes *a, const wide_lanes *b,
                             wide_lanes *value, unsigned round)
{
    const struct direction direction = direction_of(round);

    (void)regs;
    FOR_LANES(l)
        value->lane[l] =
            directed(unrounded_product(as_double(a->lane[l]), as_double(b->lane[l])), &direction);
}
#else
static inline void fma_lanes(const struct hw_regs *regs, const wide_lanes *a, const wide_lanes *b,
                             const wide_lanes *c, wide_lanes *value, unsigned round)
{
    *value = (wide_lanes){{0}};
    FOR_EXECUTING(l)
        value->lane[l] = hw_fp64_fma(a->lane[l], b->lane[l], c->lane[l], round);
}

static inline void mul_lanes(const struct hw_regs *regs, const wide_lanes *a, const wide_lanes *b,
                             wide_lanes *value, unsigned round)
{
    *value = (wide_lanes){{0}};
    FOR_EXECUTING(l)
        value->lane[l] = hw_fp64_mul(a->lane[l], b->lane[l], round);
}
#endif
#endif

static void dfma(struct hw_regs *regs, const struct hw_uop *uop)
{
    wide_lanes a, b, c, value;

    load_pairs(regs, uop->a, uop->a_flags, &a);
    load_pairs(regs, uop->b, uop->b_flags, &b);
    load_pairs(regs, uop->c, uop->c_flags, &c);
    fma_lanes(regs, &a, &b, &c, &value, uop->round);
    fix_nan_fma(regs, &a, &b, &c, &value, uop->round);
    store_pairs(regs, uop, &value);
}

static void dadd(struct hw_regs *regs, const struct hw_uop *uop)
{
    wide_lanes a, b, value;

    load_pairs(regs, uop->a, uop->a_flags, &a);
    load_pairs(regs, uop->b, uop->b_flags, &b);
    add_registers(regs, &a, &b, &value, uop->round);
    fix_nan(regs, &a, &b, &value, hw_fp64_add, uop->round);
    store_pairs(regs, uop, &value);
}

static void dmul(struct hw_regs *regs, const struct hw_uop *uop)
{
    wide_lanes a, b, value;

    load_pairs(regs, uop->a, uop->a_flags, &a);
    load_pairs(regs, uop->b, uop->b_flags, &b);
    mul_lanes(regs, &a, &b, &value, uop->round);
    fix_nan(regs, &a, &b, &value, hw_fp64_mul, uop->round);
    store_pairs(regs, uop, &value);
}

static void dfma_rn(struct hw_regs *regs, const struct hw_uop *uop)
{
#ifdef __FMA__
    wide_lanes a, b, c, value;

    load_pairs(regs, uop->a, uop->a_flags, &a);
    load_pairs(regs, uop->b, uop->b_flags, &b);
    load_pairs(regs, uop->c, uop->c_flags, &c);
    FOR_LANES(l)
        value.lane[l] =
            double_bits(__builtin_fma(as_double(a.lane[l]), as_double(b.lane[l]), as_double(c.lane[l])));
    fix_nan_fma(regs, &a, &b, &c, &value, HW_ROUND_RN);
    store_pairs(regs, uop, &value);
#else
    dfma(regs, uop);
#endif
}

static void dadd_rn(struct hw_regs *regs, const struct hw_uop *uop)
{
    wide_lanes a, b, value;

    load_pairs(regs, uop->a, uop->a_flags, &a);
    load_pairs(regs, uop->b, uop->b_flags, &b);
    FOR_LANES(l)
        value.lane[l] = double_bits(as_double(a.lane[l]) + as_double(b.lane[l]));
    fix_nan(regs, &a, &b, &value, hw_fp64_add, HW_ROUND_RN);
    store_pairs(regs, uop, &value);
}

static void dmul_rn(struct hw_regs *regs, const struct hw_uop *uop)
{
    wide_lanes a, b, value;

    load_pairs(regs, uop->a, uop->a_flags, &a);
    load_pairs(regs, uop->b, uop->b_flags, &b);
    FOR_LANES(l)
        value.lane[l] = double_bits(as_double(a.lane[l]) * as_double(b.lane[l]));
    fix_nan(regs, &a, &b, &value, hw_fp64_mul, HW_ROUND_RN);
    store_pairs(regs, uop, &value);
}

/* The smaller number where the predicate holds, else the greater. */
static void dmnmx(struct hw_regs *regs, const struct hw_uop *uop)
{
    const uint32_t smaller = read_pred(regs, uop->p_in);
    wide_lanes a, b, value;

    load_pairs(regs, uop->a, uop->a_flags, &a);
    load_pairs(regs, uop->b, uop->b_flags, &b);
    FOR_LANES(l)
        value.lane[l] = hw_fp64_choose(a.lane[l], b.lane[l], (smaller & lane_bit[l]) == 0);
    store_pairs(regs, uop, &value);
}

static inline uint32_t lanes_that_hold(const struct hw_regs *regs, const struct hw_uop *uop)
{
    const uint32_t less = uop->cmp & 1 ? ~0u : 0, equal = uop->cmp & 2 ? ~0u : 0;
    const uint32_t greater = uop->cmp & 4 ? ~0u : 0, unordered = uop->cmp & 8 ? ~0u : 0;
    wide_lanes a, b;
    lanes value;

    load_pairs(regs, uop->a, uop->a_flags, &a);
    load_pairs(regs, uop->b, uop->b_flags, &b);
    FOR_LANES(l) {
        const double x = as_double(a.lane[l]), y = as_double(b.lane[l]);

        value.lane[l] = x < y ? less : x == y ? equal : x > y ? greater : unordered;
    }
    return lanes_with_sign(value.lane);
}

static void dsetp(struct hw_regs *regs, const struct hw_uop *uop)
{
    store_comparison(regs, uop, lanes_that_hold(regs, uop));
}

/* Which of two the minimum or maximum is: p_out holds where it is a, p_out2 where both are NaN.  So compiled
 * code chooses the words, and makes the chosen NaN a quiet one. */
static void dsetp_choice(struct hw_regs *regs, const struct hw_uop *uop)
{
    const uint32_t with = read_pred(regs, uop->p_in);
    const bool greater = uop->cmp & 1;
    wide_lanes a, b;
    lanes first, neither;

    load_pairs(regs, uop->a, uop->a_flags, &a);
    load_pairs(regs, uop->b, uop->b_flags, &b);
    FOR_LANES(l) {
        const bool no_a = hw_fp64_is_nan(a.lane[l]), no_b = hw_fp64_is_nan(b.lane[l]);
        const bool takes_a = (hw_fp64_order(a.lane[l]) > hw_fp64_order(b.lane[l])) == greater;

        first.lane[l] = no_a || !(no_b || takes_a) ? 0 : ~0u;
        neither.lane[l] = no_a && no_b ? ~0u : 0;
    }
    write_pred(regs, uop->p_out, combine(uop->logic2, lanes_with_sign(first.lane), with));
    write_pred(regs, uop->p_out2, combine(uop->logic2, lanes_with_sign(neither.lane), with));
}

static void dset(struct hw_regs *regs, const struct hw_uop *uop)
{
    store_truth(regs, uop, lanes_that_hold(regs, uop));
}

static void dchk(struct hw_regs *regs, const struct hw_uop *uop)
{
    const uint32_t *a = register_at(regs, uop->a + 1u), *b = register_at(regs, uop->b + 1u);
    lanes value;

    FOR_LANES(l)
        value.lane[l] = hw_fp64_divides_badly(a[l], b[l]) ? ~0u : 0;
    write_pred(regs, uop->p_out, lanes_with_sign(value.lane));
}

/* clang-format off */
hw_uop_fn *const HW_LANE_FUNCTIONS(fp64)[HW_LANES_FP64_COUNT] = {
    [HW_LANES_FP64_DFMA] = dfma,
    [HW_LANES_FP64_DADD] = dadd,
    [HW_LANES_FP64_DMUL] = dmul,
    [HW_LANES_FP64_DFMA_RN] = dfma_rn,
    [HW_LANES_FP64_DADD_RN] = dadd_rn,
    [HW_LANES_FP64_DMUL_RN] = dmul_rn,
    [HW_LANES_FP64_DMNMX] = dmnmx,
    [HW_LANES_FP64_DSETP] = dsetp,
    [HW_LANES_FP64_DSETP_CHOICE] = dsetp_choice,
    [HW_LANES_FP64_DCHK] = dchk,
    [HW_LANES_FP64_DSET] = dset,
};
/* clang-format on */
