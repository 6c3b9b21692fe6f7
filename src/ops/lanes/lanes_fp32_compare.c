/* SPDX-License-Identifier: MIT */
/* Lane functions compare single-precision numbers, and select by comparisons. */
#include "ops/lanes/lanes_fp32.h"

#define A(l) fp32_flushed((a[l] & a_and) ^ a_xor, alive)
#define B(l) fp32_flushed((b[l] & b_and) ^ b_xor, alive)
#define OPERANDS                                                                                   \
    const uint32_t *a = register_at(regs, uop->a), *b = register_at(regs, uop->b);                 \
    const uint32_t a_and = uop->a_and, a_xor = uop->a_xor, b_and = uop->b_and, b_xor = uop->b_xor; \
    const uint32_t alive = fp32_alive(uop)

static inline bool is_nan(uint32_t x)
{
    return (x & 0x7fffffffu) > HW_FP32_INFINITY;
}

/* The order of numbers as signed integers, minus zero below plus zero. */
static inline int32_t order_key(uint32_t x)
{
    return (int32_t)(x ^ ((uint32_t)((int32_t)x >> 31) & 0x7fffffffu));
}

/* The smaller number where the predicate holds, else the greater. */
static void fmnmx(struct hw_regs *regs, const struct hw_uop *uop)
{
    OPERANDS;
    const uint32_t smaller = read_pred(regs, uop->p_in);
    lanes value;

    FOR_LANES(l) {
        const uint32_t x = A(l), y = B(l);
        const bool first = (order_key(x) <= order_key(y)) == ((smaller & lane_bit[l]) != 0);
        const uint32_t chosen = is_nan(x) ? y : is_nan(y) ? x : first ? x : y;

        value.lane[l] = fp32_number(chosen);
    }
    store_fp32(regs, uop, value.lane);
}

/* Any rules: a NaN that wins, and a sign of its own.  The sign is not that of NaN. */
static void fmnmx_any(struct hw_regs *regs, const struct hw_uop *uop)
{
    OPERANDS;
    const uint32_t smaller = read_pred(regs, uop->p_in);
    const bool nan_wins = uop->single.rules & HW_EXTREMUM_NAN;
    const uint32_t own_sign = uop->single.rules & HW_EXTREMUM_XORSIGN ? HW_FP32_SIGN : 0;
    lanes value;

    FOR_LANES(l) {
        const uint32_t x = A(l), y = B(l), sign = (a[l] ^ a_xor ^ b[l] ^ b_xor) & own_sign;
        const bool first = (order_key(x) <= order_key(y)) == ((smaller & lane_bit[l]) != 0);
        const uint32_t number = is_nan(x)   ? (nan_wins ? x : y)
                                : is_nan(y) ? (nan_wins ? y : x)
                                : first     ? x
                                            : y;

        value.lane[l] = fp32_number((number & ~own_sign) | sign);
    }
    store_fp32(regs, uop, value.lane);
}

/* a where the predicate holds, else b; the bits of a NaN are left alone, for the words of doubles come here,
 * too. */
static void fsel(struct hw_regs *regs, const struct hw_uop *uop)
{
    OPERANDS;
    lanes first, value;

    FOR_LANES(l) {
        first.lane[l] = A(l);
        value.lane[l] = B(l);
    }
    blend_lanes(value.lane, first.lane, read_pred(regs, uop->p_in));
    store(regs, uop, value.lane);
}

/* What a comparison makes of each relation: all ones where it holds. */
struct truth {
    uint32_t less, equal, greater, unordered;
};

static inline struct truth truth_of(const struct hw_uop *uop)
{
    return (struct truth){uop->cmp & 1 ? ~0u : 0, uop->cmp & 2 ? ~0u : 0, uop->cmp & 4 ? ~0u : 0,
                          uop->cmp & 8 ? ~0u : 0};
}

static inline uint32_t compared(float x, float y, struct truth truth)
{
    return x < y ? truth.less : x == y ? truth.equal : x > y ? truth.greater : truth.unordered;
}

static inline uint32_t lanes_that_hold(const struct hw_regs *regs, const struct hw_uop *uop)
{
    OPERANDS;
    const struct truth truth = truth_of(uop);
    lanes value;

    FOR_LANES(l)
        value.lane[l] = compared(as_float(A(l)), as_float(B(l)), truth);
    return lanes_with_sign(value.lane);
}

static void fsetp(struct hw_regs *regs, const struct hw_uop *uop)
{
    store_comparison(regs, uop, lanes_that_hold(regs, uop));
}

static void fset(struct hw_regs *regs, const struct hw_uop *uop)
{
    store_truth(regs, uop, lanes_that_hold(regs, uop));
}

/* a where c compares so with zero, else b; their bits are left alone, and flags look at the bits. */
static void fcmp(struct hw_regs *regs, const struct hw_uop *uop)
{
    const uint32_t *a = register_at(regs, uop->a), *b = register_at(regs, uop->b),
                   *c = register_at(regs, uop->c);
    const uint32_t c_xor = uop->c_xor, alive = fp32_alive(uop);
    const struct truth truth = truth_of(uop);
    lanes value;

    FOR_LANES(l) {
        const uint32_t holds = compared(as_float(fp32_flushed(c[l] ^ c_xor, alive)), 0, truth);

        value.lane[l] = (a[l] & holds) | (b[l] & ~holds);
    }
    if (wants_flags(uop)) {
        lanes flags;

        FOR_LANES(l)
            flags.lane[l] = value.lane[l] << 1 ? (value.lane[l] >> 31) * HW_FLAG_S : HW_FLAG_Z;
        store_flags(regs, uop, flags.lane);
    }
    store(regs, uop, value.lane);
}

static void fchk(struct hw_regs *regs, const struct hw_uop *uop)
{
    const uint32_t *a = register_at(regs, uop->a), *b = register_at(regs, uop->b);
    lanes value;

    FOR_LANES(l)
        value.lane[l] = hw_fp32_divides_badly(a[l], b[l]) ? ~0u : 0;
    write_pred(regs, uop->p_out, lanes_with_sign(value.lane));
}

/* clang-format off */
hw_uop_fn *const HW_LANE_FUNCTIONS(fp32_compare)[HW_LANES_FP32_COMPARE_COUNT] = {
    [HW_LANES_FP32_COMPARE_FMNMX] = fmnmx,
    [HW_LANES_FP32_COMPARE_FSETP] = fsetp,
    [HW_LANES_FP32_COMPARE_FSET] = fset,
    [HW_LANES_FP32_COMPARE_FCMP] = fcmp,
    [HW_LANES_FP32_COMPARE_FCHK] = fchk,
    [HW_LANES_FP32_COMPARE_FSEL] = fsel,
    [HW_LANES_FP32_COMPARE_FMNMX_ANY] = fmnmx_any,
};
/* clang-format on */
