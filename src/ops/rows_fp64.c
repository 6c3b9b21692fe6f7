/* Double precision of 32 lanes: operands and results are the rows r (low words) and r + 1 (high words).
 *
 * The host's doubles are IEEE, as the chip's; only which NaN comes out differs, so a row with
 * a NaN in its result is done again by the reference.  Other rounding modes all go to the reference. */
#include "ops/rows.h"

#include "ops/fp64.h"

typedef struct {
    _Alignas(64) uint64_t lane[HW_LANES];
} wide_lanes;

static inline double as_double(uint64_t bits)
{
    double x;

    memcpy(&x, &bits, sizeof x);
    return x;
}

static inline uint64_t as_bits(double x)
{
    uint64_t bits;

    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static inline void load_pairs(const struct hw_regs *regs, unsigned row, unsigned flags, wide_lanes *value)
{
    const uint32_t *low = row_at(regs, row), *high = row_at(regs, row + 1u);

    FOR_LANES(l)
        value->lane[l] = low[l] | (uint64_t)high[l] << 32;
    if (flags & (HW_OPERAND_ABS | HW_OPERAND_NEG))
        FOR_LANES(l)
            value->lane[l] = hw_fp64_modify(value->lane[l], flags);
}

static inline void store_pairs(const struct hw_regs *regs, const struct hw_uop *uop, const wide_lanes *value)
{
    lanes low, high, flags;

    if (wants_flags(uop)) {
        FOR_LANES(l)
            flags.lane[l] = hw_fp64_flags(value->lane[l]);
        store_flags(regs, uop, flags.lane);
    }
    FOR_LANES(l) {
        low.lane[l] = (uint32_t)value->lane[l];
        high.lane[l] = (uint32_t)(value->lane[l] >> 32);
    }
    write_row(regs, uop->d, regs->exec, low.lane);
    write_row(regs, uop->d + 1u, regs->exec, high.lane);
}

/* Is a NaN among the results that count? */
static inline bool any_nan(const struct hw_regs *regs, const wide_lanes *value)
{
    const uint32_t exec = regs->exec;
    uint32_t any = 0;

    FOR_LANES(l)
        any |= hw_fp64_is_nan(value->lane[l]) ? exec & lane_bit[l] : 0;
    return any;
}

static void dfma(struct hw_regs *regs, const struct hw_uop *uop)
{
    wide_lanes a, b, c, value;

    load_pairs(regs, uop->a, uop->a_flags, &a);
    load_pairs(regs, uop->b, uop->b_flags, &b);
    load_pairs(regs, uop->c, uop->c_flags, &c);
    FOR_LANES(l)
        value.lane[l] = hw_fp64_fma(a.lane[l], b.lane[l], c.lane[l], uop->round);
    store_pairs(regs, uop, &value);
}

/* An operation of two operands through the reference. */
static inline void each(const struct hw_regs *regs, const struct hw_uop *uop,
                        uint64_t function(uint64_t a, uint64_t b, unsigned round))
{
    wide_lanes a, b, value;

    load_pairs(regs, uop->a, uop->a_flags, &a);
    load_pairs(regs, uop->b, uop->b_flags, &b);
    FOR_LANES(l)
        value.lane[l] = function(a.lane[l], b.lane[l], uop->round);
    store_pairs(regs, uop, &value);
}

static void dadd(struct hw_regs *regs, const struct hw_uop *uop)
{
    each(regs, uop, hw_fp64_add);
}

static void dmul(struct hw_regs *regs, const struct hw_uop *uop)
{
    each(regs, uop, hw_fp64_mul);
}

static void dfma_rn(struct hw_regs *regs, const struct hw_uop *uop)
{
#ifdef __FMA__
    wide_lanes a, b, c, value;

    load_pairs(regs, uop->a, uop->a_flags, &a);
    load_pairs(regs, uop->b, uop->b_flags, &b);
    load_pairs(regs, uop->c, uop->c_flags, &c);
    FOR_LANES(l)
    value.lane[l] = as_bits(__builtin_fma(as_double(a.lane[l]), as_double(b.lane[l]), as_double(c.lane[l])));
    if (any_nan(regs, &value))
        dfma(regs, uop);
    else
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
        value.lane[l] = as_bits(as_double(a.lane[l]) + as_double(b.lane[l]));
    if (any_nan(regs, &value))
        dadd(regs, uop);
    else
        store_pairs(regs, uop, &value);
}

static void dmul_rn(struct hw_regs *regs, const struct hw_uop *uop)
{
    wide_lanes a, b, value;

    load_pairs(regs, uop->a, uop->a_flags, &a);
    load_pairs(regs, uop->b, uop->b_flags, &b);
    FOR_LANES(l)
        value.lane[l] = as_bits(as_double(a.lane[l]) * as_double(b.lane[l]));
    if (any_nan(regs, &value))
        dmul(regs, uop);
    else
        store_pairs(regs, uop, &value);
}

static uint64_t smaller(uint64_t a, uint64_t b, unsigned round)
{
    (void)round;
    return hw_fp64_min(a, b);
}

static uint64_t greater(uint64_t a, uint64_t b, unsigned round)
{
    (void)round;
    return hw_fp64_max(a, b);
}

static void dmin(struct hw_regs *regs, const struct hw_uop *uop)
{
    each(regs, uop, smaller);
}

static void dmax(struct hw_regs *regs, const struct hw_uop *uop)
{
    each(regs, uop, greater);
}

static void dset(struct hw_regs *regs, const struct hw_uop *uop)
{
    wide_lanes a, b;
    lanes value, flags;

    load_pairs(regs, uop->a, uop->a_flags, &a);
    load_pairs(regs, uop->b, uop->b_flags, &b);
    FOR_LANES(l) {
        const bool holds = hw_fp64_relation(a.lane[l], b.lane[l]) & uop->cmp;

        value.lane[l] = holds ? ~0u : 0;
        flags.lane[l] = holds ? HW_FLAG_S : HW_FLAG_Z;
    }
    if (wants_flags(uop))
        store_flags(regs, uop, flags.lane);
    store(regs, uop, value.lane);
}

hw_uop_fn *const HW_ROWS(fp64)[HW_ROWS_FP64_COUNT] = {
    [HW_ROWS_DFMA] = dfma,
    [HW_ROWS_DADD] = dadd,
    [HW_ROWS_DMUL] = dmul,
    [HW_ROWS_DFMA_RN] = dfma_rn,
    [HW_ROWS_DADD_RN] = dadd_rn,
    [HW_ROWS_DMUL_RN] = dmul_rn,
    [HW_ROWS_DMIN] = dmin,
    [HW_ROWS_DMAX] = dmax,
    [HW_ROWS_DSET] = dset,
};
