/* SPDX-License-Identifier: MIT */
/* Sums of matrix units: what tells the generations apart, rounding, and special values.  The expected values
 * are worked out by hand from the model of dot.h; that they are so on a V100, T4 and A100 is said by the
 * papers that dot.c names. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <halfwarp/modifiers.h>

#include "ops/matrix/dot.h"

#define MOST 32

/* Elements of a and b; those behind them are zero. */
struct sum {
    unsigned unit, type, count;
    uint32_t a[MOST], b[MOST], c;
    unsigned result; /* enum hw_type of c and the result */
    uint32_t expected;
};

static uint32_t sum_of(const struct sum *sum, bool finite)
{
    struct hw_dot_number a[MOST], b[MOST];
    const struct hw_dot_rules *rules = hw_dot_rules_of(sum->unit, sum->type);

    assert_non_null(rules);
    for (unsigned k = 0; k < sum->count; k++) {
        a[k] = hw_dot_unpack(sum->type, sum->a[k], false);
        b[k] = hw_dot_unpack(sum->type, sum->b[k], false);
    }
    return hw_dot(rules, a, b, sum->count, sum->c, sum->result, sum->result, finite);
}

static void check(const struct sum *sums, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (sum_of(&sums[i], false) != sums[i].expected)
            fail_msg("sum %zu: expected 0x%x, got 0x%x", i, sums[i].expected, sum_of(&sums[i], false));
}

#define CHECK(sums) check(sums, sizeof(sums) / sizeof *(sums))

/* clang-format off */
enum { VOLTA = HW_DOT_VOLTA, TURING = HW_DOT_TURING, AMPERE = HW_DOT_AMPERE, ADA = HW_DOT_ADA,
       HOPPER = HW_DOT_HOPPER };
enum { F16 = HW_TYPE_F16, BF16 = HW_TYPE_BF16, TF32 = HW_TYPE_TF32, F32 = HW_TYPE_F32, E4M3 = HW_TYPE_E4M3,
       E5M2 = HW_TYPE_E5M2 };

/* 0x3c00 is 1 of halves, 0x0c00 2^-12, 0x1000 2^-11, 0x0400 2^-14; 0x3f800000 1 of singles. */

/* 1 + 2^-24 + 2^-24: Volta has no bit behind those of the result, later chips have one, Hopper two: there
 * four times 2^-25 count. */
static void test_bits_behind(void **state)
{
    static const struct sum sums[] = {
        {VOLTA,  F16, 4, {0x0c00, 0x0c00}, {0x0c00, 0x0c00}, 0x3f800000, F32, 0x3f800000},
        {TURING, F16, 8, {0x0c00, 0x0c00}, {0x0c00, 0x0c00}, 0x3f800000, F32, 0x3f800001},
        {AMPERE, F16, 8, {0x0c00, 0x0c00}, {0x0c00, 0x0c00}, 0x3f800000, F32, 0x3f800001},
        /* 2^-25 four times is lost everywhere: each by itself is cut */
        {AMPERE, F16, 8, {0x0c00, 0x0c00, 0x0c00, 0x0c00}, {0x0800, 0x0800, 0x0800, 0x0800}, 0x3f800000, F32,
         0x3f800000},
        {HOPPER, F16, 16, {0x0c00, 0x0c00, 0x0c00, 0x0c00}, {0x0800, 0x0800, 0x0800, 0x0800}, 0x3f800000, F32,
         0x3f800001},
        /* Each half of the block has as many as Ampere's. */
        {HOPPER, F16, 16, {0, 0, 0, 0, 0, 0, 0, 0x0c00, 0x0c00}, {0, 0, 0, 0, 0, 0, 0, 0x0800, 0x0800},
         0x3f7fffff, F32, 0x3f800000},
        {AMPERE, TF32, 4, {0x39800000, 0x39800000}, {0x39800000, 0x39800000}, 0x3f800000, F32, 0x3f800001},
    };
    (void)state;
    CHECK(sums);
}

/* Sums are cut toward zero, whatever the sign, and lose what is below the greatest term even if it cancels. */
static void test_cut(void **state)
{
    static const struct sum sums[] = {
        /* +-(1 + 2^-23) + 2^-24 of the same sign, of the other sign */
        {AMPERE, F16, 8, {0x0c00}, {0x0c00}, 0x3f800001, F32, 0x3f800001},
        {AMPERE, F16, 8, {0x8c00}, {0x0c00}, 0xbf800001, F32, 0xbf800001},
        {AMPERE, F16, 8, {0x8c00}, {0x0c00}, 0x3f800001, F32, 0x3f800000},
        {AMPERE, F16, 8, {0x0c00}, {0x0c00}, 0xbf800001, F32, 0xbf800000},
        /* 1 - 1 + 2^-26 in one block, and with the small one in the second */
        {AMPERE, F16, 8, {0x3c00, 0x0800}, {0x3c00, 0x0800}, 0xbf800000, F32, 0},
        {AMPERE, F16, 16, {0x3c00, 0, 0, 0, 0, 0, 0, 0, 0x0800}, {0x3c00, 0, 0, 0, 0, 0, 0, 0, 0x0800},
         0xbf800000, F32, 0x32800000},
        {VOLTA,  F16, 8, {0x3c00, 0, 0, 0, 0x0800}, {0x3c00, 0, 0, 0, 0x0800}, 0xbf800000, F32, 0x32800000},
        {TURING, F16, 8, {0x3c00, 0, 0, 0, 0x0800}, {0x3c00, 0, 0, 0, 0x0800}, 0xbf800000, F32, 0},
        {AMPERE, TF32, 8, {0x3f800000, 0, 0, 0, 0x38800000}, {0x3f800000, 0, 0, 0, 0x38000000},
         0xbf800000, F32, 0x31000000},
        /* of tf32 the last 13 bits do not count */
        {AMPERE, TF32, 4, {0x3f801fff}, {0x40001000}, 0, F32, 0x40000000},
    };
    (void)state;
    CHECK(sums);
}

/* A half is rounded to nearest, once a block. */
static void test_halves(void **state)
{
    static const struct sum sums[] = {
        {AMPERE, F16, 8, {0x1000}, {0x3c00}, 0x3c00, F16, 0x3c00},           /* 1 + 2^-11: to even */
        {AMPERE, F16, 8, {0x1000}, {0x3c00}, 0x3c01, F16, 0x3c02},
        {AMPERE, F16, 8, {0x1000, 0x0400}, {0x3c00, 0x3c00}, 0x3c00, F16, 0x3c01},
        {VOLTA,  F16, 4, {0x0001}, {0x3800}, 0, F16, 0},                     /* half of the least: to even */
        {VOLTA,  F16, 4, {0x0003}, {0x3800}, 0, F16, 2},
        {AMPERE, F16, 8, {0x7bff}, {0x3c00}, 0x4c00, F16, 0x7c00},           /* 65504 + 16 */
        {AMPERE, F16, 8, {0x7bff}, {0x3c00}, 0x4b00, F16, 0x7bff},           /* 65504 + 14 */
        {AMPERE, F16, 16, {0x1000, 0, 0, 0, 0, 0, 0, 0, 0x1000}, {0x3c00, 0, 0, 0, 0, 0, 0, 0, 0x3c00}, 0x3c00,
         F16, 0x3c00},
        {AMPERE, F16, 16, {0x1000, 0x1000}, {0x3c00, 0x3c00}, 0x3c00, F16, 0x3c01},
    };
    (void)state;
    CHECK(sums);
}

/* Denormal numbers count, in and out. */
static void test_denormals(void **state)
{
    static const struct sum sums[] = {
        {VOLTA,  F16, 4, {0x0001}, {0x0001}, 0, F32, 0x27800000},            /* 2^-48 */
        {TURING, F16, 8, {0x8001}, {0x03ff}, 0, F32, 0xac7fc000},        /* -1023 * 2^-48 */
        {AMPERE, F16, 8, {0}, {0}, 0x00000001, F32, 0x00000001},
        {AMPERE, BF16, 8, {0x0d80}, {0x2b80}, 0, F32, 0x00000200},           /* 2^-100 * 2^-40 */
        {AMPERE, BF16, 8, {0x1a00}, {0x1980}, 0, F32, 0},                    /* 2^-75 * 2^-76 */
        {AMPERE, BF16, 8, {0x0001}, {0x3f80}, 0, F32, 0x00010000},
        {ADA,    E5M2, 16, {0x01}, {0x3c}, 0, F32, 0x37800000},              /* 2^-16 */
        {ADA,    E4M3, 16, {0x01}, {0x38}, 0, F32, 0x3b000000},              /* 2^-9 */
    };
    (void)state;
    CHECK(sums);
}

static void test_special(void **state)
{
    static const struct sum sums[] = {
        {AMPERE, F16, 8, {0x7c00}, {0x3c00}, 0, F32, 0x7f800000},
        {AMPERE, F16, 8, {0x7c00}, {0xbc00}, 0, F32, 0xff800000},
        {AMPERE, F16, 8, {0x7c00}, {0xfc00}, 0, F16, 0xfc00},
        {AMPERE, F16, 8, {0x7c00}, {0x0000}, 0, F32, 0x7fffffff},            /* infinity * 0 */
        {AMPERE, F16, 8, {0x7c00, 0x7c00}, {0x3c00, 0xbc00}, 0, F32, 0x7fffffff},
        {AMPERE, F16, 8, {0x7c00}, {0x3c00}, 0xff800000, F32, 0x7fffffff},
        {AMPERE, F16, 8, {0x3c00}, {0x3c00}, 0xff800000, F32, 0xff800000},
        {AMPERE, F16, 8, {0x7e01}, {0x3c00}, 0, F16, 0x7fff},
        {AMPERE, F16, 8, {0x3c00}, {0x3c00}, 0xffc00001, F32, 0x7fffffff},
        {AMPERE, F16, 16, {0x7c00, 0, 0, 0, 0, 0, 0, 0, 0xfc00}, {0x3c00, 0, 0, 0, 0, 0, 0, 0, 0x3c00}, 0, F32,
         0x7fffffff},                                                        /* in two blocks */
        {AMPERE, BF16, 8, {0x7f00}, {0x4000}, 0, F32, 0x7f800000},           /* 2^127 * 2 */
        {AMPERE, BF16, 8, {0xff00}, {0x4000}, 0, F32, 0xff800000},
        {ADA,    E4M3, 16, {0x7f}, {0x38}, 0, F32, 0x7fffffff},
        {ADA,    E4M3, 16, {0x7e}, {0x38}, 0, F32, 0x43e00000},              /* 448: no infinity */
        {ADA,    E5M2, 16, {0x7c}, {0x3c}, 0, F32, 0x7f800000},
    };
    (void)state;
    CHECK(sums);
}

/* Zeros: none has a say in the alignment, and none is negative in the end. */
static void test_zeros(void **state)
{
    static const struct sum sums[] = {
        {AMPERE, BF16, 8, {0, 0x0d80}, {0x7f00, 0x3f80}, 0, F32, 0x0d800000},
        {AMPERE, F16, 8, {0x8000}, {0x3c00}, 0x80000000, F32, 0},
        {AMPERE, F16, 8, {0x3c00}, {0x3c00}, 0xbf800000, F32, 0},
    };
    (void)state;
    CHECK(sums);
}

/* Bytes: 13 bits of fraction, of terms and of the result; Ada's in blocks of 16, Hopper's of 32. */
static void test_bytes(void **state)
{
    static const struct sum sums[] = {
        {ADA, E4M3, 32, {0x08}, {0x08}, 0x3f800000, F32, 0x3f800800},        /* 1 + 2^-12 */
        {ADA, E4M3, 32, {0x08}, {0x02}, 0x3f800000, F32, 0x3f800000},        /* 1 + 2^-14 */
        {ADA, E4M3, 32, {0x38}, {0x38}, 0x3f8007ff, F32, 0x40000000},
        {HOPPER, E4M3, 32, {0x08}, {0x08}, 0x3f800000, F32, 0x3f800800},
        {ADA, E4M3, 32, {[0] = 0x70, [16] = 0xf0, [17] = 0x10}, {[0] = 0x70, [16] = 0x70, [17] = 0x10}, 0, F32, 0},
        {HOPPER, E4M3, 32, {[0] = 0x70, [16] = 0xf0, [17] = 0x10}, {[0] = 0x70, [16] = 0x70, [17] = 0x10}, 0,
         F32, 0},
        {ADA, E5M2, 32, {0x3c, 0x3c}, {0x3c, 0xbc}, 0x3f8007ff, F32, 0x3f800400},
        {ADA, E5M2, 32, {0x3c}, {0x3c}, 0x3c01, F16, 0x4000},
    };
    (void)state;
    CHECK(sums);
}

/* Saturated to a finite value, as wmma's documentation has it. */
static void test_finite(void **state)
{
    static const struct sum sums[] = {
        {TURING, F16, 8, {0x7c00}, {0x3c00}, 0, F32, 0x7f7fffff},
        {TURING, F16, 8, {0x7c00}, {0xbc00}, 0, F32, 0xff7fffff},
        {TURING, F16, 8, {0x7bff}, {0x7bff}, 0, F16, 0x7bff},
        {TURING, F16, 8, {0x7bff}, {0xfbff}, 0, F16, 0xfbff},
        {TURING, F16, 8, {0x7e00}, {0x3c00}, 0, F16, 0},
        {TURING, F16, 8, {0x7e00}, {0x3c00}, 0, F32, 0},
        {TURING, F16, 8, {0x3c00}, {0x3c00}, 0x3c00, F16, 0x4000},
    };
    (void)state;
    for (size_t i = 0; i < sizeof sums / sizeof *sums; i++)
        assert_int_equal(sum_of(&sums[i], true), sums[i].expected);
}

static void test_missing(void **state)
{
    (void)state;
    for (unsigned unit = HW_DOT_NONE; unit < HW_DOT_UNITS; unit++) {
        assert_int_equal(hw_dot_rules_of(unit, F16) != NULL, unit >= VOLTA);
        assert_int_equal(hw_dot_rules_of(unit, BF16) != NULL, unit >= AMPERE);
        assert_int_equal(hw_dot_rules_of(unit, TF32) != NULL, unit >= AMPERE);
        assert_int_equal(hw_dot_rules_of(unit, E4M3) != NULL, unit >= ADA);
        assert_int_equal(hw_dot_rules_of(unit, E5M2) != NULL, unit >= ADA);
        assert_null(hw_dot_rules_of(unit, HW_TYPE_U8));
    }
    assert_null(hw_dot_rules_of(HW_DOT_UNITS, F16));
}
/* clang-format on */

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bits_behind), cmocka_unit_test(test_cut),     cmocka_unit_test(test_halves),
        cmocka_unit_test(test_denormals),   cmocka_unit_test(test_special), cmocka_unit_test(test_zeros),
        cmocka_unit_test(test_bytes),       cmocka_unit_test(test_finite),  cmocka_unit_test(test_missing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
