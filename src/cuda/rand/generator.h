/* SPDX-License-Identifier: MIT */
/* A generator of cuRAND, and filling memory with its numbers.
 *
 * Pseudorandom numbers of every kind are the host's Mersenne Twister: their distribution is what cuRAND
 * promises, their sequence is not cuRAND's.  Quasirandom ones are Sobol's, in up to as many dimensions as the
 * host's library has. */
#ifndef HW_CUDA_RAND_GENERATOR_H
#define HW_CUDA_RAND_GENERATOR_H

#include "cuda/rand/curand.h"
#include "cuda/rand/gsl.h"

#include <stdbool.h>

struct curandGenerator_st {
    struct curandGenerator_st *next;
    const struct hw_gsl *gsl;
    bool quasi, of_host;
    unsigned dimensions; /* of a quasirandom one */
    unsigned long long seed, offset;
    void *source; /* of the library; NULL: to be made of what is above */
};

/* Numbers that are asked for. */
enum hw_rand_kind { HW_RAND_BITS, HW_RAND_UNIFORM, HW_RAND_NORMAL, HW_RAND_LOG_NORMAL, HW_RAND_POISSON };
enum hw_rand_element { HW_RAND_ELEMENT_UNSIGNED, HW_RAND_ELEMENT_FLOAT, HW_RAND_ELEMENT_DOUBLE };
struct hw_rand_request {
    enum hw_rand_kind kind;
    enum hw_rand_element element;
    double mean, deviation;
};

/* Drop the library's part, so that the sequence begins anew. */
void hw_rand_rewind(struct curandGenerator_st *generator);
/* Fill memory of the host. */
curandStatus_t hw_rand_fill(struct curandGenerator_st *generator, const struct hw_rand_request *request,
                            void *numbers, size_t count);
size_t hw_rand_element_bytes(enum hw_rand_element element);

#endif
