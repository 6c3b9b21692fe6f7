/* SPDX-License-Identifier: MIT */
/* Compiled code for stateless warps runs warps to their end, up to the first that fails a check, on which it
 * has no effect. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "machine/memory/access.h"
#include "jit/jit_get_code.h"
#include "machine/memory/memory_ops.h"
#include "machine/paths/control_flow.h"
#include "machine/warp.h"
#include "ops/lanes/lane_functions.h"
#include "unit/jit/single_uop.h"

/* Registers: the lane's address, a pair; what is loaded and stored; special registers and literals. */
enum { ADDRESS = 0, LOADED = 2, STORED = 3, ZEROS = 4, SPECIAL = 8, LITERAL = 16, ROWS = 18 };
enum { OFFSET = SPECIAL, SAME, NOWHERE }; /* special registers: by number, in the block; the third is none */
enum { LOW, HIGH, LOAD, COMPARE, LEAVE, ADD, STORE, LAST, AGAIN, SUM, BACK, STOP, LENGTH };
enum { WARPS = 3, BASE = 0x1000, LEAVES = 77, ADDED = 5 };

static _Alignas(64) hw_lanes given[ROWS], addresses[WARPS];
static uint32_t memory[2][WARPS][HW_LANES]; /* what is loaded; what is stored */
static struct hw_warp warp[WARPS];
static struct hw_block block;
static struct hw_uop uop[LENGTH];
static uint32_t literal[] = {LEAVES, 0}, insn_of[LENGTH];
static bool literal_changes[] = {false, true};
static struct hw_program program;
static struct hw_compile_input source;

static void make_uop(unsigned at, hw_uop_fn *fn, uint16_t d, uint16_t a, uint16_t b)
{
    uop[at] = single_uop(fn, d, a, b);
}

/* Each lane loads its word; where it is LEAVES the lane ends; else the word and a parameter are stored.
 * Behind that is a loop that no way leads to. */
static void make(void)
{
    const struct hw_alu_table *alu = hw_alu_table();
    const struct hw_memory_table *accesses = hw_memory_table_of(alu);

    make_uop(LOW, alu->move[HW_LANES_MOVE_MOV], ADDRESS, OFFSET, HW_NO_REGISTER);
    make_uop(HIGH, alu->move[HW_LANES_MOVE_MOV], ADDRESS + 1, SAME, HW_NO_REGISTER);
    make_uop(LOAD, accesses->load_device[HW_WIDTH_B32], LOADED, ADDRESS, HW_NO_REGISTER);
    make_uop(COMPARE, alu->compare[HW_LANES_COMPARE_ISETP], HW_NO_REGISTER, LOADED, LITERAL);
    make_uop(LEAVE, hw_uop_exit, HW_NO_REGISTER, HW_NO_REGISTER, HW_NO_REGISTER);
    make_uop(ADD, alu->integer[HW_LANES_INTEGER_IADD], STORED, LOADED, LITERAL + 1);
    make_uop(STORE, accesses->store_device[HW_WIDTH_B32], HW_NO_REGISTER, ADDRESS, STORED);
    make_uop(LAST, hw_uop_exit, HW_NO_REGISTER, HW_NO_REGISTER, HW_NO_REGISTER);
    make_uop(AGAIN, accesses->load_device[HW_WIDTH_B32], LOADED, ADDRESS, HW_NO_REGISTER);
    make_uop(SUM, alu->integer[HW_LANES_INTEGER_IADD], STORED, LOADED, STORED);
    make_uop(BACK, hw_uop_bra, HW_NO_REGISTER, HW_NO_REGISTER, HW_NO_REGISTER);
    make_uop(STOP, stop_warp, HW_NO_REGISTER, HW_NO_REGISTER, HW_NO_REGISTER);
    uop[LOAD].mem = (struct hw_uop_memory){.mask = ~0u};
    uop[STORE].mem = (struct hw_uop_memory){.mask = ~0u, .offset = sizeof memory[0]};
    uop[COMPARE].cmp = 2; /* equal */
    uop[COMPARE].p_out = 0;
    uop[COMPARE].d = LOADED;
    uop[LEAVE].p_in = 0;
    memset(&uop[LEAVE].guard, 0, sizeof uop[LEAVE].guard);
    memset(&uop[LAST].guard, 0, sizeof uop[LAST].guard);
    uop[AGAIN].mem = uop[LOAD].mem;
    uop[BACK].p_in = 0;
    memset(&uop[BACK].guard, 0, sizeof uop[BACK].guard);
    uop[BACK].jump.target = AGAIN;
    program = (struct hw_program){.uop = uop,
                                  .uop_count = LENGTH,
                                  .insn_of = insn_of,
                                  .numbering = {.registers = ZEROS,
                                                .zero = ZEROS,
                                                .sink = ZEROS,
                                                .special = SPECIAL,
                                                .literal = LITERAL,
                                                .count = ROWS},
                                  .literal = literal,
                                  .literal_changes = literal_changes,
                                  .literal_count = 2,
                                  .special_by_number = 1};
    program.special_lifetime[HW_LIFETIME_BLOCK] = 1u << (SAME - SPECIAL);
    source = (struct hw_compile_input){
        .program = &program, .lanes = HW_CODE_FULL_WARPS, .arithmetic = alu, .memory = accesses};
}

static struct hw_compiled_code *compile(void)
{
    struct hw_compiled_code *compiled = NULL;
    struct hw_error error;

    if (hw_jit_compile(&source, &compiled, &error) != HW_OK)
        fail_msg("%s", error.text);
    return compiled;
}

/* All is as it should be. */
static void prepare(void)
{
    static const struct hw_launch launch;

    block = (struct hw_block){.launch = &launch,
                              .program = &program,
                              .warp = warp,
                              .special_by_number = addresses,
                              .window = (uint8_t *)memory - BASE};
    for (unsigned i = 0; i < HW_RANGE_CACHE; i++)
        block.cached[i] = (struct hw_range){BASE, BASE + sizeof memory - 1};
    memset(given, 0, sizeof given);
    for (unsigned w = 0; w < WARPS; w++) {
        warp[w].block = &block;
        for (unsigned l = 0; l < HW_LANES; l++) {
            addresses[w][l] = BASE + (w * HW_LANES + l) * 4;
            memory[0][w][l] = w * 1000 + l;
            memory[1][w][l] = 0;
            given[LITERAL + 1][l] = ADDED;
        }
    }
}

/* Whether so many warps, and no others, are done. */
static void expect(const struct hw_compiled_code *compiled, uint32_t first, uint32_t done)
{
    assert_int_equal(compiled->stateless.run(&block, given, first, WARPS), done);
    for (unsigned w = 0; w < WARPS; w++)
        for (unsigned l = 0; l < HW_LANES; l++)
            assert_int_equal(memory[1][w][l], w >= first && w - first < done ? memory[0][w][l] + ADDED : 0);
}

/* What is made is compiled; the baseline has no such code. */
static struct hw_compiled_code *compile_made(void)
{
    struct hw_compiled_code *compiled = compile();
    if (source.arithmetic->build == HW_HOST_LEVEL_BASE) {
        assert_null(compiled->stateless.run);
        hw_jit_free(compiled);
        skip();
    }
    assert_non_null(compiled->stateless.run);
    assert_int_equal(compiled->stateless.end, LAST);
    return compiled;
}

static struct hw_compiled_code *compile_straight(void)
{
    make();
    return compile_made();
}

static void test_all_warps(void **state)
{
    struct hw_compiled_code *compiled = compile_straight();

    (void)state;
    prepare();
    expect(compiled, 0, WARPS);
    prepare();
    expect(compiled, 1, WARPS - 1);
    hw_jit_free(compiled);
}

static void test_a_lane_leaves(void **state)
{
    struct hw_compiled_code *compiled = compile_straight();

    (void)state;
    for (unsigned l = 0; l < HW_LANES; l += 5) {
        prepare();
        memory[0][1][l] = LEAVES;
        expect(compiled, 0, 1);
    }
    hw_jit_free(compiled);
}

static void test_an_address_is_elsewhere(void **state)
{
    struct hw_compiled_code *compiled = compile_straight();

    (void)state;
    for (unsigned l = 0; l < HW_LANES; l += 3) {
        prepare();
        addresses[2][l] -= 4;
        expect(compiled, 0, 2);
    }
    prepare();
    given[SAME][0] = 1; /* what special registers of the block read is not all the same */
    expect(compiled, 0, 0);
    hw_jit_free(compiled);
}

/* The store's is seen last, but what was loaded before has done nothing. */
static void test_a_range_ends(void **state)
{
    struct hw_compiled_code *compiled = compile_straight();

    (void)state;
    prepare();
    hw_cached_range(&block, &uop[STORE])->last -= 4 * HW_LANES + 1;
    expect(compiled, 0, 1);
    prepare();
    hw_cached_range(&block, &uop[LOAD])->first += 1;
    expect(compiled, 0, 0);
    hw_jit_free(compiled);
}

/* Volta's sums and products of addresses: here {SAME, PLACE} + 0 * 0. */
static void test_wide_products(void **state)
{
    (void)state;
    make();
    make_uop(LOW, hw_alu_table()->carry[HW_LANES_CARRY_IMADWIDE_SUM], ADDRESS, ZEROS, ZEROS);
    uop[LOW].c = OFFSET;
    make_uop(HIGH, hw_uop_nop, HW_NO_REGISTER, HW_NO_REGISTER, HW_NO_REGISTER);
    struct hw_compiled_code *compiled = compile_made();
    prepare();
    expect(compiled, 0, WARPS);
    hw_jit_free(compiled);
}

/* The loop that no way leads to begins at `target`; its sum goes to a register. */
static void expect_to_do_without(unsigned target, uint16_t sum)
{
    make();
    uop[BACK].jump.target = target;
    uop[SUM].d = sum;
    struct hw_compiled_code *compiled = compile_made();
    prepare();
    expect(compiled, 0, WARPS);
    hw_jit_free(compiled);
}

/* It is behind the code that goes straight on, or begins in it, wherever; its places change or do not. */
static void test_unreached_loops(void **state)
{
    (void)state;
    for (unsigned target = LOW; target <= AGAIN; target++) {
        expect_to_do_without(target, STORED);
        expect_to_do_without(target, ADDRESS);
    }
}

/* What is no such program: something follows a store; a special register that a warp decides is read. */
static void test_other_programs(void **state)
{
    (void)state;
    make();
    uop[ADD] = uop[STORE];
    uop[ADD].b = LOADED;
    uop[STORE] = uop[LOAD];
    struct hw_compiled_code *compiled = compile();
    assert_null(compiled->stateless.run);
    hw_jit_free(compiled);
    make();
    uop[HIGH].a = NOWHERE;
    compiled = compile();
    assert_null(compiled->stateless.run);
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
        cmocka_unit_test(test_all_warps),
        cmocka_unit_test(test_a_lane_leaves),
        cmocka_unit_test(test_an_address_is_elsewhere),
        cmocka_unit_test(test_a_range_ends),
        cmocka_unit_test(test_wide_products),
        cmocka_unit_test(test_unreached_loops),
        cmocka_unit_test(test_other_programs),
    };
    return cmocka_run_group_tests(tests, begin, NULL);
}
