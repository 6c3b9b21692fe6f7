/* SPDX-License-Identifier: MIT */
/* Scrambled Sobol sequences.  Each dimension has a random matrix that mixes upper bits of its directions into
 * lower ones (J. Matousek, J. Complexity 14, 527-556, 1998) and a random number that is added to its points.
 * Points are as even as before.  How cuRAND scrambles is not published: its numbers are others. */
#ifndef HW_CUDA_RAND_SOBOL_SCRAMBLE_H
#define HW_CUDA_RAND_SOBOL_SCRAMBLE_H

#include "cuda/rand/sobol_directions.h"

void hw_rand_sobol_scramble(unsigned dimension, uint64_t directions[HW_SOBOL_BITS]);
/* What is added, without carries, to each point. */
uint64_t hw_rand_sobol_shift(unsigned dimension);

#endif
