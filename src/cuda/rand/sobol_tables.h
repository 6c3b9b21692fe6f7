/* SPDX-License-Identifier: MIT */
/* Sobol's numbers as tables of the host, for programs that make points in their own kernels: 32 or 64
 * directions of so many bits for each dimension, and what is added to points of scrambled sequences.
 * Without the authors' file (sobol_file.h) a table has fewer dimensions; memory behind them, where the others
 * would be, cannot be read, so that no program takes it for numbers. */
#ifndef HW_CUDA_RAND_SOBOL_TABLES_H
#define HW_CUDA_RAND_SOBOL_TABLES_H

#include <stdbool.h>

/* `bits` is 32 or 64.  Tables stay until the process ends.  NULL: no memory. */
void *hw_rand_sobol_vectors(unsigned bits, bool scrambled);
void *hw_rand_sobol_constants(unsigned bits);

#endif
