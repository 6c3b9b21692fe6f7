/* SPDX-License-Identifier: MIT */
/* XORWOW (G. Marsaglia, "Xorshift RNGs", 2003, section 3.1): five words that shift and a counter.
 *
 * Shifts and exclusive ors are linear, so any number of steps is a matrix of bits.  Streams are 2^67 numbers
 * apart, which is a multiple of the counter's period. */
#include "cuda/rand/streams_of_bits.h"

#include <string.h>

enum { WORDS = 5, BITS = 32 * WORDS, APART = 67 };
#define COUNTER_STEP 362437u
#define SEED_STEP    3133713u /* between streams with seeds of their own; measured */

struct xorwow {
    uint32_t word[WORDS], counter;
};
_Static_assert(sizeof(struct xorwow) <= HW_RAND_STATE_BYTES, "a state");

/* What becomes of a state in which one bit is set, for each bit. */
struct bit_matrix {
    uint32_t image[BITS][WORDS];
};

static void step(uint32_t word[WORDS])
{
    const uint32_t first = word[0] ^ word[0] >> 2, last = word[4];

    memmove(word, word + 1, (WORDS - 1) * sizeof *word);
    word[4] = last ^ last << 4 ^ first ^ first << 1;
}

static void apply(const struct bit_matrix *matrix, const uint32_t from[WORDS], uint32_t to[WORDS])
{
    uint32_t sum[WORDS] = {0};

    for (int bit = 0; bit < BITS; bit++) {
        const uint32_t mask = -(from[bit / 32] >> bit % 32 & 1);
        for (int w = 0; w < WORDS; w++)
            sum[w] ^= matrix->image[bit][w] & mask;
    }
    memcpy(to, sum, sizeof sum);
}

static void one_step(struct bit_matrix *matrix)
{
    memset(matrix, 0, sizeof *matrix);
    for (int bit = 0; bit < BITS; bit++) {
        matrix->image[bit][bit / 32] = UINT32_C(1) << bit % 32;
        step(matrix->image[bit]);
    }
}

/* Twice as many steps. */
static void square(struct bit_matrix *matrix)
{
    const struct bit_matrix once = *matrix;

    for (int bit = 0; bit < BITS; bit++)
        apply(&once, once.image[bit], matrix->image[bit]);
}

static void seed_one(struct xorwow *state, uint64_t seed)
{
    const uint32_t low = ((uint32_t)seed ^ 0xaad26b49u) * 1099087573u;
    const uint32_t high = ((uint32_t)(seed >> 32) ^ 0xf7dcefddu) * 2591861531u;

    *state = (struct xorwow){
        {123456789u + low, 362436069u ^ low, 521288629u + high, 88675123u ^ high, 5783321u + low},
        6615241u + high + low};
}

static void start(void *states, uint32_t streams, uint64_t seed, bool seeded)
{
    struct xorwow *state = states;
    struct bit_matrix matrix;

    seed_one(&state[0], seed);
    if (!seeded) {
        one_step(&matrix);
        for (int i = 0; i < APART; i++)
            square(&matrix);
    }
    for (uint32_t s = 1; s < streams; s++)
        if (seeded) {
            seed_one(&state[s], seed + (uint64_t)SEED_STEP * s);
        } else {
            state[s].counter = state[0].counter;
            apply(&matrix, state[s - 1].word, state[s].word);
        }
}

static void skip(void *states, uint32_t streams, uint64_t numbers)
{
    struct xorwow *state = states;
    struct bit_matrix matrix;

    for (uint32_t s = 0; s < streams; s++)
        state[s].counter += COUNTER_STEP * (uint32_t)numbers;
    one_step(&matrix);
    for (; numbers; numbers >>= 1, square(&matrix))
        for (uint32_t s = 0; s < streams && numbers & 1; s++)
            apply(&matrix, state[s].word, state[s].word);
}

static void take(void *states, uint32_t *numbers, unsigned count)
{
    struct xorwow *state = states;

    for (unsigned i = 0; i < count; i++) {
        step(state->word);
        state->counter += COUNTER_STEP;
        numbers[i] = state->word[4] + state->counter;
    }
}

const struct hw_rand_family hw_rand_xorwow = {
    .streams = 4096,
    .legacy_streams = 4096,
    .block = 1,
    .words_of_double = 2,
    .seeded = true,
    .state_bytes = sizeof(struct xorwow),
    .start = start,
    .skip = skip,
    .take = take,
    .bits = hw_rand_all_bits,
    .uniform = hw_rand_uniform_of_bits,
    .angle = hw_rand_angle_of_bits,
    .uniform_double = hw_rand_uniform_of_two,
};
