/* SPDX-License-Identifier: MIT */
/* Packed halves: every selection, merge and flushing, against the operations done in double precision and a
 * search for the nearest half. */
#include <stdio.h>

#include "fact.h"
#include "unit/ops/test_ops_host.h"
#include "unit/ops/test_ops_scalar.h"

#define HALF_NAN 0x7fffu

/* What half `half` of an operation reads of a word.  A single is cut to a half. */
static float source_of(uint32_t word, unsigned select, unsigned flags, unsigned half, unsigned ftz)
{
    const bool crossed = select == HW_HALF_H0_NH1 && half == 0;
    const bool high = crossed || select == HW_HALF_H1_H1 || (select == HW_HALF_H1_H0 && half);
    uint32_t number = select == HW_HALF_F32 ? hw_fp16_narrow(word, HW_ROUND_RZ, false)
                      : high                ? word >> 16
                                            : word & 0xffff;

    if (ftz && !(number & 0x7c00))
        number = (number & 0x8000) << 16;
    else
        number = hw_fp16_widen(number);
    number = modified(number, flags);
    return float_of(crossed ? number ^ HW_FP32_SIGN : number);
}

static bool is_flushed(double x, double least, double unit)
{
    return fabs(x) < least - unit / 4; /* what is nearer rounds to the least number */
}

/* The result as a half or, with `single`, as a single; `x` is exact as far as rounding goes. */
static uint32_t rounded(double x, bool single, unsigned ftz)
{
    if (x != x)
        return single ? HW_FP32_NAN : HALF_NAN;
    if (ftz && single && is_flushed(x, 0x1p-126, 0x1p-149))
        return signbit(x) ? HW_FP32_SIGN : 0;
    if (ftz && !single && is_flushed(x, 0x1p-14, 0x1p-24))
        return signbit(x) ? 0x8000 : 0;
    if (single)
        return bits_of((float)x);
    return isinf(x) ? (signbit(x) ? 0xfc00 : 0x7c00) : half_of(x, HW_ROUND_RN);
}

static double calculated(const struct hw_semantics *view, float a, float b, float c)
{
    const unsigned ftz = view->mod[HW_MOD_FTZ];
    double x;

    if (view->op == HW_OP_HADD2)
        x = (double)a + (double)b;
    else if (ftz == HW_FTZ_MULTIPLY && (a == 0 || b == 0))
        x = view->op == HW_OP_HFMA2 ? 0.0 + (double)c : 0;
    else
        x = view->op == HW_OP_HFMA2 ? fma((double)a, (double)b, (double)c) : (double)a * (double)b;
    if (!view->mod[HW_MOD_SAT])
        return x;
    return !(x > 0) ? 0 : x < 1 ? x : 1;
}

/* Operands near each other and near the ends of the range of halves. */
static uint32_t random_halves(void)
{
    static const uint16_t ends[] = {0,      0x8000, 1,      0x8001, 0x03ff, 0x0400, 0x8400, 0x0401,
                                    0x3c00, 0xbc00, 0x3bff, 0x7bff, 0xfbff, 0x7c00, 0xfc00, 0x7e00};
    const uint64_t r = random_bits();
    const uint32_t low = r & 1 ? ends[r >> 8 & 15] : (uint32_t)(r >> 16) & 0xffff;
    const uint32_t high = r & 2 ? ends[r >> 12 & 15] : (uint32_t)(r >> 32) & 0xffff;

    return low | high << 16;
}

static void fill_halves(const struct hw_semantics *view)
{
    fill_rows();
    for (unsigned i = 1; i < view->operand_count; i++)
        for (unsigned l = 0; l < HW_LANES; l++)
            if (view->operand[i].space != HW_HALF_F32)
                reg[2 * i][l] = random_halves();
            else if (random_bits() & 1)
                reg[2 * i][l] = hw_fp16_widen(random_halves() & 0xffff) + (uint32_t)(random_bits() % 3);
}

static uint32_t expected_word(const struct hw_semantics *view, unsigned lane, uint32_t old)
{
    const unsigned merge = view->mod[HW_MOD_MERGE], ftz = view->mod[HW_MOD_FTZ];
    uint32_t result[2];

    for (unsigned half = 0; half < 2; half++) {
        float x[3] = {0, 0, 0};

        for (unsigned i = 1; i < view->operand_count; i++)
            x[i - 1] = source_of(reg[2 * i][lane], view->operand[i].space, view->operand[i].flags, half, ftz);
        result[half] = rounded(calculated(view, x[0], x[1], x[2]), merge == HW_MERGE_F32, ftz);
    }
    return merge == HW_MERGE_F32  ? result[0]
           : merge == HW_MERGE_H0 ? (old & 0xffff0000u) | result[0]
           : merge == HW_MERGE_H1 ? (old & 0xffffu) | result[1] << 16
                                  : result[0] | result[1] << 16;
}

/* The function of `bound` computes what `view` says. */
static void check_bound(const struct hw_alu_table *table, const struct hw_semantics *bound,
                        const struct hw_semantics *view, unsigned rounds)
{
    struct hw_uop uop;

    bind_on(bound, table, HW_CHIP_GM20B, &uop);
    uop.cond_out = HW_NO_REGISTER;
    while (rounds--) {
        hw_lanes old;

        fill_halves(view);
        memcpy(old, reg[REG_D], sizeof old);
        run(&uop);
        for (unsigned l = 0; l < HW_LANES; l++) {
            const uint32_t expected = expected_word(view, l, old[l]);

            if (reg[REG_D][l] != expected)
                fail_msg("%s op %u ftz %u sat %u merge %u: %08x %08x %08x gives %08x, expected %08x",
                         table->name, view->op, view->mod[HW_MOD_FTZ], view->mod[HW_MOD_SAT],
                         view->mod[HW_MOD_MERGE], reg[REG_A][l], reg[REG_B][l], reg[REG_C][l], reg[REG_D][l],
                         expected);
        }
    }
}

static void check_arithmetic(const struct hw_alu_table *table, const struct hw_semantics *view,
                             unsigned rounds)
{
    check_bound(table, view, view, rounds);
}

static void arithmetic_with(const struct hw_alu_table *table)
{
    static const uint16_t ops[] = {HW_OP_HADD2, HW_OP_HMUL2, HW_OP_HFMA2};

    for (unsigned i = 0; i < 400; i++) {
        struct hw_semantics view = view_of(ops[i % 3], i % 3 == 2 ? 4 : 3);
        const uint64_t r = random_bits();
        view.mod[HW_MOD_FTZ] = (uint8_t)(r % 3);
        view.mod[HW_MOD_SAT] = r >> 4 & 1;
        view.mod[HW_MOD_MERGE] = r >> 8 & 3;
        for (unsigned j = 1; j < view.operand_count; j++) {
            view.operand[j].space = i < 60 ? 0 : (r >> (8 + 8 * j)) % (HW_HALF_H0_NH1 + 1);
            view.operand[j].flags = r >> (40 + 4 * j) & (i % 3 == 2 ? HW_OPERAND_NEG : 3);
        }
        check_arithmetic(table, &view, 30);
    }
}

static void arithmetic(void **state)
{
    (void)state;
    with_each_table(arithmetic_with);
}

static void constants_with(const struct hw_alu_table *table)
{
    struct hw_semantics view = view_of(HW_OP_HMUL2, 3), bound = view;

    view.operand[2].space = HW_HALF_F32;
    bound.operand[2].kind = HW_OPERAND_CONST;
    bound.operand[2].space = 2; /* the bank */
    check_bound(table, &bound, &view, 100);
}

/* As ptxas lays them out for halves that no literal can be. */
static void constants_are_singles(void **state)
{
    (void)state;
    with_each_table(constants_with);
}

static bool related(const struct hw_semantics *view, unsigned first, unsigned lane, unsigned half)
{
    const unsigned ftz = view->mod[HW_MOD_FTZ], cmp = view->mod[HW_MOD_CMP];
    const struct hw_operand *a = &view->operand[first], *b = a + 1;
    const float x = source_of(reg[REG_A][lane], a->space, a->flags, half, ftz);
    const float y = source_of(reg[REG_B][lane], b->space, b->flags, half, ftz);

    return cmp & (x < y ? 1u : x == y ? 2u : x > y ? 4u : 8u);
}

static uint32_t lane_of(uint32_t mask, unsigned lane)
{
    return mask >> lane & 1;
}

static uint32_t combined(unsigned logic, uint32_t x, uint32_t y)
{
    return logic == 0 ? x & y : logic == 1 ? x | y : x ^ y;
}

static void check_set(const struct hw_alu_table *table, unsigned variant)
{
    struct hw_semantics view = view_of(HW_OP_HSET2, 3);
    const unsigned logic = variant / 16 % 3;
    const uint32_t truth = variant & 1 ? 0x3c00 : 0xffff;
    struct hw_uop uop;

    view.mod[HW_MOD_CMP] = variant % 16;
    view.mod[HW_MOD_BF] = variant & 1;
    view.mod[HW_MOD_BOOL] = (uint8_t)logic;
    view.mod[HW_MOD_FTZ] = variant >> 2 & 1;
    view.operand[1].space = variant >> 1 & 3;
    view.operand[2].flags = HW_OPERAND_ABS;
    add_predicate(&view, 1);
    bind_on(&view, table, HW_CHIP_GM20B, &uop);
    uop.cond_out = HW_NO_REGISTER;
    fill_halves(&(struct hw_semantics){.operand_count = 3, .operand[1].space = view.operand[1].space});
    run(&uop);
    for (unsigned l = 0; l < HW_LANES; l++) {
        const uint32_t with = lane_of(warp.pred[1], l);
        const uint32_t low = combined(logic, related(&view, 1, l, 0), with) ? truth : 0;
        const uint32_t high = combined(logic, related(&view, 1, l, 1), with) ? truth : 0;

        assert_int_equal(reg[REG_D][l], low | high << 16);
    }
}

static void check_setp(const struct hw_alu_table *table, unsigned variant)
{
    struct hw_semantics view = {.op = HW_OP_HSETP2, .cond_out = -1};
    const struct hw_semantics operands = view_of(HW_OP_HADD2, 3);
    const unsigned logic = variant / 16 % 3;
    const bool both = variant >> 3 & 1;
    struct hw_uop uop;

    add_predicate(&view, 0);
    add_predicate(&view, 5);
    view.operand[2] = operands.operand[1];
    view.operand[3] = operands.operand[2];
    view.operand_count = 4;
    add_predicate(&view, 2 | HW_PRED_NOT);
    view.operand[3].space = HW_HALF_H0_H0;
    view.mod[HW_MOD_CMP] = variant % 16;
    view.mod[HW_MOD_BOOL] = (uint8_t)logic;
    view.mod[HW_MOD_H_AND] = both;
    bind_on(&view, table, HW_CHIP_GM20B, &uop);
    fill_halves(&operands);
    run(&uop);
    for (unsigned l = 0; l < HW_LANES; l++) {
        const uint32_t with = !lane_of(warp.pred[2], l);
        const bool low = related(&view, 2, l, 0), high = related(&view, 2, l, 1);

        assert_int_equal(lane_of(warp.pred[0], l), combined(logic, both ? low && high : low, with));
        assert_int_equal(lane_of(warp.pred[5], l), combined(logic, both ? !(low && high) : high, with));
    }
}

static void comparisons_with(const struct hw_alu_table *table)
{
    for (unsigned variant = 0; variant < 48; variant++)
        for (unsigned rounds = 10; rounds--;) {
            check_set(table, variant);
            check_setp(table, variant);
        }
}

static void comparisons(void **state)
{
    (void)state;
    with_each_table(comparisons_with);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arithmetic),
        cmocka_unit_test(constants_are_singles),
        cmocka_unit_test(comparisons),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
