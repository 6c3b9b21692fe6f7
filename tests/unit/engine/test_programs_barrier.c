/* SPDX-License-Identifier: MIT */
/* Barriers of blocks of 128 threads: tests/programs/barrier.cu against C. */
#include "programs/program.h"
#include "programs/reference.h"

#define BLOCK 128

static int compare_words(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static void barrier_loop(const struct shape *shape, const uint32_t *in, uint32_t *out, uint32_t n)
{
    (void)shape;
    memcpy(out, in, n * 4);
    for (uint32_t first = 0; first < n; first += BLOCK)
        qsort(out + first, BLOCK, 4, compare_words);
}

static void barrier_vote(const struct shape *shape, const uint32_t *in, uint32_t *out, uint32_t n)
{
    (void)shape;
    for (uint32_t first = 0; first < n; first += BLOCK) {
        uint32_t odd = 0, all = 1, any = 0, below = 0;
        for (uint32_t t = 0; t < BLOCK; t++) {
            const uint32_t word = in[first + t];
            odd += word & 1;
            all &= word != 0;
            any |= word == 0xffffffff;
            below += t < word % 100;
        }
        for (uint32_t t = 0; t < BLOCK; t++) {
            put(&out, odd);
            put(&out, all);
            put(&out, any);
            put(&out, below);
            put(&out, 1);
        }
    }
}

static void barrier_named(const struct shape *shape, const uint32_t *in, uint32_t *out, uint32_t n)
{
    (void)shape;
    for (uint32_t first = 0; first < n; first += BLOCK) {
        uint32_t sum[2] = {0, 0};
        for (uint32_t t = 0; t < BLOCK; t++)
            sum[t / 64] += in[first + t];
        for (uint32_t t = 0; t < BLOCK; t++)
            put(&out, sum[1 - t / 64]);
    }
}

static void barrier_arrive(const struct shape *shape, const uint32_t *in, uint32_t *out, uint32_t n)
{
    (void)shape;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t sum = 0;
        for (uint32_t turn = 0; i % BLOCK >= 32 && turn < 4; turn++)
            sum = sum * 3 + in[i / BLOCK * BLOCK + turn * 32 + i % 32];
        put(&out, sum);
    }
}

static void barrier_reduce(const struct shape *shape, const uint32_t *in, uint32_t *out, uint32_t n)
{
    (void)shape;
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t block = i / BLOCK * BLOCK, half = i / 64 * 64;
        uint32_t negative = 0, all = 1, any = 0;
        for (uint32_t t = 0; t < BLOCK; t++)
            negative += in[block + t] >> 31;
        for (uint32_t t = 0; t < 64; t++) {
            all &= (in[half + t] & 0xf) != 0;
            any |= (in[half + t] & 0xff) == 0;
        }
        put(&out, negative);
        put(&out, all);
        put(&out, any);
    }
}

static void barrier_ended(const struct shape *shape, const uint32_t *in, uint32_t *out, uint32_t n)
{
    (void)shape;
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t t = i % BLOCK;
        uint32_t sum = 0;
        for (uint32_t k = 0; k < 96; k += 8)
            sum += in[i - t + (t + k) % 96];
        put(&out, t >= 96 || (t % 2 && t < 32) ? 7 : sum);
    }
}

static const struct program programs[] = {
    {.kernel = "barrier_loop", .in = 1, .out = 1, .whole = barrier_loop},
    {.kernel = "barrier_vote", .in = 1, .out = 5, .whole = barrier_vote},
    {.kernel = "barrier_named", .in = 1, .out = 1, .whole = barrier_named},
    {.kernel = "barrier_arrive", .in = 1, .out = 1, .whole = barrier_arrive},
    {.kernel = "barrier_reduce", .in = 1, .out = 3, .whole = barrier_reduce},
    {.kernel = "barrier_ended", .in = 1, .out = 1, .whole = barrier_ended},
};

int main(void)
{
    return PROGRAMS_RUN("barrier", programs, PROGRAMS_COMMON, PROGRAMS_NEWER);
}
