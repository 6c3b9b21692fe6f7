/* SPDX-License-Identifier: MIT */
/* What IR generation refuses: where, what was found, what was expected; and the modifiers of the table's
 * rows. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "built_ptx.h"
#include "compiler/irgen/ptx_table.h"

/* The text stands in line 5. */
static const char kernel[] =
    ".version 6.4\n.target sm_61\n.address_size 64\n"
    ".entry k(.param .u64 a) { .reg .b16 %%h<4>; .reg .b32 %%r<9>; .reg .f32 %%f<4>; "
    ".reg .b64 %%d<9>; .reg .pred p, q; .global .texref t; .shared .b32 s[4];\n%s\nret; }\n";

/* clang-format off */
static const struct {
    const char *text;
    hw_status status;
    unsigned column;
    const char *sentence;
} refused[] = {
    {"and.f32 %r1, %r1, %r2;", HW_ERR_SYNTAX, 1, "and has .f32, expected .pred .b16 .b32 .b64"},
    {"and %r1, %r1, %r2;", HW_ERR_SYNTAX, 1, "and lacks a modifier, expected one of .pred .b16 .b32 .b64"},
    {"add.sat.u32 %r1, %r1, %r2;", HW_ERR_SYNTAX, 1, "add has .u32, expected .s32 .f32 .rn .rz .rm .rp .ftz .f16 .f16x2"},
    {"add.rn.s32 %r1, %r1, %r2;", HW_ERR_SYNTAX, 1, "add has .s32, expected .f32 .ftz .sat .f64 .f16 .f16x2"},
    {"add.rn.rz.f32 %f1, %f1, %f2;", HW_ERR_SYNTAX, 1, "add has .rz, expected .f32 .ftz .sat .f64 .f16 .f16x2"},
    {"mul.s32 %r1, %r1, %r2;", HW_ERR_SYNTAX, 1, "mul lacks a modifier, expected one of .lo .hi .wide"},
    {"setp.lo.s32 p, %r1, %r2;", HW_ERR_SYNTAX, 1, "setp has .s32, expected .u16 .u32 .u64 .and .or .xor"},
    {"setp.ltu.u32 p, %r1, %r2;", HW_ERR_SYNTAX, 1, "setp has .u32, expected .f16 .f32 .f64 .ftz .and .or .xor .f16x2"},
    {"cvt.f32.s32 %f1, %r1;", HW_ERR_SYNTAX, 1, "cvt lacks a modifier, expected one of .rn .rz .rm .rp"},
    {"cvt.s32.f32 %r1, %f1;", HW_ERR_SYNTAX, 1, "cvt lacks a modifier, expected one of .rni .rzi .rmi .rpi"},
    {"shf.l.b32 %r1, %r1, %r2, %r3;", HW_ERR_SYNTAX, 1, "shf lacks a modifier, expected one of .clamp .wrap"},
    {"div.f32 %f1, %f1, %f2;", HW_ERR_SYNTAX, 1, "div lacks a modifier, expected one of .approx .full .rn .rz .rm .rp"},
    {"add.s32 %r1, %d1, %r2;", HW_ERR_SYNTAX, 14, "%d1 is of .b64, expected a register of .s32"},
    {"add.s32 %f1, %r1, %r2;", HW_ERR_SYNTAX, 9, "%f1 is of .f32, expected a register of .s32"},
    {"add.f32 %f1, %f1, 1;", HW_ERR_SYNTAX, 19, "found an integer, expected a constant of .f32"},
    {"add.s32 %r1, %r1, 1.0;", HW_ERR_SYNTAX, 19, "found a floating-point number, expected a constant of .s32"},
    {"add.s32 %r1, %r1, !%r2;", HW_ERR_SYNTAX, 19, "found ! before %r2, expected it before a predicate"},
    {"add.s32 %r1, %r1, -%r2;", HW_ERR_SYNTAX, 19, "found - before %r2, expected it before a constant"},
    {"add.s32 5, %r1, %r2;", HW_ERR_SYNTAX, 9, "found another operand, expected a register"},
    {"add.s32 %r1, {%r1, %r2}, 1;", HW_ERR_SYNTAX, 14, "found another operand, expected a value of .s32"},
    {"@%r1 add.s32 %r1, %r1, 1;", HW_ERR_SYNTAX, 6, "%r1 is of .b32, expected a register of .pred"},
    {"mov.b64 %d1, {%r1, %h1};", HW_ERR_SYNTAX, 20, "%h1 is of .b16, expected a register of .b32"},
    {"mov.b64 %d1, {%r1, %r1, %r1};", HW_ERR_SYNTAX, 14, "found 3 parts of a value of .b64, expected 2 or 4 of 8, 16 or 32 bits"},
    {"mov.u32 %r1, %tid;", HW_ERR_SYNTAX, 14, "found %tid, expected .x, .y, .z or .w of it"},
    {"mov.u32 %r1, %clusterid.x;", HW_ERR_UNSUPPORTED, 14, "%clusterid needs sm_90, which this compiler has not as a target"},
    {"mov.f32 %f1, s;", HW_ERR_SYNTAX, 14, "found the address of s, expected a value of .f32"},
    {"ld.global.v4.b64 {%d1, %d2, %d3, %d4}, [%d5];", HW_ERR_SYNTAX, 1, "found a vector of 256 bits, expected at most 128"},
    {"ld.global.v2.b32 %r1, [%d5];", HW_ERR_SYNTAX, 18, "found another operand, expected a vector of 2 registers"},
    {"ld.global.b32 %r1, %d5;", HW_ERR_SYNTAX, 20, "found another operand, expected an address [...]"},
    {"ld.global.b32 %h1, [%d5];", HW_ERR_SYNTAX, 15, "%h1 is of .b16, expected a register of .b32 or wider"},
    {"ld.global.b32 %r1, [%f1];", HW_ERR_SYNTAX, 20, "%f1 is of .f32, expected an address in a register of 32 or 64 bits"},
    {"st.param.b32 [a], %r1;", HW_ERR_SYNTAX, 14, "a kernel's parameters are only read, expected another space"},
    {"alloca.u64 %d1, %d2, 24;", HW_ERR_RANGE, 1, "found an alignment of 24, expected a power of two of at most 4096"},
    {"bra %r1;", HW_ERR_SYNTAX, 5, "found %r1, expected a label"},
    {"call %d1;", HW_ERR_SYNTAX, 1, "a call by an address needs a .callprototype or a list of .calltargets"},
    {"bar.sync %r1, %r2, %r3;", HW_ERR_SYNTAX, 1, "bar.sync has 3 operands, expected 1 to 2"},
    {"bar.sync 16;", HW_ERR_RANGE, 10, "found 16, expected a barrier from 0 to 15"},
    {"bar.arrive 1, 1025;", HW_ERR_RANGE, 15, "found 1025, expected a number of threads from 0 to 1024"},
    {"bar.red.popc.u32 %r1, -1, p;", HW_ERR_RANGE, 23, "found 4294967295, expected a barrier from 0 to 15"},
    {"shfl.sync.idx.b32 %r1, %r2, 0, 31;", HW_ERR_SYNTAX, 1, "this form of shfl has 4 operands, expected 5"},
    {"atom.global.cas.b32 %r1, [%d1], 1;", HW_ERR_SYNTAX, 1, "this form of atom has 3 operands, expected 4"},
    {"lop3.b32 %r1, %r2, %r3, %r4, 256;", HW_ERR_RANGE, 30, "found another table, expected a constant from 0 to 255"},
    {"tex.2d.v4.f32.f32 {%f0, %f1, %f2, %f3}, [t, %f1];", HW_ERR_SYNTAX, 45, "found 1 coordinates, expected at least 2"},
    {"vadd.s32.s32.s32 %r1, %r2.b4, %r3;", HW_ERR_SYNTAX, 23, "found .b4, expected .b0 .b1 .b2 .b3 .h0 .h1"},
    {"fma.rn.bf16 %h1, %h1, %h2, %h3;", HW_ERR_UNSUPPORTED, 1, "this form of fma needs sm_80, which this compiler has not as a target"},
    {"cp.async.wait_all;", HW_ERR_UNSUPPORTED, 1, "cp.async needs sm_80, which this compiler has not as a target"},
    {"st.async.b32 [%rd1], {%r1, nothing};", HW_ERR_UNSUPPORTED, 1, "st.async needs sm_90, which this compiler has not as a target"},
    {"nanosleep.u32 %r1;", HW_ERR_UNSUPPORTED, 1, "nanosleep needs sm_70, which this compiler has not as a target"},
    {"min.NaN.f32 %f1, %f2, %f3;", HW_ERR_UNSUPPORTED, 1, "this form of min needs sm_80, which this compiler has not as a target"},
    {"atom.shared.cas.b16 %h1, [s], %h2, %h3;", HW_ERR_UNSUPPORTED, 1, "this form of atom needs sm_70, which this compiler has not as a target"},
    {".param .b32 x; ld.param.b64 %d1, [x];", HW_ERR_RANGE, 34, "found byte 0 of a parameter of 1 words, expected an aligned access within it"},
    {".reg .v2 .b32 v; mov.b32 %r1, v.z;", HW_ERR_SYNTAX, 31, "found .z of a vector of 2, expected .x .y .z .w"},
};
/* clang-format on */

static void wrong_instructions_say_what_is_wrong(void **state)
{
    unsigned invalid = 0;

    (void)state;
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        struct built_ptx built;
        struct hw_error error = {.text = ""};
        char text[1024];
        snprintf(text, sizeof text, kernel, refused[i].text);
        const hw_status status = built_ptx_try(&built, text, &error);
        if (status != refused[i].status || error.line != 5 || error.column != refused[i].column ||
            strcmp(error.text, refused[i].sentence) != 0) {
            print_error("%s\n%d %u:%u: %s\n", refused[i].text, status, error.line, error.column, error.text);
            invalid++;
        }
        hw_arena_clear(&built.arena);
    }
    assert_int_equal(invalid, 0);
}

/* A few bytes of text make no gigabytes. */
static void small_texts_stay_small(void **state)
{
    static char text[400000];
    struct built_ptx built;
    struct hw_error error = {.text = ""};
    size_t length = (size_t)snprintf(text, sizeof text, ".version 6.4\n.target sm_61\n.address_size 64\n");

    (void)state;
    for (unsigned i = 0; i < 600; i++)
        length += (size_t)snprintf(
            text + length, sizeof text - length,
            ".func f%u(.param .b8 a[32764]) { .reg .b32 %%r<9999999>; mov.b32 %%r9999998, 1; ret; }\n", i);
    assert_int_equal(built_ptx_try(&built, text, &error), HW_ERR_RANGE);
    assert_string_equal(error.text, "functions and calls take and give more than 524288 words of parameters");
    hw_arena_clear(&built.arena);
    length = (size_t)snprintf(text, sizeof text, ".version 6.4\n.target sm_61\n.address_size 64\n");
    for (unsigned i = 0; i < 9; i++)
        length += (size_t)snprintf(text + length, sizeof text - length,
                                   ".global .b8 x%u[2][10000000] = {{}, {1}};\n", i);
    assert_int_equal(built_ptx_try(&built, text, &error), HW_ERR_RANGE);
    assert_string_equal(error.text, "x3 has initial values and 20000000 bytes, expected at most 67108864 in "
                                    "all such variables");
    hw_arena_clear(&built.arena);
}

/* A word of a row that is no type, modifier or set would be a form that nobody can write. */
static void all_words_of_rows_are_known(void **state)
{
    struct hw_arena arena = {.bytes = 0};

    (void)state;
    if (setjmp(arena.out))
        fail();
    const struct hw_irgen_rows *rows = hw_irgen_rows(&arena);
    const char *unknown = hw_irgen_unknown_modifier(rows);
    if (unknown)
        fail_msg("%s", unknown);
    for (unsigned op = 0; op < HW_PTX_OP_COUNT; op++) {
        const struct hw_ptx_op_row *row = hw_ptx_op_row((enum hw_ptx_op)op);
        if (!*row->needs && !hw_irgen_has_rows(rows, (enum hw_ptx_op)op))
            fail_msg("%s has no row", row->name);
    }
    hw_arena_clear(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_instructions_say_what_is_wrong),
        cmocka_unit_test(small_texts_stay_small),
        cmocka_unit_test(all_words_of_rows_are_known),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
