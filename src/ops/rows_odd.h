/* Sums in double precision that can be rounded once more ("rounding to odd").
 *
 * Where the exact sum is no double, of its two neighbours the odd one is taken.  It stands for all that lies
 * between them, so rounding it to 51 bits or fewer, in whatever way, rounds the exact sum. */
#ifndef HW_OPS_ROWS_ODD_H
#define HW_OPS_ROWS_ODD_H

#include <stdint.h>
#include <string.h>

static inline double odd_sum(double p, double z)
{
    const double sum = p + z, z_part = sum - p, error = (p - (sum - z_part)) + (z - z_part);
    uint64_t bits, error_bits;

    memcpy(&bits, &sum, sizeof bits);
    memcpy(&error_bits, &error, sizeof error_bits);
    /* an even sum steps to its neighbour on the side of the error; infinities make a NaN of the error */
    const uint64_t inexact = (error_bits << 1) - 1 < UINT64_C(0x7ff0000000000000) << 1;
    const uint64_t step = (bits ^ error_bits) >> 63 ? UINT64_MAX : 1;
    const uint64_t odd = bits + (inexact & ~bits ? step : 0);
    double result;

    memcpy(&result, &odd, sizeof result);
    return result;
}

#endif
