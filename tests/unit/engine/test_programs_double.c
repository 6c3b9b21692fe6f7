/* SPDX-License-Identifier: MIT */
/* Double precision: tests/programs/double.cu against the host's IEEE arithmetic and libm. */
#include "programs/program.h"
#include "programs/reference.h"
#include "programs/rounding.h"

static double number(const uint32_t *in, unsigned k)
{
    return f64(wide(in, k));
}

static void double_add(const uint32_t *in, uint32_t *out)
{
    const double a = number(in, 0), b = number(in, 2);
    for (int i = 0; i < ROUNDINGS; i++)
        putd(&out, add64(rounding_modes[i], a, b));
    for (int i = 0; i < ROUNDINGS; i++)
        putd(&out, add64(rounding_modes[i], a, -b));
    putd(&out, a + 0.1);
    putd(&out, fabs(a) - b);
    putd(&out, a + 2.0);
}

static void double_mul(const uint32_t *in, uint32_t *out)
{
    const double a = number(in, 0), b = number(in, 2);
    for (int i = 0; i < ROUNDINGS; i++)
        putd(&out, mul64(rounding_modes[i], a, b));
    putd(&out, a * -b);
    putd(&out, a * 1.5);
}

static void double_fma(const uint32_t *in, uint32_t *out)
{
    const double a = number(in, 0), b = number(in, 2), c = number(in, 4);
    for (int i = 0; i < ROUNDINGS; i++)
        putd(&out, fma64(rounding_modes[i], a, b, c));
    putd(&out, fma(-a, b, c));
    putd(&out, fma(a, b, -1.0));
    putd(&out, fma(a, 0.5, c));
}

static void double_divide(const uint32_t *in, uint32_t *out)
{
    const double a = number(in, 0), b = number(in, 2);
    for (int i = 0; i < ROUNDINGS; i++)
        putd(&out, div64(rounding_modes[i], a, b));
    for (int i = 0; i < ROUNDINGS; i++)
        putd(&out, div64(rounding_modes[i], 1, b));
    putd(&out, a / 3.0);
}

static void double_root(const uint32_t *in, uint32_t *out)
{
    for (int i = 0; i < ROUNDINGS; i++)
        putd(&out, sqrt64(rounding_modes[i], number(in, 0)));
}

/* A NaN loses; of two zeros the negative one is less. */
static double minimum(double a, double b)
{
    if (isnan(a) || isnan(b))
        return isnan(a) ? b : a;
    return a < b || (a == b && signbit(a)) ? a : b;
}

static void double_minmax(const uint32_t *in, uint32_t *out)
{
    const double a = number(in, 0), b = number(in, 2);
    const uint64_t sign = (uint64_t)1 << 63;
    putd(&out, minimum(a, b));
    putd(&out, -minimum(-a, -b));
    putd(&out, minimum(fabs(a), -b));
    putd(&out, -minimum(-a, -1.0));
    put64(&out, wide(in, 0) ^ sign);
    put64(&out, (wide(in, 0) & ~sign) | (wide(in, 2) & sign));
}

static void double_compare(const uint32_t *in, uint32_t *out)
{
    const double a = number(in, 0), b = number(in, 2);
    const bool nan = isnan(a) || isnan(b);
    const bool ordered[] = {a == b, a < b || a > b, a<b, a <= b, a> b, a >= b, true};
    for (int i = 0; i < 7; i++)
        put(&out, !nan && ordered[i]);
    for (int i = 0; i < 6; i++)
        put(&out, nan || ordered[i]);
    put(&out, nan);
    putf(&out, a < b);
    put(&out, nan || a >= b ? 0xffffffff : 0);
    put(&out, a <= b && b > 1 ? 0xffffffff : 0);
    put(&out, a < b ? in[0] : in[2]);
    put(&out, (uint32_t)(isnan(a) != 0) + 2 * (isinf(a) != 0) + 4 * (in[1] >> 31));
}

static void double_round(const uint32_t *in, uint32_t *out)
{
    const double a = number(in, 0);
    putd(&out, floor(a));
    putd(&out, ceil(a));
    putd(&out, trunc(a));
    putd(&out, rint(a));
    putd(&out, round(a));
}

/* The CUDA C Programming Guide's bounds, and one more because the reference is rounded too.  The host's own
 * functions of doubles are not better than that, so those of long doubles are asked. */
static const struct near near_math[] = {
    {2, 0}, {2, 0}, {2, 0}, {2, 0}, {3, 0}, {3, 0}, {3, 0},
    {3, 0}, {3, 0}, {2, 0}, {3, 0}, {2, 0}, {3, 0}, {2, 0},
};

static void math_double(const uint32_t *in, uint32_t *out)
{
    const long double a = number(in, 0), b = number(in, 2);
    putd(&out, (double)expl(a));
    putd(&out, (double)exp2l(a));
    putd(&out, (double)logl(a));
    putd(&out, (double)log2l(a));
    putd(&out, (double)sinl(a));
    putd(&out, (double)cosl(a));
    putd(&out, (double)tanl(a));
    putd(&out, (double)powl(a, b));
    putd(&out, (double)atan2l(a, b));
    putd(&out, (double)tanhl(a));
    putd(&out, (double)erfl(a));
    putd(&out, (double)cbrtl(a));
    putd(&out, (double)hypotl(a, b));
    putd(&out, (double)(1 / sqrtl(a)));
}

#define CASE(name, words, results)                                                                \
    {                                                                                             \
        .kernel = #name, .in = words, .out = results, .fill = FILL_DOUBLE, .match = MATCH_DOUBLE, \
        .each = name                                                                              \
    }

static const struct program programs[] = {
    CASE(double_add, 4, 22),
    CASE(double_mul, 4, 12),
    CASE(double_fma, 6, 14),
    CASE(double_divide, 4, 18),
    CASE(double_root, 2, 8),
    CASE(double_minmax, 4, 12),
    {.kernel = "double_compare", .in = 4, .out = 19, .fill = FILL_DOUBLE, .each = double_compare},
    CASE(double_round, 2, 10),
    {.kernel = "math_double",
     .in = 4,
     .out = 28,
     .fill = FILL_DOUBLE,
     .match = MATCH_NEAR64,
     .near = near_math,
     .each = math_double},
};

int main(void)
{
    return PROGRAMS_RUN("double", programs, PROGRAMS_COMMON, PROGRAMS_NEWER);
}
