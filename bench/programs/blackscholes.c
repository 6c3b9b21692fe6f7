/* SPDX-License-Identifier: MIT */
/* Black-Scholes: prices of calls and puts (bench/cuda/blackscholes.cu). */
#include "program.h"
#include "stub.h"

#include <math.h>

DEVICE_CODE(FATBINS "/blackscholes.fatbin")
STUB(blackscholes,
     (const float *price, const float *strike, const float *years, float *call, float *put, int n, float rate,
      float volatility),
     ARGUMENT(price) ARGUMENT(strike) ARGUMENT(years) ARGUMENT(call) ARGUMENT(put) ARGUMENT(n) ARGUMENT(rate)
         ARGUMENT(volatility))

enum { N = 1 << 19, BYTES = N * 4, BLOCK = 128, BLOCKS = 480 };
#define RATE       0.02f
#define VOLATILITY 0.3f
static float *price, *strike, *years, *call, *put, *expected_call, *expected_put;

static void prepare(void)
{
    price = random_floats(N, 5, 30);
    strike = random_floats(N, 1, 100);
    years = random_floats(N, 0.25f, 10);
    call = zeros(BYTES);
    put = zeros(BYTES);
    expected_call = zeros(BYTES);
    expected_put = zeros(BYTES);
}

static void device(void)
{
    float *device_price = to_device(price, BYTES), *device_strike = to_device(strike, BYTES),
          *device_years = to_device(years, BYTES), *device_call = to_device(NULL, BYTES),
          *device_put = to_device(NULL, BYTES);

    if (cudaConfigureCall((dim3){BLOCKS, 1, 1}, (dim3){BLOCK, 1, 1}, 0, NULL) == cudaSuccess)
        blackscholes(device_price, device_strike, device_years, device_call, device_put, N, RATE, VOLATILITY);
    must(cudaGetLastError(), "blackscholes");
    from_device(call, device_call, BYTES);
    from_device(put, device_put, BYTES);
    cudaFree(device_price);
    cudaFree(device_strike);
    cudaFree(device_years);
}

/* The normal distribution (Abramowitz and Stegun, 26.2.17). */
static float normal(float d)
{
    const float k = 1 / (1 + 0.2316419f * fabsf(d));
    const float tail =
        0.39894228f * expf(-0.5f * d * d) *
        (k *
         (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f)))));

    return d > 0 ? 1 - tail : tail;
}

static void host(void)
{
    for (int i = 0; i < N; i++) {
        const float spread = VOLATILITY * sqrtf(years[i]);
        const float d1 =
            (logf(price[i] / strike[i]) + (RATE + 0.5f * VOLATILITY * VOLATILITY) * years[i]) / spread;
        const float discounted = strike[i] * expf(-RATE * years[i]);
        const float up = normal(d1), down = normal(d1 - spread);
        expected_call[i] = price[i] * up - discounted * down;
        expected_put[i] = discounted * (1 - down) - price[i] * (1 - up);
    }
}

static bool agree(void)
{
    return difference(call, expected_call, N) < 1e-5f && difference(put, expected_put, N) < 1e-5f;
}

const struct program program_blackscholes = {"blackscholes", prepare, device, host, agree, 1};
