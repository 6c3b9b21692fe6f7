/* SPDX-License-Identifier: MIT */
/* Compiled loops with uniform counters: these are computed once (scalarisation), and if one is divergent the
 * interpreter runs the loop. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "jit/jit_get_code.h"
#include "machine/memory/memory_ops.h"
#include "machine/paths/control_flow.h"
#include "machine/warp.h"
#include "ops/lanes/lane_functions.h"
#include "unit/jit/single_uop.h"

/* Registers: what the loop counts with, sums up, and counts to; what P1 is; zeros, a special one by number,
 * literals. */
enum { COUNTER = 0, SUM, LIMIT, TRUTH, ZEROS = 4, NUMBER = 8, LITERAL = 16, ROWS = 18 };
enum { BEGIN, BOUND, ADD, COUNT, COMPARE, AGAIN, STOP, LENGTH };
enum { STEP = 3, END = 30 };

static _Alignas(64) hw_lanes reg[ROWS];
static struct hw_warp warp;
static struct hw_block block;
static struct hw_uop uop[LENGTH];
static uint32_t literal[] = {0, END}, insn_of[LENGTH];
static bool literal_changes[] = {true, true};
static struct hw_program program;
static struct hw_compile_input source;

static void make_uop(unsigned at, hw_uop_fn *fn, uint16_t d, uint16_t a, uint16_t b)
{
    uop[at] = single_uop(fn, d, a, b);
    insn_of[at] = at;
}

/* COUNTER begins with a register; SUM += COUNTER, COUNTER += STEP while COUNTER < LIMIT. */
static void make(uint16_t begin)
{
    const struct hw_alu_table *alu = hw_alu_table();

    make_uop(BEGIN, alu->move[HW_LANES_MOVE_MOV], COUNTER, begin, HW_NO_REGISTER);
    make_uop(BOUND, alu->move[HW_LANES_MOVE_MOV], LIMIT, LITERAL + 1, HW_NO_REGISTER);
    make_uop(ADD, alu->integer[HW_LANES_INTEGER_IADD], SUM, SUM, COUNTER);
    make_uop(COUNT, alu->integer[HW_LANES_INTEGER_IADD], COUNTER, COUNTER, LITERAL);
    make_uop(COMPARE, alu->compare[HW_LANES_COMPARE_ISETP], COUNTER, COUNTER, LIMIT);
    make_uop(AGAIN, hw_uop_bra, HW_NO_REGISTER, HW_NO_REGISTER, HW_NO_REGISTER);
    make_uop(STOP, stop_warp, HW_NO_REGISTER, HW_NO_REGISTER, HW_NO_REGISTER);
    uop[COMPARE].cmp = 1; /* less */
    uop[COMPARE].p_out = uop[AGAIN].p_in = 0;
    memset(&uop[AGAIN].guard, 0, sizeof uop[AGAIN].guard);
    uop[AGAIN].jump.target = ADD;
    program = (struct hw_program){.uop = uop,
                                  .uop_count = LENGTH,
                                  .insn_of = insn_of,
                                  .numbering = {.registers = ZEROS,
                                                .zero = ZEROS,
                                                .sink = ZEROS,
                                                .special = NUMBER,
                                                .literal = LITERAL,
                                                .count = ROWS},
                                  .literal = literal,
                                  .literal_changes = literal_changes,
                                  .literal_count = 2,
                                  .special_by_number = 1};
    source = (struct hw_compile_input){.program = &program,
                                       .lanes = HW_CODE_FULL_WARPS,
                                       .arithmetic = alu,
                                       .memory = hw_memory_table_of(alu)};
}

static struct hw_compiled_code *compile_made(void)
{
    struct hw_compiled_code *compiled = NULL;
    struct hw_error error;

    if (hw_jit_compile(&source, &compiled, &error) != HW_OK)
        fail_msg("%s", error.text);
    return compiled;
}

static struct hw_compiled_code *compile(uint16_t begin)
{
    make(begin);
    return compile_made();
}

/* At a place; lane l's number is l. */
static void prepare(uint32_t index)
{
    static const struct hw_launch launch;
    static const struct hw_kernel_abi kernel_abi;

    block =
        (struct hw_block){.launch = &launch, .kernel_abi = &kernel_abi, .program = &program, .warp = &warp};
    warp = (struct hw_warp){.block = &block, .active = ~0u, .next = index, .budget = 1 << 20};
    warp.regs.reg = reg;
    warp.regs.exec = ~0u;
    memset(reg, 0, sizeof reg);
    for (unsigned l = 0; l < HW_LANES; l++) {
        reg[NUMBER][l] = l;
        reg[LITERAL][l] = STEP;
        reg[LITERAL + 1][l] = END;
    }
}

/* Whether a loop from `first` on was done by all lanes. */
static void expect_done(unsigned lane, uint32_t first)
{
    uint32_t counter = first, sum = 0;

    do {
        sum += counter;
        counter += STEP;
    } while (counter < END);
    assert_int_equal(reg[COUNTER][lane], counter);
    assert_int_equal(reg[SUM][lane], sum);
}

static void test_uniform_counter(void **state)
{
    struct hw_compiled_code *compiled = compile(ZEROS);

    (void)state;
    prepare(BEGIN);
    compiled->run(&warp);
    assert_int_equal(warp.event, HW_EVENT_STOP);
    for (unsigned l = 0; l < HW_LANES; l++)
        expect_done(l, 0);
    assert_int_equal(block.stats.thread_instructions, block.stats.warp_instructions * HW_LANES);
    hw_jit_free(compiled);
}

/* In the loop already, where it may be entered: by lanes that count alike, or not. */
static void test_entered_with_any_counter(void **state)
{
    struct hw_compiled_code *compiled = compile(ZEROS);

    (void)state;
    assert_true(compiled->entry[ADD]);
    prepare(ADD);
    for (unsigned l = 0; l < HW_LANES; l++) {
        reg[COUNTER][l] = 9;
        reg[LIMIT][l] = END;
    }
    compiled->run(&warp);
    for (unsigned l = 0; l < HW_LANES; l++)
        expect_done(l, 9);
    /* the baseline's loops hold no registers, and go on until lanes part */
    for (unsigned odd = 0; odd < HW_LANES && source.arithmetic->build != HW_HOST_LEVEL_BASE; odd += 5) {
        prepare(ADD);
        for (unsigned l = 0; l < HW_LANES; l++)
            reg[LIMIT][l] = END;
        reg[COUNTER][odd] = STEP;
        compiled->run(&warp);
        assert_int_equal(warp.event, HW_EVENT_NONE);
        assert_int_equal(warp.next, ADD);
        assert_int_equal(block.instructions, 0);
        for (unsigned l = 0; l < HW_LANES; l++)
            assert_int_equal(reg[SUM][l], 0);
    }
    hw_jit_free(compiled);
}

/* What begins with the lane's number is not taken to be the same: the loop goes until lanes part. */
static void test_divergent_counter(void **state)
{
    struct hw_compiled_code *compiled = compile(NUMBER);

    (void)state;
    prepare(ADD);
    for (unsigned l = 0; l < HW_LANES; l++) {
        reg[COUNTER][l] = 6 + l % STEP; /* all do as many rounds */
        reg[LIMIT][l] = END;
    }
    compiled->run(&warp);
    assert_int_equal(warp.event, HW_EVENT_STOP);
    for (unsigned l = 0; l < HW_LANES; l++)
        expect_done(l, 6 + l % STEP);
    hw_jit_free(compiled);
}

/* What predicates decide is not the same in all lanes because registers are: a loop sums up what P1 was in
 * the round before. */
static void test_predicates(void **state)
{
    enum { ROUNDS = END / STEP };

    (void)state;
    make(ZEROS);
    make_uop(BOUND, hw_alu_table()->integer[HW_LANES_INTEGER_IADD], SUM, SUM, TRUTH);
    make_uop(ADD, hw_alu_table()->predicate[HW_LANES_PREDICATE_PSET], TRUTH, HW_NO_REGISTER, HW_NO_REGISTER);
    uop[ADD].truth = 1;
    uop[ADD].predicate = (struct hw_uop_predicate){.first = 1, .second = HW_PT};
    uop[COMPARE].b = LITERAL + 1;
    uop[AGAIN].jump.target = BOUND;
    struct hw_compiled_code *compiled = compile_made();
    prepare(BEGIN);
    warp.regs.pred[1] = 0x0000ffff;
    compiled->run(&warp);
    assert_int_equal(warp.event, HW_EVENT_STOP);
    for (unsigned l = 0; l < HW_LANES; l++)
        assert_int_equal(reg[SUM][l] - reg[SUM][HW_LANES - 1], l < 16 ? ROUNDS - 1 : 0);
    hw_jit_free(compiled);
}

static int begin(void **state)
{
    (void)state;
    return setenv("HALFWARP_JIT_CACHE", "off", 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_uniform_counter),
        cmocka_unit_test(test_entered_with_any_counter),
        cmocka_unit_test(test_divergent_counter),
        cmocka_unit_test(test_predicates),
    };

    return cmocka_run_group_tests(tests, begin, NULL);
}
