/* SPDX-License-Identifier: MIT */
/* The parser of PTX: the AST of each construct, and what is refused, where and why. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "compiler/ptx/ptx_print.h"
#include "compiler/ptx/ptx_parse_module.h"

#define HEAD ".version 6.4\n.target sm_30\n.address_size 64\n"

static hw_status read_text(struct hw_arena *arena, const char *text, const struct hw_ptx_module **module,
                           struct hw_error *error)
{
    memset(arena, 0, sizeof *arena);
    if (setjmp(arena->out))
        return HW_ERR_NO_MEMORY;
    return hw_ptx_parse(arena, text, strlen(text), module, error);
}

static const struct hw_ptx_module *read_valid(struct hw_arena *arena, const char *text)
{
    const struct hw_ptx_module *module;
    struct hw_error error = {.text = ""};
    if (read_text(arena, text, &module, &error))
        fail_msg("%u:%u: %s", error.line, error.column, error.text);
    return module;
}

static void assert_refused(const char *text, hw_status status, unsigned line, unsigned column,
                           const char *sentence)
{
    struct hw_arena arena;
    const struct hw_ptx_module *module;
    struct hw_error error = {.text = ""};
    assert_int_equal(read_text(&arena, text, &module, &error), status);
    assert_null(module);
    assert_string_equal(error.text, sentence);
    assert_int_equal(error.line, line);
    assert_int_equal(error.column, column);
    hw_arena_clear(&arena);
}

/* As a body of a kernel with some registers, from line 5 on. */
static const char *in_kernel(const char *body)
{
    static char text[1024];
    snprintf(text, sizeof text,
             HEAD ".entry k(.param .u64 a) { .reg .b32 %%r<9>; .reg .b64 %%rd<9>; .reg .pred p, q;\n%s\n}",
             body);
    return text;
}

static const struct hw_ptx_insn *first_insn(const struct hw_ptx_module *module)
{
    const struct hw_ptx_scope *body = module->top.statement[module->top.count - 1].function->body;
    for (size_t i = 0; i < body->count; i++)
        if (body->statement[i].kind == HW_PTX_STATEMENT_INSN)
            return body->statement[i].insn;
    fail();
    return NULL;
}

static void heads(void **state)
{
    (void)state;
    struct hw_arena arena;
    const struct hw_ptx_module *module =
        read_valid(&arena, ".version 1.4\n.target sm_10, map_f64_to_f32\n.file 1 \"a.cu\"\n.pragma \"x\";\n"
                           ".section .debug_abbrev { .b8 1 }");
    assert_int_equal(module->major, 1);
    assert_int_equal(module->minor, 4);
    assert_int_equal(module->targets, 2);
    assert_string_equal(module->target[1], "map_f64_to_f32");
    assert_int_equal(module->top.count, 2);
    assert_string_equal(module->top.statement[0].file->name, "\"a.cu\"");
    hw_arena_clear(&arena);
}

static void variables(void **state)
{
    (void)state;
    struct hw_arena arena;
    const struct hw_ptx_module *module = read_valid(
        &arena,
        HEAD ".visible .global .align 16 .v2 .f32 x[2][3] = {{{1.0, 0f40000000}}, {{3.0}, {4.0, 5.0}}};\n"
             ".const .u64 y[] = {x, generic(x)+8, 0xFF00(x), (3 + 4) * -2};\n"
             ".const[2] .u32 z;\n.extern .shared .b8 s[];\n"
             ".global .samplerref t = {addr_mode_0 = wrap, filter_mode = nearest};");
    const struct hw_ptx_variable *x = module->top.statement[0].variable,
                                 *y = module->top.statement[1].variable;
    assert_int_equal(x->linkage, HW_PTX_LINK_VISIBLE);
    assert_int_equal(x->align, 16);
    assert_int_equal(x->vector, 2);
    assert_int_equal(x->dims, 2);
    assert_int_equal(x->initials, 5);
    assert_int_equal(x->initial[1].constant.kind, HW_PTX_CONSTANT_SINGLE);
    assert_int_equal(x->initial[2].at, 6);
    assert_int_equal(x->initial[4].at, 9);
    assert_ptr_equal(y->initial[0].symbol, x->symbol);
    assert_int_equal(y->dim[0], 4); /* as many as its initial values */
    assert_true(y->initial[1].generic);
    assert_int_equal(y->initial[1].constant.bits, 8);
    assert_int_equal(y->initial[2].mask, 0xff00);
    assert_true(y->initial[3].constant.bits == (uint64_t)-14);
    assert_int_equal(module->top.statement[2].variable->bank, 2);
    assert_int_equal(module->top.statement[3].variable->dim[0], 0);
    assert_string_equal(module->top.statement[4].variable->field[1].word, "nearest");
    hw_arena_clear(&arena);
}

static void assert_folded(const char *expression, enum hw_ptx_constant_kind kind, uint64_t bits)
{
    struct hw_arena arena;
    char text[200];
    snprintf(text, sizeof text, HEAD ".global .u64 x = %s;", expression);
    const struct hw_ptx_constant found =
        read_valid(&arena, text)->top.statement[0].variable->initial[0].constant;
    assert_int_equal(found.kind, kind);
    assert_true(found.bits == bits);
    hw_arena_clear(&arena);
}

static void constants(void **state)
{
    (void)state;
    assert_folded("1 + 2 * 3 << 1", HW_PTX_CONSTANT_SIGNED, 14);
    assert_folded("-7 / 2", HW_PTX_CONSTANT_SIGNED, (uint64_t)-3);
    assert_folded("-8 >> 1", HW_PTX_CONSTANT_SIGNED, (uint64_t)-4);
    assert_folded("-1 < 1U", HW_PTX_CONSTANT_SIGNED, 0);
    assert_folded("(.u64)-1 / 2", HW_PTX_CONSTANT_UNSIGNED, INT64_MAX);
    assert_folded("0x8000000000000000 / (.s64)-1", HW_PTX_CONSTANT_UNSIGNED, 0);
    assert_folded("(.s64)0x8000000000000000 / -1", HW_PTX_CONSTANT_SIGNED, UINT64_C(1) << 63);
    assert_folded("1 << 64", HW_PTX_CONSTANT_SIGNED, 0);
    assert_folded("5 & 3 | 8 ^ 1", HW_PTX_CONSTANT_UNSIGNED, 9);
    assert_folded("!0 && 2.0 > 1 ? WARP_SZ : 7", HW_PTX_CONSTANT_SIGNED, 32);
    assert_folded("-1.5", HW_PTX_CONSTANT_DOUBLE, 0xbff8000000000000);
    assert_folded("1.5 + 1", HW_PTX_CONSTANT_DOUBLE, 0x4004000000000000);
    assert_folded("-0f3F800000", HW_PTX_CONSTANT_SINGLE, 0xbf800000);
}

static void functions(void **state)
{
    (void)state;
    struct hw_arena arena;
    const struct hw_ptx_module *module =
        read_valid(&arena, HEAD
                   ".func (.param .b32 r) f (.param .b64 x, .param .align 8 .b8 y[12]) .noreturn;\n"
                   ".visible .entry k(.param .u64 .ptr .global .align 16 a)\n.maxntid 16, 4 .pragma \"p\";\n"
                   "{ .reg .b32 %r<4>; { .reg .b32 %r<2>; mov.b32 %r1, %r3; } call (_), f, (a, a); }\n"
                   ".func (.param .b32 r) f (.param .b64 x, .param .align 8 .b8 y[12]) { ret; }\n");
    const struct hw_ptx_function *f = module->top.statement[0].function,
                                 *k = module->top.statement[1].function;
    assert_null(f->body);
    assert_ptr_equal(f->symbol->function, module->top.statement[2].function);
    assert_int_equal(f->parameters, 2);
    assert_string_equal(f->limit[0].name, "noreturn");
    assert_true(k->is_entry);
    assert_int_equal(k->parameter[0]->pointer_align, 16);
    assert_int_equal(k->limit[0].numbers, 2);
    assert_int_equal(k->registers, 6);
    const struct hw_ptx_insn *mov = k->body->statement[1].scope->statement[1].insn;
    assert_int_equal(mov->operand[0]->name.symbol->variable->number, 4);
    assert_int_equal(mov->operand[0]->name.index, 1);
    assert_int_equal(mov->operand[1]->name.symbol->variable->number, 0);
    assert_int_equal(mov->operand[1]->name.index, 3);
    const struct hw_ptx_insn *call = k->body->statement[2].insn;
    assert_int_equal(call->operand[0]->item[0]->kind, HW_PTX_OPERAND_SINK);
    assert_ptr_equal(call->operand[1]->name.symbol, f->symbol);
    hw_arena_clear(&arena);
}

static const struct hw_ptx_operand *operand_of(struct hw_arena *arena, const char *insn, size_t which)
{
    return first_insn(read_valid(arena, in_kernel(insn)))->operand[which];
}

static void operands(void **state)
{
    (void)state;
    struct hw_arena arena;
    const struct hw_ptx_operand *operand = operand_of(&arena, "ld.param.u64 %rd1, [a+-8];", 1);
    assert_int_equal(operand->kind, HW_PTX_OPERAND_ADDRESS);
    assert_true(operand->constant.bits == (uint64_t)-8);
    hw_arena_clear(&arena);
    operand = operand_of(&arena, "mov.u32 %r1, %tid.x;", 1);
    assert_int_equal(operand->kind, HW_PTX_OPERAND_SPECIAL);
    assert_string_equal(operand->part, "x");
    hw_arena_clear(&arena);
    operand = operand_of(&arena, "tex.1d.v4.f32.s32 {%r1, _, %r2, %r3}, [%rd1, {%r4}];", 1);
    assert_int_equal(operand->item[0]->kind, HW_PTX_OPERAND_VECTOR);
    hw_arena_clear(&arena);
    operand = operand_of(&arena, "setp.lt.and.s32 p|q, %r1, 2, !p;", 3);
    assert_true(operand->negated);
    hw_arena_clear(&arena);
    operand = operand_of(&arena, "@!p bra end;\nend:", 0);
    assert_int_equal(operand->name.symbol->kind, HW_PTX_SYMBOL_LABEL);
    hw_arena_clear(&arena);
}

static void malformed(void **state)
{
    (void)state;
    assert_refused("", HW_ERR_SYNTAX, 1, 1, "the text ends, expected .version");
    assert_refused(".version 10.0", HW_ERR_SYNTAX, 1, 10, "found 10.0, expected a version from 1.0 to 9.x");
    assert_refused(HEAD "x", HW_ERR_SYNTAX, 4, 1,
                   "found x, expected a directive: .target .entry .func .global .const .shared ...");
    assert_refused(HEAD ".global x;", HW_ERR_SYNTAX, 4, 9, "found x, expected a type");
    assert_refused(HEAD ".global .align 3 .b8 x;", HW_ERR_RANGE, 4, 16,
                   "found an alignment of 3, expected a power of two");
    assert_refused(HEAD ".global .b8 x[1] = {1, 2};", HW_ERR_RANGE, 4, 24,
                   "an initializer has too many values, expected at most 1");
    assert_refused(HEAD ".global .b8 x[];", HW_ERR_SYNTAX, 4, 13,
                   "non-external variable 'x' has incomplete type, expected the number of its elements");
    assert_refused(in_kernel(".shared .b8 x[0];"), HW_ERR_SYNTAX, 5, 13,
                   "non-external variable 'x' has incomplete type, expected the number of its elements");
    assert_refused(HEAD ".global .b8 x[][0] = {{1}};", HW_ERR_RANGE, 4, 24,
                   "an initializer has too many values, expected at most 0");
    assert_refused(HEAD ".global .u32 x; .global .u8 y[2] = {0xFF(x), 0xFF0(x)};", HW_ERR_RANGE, 4, 46,
                   "invalid mask value '0xff0' used in initializer, expected 0xFF of one byte");
    assert_refused(HEAD ".global .b8 x = 1 / 0;", HW_ERR_RANGE, 4, 19, "a constant is divided by 0");
    assert_refused(HEAD ".global .u64 x = y;", HW_ERR_NOT_FOUND, 4, 18,
                   "y is not declared, expected a register, variable, function or label that is");
    assert_refused(in_kernel("frob.u32 %r1;"), HW_ERR_SYNTAX, 5, 1,
                   "found frob, expected an instruction of PTX");
    assert_refused(in_kernel("and.frob %r1, %r1, %r2;"), HW_ERR_SYNTAX, 5, 4,
                   "found .frob, expected a modifier of an instruction");
    assert_refused(in_kernel("and.b32 %r1, %r2;"), HW_ERR_SYNTAX, 5, 1,
                   "and has 2 operands, expected 3 to 3");
    assert_refused(in_kernel("cp.async.wait_all"), HW_ERR_SYNTAX, 6, 2, "the text ends, expected ;");
    assert_refused(in_kernel("ret; .maxnreg 3"), HW_ERR_SYNTAX, 5, 6,
                   "found .maxnreg, expected an instruction, a label, a directive or }");
    assert_refused(in_kernel("ld.b32 %r1, [%rd1;"), HW_ERR_SYNTAX, 5, 18, "found ;, expected ]");
    assert_refused(in_kernel(".shared .b32 s = 3;"), HW_ERR_SYNTAX, 5, 18,
                   "found 3, expected no initializer, for only .global and .const have one");
    assert_refused(in_kernel(".reg .b32 x<99999999>;"), HW_ERR_SYNTAX, 5, 13,
                   "found 99999999, expected how many registers, at most 2^24");
    assert_refused(in_kernel("mov.u64 %rd1, later; .global .u64 later;"), HW_ERR_NOT_FOUND, 5, 15,
                   "later is used before it is declared, in line 5");
    assert_refused(in_kernel("not.b32 %r1, %r9;"), HW_ERR_NOT_FOUND, 5, 14,
                   "%r9 is not declared, expected a register, variable, function or label that is");
    assert_refused(in_kernel("{ bra l; } { l: }"), HW_ERR_NOT_FOUND, 5, 7,
                   "l is not declared, expected a register, variable, function or label that is");
    assert_refused(in_kernel(".reg .b32 %r1;"), HW_ERR_SYNTAX, 5, 11, "%r1 is declared already, in line 4");
    assert_refused(in_kernel("mov.b32 %r1, %r2"), HW_ERR_SYNTAX, 6, 1, "found }, expected , or ;");
}

static void nested_too_deep(void **state)
{
    (void)state;
    static char text[4096];
    memset(text, '(', sizeof text - 1);
    memcpy(text, HEAD ".global .u64 x =", strlen(HEAD ".global .u64 x ="));
    assert_refused(text, HW_ERR_RANGE, 4, 117,
                   "a constant expression is nested too deep, expected at most 100");
}

/* The text that a text's tree has. */
static void print_again(const char *text, char *printed, size_t size)
{
    struct hw_arena arena;
    const struct hw_ptx_module *module = read_valid(&arena, text);
    FILE *to = fmemopen(printed, size, "w");
    assert_non_null(to);
    hw_ptx_print(module, to);
    fclose(to);
    hw_arena_clear(&arena);
}

static void printed(void **state)
{
    (void)state;
    static const char text[] =
        ".version 6.4\n.target sm_30, debug\n.address_size 64\n.file 1 \"a.cu\", 5, 6\n"
        ".visible .global .align 16 .v2 .f32 x[2][3] = {{{0d3FF0000000000000, 0f40000000}}, {{}, {0, -5}}};\n"
        ".const[2] .u64 y[5] = {x, generic(x)+8, 0xFF00(x), 7U, (.s64)0x8000000000000000};\n"
        ".global .samplerref t = {addr_mode_0 = wrap, force = 1};\n"
        ".extern .func (.param .b32 r) f(.param .b64 x, .param .align 8 .b8 y[12]) .noreturn;\n"
        ".visible .entry k(.param .u64 .ptr .global .align 16 a) .maxntid 16, 4\n{\n"
        ".reg .b32 %r<4>;\n.reg .pred p;\n.reg .pred q;\n.loc 1 2 3, function_name L+4, inlined_at 1 5 6\n"
        "@!p bra end;\n{\nmov.b32 %r1, %tid.x;\n}\n"
        "ld.const[2].v2.b32 {%r1, _}, [y+-8];\nld.global.b32 %r1, [16];\nsetp.lt.and.s32 p|q, %r1, 2, !p;\n"
        "tex.1d.v4.f32.s32 {%r0, %r1, %r2, %r3}|p, [t, {%r1}];\nvadd.u32.u32.u32 %r1, %r2.b0, %r3.h1;\n"
        "proto: .callprototype (.param .b32 _) _(.param .b64 _);\n"
        "list: .branchtargets end;\nbrx.idx %r1, list;\n"
        "call.uni (_), f, (a, a), proto;\nbar.cta.sync 0;\nend:\nret;\n}\n.alias f, f;\n";
    static char first[4096];
    print_again(text, first, sizeof first);
    assert_string_equal(first, text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(heads),           cmocka_unit_test(variables), cmocka_unit_test(constants),
        cmocka_unit_test(functions),       cmocka_unit_test(operands),  cmocka_unit_test(malformed),
        cmocka_unit_test(nested_too_deep), cmocka_unit_test(printed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
