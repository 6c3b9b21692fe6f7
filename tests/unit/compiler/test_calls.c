/* SPDX-License-Identifier: MIT */
/* Calls: inlining decisions, unified returns, and the calling convention.  Its registers are those that code
 * of ptxas 11.8 and 12.4 shows (calling_convention.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "compiler/codegen/calling_convention.h"
#include "compiler/ir/ir_check.h"
#include "compiler/ir/ir_ssa.h"
#include "compiler/passes/passes.h"

#include "built_ptx.h"

#define HEAD     ".version 6.4\n.target sm_35\n.address_size 64\n"
#define DECLARED ".func (.reg .b32 %r) "
#define CALLS(name, callee) \
    ".func (.reg .b32 %out) " name " (.reg .b32 %in)\n{\n call (%out), " callee ", (%in);\n ret;\n}\n"
#define LEAF(name) ".func (.reg .b32 %out) " name " (.reg .b32 %in)\n{\n add.u32 %out, %in, 1;\n ret;\n}\n"

static const struct hw_ir_routine *routine_of(const struct built_ptx *built, const char *name)
{
    for (size_t i = 0; i < built->module->routines; i++)
        if (strcmp(built->module->routine[i]->symbol->name, name) == 0)
            return built->module->routine[i];
    fail_msg("no function %s", name);
    return NULL;
}

/* --- which stay ----------------------------------------------------------------------------------------- */

static void functions_that_lead_to_themselves_stay(void **state)
{
    /* even and odd call each other, between leads from one such circle to another. */
    static const char text[] = HEAD ".func (.reg .b32 %out) odd (.reg .b32 %in);\n" LEAF("leaf")
        CALLS("even", "odd") CALLS("odd", "even") CALLS("own", "own") CALLS("before", "even")
            CALLS("chain", "leaf") ".func (.reg .b32 %out) circle (.reg .b32 %in);\n" CALLS(
                "between", "own") ".func (.reg .b32 %out) circle (.reg .b32 %in)\n{\n .reg .b32 %a;\n call "
                                  "(%a), circle, (%in);\n"
                                  " call (%out), between, (%a);\n ret;\n}\n";
    static const struct {
        const char *name;
        bool is_noinline;
    } expected[] = {{"leaf", false},   {"even", true},   {"odd", true},     {"own", true},
                    {"before", false}, {"chain", false}, {"between", true}, {"circle", true}};
    struct built_ptx built;

    (void)state;
    built_ptx_make(&built, text);
    hw_pass_choose_inlining(built.module, true, false);
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
        if (routine_of(&built, expected[i].name)->is_noinline != expected[i].is_noinline)
            fail_msg("%s: stays should be %d", expected[i].name, expected[i].is_noinline);
    hw_arena_clear(&built.arena);
}

/* A function of so many operations, called so many times by a kernel. */
static bool is_noinline(unsigned operations, unsigned calls, bool has_stack)
{
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    struct built_ptx built;

    assert_non_null(file);
    fprintf(file, HEAD ".func (.reg .b32 %%out) large (.reg .b32 %%in)\n{\n mov.b32 %%out, %%in;\n");
    for (unsigned i = 0; i < operations; i++)
        fprintf(file, " mad.lo.u32 %%out, %%out, %%in, %u;\n", i);
    fprintf(file, " ret;\n}\n.entry k ()\n{\n .reg .b32 %%r;\n mov.u32 %%r, %%tid.x;\n");
    for (unsigned i = 0; i < calls; i++)
        fprintf(file, " call (%%r), large, (%%r);\n");
    fprintf(file, " st.global.u32 [0], %%r;\n ret;\n}\n");
    fclose(file);
    built_ptx_make(&built, text);
    hw_pass_choose_inlining(built.module, has_stack, false);
    const bool result = routine_of(&built, "large")->is_noinline;
    hw_arena_clear(&built.arena);
    free(text);
    return result;
}

static void large_functions_are_not_copied_often(void **state)
{
    (void)state;
    assert_false(is_noinline(1000, 2, true));
    assert_true(is_noinline(1000, 20, true));
    assert_false(is_noinline(20, 500, true)); /* it is not large */
    assert_false(is_noinline(1000, 20, false));
}

/* --- one return ----------------------------------------------------------------------------------------- */

static void lanes_leave_at_one_instruction(void **state)
{
    static const char text[] =
        HEAD ".func (.reg .b32 %out) f (.reg .b32 %in, .reg .b32 %b, .reg .b32 %c)\n{\n .reg .pred %p;\n"
             " setp.gt.s32 %p, %in, 5;\n mov.b32 %out, 1;\n @%p ret;\n setp.gt.s32 %p, %in, 3;\n"
             " mov.b32 %out, 2;\n @%p ret;\n add.u32 %out, %b, %c;\n ret;\n}\n";
    static const uint64_t in[] = {6, 4, 1}, out[] = {1, 2, 70};
    struct built_ptx built;
    struct hw_error error = {0};
    uint32_t returns = 0;

    (void)state;
    built_ptx_make(&built, text);
    struct hw_ir_function *function = routine_of(&built, "f")->function;
    hw_ir_drop_unreached(function, hw_ir_flow(function));
    hw_ir_ssa(function, hw_ir_flow(function));
    hw_pass_unify_returns(function);
    if (hw_ir_check(function, &error))
        fail_msg("%s", error.text);
    for (uint32_t i = 0; i < function->block_count; i++)
        returns += function->block[i]->last->op == HW_IR_RETURN;
    assert_int_equal(returns, 1);
    for (size_t i = 0; i < 3; i++)
        assert_int_equal(built_ptx_run(&built, "f", (const uint64_t[]){in[i], 30, 40}), out[i]);
    hw_arena_clear(&built.arena);
}

/* --- registers and stack slots ----------------------------------------------------------------------- */

#define WORD                                           \
    {                                                  \
        .kind = HW_IR_KIND_32, .values = 1, .align = 4 \
    }
#define WIDE                                           \
    {                                                  \
        .kind = HW_IR_KIND_64, .values = 1, .align = 8 \
    }
#define BLOCK(words, alignment)                                        \
    {                                                                  \
        .kind = HW_IR_KIND_32, .values = (words), .align = (alignment) \
    }

static void check_registers(const struct hw_codegen_value_location *passed, uint32_t count,
                            const char *expected)
{
    char found[256] = "";

    for (uint32_t i = 0; i < count; i++)
        snprintf(found + strlen(found), sizeof found - strlen(found), "%s%s%u", i ? " " : "",
                 passed[i].in_memory ? "+" : "R", passed[i].at);
    assert_string_equal(found, expected);
}

static void values_lie_where_ptxas_has_them(void **state)
{
    static struct hw_ir_parameter two[] = {WORD, WIDE}, gap[] = {WORD, WIDE, WORD},
                                  full[] = {BLOCK(8, 16), BLOCK(4, 16), WORD, WIDE, WORD}, one[] = {WORD},
                                  much[] = {BLOCK(13, 4)};
    static const struct {
        struct hw_ir_parameter *in, *out;
        uint32_t ins, outs, bytes, result_bytes;
        const char *takes, *gives;
    } rows[] = {
        {two, one, 2, 1, 0, 0, "R4 R6", "R4"},
        {gap, NULL, 3, 0, 0, 0, "R4 R6 R5", ""}, /* a gap is filled */
        {full, two, 5, 2, 20, 0, "R4 R5 R6 R7 R8 R9 R10 R11 R12 R13 R14 R15 +0 +8 +16", "R4 R6"},
        {one, much, 1, 1, 0, 52, "R5", "+0 +4 +8 +12 +16 +20 +24 +28 +32 +36 +40 +44 +48"},
    };
    struct hw_arena arena = {0};

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct hw_ir_signature signature = {
            .in = rows[i].in, .out = rows[i].out, .ins = rows[i].ins, .outs = rows[i].outs};
        const struct hw_codegen_call call = hw_codegen_call_of(&arena, &signature);
        check_registers(call.in, call.ins, rows[i].takes);
        check_registers(call.out, call.outs, rows[i].gives);
        assert_int_equal(call.result_bytes, rows[i].result_bytes);
        assert_int_equal(call.bytes, rows[i].bytes);
    }
    hw_arena_clear(&arena);
}

static void calls_keep_these_registers(void **state)
{
    const struct hw_mir_calling_convention convention = hw_codegen_calling_convention(true, true);
    static const uint8_t kept[] = {2, 16, 31, 36, 39, 44, 252}, lost[] = {0, 3, 4, 15, 32, 35, 40, 251};

    (void)state;
    for (size_t i = 0; i < sizeof kept; i++)
        assert_true(hw_mir_is_in(convention.callee_saved, kept[i]));
    for (size_t i = 0; i < sizeof lost; i++)
        assert_false(hw_mir_is_in(convention.callee_saved, lost[i]));
    assert_true(hw_mir_is_in(convention.reserved, HW_CALL_STACK));
    assert_true(hw_mir_is_in(convention.reserved, HW_CALL_FRAME));
    assert_false(hw_mir_is_in(hw_codegen_calling_convention(false, false).reserved, HW_CALL_FRAME));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(functions_that_lead_to_themselves_stay),
        cmocka_unit_test(large_functions_are_not_copied_often),
        cmocka_unit_test(lanes_leave_at_one_instruction),
        cmocka_unit_test(values_lie_where_ptxas_has_them),
        cmocka_unit_test(calls_keep_these_registers),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
