/* SPDX-License-Identifier: MIT */
/* See generator.h. */
#include "cuda/rand/generator.h"

void hw_rand_rewind(struct curandGenerator_st *generator)
{
    if (generator->source)
        generator->gsl->rng_free(generator->source);
    generator->source = NULL;
    hw_rand_streams_drop(&generator->bits);
    generator->sobol.next = generator->offset;
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

static bool prepare_library(struct curandGenerator_st *generator)
{
    const struct hw_gsl *gsl = generator->gsl;

    if (generator->source)
        return true;
    generator->source = gsl->rng_alloc(*gsl->rng_mt19937);
    if (!generator->source)
        return false;
    gsl->rng_set(generator->source, (unsigned long)((generator->seed ^ generator->seed >> 32) & UINT32_MAX));
    return true;
}

static bool prepare(struct curandGenerator_st *generator)
{
    if (generator->bits.family)
        return prepare_streams(generator);
    return generator->sobol.bits || prepare_library(generator);
}

/* --- one number --- */

static double draw(const struct curandGenerator_st *generator, const struct hw_rand_request *request,
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

static void put(void *numbers, size_t place, enum hw_rand_element element, double value)
{
    switch (element) {
    case HW_RAND_ELEMENT_UNSIGNED: ((uint32_t *)numbers)[place] = (uint32_t)value; break;
    case HW_RAND_ELEMENT_FLOAT: ((float *)numbers)[place] = (float)value; break;
    case HW_RAND_ELEMENT_DOUBLE: ((double *)numbers)[place] = value; break;
    case HW_RAND_ELEMENT_WIDE: break; /* of Sobol only */
    }
}

/* --- many --- */

static void fill(struct curandGenerator_st *generator, const struct hw_rand_request *request,
                 const struct hw_rand_poisson *poisson, void *numbers, size_t count)
{
    if (generator->bits.family)
        hw_rand_streams_fill(&generator->bits, request, poisson, numbers, count);
    else if (generator->sobol.bits)
        hw_rand_sobol_fill(&generator->sobol, request, poisson, numbers, count / generator->sobol.dimensions);
    else
        for (size_t i = 0; i < count; i++)
            put(numbers, i, request->element, draw(generator, request, poisson));
}

curandStatus_t hw_rand_fill(struct curandGenerator_st *generator, const struct hw_rand_request *request,
                            void *numbers, size_t count)
{
    struct hw_rand_poisson poisson = {0};

    if (!prepare(generator))
        return CURAND_STATUS_ALLOCATION_FAILED;
    if (request->kind == HW_RAND_POISSON && !hw_rand_poisson_make(&poisson, request->mean))
        return CURAND_STATUS_ALLOCATION_FAILED;
    fill(generator, request, &poisson, numbers, count);
    hw_rand_poisson_drop(&poisson);
    return CURAND_STATUS_SUCCESS;
}
