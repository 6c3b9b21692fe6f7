/* SPDX-License-Identifier: MIT */
/* Compiled memory accesses: the fast path runs without the micro-operation's own function, which does all
 * others. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "machine/memory/access.h"
#include "unit/jit/jit_requests.h"

enum { ADDRESS = 0, RESULT = 2, NEXT = 3, ZERO = 4, OTHER = 8, ROWS = 9 };
enum { IN_BRACKET = MOVE, OUTSIDE = NOTHING };

static _Alignas(64) hw_lanes reg[ROWS];
static uint32_t memory[HW_LANES];
static struct hw_block block;

/* What took the place of the accesses' own functions. */
static unsigned calls;
static uint32_t executing_lanes;
static enum hw_event event;

static void other(struct hw_regs *regs, const struct hw_uop *uop)
{
    (void)uop;
    calls++;
    executing_lanes = regs->exec;
    hw_warp_of(regs)->event = (uint8_t)event;
}

/* The small program with a load at one place, and nothing at the other. */
static void make_load(struct program *program, unsigned index, enum hw_code_warps lanes)
{
    make_program(program);
    program->source.lanes = lanes;
    program->program.mem_fast = program->source.memory->mem_fast;
    program->uop[IN_BRACKET].fn = program->uop[OUTSIDE].fn = hw_uop_nop;
    program->uop[GUARD].jump.skipped = UNGUARD;
    struct hw_uop *uop = &program->uop[index];
    uop->fn = uop->narrow = program->source.memory->load_device[HW_WIDTH_B32];
    uop->a = ADDRESS;
    uop->d = RESULT;
    uop->mem.offset = 0;
    uop->mem.mask = ~0u;
}

static struct hw_compiled_code *compile(struct program *program, unsigned index)
{
    struct hw_compiled_code *compiled = NULL;
    struct hw_error error;

    if (hw_jit_compile(&program->source, &compiled, &error) != HW_OK)
        fail_msg("%s", error.text);
    program->uop[index].fn = program->uop[index].narrow = other;
    return compiled;
}

/* Run it with P0, in `active` lanes, over memory of which the micro-operation knows the range, or not. */
static void run(const struct program *program, unsigned index, const struct hw_compiled_code *compiled,
                uint32_t active, uint32_t p0, bool known)
{
    static const struct hw_launch launch;
    static const struct hw_kernel_abi kernel_abi;
    struct hw_warp warp = {.regs = {.reg = reg, .pred = {p0, [7] = ~0u}, .exec = active},
                           .active = active,
                           .live = ~0u,
                           .budget = 100,
                           .block = &block};

    block = (struct hw_block){.launch = &launch,
                              .kernel_abi = &kernel_abi,
                              .program = &program->program,
                              .window = (uint8_t *)memory - 0x1000,
                              .shared = (uint8_t *)memory,
                              .shared_bytes = sizeof memory};
    for (unsigned i = 0; i < HW_RANGE_CACHE; i++)
        block.cached[i].first = 1;
    if (known)
        *hw_cached_range(&block, &program->uop[index]) =
            (struct hw_range){0x1000, 0x1000 + sizeof memory - 1};
    for (unsigned l = 0; l < HW_LANES; l++) {
        memory[l] = l + 100;
        reg[ADDRESS][l] = 0x1000 + 4 * l;
        reg[NEXT][l] = 0x1000 + 4 * 5;
        reg[ADDRESS + 1][l] = reg[RESULT][l] = reg[ZERO][l] = 0;
    }
    calls = 0;
    compiled->run(&warp);
    assert_int_equal(warp.event, HW_EVENT_STOP);
}

/* Whether the words of a series, in so many lanes, and no others are loaded. */
static bool loaded(uint32_t lanes)
{
    for (unsigned l = 0; l < HW_LANES; l++)
        if (reg[RESULT][l] != (lanes >> l & 1 ? l + 100 : 0))
            return false;
    return true;
}

static void test_of_all_lanes(void **state)
{
    struct program program;

    (void)state;
    make_load(&program, OUTSIDE, HW_CODE_FULL_WARPS);
    struct hw_compiled_code *compiled = compile(&program, OUTSIDE);
    event = HW_EVENT_NONE;
    run(&program, OUTSIDE, compiled, ~0u, 0, true);
    assert_true(loaded(~0u));
    assert_int_equal(calls, 0);
    run(&program, OUTSIDE, compiled, ~0u, 0, false);
    assert_true(loaded(0));
    assert_int_equal(calls, 1);
    event = HW_EVENT_STOP; /* a fault */
    run(&program, OUTSIDE, compiled, ~0u, 0, false);
    assert_int_equal(calls, 1);
    hw_jit_free(compiled);
}

static void test_in_brackets(void **state)
{
    struct program program;

    (void)state;
    make_load(&program, IN_BRACKET, HW_CODE_FULL_WARPS);
    struct hw_compiled_code *compiled = compile(&program, IN_BRACKET);
    event = HW_EVENT_NONE;
    run(&program, IN_BRACKET, compiled, ~0u, ~0u, true);
    assert_true(loaded(~0u));
    assert_int_equal(calls, 0);
    run(&program, IN_BRACKET, compiled, ~0u, 0x7ffffffe, true);
    assert_true(loaded(0x7ffffffe));
    assert_int_equal(calls, 0);
    run(&program, IN_BRACKET, compiled, ~0u, 0x7ffffffe, false);
    assert_true(loaded(0));
    assert_int_equal(calls, 1);
    assert_int_equal(executing_lanes, 0x7ffffffe);
    run(&program, IN_BRACKET, compiled, ~0u, 0, true);
    assert_true(loaded(0));
    assert_int_equal(calls, 0);
    hw_jit_free(compiled);
}

static void test_of_some_lanes(void **state)
{
    struct program program;

    (void)state;
    make_load(&program, OUTSIDE, HW_CODE_PARTIAL_WARPS);
    struct hw_compiled_code *compiled = compile(&program, OUTSIDE);
    event = HW_EVENT_NONE;
    run(&program, OUTSIDE, compiled, 0xffff, 0, true);
    assert_true(loaded(0xffff));
    assert_int_equal(calls, 0);
    run(&program, OUTSIDE, compiled, 0xffff, 0, false);
    assert_true(loaded(0));
    assert_int_equal(calls, 1);
    assert_int_equal(executing_lanes, 0xffff);
    hw_jit_free(compiled);
}

/* A load from shared memory at an address without a register. */
static void run_at(uint32_t offset)
{
    struct program program;

    make_load(&program, OUTSIDE, HW_CODE_FULL_WARPS);
    struct hw_uop *uop = &program.uop[OUTSIDE];
    uop->fn = uop->narrow = program.source.memory->load_shared[HW_WIDTH_B32];
    uop->a = HW_NO_REGISTER;
    uop->mem.offset = offset;
    struct hw_compiled_code *compiled = compile(&program, OUTSIDE);
    event = HW_EVENT_NONE;
    run(&program, OUTSIDE, compiled, ~0u, 0, false);
    hw_jit_free(compiled);
}

static void test_without_a_base(void **state)
{
    (void)state;
    run_at(4 * 7);
    assert_int_equal(calls, 0);
    for (unsigned l = 0; l < HW_LANES; l++)
        assert_int_equal(reg[RESULT][l], 107);
    run_at(sizeof memory); /* behind all */
    assert_int_equal(calls, 1);
}

/* A loop behind whose load a register is stored: the one that its operand is, or flags are; it ends where the
 * warp's turn does. */
static void run_loop(uint16_t stored, uint16_t flags)
{
    enum { LOAD = IN_BRACKET, MOVES = UNGUARD };
    struct program program;

    make_load(&program, LOAD, HW_CODE_FULL_WARPS);
    program.source.ids_in_r0 = true; /* so what it begins with is not the same in all lanes */
    program.uop[GUARD].fn = program.uop[MOVES].fn = hw_uop_nop;
    program.uop[MOVES].fn = program.source.arithmetic->move[HW_LANES_MOVE_MOV];
    program.uop[MOVES].d = stored;
    program.uop[MOVES].a = NEXT;
    program.uop[MOVES].cond_out = flags;
    program.uop[MOVES].cond_in = HW_NO_REGISTER;
    program.uop[BRANCH].jump.target = LOAD;
    struct hw_compiled_code *compiled = compile(&program, LOAD);
    run(&program, LOAD, compiled, ~0u, 0, true);
    hw_jit_free(compiled);
}

static void test_in_a_loop(void **state)
{
    (void)state;
    run_loop(OTHER, HW_NO_REGISTER);
    assert_true(loaded(~0u));
    assert_int_equal(calls, 0);
    run_loop(ADDRESS, HW_NO_REGISTER);
    assert_int_equal(calls, 0);
    for (unsigned l = 0; l < HW_LANES; l++)
        assert_int_equal(reg[RESULT][l], 105);
    run_loop(OTHER, ADDRESS);
    assert_true(calls > 0); /* flags are no good address */
}

static int begin(void **state)
{
    (void)state;
    return setenv("HALFWARP_JIT_CACHE", "off", 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_of_all_lanes),  cmocka_unit_test(test_in_brackets),
        cmocka_unit_test(test_of_some_lanes), cmocka_unit_test(test_without_a_base),
        cmocka_unit_test(test_in_a_loop),
    };
    return cmocka_run_group_tests(tests, begin, NULL);
}
