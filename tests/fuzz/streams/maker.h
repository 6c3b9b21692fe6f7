/* SPDX-License-Identifier: MIT */
/* Chance, for the files that make random programs. */
#ifndef TESTS_STREAMS_MAKER_H
#define TESTS_STREAMS_MAKER_H

#include "ordering.h"

#include "unit/ops/splitmix.h"

#define TRIES 24u

struct maker {
    struct program *program;
    struct ordering ordering;
    uint64_t random;
};

static inline uint32_t below(struct maker *maker, uint32_t count)
{
    return (uint32_t)(splitmix64(&maker->random) >> 33) % count;
}

static inline bool one_in(struct maker *maker, uint32_t count)
{
    return below(maker, count) == 0;
}

struct work maker_any_work(struct maker *maker, enum agent agent);
/* random_graph.c */
void maker_make_graphs(struct maker *maker);

#endif
