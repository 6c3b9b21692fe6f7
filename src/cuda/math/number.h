/* SPDX-License-Identifier: MIT */
/* Numbers of arrays by their cudaDataType, for math libraries whose loops do not care which type an array
 * has: each is a complex double while it is computed with.  That holds every type but 64-bit integers
 * exactly. */
#ifndef HW_CUDA_MATH_NUMBER_H
#define HW_CUDA_MATH_NUMBER_H

#include <complex.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* cudaDataType's numbers (CUDA's library_types.h). */
enum hw_number_type {
    HW_NUMBER_R32F = 0,
    HW_NUMBER_R64F = 1,
    HW_NUMBER_R16F = 2,
    HW_NUMBER_R8I = 3,
    HW_NUMBER_C32F = 4,
    HW_NUMBER_C64F = 5,
    HW_NUMBER_C16F = 6,
    HW_NUMBER_R32I = 10,
    HW_NUMBER_R16BF = 14,
    HW_NUMBER_C16BF = 15
};

typedef double _Complex hw_number;

#pragma GCC visibility push(default)

/* Bytes of a number; 0 for a type that is not of these. */
size_t hw_number_bytes(int type);
bool hw_number_is_complex(int type);
/* The type of the real part. */
int hw_number_real_type(int type);

hw_number hw_number_load(int type, const void *numbers, size_t index);
/* Rounded to nearest; integers are cut to what they hold. */
void hw_number_store(int type, void *numbers, size_t index, hw_number value);

#pragma GCC visibility pop

/* CMPLX of C11, that clang of 2022 lacks. */
static inline hw_number hw_number_of(double real, double imaginary)
{
    return __builtin_complex(real, imaginary);
}

/* Products and quotients in which numbers that are real stay so, whatever infinities there are. */
static inline hw_number hw_number_times(hw_number a, hw_number b)
{
    if (cimag(a) == 0 && cimag(b) == 0)
        return creal(a) * creal(b);
    return hw_number_of(creal(a) * creal(b) - cimag(a) * cimag(b), creal(a) * cimag(b) + cimag(a) * creal(b));
}

/* factor * number, where what a factor of 0 multiplies does not count (scaled.h). */
static inline hw_number hw_number_scaled(hw_number factor, hw_number number)
{
    return factor == 0 ? 0 : hw_number_times(factor, number);
}

static inline hw_number hw_number_over(hw_number a, hw_number b)
{
    return cimag(a) == 0 && cimag(b) == 0 ? (hw_number)(creal(a) / creal(b)) : a / b;
}

#endif
