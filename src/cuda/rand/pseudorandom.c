/* SPDX-License-Identifier: MIT */
/* See pseudorandom.h.  Normal numbers are those of Box and Muller, a pair of two uniform ones. */
#include "cuda/rand/pseudorandom.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { RESULTS_MOST = 4, NUMBERS_MOST = 8 };

void hw_rand_streams_start(struct hw_rand_streams *streams, uint32_t count, uint64_t seed, bool seeded,
                           uint64_t offset)
{
    const struct hw_rand_family *family = streams->family;
    const uint64_t turns = offset / family->block;

    streams->count = count;
    streams->states = malloc(count * family->state_bytes);
    if (!streams->states)
        return;
    family->start(streams->states, count, seed, seeded);
    streams->current = (uint32_t)(turns % count);
    streams->within = (unsigned)(offset % family->block);
    family->skip(streams->states, count, turns / count * family->block);
    family->skip(streams->states, streams->current, family->block);
}

void hw_rand_streams_drop(struct hw_rand_streams *streams)
{
    free(streams->states);
    streams->states = NULL;
}

/* --- a turn --- */

struct rand_turn {
    unsigned results, numbers; /* that it gives, that it takes */
    unsigned width;            /* numbers of a uniform one */
};

static struct rand_turn turn_of(const struct hw_rand_family *family, const struct hw_rand_request *request)
{
    struct rand_turn turn = {.results = family->block, .width = 1};

    if (request->element == HW_RAND_ELEMENT_DOUBLE)
        turn.width = family->words_of_double;
    if (turn.results == 1 && hw_rand_is_normal(request->kind))
        turn.results = 2;
    turn.numbers = turn.results * turn.width;
    return turn;
}

static void float_pair(const struct hw_rand_family *family, const struct hw_rand_request *request,
                       const uint32_t *numbers, float *pair)
{
    const float radius = sqrtf(-2 * logf(family->uniform(numbers[0]))), angle = family->angle(numbers[1]);
    const float unit[] = {radius * sinf(angle), radius * cosf(angle)};

    for (int i = 0; i < 2; i++) {
        const float normal = (float)request->mean + (float)request->deviation * unit[i];
        pair[i] = request->kind == HW_RAND_NORMAL ? normal : expf(normal);
    }
}

static void double_pair(const struct hw_rand_family *family, const struct hw_rand_request *request,
                        const uint32_t *numbers, double *pair)
{
    const double radius = sqrt(-2 * log(family->uniform_double(numbers)));
    const double angle = 2 * M_PI * family->uniform_double(numbers + family->words_of_double);
    const double unit[] = {radius * sin(angle), radius * cos(angle)};

    for (int i = 0; i < 2; i++) {
        const double normal = request->mean + request->deviation * unit[i];
        pair[i] = request->kind == HW_RAND_NORMAL ? normal : exp(normal);
    }
}

/* The results of a turn's numbers. */
union results {
    uint32_t bits[RESULTS_MOST];
    float single[RESULTS_MOST];
    double twice[RESULTS_MOST];
};

static void transform(const struct hw_rand_family *family, const struct hw_rand_request *request,
                      const struct hw_rand_poisson *poisson, const struct rand_turn *turn,
                      const uint32_t *numbers, union results *results)
{
    const bool twice = request->element == HW_RAND_ELEMENT_DOUBLE, normal = hw_rand_is_normal(request->kind);

    for (unsigned i = 0; i < turn->results; i += normal ? 2 : 1) {
        const uint32_t *from = numbers + (size_t)i * turn->width;
        if (normal && twice)
            double_pair(family, request, from, &results->twice[i]);
        else if (normal)
            float_pair(family, request, from, &results->single[i]);
        else if (request->kind == HW_RAND_POISSON)
            results->bits[i] = hw_rand_poisson_of(poisson, ((double)family->bits(*from) + 0.5) * 0x1p-32);
        else if (request->kind == HW_RAND_BITS)
            results->bits[i] = family->bits(*from);
        else if (twice)
            results->twice[i] = family->uniform_double(from);
        else
            results->single[i] = family->uniform(*from);
    }
}

/* A stream whose turn is not over keeps its state: the turn may end as one of another kind. */
void hw_rand_streams_fill(struct hw_rand_streams *streams, const struct hw_rand_request *request,
                          const struct hw_rand_poisson *poisson, void *results, size_t count)
{
    const struct hw_rand_family *family = streams->family;
    const struct rand_turn turn = turn_of(family, request);
    const size_t element = hw_rand_element_bytes(request->element);
    unsigned char state[HW_RAND_STATE_BYTES], *to = results;
    uint32_t numbers[NUMBERS_MOST];
    union results made;

    while (count) {
        unsigned char *kept = streams->states + streams->current * family->state_bytes;
        size_t taken = turn.results - streams->within;

        taken = taken < count ? taken : count;
        memcpy(state, kept, family->state_bytes);
        family->take(state, numbers, turn.numbers);
        transform(family, request, poisson, &turn, numbers, &made);
        memcpy(to, (unsigned char *)&made + streams->within * element, taken * element);
        to += taken * element;
        count -= taken;
        streams->within += (unsigned)taken;
        if (streams->within == turn.results) {
            memcpy(kept, state, family->state_bytes);
            streams->within = 0;
            streams->current = (streams->current + 1) % streams->count;
        }
    }
}
