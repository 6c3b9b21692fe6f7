/* SPDX-License-Identifier: MIT */
/* The formats of 8 bits: what all of their numbers mean, and the nearest number of any single. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "ops/scalar/fp16.h"
#include "ops/scalar/fp8.h"
#include "unit/ops/splitmix.h"

static float float_of(uint32_t bits)
{
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static uint32_t bits_of(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

/* What a size (no sign) means; NaN and infinity where it is none. */
static double meaning(uint32_t size, bool e5m2)
{
    const int fraction = e5m2 ? 2 : 3, bias = e5m2 ? 15 : 7;
    const int exponent = (int)(size >> fraction), rest = (int)(size & ((1u << fraction) - 1));

    if (e5m2 ? exponent == 31 : size == 0x7f)
        return rest || !e5m2 ? (double)NAN : (double)INFINITY;
    return exponent ? ldexp((1 << fraction) + rest, exponent - bias - fraction)
                    : ldexp(rest, 1 - bias - fraction);
}

static void numbers_are_widened_exactly(void **state)
{
    (void)state;
    for (unsigned e5m2 = 0; e5m2 < 2; e5m2++)
        for (uint32_t byte = 0; byte < 256; byte++) {
            const uint32_t half = hw_fp8_widen(byte, e5m2);
            const double wanted = meaning(byte & 0x7f, e5m2);
            if (wanted != wanted)
                assert_int_equal(half, 0x7fff);
            else
                assert_true((double)float_of(hw_fp16_widen(half & 0x7fff)) == wanted &&
                            half >> 15 == byte >> 7);
        }
}

/* By search; of two that are as near the even one, and beyond the largest that. */
static uint32_t nearest(double size, bool e5m2)
{
    uint32_t best = 0;

    for (uint32_t other = 1; other <= (e5m2 ? 0x7bu : 0x7eu); other++) {
        const double a = fabs(size - meaning(best, e5m2)), b = fabs(size - meaning(other, e5m2));
        if (b < a || (b == a && best & 1))
            best = other;
    }
    return best;
}

static void check(uint32_t single, bool e5m2)
{
    const float x = float_of(single);

    if (x != x) {
        assert_int_equal(hw_fp8_narrow(single, e5m2), 0x7f);
        return;
    }
    const uint32_t wanted = nearest(fmin(fabs((double)x), 0x1p20), e5m2);
    assert_int_equal(hw_fp8_narrow(single, e5m2), wanted | (single >> 24 & 0x80));
}

static void singles_become_the_nearest_number(void **state)
{
    static const uint32_t ends[] = {0,          1,          0x00800000, 0x7f7fffff, 0x7f800000, 0x7f800001,
                                    0x7fffffff, 0x80000000, 0xff800000, 0xffc00000, 0x3a800000, 0x3a7fffff};
    uint64_t seed = 8;

    (void)state;
    for (unsigned e5m2 = 0; e5m2 < 2; e5m2++) {
        for (unsigned i = 0; i < sizeof ends / sizeof ends[0]; i++)
            check(ends[i], e5m2);
        for (uint32_t size = 0; size < (e5m2 ? 0x7bu : 0x7eu);
             size++) { /* in the middle of two, and beside */
            const uint32_t middle =
                bits_of((float)((meaning(size, e5m2) + meaning(size + 1, e5m2)) / 2)) | (size & 1) << 31;
            for (uint32_t bits = middle - 1; bits != middle + 2; bits++)
                check(bits, e5m2);
        }
        for (unsigned i = 0; i < 20000; i++) /* around the range of both formats */
            check((uint32_t)splitmix64(&seed) % 0x13000000 + 0x36000000, e5m2);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_widened_exactly),
        cmocka_unit_test(singles_become_the_nearest_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
