/* SPDX-License-Identifier: MIT */
/* Single precision: the scalar reference, one lane at a time.
 *
 * Every NaN that comes out is 0x7fffffff (CUDA C Programming Guide, floating-point standard; PTX ISA).  Add,
 * multiply and fused multiply-add are IEEE 754 with what the instruction says of denormals; Tesla always
 * flushes them, and its multiply-add truncates the product.  Everything is integer arithmetic on the bit
 * patterns, so no compiler flag, rounding mode or CPU can change a result. */
#ifndef HW_OPS_SCALAR_FP32_H
#define HW_OPS_SCALAR_FP32_H

#include <stdbool.h>
#include <stdint.h>

#define HW_FP32_NAN      0x7fffffffu
#define HW_FP32_INFINITY 0x7f800000u
#define HW_FP32_ONE      0x3f800000u
#define HW_FP32_SIGN     0x80000000u

/* A comparison of signed words: AVX2 has no other. */
static inline bool hw_fp32_is_nan(uint32_t x)
{
    return (int32_t)(x | HW_FP32_SIGN) > (int32_t)(HW_FP32_INFINITY | HW_FP32_SIGN);
}

static inline bool hw_fp32_is_zero(uint32_t x)
{
    return (x & ~HW_FP32_SIGN) == 0;
}

/* A denormal becomes the zero of its sign. */
static inline uint32_t hw_fp32_flush(uint32_t x)
{
    return x & HW_FP32_INFINITY ? x : x & HW_FP32_SIGN;
}

/* Compared with zero, as flags: greater 0, equal Z, less S, not a number Z and S. */
uint32_t hw_fp32_flags(uint32_t x);

/* Into [0, 1].  A NaN stays on Tesla; later it becomes 0 (PTX ISA, .sat).  RELU, of halves, only lifts what
 * is negative to +0 and keeps a NaN (PTX ISA, fma.relu). */
enum hw_fp32_sat { HW_SAT_NONE = 0, HW_SAT_KEEPS_NAN, HW_SAT_CLEARS_NAN, HW_SAT_RELU };
uint32_t hw_fp32_saturate(uint32_t x, unsigned sat);

/* What is done with denormals: modifier ftz. */
enum hw_fp32_ftz {
    HW_FTZ_NONE = 0,
    HW_FTZ_FLUSH,
    HW_FTZ_MULTIPLY /* flushed, and a product with a zero is +0 even of an infinity or a NaN (Mesa: fmulz) */
};

/* What an instruction says of its arithmetic; Tesla's adder and multiplier are { round, HW_FTZ_FLUSH, 0 }. */
struct hw_fp32_mode {
    uint8_t round, ftz; /* enum hw_round, enum hw_fp32_ftz */
    int8_t scale;       /* a product is multiplied by 2^scale before it is rounded */
};
uint32_t hw_fp32_add(uint32_t a, uint32_t b, struct hw_fp32_mode mode);
uint32_t hw_fp32_mul(uint32_t a, uint32_t b, struct hw_fp32_mode mode);
uint32_t hw_fp32_fma(uint32_t a, uint32_t b, uint32_t c, struct hw_fp32_mode mode);

/* Tesla: a * b truncated to 24 bits, plus c rounded to nearest. */
uint32_t hw_fp32_fmad(uint32_t a, uint32_t b, uint32_t c);

/* Of two numbers; a NaN loses, and -0 is less than +0. */
uint32_t hw_fp32_min(uint32_t a, uint32_t b, bool flush);
uint32_t hw_fp32_max(uint32_t a, uint32_t b, bool flush);

/* Comparison as a mask in the encoding of HW_MOD_CMP: less 1, equal 2, greater 4, unordered 8. */
uint32_t hw_fp32_relation(uint32_t a, uint32_t b, bool flush);

/* FCHK: may a / b by reciprocal, Newton step and remainder go wrong?  Operands that are no normal numbers,
 * quotients near the ends of the range, reciprocals that would be denormal, remainders that might lose bits.
 * The chip's own limits are not public; these are wide enough for denormals flushed or not, and the slow way
 * is always right. */
static inline bool hw_fp32_divides_badly(uint32_t a, uint32_t b)
{
    const int32_t of_a = (int32_t)(a >> 23 & 255), of_b = (int32_t)(b >> 23 & 255), of_quotient = of_a - of_b;

    return of_a < 48 || of_a > 254 || of_b < 1 || of_b > 252 || of_quotient < -125 || of_quotient > 126;
}

/* c >= 0 ? a : b, bits unchanged; NaN chooses b. */
uint32_t hw_fp32_slct(uint32_t a, uint32_t b, uint32_t c);

/* Flags of slct, which looks at the bits: Z for a zero, else S for the sign bit. */
uint32_t hw_fp32_slct_flags(uint32_t x);

/* One lane operation of QUADOP and FSWZADD: 0 s + c, 1 c - s, 2 s - c, 3 c. */
uint32_t hw_fp32_quadop(uint32_t s, uint32_t c, unsigned operation, struct hw_fp32_mode mode);

#endif
