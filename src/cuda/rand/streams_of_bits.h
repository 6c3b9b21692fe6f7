/* SPDX-License-Identifier: MIT */
/* Pseudorandom numbers as cuRAND's generators give them: some thousand streams of one algorithm, far apart
 * in its sequence, that take turns.
 *
 * A turn gives one result, or a pair of normal ones, or four of Philox; it takes as many numbers of its
 * stream as these need.  An algorithm is a row of functions (xorwow.c, mrg32k3a.c, philox.c).  How many
 * streams there are, how they follow each other and what a turn takes was measured with NVIDIA's generators
 * of the host. */
#ifndef HW_CUDA_RAND_STREAMS_OF_BITS_H
#define HW_CUDA_RAND_STREAMS_OF_BITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct hw_rand_family {
    uint32_t streams, legacy_streams; /* the latter for CURAND_ORDERING_PSEUDO_LEGACY */
    unsigned block;                   /* results of a turn, except pairs */
    unsigned words_of_double;         /* numbers that a double takes */
    bool seeded;                      /* has CURAND_ORDERING_PSEUDO_SEEDED */
    size_t state_bytes;               /* of a stream; at most HW_RAND_STATE_BYTES */
    /* The states of streams: of one sequence, or if `seeded` each of a seed of its own. */
    void (*start)(void *states, uint32_t streams, uint64_t seed, bool seeded);
    /* Let each of the first streams pass by so many numbers. */
    void (*skip)(void *states, uint32_t streams, uint64_t numbers);
    void (*take)(void *state, uint32_t *numbers, unsigned count);
    /* A number as cuRAND's results have it. */
    uint32_t (*bits)(uint32_t number);
    float (*uniform)(uint32_t number); /* (0, 1] */
    float (*angle)(uint32_t number);   /* (0, 2 pi] */
    double (*uniform_double)(const uint32_t *numbers);
};

#define HW_RAND_STATE_BYTES 32

extern const struct hw_rand_family hw_rand_xorwow, hw_rand_mrg32k3a, hw_rand_philox;

/* The bits of a number in which all are random; uniform numbers of 32 such bits, and of 64
 * (curand_uniform.h's promise: 0 is left out, 1 is not). */
uint32_t hw_rand_all_bits(uint32_t number);
float hw_rand_uniform_of_bits(uint32_t bits);
float hw_rand_angle_of_bits(uint32_t bits);
double hw_rand_uniform_of_two(const uint32_t *bits);

#endif
