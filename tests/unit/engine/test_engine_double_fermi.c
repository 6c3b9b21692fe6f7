/* SPDX-License-Identifier: MIT */
/* Double precision of Fermi and Kepler against the host's. */
#include <fenv.h>
#include <math.h>

#include "fermi_lanes.h"

static double number(uint64_t bits)
{
    double value;

    memcpy(&value, &bits, sizeof value);
    return value;
}

static uint64_t bits_of(double value)
{
    uint64_t bits;

    memcpy(&bits, &value, sizeof bits);
    return bits;
}

enum { RN = FE_TONEAREST, RM = FE_DOWNWARD, RP = FE_UPWARD, RZ = FE_TOWARDZERO };

/* What an invalid operation gives; that a NaN is passed on is tested elsewhere (test_ops_fp64.c). */
static uint64_t result(double value)
{
    return value == value ? bits_of(value) : 0xfff8000000000000u;
}

static double fused(double a, double b, double c, int rounding)
{
    volatile double x = a, y = b, z = c, value;

    fesetround(rounding);
    value = fma(x, y, z);
    fesetround(RN);
    return value;
}

static double sum(double a, double b, int rounding)
{
    volatile double x = a, y = b, value;

    fesetround(rounding);
    value = x + y;
    fesetround(RN);
    return value;
}

static double product(double a, double b, int rounding)
{
    volatile double x = a, y = b, value;

    fesetround(rounding);
    value = x * y;
    fesetround(RN);
    return value;
}

static void double_with_cc(struct lane *x, double value)
{
    x->d = result(value);
    set_cc(x, value != value ? CC_Z | CC_S : value == 0 ? CC_Z : value < 0 ? CC_S : 0);
}

#define DA                  number(x->a)
#define DB                  number(x->b)
#define DC                  number(x->c)
#define DOUBLE(name, value) DOES(name, x->d = result(value))
DOUBLE(dadd, sum(DA, DB, RN))
DOUBLE(dadd_rm, sum(DA, DB, RM))
DOUBLE(dadd_rp, sum(DA, DB, RP))
DOUBLE(dadd_rz, sum(DA, DB, RZ))
DOUBLE(dadd_signs, sum(-fabs(DA), fabs(DB), RN))
DOES(dadd_cc, double_with_cc(x, sum(DA, DB, RN)))
DOUBLE(dadd_literal, sum(DA, 1.5, RN))
DOUBLE(dmul, product(DA, DB, RN))
DOUBLE(dmul_rp, product(DA, DB, RP))
DOUBLE(dmul_rm, product(DA, DB, RM))
DOES(dmul_cc, double_with_cc(x, product(DA, DB, RN)))
DOUBLE(dfma, fused(DA, DB, DC, RN))
DOUBLE(dfma_rz, fused(DA, DB, DC, RZ))
DOUBLE(dfma_rp, fused(DA, DB, DC, RP))
DOUBLE(dfma_signs, fused(-DA, DB, -DC, RN))

static void test_arithmetic(void **state)
{
    static const struct instruction table[] = {
        EVERY("DADD R14, R8, R10", dadd),
        EVERY("DADD.RM R14, R8, R10", dadd_rm),
        EVERY("DADD.RP R14, R8, R10", dadd_rp),
        EVERY("DADD.RZ R14, R8, R10", dadd_rz),
        EVERY("DADD R14, -|R8|, |R10|", dadd_signs),
        EVERY("DADD R14.CC, R8, R10", dadd_cc),
        EVERY("DADD R14, R8, 1.5", dadd_literal),
        EVERY("DMUL R14, R8, R10", dmul),
        EVERY("DMUL.RP R14, R8, R10", dmul_rp),
        EVERY("DMUL.RM R14, R8, R10", dmul_rm),
        EVERY("DMUL R14.CC, R8, R10", dmul_cc),
        EVERY("DFMA R14, R8, R10, R12", dfma),
        EVERY("DFMA.RZ R14, R8, R10, R12", dfma_rz),
        EVERY("DFMA.RP R14, R8, R10, R12", dfma_rp),
        EVERY("DFMA R14, -R8, R10, -R12", dfma_signs),
    };

    (void)state;
    CHECK(table, DOUBLES);
}

static double least(double a, double b)
{
    return a < b || (a == b && signbit(a)) ? a : b;
}

static void both(struct lane *x, bool holds)
{
    const bool with = pred(x, 3);

    set_pred(x, 1, holds && with);
    set_pred(x, 2, !holds && with);
}
DOUBLE(dmnmx, least(DA, DB))
DOUBLE(dmnmx_max, -least(-DA, DB))

static void test_minima(void **state)
{
    static const struct instruction table[] = {
        EVERY("DMNMX R14, R8, R10, PT", dmnmx),
        EVERY("DMNMX R14, R8, -R10, !PT", dmnmx_max),
    };

    (void)state;
    CHECK(table, DOUBLES);
}

WORD(dset, DA < DB ? ~0u : 0)
WORD(dset_bf, !(DA >= DB) && pred(x, 3) ? 0x3f800000 : 0)
DOES(dsetp_le, both(x, DA <= DB))
DOES(dsetp_neu, both(x, !(DA == DB)))
DOES(dsetp_num, both(x, DA == DA && DB == DB))
DOES(dsetp_gt_abs, both(x, fabs(DA) > fabs(DB)))

/* A comparison into a register gives a word. */
static void test_comparisons(void **state)
{
    static const struct instruction table[] = {
        EVERY("DSET.LT.AND R14, R8, R10, PT", dset),
        EVERY("DSET.BF.LTU.AND R14, R8, R10, P3", dset_bf),
        EVERY("DSETP.LE.AND P1, P2, R8, R10, P3", dsetp_le),
        EVERY("DSETP.NEU.AND P1, P2, R8, R10, P3", dsetp_neu),
        EVERY("DSETP.NUM.AND P1, P2, R8, R10, P3", dsetp_num),
        EVERY("DSETP.GT.AND P1, P2, |R8|, |R10|, P3", dsetp_gt_abs),
    };

    (void)state;
    CHECK(table, DOUBLES_AND_NAN);
}

/* The high word of a reciprocal or of a root's, from the high word. */
static void test_high_words(void **state)
{
    (void)state;
    for (unsigned chip = 0; chip < FERMI_CHIPS; chip++)
        for (unsigned root = 0; root < 2; root++) {
            for (unsigned i = 0; i < LANES; i++)
                lanes[i] = (struct lane){.a = (random_bits() >> 12) | (uint64_t)(1023 - 100 + i) << 52};
            run_lanes(chip, root ? "MUFU.RSQ64H R15, R9" : "MUFU.RCP64H R15, R9");
            for (unsigned i = 0; i < LANES; i++) {
                const double a = number(lanes[i].a & ~0xffffffffll), exact = root ? 1 / sqrt(a) : 1 / a;

                assert_true(fabs(number(lanes[i].d) - exact) <= 0x1p-19 * exact);
                assert_int_equal((uint32_t)lanes[i].d, 0);
            }
        }
}

/* As with FCHK: divisors that are not normal always need the slow way, like sizes never. */
static void test_check_of_division(void **state)
{
    (void)state;
    fill_lanes(DOUBLES_AND_NAN);
    run_lanes(GK110, "DCHK.DIVIDE P0, R8, R10");
    for (unsigned i = 0; i < LANES; i++) {
        const double a = number(lanes[i].a), b = number(lanes[i].b);

        if (!isnormal(b) || a != a || isinf(a))
            assert_true(lanes[i].pr & 1);
        else if (fabs(a) > 0x1p-30 && fabs(a) < 0x1p30 && fabs(b) > 0x1p-30 && fabs(b) < 0x1p30)
            assert_false(lanes[i].pr & 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_arithmetic),        cmocka_unit_test(test_minima),
        cmocka_unit_test(test_comparisons),       cmocka_unit_test(test_high_words),
        cmocka_unit_test(test_check_of_division),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
