/* SPDX-License-Identifier: MIT */
/* Pseudo-instruction expansion: which templates are split, and what each instruction reads and writes. */
#include "compiler/codegen/expand_pseudos.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

struct split_case {
    struct hw_arena arena;
    struct hw_mir_function *function;
    struct hw_mir_block *block;
    uint32_t pair, a, b, own;
};

static struct hw_mir_operand of(uint32_t reg)
{
    return (struct hw_mir_operand){.kind = HW_MIR_OPERAND_REG, .reg = reg};
}

static void open_case(struct split_case *c)
{
    *c = (struct split_case){.arena = {.chunks = NULL}};
    c->function = hw_mir_function(&c->arena);
    c->block = hw_mir_block(c->function);
    c->pair = hw_mir_reg(c->function, HW_MIR_FILE_GENERAL, 2);
    c->a = hw_mir_reg(c->function, HW_MIR_FILE_GENERAL, 1);
    c->b = hw_mir_reg(c->function, HW_MIR_FILE_GENERAL, 1);
    c->own = hw_mir_reg(c->function, HW_MIR_FILE_GENERAL, 1);
}

static unsigned split_and_count(struct split_case *c, const struct hw_mir_insn *insn)
{
    unsigned count = 0;

    hw_mir_insn(c->function, c->block, NULL, insn);
    hw_codegen_expand_pseudos(c->function);
    for (const struct hw_mir_insn *i = c->block->first; i; i = i->next)
        count++;
    return count;
}

/* A scratch register of the template is another after each write; the pair's live range begins before its
 * first word is written. */
static void a_product_is_split(void **state)
{
    struct split_case c;
    (void)state;
    open_case(&c);
    const struct hw_mir_insn insn = {.template =
                                         "XMAD %1, %2, %3, RZ\nXMAD %1, %2.H1, %3, %1\nXMAD %0', %2, %3.H1, "
                                         "RZ\nXMAD.PSL.CBCC %0, %2.H1, %1.H1, %0'",
                                     .operands = 4,
                                     .written = 2,
                                     .early_clobber = 12,
                                     .operand = {of(c.pair), of(c.own), of(c.a), of(c.b)}};
    assert_int_equal(split_and_count(&c, &insn), 5);
    const struct hw_mir_insn *begin = c.block->first, *first = begin->next, *second = first->next,
                             *third = second->next, *last = third->next;
    assert_string_equal(begin->template, "");
    assert_int_equal(begin->operand[0].reg, c.pair);
    assert_string_equal(first->template, "XMAD %0, %1, %2, RZ");
    assert_string_equal(second->template, "XMAD %0, %1.H1, %2, %3");
    assert_int_equal(second->operand[3].reg, first->operand[0].reg);
    assert_int_not_equal(second->operand[0].reg, first->operand[0].reg);
    assert_int_equal(second->operand[0].reg, c.own);
    assert_int_equal(third->operand[0].kind, HW_MIR_OPERAND_PART);
    assert_int_equal(third->operand[0].value, 1);
    assert_string_equal(last->template, "XMAD.PSL.CBCC %0, %1.H1, %2.H1, %3");
    assert_int_equal(last->operand[0].value, 0);
    assert_int_equal(last->operand[2].reg, second->operand[0].reg);
    assert_int_equal(last->written, 1);
    hw_arena_clear(&c.arena);
}

/* The last write of what stands beside the result is where others read it. */
static void a_second_result_stays_its_own(void **state)
{
    struct split_case c;
    (void)state;
    open_case(&c);
    const uint32_t sum = hw_mir_reg(c.function, HW_MIR_FILE_GENERAL, 1);
    const struct hw_mir_insn insn = {.template = "IADD %0.CC, %2, %3\nIADD.X %1, RZ, RZ",
                                     .operands = 4,
                                     .written = 2,
                                     .operand = {of(sum), of(c.own), of(c.a), of(c.b)}};
    assert_int_equal(split_and_count(&c, &insn), 2);
    assert_int_equal(c.block->first->operand[0].reg, sum);
    assert_int_equal(c.block->last->operand[0].reg, c.own);
    hw_arena_clear(&c.arena);
}

/* Result and source may share a register as long as one instruction writes both words. */
static void a_sum_of_pairs_stays(void **state)
{
    struct split_case c;
    (void)state;
    open_case(&c);
    const uint32_t other = hw_mir_reg(c.function, HW_MIR_FILE_GENERAL, 2);
    const struct hw_mir_insn insn = {.template = "IADD %0.CC, %1, %2\nIADD.X %0', %1', RZ",
                                     .operands = 3,
                                     .written = 1,
                                     .operand = {of(c.pair), of(other), of(c.a)}};
    assert_int_equal(split_and_count(&c, &insn), 1);
    hw_arena_clear(&c.arena);
}

/* Each line of an address has its own relocation; a guard's lines, and what has an effect, stay as well. */
static void others_stay(void **state)
{
    struct split_case c;
    (void)state;
    open_case(&c);
    struct hw_mir_insn insn = {.template = "MOV32I %0, %1\nMOV32I %0', %1'",
                               .operands = 2,
                               .written = 1,
                               .operand = {of(c.pair), {.kind = HW_MIR_OPERAND_IMMEDIATE, .text = "table"}}};
    assert_int_equal(split_and_count(&c, &insn), 1);
    insn.operand[1].text = NULL;
    insn.has_side_effects = true;
    assert_int_equal(split_and_count(&c, &insn), 2);
    insn.has_side_effects = false;
    insn.guard = of(hw_mir_reg(c.function, HW_MIR_FILE_PREDICATES, 1));
    assert_int_equal(split_and_count(&c, &insn), 3);
    hw_arena_clear(&c.arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_product_is_split),
                                       cmocka_unit_test(a_second_result_stays_its_own),
                                       cmocka_unit_test(a_sum_of_pairs_stays), cmocka_unit_test(others_stay)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
