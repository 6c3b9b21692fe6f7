/* SPDX-License-Identifier: MIT */
/* A generator of cuRAND, and filling memory with its numbers.
 *
 * XORWOW, MRG32k3a and Philox give cuRAND's own sequences (pseudorandom.h), and so does Sobol (sobol.h).  Of
 * the other pseudorandom generators, the host's Mersenne Twister, and of scrambled Sobol (sobol_scramble.h)
 * the distribution is what cuRAND promises, the sequence is not cuRAND's. */
#ifndef HW_CUDA_RAND_GENERATOR_H
#define HW_CUDA_RAND_GENERATOR_H

#include "cuda/rand/curand.h"
#include "cuda/rand/gsl.h"
#include "cuda/rand/pseudorandom.h"
#include "cuda/rand/sobol.h"

#include <stdbool.h>

struct curandGenerator_st {
    struct curandGenerator_st *next;
    const struct hw_gsl *gsl; /* NULL for cuRAND's own sequences */
    bool of_host;
    unsigned long long seed, offset;
    curandOrdering_t ordering;
    cudaStream_t stream;
    void *source;                /* of the library; NULL: to be made of what is above */
    struct hw_rand_streams bits; /* with a family: cuRAND's own sequence; its states as above */
    struct hw_rand_sobol sobol;  /* with bits: quasirandom */
};

/* Drop what a sequence has, so that it begins anew. */
void hw_rand_rewind(struct curandGenerator_st *generator);
/* Fill memory of the host. */
curandStatus_t hw_rand_fill(struct curandGenerator_st *generator, const struct hw_rand_request *request,
                            void *numbers, size_t count);

#endif
