/* SPDX-License-Identifier: MIT */
/* Results of a pseudorandom generator whose sequence is cuRAND's (streams_of_bits.h). */
#ifndef HW_CUDA_RAND_PSEUDORANDOM_H
#define HW_CUDA_RAND_PSEUDORANDOM_H

#include "cuda/rand/distribution.h"
#include "cuda/rand/streams_of_bits.h"

struct hw_rand_streams {
    const struct hw_rand_family *family;
    uint32_t count, current; /* streams, and the one whose turn it is */
    unsigned within;         /* results of its turn that are taken */
    unsigned char *states;
};

/* Begin behind `offset` results of bits; NULL states: no memory. */
void hw_rand_streams_start(struct hw_rand_streams *streams, uint32_t count, uint64_t seed, bool seeded,
                           uint64_t offset);
void hw_rand_streams_drop(struct hw_rand_streams *streams);
/* `poisson` is for that kind. */
void hw_rand_streams_fill(struct hw_rand_streams *streams, const struct hw_rand_request *request,
                          const struct hw_rand_poisson *poisson, void *results, size_t count);

#endif
