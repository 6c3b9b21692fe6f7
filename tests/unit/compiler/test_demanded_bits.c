/* SPDX-License-Identifier: MIT */
/* Demanded bits: which 64-bit values become 32-bit values. */
#include "compiler/passes/passes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "built_ptx.h"

static bool has_long(const struct hw_ir_function *function)
{
    for (uint32_t i = 0; i < function->block_count; i++)
        for (const struct hw_ir_insn *insn = function->block[i]->first; insn; insn = insn->next)
            for (unsigned k = 0; k < insn->results; k++)
                if (insn->result[k].kind == HW_IR_KIND_64)
                    return true;
    return false;
}

/* A function whose three arguments and result are %rd1 to %rd3 and %r1, with this inside. */
static void expect(const char *inside, bool stays_long, uint64_t result)
{
    static const uint64_t in[] = {0x1234567890, 0xfedcba9876, 5};
    char text[1024];
    struct built_ptx built;

    snprintf(text, sizeof text,
             ".version 7.0\n.target sm_50\n.address_size 64\n"
             ".visible .func (.param .b32 out) f(.param .b32 a, .param .b32 b, .param .b32 c)\n{\n"
             ".reg .b64 %%rd<8>; .reg .b32 %%r<8>; .reg .pred %%p<2>;\n"
             "ld.param.u32 %%r1, [a]; ld.param.u32 %%r2, [b]; ld.param.u32 %%r3, [c];\n"
             "cvt.s64.s32 %%rd1, %%r1; cvt.u64.u32 %%rd2, %%r2; cvt.u64.u32 %%rd3, %%r3;\n%s\n"
             "st.param.b32 [out], %%r1; ret;\n}\n",
             inside);
    built_ptx_make(&built, text);
    struct hw_ir_function *function = built.module->routine[0]->function;
    for (unsigned stage = 0; stage < BUILT_STAGES; stage++)
        built_ptx_do(&built, stage);
    hw_pass_dce(function);
    assert_int_equal(built_ptx_run(&built, "f", in) & 0xffffffff, result);
    if (has_long(function) != stays_long) {
        built_ptx_print(&built, "f");
        fail_msg("%s: it should %s", inside, stays_long ? "stay long" : "be short");
    }
    hw_arena_clear(&built.arena);
}

static void low_words_are_computed_alone(void **state)
{
    const uint32_t a = 0x34567890, b = 0xdcba9876, c = 5;

    (void)state;
    expect("add.s64 %rd4, %rd1, %rd2; mul.lo.s64 %rd4, %rd4, %rd3; cvt.u32.u64 %r1, %rd4;", false,
           (a + b) * c);
    expect("sub.s64 %rd4, %rd1, %rd2; shl.b64 %rd4, %rd4, 3; not.b64 %rd4, %rd4; cvt.u32.u64 %r1, %rd4;",
           false, ~((a - b) << 3));
    expect("mad.wide.u32 %rd4, %r1, %r2, %rd3; xor.b64 %rd4, %rd4, %rd1; mov.b64 {%r1, %r4}, %rd4;", false,
           (a * b + c) ^ a);
    expect("setp.lt.u32 %p1, %r1, %r2; selp.b64 %rd4, %rd1, %rd2, %p1; cvt.u16.u64 %r1, %rd4;", false,
           a & 0xffff);
    /* a loop, whose numbers depend on each other in a ring */
    expect("mov.u64 %rd4, 1; L: add.s64 %rd4, %rd4, %rd1; sub.u32 %r3, %r3, 1; setp.ne.u32 %p1, %r3, 0;\n"
           "@%p1 bra L; cvt.u32.u64 %r1, %rd4;",
           false, 1 + 5 * a);
}

static void high_words_that_matter_stay(void **state)
{
    const uint32_t a = 0x34567890, b = 0xdcba9876;

    (void)state;
    expect("mul.lo.s64 %rd4, %rd1, %rd2; shr.u64 %rd4, %rd4, 32; cvt.u32.u64 %r1, %rd4;", true,
           (uint32_t)((uint64_t)a * b >> 32));
    expect("add.s64 %rd4, %rd2, %rd2; setp.gt.u64 %p1, %rd4, %rd2; selp.b32 %r1, 1, 0, %p1;", true, 1);
    expect("add.s64 %rd4, %rd2, %rd2; mov.b64 {%r3, %r1}, %rd4;", true, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(low_words_are_computed_alone),
                                       cmocka_unit_test(high_words_that_matter_stay)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
