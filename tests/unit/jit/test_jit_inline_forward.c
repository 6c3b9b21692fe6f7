/* SPDX-License-Identifier: MIT */
/* Store-to-load forwarding in compiled segments, whose micro-operations read what others have just stored,
 * and overwrite it: words, halves of words, pairs, in all lanes or some.  They do what the micro-operations'
 * own functions do.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "jit/jit_get_code.h"
#include "machine/memory/memory_ops.h"
#include "machine/warp.h"
#include "ops/lanes/lane_functions.h"
#include "unit/jit/single_uop.h"

enum { A = 0, B, C, D, PAIR, PAIR_HIGH, ZEROS = 8, LITERAL = 16, ROWS = 17 };
enum { LENGTH = 10, SOME = 0x00f0ff3c };

static _Alignas(64) hw_lanes reg[ROWS], expected[ROWS];
static struct hw_uop uop[LENGTH];
static uint32_t literal[] = {0}, insn_of[LENGTH];
static bool literal_changes[] = {true};
static struct hw_program program = {.uop = uop,
                                    .uop_count = LENGTH,
                                    .insn_of = insn_of,
                                    .numbering = {.registers = ZEROS,
                                                  .zero = ZEROS,
                                                  .sink = ZEROS + 4,
                                                  .special = LITERAL,
                                                  .literal = LITERAL,
                                                  .count = ROWS},
                                    .literal = literal,
                                    .literal_changes = literal_changes,
                                    .literal_count = 1};

static void make(const struct hw_alu_table *alu)
{
    hw_uop_fn *const add = alu->integer[HW_LANES_INTEGER_IADD], *const move = alu->move[HW_LANES_MOVE_MOV];

    uop[0] = single_uop(add, C, A, B);
    uop[1] = single_uop(add, D, C, C);
    uop[2] = single_uop(move, C, D, HW_NO_REGISTER);
    uop[3] = single_uop(add, A, C, A);
    uop[4] = single_uop(move, PAIR_HIGH, A, HW_NO_REGISTER);
    uop[5] = single_uop(alu->fp64[HW_LANES_FP64_DADD], PAIR, PAIR, PAIR);
    uop[6] = single_uop(add, B, PAIR_HIGH, PAIR);
    uop[7] = single_uop(add, PAIR, B, D);
    uop[7].d_part = HW_PART_HIGH;
    uop[8] = single_uop(move, C, PAIR, HW_NO_REGISTER);
    uop[9] = single_uop(stop_warp, HW_NO_REGISTER, HW_NO_REGISTER, HW_NO_REGISTER);
}

static struct hw_compiled_code *compile(enum hw_code_warps lanes)
{
    const struct hw_alu_table *alu = hw_alu_table();
    const struct hw_compile_input source = {
        .program = &program, .lanes = lanes, .arithmetic = alu, .memory = hw_memory_table_of(alu)};
    struct hw_compiled_code *compiled = NULL;
    struct hw_error error;

    make(alu);
    for (uint32_t i = 0; i < LENGTH; i++)
        insn_of[i] = i;
    if (hw_jit_compile(&source, &compiled, &error) != HW_OK)
        fail_msg("%s", error.text);
    return compiled;
}

static void run_both(enum hw_code_warps lanes, uint32_t active)
{
    static const struct hw_launch launch;
    static const struct hw_kernel_abi kernel_abi;
    struct hw_compiled_code *compiled = compile(lanes);
    struct hw_block block = {.launch = &launch, .kernel_abi = &kernel_abi, .program = &program};
    struct hw_warp warp = {.block = &block, .active = active, .live = active, .budget = 1 << 20};

    block.warp = &warp;
    for (unsigned r = 0; r < ROWS; r++)
        for (unsigned l = 0; l < HW_LANES; l++)
            expected[r][l] = reg[r][l] = r < ZEROS ? 0x3ff00000u + r * 0x01234567u + l * 0x00100011u : 0;
    warp.regs.exec = active;
    warp.regs.reg = expected;
    for (unsigned i = 0; i + 1 < LENGTH; i++)
        uop[i].fn(&warp.regs, &uop[i]);
    warp.regs.reg = reg;
    compiled->run(&warp);
    assert_int_equal(warp.event, HW_EVENT_STOP);
    assert_memory_equal(reg, expected, sizeof reg);
    hw_jit_free(compiled);
}

static void test_all_lanes(void **state)
{
    (void)state;
    run_both(HW_CODE_FULL_WARPS, ~0u);
}

static void test_some_lanes(void **state)
{
    (void)state;
    run_both(HW_CODE_PARTIAL_WARPS, SOME);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_all_lanes), cmocka_unit_test(test_some_lanes)};

    setenv("HALFWARP_JIT_CACHE", "off", 1);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
