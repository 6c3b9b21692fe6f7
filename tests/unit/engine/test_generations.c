/* SPDX-License-Identifier: MIT */
/* One algorithm, all generations: tests/programs/generations.cu for Tesla (by hand), Fermi, Kepler, Maxwell,
 * Pascal, Volta, Turing and Ampere.
 *
 * Integers have one result, and so has IEEE arithmetic: sums and products of binary32 (no denormal numbers
 * occur, which Tesla takes as zero) and fused multiply-adds of binary64.  Every target must write the bits
 * that C makes. */
#include "generation_hash.h"
#include "programs/device.h"
#include "programs/reference.h"

#include <math.h>

#define BLOCK   128u
#define THREADS (8 * BLOCK)
#define WORDS   (THREADS * 4)
#define SIDE    32u /* of the picture and the matrices: SIDE * SIDE are THREADS */
#define ROUNDS  20u
#define LIMIT   100u
#define LEFT    (-2.0f)
#define TOP     (-1.25f)
#define STEP    0.078125f
#define PICTURE SIDE, LIMIT, 0xc0000000, 0xbfa00000, 0x3da00000 /* with the bits of LEFT, TOP, STEP */

static const char *const targets[] = {"sm_13", "sm_20", "sm_30", "sm_35", "sm_50",
                                      "sm_61", "sm_70", "sm_75", "sm_80", "sm_86"};

/* What the algorithms read. */
struct data {
    uint32_t words[THREADS];
    float a[THREADS], b[THREADS];
    double doubles[THREADS];
};

/* A kernel and what it is launched with: numbers of 4 bytes, then addresses of its inputs and results. */
struct algorithm {
    const char *kernel;
    const struct shape *shape;
    uint32_t scalar_count; /* an even number: addresses follow at a multiple of 8 */
    uint32_t scalars[6];
    const void *in[2];
    uint32_t in_bytes, out_bytes[2];
    void (*reference)(void *out, void *out2);
};

static struct data data;

static void fill(void)
{
    uint32_t state = 0x2545f491;
    for (uint32_t i = 0; i < THREADS; i++) {
        state = state * 1664525 + 1013904223;
        data.words[i] = state ^ state >> 11;
        data.a[i] = (float)(int32_t)data.words[i] * 0x1p-28f;
        data.b[i] = (float)(data.words[i] >> 9) * 0x1p-20f + 0.1f;
        data.doubles[i] = (double)(int32_t)data.words[i] * 0x1p-30 + 1e-9;
    }
}

/* --- the algorithms in C --- */

static void hash(void *out, void *out2)
{
    (void)out2;
    for (uint32_t i = 0; i < THREADS; i++)
        ((uint32_t *)out)[i] = generation_hash(i, ROUNDS);
}

/* Two blocks add up words that lie a grid apart. */
static void reduction(void *out, void *out2)
{
    (void)out2;
    for (uint32_t i = 0; i < THREADS - 5; i++)
        ((uint32_t *)out)[i / BLOCK % 2] += data.words[i];
}

static void histogram(void *out, void *out2)
{
    (void)out2;
    for (uint32_t i = 0; i < THREADS - 5; i++)
        for (uint32_t shift = 0; shift < 32; shift += 8)
            ((uint32_t *)out)[data.words[i] >> shift & 0xff]++;
}

static void scan(void *out, void *out2)
{
    uint32_t sum = 0;
    (void)out2;
    for (uint32_t i = 0; i < THREADS; i++)
        ((uint32_t *)out)[i] = sum = (i % BLOCK ? sum : 0) + data.words[i];
}

static int compare(const void *a, const void *b)
{
    const int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
    return (x > y) - (x < y);
}

static void sort(void *out, void *out2)
{
    (void)out2;
    memcpy(out, data.words, sizeof data.words);
    for (uint32_t i = 0; i < THREADS; i += BLOCK)
        qsort((uint32_t *)out + i, BLOCK, 4, compare);
}

static void mandelbrot(void *out, void *out2)
{
    for (uint32_t i = 0; i < SIDE * SIDE; i++) {
        const volatile float left = STEP * (float)(i % SIDE), top = STEP * (float)(i / SIDE);
        const float cx = LEFT + left, cy = TOP + top;
        float x = 0, y = 0;
        uint32_t n = 0;
        for (; n < LIMIT; n++) {
            const volatile float xx = x * x, yy = y * y, xy = x * y;
            if (xx + yy > 4)
                break;
            x = xx - yy + cx;
            y = xy + xy + cy;
        }
        ((uint32_t *)out)[i] = n;
        ((float *)out2)[i] = x;
    }
}

static void matmul(void *out, void *out2)
{
    (void)out2;
    for (uint32_t i = 0; i < SIDE * SIDE; i++) {
        float sum = 0;
        for (uint32_t k = 0; k < SIDE; k++) {
            const volatile float product = data.a[i / SIDE * SIDE + k] * data.b[k * SIDE + i % SIDE];
            sum += product;
        }
        ((float *)out)[i] = sum;
    }
}

static void polynomial(void *out, void *out2)
{
    (void)out2;
    for (uint32_t i = 0; i < THREADS; i++) {
        const double x = data.doubles[i];
        ((double *)out)[i] = fma(fma(fma(0.3, x, -1.25), x, 1e-3), x, 1 / 3.0) * x;
    }
}

static const struct shape line = {{8}, {BLOCK}, 0}, pair = {{2}, {BLOCK}, 0}, plane = {{2, 4}, {16, 8}, 0};

static const struct algorithm algorithms[] = {
    {"generation_hash", &line, 2, {ROUNDS}, {NULL}, 0, {WORDS}, hash},
    {"generation_reduction", &pair, 2, {THREADS - 5}, {data.words}, WORDS, {8}, reduction},
    {"generation_histogram", &line, 2, {THREADS - 5}, {data.words}, WORDS, {1024}, histogram},
    {"generation_scan", &line, 0, {0}, {data.words}, WORDS, {WORDS}, scan},
    {"generation_sort", &line, 0, {0}, {data.words}, WORDS, {WORDS}, sort},
    {"generation_mandelbrot", &plane, 6, {PICTURE}, {NULL}, 0, {WORDS, WORDS}, mandelbrot},
    {"generation_matmul", &plane, 2, {SIDE}, {data.a, data.b}, WORDS, {WORDS}, matmul},
    {"generation_polynomial", &line, 0, {0}, {data.doubles}, 2 * WORDS, {2 * WORDS}, polynomial},
};

/* --- running --- */

/* The results of one target, both behind one another. */
static void run(const struct algorithm *algorithm, const char *target, void *got)
{
    struct device device;
    uint64_t address[4];
    uint32_t count = 0;
    uint8_t params[sizeof algorithm->scalars + sizeof address], *zeros = calloc(1, THREADS * 8);

    device_open(&device, "generations", target);
    for (uint32_t k = 0; k < 2; k++)
        if (algorithm->in[k]) {
            address[count] = device_alloc(&device, algorithm->in_bytes);
            device_write(&device, address[count++], algorithm->in[k], algorithm->in_bytes);
        }
    const uint32_t first = count;
    for (uint32_t k = 0; k < 2; k++)
        if (algorithm->out_bytes[k]) {
            address[count] = device_alloc(&device, algorithm->out_bytes[k]);
            device_write(&device, address[count++], zeros, algorithm->out_bytes[k]);
        }
    memcpy(params, algorithm->scalars, algorithm->scalar_count * 4);
    memcpy(params + algorithm->scalar_count * 4, address, count * 8);
    device_prepare(&device, algorithm->kernel, algorithm->shape);
    device_run_ok(&device, params, algorithm->scalar_count * 4 + count * 8);
    device_read(&device, address[first], got, algorithm->out_bytes[0]);
    if (algorithm->out_bytes[1])
        device_read(&device, address[first + 1], (uint8_t *)got + algorithm->out_bytes[0],
                    algorithm->out_bytes[1]);
    device_close(&device);
    free(zeros);
}

static void same_bits_everywhere(void **state)
{
    const struct algorithm *algorithm = *state;
    const uint32_t bytes = algorithm->out_bytes[0] + algorithm->out_bytes[1];
    uint32_t *want = calloc(1, bytes), *got = calloc(1, bytes);

    algorithm->reference(want, (uint8_t *)want + algorithm->out_bytes[0]);
    for (size_t t = 0; t < sizeof targets / sizeof targets[0]; t++) {
        run(algorithm, targets[t], got);
        for (uint32_t k = 0; k < bytes / 4; k++)
            if (want[k] != got[k])
                fail_msg("%s, word %u: expected %08x, got %08x", targets[t], k, want[k], got[k]);
    }
    free(want);
    free(got);
}

int main(void)
{
    enum { COUNT = sizeof algorithms / sizeof algorithms[0] };
    struct CMUnitTest tests[COUNT];
    fill();
    for (size_t i = 0; i < COUNT; i++)
        tests[i] = (struct CMUnitTest){algorithms[i].kernel, same_bits_everywhere, NULL, NULL,
                                       (void *)(uintptr_t)&algorithms[i]};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
