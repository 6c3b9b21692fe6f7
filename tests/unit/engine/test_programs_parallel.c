/* SPDX-License-Identifier: MIT */
/* Sums, sorts and counts in blocks of 128 threads: tests/programs/parallel.cu against C. */
#include "programs/program.h"
#include "programs/reference.h"

#define BLOCK 128

static void parallel_reduce(const struct shape *shape, const uint32_t *in, uint32_t *out, uint32_t n)
{
    (void)shape;
    for (uint32_t first = 0; first < n; first += BLOCK) {
        uint32_t sum = 0;
        for (uint32_t t = 0; t < BLOCK; t++)
            sum += in[first + t];
        for (uint32_t t = 0; t < BLOCK; t++)
            out[first + t] = sum ^ t;
    }
}

static void parallel_reduce_warp(const struct shape *shape, const uint32_t *in, uint32_t *out, uint32_t n)
{
    (void)shape;
    for (uint32_t first = 0; first < n; first += BLOCK) {
        double sum = 0;
        for (uint32_t t = 0; t < BLOCK; t++)
            sum += (int32_t)in[first + t];
        for (uint32_t t = 0; t < BLOCK; t++)
            putd(&out, sum);
    }
}

static void parallel_scan(const struct shape *shape, const uint32_t *in, uint32_t *out, uint32_t n)
{
    uint32_t sum = 0;
    (void)shape;
    for (uint32_t i = 0; i < n * 2; i++) {
        if (i % 256 == 0)
            sum = 0;
        out[i] = sum;
        sum += in[i];
    }
}

static void parallel_histogram(const struct shape *shape, const uint32_t *in, uint32_t *out, uint32_t n)
{
    (void)shape;
    memset(out, 0, n * 8);
    for (uint32_t i = 0; i < n * 4; i++)
        out[i / 512 * 256 + (in[i] & 0xff)]++;
}

static int compare_words(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static void parallel_bitonic(const struct shape *shape, const uint32_t *in, uint32_t *out, uint32_t n)
{
    (void)shape;
    memcpy(out, in, n * 8);
    for (uint32_t first = 0; first < n * 2; first += 256)
        qsort(out + first, 256, 4, compare_words);
}

static void parallel_radix(const struct shape *shape, const uint32_t *in, uint32_t *out, uint32_t n)
{
    (void)shape;
    for (uint32_t first = 0; first < n; first += BLOCK)
        for (uint32_t digit = 0; digit < 16; digit++)
            for (uint32_t t = 0; t < BLOCK; t++)
                if ((in[first + t] & 15) == digit)
                    put(&out, in[first + t]);
}

static const struct program programs[] = {
    {.kernel = "parallel_reduce", .in = 1, .out = 1, .whole = parallel_reduce},
    {.kernel = "parallel_reduce_warp", .in = 1, .out = 2, .whole = parallel_reduce_warp},
    {.kernel = "parallel_scan", .in = 2, .out = 2, .whole = parallel_scan},
    {.kernel = "parallel_histogram", .in = 4, .out = 2, .fill = FILL_SMALL, .whole = parallel_histogram},
    {.kernel = "parallel_bitonic", .in = 2, .out = 2, .whole = parallel_bitonic},
    {.kernel = "parallel_radix", .in = 1, .out = 1, .whole = parallel_radix},
};

int main(void)
{
    return PROGRAMS_RUN("parallel", programs, PROGRAMS_COMMON, "sm_37", PROGRAMS_NEWER);
}
