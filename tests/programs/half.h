/* SPDX-License-Identifier: MIT */
/* Binary16 on the host: numbers in and out, arithmetic with one rounding. */
#ifndef HW_TESTS_PROGRAMS_HALF_H
#define HW_TESTS_PROGRAMS_HALF_H

#include <stdint.h>

double half_value(uint32_t half); /* of the low 16 bits */
uint32_t half_from(int mode, double value);
uint32_t half_from_flushed(double value); /* to nearest even with .ftz, see rounding.h */
uint32_t half_fma(uint32_t a, uint32_t b, uint32_t c);

/* A denormal operand as zero, and results between 0 and 1. */
uint32_t half_flush(uint32_t half);
uint32_t half_saturate(uint32_t half);

#endif
