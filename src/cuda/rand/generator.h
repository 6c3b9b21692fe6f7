/* SPDX-License-Identifier: MIT */
/* A generator of cuRAND, and filling memory with its numbers.
 *
 * XORWOW, MRG32k3a and Philox give cuRAND's own sequences (pseudorandom.h).  The other pseudorandom
 * generators are the host's Mersenne Twister: their distribution is what cuRAND promises, their sequence is
 * not cuRAND's.  Quasirandom numbers are Sobol's, in up to as many dimensions as the host's library has. */
#ifndef HW_CUDA_RAND_GENERATOR_H
#define HW_CUDA_RAND_GENERATOR_H

#include "cuda/rand/curand.h"
#include "cuda/rand/gsl.h"
#include "cuda/rand/pseudorandom.h"

#include <stdbool.h>

struct curandGenerator_st {
    struct curandGenerator_st *next;
    const struct hw_gsl *gsl; /* NULL for cuRAND's own sequences */
    bool quasi, of_host;
    unsigned dimensions; /* of a quasirandom one */
    unsigned long long seed, offset;
    curandOrdering_t ordering;
    cudaStream_t stream;
    void *source;                /* of the library; NULL: to be made of what is above */
    struct hw_rand_streams bits; /* with a family: cuRAND's own sequence; its states as above */
};

/* Drop what a sequence has, so that it begins anew. */
void hw_rand_rewind(struct curandGenerator_st *generator);
/* Fill memory of the host. */
curandStatus_t hw_rand_fill(struct curandGenerator_st *generator, const struct hw_rand_request *request,
                            void *numbers, size_t count);

#endif
