/* SPDX-License-Identifier: MIT */
/* What is made of random numbers: the results that a program asks for. */
#ifndef HW_CUDA_RAND_DISTRIBUTION_H
#define HW_CUDA_RAND_DISTRIBUTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Numbers that are asked for. */
enum hw_rand_kind { HW_RAND_BITS, HW_RAND_UNIFORM, HW_RAND_NORMAL, HW_RAND_LOG_NORMAL, HW_RAND_POISSON };
enum hw_rand_element {
    HW_RAND_ELEMENT_UNSIGNED,
    HW_RAND_ELEMENT_FLOAT,
    HW_RAND_ELEMENT_DOUBLE,
    HW_RAND_ELEMENT_WIDE /* unsigned, of 64 bits */
};
struct hw_rand_request {
    enum hw_rand_kind kind;
    enum hw_rand_element element;
    double mean, deviation;
};

size_t hw_rand_element_bytes(enum hw_rand_element element);
/* Whether results come in pairs from pairs of numbers. */
bool hw_rand_is_normal(enum hw_rand_kind kind);

/* The sums of Poisson's distribution where they are between 0 and 1. */
struct hw_rand_poisson {
    uint32_t first; /* the number that below[0] belongs to */
    size_t count;
    double *below; /* the probability of that number or a smaller one */
};

/* False without memory. */
bool hw_rand_poisson_make(struct hw_rand_poisson *poisson, double mean);
void hw_rand_poisson_drop(struct hw_rand_poisson *poisson);
/* The number of a uniform one. */
uint32_t hw_rand_poisson_of(const struct hw_rand_poisson *poisson, double uniform);

#endif
