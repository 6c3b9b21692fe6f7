/* SPDX-License-Identifier: MIT */
/* A pseudo-random number generator, SplitMix64, gives the same numbers in every run. */
#ifndef HW_TESTS_SPLITMIX_H
#define HW_TESTS_SPLITMIX_H

#include <stdint.h>

/* The next of the sequence that begins at *state: splitmix64, a well-mixed function of a counter. */
static inline uint64_t splitmix64(uint64_t *state)
{
    uint64_t x = *state += 0x9e3779b97f4a7c15u;

    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

#endif
