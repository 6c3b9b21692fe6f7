/* SPDX-License-Identifier: MIT */
/* See distribution.h.  Poisson's numbers are those whose sums of probabilities a uniform number reaches. */
#include "cuda/rand/distribution.h"

#include <math.h>
#include <stdlib.h>

#define TAIL_DEVIATIONS 12 /* beyond which a double has no probability left */
#define TAIL_LEAST      60 /* numbers, for small means */

size_t hw_rand_element_bytes(enum hw_rand_element element)
{
    return element == HW_RAND_ELEMENT_DOUBLE || element == HW_RAND_ELEMENT_WIDE ? sizeof(uint64_t)
                                                                                : sizeof(uint32_t);
}

bool hw_rand_is_normal(enum hw_rand_kind kind)
{
    return kind == HW_RAND_NORMAL || kind == HW_RAND_LOG_NORMAL;
}

/* The probability of a number (its logarithm has a sign as a variable of the library, which is not used). */
static double probability(double number, double mean)
{
    int sign;

    return exp(number * log(mean) - mean - lgamma_r(number + 1, &sign));
}

bool hw_rand_poisson_make(struct hw_rand_poisson *poisson, double mean)
{
    const double tail = TAIL_DEVIATIONS * sqrt(mean) + TAIL_LEAST;
    double sum = 0;

    poisson->first = mean > tail ? (uint32_t)(mean - tail) : 0;
    poisson->count = (size_t)(mean + tail) - poisson->first + 1;
    poisson->below = malloc(poisson->count * sizeof *poisson->below);
    if (!poisson->below)
        return false;
    for (size_t i = 0; i < poisson->count; i++)
        poisson->below[i] = sum += probability((double)poisson->first + (double)i, mean);
    return true;
}

void hw_rand_poisson_drop(struct hw_rand_poisson *poisson)
{
    free(poisson->below);
    poisson->below = NULL;
}

uint32_t hw_rand_poisson_of(const struct hw_rand_poisson *poisson, double uniform)
{
    size_t low = 0, high = poisson->count - 1;

    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (poisson->below[middle] < uniform)
            low = middle + 1;
        else
            high = middle;
    }
    return poisson->first + (uint32_t)low;
}
