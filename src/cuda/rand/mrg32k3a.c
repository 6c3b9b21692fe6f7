/* SPDX-License-Identifier: MIT */
/* MRG32k3a (P. L'Ecuyer, "Good Parameters and Implementations for Combined Multiple Recursive Random Number
 * Generators", 1999): two recurrences of three numbers, whose difference is the result.
 *
 * Any number of steps of a recurrence is a matrix of 3 by 3.  Streams are 2^76 numbers apart. */
#include "cuda/rand/streams_of_bits.h"

#include <string.h>

enum { TERMS = 3, HALVES = 2, APART = 76 };

struct mrg {
    uint32_t half[HALVES][TERMS]; /* the oldest term first */
};
_Static_assert(sizeof(struct mrg) <= HW_RAND_STATE_BYTES, "a state");

struct mrg_matrix {
    uint32_t half[HALVES][TERMS][TERMS];
};

static const uint64_t modulus[HALVES] = {4294967087u, 4294944443u};
/* One step; the factors that are negative in the paper are these less the modulus. */
static const struct mrg_matrix one_step = {{{{0, 1, 0}, {0, 0, 1}, {4294967087u - 810728u, 1403580u, 0}},
                                            {{0, 1, 0}, {0, 0, 1}, {4294944443u - 1370589u, 0, 527612u}}}};

static uint32_t product(const uint32_t row[TERMS], const uint32_t *column, size_t stride, uint64_t m)
{
    uint64_t sum = 0;

    for (int i = 0; i < TERMS; i++)
        sum = (sum + (uint64_t)row[i] * column[(size_t)i * stride] % m) % m;
    return (uint32_t)sum;
}

static void apply(const struct mrg_matrix *matrix, struct mrg *state)
{
    const struct mrg from = *state;

    for (int h = 0; h < HALVES; h++)
        for (int i = 0; i < TERMS; i++)
            state->half[h][i] = product(matrix->half[h][i], from.half[h], 1, modulus[h]);
}

static void square(struct mrg_matrix *matrix)
{
    const struct mrg_matrix once = *matrix;

    for (int h = 0; h < HALVES; h++)
        for (int i = 0; i < TERMS; i++)
            for (int j = 0; j < TERMS; j++)
                matrix->half[h][i][j] = product(once.half[h][i], &once.half[h][0][j], TERMS, modulus[h]);
}

/* cuRAND mixes both halves of the seed into both recurrences; 0 stands for the paper's own start. */
static void seed_one(struct mrg *state, uint64_t seed)
{
    const uint64_t mixed[] = {(uint32_t)seed ^ 0x55555555u, (uint32_t)(seed >> 32) ^ 0xaaaaaaaau};

    for (int h = 0; h < HALVES; h++)
        for (int i = 0; i < TERMS; i++)
            state->half[h][i] = seed ? (uint32_t)(mixed[(h + i) % 2] * 12345 % modulus[h]) : 12345;
}

static void start(void *states, uint32_t streams, uint64_t seed, bool seeded)
{
    struct mrg_matrix matrix = one_step;
    struct mrg *state = states;

    (void)seeded;
    seed_one(&state[0], seed);
    for (int i = 0; i < APART; i++)
        square(&matrix);
    for (uint32_t s = 1; s < streams; s++) {
        state[s] = state[s - 1];
        apply(&matrix, &state[s]);
    }
}

static void skip(void *states, uint32_t streams, uint64_t numbers)
{
    struct mrg_matrix matrix = one_step;
    struct mrg *state = states;

    for (; numbers; numbers >>= 1, square(&matrix))
        for (uint32_t s = 0; s < streams && numbers & 1; s++)
            apply(&matrix, &state[s]);
}

static void take(void *states, uint32_t *numbers, unsigned count)
{
    struct mrg *state = states;

    for (unsigned i = 0; i < count; i++) {
        apply(&one_step, state);
        const uint32_t first = state->half[0][2], second = state->half[1][2];
        numbers[i] = first > second ? first - second : (uint32_t)(first - second + modulus[0]);
    }
}

/* From the numbers of 1 to the modulus to those of 32 bits; the factor was measured. */
static uint32_t bits(uint32_t number)
{
    return (uint32_t)(number * 1.000000048662);
}

static double uniform_double(const uint32_t *numbers)
{
    return numbers[0] * 2.3283065498378288e-10; /* 1 / (modulus + 1), as L'Ecuyer gives it */
}

static float uniform(uint32_t number)
{
    return (float)uniform_double(&number);
}

static float angle(uint32_t number)
{
    return uniform(number) * 6.2831855f;
}

const struct hw_rand_family hw_rand_mrg32k3a = {
    .streams = 81920,
    .legacy_streams = 4096,
    .block = 1,
    .words_of_double = 1,
    .state_bytes = sizeof(struct mrg),
    .start = start,
    .skip = skip,
    .take = take,
    .bits = bits,
    .uniform = uniform,
    .angle = angle,
    .uniform_double = uniform_double,
};
