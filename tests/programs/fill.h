/* SPDX-License-Identifier: MIT */
/* Input for test programs: deterministic, with every pair of edge values in the first two words. */
#ifndef HW_TESTS_PROGRAMS_FILL_H
#define HW_TESTS_PROGRAMS_FILL_H

#include "program.h"

/* Fill `per` words for each of n threads. */
void fill_words(enum fill fill, uint32_t *words, uint32_t per, uint32_t n);

/* The next number of a generator (xorshift32; *state is not 0). */
uint32_t fill_random(uint32_t *state);

#endif
