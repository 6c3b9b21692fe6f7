/* Single-precision arithmetic of 32 lanes.
 *
 * The host's own arithmetic does the work where it provably gives the chip's bits; a lane for which
 * that is in doubt (near the ends of the range) is done again by the scalar reference, fp32.c.
 * tests/unit/test_ops_rows.c compares the two on millions of operands. */
#include "ops/rows_fp32.h"

#define A(l) fp32_operand(a[l], uop->a_and, uop->a_xor)
#define B(l) fp32_operand(b[l], uop->b_and, uop->b_xor)

/* Sums below the normal range are exact, so flushing the host's denormal result is all there is to do. */
static void fadd(struct hw_regs *regs, const struct hw_uop *uop)
{
    const uint32_t *a = row_at(regs, uop->a), *b = row_at(regs, uop->b);
    lanes value;

    FOR_LANES(l)
        value.lane[l] = fp32_result(as_bits(as_float(A(l)) + as_float(B(l))));
    store_fp32(regs, uop, value.lane);
}

RARE void fmul_in_doubt(const struct hw_regs *regs, const struct hw_uop *uop, uint32_t *value,
                        const uint32_t *distance)
{
    const uint32_t *a = row_at(regs, uop->a), *b = row_at(regs, uop->b);

    for (uint32_t doubt = lanes_below(regs, distance, 1); doubt; doubt &= doubt - 1) {
        const unsigned l = (unsigned)__builtin_ctz(doubt);

        value[l] = hw_fp32_mul(A(l), B(l), HW_ROUND_RN);
    }
}

/* The host rounds a product below 2^-126 to fewer bits, so more products reach 2^-126 than should. */
static void fmul(struct hw_regs *regs, const struct hw_uop *uop)
{
    const uint32_t *a = row_at(regs, uop->a), *b = row_at(regs, uop->b);
    lanes value, distance;

    FOR_LANES(l) {
        value.lane[l] = fp32_result(as_bits(as_float(A(l)) * as_float(B(l))));
        distance.lane[l] = (value.lane[l] & 0x7fffffffu) ^ 0x00800000u;
    }
    if (any_below(distance.lane, 1))
        fmul_in_doubt(regs, uop, value.lane, distance.lane);
    store_fp32(regs, uop, value.lane);
}

static void fadd_rz(struct hw_regs *regs, const struct hw_uop *uop)
{
    const uint32_t *a = row_at(regs, uop->a), *b = row_at(regs, uop->b);
    lanes value;

    FOR_LANES(l)
        value.lane[l] = hw_fp32_add(A(l), B(l), HW_ROUND_RZ);
    store_fp32(regs, uop, value.lane);
}

static void fmul_rz(struct hw_regs *regs, const struct hw_uop *uop)
{
    const uint32_t *a = row_at(regs, uop->a), *b = row_at(regs, uop->b);
    lanes value;

    FOR_LANES(l)
        value.lane[l] = hw_fp32_mul(A(l), B(l), HW_ROUND_RZ);
    store_fp32(regs, uop, value.lane);
}

/* The multiply-add truncates the product and rounds the sum; a zero addend keeps the rounded product.
 * One lane of it: the sum, and how far it and what it is made of are from where only the reference is
 * right, as a distance of encodings: less than SAFE_DISTANCE is in doubt. */
struct fmad {
    uint32_t sum, distance;
};
#define SAFE_DISTANCE 0x01000000u

#ifdef __FMA__

static inline uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* The rounded product of the magnitudes is one unit too large if the error, which the host's fused
 * multiply-add gives exactly, is negative.  In doubt are operands, products and sums of 2^-125 and less
 * (but zero is not: one below it is the greatest number) and products next to infinity. */
static inline struct fmad fmad_lane(uint32_t a, uint32_t b, uint32_t c)
{
    const uint32_t a_size = a & 0x7fffffffu, b_size = b & 0x7fffffffu, c_size = c & 0x7fffffffu;
    const float product = as_float(a_size) * as_float(b_size);
    const float error = __builtin_fmaf(as_float(a_size), as_float(b_size), -product);
    const uint32_t size = as_bits(product), too_large = c_size ? as_bits(error) >> 31 : 0;
    const uint32_t kept = (size - too_large) | ((a ^ b) & HW_FP32_SIGN);
    const uint32_t sum = as_bits(as_float(kept) + as_float(c)), sum_size = sum & 0x7fffffffu;
    const uint32_t of_operands = least(least(a_size - 1, b_size - 1), c_size - 1);
    const uint32_t of_results = least(least(size - 1, HW_FP32_INFINITY - size), sum_size - 1);

    return (struct fmad){ sum_size > HW_FP32_INFINITY ? HW_FP32_NAN : sum, least(of_operands, of_results) };
}

#else

/* In double precision the product of two singles is exact, truncating it to 24 bits is a mask, and the
 * sum of two 24-bit numbers rounded first to 53 and then to 24 bits is correctly rounded (53 is
 * more than 2 * 24 + 1).  Sums around 2^-126 are in doubt.  Where a flushed product meets a zero,
 * two zeros are added: the sum is minus zero only if both are. */
static inline struct fmad fmad_lane(uint32_t a, uint32_t b, uint32_t c)
{
    const uint32_t addend = fp32_operand(c, ~0u, 0);
    const double product =
        (double)as_float(fp32_operand(a, ~0u, 0)) * (double)as_float(fp32_operand(b, ~0u, 0));
    uint64_t bits;
    uint32_t sum, flushed;
    double kept;

    memcpy(&bits, &product, sizeof bits);
    bits &= addend << 1 == 0 ? ~(uint64_t)0 : ~(uint64_t)0x1fffffff;
    memcpy(&kept, &bits, sizeof kept);
    sum = as_bits((float)(kept + (double)as_float(addend)));
    flushed = fp32_result(sum);
    return (struct fmad){ (flushed << 1 | addend << 1) == 0 ? flushed & addend : flushed,
                          (sum & 0x7fffffffu) - 0x00400000u };
}

#endif

RARE void fmad_in_doubt(const struct hw_regs *regs, const struct hw_uop *uop, uint32_t *value,
                        const uint32_t *distance)
{
    const uint32_t *a = row_at(regs, uop->a), *b = row_at(regs, uop->b), *c = row_at(regs, uop->c);

    for (uint32_t doubt = lanes_below(regs, distance, SAFE_DISTANCE); doubt; doubt &= doubt - 1) {
        const unsigned l = (unsigned)__builtin_ctz(doubt);

        value[l] = hw_fp32_fmad(a[l] ^ uop->a_xor, b[l], c[l] ^ uop->c_xor);
    }
}

static void fmad(struct hw_regs *regs, const struct hw_uop *uop)
{
    const uint32_t *a = row_at(regs, uop->a), *b = row_at(regs, uop->b), *c = row_at(regs, uop->c);
    const uint32_t a_xor = uop->a_xor, c_xor = uop->c_xor;
    lanes value, distance;

    FOR_LANES(l) {
        const struct fmad result = fmad_lane(a[l] ^ a_xor, b[l], c[l] ^ c_xor);

        value.lane[l] = result.sum;
        distance.lane[l] = result.distance;
    }
    if (any_below(distance.lane, SAFE_DISTANCE))
        fmad_in_doubt(regs, uop, value.lane, distance.lane);
    store_fp32(regs, uop, value.lane);
}

static inline bool is_nan(uint32_t x)
{
    return (x & 0x7fffffffu) > HW_FP32_INFINITY;
}

/* The order of numbers as signed integers, minus zero below plus zero. */
static inline int32_t order_key(uint32_t x)
{
    return (int32_t)(x ^ ((uint32_t)((int32_t)x >> 31) & 0x7fffffffu));
}

static inline void choose(struct hw_regs *regs, const struct hw_uop *uop, bool greater)
{
    const uint32_t *a = row_at(regs, uop->a), *b = row_at(regs, uop->b);
    lanes value;

    FOR_LANES(l) {
        const uint32_t x = A(l), y = B(l);
        const bool first = (order_key(x) > order_key(y)) == greater;
        const uint32_t chosen = is_nan(x) ? y : is_nan(y) ? x : first ? x : y;

        value.lane[l] = is_nan(chosen) ? HW_FP32_NAN : chosen;
    }
    store_fp32(regs, uop, value.lane);
}

static void fmin_rows(struct hw_regs *regs, const struct hw_uop *uop)
{
    choose(regs, uop, false);
}

static void fmax_rows(struct hw_regs *regs, const struct hw_uop *uop)
{
    choose(regs, uop, true);
}

static void fset(struct hw_regs *regs, const struct hw_uop *uop)
{
    const uint32_t *a = row_at(regs, uop->a), *b = row_at(regs, uop->b);
    const uint32_t less = uop->cmp & 1 ? ~0u : 0, equal = uop->cmp & 2 ? ~0u : 0;
    const uint32_t greater = uop->cmp & 4 ? ~0u : 0, unordered = uop->cmp & 8 ? ~0u : 0;
    lanes value, flags;

    FOR_LANES(l) {
        const float x = as_float(A(l)), y = as_float(B(l));

        value.lane[l] = x < y ? less : x == y ? equal : x > y ? greater : unordered;
    }
    if (wants_flags(uop)) {
        FOR_LANES(l)
            flags.lane[l] = value.lane[l] ? HW_FLAG_S : HW_FLAG_Z;
        store_flags(regs, uop, flags.lane);
    }
    store(regs, uop, value.lane);
}

static void slct(struct hw_regs *regs, const struct hw_uop *uop)
{
    const uint32_t *a = row_at(regs, uop->a), *b = row_at(regs, uop->b), *c = row_at(regs, uop->c);
    lanes value, flags;

    FOR_LANES(l)
        value.lane[l] = as_float(fp32_operand(c[l], ~0u, uop->c_xor)) >= 0 ? a[l] : b[l];
    if (wants_flags(uop)) {   /* a NaN is no special case here: the bits are looked at */
        FOR_LANES(l)
            flags.lane[l] = value.lane[l] << 1 ? (value.lane[l] >> 31) * HW_FLAG_S : HW_FLAG_Z;
        store_flags(regs, uop, flags.lane);
    }
    store(regs, uop, value.lane);
}

/* `mode` is the source lane of each group of four, `imm` holds the four lane operations, two bits each.
 * Derivatives (mode 4 and up) exist in fragment programs only; in others they are zero. */
static void quadop(struct hw_regs *regs, const struct hw_uop *uop)
{
    const uint32_t *a = row_at(regs, uop->a), *b = row_at(regs, uop->b);
    lanes value;

    FOR_LANES(l)
        value.lane[l] = uop->mode < 4
            ? hw_fp32_quadop(a[(l & ~3u) | uop->mode], b[l], uop->imm >> 2 * (l & 3) & 3) : 0;
    store_fp32(regs, uop, value.lane);
}

hw_uop_fn *const HW_ROWS(fp32)[HW_ROWS_FP32_COUNT] = {
    [HW_ROWS_FADD] = fadd,
    [HW_ROWS_FMUL] = fmul,
    [HW_ROWS_FADD_RZ] = fadd_rz,
    [HW_ROWS_FMUL_RZ] = fmul_rz,
    [HW_ROWS_FMAD] = fmad,
    [HW_ROWS_FMIN] = fmin_rows,
    [HW_ROWS_FMAX] = fmax_rows,
    [HW_ROWS_FSET] = fset,
    [HW_ROWS_SLCT] = slct,
    [HW_ROWS_QUADOP] = quadop,
};
