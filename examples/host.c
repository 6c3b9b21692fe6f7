/* SPDX-License-Identifier: MIT */
/* The functions of host.h. */
#include "host.h"

#include <math.h>
#include <string.h>

/* The chip's multiply-add.  Tesla's: the product is cut off after 24 significant bits, then the sum is
 * rounded.  When an operand is zero the product is rounded, too.
 *
 * This holds while nothing becomes denormal and nothing overflows, which the examples see to.  Then the
 * product is exact in double precision, whose significand has 53 bits: clearing the low 29 leaves 24. */
static inline float multiply_add(float a, float b, float c)
{
#if defined(PLAIN_FMAD)
    return a * b + c;
#elif defined(FUSED_FMAD)
    return fmaf(a, b, c);
#else
    double product = (double)a * b;
    uint64_t bits;

    if (a == 0 || b == 0 || c == 0)
        return (float)product + c;
    memcpy(&bits, &product, sizeof bits);
    bits &= ~UINT64_C(0x1fffffff);
    memcpy(&product, &bits, sizeof bits);
    return (float)product + c;
#endif
}

float HOST(fmad)(float a, float b, float c)
{
    return multiply_add(a, b, c);
}

void HOST(saxpy)(uint32_t n, float a, const float *x, float *y)
{
    for (uint32_t i = 0; i < n; i++)
        y[i] = multiply_add(a, x[i], y[i]);
}

void HOST(matmul)(uint32_t n, const float *a, const float *b, float *c)
{
    for (uint32_t row = 0; row < n; row++)
        for (uint32_t column = 0; column < n; column++) {
            float sum = 0;
            for (uint32_t k = 0; k < n; k++)
                sum = multiply_add(a[row * n + k], b[k * n + column], sum);
            c[row * n + column] = sum;
        }
}

/* Steps that z = z * z + c takes to leave the circle of radius 2; `limit` where it stays. */
static uint32_t steps(float cx, float cy, uint32_t limit)
{
    float x = 0, y = 0;

    for (uint32_t n = 0; n < limit; n++) {
        float yy = y * y;
        if (multiply_add(x, x, yy) > 4)
            return n;
        float twice = x + x;
        x = multiply_add(x, x, cx - yy);
        y = multiply_add(twice, y, cy);
    }
    return limit;
}

void HOST(mandelbrot)(uint32_t width, uint32_t height, uint32_t limit, float left, float top, float step,
                      uint8_t *out)
{
    for (uint32_t y = 0; y < height; y++)
        for (uint32_t x = 0; x < width; x++)
            out[y * width + x] =
                (uint8_t)steps(multiply_add(step, (float)x, left), multiply_add(step, (float)y, top), limit);
}

void HOST(hash)(uint32_t n, uint32_t rounds, uint32_t *out)
{
    for (uint32_t i = 0; i < n; i++) {
        uint32_t h = i;
        for (uint32_t round = 0; round < rounds; round++) {
            h ^= h << 13;
            h ^= h >> 17;
            h ^= h << 5;
            h += 0x9e3779b9u;
        }
        out[i] = h;
    }
}

uint32_t HOST(sum)(uint32_t n, const uint32_t *in)
{
    uint32_t sum = 0;
    for (uint32_t i = 0; i < n; i++)
        sum += in[i];
    return sum;
}

void HOST(histogram)(uint32_t words, const uint32_t *in, uint32_t bins[256])
{
    for (uint32_t i = 0; i < words; i++) {
        bins[in[i] & 0xff]++;
        bins[in[i] >> 8 & 0xff]++;
        bins[in[i] >> 16 & 0xff]++;
        bins[in[i] >> 24]++;
    }
}
