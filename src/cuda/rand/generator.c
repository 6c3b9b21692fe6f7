/* SPDX-License-Identifier: MIT */
/* See generator.h. */
#include "cuda/rand/generator.h"

#include <math.h>

void hw_rand_rewind(struct curandGenerator_st *generator)
{
    if (generator->source)
        (generator->quasi ? generator->gsl->qrng_free : generator->gsl->rng_free)(generator->source);
    generator->source = NULL;
    hw_rand_streams_drop(&generator->bits);
}

static bool prepare_streams(struct curandGenerator_st *generator)
{
    const struct hw_rand_family *family = generator->bits.family;
    const bool legacy = generator->ordering == CURAND_ORDERING_PSEUDO_LEGACY;

    if (!generator->bits.states)
        hw_rand_streams_start(&generator->bits, legacy ? family->legacy_streams : family->streams,
                              generator->seed, generator->ordering == CURAND_ORDERING_PSEUDO_SEEDED,
                              generator->offset);
    return generator->bits.states != NULL;
}

/* Numbers of the library are skipped one by one. */
static bool prepare_library(struct curandGenerator_st *generator)
{
    const struct hw_gsl *gsl = generator->gsl;
    double point[HW_GSL_SOBOL_DIMENSIONS];

    if (generator->source)
        return true;
    if (generator->quasi)
        generator->source = gsl->qrng_alloc(*gsl->qrng_sobol, generator->dimensions);
    else
        generator->source = gsl->rng_alloc(*gsl->rng_mt19937);
    if (!generator->source)
        return false;
    if (!generator->quasi)
        gsl->rng_set(generator->source,
                     (unsigned long)((generator->seed ^ generator->seed >> 32) & UINT32_MAX));
    for (unsigned long long i = 0; i < generator->offset; i++)
        if (generator->quasi)
            gsl->qrng_get(generator->source, point);
        else
            gsl->rng_get(generator->source);
    return true;
}

/* --- one number --- */

static double draw_pseudo(const struct curandGenerator_st *generator, const struct hw_rand_request *request,
                          const struct hw_rand_poisson *poisson)
{
    const struct hw_gsl *gsl = generator->gsl;

    switch (request->kind) {
    case HW_RAND_BITS: return (double)(gsl->rng_get(generator->source) & UINT32_MAX);
    case HW_RAND_UNIFORM: /* 1 is one of cuRAND's numbers, 0 is not */
        return 1 - gsl->rng_uniform(generator->source);
    case HW_RAND_NORMAL: return request->mean + gsl->gaussian(generator->source, request->deviation);
    case HW_RAND_LOG_NORMAL: return gsl->lognormal(generator->source, request->mean, request->deviation);
    case HW_RAND_POISSON: return hw_rand_poisson_of(poisson, 1 - gsl->rng_uniform(generator->source));
    }
    return 0;
}

/* Of a coordinate of a point of Sobol's sequence. */
static double draw_quasi(const struct hw_gsl *gsl, const struct hw_rand_request *request,
                         const struct hw_rand_poisson *poisson, double coordinate)
{
    switch (request->kind) {
    case HW_RAND_BITS: return floor(coordinate * 4294967296.0);
    case HW_RAND_UNIFORM: return coordinate;
    case HW_RAND_NORMAL: return request->mean + gsl->gaussian_inverse(coordinate, request->deviation);
    case HW_RAND_LOG_NORMAL:
        return exp(request->mean + gsl->gaussian_inverse(coordinate, request->deviation));
    case HW_RAND_POISSON: return hw_rand_poisson_of(poisson, coordinate);
    }
    return 0;
}

static void put(void *numbers, size_t place, enum hw_rand_element element, double value)
{
    switch (element) {
    case HW_RAND_ELEMENT_UNSIGNED: ((uint32_t *)numbers)[place] = (uint32_t)value; break;
    case HW_RAND_ELEMENT_FLOAT: ((float *)numbers)[place] = (float)value; break;
    case HW_RAND_ELEMENT_DOUBLE: ((double *)numbers)[place] = value; break;
    }
}

/* --- many --- */

/* All points' first coordinates come first, then their second ones (CURAND_ORDERING_QUASI_DEFAULT). */
static void fill_quasi(struct curandGenerator_st *generator, const struct hw_rand_request *request,
                       const struct hw_rand_poisson *poisson, void *numbers, size_t points)
{
    double point[HW_GSL_SOBOL_DIMENSIONS] = {0};

    for (size_t i = 0; i < points; i++) {
        generator->gsl->qrng_get(generator->source, point);
        for (unsigned d = 0; d < generator->dimensions; d++)
            put(numbers, d * points + i, request->element,
                draw_quasi(generator->gsl, request, poisson, point[d]));
    }
}

static void fill(struct curandGenerator_st *generator, const struct hw_rand_request *request,
                 const struct hw_rand_poisson *poisson, void *numbers, size_t count)
{
    if (generator->bits.family)
        hw_rand_streams_fill(&generator->bits, request, poisson, numbers, count);
    else if (generator->quasi)
        fill_quasi(generator, request, poisson, numbers, count / generator->dimensions);
    else
        for (size_t i = 0; i < count; i++)
            put(numbers, i, request->element, draw_pseudo(generator, request, poisson));
}

curandStatus_t hw_rand_fill(struct curandGenerator_st *generator, const struct hw_rand_request *request,
                            void *numbers, size_t count)
{
    struct hw_rand_poisson poisson = {0};

    if (!(generator->bits.family ? prepare_streams : prepare_library)(generator))
        return CURAND_STATUS_ALLOCATION_FAILED;
    if (request->kind == HW_RAND_POISSON && !hw_rand_poisson_make(&poisson, request->mean))
        return CURAND_STATUS_ALLOCATION_FAILED;
    fill(generator, request, &poisson, numbers, count);
    hw_rand_poisson_drop(&poisson);
    return CURAND_STATUS_SUCCESS;
}
