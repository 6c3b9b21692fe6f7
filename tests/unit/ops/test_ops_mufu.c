/* SPDX-License-Identifier: MIT */
/* MUFU: its errors against what NVIDIA states of them, its special cases, and the 32-lane functions in every
 * build.
 *
 * The bounds are those of PTX ISA (rcp, rsqrt, sqrt, ex2, lg2: .approx) and of the CUDA C Programming Guide's
 * table of intrinsic functions (__sinf, __cosf, __log2f).  The largest errors found are printed. */
#include <stdio.h>
#include <stdlib.h>

#include "fact.h"
#include "ops/scalar/mufu.h"
#include "unit/ops/test_ops_host.h"
#include "unit/ops/test_ops_scalar.h"

/* The distance of the operands that are tried: or of a sample of them. */
static uint32_t stride(uint32_t step)
{
    return getenv("HW_SAMPLE") ? 59 * step : step;
}

static void check_bound(const char *what, double error, double bound)
{
    printf("%-28s largest error 2^%.2f, may be 2^%.2f\n", what, log2(error), bound);
    if (!(error <= exp2(bound)))
        fail_msg("%s: error 2^%.3f is beyond 2^%.2f", what, log2(error), bound);
}

static void keep_larger(double *largest, double error)
{
    if (!(error <= *largest))
        *largest = error;
}

/* Every significand; the exponent only moves the result. */
static void reciprocals(void **state)
{
    const uint32_t by = stride(1);
    double rcp = 0, rsq = 0, root = 0;

    (void)state;
    for (uint32_t bits = 0x3f800000; bits < 0x40800000;
         bits += by) { /* 1 to 4: both parities of the exponent */
        const double x = (double)float_of(bits);

        if (bits < 0x40000000)
            keep_larger(&rcp, fabs((double)float_of(hw_sfu_rcp_of(bits)) - 1 / x));
        keep_larger(&rsq, fabs((double)float_of(hw_sfu_rsq_of(bits)) * sqrt(x) - 1));
        keep_larger(&root, fabs((double)float_of(hw_mufu_sqrt_of(bits)) / sqrt(x) - 1));
    }
    check_bound("rcp, absolute, of 1..2", rcp, -23);
    check_bound("rsq, relative", rsq, -22.9);
    check_bound("sqrt, relative", root, -23);
}

/* The square root that compilers build on MUFU.RSQ is correctly rounded for every significand. */
static void square_roots(void **state)
{
    const uint32_t by = stride(3);
    const struct hw_fp32_mode mode = {.round = HW_ROUND_RN};

    (void)state;
    for (uint32_t bits = 0x3f800000; bits < 0x40800000; bits += by) {
        const uint32_t y = hw_sfu_rsq_of(bits);
        const uint32_t root = hw_fp32_mul(bits, y, mode), half = hw_fp32_mul(y, 0x3f000000, mode);
        const uint32_t rest = hw_fp32_fma(root ^ HW_FP32_SIGN, root, bits, mode);

        assert_int_equal(hw_fp32_fma(rest, half, root, mode), bits_of(sqrtf(float_of(bits))));
    }
}

static void logarithms(void **state)
{
    const uint32_t by = stride(3);
    double near = 0, mantissa = 0, far = 0;

    (void)state;
    for (uint32_t bits = 0x3f000000; bits < 0x40000000; bits += by) {
        const double error = fabs((double)float_of(hw_mufu_lg2_of(bits)) - log2((double)float_of(bits)));

        keep_larger(bits < 0x3f800000 ? &near : &mantissa, error);
    }
    for (uint32_t bits = 0x00800000; bits < 0x7f800000; bits += 997)
        if (bits < 0x3f000000 || bits > 0x40000000) {
            const double exact = log2((double)float_of(bits));

            keep_larger(&far, fabs((double)float_of(hw_mufu_lg2_of(bits)) / exact - 1));
        }
    check_bound("lg2, absolute, of 0.5..1", near, -22);
    check_bound("lg2, absolute, of 1..2", mantissa, -22.6);
    check_bound("lg2, relative, elsewhere", far, -22);
}

static void powers(void **state)
{
    const uint32_t by = stride(101);
    double largest = 0;

    (void)state;
    for (uint32_t bits = 0; bits < 0x43000000; bits += by)
        for (uint32_t sign = 0; sign < 2; sign++) {
            const uint32_t x = bits | sign << 31;
            const double exact = exp2((double)float_of(x));

            if (exact >= 0x1p-126)
                keep_larger(&largest,
                            fabs((double)float_of(hw_sfu_ex2_of(hw_sfu_reduce_ex2(x))) / exact - 1));
        }
    check_bound("ex2, relative", largest, -22.5);
}

static void angles(void **state)
{
    const uint32_t by = stride(101);
    double sine = 0, cosine = 0, sine_far = 0, cosine_far = 0;

    (void)state;
    for (uint32_t bits = 0; bits <= 0x40c90fdb; bits += by) /* to 2 pi */
        for (uint32_t sign = 0; sign < 2; sign++) {
            const uint32_t x = bits | sign << 31, reduced = hw_sfu_reduce_sin(x);
            const double of_sine = fabs((double)float_of(hw_sfu_sin_of(reduced)) - sin((double)float_of(x)));
            const double of_cosine =
                fabs((double)float_of(hw_sfu_cos_of(reduced)) - cos((double)float_of(x)));

            keep_larger(bits <= 0x40490fdb ? &sine : &sine_far, of_sine);
            keep_larger(bits <= 0x40490fdb ? &cosine : &cosine_far, of_cosine);
        }
    check_bound("sin, absolute, of -pi..pi", sine, -21.41);
    check_bound("cos, absolute, of -pi..pi", cosine, -21.19);
    check_bound("sin, absolute, to 2 pi", sine_far, -20.5);
    check_bound("cos, absolute, to 2 pi", cosine_far, -20.5);
}

static double double_of_high(uint32_t high)
{
    return double_of((uint64_t)high << 32);
}

static void high_words_of_doubles(void **state)
{
    static const struct {
        uint32_t x, rcp, rsq;
        /* clang-format off */
    } special[] = {
        { 0, 0x7ff00000, 0x7ff00000 },
        { 0x80000000, 0xfff00000, 0xfff00000 },
        { 0x000fffff, 0x7ff00000, 0x7ff00000 },   /* denormals are zeros */
        { 0x800fffff, 0xfff00000, 0xfff00000 },
        { 0x7ff00000, 0, 0 },
        { 0xfff00000, 0x80000000, 0x7fffffff },
        { 0xfff80000, 0x7fffffff, 0x7fffffff },
        { 0x3ff00000, 0x3ff00000, 0x3ff00000 },
        { 0x40100000, 0x3fd00000, 0x3fe00000 },
        { 0xbff00000, 0xbff00000, 0x7fffffff },
    };
    /* clang-format on */
    double rcp = 0, rsq = 0;

    (void)state;
    for (unsigned i = 0; i < sizeof special / sizeof *special; i++) {
        assert_int_equal(hw_mufu_rcp64h_of(special[i].x), special[i].rcp);
        assert_int_equal(hw_mufu_rsq64h_of(special[i].x), special[i].rsq);
    }
    assert_int_equal(hw_mufu_rcp64h_of(0x7fe00001), 0); /* a denormal result */
    for (uint32_t high = 0x3ff00000; high < 0x40100000; high++) {
        keep_larger(&rcp, fabs(double_of_high(hw_mufu_rcp64h_of(high)) * double_of_high(high) - 1));
        keep_larger(&rsq, fabs(double_of_high(hw_mufu_rsq64h_of(high)) * sqrt(double_of_high(high)) - 1));
    }
    check_bound("rcp64h, relative", rcp, -20);
    check_bound("rsq64h, relative", rsq, -20);
}

/* The tables of special cases in PTX ISA. */
static void special_cases(void **state)
{
    enum { INF = 0x7f800000, NAN_ = 0x7fffffff, ONE = 0x3f800000, ZERO = 0 };
    const uint32_t minus = HW_FP32_SIGN;
    static const uint32_t operands[] = {0xff800000, 0xbf800000, 0x807fffff, 0x80000000, 0,
                                        0x007fffff, ONE,        INF,        NAN_,       0xffc00000};
    const uint32_t rcp[] = {minus, 0xbf800000, minus | INF, minus | INF, INF, INF, ONE, ZERO, NAN_, NAN_};
    const uint32_t rsq[] = {NAN_, NAN_, minus | INF, minus | INF, INF, INF, ONE, ZERO, NAN_, NAN_};
    const uint32_t root[] = {NAN_, NAN_, minus, minus, ZERO, ZERO, ONE, INF, NAN_, NAN_};
    const uint32_t lg2[] = {NAN_,        NAN_, minus | INF, minus | INF, minus | INF,
                            minus | INF, ZERO, INF,         NAN_,        NAN_};
    const uint32_t ex2[] = {ZERO, 0x3f000000, ONE, ONE, ONE, ONE, 0x40000000, INF, NAN_, NAN_};

    (void)state;
    for (unsigned i = 0; i < sizeof operands / sizeof *operands; i++) {
        const uint32_t x = operands[i], angle = hw_sfu_reduce_sin(x);

        assert_int_equal(hw_sfu_rcp_of(x), rcp[i]);
        assert_int_equal(hw_sfu_rsq_of(x), rsq[i]);
        assert_int_equal(hw_mufu_sqrt_of(x), root[i]);
        assert_int_equal(hw_mufu_lg2_of(x), lg2[i]);
        assert_int_equal(hw_sfu_ex2_of(hw_sfu_reduce_ex2(x)), ex2[i]);
        if ((x & INF) == INF) {
            assert_int_equal(hw_sfu_sin_of(angle), NAN_);
            assert_int_equal(hw_sfu_cos_of(angle), NAN_);
        } else if (!(x & INF)) {
            assert_int_equal(hw_sfu_sin_of(angle), x & HW_FP32_SIGN);
            assert_int_equal(hw_sfu_cos_of(angle), ONE);
        }
    }
}

static uint32_t reference(unsigned which, uint32_t x)
{
    switch (which) {
    case HW_MUFU_COS: return hw_sfu_cos_of(x);
    case HW_MUFU_SIN: return hw_sfu_sin_of(x);
    case HW_MUFU_EX2: return hw_sfu_ex2_of(x);
    case HW_MUFU_LG2: return hw_mufu_lg2_of(x);
    case HW_MUFU_RCP: return hw_sfu_rcp_of(x);
    case HW_MUFU_RSQ: return hw_sfu_rsq_of(x);
    case HW_MUFU_RCP64H: return hw_mufu_rcp64h_of(x);
    case HW_MUFU_RSQ64H: return hw_mufu_rsq64h_of(x);
    default: return hw_mufu_sqrt_of(x);
    }
}

static void lanes_with(const struct hw_alu_table *table)
{
    struct hw_uop uop = {.fn = NULL};

    for (unsigned variant = 0; variant < 9 * 8; variant++) {
        struct hw_semantics view = view_of(HW_OP_MUFU, 2);
        const unsigned which = variant % 9;

        view.mod[HW_MOD_MUFU] = (uint8_t)which;
        view.mod[HW_MOD_SAT] = variant / 9 & 1;
        view.operand[1].flags = variant / 18;
        bind_on(&view, table, HW_CHIP_GM107, &uop);
        for (unsigned rounds = 100; rounds--;) {
            fill_rows();
            run(&uop);
            for (unsigned l = 0; l < HW_LANES; l++) {
                const uint32_t exact = reference(which, modified(reg[REG_A][l], view.operand[1].flags));
                const bool of_double = which == HW_MUFU_RCP64H || which == HW_MUFU_RSQ64H;
                const unsigned sat = view.mod[HW_MOD_SAT] && !of_double ? HW_SAT_CLEARS_NAN : HW_SAT_NONE;

                assert_int_equal(reg[REG_D][l], hw_fp32_saturate(exact, sat));
            }
        }
    }
    struct hw_semantics none = view_of(HW_OP_MUFU, 2);

    none.mod[HW_MOD_MUFU] = 9;
    assert_false(hw_alu_select(&none, table, hw_chip_traits_of(HW_CHIP_GM107), &uop));
}

static void lanes(void **state)
{
    (void)state;
    with_each_table(lanes_with);
}

/* The squarer as the hardware's sum of shifts, for every operand. */
static void squarer(void **state)
{
    (void)state;
    for (uint32_t v = 0; v < 1u << 17; v++) {
        uint32_t total = 0;
        for (unsigned i = 0; i <= 16; i++)
            total += v >> i & 1 ? v >> (18 - i) : 0;
        assert_int_equal(hw_sfu_square(v), total >> 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(squarer),
        cmocka_unit_test(reciprocals),
        cmocka_unit_test(square_roots),
        cmocka_unit_test(logarithms),
        cmocka_unit_test(powers),
        cmocka_unit_test(angles),
        cmocka_unit_test(high_words_of_doubles),
        cmocka_unit_test(special_cases),
        cmocka_unit_test(lanes),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
