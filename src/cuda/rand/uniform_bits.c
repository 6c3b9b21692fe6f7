/* SPDX-License-Identifier: MIT */
/* Random bits as uniform numbers, for generators whose bits are all random: the middle of the interval that
 * the bits name. */
#include "cuda/rand/streams_of_bits.h"

#define PER_BIT   2.3283064e-10f /* 2^-32 */
#define PER_ANGLE (PER_BIT * 6.2831855f)

uint32_t hw_rand_all_bits(uint32_t number)
{
    return number;
}

float hw_rand_uniform_of_bits(uint32_t bits)
{
    return (float)bits * PER_BIT + PER_BIT / 2;
}

float hw_rand_angle_of_bits(uint32_t bits)
{
    return (float)bits * PER_ANGLE + PER_ANGLE / 2;
}

/* 53 of the bits. */
double hw_rand_uniform_of_two(const uint32_t *bits)
{
    return (double)(bits[0] ^ (uint64_t)bits[1] << 21) * 0x1p-53 + 0x1p-54;
}
