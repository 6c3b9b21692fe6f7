/* SPDX-License-Identifier: MIT */
/* Single precision: the integer reference against the host's IEEE arithmetic in all rounding modes, and the
 * 32-lane functions against the reference in every build, with everything that an instruction can say. */
#include <stdio.h>

#include "fact.h"
#include "ops/scalar/cond.h"
#include "ops/scalar/sfu.h"
#include "unit/ops/test_ops_host.h"
#include "unit/ops/test_ops_scalar.h"

static uint32_t host(unsigned op, uint32_t a, uint32_t b, uint32_t c, unsigned round)
{
    volatile float x = float_of(a), y = float_of(b), z = float_of(c), result;

    round_as(round);
    result = op == HW_OP_FADD ? x + y : op == HW_OP_FMUL ? x * y : fmaf(x, y, z);
    round_as(HW_ROUND_RN);
    return bits_of(result);
}

static uint32_t reference(unsigned op, uint32_t a, uint32_t b, uint32_t c, struct hw_fp32_mode mode)
{
    return op == HW_OP_FADD   ? hw_fp32_add(a, b, mode)
           : op == HW_OP_FMUL ? hw_fp32_mul(a, b, mode)
                              : hw_fp32_fma(a, b, c, mode);
}

static const uint16_t arithmetic[] = {HW_OP_FADD, HW_OP_FMUL, HW_OP_FFMA};

static void reference_is_ieee(void **state)
{
    (void)state;
    random_state = 754;
    for (unsigned i = 0; i < 300000; i++) {
        const struct hw_fp32_mode mode = {.round = i & 3};
        uint32_t a, b, c;

        related_operands(&a, &b, &c);
        for (unsigned j = 0; j < 3; j++) {
            const uint32_t expected = host(arithmetic[j], a, b, c, mode.round);
            const uint32_t result = reference(arithmetic[j], a, b, c, mode);

            if (result != expected)
                fail_msg("op %u of %08x %08x %08x, rounding %u: %08x, the host says %08x", arithmetic[j], a,
                         b, c, mode.round, result, expected);
        }
    }
}

/* What flushing means, computed another way: the exact product, moved into the middle of the range, is
 * rounded there, and then looked at. */
static void flushing_looks_at_the_rounded_number(void **state)
{
    (void)state;
    random_state = 126;
    for (unsigned i = 0; i < 100000; i++) {
        const struct hw_fp32_mode mode = {.round = i & 3, .ftz = HW_FTZ_FLUSH};
        uint32_t a, b, c, expected;

        related_operands(&a, &b, &c);
        volatile double product = (double)float_of(hw_fp32_flush(a)) * (double)float_of(hw_fp32_flush(b));
        volatile float moved;

        if (fabs(product) >= 0x1p-100 || product == 0 || product != product)
            continue;
        round_as(mode.round);
        moved = (float)(product * 0x1p128);
        round_as(HW_ROUND_RN);
        expected = fabsf(moved) < 0x1p2f ? bits_of(moved) & HW_FP32_SIGN : bits_of(moved) - (128u << 23);
        assert_int_equal(hw_fp32_mul(a, b, mode), expected);
    }
}

static void check_arithmetic(const struct hw_alu_table *table, const struct hw_semantics *view,
                             unsigned rounds)
{
    const struct hw_fp32_mode mode = {view->mod[HW_MOD_ROUND], view->mod[HW_MOD_FTZ],
                                      (int8_t)view->mod[HW_MOD_SCALE]};
    struct hw_uop uop;

    bind_on(view, table, HW_CHIP_GM107, &uop);
    while (rounds--) {
        fill_rows();
        run(&uop);
        for (unsigned l = 0; l < HW_LANES; l++) {
            const uint32_t a = modified(reg[REG_A][l], view->operand[1].flags);
            const uint32_t b = modified(reg[REG_B][l], view->operand[2].flags);
            const uint32_t c = modified(reg[REG_C][l], view->operand[3].flags);
            const uint32_t exact = reference(view->op, a, b, c, mode);
            const uint32_t expected =
                hw_fp32_saturate(exact, view->mod[HW_MOD_SAT] ? HW_SAT_CLEARS_NAN : HW_SAT_NONE);

            if (reg[REG_D][l] != expected || reg[REG_FLAGS][l] != hw_fp32_flags(expected))
                fail_msg(
                    "%s op %u rounding %u ftz %u sat %u scale %d: %08x %08x %08x gives %08x, expected %08x",
                    table->name, view->op, mode.round, mode.ftz, view->mod[HW_MOD_SAT], mode.scale, a, b, c,
                    reg[REG_D][l], expected);
        }
    }
}

static void arithmetic_with(const struct hw_alu_table *table)
{
    for (unsigned i = 0; i < 3 * 4 * 3 * 2 * 4; i++) {
        struct hw_semantics view = view_of(arithmetic[i % 3], i % 3 == 2 ? 4 : 3);
        const unsigned flags = i / 72, plain = i / 3 % 4 == 0;

        view.mod[HW_MOD_ROUND] = i / 3 % 4;
        view.mod[HW_MOD_FTZ] = i / 12 % 3;
        view.mod[HW_MOD_SAT] = i / 36 % 2;
        view.operand[1].flags = flags & 1 ? HW_OPERAND_NEG : 0;
        view.operand[2].flags = flags & 2 && i % 3 == 0 ? HW_OPERAND_ABS | HW_OPERAND_NEG : 0;
        view.operand[3].flags = flags & 2 && i % 3 == 2 ? HW_OPERAND_NEG : 0;
        check_arithmetic(table, &view, plain ? 400 : 150);
    }
    for (int scale = -3; scale <= 3; scale++) {
        struct hw_semantics view = view_of(HW_OP_FMUL, 3);

        view.mod[HW_MOD_SCALE] = (uint8_t)(int8_t)scale;
        for (unsigned ftz = 0; ftz < 3; ftz++) {
            view.mod[HW_MOD_FTZ] = (uint8_t)ftz;
            check_arithmetic(table, &view, 200);
        }
    }
}

static void arithmetic_of_32_lanes(void **state)
{
    struct hw_semantics none = view_of(HW_OP_FFMA, 4);
    struct hw_uop uop = {.fn = NULL};

    (void)state;
    with_each_table(arithmetic_with);
    none.mod[HW_MOD_FTZ] = 3;
    assert_false(hw_alu_select(&none, hw_alu_table(), hw_chip_traits_of(HW_CHIP_GM107), &uop));
}

/* Names of cases that no random operand makes plain. */
static void special_cases(void **state)
{
    static const struct {
        uint32_t a, b, c;
        uint8_t ftz, sat;
        uint32_t fma;
        /* clang-format off */
    } cases[] = {
        { 0, HW_FP32_INFINITY, HW_FP32_ONE, 0, 0, HW_FP32_NAN },
        { 0, HW_FP32_INFINITY, HW_FP32_ONE, 2, 0, HW_FP32_ONE },
        { HW_FP32_SIGN, 0xffc00000, HW_FP32_SIGN, 2, 0, 0 },
        { 0, HW_FP32_INFINITY, HW_FP32_ONE, 0, 1, 0 },
        { 1, HW_FP32_ONE, 0, 0, 0, 1 },
        { 1, HW_FP32_ONE, 0, 1, 0, 0 },
        { 1, HW_FP32_INFINITY, 0, 1, 0, HW_FP32_NAN },
        { 1, HW_FP32_INFINITY, 0, 2, 0, 0 },
        { 0xbf800000, HW_FP32_ONE, 0, 0, 1, 0 },
        { 0xff800001, HW_FP32_ONE, 0, 0, 0, HW_FP32_NAN },
    };
    /* clang-format on */

    (void)state;
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct hw_fp32_mode mode = {.ftz = cases[i].ftz};

        assert_int_equal(hw_fp32_saturate(hw_fp32_fma(cases[i].a, cases[i].b, cases[i].c, mode),
                                          cases[i].sat ? HW_SAT_CLEARS_NAN : HW_SAT_NONE),
                         cases[i].fma);
    }
}

static uint32_t lane_of(uint32_t mask, unsigned lane)
{
    return mask >> lane & 1;
}

static uint32_t combined(unsigned logic, uint32_t x, uint32_t y)
{
    return logic == 0 ? x & y : logic == 1 ? x | y : x ^ y;
}

/* FSETP with a source predicate, FSET in both shapes of true, FCMP. */
static void check_comparison(const struct hw_alu_table *table, unsigned cmp, unsigned logic, unsigned ftz)
{
    struct hw_semantics setp = {.op = HW_OP_FSETP, .cond_out = -1}, set = view_of(HW_OP_FSET, 3);
    struct hw_semantics choice = view_of(HW_OP_FCMP, 4);
    struct hw_uop uop;

    add_predicate(&setp, 2);
    add_predicate(&setp, 5);
    setp.operand[2] = setp.operand[3] = set.operand[1];
    setp.operand[2].flags = HW_OPERAND_NEG;
    setp.operand_count = 4;
    add_predicate(&setp, 3 | HW_PRED_NOT);
    add_predicate(&set, 3);
    setp.mod[HW_MOD_CMP] = set.mod[HW_MOD_CMP] = choice.mod[HW_MOD_CMP] = (uint8_t)cmp;
    setp.mod[HW_MOD_FTZ] = set.mod[HW_MOD_FTZ] = choice.mod[HW_MOD_FTZ] = (uint8_t)ftz;
    setp.mod[HW_MOD_BOOL] = set.mod[HW_MOD_BOOL] = (uint8_t)logic;
    set.mod[HW_MOD_BF] = cmp & 1;
    for (unsigned rounds = 20; rounds--;) {
        fill_rows();
        bind_on(&setp, table, HW_CHIP_GM107, &uop);
        run(&uop);
        for (unsigned l = 0; l < HW_LANES; l++) {
            const bool holds = hw_fp32_relation(reg[REG_A][l] ^ HW_FP32_SIGN, reg[REG_B][l], ftz) & cmp;
            const uint32_t with = !lane_of(warp.pred[3], l);

            assert_int_equal(lane_of(warp.pred[2], l), combined(logic, holds, with));
            assert_int_equal(lane_of(warp.pred[5], l), combined(logic, !holds, with));
        }
        bind_on(&set, table, HW_CHIP_GM107, &uop);
        run(&uop);
        for (unsigned l = 0; l < HW_LANES; l++) {
            const bool holds = hw_fp32_relation(reg[REG_A][l], reg[REG_B][l], ftz) & cmp;
            const uint32_t truth = cmp & 1 ? HW_FP32_ONE : ~0u;

            assert_int_equal(reg[REG_D][l], combined(logic, holds, lane_of(warp.pred[3], l)) ? truth : 0);
        }
        bind_on(&choice, table, HW_CHIP_GM107, &uop);
        run(&uop);
        for (unsigned l = 0; l < HW_LANES; l++)
            assert_int_equal(reg[REG_D][l],
                             hw_fp32_relation(reg[REG_C][l], 0, ftz) & cmp ? reg[REG_A][l] : reg[REG_B][l]);
    }
}

static void comparisons_with(const struct hw_alu_table *table)
{
    for (unsigned i = 0; i < 16 * 3 * 2; i++)
        check_comparison(table, i % 16, i / 16 % 3, i / 48);
}

static void comparisons(void **state)
{
    (void)state;
    with_each_table(comparisons_with);
}

static void minimum_with(const struct hw_alu_table *table)
{
    for (unsigned variant = 0; variant < 4; variant++) {
        struct hw_semantics view = view_of(HW_OP_FMNMX, 3);
        const bool flush = variant & 1;
        struct hw_uop uop;

        add_predicate(&view, variant & 2 ? 4 : HW_PT | HW_PRED_NOT);
        view.mod[HW_MOD_FTZ] = flush;
        view.operand[2].flags = HW_OPERAND_ABS;
        bind_on(&view, table, HW_CHIP_GM107, &uop);
        for (unsigned rounds = 100; rounds--;) {
            fill_rows();
            run(&uop);
            for (unsigned l = 0; l < HW_LANES; l++) {
                const uint32_t a = reg[REG_A][l], b = reg[REG_B][l] & ~HW_FP32_SIGN;
                const bool smaller = variant & 2 && lane_of(warp.pred[4], l);

                assert_int_equal(reg[REG_D][l],
                                 smaller ? hw_fp32_min(a, b, flush) : hw_fp32_max(a, b, flush));
            }
        }
    }
}

static void minimum(void **state)
{
    (void)state;
    with_each_table(minimum_with);
    assert_int_equal(hw_fp32_min(0, HW_FP32_SIGN, false), HW_FP32_SIGN);
    assert_int_equal(hw_fp32_max(HW_FP32_SIGN, 0, false), 0);
    assert_int_equal(hw_fp32_min(HW_FP32_NAN, HW_FP32_ONE, false), HW_FP32_ONE);
    assert_int_equal(hw_fp32_min(0x7f800001, 0xffc00000, false), HW_FP32_NAN);
}

/* Each lane its own a, and one of a + b, b - a, a - b, b by its place in the quad. */
static void quads_with(const struct hw_alu_table *table)
{
    struct hw_semantics view = view_of(HW_OP_FSWZADD, 3);
    const struct hw_fp32_mode mode = {.round = HW_ROUND_RP};
    struct hw_uop uop;

    for (unsigned i = 0; i < 4; i++)
        view.mod[HW_MOD_LANE0 + i] = (uint8_t)(3 - i);
    view.mod[HW_MOD_ROUND] = mode.round;
    bind_on(&view, table, HW_CHIP_GM107, &uop);
    fill_rows();
    run(&uop);
    for (unsigned l = 0; l < HW_LANES; l++) {
        const uint32_t a = reg[REG_A][l], b = reg[REG_B][l];
        const uint32_t expected[4] = {b, hw_fp32_add(a, b ^ HW_FP32_SIGN, mode),
                                      hw_fp32_add(b, a ^ HW_FP32_SIGN, mode), hw_fp32_add(a, b, mode)};

        assert_int_equal(reg[REG_D][l], expected[l & 3]);
    }
}

/* From a neighbour in the quad, 4 in x and 5 in y; a - b is what derivatives are made of.  Tesla gives
 * zero. */
static void neighbours_with(const struct hw_alu_table *table)
{
    const struct hw_fp32_mode mode = {.round = HW_ROUND_RN, .ftz = HW_FTZ_FLUSH};

    for (unsigned quad = 0; quad < 6; quad++)
        for (unsigned tesla = 0; tesla < 2; tesla++) {
            struct hw_semantics view = view_of(HW_OP_QUADOP, 3);
            struct hw_uop uop;

            for (unsigned i = 0; i < 4; i++)
                view.mod[HW_MOD_LANE0 + i] = 2;
            view.mod[HW_MOD_QUAD] = (uint8_t)quad;
            view.mod[HW_MOD_FTZ] = mode.ftz;
            bind_on(&view, table, tesla ? HW_CHIP_G80 : HW_CHIP_GM107, &uop);
            fill_rows();
            run(&uop);
            for (unsigned l = 0; l < HW_LANES; l++) {
                const unsigned from = quad < 4 ? (l & ~3u) + quad : l ^ (quad - 3);

                assert_int_equal(reg[REG_D][l],
                                 tesla && quad >= 4
                                     ? 0
                                     : hw_fp32_add(reg[REG_A][from], reg[REG_B][l] ^ HW_FP32_SIGN, mode));
            }
        }
}

static void quads(void **state)
{
    (void)state;
    with_each_table(quads_with);
    with_each_table(neighbours_with);
}

/* Division as compilers write it: reciprocal, Newton step, quotient, two corrections by the remainder. */
static uint32_t divided(uint32_t a, uint32_t b, uint32_t seed)
{
    const struct hw_fp32_mode mode = {.round = HW_ROUND_RN};
    const uint32_t minus_b = b ^ HW_FP32_SIGN;
    const uint32_t r = hw_fp32_fma(seed, hw_fp32_fma(minus_b, seed, HW_FP32_ONE, mode), seed, mode);
    uint32_t q = hw_fp32_fma(a, r, 0, mode);

    q = hw_fp32_fma(r, hw_fp32_fma(minus_b, q, a, mode), q, mode);
    return hw_fp32_fma(r, hw_fp32_fma(minus_b, q, a, mode), q, mode);
}

/* Where FCHK sees no danger the short way gives the correctly rounded quotient. */
static void division(void **state)
{
    unsigned checked = 0;

    (void)state;
    random_state = 5;
    for (unsigned i = 0; i < 200000; i++) {
        uint32_t a, b, c;

        related_operands(&a, &b, &c);
        a = i & 1 ? a : (uint32_t)random_bits();
        b = i & 1 ? b : (uint32_t)random_bits();
        if (hw_fp32_divides_badly(a, b))
            continue;
        volatile float quotient = float_of(a) / float_of(b);

        assert_int_equal(divided(a, b, hw_sfu_rcp_of(b)), bits_of(quotient));
        checked++;
    }
    printf("%u quotients checked\n", checked);
    assert_true(checked > 50000);
}

static void check_of_division_with(const struct hw_alu_table *table)
{
    struct hw_semantics view = {.op = HW_OP_FCHK, .cond_out = -1};
    struct hw_uop uop;

    add_predicate(&view, 6);
    view.operand[1] = view.operand[2] = view_of(HW_OP_FADD, 1).operand[0];
    view.operand_count = 3;
    bind_on(&view, table, HW_CHIP_GM107, &uop);
    for (unsigned rounds = 100; rounds--;) {
        fill_rows();
        run(&uop);
        for (unsigned l = 0; l < HW_LANES; l++)
            assert_int_equal(lane_of(warp.pred[6], l), hw_fp32_divides_badly(reg[REG_A][l], reg[REG_B][l]));
    }
}

static void check_of_division(void **state)
{
    (void)state;
    with_each_table(check_of_division_with);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reference_is_ieee),
        cmocka_unit_test(flushing_looks_at_the_rounded_number),
        cmocka_unit_test(special_cases),
        cmocka_unit_test(arithmetic_of_32_lanes),
        cmocka_unit_test(comparisons),
        cmocka_unit_test(minimum),
        cmocka_unit_test(quads),
        cmocka_unit_test(division),
        cmocka_unit_test(check_of_division),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
