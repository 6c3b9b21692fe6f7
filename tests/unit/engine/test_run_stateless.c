/* SPDX-License-Identifier: MIT */
/* Stateless warps, as a block runs them: which, how they count, and when it does not try. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "engine/scheduler/blocks.h"
#include "engine/executable.h"
#include "machine/program.h"

enum { WARPS = 4, START = 1, END = 5, EACH = 3 /* instructions of a warp */, MANY = 100 };

static struct hw_launch launch;
static struct hw_program program;
static struct hw_block block;
static struct hw_warp warp[WARPS];
static struct hw_warp_context warp_context, *free_contexts[1];
static hw_lanes registers[1];
static struct hw_stateless stateless;
static uint32_t calls, first_asked, end_asked, done_next;
static uint64_t counted;
static bool has_code;

static uint32_t run(struct hw_block *asked, const hw_lanes *reg, uint32_t first, uint32_t end)
{
    assert_ptr_equal(asked, &block);
    assert_ptr_equal(reg, registers);
    calls++;
    first_asked = first;
    end_asked = end;
    return done_next;
}

static const struct hw_stateless *find(const void *own)
{
    assert_null(own);
    return has_code ? &stateless : NULL;
}

static void count(const void *own, uint64_t instructions)
{
    assert_null(own);
    counted += instructions;
}

static const struct hw_execution_engine execution_engine = {.name = "straight",
                                                            .stateless = find,
                                                            .count_stateless = count},
                                        other = {.name = "other"};
static struct hw_executable code = {.execution_engine = &execution_engine};

static int prepare(void **state)
{
    static uint32_t insn_of[END + 1] = {9, 10, 10, 11, 11, 12};

    (void)state;
    launch = (struct hw_launch){0};
    program = (struct hw_program){.insn_of = insn_of, .start = START};
    block = (struct hw_block){.launch = &launch,
                              .program = &program,
                              .code = &code,
                              .warp = warp,
                              .warp_count = WARPS,
                              .warps_running = WARPS,
                              .free_contexts = free_contexts,
                              .free_context_count = 1};
    warp_context = (struct hw_warp_context){.reg = registers};
    free_contexts[0] = &warp_context;
    for (unsigned w = 0; w < WARPS; w++)
        warp[w] = (struct hw_warp){.block = &block, .number = w, .launched = ~0u};
    stateless = (struct hw_stateless){run, END};
    code.execution_engine = &execution_engine;
    has_code = true;
    calls = 0;
    done_next = WARPS;
    counted = 0;
    return 0;
}

static void test_all_warps(void **state)
{
    (void)state;
    assert_int_equal(hw_block_run_stateless(&block), WARPS);
    assert_int_equal(first_asked, 0);
    assert_int_equal(end_asked, WARPS);
    assert_int_equal(block.warps_started, WARPS);
    assert_int_equal(block.warps_running, 0);
    assert_int_equal(block.instructions, EACH * WARPS);
    assert_int_equal(block.stats.warp_instructions, EACH * WARPS);
    assert_int_equal(block.stats.thread_instructions, EACH * WARPS * HW_LANES);
    assert_int_equal(block.stats.compiled, EACH * WARPS);
    assert_int_equal(counted, EACH * WARPS);
    assert_int_equal(hw_block_run_stateless(&block), 0); /* none is left */
    assert_int_equal(calls, 1);
}

/* The last warp of a block may have fewer threads. */
static void test_some_warps(void **state)
{
    (void)state;
    warp[WARPS - 1].launched = 1;
    done_next = 2;
    block.warps_started = 1;
    assert_int_equal(hw_block_run_stateless(&block), 2);
    assert_int_equal(first_asked, 1);
    assert_int_equal(end_asked, WARPS - 1);
    assert_int_equal(block.warps_started, 3);
    assert_int_equal(block.instructions, EACH * 2);
    assert_int_equal(counted, EACH * 2);
    warp[0].launched = 1;
    assert_int_equal(hw_block_run_stateless(&block), 0);
    assert_int_equal(calls, 1);
}

/* The limit counts instructions one by one: where it may be reached, warps run as ever. */
static void test_limit(void **state)
{
    (void)state;
    launch.limits.max_instructions = EACH * WARPS - 1;
    assert_int_equal(hw_block_run_stateless(&block), 0);
    assert_int_equal(calls, 0);
    launch.limits.max_instructions = EACH * WARPS;
    assert_int_equal(hw_block_run_stateless(&block), WARPS);
}

static void test_warps_at_a_barrier(void **state)
{
    (void)state;
    block.barriers_used = 1;
    assert_int_equal(hw_block_run_stateless(&block), 0);
    assert_int_equal(calls, 0);
}

/* A warp that cannot go straight is passed over; when many could not, a block gives up. */
static void test_misses(void **state)
{
    uint32_t tries;

    (void)state;
    done_next = 0;
    for (tries = 0; tries < MANY && calls == tries; tries++)
        assert_int_equal(hw_block_run_stateless(&block), 0);
    assert_in_range(tries, 2, MANY - 1);
    assert_int_equal(block.instructions, 0);
    prepare(NULL);
    for (unsigned i = 0; i < MANY; i++) {
        block.warps_started = 0;
        done_next = i % 4 == 0;
        hw_block_run_stateless(&block);
    }
    assert_int_equal(calls, MANY); /* one in four could: it never gives up */
}

static void test_no_code(void **state)
{
    (void)state;
    has_code = false;
    assert_int_equal(hw_block_run_stateless(&block), 0);
    assert_int_equal(calls, 0);
}

/* What needs a state: listeners of warps, registers given by the launch, stacks in memory; and other engines
 * have no such code. */
static void test_what_may(void **state)
{
    (void)state;
    assert_true(hw_block_may_run_stateless(&block));
    code.execution_engine = &other;
    assert_false(hw_block_may_run_stateless(&block));
    code.execution_engine = &execution_engine;
    block.subscriptions.warps = true;
    assert_false(hw_block_may_run_stateless(&block));
    block.subscriptions.warps = false;
    launch.preset_count = 1;
    assert_false(hw_block_may_run_stateless(&block));
    launch.preset_count = 0;
    assert_true(hw_block_may_run_stateless(&block));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_all_warps, prepare),
        cmocka_unit_test_setup(test_some_warps, prepare),
        cmocka_unit_test_setup(test_limit, prepare),
        cmocka_unit_test_setup(test_warps_at_a_barrier, prepare),
        cmocka_unit_test_setup(test_misses, prepare),
        cmocka_unit_test_setup(test_no_code, prepare),
        cmocka_unit_test_setup(test_what_may, prepare),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
