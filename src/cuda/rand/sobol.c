/* SPDX-License-Identifier: MIT */
/* See sobol.h. */
#include "cuda/rand/sobol.h"

#include "cuda/rand/normal_quantile.h"
#include "cuda/rand/sobol_scramble.h"
#include "cuda/rand/streams_of_bits.h"

#include <math.h>
#include <stdlib.h>

enum hw_sobol_outcome hw_rand_sobol_make(struct hw_rand_sobol *sobol, unsigned dimensions)
{
    uint64_t(*directions)[HW_SOBOL_BITS] = malloc(dimensions * sizeof *directions);

    if (!directions)
        return HW_SOBOL_NO_MEMORY;
    if (!hw_rand_sobol_directions(dimensions, directions)) {
        free(directions);
        return HW_SOBOL_UNKNOWN;
    }
    for (unsigned d = 0; d < dimensions && sobol->scrambled; d++)
        hw_rand_sobol_scramble(d, directions[d]);
    hw_rand_sobol_drop(sobol);
    sobol->directions = directions;
    sobol->dimensions = dimensions;
    return HW_SOBOL_MADE;
}

void hw_rand_sobol_drop(struct hw_rand_sobol *sobol)
{
    free(sobol->directions);
    sobol->directions = NULL;
}

/* --- results of a coordinate: its bits are the upper ones of 64 --- */

static double uniform_double(const struct hw_rand_sobol *sobol, uint64_t x)
{
    return sobol->bits == 64 ? (double)(x >> 11) * 0x1p-53 + 0x1p-54 : (double)((x >> 32) + 1) * 0x1p-32;
}

/* The middle of what the bits stand for. */
static double middle(const struct hw_rand_sobol *sobol, uint64_t x)
{
    return sobol->bits == 64 ? uniform_double(sobol, x) : ((double)(x >> 32) + 0.5) * 0x1p-32;
}

/* Of an upper half, the negative of the lower one's, so that small distances from 1 are exact. */
static double quantile(const struct hw_rand_sobol *sobol, enum hw_rand_element element, uint64_t x)
{
    const uint64_t lower = x >> 63 ? ~x : x;
    const double at =
        element == HW_RAND_ELEMENT_DOUBLE ? middle(sobol, lower) : ((double)(lower >> 32) + 0.5) * 0x1p-32;
    const double below = hw_rand_normal_quantile(at);

    return x >> 63 ? -below : below;
}

static double normal(const struct hw_rand_sobol *sobol, const struct hw_rand_request *request, uint64_t x)
{
    const double result = request->mean + request->deviation * quantile(sobol, request->element, x);

    return request->kind == HW_RAND_NORMAL ? result : exp(result);
}

static double uniform(const struct hw_rand_sobol *sobol, const struct hw_rand_request *request, uint64_t x)
{
    return request->element == HW_RAND_ELEMENT_DOUBLE ? uniform_double(sobol, x)
                                                      : hw_rand_uniform_of_bits((uint32_t)(x >> 32));
}

static void put(void *results, size_t place, enum hw_rand_element element, double value)
{
    if (element == HW_RAND_ELEMENT_DOUBLE)
        ((double *)results)[place] = value;
    else
        ((float *)results)[place] = (float)value;
}

static void put_bits(const struct hw_rand_sobol *sobol, uint64_t x, void *results, size_t place)
{
    if (sobol->bits == 64)
        ((uint64_t *)results)[place] = x;
    else
        ((uint32_t *)results)[place] = (uint32_t)(x >> 32);
}

static void put_result(const struct hw_rand_sobol *sobol, const struct hw_rand_request *request,
                       const struct hw_rand_poisson *poisson, uint64_t x, void *results, size_t place)
{
    switch (request->kind) {
    case HW_RAND_BITS: put_bits(sobol, x, results, place); break;
    case HW_RAND_UNIFORM: put(results, place, request->element, uniform(sobol, request, x)); break;
    case HW_RAND_NORMAL:
    case HW_RAND_LOG_NORMAL: put(results, place, request->element, normal(sobol, request, x)); break;
    case HW_RAND_POISSON: ((uint32_t *)results)[place] = hw_rand_poisson_of(poisson, middle(sobol, x)); break;
    }
}

/* --- points --- */

static uint64_t coordinate(const uint64_t *direction, uint64_t point)
{
    uint64_t x = 0, gray = point ^ point >> 1;

    for (unsigned i = 0; gray; i++, gray >>= 1)
        if (gray & 1)
            x ^= direction[i];
    return x;
}

/* Behind a point, the direction of its lowest zero is added; all ones are followed by zero. */
static unsigned lowest_zero(uint64_t point)
{
    return point == UINT64_MAX ? 63 : (unsigned)__builtin_ctzll(~point);
}

void hw_rand_sobol_fill(struct hw_rand_sobol *sobol, const struct hw_rand_request *request,
                        const struct hw_rand_poisson *poisson, void *results, size_t points)
{
    const uint64_t mask = sobol->bits == 64 ? UINT64_MAX : UINT32_MAX;

    for (unsigned d = 0; d < sobol->dimensions; d++) {
        const uint64_t shift = sobol->scrambled ? hw_rand_sobol_shift(d) : 0;
        uint64_t x = coordinate(sobol->directions[d], sobol->next & mask);
        for (size_t i = 0; i < points; i++) {
            const uint64_t point = (sobol->next + i) & mask;
            put_result(sobol, request, poisson, x ^ shift, results, d * points + i);
            x = point == mask ? 0 : x ^ sobol->directions[d][lowest_zero(point)];
        }
    }
    sobol->next += points;
}
