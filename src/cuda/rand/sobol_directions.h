/* SPDX-License-Identifier: MIT */
/* Direction numbers of Sobol's sequence as cuRAND has them: those of Joe and Kuo's list.  The first
 * dimensions are built in, the others are read from the authors' file. */
#ifndef HW_CUDA_RAND_SOBOL_DIRECTIONS_H
#define HW_CUDA_RAND_SOBOL_DIRECTIONS_H

#include <stdbool.h>
#include <stdint.h>

#define HW_SOBOL_BITS       64
#define HW_SOBOL_DIMENSIONS 20000 /* as many as cuRAND has */
#define HW_SOBOL_BUILT_IN   21    /* of them, with the first one, which needs no numbers */

/* Bit 63 of a direction is its half.  A sequence of 32 bits has the upper halves.  False, and told: there are
 * no numbers for so many dimensions. */
bool hw_rand_sobol_directions(unsigned dimensions, uint64_t (*directions)[HW_SOBOL_BITS]);

#endif
