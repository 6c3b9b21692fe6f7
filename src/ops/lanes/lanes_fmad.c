/* SPDX-License-Identifier: MIT */
/* Lane functions for Tesla's multiply-add, which is not IEEE's.
 *
 * The host's own arithmetic does the work where it provably gives the chip's bits; a lane for which
 * that is in doubt (near the ends of the range) is done again by the scalar reference, fp32.c.
 * tests/unit/ops/test_ops_scalar.c compares the two on millions of operands. */
#include "ops/lanes/lanes_fp32.h"

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

    return (struct fmad){sum_size > HW_FP32_INFINITY ? HW_FP32_NAN : sum, least(of_operands, of_results)};
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
    return (struct fmad){(flushed << 1 | addend << 1) == 0 ? flushed & addend : flushed,
                         (sum & 0x7fffffffu) - 0x00400000u};
}

#endif

RARE void fmad_fall_back(const uint32_t *a, const uint32_t *b, const uint32_t *c, const struct hw_uop *uop,
                         uint32_t uncertain, uint32_t *value)
{
    for (; uncertain; uncertain &= uncertain - 1) {
        const unsigned l = (unsigned)__builtin_ctz(uncertain);

        value[l] = hw_fp32_fmad(a[l] ^ uop->a_xor, b[l], c[l] ^ uop->c_xor);
    }
}

static void fmad(struct hw_regs *regs, const struct hw_uop *uop)
{
    const uint32_t *a = register_at(regs, uop->a), *b = register_at(regs, uop->b),
                   *c = register_at(regs, uop->c);
    const uint32_t a_xor = uop->a_xor, c_xor = uop->c_xor;
    lanes value, distance;

    FOR_LANES(l) {
        const struct fmad result = fmad_lane(a[l] ^ a_xor, b[l], c[l] ^ c_xor);

        value.lane[l] = result.sum;
        distance.lane[l] = result.distance;
    }
    if (any_below(distance.lane, SAFE_DISTANCE)) { /* a copy: see RARE */
        const uint32_t uncertain = lanes_below(distance.lane, SAFE_DISTANCE) & executing(regs);
        lanes again = value;

        fmad_fall_back(a, b, c, uop, uncertain, again.lane);
        value = again;
    }
    store_fp32(regs, uop, value.lane);
}

hw_uop_fn *const HW_LANE_FUNCTIONS(fmad)[HW_LANES_FMAD_COUNT] = {[HW_LANES_FMAD_FMAD] = fmad};
