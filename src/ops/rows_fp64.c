/* Double precision of 32 lanes: operands and results are the rows r (low words) and r + 1 (high words).
 *
 * The host's doubles are IEEE, as the chip's; only which NaN comes out differs, so a lane with
 * a NaN in its result is done again by the reference.  Other rounding modes all go to the reference. */
#include "ops/rows.h"

#include "ops/fp64.h"

static inline uint64_t pair(const struct hw_regs *regs, unsigned row, unsigned flags, unsigned l)
{
    const uint64_t bits = row_at(regs, row)[l] | (uint64_t)row_at(regs, row + 1u)[l] << 32;

    return hw_fp64_modify(bits, flags);
}

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

typedef struct {
    _Alignas(64) uint64_t lane[HW_LANES];
} wide_lanes;

static void store_pairs(const struct hw_regs *regs, const struct hw_uop *uop, const wide_lanes *value)
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

/* What the functions below have in common: read the operands' lanes. */
#define A(l) pair(regs, uop->a, uop->a_flags, l)
#define B(l) pair(regs, uop->b, uop->b_flags, l)
#define C(l) pair(regs, uop->c, uop->c_flags, l)

static void dfma(struct hw_regs *regs, const struct hw_uop *uop)
{
    wide_lanes value;

    FOR_LANES(l)
        value.lane[l] = hw_fp64_fma(A(l), B(l), C(l), uop->round);
    store_pairs(regs, uop, &value);
}

static void dadd(struct hw_regs *regs, const struct hw_uop *uop)
{
    wide_lanes value;

    FOR_LANES(l)
        value.lane[l] = hw_fp64_add(A(l), B(l), uop->round);
    store_pairs(regs, uop, &value);
}

static void dmul(struct hw_regs *regs, const struct hw_uop *uop)
{
    wide_lanes value;

    FOR_LANES(l)
        value.lane[l] = hw_fp64_mul(A(l), B(l), uop->round);
    store_pairs(regs, uop, &value);
}

static void dfma_rn(struct hw_regs *regs, const struct hw_uop *uop)
{
#ifdef __FMA__
    wide_lanes value;

    FOR_LANES(l)
        value.lane[l] = as_bits(__builtin_fma(as_double(A(l)), as_double(B(l)), as_double(C(l))));
    FOR_LANES(l)
        if (hw_fp64_is_nan(value.lane[l]))
            value.lane[l] = hw_fp64_fma(A(l), B(l), C(l), HW_ROUND_RN);
    store_pairs(regs, uop, &value);
#else
    dfma(regs, uop);
#endif
}

static void dadd_rn(struct hw_regs *regs, const struct hw_uop *uop)
{
    wide_lanes value;

    FOR_LANES(l)
        value.lane[l] = as_bits(as_double(A(l)) + as_double(B(l)));
    FOR_LANES(l)
        if (hw_fp64_is_nan(value.lane[l]))
            value.lane[l] = hw_fp64_add(A(l), B(l), HW_ROUND_RN);
    store_pairs(regs, uop, &value);
}

static void dmul_rn(struct hw_regs *regs, const struct hw_uop *uop)
{
    wide_lanes value;

    FOR_LANES(l)
        value.lane[l] = as_bits(as_double(A(l)) * as_double(B(l)));
    FOR_LANES(l)
        if (hw_fp64_is_nan(value.lane[l]))
            value.lane[l] = hw_fp64_mul(A(l), B(l), HW_ROUND_RN);
    store_pairs(regs, uop, &value);
}

static void dmin(struct hw_regs *regs, const struct hw_uop *uop)
{
    wide_lanes value;

    FOR_LANES(l)
        value.lane[l] = hw_fp64_min(A(l), B(l));
    store_pairs(regs, uop, &value);
}

static void dmax(struct hw_regs *regs, const struct hw_uop *uop)
{
    wide_lanes value;

    FOR_LANES(l)
        value.lane[l] = hw_fp64_max(A(l), B(l));
    store_pairs(regs, uop, &value);
}

static void dset(struct hw_regs *regs, const struct hw_uop *uop)
{
    lanes value, flags;

    FOR_LANES(l) {
        const bool holds = hw_fp64_relation(A(l), B(l)) & uop->cmp;

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
