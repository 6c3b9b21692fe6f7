/* SPDX-License-Identifier: MIT */
/* Monte Carlo: an option's price by simulation (bench/cuda/montecarlo.cu); both draw the same random
 * numbers. */
#include "program.h"
#include "stub.h"

#include <math.h>

DEVICE_CODE(FATBINS "/montecarlo.fatbin")
STUB(montecarlo, (float *sums, float price, float strike, float drift, float spread),
     ARGUMENT(sums) ARGUMENT(price) ARGUMENT(strike) ARGUMENT(drift) ARGUMENT(spread))

enum { BLOCK = 128, BLOCKS = 128, PAIRS = 16, PATHS = 2 * PAIRS * BLOCK * BLOCKS };
#define PRICE  50.0f
#define STRIKE 55.0f
#define DRIFT  (-0.025f) /* (rate - volatility^2 / 2) * years */
#define SPREAD 0.3f      /* volatility * sqrt(years) */
static double got, expected;

static void prepare(void) {}

static void device(void)
{
    float *device_sums = to_device(NULL, BLOCKS * 4), sums[BLOCKS];

    if (cudaConfigureCall((dim3){BLOCKS, 1, 1}, (dim3){BLOCK, 1, 1}, 0, NULL) == cudaSuccess)
        montecarlo(device_sums, PRICE, STRIKE, DRIFT, SPREAD);
    must(cudaGetLastError(), "montecarlo");
    from_device(sums, device_sums, sizeof sums);
    got = 0;
    for (int i = 0; i < BLOCKS; i++)
        got += (double)sums[i];
}

static uint32_t xorshift(uint32_t x)
{
    x ^= x << 13;
    x ^= x >> 17;
    return x ^ x << 5;
}

static float gain(float normal)
{
    return fmaxf(PRICE * expf(DRIFT + SPREAD * normal) - STRIKE, 0);
}

static float thread(uint32_t number)
{
    uint32_t random = (number ^ 0x2545f491) + 0x9e3779b9;
    float sum = 0;

    for (int round = 0; round < 4; round++)
        random = xorshift(random);
    for (int pair = 0; pair < PAIRS; pair++) {
        random = xorshift(random);
        const float u = ((float)(random >> 8) + 0.5f) * (1.0f / 16777216);
        random = xorshift(random);
        const float angle = (float)(random >> 8) * (6.2831853f / 16777216);
        const float radius = sqrtf(-2 * logf(u));
        sum += gain(radius * cosf(angle));
        sum += gain(radius * sinf(angle));
    }
    return sum;
}

static void host(void)
{
    expected = 0;
    for (uint32_t i = 0; i < BLOCK * BLOCKS; i++)
        expected += (double)thread(i);
}

/* The chip's sines and exponentials are approximations: the mean of many agrees to more digits than each. */
static bool agree(void)
{
    return fabs(got - expected) < 1e-4 * expected;
}

const struct program program_montecarlo = {"montecarlo", prepare, device, host, agree, 1};
