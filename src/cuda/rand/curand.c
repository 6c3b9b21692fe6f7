/* SPDX-License-Identifier: MIT */
/* The interface of cuRAND: generators, and calls. */
#include "cuda/core/cuda_core.h"
#include "cuda/core/log/stubs.h"
#include "cuda/rand/curand_call.h"
#include "cuda/rand/generator.h"

#include <stdlib.h>

#define LAMBDA_MOST 400000.0

static struct curandGenerator_st *generators;

static struct curandGenerator_st **find(curandGenerator_t generator)
{
    struct curandGenerator_st **place = &generators;

    while (*place && *place != generator)
        place = &(*place)->next;
    return place;
}

/* --- generators --- */

struct rand_type {
    curandRngType_t type;
    unsigned sobol_bits; /* of a quasirandom one */
    bool scrambled;
    const struct hw_rand_family *family; /* NULL of others: of the host's library */
};

static const struct rand_type types[] = {
    {.type = CURAND_RNG_PSEUDO_DEFAULT, .family = &hw_rand_xorwow},
    {.type = CURAND_RNG_PSEUDO_XORWOW, .family = &hw_rand_xorwow},
    {.type = CURAND_RNG_PSEUDO_MRG32K3A, .family = &hw_rand_mrg32k3a},
    {.type = CURAND_RNG_PSEUDO_PHILOX4_32_10, .family = &hw_rand_philox},
    {.type = CURAND_RNG_PSEUDO_MTGP32},
    {.type = CURAND_RNG_PSEUDO_MT19937},
    {.type = CURAND_RNG_QUASI_DEFAULT, .sobol_bits = 32},
    {.type = CURAND_RNG_QUASI_SOBOL32, .sobol_bits = 32},
    {.type = CURAND_RNG_QUASI_SCRAMBLED_SOBOL32, .sobol_bits = 32, .scrambled = true},
    {.type = CURAND_RNG_QUASI_SOBOL64, .sobol_bits = 64},
    {.type = CURAND_RNG_QUASI_SCRAMBLED_SOBOL64, .sobol_bits = 64, .scrambled = true},
};

static const struct rand_type *find_type(curandRngType_t type)
{
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (types[i].type == type)
            return &types[i];
    return NULL;
}

static curandStatus_t create(curandGenerator_t *generator, curandRngType_t number, bool of_host)
{
    const struct rand_type *type = find_type(number);

    if (!generator || !type)
        return CURAND_STATUS_TYPE_ERROR;
    const bool needs_library = !type->family && !type->sobol_bits;
    const struct hw_gsl *gsl = needs_library ? hw_gsl_get() : NULL;
    if (needs_library && !gsl)
        return CURAND_STATUS_INITIALIZATION_FAILED;
    struct curandGenerator_st *made = calloc(1, sizeof *made);
    if (!made)
        return CURAND_STATUS_ALLOCATION_FAILED;
    made->gsl = gsl;
    made->bits.family = type->family;
    made->sobol.bits = type->sobol_bits;
    made->sobol.scrambled = type->scrambled;
    if (type->sobol_bits && hw_rand_sobol_make(&made->sobol, 1) != HW_SOBOL_MADE) {
        free(made);
        return CURAND_STATUS_ALLOCATION_FAILED;
    }
    made->ordering = type->sobol_bits ? CURAND_ORDERING_QUASI_DEFAULT : CURAND_ORDERING_PSEUDO_DEFAULT;
    made->of_host = of_host;
    made->next = generators;
    generators = *generator = made;
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandCreateGenerator(curandGenerator_t *generator, curandRngType_t type)
{
    return hw_rand_leave(__func__, hw_cuda_enter() ? create(generator, type, false)
                                                   : CURAND_STATUS_INITIALIZATION_FAILED);
}

curandStatus_t curandCreateGeneratorHost(curandGenerator_t *generator, curandRngType_t type)
{
    LOCKED_CALL(create(generator, type, true));
}

static curandStatus_t destroy(curandGenerator_t generator)
{
    struct curandGenerator_st **place = find(generator);

    if (!*place)
        return CURAND_STATUS_NOT_INITIALIZED;
    *place = generator->next;
    hw_rand_rewind(generator);
    hw_rand_sobol_drop(&generator->sobol);
    free(generator);
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandDestroyGenerator(curandGenerator_t generator)
{
    LOCKED_CALL(destroy(generator));
}

curandStatus_t curandGetVersion(int *version)
{
    if (version)
        *version = hw_rand_version;
    LOCKED_CALL(version ? CURAND_STATUS_SUCCESS : CURAND_STATUS_OUT_OF_RANGE);
}

/* A version is 1000 times the major number and 10 times the minor one. */
static curandStatus_t get_property(int property, int *value)
{
    static const int divisor[] = {1000, 10, 1};

    if (!value || property < 0 || property >= (int)(sizeof divisor / sizeof *divisor))
        return CURAND_STATUS_OUT_OF_RANGE;
    *value = hw_rand_version / divisor[property] % 100;
    if (property == 2)
        *value %= 10;
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandGetProperty(int property, int *value)
{
    LOCKED_CALL(get_property(property, value));
}

/* --- what a generator has --- */

static curandStatus_t set_stream(curandGenerator_t generator, cudaStream_t stream)
{
    if (!*find(generator))
        return CURAND_STATUS_NOT_INITIALIZED;
    generator->stream = stream;
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandSetStream(curandGenerator_t generator, cudaStream_t stream)
{
    LOCKED_CALL(set_stream(generator, stream));
}

static curandStatus_t set_seed(curandGenerator_t generator, unsigned long long seed)
{
    if (!*find(generator))
        return CURAND_STATUS_NOT_INITIALIZED;
    if (generator->sobol.bits)
        return CURAND_STATUS_TYPE_ERROR;
    generator->seed = seed;
    hw_rand_rewind(generator);
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandSetPseudoRandomGeneratorSeed(curandGenerator_t generator, unsigned long long seed)
{
    LOCKED_CALL(set_seed(generator, seed));
}

/* Mersenne Twisters have no offset, in cuRAND either. */
static curandStatus_t set_offset(curandGenerator_t generator, unsigned long long offset)
{
    if (!*find(generator))
        return CURAND_STATUS_NOT_INITIALIZED;
    if (!generator->bits.family && !generator->sobol.bits)
        return CURAND_STATUS_TYPE_ERROR;
    generator->offset = offset;
    hw_rand_rewind(generator);
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandSetGeneratorOffset(curandGenerator_t generator, unsigned long long offset)
{
    LOCKED_CALL(set_offset(generator, offset));
}

/* Whether a generator has an order.  The dynamic one, which only devices have, promises no sequence. */
static bool has_order(const struct curandGenerator_st *generator, curandOrdering_t order)
{
    const struct hw_rand_family *family = generator->bits.family;

    if (generator->sobol.bits)
        return order == CURAND_ORDERING_QUASI_DEFAULT;
    switch (order) {
    case CURAND_ORDERING_PSEUDO_BEST:
    case CURAND_ORDERING_PSEUDO_DEFAULT:
    case CURAND_ORDERING_PSEUDO_LEGACY: return true;
    case CURAND_ORDERING_PSEUDO_SEEDED: return !family || family->seeded;
    case CURAND_ORDERING_PSEUDO_DYNAMIC: return !generator->of_host;
    default: return false;
    }
}

static curandStatus_t set_ordering(curandGenerator_t generator, curandOrdering_t order)
{
    if (!*find(generator))
        return CURAND_STATUS_NOT_INITIALIZED;
    if (!has_order(generator, order))
        return CURAND_STATUS_OUT_OF_RANGE;
    generator->ordering = order;
    hw_rand_rewind(generator);
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandSetGeneratorOrdering(curandGenerator_t generator, curandOrdering_t order)
{
    LOCKED_CALL(set_ordering(generator, order));
}

static curandStatus_t set_dimensions(curandGenerator_t generator, unsigned dimensions)
{
    if (!*find(generator))
        return CURAND_STATUS_NOT_INITIALIZED;
    if (!generator->sobol.bits)
        return CURAND_STATUS_TYPE_ERROR;
    if (dimensions < 1 || dimensions > HW_SOBOL_DIMENSIONS)
        return CURAND_STATUS_OUT_OF_RANGE;
    const enum hw_sobol_outcome outcome = hw_rand_sobol_make(&generator->sobol, dimensions);
    if (outcome == HW_SOBOL_MADE)
        hw_rand_rewind(generator);
    return outcome == HW_SOBOL_MADE        ? CURAND_STATUS_SUCCESS
           : outcome == HW_SOBOL_NO_MEMORY ? CURAND_STATUS_ALLOCATION_FAILED
                                           : CURAND_STATUS_OUT_OF_RANGE;
}

curandStatus_t curandSetQuasiRandomGeneratorDimensions(curandGenerator_t generator, unsigned dimensions)
{
    LOCKED_CALL(set_dimensions(generator, dimensions));
}

/* --- numbers --- */

/* Work in a generator's stream.  It goes on with the sequence, also each time that a graph does it. */
struct rand_work {
    curandGenerator_t generator;
    struct hw_rand_request request;
    void *numbers;
    size_t count;
};

static cudaError_t fill_device(void *data)
{
    const struct rand_work *work = data;
    const size_t bytes = work->count * hw_rand_element_bytes(work->request.element);
    void *host = hw_cuda_device_memory(work->numbers, bytes);

    if (!host || !*find(work->generator))
        return cudaErrorInvalidValue;
    return hw_rand_fill(work->generator, &work->request, host, work->count) == CURAND_STATUS_SUCCESS
               ? cudaSuccess
               : cudaErrorMemoryAllocation;
}

/* Results that must be whole in number. */
static unsigned group_of(const struct curandGenerator_st *generator, const struct hw_rand_request *request)
{
    if (generator->sobol.bits)
        return generator->sobol.dimensions;
    return generator->bits.family && generator->bits.family->block == 1 && hw_rand_is_normal(request->kind)
               ? 2
               : 1;
}

static curandStatus_t generate(curandGenerator_t generator, const struct hw_rand_request *request,
                               void *numbers, size_t count)
{
    const size_t element = hw_rand_element_bytes(request->element);

    if (request->kind == HW_RAND_BITS &&
        (request->element == HW_RAND_ELEMENT_WIDE) != (generator->sobol.bits == 64))
        return CURAND_STATUS_TYPE_ERROR; /* 64 bits are of sequences of so many */
    if (request->kind == HW_RAND_POISSON && !(request->mean > 0 && request->mean <= LAMBDA_MOST))
        return CURAND_STATUS_OUT_OF_RANGE;
    if (count % group_of(generator, request) != 0)
        return CURAND_STATUS_LENGTH_NOT_MULTIPLE;
    if (count == 0)
        return CURAND_STATUS_SUCCESS;
    if (!numbers || count > SIZE_MAX / element)
        return CURAND_STATUS_LAUNCH_FAILURE;
    if (generator->of_host)
        return hw_rand_fill(generator, request, numbers, count);
    struct rand_work work = {generator, *request, numbers, count};
    if (!hw_cuda_device_memory(numbers, count * element) ||
        hw_cuda_work(generator->stream, fill_device, &work, sizeof work) != cudaSuccess)
        return CURAND_STATUS_LAUNCH_FAILURE;
    return CURAND_STATUS_SUCCESS;
}

/* Begin a call that makes numbers.  A generator of the host needs no device that works. */
static curandStatus_t begin(curandGenerator_t generator)
{
    const bool works = hw_cuda_enter();

    if (!*find(generator))
        return CURAND_STATUS_NOT_INITIALIZED;
    return works || generator->of_host ? CURAND_STATUS_SUCCESS : CURAND_STATUS_PREEXISTING_FAILURE;
}

/* The body of such a function. */
#define GENERATE_CALL(kind, element, mean, deviation)                        \
    const struct hw_rand_request request = {kind, element, mean, deviation}; \
    const curandStatus_t status = begin(generator);                          \
    return hw_rand_leave(                                                    \
        __func__, status == CURAND_STATUS_SUCCESS ? generate(generator, &request, numbers, count) : status)

curandStatus_t curandGenerate(curandGenerator_t generator, unsigned *numbers, size_t count)
{
    GENERATE_CALL(HW_RAND_BITS, HW_RAND_ELEMENT_UNSIGNED, 0, 0);
}

curandStatus_t curandGenerateLongLong(curandGenerator_t generator, unsigned long long *numbers, size_t count)
{
    GENERATE_CALL(HW_RAND_BITS, HW_RAND_ELEMENT_WIDE, 0, 0);
}

curandStatus_t curandGenerateUniform(curandGenerator_t generator, float *numbers, size_t count)
{
    GENERATE_CALL(HW_RAND_UNIFORM, HW_RAND_ELEMENT_FLOAT, 0, 0);
}

curandStatus_t curandGenerateUniformDouble(curandGenerator_t generator, double *numbers, size_t count)
{
    GENERATE_CALL(HW_RAND_UNIFORM, HW_RAND_ELEMENT_DOUBLE, 0, 0);
}

curandStatus_t curandGenerateNormal(curandGenerator_t generator, float *numbers, size_t count, float mean,
                                    float deviation)
{
    GENERATE_CALL(HW_RAND_NORMAL, HW_RAND_ELEMENT_FLOAT, mean, deviation);
}

curandStatus_t curandGenerateNormalDouble(curandGenerator_t generator, double *numbers, size_t count,
                                          double mean, double deviation)
{
    GENERATE_CALL(HW_RAND_NORMAL, HW_RAND_ELEMENT_DOUBLE, mean, deviation);
}

curandStatus_t curandGenerateLogNormal(curandGenerator_t generator, float *numbers, size_t count, float mean,
                                       float deviation)
{
    GENERATE_CALL(HW_RAND_LOG_NORMAL, HW_RAND_ELEMENT_FLOAT, mean, deviation);
}

curandStatus_t curandGenerateLogNormalDouble(curandGenerator_t generator, double *numbers, size_t count,
                                             double mean, double deviation)
{
    GENERATE_CALL(HW_RAND_LOG_NORMAL, HW_RAND_ELEMENT_DOUBLE, mean, deviation);
}

curandStatus_t curandGeneratePoisson(curandGenerator_t generator, unsigned *numbers, size_t count,
                                     double lambda)
{
    GENERATE_CALL(HW_RAND_POISSON, HW_RAND_ELEMENT_UNSIGNED, lambda, 0);
}

/* Seeds are made when the first numbers are. */
curandStatus_t curandGenerateSeeds(curandGenerator_t generator)
{
    LOCKED_CALL(*find(generator) ? CURAND_STATUS_SUCCESS : CURAND_STATUS_NOT_INITIALIZED);
}

/* A name of NVIDIA's library that nobody has written (tools/exportgen). */
int hw_rand_missing(const char *library, const char *name, unsigned char *told)
{
    return hw_cuda_missing(library, name, CURAND_STATUS_INTERNAL_ERROR, told);
}
