/* SPDX-License-Identifier: MIT */
/* Single precision to the last bit: tests/programs/float.cu against the host's IEEE arithmetic. */
#include "programs/program.h"
#include "programs/reference.h"
#include "programs/rounding.h"

static void float_add(const uint32_t *in, uint32_t *out)
{
    const float a = f32(in[0]), b = f32(in[1]);
    for (int i = 0; i < ROUNDINGS; i++)
        putf(&out, add32(rounding_modes[i], a, b));
    for (int i = 0; i < ROUNDINGS; i++)
        putf(&out, add32(rounding_modes[i], a, -b));
    for (int i = 0; i < ROUNDINGS; i++)
        putf(&out, flush(add32(rounding_modes[i], flush(a), flush(b))));
    putf(&out, saturate32(a + b));
    putf(&out, saturate32(flush(flush(a) + flush(b))));
    putf(&out, a + 0.1f);
    putf(&out, fabsf(a) - b);
    putf(&out, -a - fabsf(b));
    putf(&out, a + 16777216.0f);
}

static void float_mul(const uint32_t *in, uint32_t *out)
{
    const float a = f32(in[0]), b = f32(in[1]);
    for (int i = 0; i < ROUNDINGS; i++)
        putf(&out, mul32(rounding_modes[i], a, b));
    for (int i = 0; i < ROUNDINGS; i++)
        putf(&out, mul32_flushed(rounding_modes[i], a, b));
    putf(&out, saturate32(a * b));
    putf(&out, saturate32(mul32_flushed(FE_TONEAREST, a, b)));
    putf(&out, a * 3.7f);
    putf(&out, -a * b);
    putf(&out, a * 0.25f);
    putf(&out, fabsf(a) * b);
    putf(&out, a * -b * 2.0f);
}

static void float_fma(const uint32_t *in, uint32_t *out)
{
    const float a = f32(in[0]), b = f32(in[1]), c = f32(in[2]);
    for (int i = 0; i < ROUNDINGS; i++)
        putf(&out, fma32(rounding_modes[i], a, b, c));
    for (int i = 0; i < ROUNDINGS; i++)
        putf(&out, fma32_flushed(rounding_modes[i], a, b, c));
    putf(&out, saturate32(fmaf(a, b, c)));
    putf(&out, saturate32(fma32_flushed(FE_TONEAREST, a, b, c)));
    putf(&out, fmaf(-a, b, c));
    putf(&out, fmaf(a, b, -c));
    putf(&out, fmaf(a, 1.5f, c));
    putf(&out, fmaf(a, b, 0.75f));
    putf(&out, fmaf(a, c, a));
}

/* A NaN loses; of two zeros the negative one is less. */
static float minimum(float a, float b)
{
    if (isnan(a) || isnan(b))
        return isnan(a) ? b : a;
    return a < b || (a == b && signbit(a)) ? a : b;
}

static float maximum(float a, float b)
{
    return -minimum(-a, -b);
}

static void float_minmax(const uint32_t *in, uint32_t *out)
{
    const float a = f32(in[0]), b = f32(in[1]);
    putf(&out, minimum(a, b));
    putf(&out, maximum(a, b));
    putf(&out, minimum(flush(a), flush(b)));
    putf(&out, maximum(flush(a), flush(b)));
    putf(&out, minimum(fabsf(a), -b));
    putf(&out, maximum(a, 1.0f));
    put(&out, in[0] & 0x7fffffff);
    put(&out, (in[0] & 0x7fffffff) | (in[1] & 0x80000000));
}

static void float_compare(const uint32_t *in, uint32_t *out)
{
    const float a = f32(in[0]), b = f32(in[1]), c = f32(in[2]);
    const bool nan = isnan(a) || isnan(b), p = (a > b) | (b < c), q = !(a > b) | (b < c);
    const bool ordered[] = {a == b, a < b || a > b, a<b, a <= b, a> b, a >= b, true};
    for (int i = 0; i < 7; i++)
        put(&out, !nan && ordered[i]);
    for (int i = 0; i < 6; i++)
        put(&out, nan || ordered[i]);
    put(&out, nan);
    putf(&out, a < b);
    put(&out, nan || a >= b ? 0xffffffff : 0);
    putf(&out, a <= b && a > c);
    put(&out, (a < b || a > b) != !(a > c) ? 0xffffffff : 0);
    put(&out, p + 2u * q);
    put(&out, flush(a) < flush(b) ? 0xffffffff : 0);
    put(&out, c >= 0 ? in[0] : in[1]);
    put(&out, flush(c) >= 0 ? in[0] : in[1]);
    put(&out, in[2] >> 31 ? in[1] : in[0]);
    put(&out, a < b ? in[2] : in[0]);
    put(&out, (uint32_t)(isnan(a) != 0) + 2 * (isinf(a) != 0) + 4 * (in[0] >> 31));
}

static void float_divide(const uint32_t *in, uint32_t *out)
{
    const float a = f32(in[0]), b = f32(in[1]);
    for (int i = 0; i < ROUNDINGS; i++)
        putf(&out, div32(rounding_modes[i], a, b));
    putf(&out, div32_flushed(a, b));
    for (int i = 0; i < ROUNDINGS; i++)
        putf(&out, div32(rounding_modes[i], 1, b));
    putf(&out, div32_flushed(1, b));
    putf(&out, 1 / b);
    putf(&out, a / 3.0f);
    putf(&out, -2.5f / a);
}

static void float_root(const uint32_t *in, uint32_t *out)
{
    const float a = f32(in[0]);
    for (int i = 0; i < ROUNDINGS; i++)
        putf(&out, sqrt32(rounding_modes[i], a));
    putf(&out, sqrtf(flush(a)));
    putf(&out, sqrtf(fabsf(a)));
}

static void float_exact(const uint32_t *in, uint32_t *out)
{
    const float a = f32(in[0]), b = f32(in[1]);
    int exponent = 0;
    float part;
    putf(&out, floorf(a));
    putf(&out, ceilf(a));
    putf(&out, truncf(a));
    putf(&out, rintf(a));
    putf(&out, roundf(a));
    putf(&out, ldexpf(a, (int32_t)in[1] % 300));
    putf(&out, frexpf(a, &exponent));
    put(&out, isfinite(a) ? (uint32_t)exponent : 0);
    putf(&out, modff(a, &part));
    putf(&out, part);
    putf(&out, nextafterf(a, b));
    putf(&out, fdimf(a, b));
}

static void float_modulo(const uint32_t *in, uint32_t *out)
{
    putf(&out, fmodf(f32(in[0]), f32(in[1])));
    putf(&out, remainderf(f32(in[0]), f32(in[1])));
}

#define CASE(name, words, results)                                                                           \
    {                                                                                                        \
        .kernel = #name, .in = words, .out = results, .fill = FILL_FLOAT, .match = MATCH_FLOAT, .each = name \
    }

/* clang-format off */
static const struct program programs[] = {
    CASE(float_add, 2, 18),     CASE(float_mul, 2, 15),    CASE(float_fma, 3, 15),
    CASE(float_minmax, 2, 8),   CASE(float_compare, 3, 25), CASE(float_divide, 2, 13),
    CASE(float_root, 1, 6),     CASE(float_exact, 2, 12),  CASE(float_modulo, 2, 2),
};
/* clang-format on */

int main(void)
{
    return PROGRAMS_RUN("float", programs, PROGRAMS_COMMON, "sm_35-O0", "sm_61-O0", PROGRAMS_NEWER);
}
