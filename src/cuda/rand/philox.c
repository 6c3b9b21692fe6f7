/* SPDX-License-Identifier: MIT */
/* Philox4x32-10 (Salmon, Moraes, Dror, Shaw, "Parallel Random Numbers: As Easy as 1, 2, 3", 2011): four
 * numbers are a function of a counter of 128 bits and of the seed.  A stream is the upper half of the
 * counter. */
#include "cuda/rand/streams_of_bits.h"

enum { ROUNDS = 10, BLOCK = 4 };

struct philox {
    uint64_t seed, stream, blocks; /* that are taken */
};
_Static_assert(sizeof(struct philox) <= HW_RAND_STATE_BYTES, "a state");

static void block(const struct philox *state, uint32_t numbers[BLOCK])
{
    uint32_t c[BLOCK] = {(uint32_t)state->blocks, (uint32_t)(state->blocks >> 32), (uint32_t)state->stream,
                         (uint32_t)(state->stream >> 32)};
    uint32_t low_key = (uint32_t)state->seed, high_key = (uint32_t)(state->seed >> 32);

    for (int round = 0; round < ROUNDS; round++, low_key += 0x9e3779b9u, high_key += 0xbb67ae85u) {
        const uint64_t first = UINT64_C(0xd2511f53) * c[0], second = UINT64_C(0xcd9e8d57) * c[2];
        c[0] = (uint32_t)(second >> 32) ^ c[1] ^ low_key;
        c[1] = (uint32_t)second;
        c[2] = (uint32_t)(first >> 32) ^ c[3] ^ high_key;
        c[3] = (uint32_t)first;
    }
    for (int i = 0; i < BLOCK; i++)
        numbers[i] = c[i];
}

static void start(void *states, uint32_t streams, uint64_t seed, bool seeded)
{
    struct philox *state = states;

    (void)seeded;
    for (uint32_t s = 0; s < streams; s++)
        state[s] = (struct philox){.seed = seed, .stream = s};
}

/* Turns take whole blocks. */
static void skip(void *states, uint32_t streams, uint64_t numbers)
{
    struct philox *state = states;

    for (uint32_t s = 0; s < streams; s++)
        state[s].blocks += numbers / BLOCK;
}

static void take(void *states, uint32_t *numbers, unsigned count)
{
    struct philox *state = states;

    for (unsigned i = 0; i < count; i += BLOCK, state->blocks++)
        block(state, numbers + i);
}

const struct hw_rand_family hw_rand_philox = {
    .streams = 65536,
    .legacy_streams = 65536,
    .block = BLOCK,
    .words_of_double = 2,
    .state_bytes = sizeof(struct philox),
    .start = start,
    .skip = skip,
    .take = take,
    .bits = hw_rand_all_bits,
    .uniform = hw_rand_uniform_of_bits,
    .angle = hw_rand_angle_of_bits,
    .uniform_double = hw_rand_uniform_of_two,
};
