/* SPDX-License-Identifier: MIT */
/* Operands from the constant bank: tests/programs/operands.cu against C, with the scalars as constants
 * here. */
#include "programs/half.h"
#include "programs/program.h"
#include "programs/reference.h"
#include "programs/rounding.h"

/* --- integers -------------------------------------------------------------------------------------- */

enum { A = 11, B = 7, C = (int)0x89abcdef };
static const uint32_t integers[] = {A, B, (uint32_t)C};

static uint32_t saturate(int64_t value)
{
    return value > INT32_MAX ? INT32_MAX : value < INT32_MIN ? 0x80000000u : (uint32_t)(int32_t)value;
}

static int32_t high_signed(uint32_t a, uint32_t b)
{
    return (int32_t)((uint64_t)((int64_t)(int32_t)a * (int32_t)b) >> 32);
}

static uint32_t choose(uint32_t a, uint32_t b, uint32_t sign)
{
    return sign >> 31 ? b : a;
}

static uint32_t permute(uint32_t a, uint32_t b, uint32_t selector)
{
    const uint64_t bytes = a | (uint64_t)b << 32;
    uint32_t result = 0;
    for (int i = 0; i < 4; i++) {
        const uint32_t nibble = selector >> 4 * i & 15, byte = bytes >> 8 * (nibble & 7) & 0xff;
        result |= (nibble & 8 ? (byte >> 7) * 0xff : byte) << 8 * i;
    }
    return result;
}

/* PTX bfe.s32. */
static uint32_t extract(uint32_t a, uint32_t position, uint32_t length)
{
    const uint32_t pos = position & 0xff, len = length & 0xff, last = pos + len - 1 > 31 ? 31 : pos + len - 1;
    uint32_t result = len && a >> last & 1 ? 0xffffffff : 0;
    for (uint32_t i = 0; i < len && i + pos < 32 && i < 32; i++)
        result = (result & ~(1u << i)) | (a >> (i + pos) & 1) << i;
    return result;
}

static uint32_t lookup(uint32_t a, uint32_t b, uint32_t c, uint32_t table)
{
    uint32_t result = 0;
    for (int i = 0; i < 32; i++)
        result |= (table >> ((a >> i & 1) << 2 | (b >> i & 1) << 1 | (c >> i & 1)) & 1) << i;
    return result;
}

static uint32_t population(uint32_t value)
{
    uint32_t count = 0;
    for (; value; value &= value - 1)
        count++;
    return count;
}

static void operand_integer(const uint32_t *in, uint32_t *out)
{
    const uint32_t x = in[0], y = in[1], c = (uint32_t)C;
    put(&out, x << A);
    put(&out, x >> A);
    put(&out, sar32(x, B));
    put(&out, (int32_t)x < C ? x : c);
    put(&out, x < c ? c : x);
    put(&out, x * c);
    put(&out, (uint32_t)high_signed(x, c));
    put(&out, (uint32_t)((uint64_t)(x & 0xffffff) * (c & 0xffffff) >> 16));
    put(&out, saturate((int64_t)(int32_t)x + C));
    put(&out, saturate((int64_t)C - (int32_t)x));
    put(&out, saturate((int64_t)high_signed(x, c) + (int32_t)y));
    put(&out, saturate((int64_t)high_signed(x, y) + C));
    put(&out, choose(x, c, y));
    put(&out, choose(x, y, c));
    put(&out, choose(c, y, x));
    put(&out, permute(x, y, c));
    put(&out, permute(x, c, y));
    put(&out, permute(x, A, 0x6240));
    put(&out, x >> A & 0x7f);
    put(&out, extract(c, x, y));
    put(&out, (x < c ? c - x : x - c) + y);
    put(&out, ((int32_t)x < (int32_t)y ? y - x : x - y) + c);
    put(&out, lookup(x, c, y, 0x1b));
    put(&out, (c & ~(0x7fu << A)) | (x & 0x7f) << A);
    put(&out, y & 31 ? c << (y & 31) | x >> (32 - (y & 31)) : c);
    put(&out, y << (32 - A) | x >> A);
    put(&out, population(x & c));
    put(&out, population(c));
    put(&out, 28);
    put(&out, 30); /* the highest bit of C that differs from its sign */
    put(&out, 0xf7b3d591);
    put(&out, ~c);
    put(&out, x < c ? y : c);
    put(&out, x == c || (int32_t)y > C);
    put(&out, x & c ? A : B);
    put(&out, x ^ c);
}

/* --- single precision --------------------------------------------------------------------------------- */

static const uint32_t floats[] = {0xc06ccccd, 0x0077c786, 0xfffffff3}; /* -3.7, 1.1e-38 (denormal), -13 */

static float minimum(float a, float b)
{
    return isnan(a) ? b : isnan(b) || a < b ? a : b;
}

static void operand_float(const uint32_t *in, uint32_t *out)
{
    const float x = f32(in[0]), y = f32(in[1]), f = f32(floats[0]), g = f32(floats[1]);
    const bool nan = isnan(x);
    putf(&out, x + f);
    putf(&out, add32(FE_TOWARDZERO, f, -x));
    putf(&out, x * f);
    putf(&out, mul32_flushed(FE_UPWARD, x, g));
    putf(&out, fmaf(x, f, y));
    putf(&out, fma32(FE_DOWNWARD, x, y, f));
    putf(&out, minimum(x, f));
    putf(&out, -minimum(-g, -x));
    putf(&out, x < f);
    putf(&out, nan || x < g || x > g);
    putf(&out, y >= 0 ? x : f);
    putf(&out, y);
    putf(&out, y >= 0 ? x : 2.5f);
    putf(&out, x / f);
    putf(&out, f / x);
    putf(&out, 4294967283.0f);
    putf(&out, -13);
    put(&out, (uint32_t)-3);
    putf(&out, -4);
    putf(&out, x < f ? y : g);
    putf(&out, fabsf(x) * -f);
    putf(&out, x * 0.333251953125f);
    putf(&out, x + 1e-30f);
    putf(&out, minimum(x, 0.1f));
}

/* --- double precision --------------------------------------------------------------------------------- */

static const double D = 1234567.625, E = -0.1;
/* Padding, D, E, and 3 << 62. */
static const uint32_t doubles[] = {77, 0xa0000000, 0x4132d687, 0x9999999a, 0xbfb99999, 0, 0xc0000000};

static double minimum64(double a, double b)
{
    return isnan(a) ? b : isnan(b) || a < b ? a : b;
}

static void operand_double(const uint32_t *in, uint32_t *out)
{
    const double x = f64(wide(in, 0)), y = f64(wide(in, 2));
    putd(&out, x + D);
    putd(&out, add64(FE_DOWNWARD, D, -x));
    putd(&out, x * D);
    putd(&out, mul64(FE_TOWARDZERO, x, E));
    putd(&out, fma(x, D, y));
    putd(&out, fma64(FE_UPWARD, x, y, E));
    putd(&out, minimum64(x, D));
    putd(&out, -minimum64(-E, -x));
    putd(&out, minimum64(x, 1.5));
    put(&out, x < D ? 0xffffffff : 0);
    put(&out, x < 1.5 ? 0 : 0xffffffff);
    putf(&out, 1234567.625f);
    put(&out, 1234567);
    putd(&out, 1234568);
    putd(&out, 0x3p62);
    put64(&out, 1234567);
    putd(&out, x > D ? y : E);
    put(&out, x == 0.25);
    put(&out, 77);
}

/* --- half precision ----------------------------------------------------------------------------------- */

#define H 0x4100b800u /* 2.5 and -0.5 */
static const uint32_t halves[] = {H, 0x3e000001};

static uint32_t pair(uint32_t (*op)(uint32_t, uint32_t), uint32_t a, uint32_t b)
{
    return op(a & 0xffff, b & 0xffff) | op(a >> 16, b >> 16) << 16;
}

static uint32_t pair_fma(uint32_t a, uint32_t b, uint32_t c)
{
    return half_fma(a & 0xffff, b & 0xffff, c & 0xffff) | half_fma(a >> 16, b >> 16, c >> 16) << 16;
}

static uint32_t half_add(uint32_t a, uint32_t b)
{
    return half_from(FE_TONEAREST, half_value(a) + half_value(b));
}
static uint32_t half_mul(uint32_t a, uint32_t b)
{
    return half_from(FE_TONEAREST, half_value(a) * half_value(b));
}
static uint32_t half_lt(uint32_t a, uint32_t b)
{
    return half_value(a) < half_value(b) ? 0x3c00 : 0;
}
static uint32_t half_geu(uint32_t a, uint32_t b)
{
    return half_value(a) < half_value(b) ? 0 : 0x3c00;
}
static uint32_t half_eq(uint32_t a, uint32_t b)
{
    return half_value(a) == half_value(b) ? 0x3c00 : 0;
}

static void operand_half(const uint32_t *in, uint32_t *out)
{
    const uint32_t x = in[0], y = in[1], greater = pair(half_lt, H, x),
                   less_or_not = pair(half_geu, 0x38003c00, x);
    put(&out, pair(half_add, x, H));
    put(&out, pair(half_add, H, x ^ 0x80008000));
    put(&out, pair(half_mul, x, H));
    put(&out, pair_fma(x, H, y));
    put(&out, pair_fma(x, y, H));
    put(&out, pair(half_lt, x, H));
    put(&out, pair(half_geu, x, halves[1]));
    put(&out, pair(half_eq, x, 0x40003c00));
    put(&out, pair(half_add, x, 0x3c00c000));
    put(&out, pair(half_mul, x, 0x3555b555));
    put(&out, pair_fma(x, 0x3c003800, y));
    put(&out, pair_fma(x, y, 0x12344321));
    put(&out, (greater & 0xffff ? 5 : 3) + (greater >> 16 ? 8 : 0));
    put(&out, (less_or_not & 0xffff ? 5 : 3) + (less_or_not >> 16 ? 8 : 0));
    put(&out, (int32_t)x < (int32_t)H ? x : H);
    put(&out, y ^ H);
}

#define CASE(name, words, results, numbers, rule, values)                                       \
    .kernel = #name, .in = words, .out = results, .fill = numbers, .match = rule, .each = name, \
    .scalars = values, .scalar_words = sizeof(values) / 4

static const struct program programs[] = {
    {CASE(operand_integer, 2, 36, FILL_INT, MATCH_WORDS, integers)},
    {CASE(operand_float, 2, 24, FILL_FLOAT, MATCH_FLOAT, floats)},
    {CASE(operand_double, 4, 32, FILL_DOUBLE, MATCH_DOUBLE, doubles)},
    {CASE(operand_half, 2, 16, FILL_HALF, MATCH_HALF, halves), .from = 53},
};

int main(void)
{
    return PROGRAMS_RUN("operands", programs, PROGRAMS_COMMON, PROGRAMS_NEWER);
}
