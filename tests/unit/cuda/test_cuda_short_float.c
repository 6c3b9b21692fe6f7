/* SPDX-License-Identifier: MIT */
/* Floats of 16 and 8 bits: every one of them widened and rounded back, and what lies between two of them. */
#include "cuda/math/short_float.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#include <cmocka.h>

/* A format: its bits, those of its fraction, and whether all exponents are of numbers. */
struct format {
    int bits, fraction;
    bool finite;
    float (*widen)(uint32_t bits);
    uint32_t (*narrow)(float value);
};

static float widen_half(uint32_t bits)
{
    return hw_half_to_single((uint16_t)bits);
}

static uint32_t narrow_half(float value)
{
    return hw_half_of_single(value);
}

static float widen_bfloat(uint32_t bits)
{
    return hw_bfloat_to_single((uint16_t)bits);
}

static uint32_t narrow_bfloat(float value)
{
    return hw_bfloat_of_single(value);
}

static float widen_e4m3(uint32_t bits)
{
    return hw_e4m3_to_single((uint8_t)bits);
}

static uint32_t narrow_e4m3(float value)
{
    return hw_e4m3_of_single(value);
}

static float widen_e5m2(uint32_t bits)
{
    return hw_half_to_single((uint16_t)(bits << 8));
}

static uint32_t narrow_e5m2(float value)
{
    return hw_e5m2_of_single(value);
}

static const struct format half = {16, 10, false, widen_half, narrow_half},
                           bfloat = {16, 7, false, widen_bfloat, narrow_bfloat},
                           e4m3 = {8, 3, true, widen_e4m3, narrow_e4m3},
                           e5m2 = {8, 2, false, widen_e5m2, narrow_e5m2};

/* What the bits mean by their definition. */
static double meaning(const struct format *format, uint32_t bits)
{
    const uint32_t size = bits & ((1u << (format->bits - 1)) - 1), ones = (1u << format->fraction) - 1;
    const int exponents = 1 << (format->bits - 1 - format->fraction), bias = exponents / 2 - 1;
    const int exponent = (int)(size >> format->fraction);
    double value = exponent ? ldexp((size & ones) + ones + 1.0, exponent - bias - format->fraction)
                            : ldexp(size & ones, 1 - bias - format->fraction);

    if (exponent == exponents - 1 && !format->finite)
        value = size & ones ? NAN : INFINITY;
    if (format->finite && size == (1u << (format->bits - 1)) - 1)
        value = NAN;
    return size == bits ? value : -value;
}

static void check_format(const struct format *format)
{
    const uint32_t sign = 1u << (format->bits - 1);

    for (uint32_t bits = 0; bits < 2 * sign; bits++) {
        const double value = meaning(format, bits);
        const float widened = format->widen(bits);
        if (isnan(value)) {
            assert_true(isnan(widened) && isnan(meaning(format, format->narrow(widened))));
            continue;
        }
        assert_true(widened == (float)value && !signbit(widened) == !signbit(value));
        if (isinf(value))
            continue;
        assert_int_equal(format->narrow(widened), bits);
        /* Half way to the next one it is the even one's, and beyond that the next one's. */
        const double next = meaning(format, bits + 1);
        if (bits % sign == sign - 1 || !isfinite(next))
            continue;
        const float middle = (float)((value + next) / 2);
        assert_int_equal(format->narrow(middle), bits % 2 ? bits + 1 : bits);
        assert_int_equal(format->narrow(nextafterf(middle, (float)next)), bits + 1);
        assert_int_equal(format->narrow(nextafterf(middle, (float)value)), bits);
    }
}

static void test_every_one(void **state)
{
    (void)state;
    check_format(&half);
    check_format(&bfloat);
    check_format(&e4m3);
    check_format(&e5m2);
}

static void test_the_largest(void **state)
{
    (void)state;
    assert_int_equal(hw_half_of_single(65519), 0x7bff);
    assert_int_equal(hw_half_of_single(65520), 0x7c00);
    assert_int_equal(hw_half_of_single(-INFINITY), 0xfc00);
    assert_int_equal(hw_half_of_single(1e-10f), 0);
    assert_int_equal(hw_bfloat_of_single(3.4e38f), 0x7f80);
    assert_int_equal(hw_bfloat_of_single(INFINITY), 0x7f80);
    assert_int_equal(hw_e4m3_of_single(1e9f), 0x7e);
    assert_int_equal(hw_e4m3_of_single(-INFINITY), 0xfe);
    assert_int_equal(hw_e5m2_of_single(1e9f), 0x7b);
    assert_int_equal(hw_e5m2_of_single(-INFINITY), 0xfb);
    assert_true(isnan(hw_e4m3_to_single(hw_e4m3_of_single(NAN))));
    assert_true(isnan(hw_half_to_single((uint16_t)(hw_e5m2_of_single(-NAN) << 8))));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_every_one), cmocka_unit_test(test_the_largest)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
