/* SPDX-License-Identifier: MIT */
/* Simulations: tests/programs/simulate.cu against the same steps on the host. */
#include "programs/program.h"
#include "programs/reference.h"

static void simulate_mandelbrot(const struct shape *shape, const uint32_t *in, uint32_t *out, uint32_t n)
{
    (void)shape;
    (void)in;
    for (uint32_t i = 0; i < n; i++) {
        const float cx = fmaf((float)(i % 64), 3.0f / 64, -2.25f),
                    cy = fmaf((float)(i / 64), 2.5f / 32, -1.25f);
        float a = 0, b = 0;
        uint32_t turns = 0;
        for (; turns < 100 && a * a + b * b <= 4; turns++) {
            const float next = a * a - b * b + cx;
            b = fmaf(2 * a, b, cy);
            a = next;
        }
        out[i] = turns;
    }
}

static void simulate_bodies(const struct shape *shape, const uint32_t *in, uint32_t *out, uint32_t n)
{
    (void)shape;
    for (uint32_t i = 0; i < n; i++) {
        float force[3] = {0, 0, 0};
        for (uint32_t k = 0; k < 128; k++) {
            const uint32_t *self = in + i * 4, *other = in + (i / 128 * 128 + k) * 4;
            float d[3];
            for (int axis = 0; axis < 3; axis++)
                d[axis] = f32(other[axis]) - f32(self[axis]);
            const float square = fmaf(d[0], d[0], fmaf(d[1], d[1], fmaf(d[2], d[2], 0.01f)));
            const float inverse = 1 / sqrtf(square), strength = f32(other[3]) * (inverse * inverse * inverse);
            for (int axis = 0; axis < 3; axis++)
                force[axis] = fmaf(d[axis], strength, force[axis]);
        }
        for (int axis = 0; axis < 3; axis++)
            putf(&out, force[axis]);
    }
}

static void simulate_stencil(const struct shape *shape, const uint32_t *in, uint32_t *out, uint32_t n)
{
    (void)shape;
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t x = i % 16, y = i / 16 % 8, z = i / 128;
        double value = f64(wide(in, i * 2));
        if (x > 0 && x < 15 && y > 0 && y < 7 && z > 0 && z < 7) {
            double around = 0;
            for (uint32_t step = 1, first = 1; step <= 128; step *= step == 1 ? 16 : 8, first = 0) {
                const double pair = f64(wide(in, (i - step) * 2)) + f64(wide(in, (i + step) * 2));
                around = first ? pair : around + pair;
            }
            value = fma(value, -6.0, around);
        }
        putd(&out, value);
    }
}

static void generation(const uint8_t from[32][64], uint8_t to[32][64])
{
    for (uint32_t i = 0; i < 2048; i++) {
        const uint32_t x = i % 64, y = i / 64;
        uint32_t count = 0;
        for (uint32_t k = 0; k < 9; k++)
            count += k == 4 ? 0 : from[(y + 31 + k / 3) % 32][(x + 63 + k % 3) % 64];
        to[y][x] = count == 3 || (count == 2 && from[y][x]);
    }
}

static void simulate_life(const struct shape *shape, const uint32_t *in, uint32_t *out, uint32_t n)
{
    uint8_t cells[2][32][64];
    (void)shape;
    (void)n;
    for (uint32_t i = 0; i < 2048; i++)
        cells[0][i / 64][i % 64] = in[i] & 1;
    for (int turn = 0; turn < 4; turn++)
        generation((const uint8_t(*)[64])cells[turn & 1], cells[~turn & 1]);
    for (uint32_t i = 0; i < 2048; i++)
        out[i] = cells[0][i / 64][i % 64];
}

static void simulate_circle(const uint32_t *in, uint32_t *out)
{
    uint32_t state = in[0] | 1, hits = 0;
    for (int k = 0; k < 100; k++) {
        float p[2];
        for (int j = 0; j < 2; j++) {
            state ^= state << 13;
            state ^= state >> 17;
            state ^= state << 5;
            p[j] = (float)(state >> 8) * 0x1p-24f;
        }
        hits += fmaf(p[0], p[0], p[1] * p[1]) < 1;
    }
    put(&out, hits);
    put(&out, state);
}

static double normal(double d)
{
    return 0.5 * erfc(-d * 0.70710678);
}

static void simulate_options(const uint32_t *in, uint32_t *out)
{
    const double price = 20 + fabs(f32(in[0])) * 5, strike = 20 + fabs(f32(in[1])) * 5,
                 years = 0.25 + fabs(f32(in[2]));
    const double root = sqrt(years), d1 = (log(price / strike) + 0.065 * years) / (0.3 * root),
                 d2 = d1 - 0.3 * root;
    const double discounted = strike * exp(-0.02 * years);
    putf(&out, (float)(price * normal(d1) - discounted * normal(d2)));
    putf(&out, (float)(discounted * normal(-d2) - price * normal(-d1)));
}

/* By the definition, in double precision. */
static void simulate_fourier(const struct shape *shape, const uint32_t *in, uint32_t *out, uint32_t n)
{
    double wave[256][2];
    (void)shape;
    for (int k = 0; k < 256; k++) {
        wave[k][0] = cos(k * 3.14159265358979323846 / 128);
        wave[k][1] = -sin(k * 3.14159265358979323846 / 128);
    }
    for (uint32_t i = 0; i < n * 2; i++) {
        const uint32_t *block = in + i / 256 * 512;
        double x = 0, y = 0;
        for (uint32_t k = 0; k < 256; k++) {
            const double a = f32(block[k * 2]), b = f32(block[k * 2 + 1]);
            const double *w = wave[k * i % 256];
            x += a * w[0] - b * w[1];
            y += a * w[1] + b * w[0];
        }
        putf(&out, (float)x);
        putf(&out, (float)y);
    }
}

static const struct near near_options[] = {{0, 2e-4}, {0, 2e-4}};
static const struct near near_fourier[] = {{0, 1e-3}, {0, 1e-3}, {0, 1e-3}, {0, 1e-3}};

static const struct program programs[] = {
    {.kernel = "simulate_mandelbrot", .shape = {{8, 8}, {8, 4}, 0}, .out = 1, .whole = simulate_mandelbrot},
    {.kernel = "simulate_bodies",
     .shape = {{2}, {128}, 0},
     .in = 4,
     .out = 3,
     .fill = FILL_MODERATE,
     .whole = simulate_bodies},
    {.kernel = "simulate_stencil",
     .shape = {{1, 2, 4}, {16, 4, 2}, 0},
     .in = 2,
     .out = 2,
     .fill = FILL_DOUBLE,
     .match = MATCH_DOUBLE,
     .whole = simulate_stencil},
    {.kernel = "simulate_life", .shape = {{1}, {256}, 0}, .in = 8, .out = 8, .whole = simulate_life},
    {.kernel = "simulate_circle", .in = 1, .out = 2, .each = simulate_circle},
    {.kernel = "simulate_options",
     .in = 3,
     .out = 2,
     .fill = FILL_MODERATE,
     .match = MATCH_NEAR,
     .near = near_options,
     .each = simulate_options},
    {.kernel = "simulate_fourier",
     .shape = {{2}, {128}, 0},
     .in = 4,
     .out = 4,
     .fill = FILL_MODERATE,
     .match = MATCH_NEAR,
     .near = near_fourier,
     .whole = simulate_fourier},
};

int main(void)
{
    return PROGRAMS_RUN("simulate", programs, PROGRAMS_COMMON, PROGRAMS_NEWER);
}
