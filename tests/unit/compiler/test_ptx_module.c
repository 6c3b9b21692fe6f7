/* SPDX-License-Identifier: MIT */
/* A PTX module besides its instructions: targets, kernels and their limits, parameters, variables with their
 * values, textures, surfaces and calls. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "built_ptx.h"

#define HEAD ".version 6.4\n.target sm_61, debug\n.address_size 64\n"

static const struct hw_ir_routine *routine(const struct built_ptx *built, const char *name)
{
    for (size_t i = 0; i < built->module->routines; i++)
        if (!strcmp(built->module->routine[i]->symbol->name, name))
            return built->module->routine[i];
    fail_msg("%s", name);
    return NULL;
}

static const struct hw_ir_symbol *variable(const struct built_ptx *built, const char *name)
{
    for (size_t i = 0; i < built->module->variables; i++)
        if (!strcmp(built->module->variable[i]->name, name))
            return built->module->variable[i];
    fail_msg("%s", name);
    return NULL;
}

/* The first instruction of an operation in a kernel or function. */
static const struct hw_ir_insn *first_of(const struct built_ptx *built, const char *name, enum hw_ir_op op)
{
    const struct hw_ir_function *function = routine(built, name)->function;

    for (uint32_t i = 0; i < function->block_count; i++)
        for (const struct hw_ir_insn *insn = function->block[i]->first; insn; insn = insn->next)
            if (insn->op == op)
                return insn;
    fail_msg("%s has no %s", name, hw_ir_op_name(op));
    return NULL;
}

static void heads_and_limits(void **state)
{
    struct built_ptx built;

    (void)state;
    built_ptx_make(&built,
                   HEAD ".visible .entry a(.param .u32 x, .param .align 16 .b8 y[24], .param .u64 .ptr z) "
                        ".maxntid 16, 4 .minnctapersm 3 .maxnreg 40 { ret; }\n"
                        ".entry b .reqntid 64 .pragma \"nounroll\"; { l: bra l; }\n"
                        ".extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 v);\n"
                        ".weak .func never(.param .align 4 .b8 s[6]) .noreturn { trap; }\n");
    assert_int_equal(built.module->version, 64);
    assert_int_equal(built.module->target, 61);
    assert_int_equal(built.module->address_bits, 64);
    assert_true(built.module->has_debug);
    const struct hw_ir_routine *a = routine(&built, "a"), *b = routine(&built, "b");
    assert_true(a->is_kernel && !a->is_exact && a->symbol->linkage == HW_IR_LINK_VISIBLE);
    assert_int_equal(a->threads[0], 16);
    assert_int_equal(a->threads[1], 4);
    assert_int_equal(a->threads[2], 1);
    assert_int_equal(a->least_blocks, 3);
    assert_int_equal(a->most_registers, 40);
    assert_int_equal(a->signature.ins, 3);
    assert_int_equal(a->signature.in[1].offset, 16);
    assert_int_equal(a->signature.in[1].bytes, 24);
    assert_int_equal(a->signature.in[2].offset, 40);
    assert_int_equal(a->signature.bytes, 48);
    assert_true(b->is_exact && b->threads[0] == 64);
    assert_true(b->function->block[1]->stays_rolled);
    const struct hw_ir_routine *printf_ = routine(&built, "vprintf"), *never = routine(&built, "never");
    assert_true(!printf_->function && printf_->symbol->linkage == HW_IR_LINK_EXTERN);
    assert_int_equal(printf_->signature.in[1].kind, HW_IR_KIND_64);
    assert_int_equal(printf_->signature.out[0].kind, HW_IR_KIND_32);
    assert_true(never->never_returns && never->symbol->linkage == HW_IR_LINK_WEAK);
    assert_int_equal(never->signature.in[0].values, 2);
    hw_arena_clear(&built.arena);
}

static void variables_have_data(void **state)
{
    static const uint8_t bytes[] = {1, 0, 254, 255, 3, 0};
    struct built_ptx built;

    (void)state;
    built_ptx_make(
        &built,
        HEAD ".func f() { ret; }\n.visible .global .align 8 .b16 x[100] = {1, -2, 3};\n"
             ".const .u64 y[3] = {x, generic(x)+8, f};\n"
             ".extern .shared .align 16 .b8 dynamic[];\n.tex .u32 t;\n.global .surfref s;\n"
             ".const[3] .f32 banked = 1.5;\n.global .b8 parts[2] = {0xFF(x), 0xFF00(x)};\n"
             ".entry k() { .shared .b32 tile[4]; .local .align 16 .b8 own[24]; st.shared.b32 [tile], 0; "
             "st.local.b32 [own], 0; ret; }\n");
    const struct hw_ir_symbol *x = variable(&built, "x"), *y = variable(&built, "y");
    assert_int_equal(x->bytes, 200);
    assert_int_equal(x->align, 8);
    assert_int_equal(x->data_bytes, sizeof bytes);
    assert_memory_equal(x->data, bytes, sizeof bytes);
    assert_int_equal(y->pointers, 3);
    assert_ptr_equal(y->pointer[0].symbol, x);
    assert_true(!y->pointer[0].generic && y->pointer[1].generic);
    assert_int_equal(y->pointer[1].offset, 8);
    assert_int_equal(y->pointer[1].at, 8);
    assert_true(y->pointer[2].symbol->is_function);
    const struct hw_ir_symbol *dynamic = variable(&built, "dynamic"), *parts = variable(&built, "parts");
    assert_true(dynamic->bytes == 0 && dynamic->align == 16 && dynamic->linkage == HW_IR_LINK_EXTERN);
    assert_int_equal(variable(&built, "t")->opaque, HW_IR_OPAQUE_TEXTURE);
    assert_int_equal(variable(&built, "s")->opaque, HW_IR_OPAQUE_SURFACE);
    assert_int_equal(variable(&built, "banked")->bank, 3);
    assert_int_equal(parts->pointer[1].bytes, 1);
    assert_int_equal(parts->pointer[1].byte, 1);
    assert_int_equal(variable(&built, "k$tile")->space, HW_IR_SPACE_SHARED);
    const struct hw_ir_routine *k = routine(&built, "k");
    assert_int_equal(k->locals, 1);
    assert_int_equal(k->local[0]->bytes, 24);
    hw_arena_clear(&built.arena);
}

static void textures_and_surfaces(void **state)
{
    struct built_ptx built;

    (void)state;
    built_ptx_make(&built, HEAD
                   ".global .texref t; .global .samplerref p;\n"
                   ".entry a(.param .u64 h) { .reg .b32 %r<8>; .reg .b64 %d; .reg .pred q;\n"
                   "tex.level.a2d.v4.f32.f32 {%r0, %r1, %r2, %r3}|q, [t, p, {%r0, %r1, %r2, %r2}], %r4, "
                   "{%r5, %r6}; ret; }\n"
                   ".entry b(.param .u64 h) { .reg .b32 %r<8>; .reg .b64 %d; ld.param.u64 %d, [h];\n"
                   "tld4.g.2d.v4.u32.f32 {%r0, %r1, %r2, %r3}, [%d, {%r1, %r2}];\n"
                   "sust.b.2d.v2.b32.zero [%d, {%r0, %r1}], {%r2, %r3}; suq.height.b32 %r0, [%d]; ret; }\n"
                   ".entry c(.param .texref h) { .reg .f32 %f<4>; .reg .b32 %r;\n"
                   "tex.1d.v4.f32.s32 {%f0, %f1, %f2, %f3}, [h, {%r}]; ret; }\n");
    const struct hw_ir_insn *insn = first_of(&built, "a", HW_IR_TEXTURE);
    const struct hw_ir_texture *texture = insn->how.extra;
    assert_string_equal(insn->how.symbol->name, "t");
    assert_string_equal(texture->sampler->name, "p");
    assert_int_equal(texture->shape, HW_IR_SHAPE_ARRAY_2D);
    assert_int_equal(texture->level, HW_IR_LEVEL_GIVEN);
    assert_true(texture->has_presence && texture->has_offset && !texture->compares && !texture->is_gather);
    assert_int_equal(insn->results, 5);
    assert_int_equal(insn->operands, 5); /* layer, x, y, level, a word of offsets */
    insn = first_of(&built, "b", HW_IR_TEXTURE);
    texture = insn->how.extra;
    assert_true(texture->is_gather && texture->component == 1 && !insn->how.symbol);
    assert_int_equal(insn->operands, 3); /* handle, x, y */
    insn = first_of(&built, "b", HW_IR_SURFACE_STORE);
    texture = insn->how.extra;
    assert_true(!texture->is_formatted && texture->outside == HW_IR_OUTSIDE_ZERO);
    assert_int_equal(insn->operands, 5);
    assert_int_equal(first_of(&built, "b", HW_IR_TEXTURE_QUERY)->how.number, HW_IR_QUERY_HEIGHT);
    insn = first_of(&built, "c", HW_IR_TEXTURE);
    assert_int_equal(insn->how.from, HW_TYPE_S32);
    assert_string_equal(insn->how.symbol->name, "h"); /* the parameter is a name, and no memory */
    assert_int_equal(routine(&built, "c")->signature.bytes, 0);
    assert_int_equal(routine(&built, "c")->signature.in[0].opaque, HW_IR_OPAQUE_TEXTURE);
    hw_arena_clear(&built.arena);
}

static void lines_and_calls(void **state)
{
    struct built_ptx built;

    (void)state;
    built_ptx_make(
        &built, HEAD
        ".file 1 \"a.cu\"\n.extern .func (.param .b32 r) g(.param .b64 x, .param .align 8 .b8 y[8]);\n"
        ".func f() { .reg .b32 %r; .reg .b64 %d; .param .b32 r; .param .b64 x; .param .align 8 .b8 y[8];\n"
        ".loc 1 7 3\nst.param.b64 [x], %d; .loc 1 8 3\ncall (r), g, (x, y); ld.param.b32 %r, [r]; ret; }\n");
    const struct hw_ir_insn *call = first_of(&built, "f", HW_IR_CALL);
    assert_string_equal(call->how.symbol->name, "g");
    assert_ptr_equal(call->how.extra, &routine(&built, "g")->signature);
    assert_int_equal(call->operands, 3); /* 64 bits, two words */
    assert_int_equal(call->operand[0].value->kind, HW_IR_KIND_64);
    assert_int_equal(call->results, 1);
    assert_true(call->line == 8 && call->file == 1);
    assert_string_equal(built.module->file[0].name, "\"a.cu\"");
    hw_arena_clear(&built.arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(heads_and_limits),
        cmocka_unit_test(variables_have_data),
        cmocka_unit_test(textures_and_surfaces),
        cmocka_unit_test(lines_and_calls),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
