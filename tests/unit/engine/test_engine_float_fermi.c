/* SPDX-License-Identifier: MIT */
/* Single precision of Fermi and Kepler against the host's: roundings, denormals flushed or not, saturation,
 * scales, comparisons, the special functions within the bounds of the PTX ISA, differences across a quad. */
#include <fenv.h>
#include <math.h>

#include "fermi_lanes.h"

#define NAN_BITS 0x7fffffffu

static float number(uint64_t bits)
{
    const uint32_t word = (uint32_t)bits;
    float value;

    memcpy(&value, &word, sizeof value);
    return value;
}

static uint32_t bits_of(float value)
{
    uint32_t word;

    memcpy(&word, &value, sizeof word);
    return value != value ? NAN_BITS : word;
}

static float flushed(float value)
{
    return fpclassify(value) == FP_SUBNORMAL ? copysignf(0, value) : value;
}

static float saturated(float value)
{
    return value > 0 ? value < 1 ? value : 1 : 0;
}

enum { RN = FE_TONEAREST, RM = FE_DOWNWARD, RP = FE_UPWARD, RZ = FE_TOWARDZERO };

static float sum(float a, float b, int rounding)
{
    volatile float x = a, y = b, value;

    fesetround(rounding);
    value = x + y;
    fesetround(RN);
    return value;
}

/* The product of two floats is exact in double, scaled or not. */
static float product(float a, float b, double scale, int rounding)
{
    volatile double exact = (double)a * b * scale;
    volatile float value;

    fesetround(rounding);
    value = (float)exact;
    fesetround(RN);
    return value;
}

static float fused(float a, float b, float c, int rounding)
{
    volatile float x = a, y = b, z = c, value;

    fesetround(rounding);
    value = fmaf(x, y, z);
    fesetround(RN);
    return value;
}

static void float_with_cc(struct lane *x, float value)
{
    x->d = bits_of(value);
    set_cc(x, value != value ? CC_Z | CC_S : value == 0 ? CC_Z : value < 0 ? CC_S : 0);
}

#define FA                 number(x->a)
#define FB                 number(x->b)
#define FC                 number(x->c)
#define FLOAT(name, value) DOES(name, x->d = bits_of(value))
FLOAT(fadd, sum(FA, FB, RN))
FLOAT(fadd_rm, sum(FA, FB, RM))
FLOAT(fadd_rp, sum(FA, FB, RP))
FLOAT(fadd_rz, sum(FA, FB, RZ))
FLOAT(fadd_ftz, flushed(sum(flushed(FA), flushed(FB), RN)))
FLOAT(fadd_sat, saturated(sum(FA, FB, RN)))
FLOAT(fadd_signs, sum(-fabsf(FA), fabsf(FB), RN))
FLOAT(fadd_minus, sum(FA, -FB, RN))
DOES(fadd_cc, float_with_cc(x, sum(FA, FB, RN)))
FLOAT(fadd_literal, sum(FA, 1.5f, RN))
FLOAT(fadd32i, sum(-FA, 1.5f, RN))

static void test_sums(void **state)
{
    static const struct instruction table[] = {
        EVERY("FADD R14, R8, R10", fadd),
        EVERY("FADD.RM R14, R8, R10", fadd_rm),
        EVERY("FADD.RP R14, R8, R10", fadd_rp),
        EVERY("FADD.RZ R14, R8, R10", fadd_rz),
        EVERY("FADD.FTZ R14, R8, R10", fadd_ftz),
        EVERY("FADD.SAT R14, R8, R10", fadd_sat),
        EVERY("FADD R14, -|R8|, |R10|", fadd_signs),
        EVERY("FADD R14, R8, -R10", fadd_minus),
        EVERY("FADD R14.CC, R8, R10", fadd_cc),
        EVERY("FADD R14, R8, 1.5", fadd_literal),
        EVERY("FADD32I R14, -R8, 1.5", fadd32i),
    };

    (void)state;
    CHECK(table, FLOATS);
}

/* .FMZ: a zero factor makes zero, whatever the other is. */
static float fmz(float a, float b)
{
    a = flushed(a);
    b = flushed(b);
    return a == 0 || b == 0 ? 0 : flushed(product(a, b, 1, RN));
}
FLOAT(fmul, product(FA, FB, 1, RN))
FLOAT(fmul_rp, product(FA, FB, 1, RP))
FLOAT(fmul_rz, product(FA, FB, 1, RZ))
FLOAT(fmul_ftz, flushed(product(flushed(FA), flushed(FB), 1, RN)))
FLOAT(fmul_fmz, fmz(FA, FB))
FLOAT(fmul_d2, product(FA, FB, 0.5, RN))
FLOAT(fmul_d8, product(FA, FB, 0.125, RN))
FLOAT(fmul_m8, product(FA, FB, 8, RN))
FLOAT(fmul_m2_rm, product(FA, FB, 2, RM))
FLOAT(fmul_minus, product(-FA, FB, 1, RN))
FLOAT(fmul_sat, saturated(product(FA, FB, 1, RN)))
DOES(fmul_cc, float_with_cc(x, product(FA, FB, 1, RN)))
FLOAT(fmul32i, product(FA, 1.5f, 1, RN))
FLOAT(ffma, fused(FA, FB, FC, RN))
FLOAT(ffma_rm, fused(FA, FB, FC, RM))
FLOAT(ffma_rz, fused(FA, FB, FC, RZ))
FLOAT(ffma_signs, fused(-FA, FB, -FC, RN))
FLOAT(ffma_sat, saturated(fused(FA, FB, FC, RN)))
FLOAT(ffma_ftz, flushed(fused(flushed(FA), flushed(FB), flushed(FC), RN)))
DOES(ffma_cc, float_with_cc(x, fused(FA, FB, FC, RN)))
FLOAT(ffma32i, fused(FA, 1.5f, 0, RN))

static void test_products(void **state)
{
    static const struct instruction table[] = {
        EVERY("FMUL R14, R8, R10", fmul),
        EVERY("FMUL.RP R14, R8, R10", fmul_rp),
        EVERY("FMUL.RZ R14, R8, R10", fmul_rz),
        EVERY("FMUL.FTZ R14, R8, R10", fmul_ftz),
        EVERY("FMUL.FMZ R14, R8, R10", fmul_fmz),
        EVERY("FMUL.D2 R14, R8, R10", fmul_d2),
        EVERY("FMUL.D8 R14, R8, R10", fmul_d8),
        EVERY("FMUL.M8 R14, R8, R10", fmul_m8),
        EVERY("FMUL.M2.RM R14, R8, R10", fmul_m2_rm),
        EVERY("FMUL R14, -R8, R10", fmul_minus),
        EVERY("FMUL.SAT R14, R8, R10", fmul_sat),
        EVERY("FMUL R14.CC, R8, R10", fmul_cc),
        EVERY("FMUL32I R14, R8, 1.5", fmul32i),
        EVERY("FFMA R14, R8, R10, R12", ffma),
        EVERY("FFMA.RM R14, R8, R10, R12", ffma_rm),
        EVERY("FFMA.RZ R14, R8, R10, R12", ffma_rz),
        EVERY("FFMA R14, -R8, R10, -R12", ffma_signs),
        EVERY("FFMA.SAT R14, R8, R10, R12", ffma_sat),
        EVERY("FFMA.FTZ R14, R8, R10, R12", ffma_ftz),
        EVERY("FFMA R14.CC, R8, R10, R12", ffma_cc),
        EVERY("FFMA32I R14, R8, 1.5, R14", ffma32i),
    };

    (void)state;
    CHECK(table, FLOATS);
}

/* A NaN loses, and -0 is less than +0. */
static float least(float a, float b)
{
    return a != a ? b : b != b ? a : a < b || (a == b && signbit(a)) ? a : b;
}

static float greatest(float a, float b)
{
    return a != a ? b : b != b ? a : a > b || (a == b && !signbit(a)) ? a : b;
}

static void both(struct lane *x, bool holds)
{
    const bool with = pred(x, 3);

    set_pred(x, 1, holds && with);
    set_pred(x, 2, !holds && with);
}
FLOAT(fmnmx, least(FA, FB))
FLOAT(fmnmx_max, greatest(FA, -FB))
FLOAT(fmnmx_pred, pred(x, 2) ? least(FA, FB) : greatest(FA, FB))
FLOAT(fmnmx_ftz, least(flushed(FA), flushed(FB)))
WORD(fset, FA < FB ? ~0u : 0)
WORD(fset_bf, !(FA >= FB) && pred(x, 3) ? 0x3f800000 : 0)
WORD(fset_ftz, flushed(FA) == flushed(FB) ? ~0u : 0)
DOES(fsetp_le, both(x, FA <= FB))
DOES(fsetp_neu, both(x, !(FA == FB)))
DOES(fsetp_num, both(x, FA == FA && FB == FB))
DOES(fsetp_nan, both(x, FA != FA || FB != FB))
DOES(fsetp_abs, both(x, fabsf(FA) > fabsf(FB)))
WORD(fcmp_gt, FC > 0 ? A : B)
WORD(fcmp_leu, !(FC > 0) ? A : B)

static void test_comparisons(void **state)
{
    static const struct instruction table[] = {
        EVERY("FMNMX R14, R8, R10, PT", fmnmx),
        EVERY("FMNMX R14, R8, -R10, !PT", fmnmx_max),
        EVERY("FMNMX R14, R8, R10, P2", fmnmx_pred),
        EVERY("FMNMX.FTZ R14, R8, R10, PT", fmnmx_ftz),
        EVERY("FSET.LT.AND R14, R8, R10, PT", fset),
        EVERY("FSET.BF.LTU.AND R14, R8, R10, P3", fset_bf),
        EVERY("FSET.EQ.FTZ.AND R14, R8, R10, PT", fset_ftz),
        EVERY("FSETP.LE.AND P1, P2, R8, R10, P3", fsetp_le),
        EVERY("FSETP.NEU.AND P1, P2, R8, R10, P3", fsetp_neu),
        EVERY("FSETP.NUM.AND P1, P2, R8, R10, P3", fsetp_num),
        EVERY("FSETP.NAN.AND P1, P2, R8, R10, P3", fsetp_nan),
        EVERY("FSETP.GT.AND P1, P2, |R8|, |R10|, P3", fsetp_abs),
        EVERY("FCMP.GT R14, R8, R10, R12", fcmp_gt),
        EVERY("FCMP.LEU R14, R8, R10, R12", fcmp_leu),
    };

    (void)state;
    CHECK(table, FLOATS);
}

/* a of another lane of the quad and b, by the lane's place: 0 a + b, 1 b - a, 2 a - b; 3 would be b as it
 * is. */
static float across(const struct lane *x, unsigned from, const char *signs)
{
    const float a = number((x - lane_number(x) + from)->a), b = FB;

    switch (signs[lane_number(x) % 4]) {
    case '0': return a + b;
    case '1': return b - a;
    default: return a - b;
    }
}
#define BESIDE(lanes) (lane_number(x) ^ (lanes))
#define OF_QUAD(lane) (lane_number(x) / 4 * 4 + (lane))
FLOAT(fswz_x, across(x, BESIDE(1), "2121"))
FLOAT(fswz_y, across(x, BESIDE(2), "2211"))
DOES(fswz_2, x->d = lane_number(x) % 4 == 3 ? B : bits_of(across(x, OF_QUAD(2), "0123")))
FLOAT(fswz_rz, sum(number((x - lane_number(x) + OF_QUAD(3))->a), FB, RZ))

static void test_quads(void **state)
{
    static const struct instruction table[] = {
        EVERY("FSWZ.1032 R14, R8, R10, PNNPPNNP", fswz_x),
        EVERY("FSWZ.2301 R14, R8, R10, PNPNNPNP", fswz_y),
        EVERY("FSWZ.2222 R14, R8, R10, PPNPPNZP", fswz_2),
        EARLIER("FSWZ.3333.RZ R14, R8, R10, PPPPPPPP", fswz_rz),
        LATEST("FSWZ.RZ.3333 R14, R8, R10, PPPPPPPP", fswz_rz),
    };

    (void)state;
    CHECK(table, FLOATS);
}

/* ---------------------------------------------------------------- special functions: within bounds */

struct approximation {
    const char *text;
    double (*exact)(double a);
    double lowest, highest;    /* arguments */
    double absolute, relative; /* either bound will do */
};

static double reciprocal(double a)
{
    return 1 / a;
}

static double reciprocal_root(double a)
{
    return 1 / sqrt(a);
}

static void check_approximation(const struct approximation *what, unsigned chip)
{
    static double argument[LANES];

    for (unsigned i = 0; i < LANES; i++) {
        const double part = (double)(random_bits() >> 11) * 0x1p-53;
        const float a = (float)(what->lowest + part * (what->highest - what->lowest));

        lanes[i] = (struct lane){.a = bits_of(a), .b = bits_of(a)};
        argument[i] = a;
    }
    run_lanes(chip, what->text);
    for (unsigned i = 0; i < LANES; i++) {
        const double exact = what->exact(argument[i]), error = fabs(number(lanes[i].d) - exact);

        if (error > what->absolute && error > what->relative * fabs(exact))
            fail_msg("%s, %s of %.9g: %.9g, exactly %.9g", fermi_chips[chip].chip, what->text, argument[i],
                     (double)number(lanes[i].d), exact);
    }
}

static void test_special_functions(void **state)
{
    static const struct approximation table[] = {
        {"MUFU.RCP R14, R8", reciprocal, 0.001, 1000, 0, 0x1p-23},
        {"MUFU.RSQ R14, R8", reciprocal_root, 0.001, 1000, 0, 0x1p-22},
        {"MUFU.LG2 R14, R8", log2, 0.01, 100, 0x1p-22, 0x1p-22},
        {"RRO.EX2 R14, R10\nMUFU.EX2 R14, R14", exp2, -20, 20, 0, 0x1p-22},
        {"RRO.SINCOS R14, R10\nMUFU.SIN R14, R14", sin, -3.14, 3.14, 0x1p-20, 0},
        {"RRO.SINCOS R14, R10\nMUFU.COS R14, R14", cos, -3.14, 3.14, 0x1p-20, 0},
    };

    (void)state;
    for (unsigned i = 0; i < sizeof table / sizeof *table; i++)
        for (unsigned chip = 0; chip < FERMI_CHIPS; chip++)
            check_approximation(&table[i], chip);
}

DOES(rcp_special, x->d = FA == 0 || fpclassify(FA) == FP_SUBNORMAL ? (x->a & 0x80000000) | 0x7f800000
                         : isinf(FA)                               ? x->a & 0x80000000
                                                                   : NAN_BITS)
DOES(rsq_special, x->d = FA != FA || (FA < 0 && isnormal(FA)) || FA == -INFINITY ? NAN_BITS
                         : isinf(FA)                                             ? 0
                                     : (x->a & 0x80000000) | 0x7f800000)
DOES(ex2_special, x->d = FA != FA ? NAN_BITS : isinf(FA) ? (FA > 0 ? 0x7f800000 : 0) : 0x3f800000)

/* What is no number with a usual result, in some lanes; the others are zeros. */
static void test_special_operands(void **state)
{
    static const uint32_t special[] = {0, 0x80000000, 0x7f800000, 0xff800000, 0x7fc00000, 1, 0x807fffff};
    static const struct {
        const char *text;
        reference_fn *does;
    } table[] = {
        {"MUFU.RCP R14, R8", does_rcp_special},
        {"MUFU.RSQ R14, R8", does_rsq_special},
        {"RRO.EX2 R14, R8\nMUFU.EX2 R14, R14", does_ex2_special},
    };

    (void)state;
    for (unsigned i = 0; i < sizeof table / sizeof *table; i++)
        for (unsigned chip = 0; chip < FERMI_CHIPS; chip++) {
            for (unsigned n = 0; n < LANES; n++)
                lanes[n] = (struct lane){.a = special[n % 7]};
            run_lanes(chip, table[i].text);
            for (unsigned n = 0; n < LANES; n++) {
                struct lane expected = {.a = special[n % 7]};

                table[i].does(&expected);
                if (lanes[n].d != expected.d)
                    fail_msg("%s, %s of %08x: %08x, expected %08x", fermi_chips[chip].chip, table[i].text,
                             special[n % 7], (uint32_t)lanes[n].d, (uint32_t)expected.d);
            }
        }
}

/* Whether a division needs the slow way is the chip's affair; but normal operands of like size never do, and
 * denormals, zeros, infinities and NaN as divisors always. */
static void test_check_of_division(void **state)
{
    (void)state;
    fill_lanes(FLOATS);
    run_lanes(GK110, "FCHK.DIVIDE P0, R8, R10");
    for (unsigned i = 0; i < LANES; i++) {
        const float a = number(lanes[i].a), b = number(lanes[i].b);

        if (!isnormal(b) || a != a || isinf(a))
            assert_true(lanes[i].pr & 1);
        else if (fabsf(a) > 0x1p-20f && fabsf(a) < 0x1p20f && fabsf(b) > 0x1p-20f && fabsf(b) < 0x1p20f)
            assert_false(lanes[i].pr & 1);
    }
}

/* A code without a name is no instruction, though later chips have a square root there. */
static void test_no_square_root(void **state)
{
    struct kernel k;

    (void)state;
    for (unsigned chip = 0; chip < FERMI_CHIPS; chip++) {
        fermi_make(&k, chip, 1, "MUFU.COS R14, R8\nEXIT\n");
        k.code[chip == GF100 ? 3 : 11] |= chip == GK110 ? 0x04 : 0x20;
        kernel_expect_fault(&k, HW_FAULT_ILLEGAL);
        kernel_free(&k);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sums),
        cmocka_unit_test(test_products),
        cmocka_unit_test(test_comparisons),
        cmocka_unit_test(test_quads),
        cmocka_unit_test(test_special_functions),
        cmocka_unit_test(test_special_operands),
        cmocka_unit_test(test_check_of_division),
        cmocka_unit_test(test_no_square_root),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
