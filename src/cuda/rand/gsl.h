/* SPDX-License-Identifier: MIT */
/* The GNU Scientific Library of the host: its random numbers, found at run time.  Arguments are those of its
 * reference manual ("Random Number Generation", "Random Number Distributions"); its
 * structures are void here. */
#ifndef HW_CUDA_RAND_GSL_H
#define HW_CUDA_RAND_GSL_H

struct hw_gsl {
    void **rng_mt19937; /* a variable that names a kind */
    void *(*rng_alloc)(void *kind);
    void (*rng_set)(void *rng, unsigned long seed);
    unsigned long (*rng_get)(void *rng);
    double (*rng_uniform)(void *rng); /* from 0 on, less than 1 */
    void (*rng_free)(void *rng);
    double (*gaussian)(void *rng, double deviation);
    double (*lognormal)(void *rng, double mean, double deviation);
};

/* NULL where it is not installed: a sentence has been printed then. */
const struct hw_gsl *hw_gsl_get(void);

#endif
