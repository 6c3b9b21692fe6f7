/* SPDX-License-Identifier: MIT */
/* Kernel parameters of all kinds: tests/programs/parameters.cu.  The structures here lie as the kernels'
 * do. */
#include "programs/program.h"
#include "programs/reference.h"

#define THREADS 32

static const struct shape one_warp = {{1}, {THREADS}, 0};

/* Launch one warp and give back the words that it wrote. */
static void run(struct device *device, const char *kernel, const void *params, size_t bytes, uint64_t out,
                uint32_t *got, size_t words)
{
    device_prepare(device, kernel, &one_warp);
    device_run_ok(device, params, bytes);
    if (words)
        device_read(device, out, got, words * 4);
}

static void check(const uint32_t *want, const uint32_t *got, uint32_t words, uint32_t thread)
{
    for (uint32_t k = 0; k < words; k++)
        if (want[k] != got[k])
            fail_msg("thread %u, word %u: expected %08x, got %08x", thread, k, want[k], got[k]);
}

static void parameter_many(struct device *device)
{
    struct {
        uint64_t out;
        int8_t a;
        uint16_t b;
        int32_t c;
        int64_t d;
        float e;
        double f;
        uint8_t g;
        uint64_t h;
        uint8_t i;
        int16_t j;
        uint64_t k;
        uint32_t l;
    } params = {device_alloc(device, THREADS * 48),
                -5,
                60000,
                -123456,
                -5000000000,
                1.5f,
                2.25,
                200,
                0xfedcba9876543210,
                1,
                -300,
                device_alloc(device, THREADS * 8),
                77};
    double numbers[THREADS];
    uint32_t got[THREADS * 12];
    for (int t = 0; t < THREADS; t++)
        numbers[t] = t * 0.5;
    device_write(device, params.k, numbers, sizeof numbers);
    run(device, "parameter_many", &params, 76, params.out, got, THREADS * 12);
    for (uint32_t t = 0; t < THREADS; t++) {
        uint32_t want[12], *at = want;
        put(&at, t - 5);
        put(&at, 60000);
        put(&at, (uint32_t)-123456);
        put64(&at, (uint64_t)params.d - t);
        putf(&at, 3);
        put(&at, 1200);
        put64(&at, params.h >> t);
        put(&at, (uint32_t)(-300 * 77));
        putd(&at, 2.25 + numbers[t]);
        check(want, got + t * 12, 12, t);
    }
}

struct inner {
    int16_t s[3];
    int8_t c;
};

static void parameter_struct(struct device *device)
{
    struct {
        uint32_t first;
        _Alignas(16) int8_t tag;
        double weight;
        struct inner inner[2];
        _Alignas(16) float vector[4];
        uint64_t target;
        _Alignas(16) uint32_t last;
    } params = {1000,
                -7,
                0.75,
                {{{10, 20, 30}, 1}, {{-100, -200, -300}, -2}},
                {1, 2, 4, 8},
                device_alloc(device, THREADS * 24),
                24};
    uint32_t got[THREADS * 6];
    run(device, "parameter_struct", &params, 84, params.target, got, THREADS * 6);
    for (uint32_t t = 0; t < THREADS; t++) {
        uint32_t want[6], *at = want;
        put(&at, 1024);
        put(&at, (uint32_t)(params.tag + params.inner[t & 1].s[t % 3]));
        put(&at, (uint32_t)-2);
        putd(&at, 0.75 * t);
        putf(&at, 9);
        check(want, got + t * 6, 6, t);
    }
}

static void parameter_large(struct device *device)
{
    struct {
        uint64_t out;
        uint32_t words[1000];
    } params = {.out = device_alloc(device, THREADS * 8)};
    uint32_t got[THREADS * 2];
    for (uint32_t k = 0; k < 1000; k++)
        params.words[k] = k * 0x9e3779b9u;
    run(device, "parameter_large", &params, sizeof params, params.out, got, THREADS * 2);
    for (uint32_t t = 0; t < THREADS; t++) {
        uint32_t sum = 0;
        for (uint32_t k = 0; k < 1000; k += 13)
            sum = sum * 3 + params.words[(k + t) % 1000];
        const uint32_t want[2] = {sum, params.words[999] + params.words[t]};
        check(want, got + t * 2, 2, t);
    }
}

static void parameter_changed(struct device *device)
{
    const struct {
        uint64_t out;
        struct inner inner;
        uint32_t n;
    } params = {device_alloc(device, THREADS * 4), {{500, 40, -7}, 3}, 90};
    uint32_t got[THREADS];
    run(device, "parameter_changed", &params, 20, params.out, got, THREADS);
    for (uint32_t t = 0; t < THREADS; t++) {
        struct inner inner = params.inner;
        inner.s[t % 3] = (int16_t)(inner.s[t % 3] + (int)t);
        inner.c = (int8_t)(inner.c + inner.s[1]);
        for (int n = (int)params.n; n > (int)t; n -= 3)
            inner.s[0]++;
        const uint32_t want =
            (uint32_t)(uint16_t)inner.s[0] << 16 | (uint32_t)(uint8_t)inner.c << 8 | (uint8_t)inner.s[2];
        check(&want, got + t, 1, t);
    }
}

static void parameter_none(struct device *device)
{
    run(device, "parameter_none", NULL, 0, 0, NULL, 0);
}

static const struct program programs[] = {
    {.kernel = "parameter_many", .custom = parameter_many},
    {.kernel = "parameter_struct", .custom = parameter_struct},
    {.kernel = "parameter_large", .custom = parameter_large},
    {.kernel = "parameter_changed", .custom = parameter_changed},
    {.kernel = "parameter_none", .custom = parameter_none},
};

int main(void)
{
    return PROGRAMS_RUN("parameters", programs, PROGRAMS_COMMON, PROGRAMS_NEWER);
}
