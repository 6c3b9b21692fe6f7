/* SPDX-License-Identifier: MIT */
/* IEEE arithmetic of the host in any of the four roundings of PTX (.rn .rz .rm .rp), and what PTX adds to
 * it. */
#ifndef HW_TESTS_PROGRAMS_ROUNDING_H
#define HW_TESTS_PROGRAMS_ROUNDING_H

#include <stdint.h>

enum { ROUNDINGS = 4 };
extern const int rounding_modes[ROUNDINGS]; /* FE_* of .rn .rz .rm .rp */

float add32(int mode, float a, float b);
float mul32(int mode, float a, float b);
float fma32(int mode, float a, float b, float c);
float div32(int mode, float a, float b);
float sqrt32(int mode, float a);

double add64(int mode, double a, double b);
double mul64(int mode, double a, double b);
double fma64(int mode, double a, double b, double c);
double div64(int mode, double a, double b);
double sqrt64(int mode, double a);

/* Conversions. */
float narrow32(int mode, double a);
float from_signed32(int mode, int64_t a);
float from_unsigned32(int mode, uint64_t a);
double from_signed64(int mode, int64_t a);
double from_unsigned64(int mode, uint64_t a);
/* A float to an integer of 1 to 64 bits as PTX does it: out of range gives the nearest number there is,
 * NaN 0. */
uint64_t to_integer(int mode, double a, unsigned bits, int is_signed);
/* An integral value in the same format. */
double integral(int mode, double a);

/* .ftz: a denormal operand counts as zero; a result is rounded as if exponents had no end, and is zero if it
 * is then less than the least normal number.  (Hardware-tested on the G80 for add and mul.) */
float flush(float a);
float narrow32_flushed(int mode, double a);
float mul32_flushed(int mode, float a, float b);
float fma32_flushed(int mode, float a, float b, float c);
float div32_flushed(float a, float b);

/* a * b + c in binary64, with the last bit set where digits were lost: rounding it again to a narrower format
 * rounds a * b + c once. */
double fma_odd(double a, double b, double c);

/* .sat */
float saturate32(float a);

#endif
