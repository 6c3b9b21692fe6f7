/* SPDX-License-Identifier: MIT */
/* See generator.h. */
#include "cuda/rand/generator.h"

#include <math.h>

size_t hw_rand_element_bytes(enum hw_rand_element element)
{
    return element == HW_RAND_ELEMENT_DOUBLE ? sizeof(double) : sizeof(float);
}

void hw_rand_rewind(struct curandGenerator_st *generator)
{
    if (generator->source)
        (generator->quasi ? generator->gsl->qrng_free : generator->gsl->rng_free)(generator->source);
    generator->source = NULL;
}

static bool prepare(struct curandGenerator_st *generator)
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

static double draw_pseudo(const struct curandGenerator_st *generator, const struct hw_rand_request *request)
{
    const struct hw_gsl *gsl = generator->gsl;

    switch (request->kind) {
    case HW_RAND_BITS: return (double)(gsl->rng_get(generator->source) & UINT32_MAX);
    case HW_RAND_UNIFORM: /* 1 is one of cuRAND's numbers, 0 is not */
        return 1 - gsl->rng_uniform(generator->source);
    case HW_RAND_NORMAL: return request->mean + gsl->gaussian(generator->source, request->deviation);
    case HW_RAND_LOG_NORMAL: return gsl->lognormal(generator->source, request->mean, request->deviation);
    case HW_RAND_POISSON: return gsl->poisson(generator->source, request->mean);
    }
    return 0;
}

/* Of a coordinate of a point of Sobol's sequence. */
static double draw_quasi(const struct hw_gsl *gsl, const struct hw_rand_request *request, double coordinate)
{
    switch (request->kind) {
    case HW_RAND_BITS: return floor(coordinate * 4294967296.0);
    case HW_RAND_UNIFORM: return coordinate;
    case HW_RAND_NORMAL: return request->mean + gsl->gaussian_inverse(coordinate, request->deviation);
    case HW_RAND_LOG_NORMAL:
        return exp(request->mean + gsl->gaussian_inverse(coordinate, request->deviation));
    case HW_RAND_POISSON: break;
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
                       void *numbers, size_t points)
{
    double point[HW_GSL_SOBOL_DIMENSIONS] = {0};

    for (size_t i = 0; i < points; i++) {
        generator->gsl->qrng_get(generator->source, point);
        for (unsigned d = 0; d < generator->dimensions; d++)
            put(numbers, d * points + i, request->element, draw_quasi(generator->gsl, request, point[d]));
    }
}

curandStatus_t hw_rand_fill(struct curandGenerator_st *generator, const struct hw_rand_request *request,
                            void *numbers, size_t count)
{
    if (!prepare(generator))
        return CURAND_STATUS_ALLOCATION_FAILED;
    if (generator->quasi)
        fill_quasi(generator, request, numbers, count / generator->dimensions);
    else
        for (size_t i = 0; i < count; i++)
            put(numbers, i, request->element, draw_pseudo(generator, request));
    return CURAND_STATUS_SUCCESS;
}
