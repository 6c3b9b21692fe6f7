/* SPDX-License-Identifier: MIT */
/* Lane functions for double precision: an operand is a register pair, r (low words) and r + 1 (high words).
 *
 * The host's doubles are IEEE, as the chip's; only which NaN comes out differs.  x86-64 makes the chip's
 * where no operand is a NaN, and passes one on, as a quiet one, where no other operand is one.  So b's is
 * chosen, else c's, and a's comes out by itself, except where a modifier has changed its sign: NaNs keep
 * theirs.  LLVM would take a * 1 for a, and compute NaNs of literals otherwise; so src/jit hides operands
 * from it (jit_hide.h).
 *
 * For other rounding modes AVX-512 names the mode in the instruction; elsewhere lanes_directed_rounding.h has
 * them, which takes a fused multiply-add, or the reference.  Lanes that it leaves in doubt are NaNs, which
 * the reference computes again. */
#include "ops/lanes/lanes_directed_rounding.h"

enum double_arithmetic { SUM, PRODUCT, FUSED };

/* Operands as they are, and with their modifiers, NaNs, too. */
struct double_operands {
    wide_lanes a, b, c, changed_a, changed_b, changed_c;
};

/* What is computed with, of the two.  Apart from those, so that LLVM finds out what they point to. */
struct double_numbers {
    const wide_lanes *a, *b, *c;
};

static inline struct double_numbers load_operands(const struct hw_regs *regs, const struct hw_uop *uop,
                                                  enum double_arithmetic how, struct double_operands *words)
{
    struct double_numbers numbers = {NULL, NULL, NULL};

    load_pairs(regs, uop->a, 0, &words->a);
    load_pairs(regs, uop->b, 0, &words->b);
    numbers.a = with_signs(uop->a_flags, &words->a, &words->changed_a);
    numbers.b = with_signs(uop->b_flags, &words->b, &words->changed_b);
    if (how == FUSED) {
        load_pairs(regs, uop->c, 0, &words->c);
        numbers.c = with_signs(uop->c_flags, &words->c, &words->changed_c);
    }
    return numbers;
}

/* --- which NaN comes out --- */

static inline uint64_t nan_or(uint64_t x, uint64_t other)
{
    const double number = as_double(x);

    return number != number ? x | HW_FP64_QUIET : other;
}

#ifndef __AVX512F__
/* The lanes that are a NaN again, by the reference. */
static inline void compute_nans(const struct hw_regs *regs, const struct hw_uop *uop,
                                enum double_arithmetic how, const struct double_operands *words,
                                wide_lanes *value, unsigned round)
{
    for (uint32_t nan = lanes_with_nan(regs, value); nan; nan &= nan - 1) {
        const unsigned l = (unsigned)__builtin_ctz(nan);
        const uint64_t a = hw_fp64_modify(words->a.lane[l], uop->a_flags),
                       b = hw_fp64_modify(words->b.lane[l], uop->b_flags);

        value->lane[l] = how == SUM ? hw_fp64_add(a, b, round)
                         : how == PRODUCT
                             ? hw_fp64_mul(a, b, round)
                             : hw_fp64_fma(a, b, hw_fp64_modify(words->c.lane[l], uop->c_flags), round);
    }
}
#endif

/* What the host has computed becomes what the chip computes. */
static inline void choose_nans(const struct hw_regs *regs, const struct hw_uop *uop,
                               enum double_arithmetic how, const struct double_operands *words,
                               wide_lanes *value, unsigned round)
{
#ifdef __x86_64__
    const uint64_t *a = words->a.lane, *b = words->b.lane, *c = words->c.lane;

    (void)round;
    if (!SLICED && !lanes_with_nan(regs, value))
        return;
    if (uop->a_flags & (HW_OPERAND_ABS | HW_OPERAND_NEG))
        FOR_LANES(l)
            value->lane[l] = nan_or(a[l], value->lane[l]);
    if (how == FUSED)
        FOR_LANES(l)
            value->lane[l] = nan_or(b[l], nan_or(c[l], value->lane[l]));
    else
        FOR_LANES(l)
            value->lane[l] = nan_or(b[l], value->lane[l]);
#else
    compute_nans(regs, uop, how, words, value, round);
#endif
}

/* --- to nearest --- */

/* False: the host cannot. */
static inline bool round_to_nearest(enum double_arithmetic how, const struct double_numbers *numbers,
                                    wide_lanes *value)
{
    const uint64_t *a = numbers->a->lane, *b = numbers->b->lane;

    if (how == SUM)
        FOR_LANES(l)
            value->lane[l] = double_bits(as_double(a[l]) + as_double(b[l]));
    if (how == PRODUCT)
        FOR_LANES(l)
            value->lane[l] = double_bits(as_double(a[l]) * as_double(b[l]));
#ifdef __FMA__
    if (how == FUSED) {
        const uint64_t *c = numbers->c->lane;

        FOR_LANES(l)
            value->lane[l] = double_bits(__builtin_fma(as_double(a[l]), as_double(b[l]), as_double(c[l])));
    }
    return true;
#else
    return how != FUSED;
#endif
}

/* --- in any direction --- */

#ifdef __AVX512F__
/* Eight lanes of an operand as numbers. */
#define PART(name) _mm512_load_pd((const void *)(numbers->name->lane + l))
/* All lanes by an instruction that takes its mode as a literal. */
#define ALL_PARTS(instruction, mode, ...)   \
    for (unsigned l = 0; l < LANES; l += 8) \
    _mm512_store_pd((void *)(value->lane + l), instruction(__VA_ARGS__, (mode) | _MM_FROUND_NO_EXC))
#define BY_MODE(instruction, ...)                                                        \
    switch (uop->round) {                                                                \
    case HW_ROUND_RM: ALL_PARTS(instruction, _MM_FROUND_TO_NEG_INF, __VA_ARGS__); break; \
    case HW_ROUND_RP: ALL_PARTS(instruction, _MM_FROUND_TO_POS_INF, __VA_ARGS__); break; \
    case HW_ROUND_RZ: ALL_PARTS(instruction, _MM_FROUND_TO_ZERO, __VA_ARGS__); break;    \
    default: ALL_PARTS(instruction, _MM_FROUND_TO_NEAREST_INT, __VA_ARGS__);             \
    }

static inline void round_any(const struct hw_regs *regs, const struct hw_uop *uop, enum double_arithmetic how,
                             const struct double_operands *words, const struct double_numbers *numbers,
                             wide_lanes *value)
{
    switch (how) {
    case SUM: BY_MODE(_mm512_add_round_pd, PART(a), PART(b)) break;
    case PRODUCT: BY_MODE(_mm512_mul_round_pd, PART(a), PART(b)) break;
    case FUSED: BY_MODE(_mm512_fmadd_round_pd, PART(a), PART(b), PART(c)) break;
    }
    choose_nans(regs, uop, how, words, value, uop->round);
}
#else
#ifndef __FMA__
/* All lanes are in doubt. */
static inline void doubt_all(wide_lanes *value)
{
    FOR_LANES(l)
        value->lane[l] = UINT64_MAX;
}
#endif

static inline void round_in_direction(const struct hw_uop *uop, enum double_arithmetic how,
                                      const struct double_numbers *numbers, wide_lanes *value)
{
    const struct direction direction = direction_of(uop->round);
    const uint64_t *a = numbers->a->lane, *b = numbers->b->lane;

    if (how == SUM)
        FOR_LANES(l)
            value->lane[l] =
                directed_sum(unrounded_sum(as_double(a[l]), as_double(b[l])), a[l], b[l], &direction);
#ifdef __FMA__
    if (how == PRODUCT)
        FOR_LANES(l)
            value->lane[l] = directed(unrounded_product(as_double(a[l]), as_double(b[l])), &direction);
    if (how == FUSED) {
        const uint64_t *c = numbers->c->lane;

        FOR_LANES(l)
            value->lane[l] = directed_sum(unrounded_fma(as_double(a[l]), as_double(b[l]), as_double(c[l])),
                                          a[l] ^ b[l], c[l], &direction);
    }
#else
    if (how != SUM)
        doubt_all(value);
#endif
}

static inline void round_any(const struct hw_regs *regs, const struct hw_uop *uop, enum double_arithmetic how,
                             const struct double_operands *words, const struct double_numbers *numbers,
                             wide_lanes *value)
{
    round_in_direction(uop, how, numbers, value);
    compute_nans(regs, uop, how, words, value, uop->round);
}
#endif

/* --- instructions --- */

static inline void compute(struct hw_regs *regs, const struct hw_uop *uop, enum double_arithmetic how,
                           bool to_nearest)
{
    struct double_operands words;
    const struct double_numbers numbers = load_operands(regs, uop, how, &words);
    wide_lanes value;

    if (to_nearest && round_to_nearest(how, &numbers, &value))
        choose_nans(regs, uop, how, &words, &value, HW_ROUND_RN);
    else
        round_any(regs, uop, how, &words, &numbers, &value);
    store_pairs(regs, uop, &value);
}

static void dfma(struct hw_regs *regs, const struct hw_uop *uop)
{
    compute(regs, uop, FUSED, false);
}

static void dadd(struct hw_regs *regs, const struct hw_uop *uop)
{
    compute(regs, uop, SUM, false);
}

static void dmul(struct hw_regs *regs, const struct hw_uop *uop)
{
    compute(regs, uop, PRODUCT, false);
}

static void dfma_rn(struct hw_regs *regs, const struct hw_uop *uop)
{
    compute(regs, uop, FUSED, true);
}

static void dadd_rn(struct hw_regs *regs, const struct hw_uop *uop)
{
    compute(regs, uop, SUM, true);
}

static void dmul_rn(struct hw_regs *regs, const struct hw_uop *uop)
{
    compute(regs, uop, PRODUCT, true);
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
    struct double_operands words;
    const struct double_numbers numbers = load_operands(regs, uop, SUM, &words);
    lanes value;

    FOR_LANES(l) {
        const double x = as_double(numbers.a->lane[l]), y = as_double(numbers.b->lane[l]);

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
    struct double_operands words;
    const struct double_numbers numbers = load_operands(regs, uop, SUM, &words);
    lanes first, neither;

    FOR_LANES(l) {
        const uint64_t a = numbers.a->lane[l], b = numbers.b->lane[l];
        const double x = as_double(a), y = as_double(b);
        const bool is_a = x == x, no_b = y != y;
        const bool above =
            (x > y) | ((x == y) & ((int64_t)a > (int64_t)b)); /* of zeros the positive one is */

        first.lane[l] = (is_a & (no_b | (above == greater))) ? ~0u : 0;
        neither.lane[l] = ((x != x) & no_b) ? ~0u : 0;
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
