/* SPDX-License-Identifier: MIT */
/* Half precision, two numbers in a register: tests/programs/half.cu against arithmetic with one rounding. */
#include "programs/half.h"
#include "programs/program.h"
#include "programs/reference.h"
#include "programs/rounding.h"

#define ONE        0x3c00u
#define BOTH(half) ((uint32_t)(half) | (uint32_t)(half) << 16)

static uint32_t add(uint32_t a, uint32_t b)
{
    return half_from(FE_TONEAREST, half_value(a) + half_value(b));
}

static uint32_t sub(uint32_t a, uint32_t b)
{
    return half_from(FE_TONEAREST, half_value(a) - half_value(b));
}

static uint32_t mul(uint32_t a, uint32_t b)
{
    return half_from(FE_TONEAREST, half_value(a) * half_value(b));
}

static uint32_t add_flushed(uint32_t a, uint32_t b)
{
    return half_from_flushed(half_value(half_flush(a)) + half_value(half_flush(b)));
}

static uint32_t add_saturated(uint32_t a, uint32_t b)
{
    return half_saturate(add(a, b));
}

static uint32_t sub_flushed_saturated(uint32_t a, uint32_t b)
{
    return half_saturate(half_from_flushed(half_value(half_flush(a)) - half_value(half_flush(b))));
}

static uint32_t mul_flushed(uint32_t a, uint32_t b)
{
    return half_from_flushed(half_value(half_flush(a)) * half_value(half_flush(b)));
}

static uint32_t mul_saturated(uint32_t a, uint32_t b)
{
    return half_saturate(mul(a, b));
}

static uint32_t fma_flushed(uint32_t a, uint32_t b, uint32_t c)
{
    return half_from_flushed(
        fma_odd(half_value(half_flush(a)), half_value(half_flush(b)), half_value(half_flush(c))));
}

static uint32_t fma_saturated(uint32_t a, uint32_t b, uint32_t c)
{
    return half_saturate(half_fma(a, b, c));
}

/* Both halves. */
static uint32_t pair2(uint32_t (*op)(uint32_t, uint32_t), uint32_t a, uint32_t b)
{
    return op(a & 0xffff, b & 0xffff) | op(a >> 16, b >> 16) << 16;
}

static uint32_t pair3(uint32_t (*op)(uint32_t, uint32_t, uint32_t), uint32_t a, uint32_t b, uint32_t c)
{
    return op(a & 0xffff, b & 0xffff, c & 0xffff) | op(a >> 16, b >> 16, c >> 16) << 16;
}

static void half_add(const uint32_t *in, uint32_t *out)
{
    const uint32_t a = in[0], b = in[1];
    put(&out, pair2(add, a, b));
    put(&out, pair2(sub, a, b));
    put(&out, pair2(add_flushed, a, b));
    put(&out, pair2(add_saturated, a, b));
    put(&out, pair2(sub_flushed_saturated, a, b));
    put(&out, add(a & 0xffff, b >> 16) | b << 16);
    put(&out, a ^ 0x80008000);
    put(&out, pair2(add, a, 0xc1003c00)); /* -2.5 and 1 */
}

static void half_mul(const uint32_t *in, uint32_t *out)
{
    const uint32_t a = in[0], b = in[1];
    put(&out, pair2(mul, a, b));
    put(&out, pair2(mul_flushed, a, b));
    put(&out, pair2(mul_saturated, a, b));
    put(&out, mul(a >> 16, b & 0xffff) << 16);
    put(&out, pair2(mul, BOTH(a & 0xffff), b));
    put(&out, pair2(mul, a, BOTH(b >> 16)));
    put(&out, pair2(mul, a, 0x42003800)); /* 3 and 0.5 */
}

static void half_fma_kernel(const uint32_t *in, uint32_t *out)
{
    const uint32_t a = in[0], b = in[1], c = in[2];
    put(&out, pair3(half_fma, a, b, c));
    put(&out, pair3(fma_flushed, a, b, c));
    put(&out, pair3(fma_saturated, a, b, c));
    put(&out, pair3(half_fma, BOTH(a & 0xffff), b, c));
    put(&out, pair3(half_fma, a, b >> 16 | b << 16, c));
    put(&out, pair3(half_fma, a, b, c ^ 0x80008000));
    put(&out, pair3(half_fma, a, 0x40004000, c));
    put(&out, half_fma(a & 0xffff, b >> 16, c & 0xffff));
}

/* Comparisons as PTX names them; bit 0: less, 1: equal, 2: greater, 3: unordered. */
enum {
    LT = 1,
    EQ = 2,
    LE = 3,
    GT = 4,
    NE = 5,
    GE = 6,
    NUM = 7,
    NAN_ = 8,
    LTU = 9,
    GTU = 12,
    NEU = 13,
    GEU = 14
};

static bool holds(unsigned test, double a, double b)
{
    const unsigned relation = a < b ? LT : a > b ? GT : a == b ? EQ : NAN_;
    return test & relation;
}

static bool low(unsigned test, uint32_t a, uint32_t b)
{
    return holds(test, half_value(a & 0xffff), half_value(b & 0xffff));
}

static bool high(unsigned test, uint32_t a, uint32_t b)
{
    return low(test, a >> 16, b >> 16);
}

static void half_compare(const uint32_t *in, uint32_t *out)
{
    static const uint8_t sets[] = {EQ, NE, LT, LE, GT, GEU, NUM, NAN_, LTU};
    static const uint8_t pairs[] = {EQ, NEU, LT, GE, GTU, NAN_};
    static const uint8_t boths[] = {EQ, LT, GTU};
    const uint32_t a = in[0], b = in[1];
    for (unsigned i = 0; i < sizeof sets; i++) {
        const bool ftz = i == 4;
        const uint32_t x = ftz ? half_flush(a & 0xffff) | half_flush(a >> 16) << 16 : a;
        const uint32_t y = ftz ? half_flush(b & 0xffff) | half_flush(b >> 16) << 16 : b;
        put(&out, (low(sets[i], x, y) ? ONE : 0) | (high(sets[i], x, y) ? ONE << 16 : 0));
    }
    for (unsigned i = 0; i < sizeof pairs; i++)
        put(&out, low(pairs[i], a, b) + 2u * high(pairs[i], a, b));
    for (unsigned i = 0; i < sizeof boths; i++)
        put(&out, low(boths[i], a, b) && high(boths[i], a, b));
    put(&out, low(EQ, a, b >> 16));
    put(&out, low(LT, a >> 16, b));
    put(&out, low(LE, a, b) ? 7 : 8);
    putf(&out, (float)half_value(a & 0xffff));
    putf(&out, (float)half_value(a >> 16));
}

static void half_dot(const uint32_t *in, uint32_t *out)
{
    uint32_t sum = 0;
    for (int k = 0; k < 4; k++)
        sum = pair3(half_fma, in[k], in[k + 4], sum);
    put(&out, add(sum & 0xffff, sum >> 16));
}

#define CASE(name, words, results, reference)                                                \
    {                                                                                        \
        .kernel = name, .in = words, .out = results, .fill = FILL_HALF, .match = MATCH_HALF, \
        .each = reference                                                                    \
    }

static const struct program programs[] = {
    CASE("half_add", 2, 8, half_add),
    CASE("half_mul", 2, 7, half_mul),
    CASE("half_fma", 3, 8, half_fma_kernel),
    {.kernel = "half_compare",
     .in = 2,
     .out = 23,
     .fill = FILL_HALF,
     .match = MATCH_FLOAT,
     .each = half_compare},
    CASE("half_dot", 8, 1, half_dot),
};

int main(void)
{
    return PROGRAMS_RUN("half", programs, "sm_53", "sm_60", "sm_61", "sm_62", PROGRAMS_NEWER);
}
