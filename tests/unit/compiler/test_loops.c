/* SPDX-License-Identifier: MIT */
/* Loop passes: LICM, strength reduction, load vectorisation.  Each case is PTX, with how many operations of a
 * kind the passes leave in which blocks, and what it must compute. */
#include "compiler/passes/passes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "built_ptx.h"

struct loop_case {
    const char *inside; /* of a function whose arguments are %r1 to %r3; its result is %r1 */
    enum hw_ir_op op;
    unsigned in_loops, elsewhere; /* how often it is there in the end */
};

/* `L:` is the header of each loop.  The condition of its entry is %p1 or nothing. */
#define COUNT(body)                             \
    "mov.u32 %r4, 0; mov.u32 %r5, 0;\nL: " body \
    "\nadd.u32 %r4, %r4, 1; setp.lt.u32 %p1, %r4, %r3; @%p1 bra L; mov.u32 %r1, %r5;"

static const struct loop_case cases[] = {
    /* what stays the same is computed once, also where a part of it is free */
    {COUNT("mul.lo.u32 %r6, %r1, %r2; xor.b32 %r5, %r5, %r6; add.u32 %r5, %r5, %r4;"), HW_IR_MUL, 0, 1},
    {COUNT("not.b32 %r6, %r1; popc.b32 %r6, %r6; add.u32 %r5, %r5, %r6;"), HW_IR_POPC, 0, 1},
    /* an operation that is not invariant, or not in every iteration, stays */
    {COUNT("xor.b32 %r6, %r1, %r5; popc.b32 %r6, %r6; add.u32 %r5, %r5, %r6;"), HW_IR_POPC, 1, 0},
    {COUNT("setp.eq.u32 %p2, %r4, 2; @%p2 bra M; popc.b32 %r6, %r1; add.u32 %r5, %r5, %r6;\nM: xor.b32 %r5, "
           "%r5, 1;"),
     HW_IR_POPC, 1, 0},
    /* a product with the counter becomes a sum an iteration; its first value and its step are products */
    {COUNT("mul.lo.u32 %r6, %r4, %r2; xor.b32 %r5, %r5, %r6;"), HW_IR_MUL, 0, 0},
    {COUNT("add.u32 %r7, %r4, %r5; mul.lo.u32 %r6, %r7, %r2; xor.b32 %r5, %r5, %r6;"), HW_IR_MUL, 1, 0},
    /* two counters with one step are one */
    {"mov.u32 %r6, 100;" COUNT("xor.b32 %r5, %r5, %r6; add.u32 %r5, %r5, %r4; add.u32 %r6, %r6, 1;"),
     HW_IR_PHI, 2, 0},
    {"mov.u32 %r6, 100;" COUNT("xor.b32 %r5, %r5, %r6; add.u32 %r5, %r5, %r4; add.u32 %r6, %r6, 3;"),
     HW_IR_PHI, 3, 0},
};

static bool is_in_loop(const struct hw_ir_flow *flow, const struct hw_ir_block *block)
{
    return flow->rpo[block->number] != HW_IR_NOWHERE && flow->depth[flow->rpo[block->number]] > 0;
}

static void count(const struct hw_ir_function *function, enum hw_ir_op op, unsigned found[2])
{
    const struct hw_ir_flow *flow = hw_ir_flow(function);

    found[0] = found[1] = 0;
    for (uint32_t i = 0; i < function->block_count; i++)
        for (const struct hw_ir_insn *insn = function->block[i]->first; insn; insn = insn->next)
            found[!is_in_loop(flow, function->block[i])] += insn->op == op;
}

static void simplify(struct hw_ir_function *function)
{
    for (unsigned round = 0; round < 3; round++) {
        hw_pass_simplify(function);
        hw_pass_simplify_cfg(function);
        hw_pass_gvn(function, hw_ir_flow(function));
        hw_pass_dce(function);
    }
}

static void build_module(struct built_ptx *built, const char *inside)
{
    char text[2048];

    snprintf(text, sizeof text,
             ".version 7.0\n.target sm_50\n.address_size 64\n.shared .align 16 .b8 tile[256];\n"
             ".visible .func (.param .b32 out) f(.param .b32 a, .param .b32 b, .param .b32 c)\n{\n"
             ".reg .b32 %%r<16>; .reg .b64 %%rd<4>; .reg .pred %%p<3>;\n"
             "ld.param.u32 %%r1, [a]; ld.param.u32 %%r2, [b]; ld.param.u32 %%r3, [c];\n%s\n"
             "st.param.b32 [out], %%r1; ret;\n}\n",
             inside);
    built_ptx_make(built, text);
    built_ptx_do(built, 0);
    built_ptx_do(built, 1);
    simplify(built->module->routine[0]->function);
}

static void loops_lose_what_they_need_not_do(void **state)
{
    static const uint64_t in[] = {0x34567891, 7, 5};

    (void)state;
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct built_ptx built;
        unsigned found[2];
        build_module(&built, cases[i].inside);
        struct hw_ir_function *function = built.module->routine[0]->function;
        const uint64_t before = built_ptx_run(&built, "f", in);
        hw_pass_licm(function, hw_ir_flow(function));
        hw_pass_strength_reduction(function, hw_ir_flow(function));
        simplify(function);
        assert_int_equal(built_ptx_run(&built, "f", in), before);
        count(function, cases[i].op, found);
        if (found[0] != cases[i].in_loops || found[1] != cases[i].elsewhere) {
            built_ptx_print(&built, "f");
            fail_msg("%s: %u %s in loops, %u elsewhere", cases[i].inside, found[0],
                     hw_ir_op_name(cases[i].op), found[1]);
        }
        hw_arena_clear(&built.arena);
    }
}

/* How many operations of a kind a text without loops has in the end. */
static void expect_ops(const char *inside, enum hw_ir_op op, unsigned count_in_end)
{
    struct built_ptx built;
    unsigned found[2];

    build_module(&built, inside);
    struct hw_ir_function *function = built.module->routine[0]->function;
    hw_pass_fold_offsets(function);
    simplify(function);
    hw_pass_merge_loads(function);
    simplify(function);
    count(function, op, found);
    if (found[1] != count_in_end) {
        built_ptx_print(&built, "f");
        fail_msg("%s: %u %s, not %u", inside, found[1], hw_ir_op_name(op), count_in_end);
    }
    hw_arena_clear(&built.arena);
}

static void expect_loads(const char *inside, unsigned loads)
{
    expect_ops(inside, HW_IR_LOAD, loads);
}

#define TILE "mov.u32 %r4, tile; shl.b32 %r5, %r1, 4; add.u32 %r4, %r4, %r5;"
#define SUM  "add.u32 %r1, %r6, %r7; add.u32 %r1, %r1, %r8; add.u32 %r1, %r1, %r9;"

static void neighbouring_loads_become_one(void **state)
{
    (void)state;
    expect_loads(TILE "ld.shared.u32 %r6, [%r4]; ld.shared.u32 %r7, [%r4+4]; ld.shared.u32 %r8, [%r4+8];"
                      "ld.shared.u32 %r9, [%r4+12];" SUM,
                 1);
    expect_loads(TILE "ld.shared.u32 %r9, [%r4+28]; ld.shared.u32 %r7, [%r4+20]; ld.shared.u32 %r8, [%r4+16];"
                      "ld.shared.u32 %r6, [%r4];" SUM,
                 3);
    /* beside each other, but not from a multiple on */
    expect_loads(
        TILE "ld.shared.u32 %r6, [%r4+4]; ld.shared.u32 %r7, [%r4+8]; mov.u32 %r8, 1; mov.u32 %r9, 2;" SUM,
        2);
    /* the addresses of elements: 4 (i + 1), where i is even */
    expect_loads("shl.b32 %r5, %r1, 1; mov.u32 %r4, tile; add.u32 %r10, %r5, 1; shl.b32 %r11, %r5, 2;"
                 "shl.b32 %r12, %r10, 2; add.u32 %r11, %r4, %r11; add.u32 %r12, %r4, %r12;"
                 "ld.shared.u32 %r6, [%r11]; ld.shared.u32 %r7, [%r12]; mov.u32 %r8, 1; mov.u32 %r9, 2;" SUM,
                 1);
    /* at an unknown address */
    expect_loads("ld.shared.u32 %r6, [%r2]; ld.shared.u32 %r7, [%r2+4]; mov.u32 %r8, 1; mov.u32 %r9, 2;" SUM,
                 2);
    /* something is stored between them */
    expect_loads(TILE "ld.shared.u32 %r6, [%r4]; st.shared.u32 [%r2], %r6; ld.shared.u32 %r7, [%r4+4];"
                      "mov.u32 %r8, 1; mov.u32 %r9, 2;" SUM,
                 2);
    expect_loads(TILE "ld.volatile.shared.u32 %r6, [%r4]; ld.volatile.shared.u32 %r7, [%r4+4];"
                      "mov.u32 %r8, 1; mov.u32 %r9, 2;" SUM,
                 2);
}

/* What was an address in a space, and is one there again, need not have been a generic one. */
static void addresses_come_back(void **state)
{
    (void)state;
    expect_ops(
        "mov.u64 %rd1, tile; cvta.shared.u64 %rd2, %rd1; add.u64 %rd2, %rd2, 8; cvta.to.shared.u64 %rd3, "
        "%rd2;"
        "ld.shared.u32 %r1, [%rd3];",
        HW_IR_FROM_GENERIC, 0);
    expect_ops("mov.u64 %rd1, tile; cvta.shared.u64 %rd2, %rd1; cvta.to.shared.u64 %rd3, %rd2;"
               "ld.shared.u32 %r1, [%rd3];",
               HW_IR_FROM_GENERIC, 0);
    expect_ops("mov.u64 %rd1, tile; cvta.shared.u64 %rd2, %rd1; cvta.to.local.u64 %rd3, %rd2;"
               "ld.local.u32 %r1, [%rd3];",
               HW_IR_FROM_GENERIC, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(loops_lose_what_they_need_not_do),
                                       cmocka_unit_test(neighbouring_loads_become_one),
                                       cmocka_unit_test(addresses_come_back)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
