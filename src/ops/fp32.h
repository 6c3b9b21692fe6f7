/* Single precision as the Tesla generation computes it: the scalar reference, one lane at a time.
 *
 * It is not IEEE: denormal operands count as zero and denormal results become zero, every NaN is
 * 0x7fffffff, and a multiply-add truncates the product.  Everything is integer arithmetic on the bit
 * patterns, so no compiler flag, rounding mode or CPU can change a result. */
#ifndef HW_OPS_FP32_H
#define HW_OPS_FP32_H

#include <stdbool.h>
#include <stdint.h>

#define HW_FP32_NAN 0x7fffffffu
#define HW_FP32_INFINITY 0x7f800000u
#define HW_FP32_ONE 0x3f800000u
#define HW_FP32_SIGN 0x80000000u

static inline bool hw_fp32_is_nan(uint32_t x)
{
    return (x & 0x7fffffffu) > HW_FP32_INFINITY;
}

/* A denormal becomes the zero of its sign. */
static inline uint32_t hw_fp32_flush(uint32_t x)
{
    return x & HW_FP32_INFINITY ? x : x & HW_FP32_SIGN;
}

/* Compared with zero, as flags: greater 0, equal Z, less S, not a number Z and S. */
uint32_t hw_fp32_flags(uint32_t x);

/* Into [0, 1]; NaN stays. */
uint32_t hw_fp32_saturate(uint32_t x);

/* `round` is HW_ROUND_RN or HW_ROUND_RZ: the hardware has no other for these two. */
uint32_t hw_fp32_add(uint32_t a, uint32_t b, unsigned round);
uint32_t hw_fp32_mul(uint32_t a, uint32_t b, unsigned round);

/* a * b truncated to 24 bits, plus c rounded to nearest. */
uint32_t hw_fp32_fmad(uint32_t a, uint32_t b, uint32_t c);

uint32_t hw_fp32_min(uint32_t a, uint32_t b);
uint32_t hw_fp32_max(uint32_t a, uint32_t b);

/* Comparison as a mask in the encoding of HW_MOD_CMP: less 1, equal 2, greater 4, unordered 8. */
uint32_t hw_fp32_relation(uint32_t a, uint32_t b);

/* c >= 0 ? a : b, bits unchanged; NaN chooses b. */
uint32_t hw_fp32_slct(uint32_t a, uint32_t b, uint32_t c);

/* Flags of slct, which looks at the bits: Z for a zero, else S for the sign bit. */
uint32_t hw_fp32_slct_flags(uint32_t x);

/* One lane operation of QUADOP: 0 s + c, 1 c - s, 2 s - c, 3 c. */
uint32_t hw_fp32_quadop(uint32_t s, uint32_t c, unsigned operation);

#endif
