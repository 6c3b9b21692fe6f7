/* SPDX-License-Identifier: MIT */
/* Quasirandom numbers as cuRAND has them: Sobol's sequence of 32 or 64 bits in the order of Gray's code, each
 * coordinate of which makes one result.  How bits become results was measured with NVIDIA's generators of the
 * host. */
#ifndef HW_CUDA_RAND_SOBOL_H
#define HW_CUDA_RAND_SOBOL_H

#include "cuda/rand/distribution.h"
#include "cuda/rand/sobol_directions.h"

struct hw_rand_sobol {
    unsigned bits; /* 32 or 64; 0: no such generator */
    bool scrambled;
    unsigned dimensions;
    uint64_t next; /* point */
    uint64_t (*directions)[HW_SOBOL_BITS];
};

enum hw_sobol_outcome { HW_SOBOL_MADE, HW_SOBOL_NO_MEMORY, HW_SOBOL_UNKNOWN };

/* Set the number of dimensions.  Of so many that there are no numbers for them, or no memory, nothing is
 * changed. */
enum hw_sobol_outcome hw_rand_sobol_make(struct hw_rand_sobol *sobol, unsigned dimensions);
void hw_rand_sobol_drop(struct hw_rand_sobol *sobol);
/* All points' first coordinates, then their second ones (CURAND_ORDERING_QUASI_DEFAULT).  `poisson` is for
 * that kind. */
void hw_rand_sobol_fill(struct hw_rand_sobol *sobol, const struct hw_rand_request *request,
                        const struct hw_rand_poisson *poisson, void *results, size_t points);

#endif
