/* SPDX-License-Identifier: MIT */
/* Double precision: the integer reference against the host's in all rounding modes, and what Maxwell adds to
 * the 32-lane functions: minimum by predicate, comparisons that write predicates. */
#include <stdio.h>

#include "fact.h"
#include "ops/scalar/fp64.h"
#include "unit/ops/test_ops_host.h"
#include "unit/ops/test_ops_scalar.h"

static const uint64_t ends[] = {
    0,
    1,
    0x000fffffffffffffu,
    0x0010000000000000u,
    0x3cb0000000000000u,
    0x3fefffffffffffffu,
    0x3ff0000000000000u,
    0x3ff0000000000001u,
    0x7fefffffffffffffu,
    0x7ff0000000000000u,
    0x7ff8000000000001u,
    0x0350000000000001u,
};

static uint64_t random_double(void)
{
    const uint64_t r = random_bits(), end = ends[(r >> 8) % (sizeof ends / sizeof *ends)];

    switch (r & 3) {
    case 0: return end | r << 63;
    case 1: return (end + (r >> 32) % 5 - 2) ^ (r & HW_FP64_SIGN);
    case 2: return random_bits();
    default: return (random_bits() & 0x800fffffffffffffu) | (1023 - 60 + (r >> 8) % 120) << 52;
    }
}

static uint64_t host(unsigned op, uint64_t a, uint64_t b, uint64_t c, unsigned round)
{
    volatile double x = double_of(a), y = double_of(b), z = double_of(c), result;

    round_as(round);
    result = op == HW_OP_DADD ? x + y : op == HW_OP_DMUL ? x * y : fma(x, y, z);
    round_as(HW_ROUND_RN);
    return bits_of_double(result);
}

static uint64_t reference(unsigned op, uint64_t a, uint64_t b, uint64_t c, unsigned round)
{
    return op == HW_OP_DADD   ? hw_fp64_add(a, b, round)
           : op == HW_OP_DMUL ? hw_fp64_mul(a, b, round)
                              : hw_fp64_fma(a, b, c, round);
}

/* By the host, and of zeros the negative one is smaller. */
static uint64_t chosen(uint64_t a, uint64_t b, bool greater)
{
    const double x = double_of(a), y = double_of(b);

    if (isnan(x) || isnan(y)) /* of a signalling one fmin makes a NaN */
        return isnan(x) ? b : a;
    if ((a | b) << 1 == 0)
        return greater ? a & b : a | b;
    return bits_of_double(greater ? fmax(x, y) : fmin(x, y));
}

static const uint16_t arithmetic[] = {HW_OP_DADD, HW_OP_DMUL, HW_OP_DFMA};

/* Which NaN comes out is not IEEE's matter. */
static bool same(uint64_t x, uint64_t y)
{
    return x == y || (hw_fp64_is_nan(x) && hw_fp64_is_nan(y));
}

static void reference_chooses(void **state)
{
    (void)state;
    random_state = 2008;
    for (unsigned i = 0; i < 200000; i++) {
        const uint64_t a = random_double(), b = i & 1 ? random_double() : a ^ (uint64_t)(i >> 1 & 1) << 63;

        assert_true(same(hw_fp64_min(a, b), chosen(a, b, false)));
        assert_true(same(hw_fp64_max(a, b), chosen(a, b, true)));
    }
}

static void reference_is_ieee(void **state)
{
    (void)state;
    random_state = 754;
    for (unsigned i = 0; i < 200000; i++) {
        const uint64_t a = random_double(), b = random_double();
        const uint64_t near = hw_fp64_mul(a, b, HW_ROUND_RZ) ^ HW_FP64_SIGN;
        const uint64_t c = i & 8 ? random_double() : near + random_bits() % 3;

        for (unsigned j = 0; j < 3; j++) {
            const uint64_t expected = host(arithmetic[j], a, b, c, i & 3);
            const uint64_t result = reference(arithmetic[j], a, b, c, i & 3);

            if (!same(result, expected))
                fail_msg("op %u of %llx %llx %llx, rounding %u: %llx, the host says %llx", arithmetic[j],
                         (unsigned long long)a, (unsigned long long)b, (unsigned long long)c, i & 3,
                         (unsigned long long)result, (unsigned long long)expected);
        }
    }
}

static void fill_doubles(void)
{
    fill_rows();
    for (unsigned source = REG_A; source <= REG_C; source += 2)
        for (unsigned l = 0; l < HW_LANES; l++) {
            const uint64_t x = random_double();

            reg[source][l] = (uint32_t)x;
            reg[source + 1][l] = (uint32_t)(x >> 32);
        }
}

static uint64_t pair(unsigned first, unsigned lane)
{
    return reg[first][lane] | (uint64_t)reg[first + 1][lane] << 32;
}

static void arithmetic_with(const struct hw_alu_table *table)
{
    for (unsigned variant = 0; variant < 3 * 4 * 4; variant++) {
        const unsigned op = arithmetic[variant % 3], flags = variant / 12;
        struct hw_semantics view = view_of(op, op == HW_OP_DFMA ? 4 : 3);
        struct hw_uop uop;

        view.mod[HW_MOD_ROUND] = variant / 3 % 4;
        view.operand[1].flags = flags & 1 ? HW_OPERAND_NEG : 0;
        view.operand[op == HW_OP_DFMA ? 3 : 2].flags = flags & 2 ? HW_OPERAND_NEG : 0;
        bind_on(&view, table, HW_CHIP_GP100, &uop);
        for (unsigned rounds = 60; rounds--;) {
            fill_doubles();
            run(&uop);
            for (unsigned l = 0; l < HW_LANES; l++) {
                const uint64_t a = hw_fp64_modify(pair(REG_A, l), view.operand[1].flags);
                const uint64_t b = hw_fp64_modify(pair(REG_B, l), view.operand[2].flags);
                const uint64_t c = hw_fp64_modify(pair(REG_C, l), view.operand[3].flags);
                const uint64_t expected = reference(op, a, b, c, view.mod[HW_MOD_ROUND]);

                assert_int_equal(pair(REG_D, l), expected);
                assert_int_equal(reg[REG_FLAGS][l], hw_fp64_flags(expected));
            }
        }
    }
}

static void arithmetic_of_32_lanes(void **state)
{
    (void)state;
    with_each_table(arithmetic_with);
}

static uint32_t lane_of(uint32_t mask, unsigned lane)
{
    return mask >> lane & 1;
}

static void minimum_with(const struct hw_alu_table *table)
{
    struct hw_semantics view = view_of(HW_OP_DMNMX, 3);
    struct hw_uop uop;

    view.operand[2].flags = HW_OPERAND_ABS;
    add_predicate(&view, 1 | HW_PRED_NOT);
    bind_on(&view, table, HW_CHIP_GP100, &uop);
    for (unsigned rounds = 100; rounds--;) {
        fill_doubles();
        run(&uop);
        for (unsigned l = 0; l < HW_LANES; l++) {
            const uint64_t a = pair(REG_A, l), b = hw_fp64_modify(pair(REG_B, l), HW_OPERAND_ABS);

            assert_int_equal(pair(REG_D, l),
                             lane_of(warp.pred[1], l) ? hw_fp64_max(a, b) : hw_fp64_min(a, b));
        }
    }
}

static void comparisons_with(const struct hw_alu_table *table)
{
    for (unsigned cmp = 0; cmp < 16; cmp++) {
        struct hw_semantics setp = {.op = HW_OP_DSETP, .cond_out = -1}, set = view_of(HW_OP_DSET, 3);
        struct hw_uop uop;

        add_predicate(&setp, 4);
        add_predicate(&setp, HW_PT);
        setp.operand[2] = setp.operand[3] = set.operand[1];
        setp.operand_count = 4;
        add_predicate(&setp, 6);
        add_predicate(&set, HW_PT);
        setp.mod[HW_MOD_CMP] = set.mod[HW_MOD_CMP] = (uint8_t)cmp;
        setp.mod[HW_MOD_BOOL] = HW_LOGIC_OR;
        set.mod[HW_MOD_BF] = cmp & 1;
        for (unsigned rounds = 40; rounds--;) {
            fill_doubles();
            bind_on(&setp, table, HW_CHIP_GP100, &uop);
            run(&uop);
            bind_on(&set, table, HW_CHIP_GP100, &uop);
            run(&uop);
            assert_int_equal(warp.pred[HW_PT], ~0u);
            for (unsigned l = 0; l < HW_LANES; l++) {
                const bool holds = hw_fp64_relation(pair(REG_A, l), pair(REG_B, l)) & cmp;

                assert_int_equal(lane_of(warp.pred[4], l), holds || lane_of(warp.pred[6], l));
                assert_int_equal(reg[REG_D][l], !holds ? 0 : cmp & 1 ? HW_FP32_ONE : ~0u);
            }
        }
    }
}

static uint64_t minus(uint64_t x)
{
    return x ^ HW_FP64_SIGN;
}

/* Division as compilers write it: reciprocal, quotient, two corrections by the remainder. */
static uint64_t divided(uint64_t a, uint64_t b)
{
    const uint64_t r = bits_of_double(1 / double_of(b));
    uint64_t q = hw_fp64_mul(a, r, HW_ROUND_RN);

    q = hw_fp64_fma(hw_fp64_fma(minus(b), q, a, HW_ROUND_RN), r, q, HW_ROUND_RN);
    return hw_fp64_fma(hw_fp64_fma(minus(b), q, a, HW_ROUND_RN), r, q, HW_ROUND_RN);
}

/* Where DCHK sees no danger the short way gives the correctly rounded quotient. */
static void division(void **state)
{
    unsigned checked = 0;

    (void)state;
    for (unsigned i = 0; i < 200000; i++) {
        const uint64_t a = random_double(),
                       b = (random_double() & ~HW_FP64_INFINITY) | (uint64_t)(1000 + i % 47) << 52;
        volatile double quotient = double_of(a) / double_of(b);

        if (hw_fp64_divides_badly((uint32_t)(a >> 32), (uint32_t)(b >> 32)))
            continue;
        assert_int_equal(divided(a, b), bits_of_double(quotient));
        checked++;
    }
    printf("%u quotients checked\n", checked);
    assert_true(checked > 50000);
}

static void check_of_division_with(const struct hw_alu_table *table)
{
    struct hw_semantics view = {.op = HW_OP_DCHK, .cond_out = -1};
    struct hw_uop uop;

    add_predicate(&view, 6);
    view.operand[1] = view.operand[2] = view_of(HW_OP_DSET, 3).operand[1];
    view.operand_count = 3;
    bind_on(&view, table, HW_CHIP_GK110, &uop);
    for (unsigned rounds = 100; rounds--;) {
        fill_doubles();
        run(&uop);
        for (unsigned l = 0; l < HW_LANES; l++)
            assert_int_equal(
                lane_of(warp.pred[6], l),
                hw_fp64_divides_badly((uint32_t)(pair(REG_A, l) >> 32), (uint32_t)(pair(REG_B, l) >> 32)));
    }
}

static void check_of_division(void **state)
{
    (void)state;
    with_each_table(check_of_division_with);
}

static void choices(void **state)
{
    (void)state;
    with_each_table(minimum_with);
    with_each_table(comparisons_with);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reference_is_ieee),
        cmocka_unit_test(reference_chooses),
        cmocka_unit_test(arithmetic_of_32_lanes),
        cmocka_unit_test(choices),
        cmocka_unit_test(division),
        cmocka_unit_test(check_of_division),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
