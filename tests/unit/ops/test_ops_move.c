/* SPDX-License-Identifier: MIT */
/* Moves, address registers, QUADOP, what hw_alu_select refuses, and how a build of the functions is chosen.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "ops/select/alu.h"
#include "ops/scalar/cond.h"
#include "ops/scalar/fp32.h"

enum { REG_D, REG_A, REG_B, REG_FLAGS, REG_COUNT };
#define OLD 0x11223344u

static _Alignas(64) hw_lanes reg[REG_COUNT];

static struct hw_semantics view_of(unsigned op, unsigned d_bytes, unsigned a_bytes)
{
    struct hw_semantics view = {.op = (uint16_t)op, .cond_out = -1, .operand_count = 3};

    for (unsigned i = 0; i < 3; i++) {
        view.operand[i].kind = HW_OPERAND_REG;
        view.operand[i].bytes = (uint8_t)(i ? a_bytes : d_bytes);
    }
    return view;
}

static void fill(void)
{
    for (unsigned l = 0; l < HW_LANES; l++) {
        reg[REG_D][l] = OLD;
        reg[REG_A][l] = 0x89abcd00u + l;
        reg[REG_B][l] = 0x3f800000u + (l << 20);
        reg[REG_FLAGS][l] = OLD;
    }
}

/* Bind, set the parts, run with the lanes `exec`. */
static void run(const struct hw_semantics *view, const struct hw_alu_table *table, unsigned d_part,
                unsigned a_part, uint32_t exec)
{
    struct hw_uop uop = {
        .d = REG_D, .a = REG_A, .b = REG_B, .cond_out = REG_FLAGS, .cond_in = HW_NO_REGISTER};
    struct hw_regs regs = {.reg = reg, .exec = exec, .pred[HW_PT] = ~0u};

    fill();
    assert_true(hw_alu_select(view, table, hw_chip_traits_of(HW_CHIP_G80), &uop));
    uop.d_part = (uint8_t)d_part;
    uop.a_part = (uint8_t)a_part;
    uop.fn(&regs, &uop);
}

#define FOR_TABLES(table) for (unsigned i_ = 0; ((table) = hw_alu_table_at(i_)) != NULL; i_++)

static void words(void **state)
{
    struct hw_semantics view = view_of(HW_OP_MOV, 4, 4);
    const struct hw_alu_table *table;

    (void)state;
    view.mod[HW_MOD_LANES] = 15;
    FOR_TABLES(table)
    {
        run(&view, table, HW_PART_WORD, HW_PART_WORD, 0x0000ffffu);
        for (unsigned l = 0; l < HW_LANES; l++) {
            assert_int_equal(reg[REG_D][l], l < 16 ? 0x89abcd00u + l : OLD);
            assert_int_equal(reg[REG_FLAGS][l], l < 16 ? HW_FLAG_S : OLD);
        }
    }
}

static void halves_leave_the_other_half(void **state)
{
    struct hw_semantics view = view_of(HW_OP_MOV, 2, 2);
    const struct hw_alu_table *table;

    (void)state;
    view.mod[HW_MOD_LANES] = 15;
    FOR_TABLES(table)
    {
        run(&view, table, HW_PART_HIGH, HW_PART_LOW, 0xffffffffu);
        for (unsigned l = 0; l < HW_LANES; l++)
            assert_int_equal(reg[REG_D][l], (0xcd00u + l) << 16 | (OLD & 0xffff));
        run(&view, table, HW_PART_LOW, HW_PART_HIGH, 1);
        assert_int_equal(reg[REG_D][0], (OLD & 0xffff0000u) | 0x89ab);
        assert_int_equal(reg[REG_D][1], OLD);
    }
}

static void lanes_of_a_quad(void **state)
{
    struct hw_semantics view = view_of(HW_OP_MOV, 4, 4);
    const struct hw_alu_table *table;

    (void)state;
    view.mod[HW_MOD_LANES] = 6;
    FOR_TABLES(table)
    {
        run(&view, table, HW_PART_WORD, HW_PART_WORD, 0xfffffff0u);
        for (unsigned l = 0; l < HW_LANES; l++)
            assert_int_equal(reg[REG_D][l], l >= 4 && (6 >> (l & 3) & 1) ? 0x89abcd00u + l : OLD);
    }
}

static void address_and_condition_registers(void **state)
{
    struct hw_semantics r2a = view_of(HW_OP_R2A, 2, 4), ada = view_of(HW_OP_ADA, 2, 2),
                        r2c = view_of(HW_OP_R2C, 1, 4);
    const struct hw_alu_table *table;

    (void)state;
    r2a.operand[2].offset = 4;
    ada.operand[2].offset = 0xffff;
    FOR_TABLES(table)
    {
        run(&r2a, table, HW_PART_WORD, HW_PART_WORD, 0xffffffffu);
        assert_int_equal(reg[REG_D][5], 0xd050);
        run(&ada, table, HW_PART_WORD, HW_PART_WORD, 0xffffffffu);
        assert_int_equal(reg[REG_D][5], 0xcd04);
        run(&r2c, table, HW_PART_WORD, HW_PART_WORD, 0xffffffffu);
        assert_int_equal(reg[REG_D][29], 13);
    }
}

/* Lane 0 of each quad gets s + c, 1 c - s, 2 s - c, 3 c; s comes from lane 2. */
static void quads(void **state)
{
    const struct hw_fp32_mode flushing = {HW_ROUND_RN, HW_FTZ_FLUSH, 0};
    struct hw_semantics view = view_of(HW_OP_QUADOP, 4, 4);
    const struct hw_alu_table *table;

    (void)state;
    view.mod[HW_MOD_QUAD] = 2;
    for (unsigned i = 0; i < 4; i++)
        view.mod[HW_MOD_LANE0 + i] = (uint8_t)i;
    FOR_TABLES(table)
    {
        run(&view, table, HW_PART_WORD, HW_PART_WORD, 0xffffffffu);
        for (unsigned l = 0; l < HW_LANES; l++) {
            const uint32_t s = reg[REG_A][(l & ~3u) | 2], c = reg[REG_B][l];
            const uint32_t expected[4] = {hw_fp32_add(s, c, flushing),
                                          hw_fp32_add(c, s ^ HW_FP32_SIGN, flushing),
                                          hw_fp32_add(s, c ^ HW_FP32_SIGN, flushing), c};

            assert_int_equal(reg[REG_D][l], expected[l & 3]);
        }
    }
    view.mod[HW_MOD_QUAD] = 4;
    run(&view, hw_alu_table(), HW_PART_WORD, HW_PART_WORD, 0xffffffffu);
    assert_int_equal(reg[REG_D][0], 0);
}

static void what_is_no_arithmetic_is_refused(void **state)
{
    static const uint16_t ops[] = {HW_OP_NOP, HW_OP_LD,  HW_OP_ST,  HW_OP_ATOM,   HW_OP_VOTE,
                                   HW_OP_TEX, HW_OP_BRA, HW_OP_BAR, HW_OP_INTERP, HW_OP_COUNT};
    struct hw_uop uop = {.imm = 42};
    struct hw_semantics view;

    (void)state;
    for (size_t i = 0; i < sizeof ops / sizeof ops[0]; i++) {
        view = view_of(ops[i], 4, 4);
        assert_false(hw_alu_select(&view, hw_alu_table(), hw_chip_traits_of(HW_CHIP_G80), &uop));
    }
    view = view_of(HW_OP_FADD, 4, 4); /* an addition rounds to nearest or to zero */
    view.mod[HW_MOD_ROUND] = HW_ROUND_RM;
    assert_false(hw_alu_select(&view, hw_alu_table(), hw_chip_traits_of(HW_CHIP_G80), &uop));
    assert_null(uop.fn);
    assert_int_equal(uop.imm, 42);
}

static void the_environment_chooses_a_build(void **state)
{
    const struct hw_alu_table *table, *best = NULL;

    (void)state;
    FOR_TABLES(table)
    {
        assert_int_equal(setenv("HW_SIMD", table->name, 1), 0);
        assert_ptr_equal(hw_alu_table(), table);
        best = table;
    }
    assert_int_equal(setenv("HW_SIMD", "mmx", 1), 0);
    assert_ptr_equal(hw_alu_table(), best);
    assert_int_equal(unsetenv("HW_SIMD"), 0);
    assert_ptr_equal(hw_alu_table(), best);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words),
        cmocka_unit_test(halves_leave_the_other_half),
        cmocka_unit_test(lanes_of_a_quad),
        cmocka_unit_test(address_and_condition_registers),
        cmocka_unit_test(quads),
        cmocka_unit_test(what_is_no_arithmetic_is_refused),
        cmocka_unit_test(the_environment_chooses_a_build),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
