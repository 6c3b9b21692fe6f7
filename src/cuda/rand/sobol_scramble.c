/* SPDX-License-Identifier: MIT */
/* See sobol_scramble.h. */
#include "cuda/rand/sobol_scramble.h"

/* Random bits for a row of a dimension's matrix: splitmix64's sequence (G. L. Steele, D. Lea, C. H. Flood,
 * OOPSLA 2014), begun with 0. */
static uint64_t random_bits(unsigned dimension, unsigned row)
{
    uint64_t x = ((uint64_t)dimension * (HW_SOBOL_BITS + 1) + row + 1) * 0x9e3779b97f4a7c15;

    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 27) * 0x94d049bb133111eb;
    return x ^ x >> 31;
}

uint64_t hw_rand_sobol_shift(unsigned dimension)
{
    return random_bits(dimension, HW_SOBOL_BITS);
}

/* Row `row` makes that bit, counted from below, of itself and of bits above it. */
void hw_rand_sobol_scramble(unsigned dimension, uint64_t directions[HW_SOBOL_BITS])
{
    uint64_t rows[HW_SOBOL_BITS];

    for (unsigned row = 0; row < HW_SOBOL_BITS; row++)
        rows[row] = (random_bits(dimension, row) << 1 | 1) << row;
    for (unsigned i = 0; i < HW_SOBOL_BITS; i++) {
        uint64_t mixed = 0;
        for (unsigned row = 0; row < HW_SOBOL_BITS; row++)
            mixed |= (uint64_t)__builtin_parityll(rows[row] & directions[i]) << row;
        directions[i] = mixed;
    }
}
