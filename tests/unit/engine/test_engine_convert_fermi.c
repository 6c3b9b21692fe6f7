/* SPDX-License-Identifier: MIT */
/* Conversions of Fermi and Kepler against the host's: between integers with sign, size, part and saturation,
 * between floats with rounding, to integral values, and from one to the other. */
#include <fenv.h>
#include <math.h>

#include "fermi_lanes.h"

enum { RN = FE_TONEAREST, RM = FE_DOWNWARD, RP = FE_UPWARD, RZ = FE_TOWARDZERO };

static float single_of(uint64_t bits)
{
    const uint32_t word = (uint32_t)bits;
    float value;

    memcpy(&value, &word, sizeof value);
    return value;
}

static uint32_t bits_of_single(float value)
{
    uint32_t word;

    memcpy(&word, &value, sizeof word);
    return value != value ? 0x7fffffff : word;
}

static double double_of(uint64_t bits)
{
    double value;

    memcpy(&value, &bits, sizeof value);
    return value;
}

static uint64_t bits_of_double(double value)
{
    uint64_t bits;

    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static float flushed(float value)
{
    return fpclassify(value) == FP_SUBNORMAL ? copysignf(0, value) : value;
}

/* ---------------------------------------------------------------- integers */

static int64_t limited(int64_t value, int64_t least, int64_t most)
{
    return value < least ? least : value > most ? most : value;
}

/* The conversions read source 2. */
WORD(i2i_neg, 0 - B)
WORD(i2i_abs, SB < 0 ? 0 - B : B)
WORD(i2i_u8, B & 0xff)
WORD(i2i_s8, (int8_t)B)
WORD(i2i_s16, (int16_t)B)
WORD(i2i_u16_sat, limited(SB, 0, 0xffff))
WORD(i2i_s8_sat, (uint32_t)limited(SB, -128, 127))
WORD(i2i_u32_sat, limited(SB, 0, UINT32_MAX))
WORD(i2i_s32_sat, B > 0x7fffffff ? 0x7fffffff : B)
WORD(i2i_b2, B >> 16 & 0xff)
WORD(i2i_s8_b3, (int8_t)(B >> 24))
WORD(i2i_h1, B >> 16)
WORD(i2i_s16_h1, (int16_t)(B >> 16))
DOES(i2i_cc, word_with_cc(x, 0 - B))

static void test_integers(void **state)
{
    /* clang-format off */
    static const struct instruction table[] = {
        EVERY("I2I.S32.S32 R14, -R10", i2i_neg),
        EVERY("I2I.S32.S32 R14, |R10|", i2i_abs),
        EVERY("I2I.U8.U32 R14, R10", i2i_u8),
        EVERY("I2I.S8.S32 R14, R10", i2i_s8),
        EVERY("I2I.S32.S16 R14, R10", i2i_s16),
        EVERY("I2I.U16.S32.SAT R14, R10", i2i_u16_sat),
        EVERY("I2I.S8.S32.SAT R14, R10", i2i_s8_sat),
        EVERY("I2I.U32.S32.SAT R14, R10", i2i_u32_sat),
        EVERY("I2I.S32.U32.SAT R14, R10", i2i_s32_sat),
        EVERY("I2I.U32.U8 R14, R10.B2", i2i_b2),
        EVERY("I2I.S32.S8 R14, R10.B3", i2i_s8_b3),
        EVERY("I2I.U32.U16 R14, R10.H1", i2i_h1),
        EVERY("I2I.S32.S16 R14, R10.H1", i2i_s16_h1),
        EVERY("I2I.S32.S32 R14.CC, -R10", i2i_cc),
    };
    /* clang-format on */

    (void)state;
    CHECK(table, INTEGERS);
}

/* ---------------------------------------------------------------- integers to floats */

static float single_from(int64_t value, int rounding)
{
    volatile int64_t x = value;
    volatile float result;

    fesetround(rounding);
    result = (float)x;
    fesetround(RN);
    return result;
}
WORD(i2f_s32, bits_of_single(single_from(SB, RN)))
WORD(i2f_u32_rp, bits_of_single(single_from(B, RP)))
WORD(i2f_s32_rz, bits_of_single(single_from(SB, RZ)))
WORD(i2f_neg, bits_of_single(single_from(-(int64_t)SB, RN)))
WORD(i2f_u8, bits_of_single((float)(B >> 8 & 0xff)))
WORD(i2f_s16, bits_of_single((float)(int16_t)(B >> 16)))
WORD(i2f_s64, bits_of_single(single_from((int64_t)x->b, RN)))
DOES(i2f_f64, x->d = bits_of_double((double)SB))
DOES(i2f_f64_u64, x->d = bits_of_double((double)x->b))

static void test_from_integers(void **state)
{
    /* clang-format off */
    static const struct instruction table[] = {
        EVERY("I2F.F32.S32 R14, R10", i2f_s32),
        EVERY("I2F.F32.U32.RP R14, R10", i2f_u32_rp),
        EVERY("I2F.F32.S32.RZ R14, R10", i2f_s32_rz),
        EVERY("I2F.F32.S32 R14, -R10", i2f_neg),
        EVERY("I2F.F32.U8 R14, R10.B1", i2f_u8),
        EVERY("I2F.F32.S16 R14, R10.H1", i2f_s16),
        EVERY("I2F.F32.S64 R14, R10", i2f_s64),
        EVERY("I2F.F64.S32 R14, R10", i2f_f64),
        EVERY("I2F.F64.U64 R14, R10", i2f_f64_u64),
    };
    /* clang-format on */

    (void)state;
    CHECK(table, INTEGERS);
}

/* ---------------------------------------------------------------- floats to integers */

static double integral(double value, int rounding)
{
    volatile double x = value, result;

    fesetround(rounding);
    result = nearbyint(x);
    fesetround(RN);
    return result;
}

/* Clamped; NaN is 0. */
static uint32_t word_from(double value, int rounding, double least, double most)
{
    const double whole = integral(value, rounding);

    return value != value ? 0 : (uint32_t)(int64_t)(whole < least ? least : whole > most ? most : whole);
}
#define S32 -2147483648.0, 2147483647.0
#define U32 0.0, 4294967295.0
WORD(f2i_s32, word_from((double)single_of(x->b), RZ, S32))
WORD(f2i_u32, word_from((double)single_of(x->b), RZ, U32))
WORD(f2i_rn, word_from((double)single_of(x->b), RN, S32))
WORD(f2i_floor, word_from((double)single_of(x->b), RM, S32))
WORD(f2i_ceil, word_from((double)single_of(x->b), RP, S32))
WORD(f2i_neg, word_from(-fabs((double)single_of(x->b)), RZ, S32))
WORD(f2i_ftz, word_from((double)flushed(single_of(x->b)), RP, S32))
WORD(f2i_s16, word_from((double)single_of(x->b), RZ, -32768, 32767))
WORD(f2i_u16, word_from((double)single_of(x->b), RZ, 0, 65535))

static void test_to_integers(void **state)
{
    /* clang-format off */
    static const struct instruction table[] = {
        EVERY("F2I.S32.F32.TRUNC R14, R10", f2i_s32),
        EVERY("F2I.U32.F32.TRUNC R14, R10", f2i_u32),
        EVERY("F2I.S32.F32 R14, R10", f2i_rn),
        EVERY("F2I.S32.F32.FLOOR R14, R10", f2i_floor),
        EVERY("F2I.S32.F32.CEIL R14, R10", f2i_ceil),
        EVERY("F2I.S32.F32.TRUNC R14, -|R10|", f2i_neg),
        EVERY("F2I.FTZ.S32.F32.CEIL R14, R10", f2i_ftz),
        EVERY("F2I.S16.F32.TRUNC R14, R10", f2i_s16),
        EVERY("F2I.U16.F32.TRUNC R14, R10", f2i_u16),
    };
    /* clang-format on */

    (void)state;
    CHECK(table, FLOATS);
}

WORD(f2i_f64, word_from(double_of(x->b), RZ, S32))
WORD(f2i_f64_floor, word_from(double_of(x->b), RM, U32))
DOES(f2i_s64, const double whole = integral(double_of(x->b), RZ); x->d = whole >= 0x1p63 ? INT64_MAX
                                                                         : whole < -0x1p63
                                                                             ? (uint64_t)INT64_MIN
                                                                             : (uint64_t)(int64_t)whole)

static void test_doubles_to_integers(void **state)
{
    static const struct instruction table[] = {
        EVERY("F2I.S32.F64.TRUNC R14, R10", f2i_f64),
        EVERY("F2I.U32.F64.FLOOR R14, R10", f2i_f64_floor),
        EVERY("F2I.S64.F64.TRUNC R14, R10", f2i_s64),
    };

    (void)state;
    CHECK(table, DOUBLES);
}

/* ---------------------------------------------------------------- floats */

static float narrowed(double value, int rounding)
{
    volatile double x = value;
    volatile float result;

    fesetround(rounding);
    result = (float)x;
    fesetround(RN);
    return result;
}
WORD(f2f_narrow, bits_of_single(narrowed(double_of(x->b), RN)))
WORD(f2f_narrow_rm, bits_of_single(narrowed(double_of(x->b), RM)))
WORD(f2f_narrow_rz, bits_of_single(narrowed(double_of(x->b), RZ)))
DOES(f2f_f64_floor, x->d = bits_of_double(floor(double_of(x->b))))
DOES(f2f_f64_round, x->d = bits_of_double(integral(double_of(x->b), RN)))

static void test_narrowing(void **state)
{
    static const struct instruction table[] = {
        EVERY("F2F.F32.F64 R14, R10", f2f_narrow),
        EVERY("F2F.F32.F64.RM R14, R10", f2f_narrow_rm),
        EVERY("F2F.F32.F64.RZ R14, R10", f2f_narrow_rz),
        EVERY("F2F.F64.F64.FLOOR R14, R10", f2f_f64_floor),
        EVERY("F2F.F64.F64.ROUND R14, R10", f2f_f64_round),
    };

    (void)state;
    CHECK(table, DOUBLES);
}

/* A single becomes a double and the same single again. */
WORD(f2f_wide, bits_of_single(single_of(x->b)))
WORD(f2f_abs, bits_of_single(-fabsf(single_of(x->b))))
WORD(f2f_sat, bits_of_single(single_of(x->b) > 0 ? fminf(single_of(x->b), 1) : 0))
WORD(f2f_ftz, bits_of_single(flushed(single_of(x->b))))
WORD(f2f_floor, bits_of_single(floorf(single_of(x->b))))
WORD(f2f_ceil, bits_of_single(ceilf(single_of(x->b))))
WORD(f2f_trunc, bits_of_single(truncf(single_of(x->b))))
WORD(f2f_round, bits_of_single((float)integral((double)single_of(x->b), RN)))

static void test_singles(void **state)
{
    static const struct instruction table[] = {
        EVERY("F2F.F64.F32 R14, R10\nF2F.F32.F64 R14, R14\nMOV R15, RZ", f2f_wide),
        EVERY("F2F.F32.F32 R14, -|R10|", f2f_abs),
        EVERY("F2F.F32.F32.SAT R14, R10", f2f_sat),
        EVERY("F2F.FTZ.F32.F32 R14, R10", f2f_ftz),
        EVERY("F2F.F32.F32.FLOOR R14, R10", f2f_floor),
        EVERY("F2F.F32.F32.CEIL R14, R10", f2f_ceil),
        EVERY("F2F.F32.F32.TRUNC R14, R10", f2f_trunc),
        EVERY("F2F.F32.F32.ROUND R14, R10", f2f_round),
    };

    (void)state;
    CHECK(table, FLOATS);
}

/* Every half there and back: to single exactly, and to half what it was; NaN apart. */
static uint32_t single_of_half(uint32_t half)
{
    const double sign = half >> 15 ? -1 : 1;
    const unsigned exponent = half >> 10 & 31, fraction = half & 1023;

    if (exponent == 31)
        return (half >> 15) << 31 | 0x7f800000;
    const double size = exponent ? ldexp(1024 + fraction, (int)exponent - 25) : ldexp(fraction, -24);

    return bits_of_single((float)(sign * size));
}

static void test_halves(void **state)
{
    (void)state;
    for (unsigned chip = 0; chip < FERMI_CHIPS; chip++)
        for (unsigned first = 0; first < 0x10000; first += 0x1000) {
            for (unsigned i = 0; i < LANES; i++) {
                const uint32_t half = first + i * 0x20 % 0x1000 + i % 32;

                lanes[i] = (struct lane){.b = (half & 0x7c00) == 0x7c00 ? half & 0xfc00 : half};
            }
            run_lanes(chip, "F2F.F32.F16 R15, R10\nF2F.F16.F32 R14, R15");
            for (unsigned i = 0; i < LANES; i++) {
                const uint32_t half = first + i * 0x20 % 0x1000 + i % 32;
                const uint32_t number = (half & 0x7c00) == 0x7c00 ? half & 0xfc00 : half;

                assert_int_equal(lanes[i].d >> 32, single_of_half(number));
                assert_int_equal((uint32_t)lanes[i].d, number);
            }
        }
}

/* The literal of a source of 64 bits is its high word: known of GK110 (ptxas 11.8), a guess for the others.
 */
static uint32_t upper_of_wide_minus_two(uint32_t i)
{
    (void)i;
    return (uint32_t)(bits_of_double((double)(-2ll * (1ll << 32))) >> 32);
}

static uint32_t wide_three(uint32_t i)
{
    (void)i;
    return bits_of_single((float)(3ll << 32));
}

static void test_wide_literals(void **state)
{
    (void)state;
    expect_on_all(32, START "I2F.F64.S64 R4, -0x2\n" STORE("R5") END, upper_of_wide_minus_two);
    expect_on_all(32, START "I2F.F32.U64 R4, 0x3\n" STORE("R4") END, wide_three);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_integers),    cmocka_unit_test(test_from_integers),
        cmocka_unit_test(test_to_integers), cmocka_unit_test(test_doubles_to_integers),
        cmocka_unit_test(test_narrowing),   cmocka_unit_test(test_singles),
        cmocka_unit_test(test_halves),      cmocka_unit_test(test_wide_literals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
