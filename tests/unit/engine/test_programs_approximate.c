/* SPDX-License-Identifier: MIT */
/* Approximations: tests/programs/approximate.cu against libm, within published bounds.
 *
 * Bounds are those of the PTX ISA (approx) and of the CUDA C Programming Guide's table of errors, in units of
 * the last place, and one more because the reference itself is rounded.  Where .ftz decides, results about as
 * small as the least normal number may become 0. */
#include "programs/program.h"
#include "programs/reference.h"
#include "programs/rounding.h"

#define LEAST 1.2e-38 /* a little more than the least normal number */

static const struct near near_waves[] = {{0, 7e-7}, {0, 7e-7}, {0, 7e-7}, {0, 5e-7}, {0, 5e-7}};

static void approx_waves(const uint32_t *in, uint32_t *out)
{
    const double a = f32(in[0]) * 0.75f;
    putf(&out, (float)sin(a));
    putf(&out, (float)cos(a));
    putf(&out, (float)sin(a));
    putf(&out, (float)sin(a * 0.5));
    putf(&out, (float)cos(a * 0.5));
}

static const struct near near_powers[] = {
    {3, 0}, {3, LEAST}, {2, 0}, {2, LEAST}, {3, 0},  {3, 0},
    {4, 0}, {4, 0},     {3, 0}, {3, LEAST}, {14, 0}, {0, 0},
};

/* As fminf(fmaxf(a, low), high) on the chip: a NaN, signalling or not, loses. */
static float between(float low, float a, float high)
{
    return a >= high ? high : a > low ? a : low;
}

static void approx_powers(const uint32_t *in, uint32_t *out)
{
    const float a = f32(in[0]), b = f32(in[1]);
    putf(&out, (float)exp2(a));
    putf(&out, flush((float)exp2(a)));
    putf(&out, 1 / a);
    putf(&out, flush(1 / flush(a)));
    putf(&out, (float)(1 / sqrt(a)));
    putf(&out, (float)(1 / sqrt(flush(a))));
    putf(&out, sqrtf(a));
    putf(&out, sqrtf(flush(a)));
    putf(&out, a / b);
    putf(&out, flush(flush(a) / flush(b)));
    putf(&out, (float)exp(between(-10, a, 10)));
    putf(&out, saturate32(b));
}

static const struct near near_logs[] = {{4, 3e-7}, {4, 3e-7}, {4, 4e-7}, {16, 0}};

static void approx_logs(const uint32_t *in, uint32_t *out)
{
    const float a = f32(in[0]);
    putf(&out, (float)log2(a));
    putf(&out, (float)log2(flush(a)));
    putf(&out, (float)log(fabsf(a)));
    putf(&out, (float)pow(1.5, between(-4, a, 4)));
}

static const struct near near_math_waves[] = {{3, 0}, {3, 0}, {5, 0}, {3, 0}, {3, 0}, {3, 0}};

/* sin(pi a): the remainder of a by 2 is exact. */
static double sine_of_pi(float a)
{
    const double turn = fmod(a, 2), half = turn > 1 ? turn - 2 : turn < -1 ? turn + 2 : turn;
    if (half == 0 || fabs(half) == 1)
        return copysign(0, a);
    return sin(half * 3.14159265358979323846);
}

static void math_waves(const uint32_t *in, uint32_t *out)
{
    const double a = f32(in[0]);
    putf(&out, (float)sin(a));
    putf(&out, (float)cos(a));
    putf(&out, (float)tan(a));
    putf(&out, (float)sin(a));
    putf(&out, (float)cos(a));
    putf(&out, (float)sine_of_pi(f32(in[0])));
}

static const struct near near_math_powers[] = {
    {3, 0}, {3, 0}, {3, 0}, {2, 0}, {2, 0}, {2, 0}, {3, 0}, {2, 0}, {9, 0}, {2, 0}, {4, 0}, {3, 0},
};

static void math_powers(const uint32_t *in, uint32_t *out)
{
    const double a = f32(in[0]), b = f32(in[1]);
    putf(&out, (float)exp(a));
    putf(&out, (float)exp2(a));
    putf(&out, (float)exp10(a));
    putf(&out, (float)expm1(a));
    putf(&out, (float)log(a));
    putf(&out, (float)log2(a));
    putf(&out, (float)log10(a));
    putf(&out, (float)log1p(a));
    putf(&out, (float)pow(a, b));
    putf(&out, (float)cbrt(a));
    putf(&out, (float)hypot(a, b));
    putf(&out, (float)(1 / sqrt(a)));
}

static const struct near near_math_others[] = {
    {5, 0}, {4, 0}, {3, 0}, {4, 0}, {4, 0}, {3, 0}, {3, 0}, {4, 0}, {3, 0}, {7, 0}, {12, 0},
};

static void math_others(const uint32_t *in, uint32_t *out)
{
    const double a = f32(in[0]), b = f32(in[1]);
    putf(&out, (float)asin(a));
    putf(&out, (float)acos(a));
    putf(&out, (float)atan(a));
    putf(&out, (float)atan2(a, b));
    putf(&out, (float)sinh(a));
    putf(&out, (float)cosh(a));
    putf(&out, (float)tanh(a));
    putf(&out, (float)asinh(a));
    putf(&out, (float)erf(a));
    putf(&out, (float)erfc(a));
    putf(&out, (float)tgamma(a));
}

#define CASE(name, words, results, numbers, bounds)                                                         \
    {                                                                                                       \
        .kernel = #name, .in = words, .out = results, .fill = numbers, .match = MATCH_NEAR, .near = bounds, \
        .each = name                                                                                        \
    }

static const struct program programs[] = {
    CASE(approx_waves, 1, 5, FILL_MODERATE, near_waves),
    CASE(approx_powers, 2, 12, FILL_FLOAT, near_powers),
    CASE(approx_logs, 1, 4, FILL_FLOAT, near_logs),
    CASE(math_waves, 1, 6, FILL_FLOAT, near_math_waves),
    CASE(math_powers, 2, 12, FILL_FLOAT, near_math_powers),
    CASE(math_others, 2, 11, FILL_FLOAT, near_math_others),
};

int main(void)
{
    return PROGRAMS_RUN("approximate", programs, PROGRAMS_COMMON, PROGRAMS_NEWER);
}
