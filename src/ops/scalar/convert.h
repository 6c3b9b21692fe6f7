/* SPDX-License-Identifier: MIT */
/* Conversions between integers and floating-point numbers of all widths, one lane at a time.
 *
 * Floats become integers that clamp; a NaN becomes 0, or where one of the two is 64 bits wide the integer
 * with only its highest bit set (PTX ISA, cvt). */
#ifndef HW_OPS_SCALAR_CONVERT_H
#define HW_OPS_SCALAR_CONVERT_H

#include <stdbool.h>
#include <stdint.h>

/* What a conversion instruction says. */
struct hw_conversion {
    uint8_t type, type2;   /* enum hw_type: of the result, of the source */
    uint8_t round;         /* enum hw_round */
    uint8_t operand_flags; /* HW_OPERAND_ABS, HW_OPERAND_NEG */
    uint8_t sat;           /* enum hw_fp32_sat; between integers: any but 0 clamps */
    bool integral;
    uint8_t nan; /* F2I: modifier nan: 1 a NaN becomes 0, 2 the highest bit, 0 as the types say */
    bool ftz;    /* single-precision denormals are zeros */
    bool tesla;  /* with Tesla's own faults and signs of zero */
};

/* What a NaN becomes where an instruction does not say it, as modifier nan. */
static inline unsigned hw_nan_of_types(unsigned bits, unsigned source_bits)
{
    return bits == 64 || source_bits == 64 ? 2 : 1;
}

/* Each takes the low bits of `source` that the source type names and returns the result in the low
 * bits; `flags` gets the condition code.  An 8- or 16-bit integer result is sign-extended to 32 bits
 * if its type is signed, so it can be kept as a word or as a half. */
uint64_t hw_convert_i2i(const struct hw_conversion *conversion, uint64_t source, uint32_t *flags);
uint64_t hw_convert_i2f(const struct hw_conversion *conversion, uint64_t source, uint32_t *flags);
uint64_t hw_convert_f2i(const struct hw_conversion *conversion, uint64_t source, uint32_t *flags);
uint64_t hw_convert_f2f(const struct hw_conversion *conversion, uint64_t source, uint32_t *flags);

#endif
