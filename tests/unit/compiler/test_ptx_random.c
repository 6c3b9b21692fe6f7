/* SPDX-License-Identifier: MIT */
/* Random PTX programs compute the same before SSA, in SSA, and after each pass. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "built_ptx.h"

#define PROGRAMS  1000u
#define INSNS     24u
#define REGISTERS 6u

/* R, H, D, P: a register of 32, 16, 64 bits, a predicate; I: a constant; L: a label after it. */
static const char *const insns[] = {
    "add.s32 R, R, R",
    "add.s32 R, R, I",
    "sub.u32 R, R, R",
    "add.sat.s32 R, R, R",
    "add.cc.u32 R, R, R",
    "addc.cc.u32 R, R, R",
    "addc.u32 R, R, R",
    "sub.cc.u32 R, R, I",
    "subc.cc.u32 R, R, R",
    "mul.lo.s32 R, R, I",
    "mul.hi.u32 R, R, R",
    "mul.wide.s32 D, R, R",
    "mul.wide.u16 R, H, H",
    "mad.lo.u32 R, R, I, R",
    "mad.wide.s32 D, R, I, D",
    "mad.lo.cc.u32 R, R, R, R",
    "madc.hi.cc.u32 R, R, R, R",
    "mul24.lo.u32 R, R, R",
    "mad24.hi.s32 R, R, R, R",
    "sad.s32 R, R, R, R",
    "div.u32 R, R, R",
    "div.s32 R, R, I",
    "rem.u32 R, R, I",
    "rem.s32 R, R, R",
    "div.u64 D, D, I",
    "rem.s64 D, D, D",
    "abs.s32 R, R",
    "neg.s32 R, R",
    "neg.s64 D, D",
    "min.s32 R, R, R",
    "max.u32 R, R, I",
    "min.s16 H, H, H",
    "and.b32 R, R, R",
    "or.b32 R, R, I",
    "xor.b64 D, D, D",
    "and.pred P, P, P",
    "xor.pred P, P, P",
    "not.pred P, P",
    "not.b32 R, R",
    "cnot.b32 R, R",
    "lop3.b32 R, R, R, R, 0x96",
    "shl.b32 R, R, I",
    "shr.u32 R, R, R",
    "shr.s64 D, D, R",
    "shr.s16 H, H, I",
    "shf.l.wrap.b32 R, R, R, R",
    "shf.r.clamp.b32 R, R, R, I",
    "bfe.s32 R, R, R, R",
    "bfi.b32 R, R, R, R, R",
    "bfind.u32 R, R",
    "popc.b32 R, R",
    "clz.b64 R, D",
    "brev.b32 R, R",
    "prmt.b32 R, R, R, R",
    "dp4a.s32.u32 R, R, R, R",
    "setp.lt.s32 P, R, R",
    "setp.ne.u32 P, R, I",
    "setp.ge.and.s32 P|P, R, R, P",
    "setp.eq.xor.b64 P|P, D, D, !P",
    "setp.ge.u64 P, D, I",
    "setp.lt.s64 P, D, I",
    "sub.s64 D, D, I",
    "rem.u64 D, D, I",
    "setp.gtu.f32 P, R, R",
    "set.lt.u32.s32 R, R, R",
    "set.gt.f32.f32 R, R, R",
    "selp.b32 R, R, R, P",
    "selp.b64 D, D, I, P",
    "slct.s32.s32 R, R, R, R",
    "mov.b32 R, R",
    "mov.b32 R, I",
    "mov.b64 D, {R, R}",
    "mov.b64 {R, R}, D",
    "mov.b32 R, {H, H}",
    "mov.b32 {H, _}, R",
    "mov.b64 D, {H, H, H, H}",
    "mov.pred P, P",
    "cvt.s32.s8 R, R",
    "cvt.u32.u16 R, H",
    "cvt.u16.u32 H, R",
    "cvt.s64.s32 D, R",
    "cvt.u32.u64 R, D",
    "cvt.sat.u8.s32 R, R",
    "cvt.rn.f32.s32 R, R",
    "cvt.rzi.s32.f32 R, R",
    "cvt.f64.f32 D, R",
    "cvt.rn.f16.f32 H, R",
    "add.f32 R, R, R",
    "mul.rz.f32 R, R, R",
    "fma.rn.f32 R, R, R, R",
    "mad.rn.f32 R, R, R, R",
    "add.f64 D, D, D",
    "fma.rp.f64 D, D, D, D",
    "min.f32 R, R, R",
    "add.f16x2 R, R, R",
    "abs.f32 R, R",
    "neg.f64 D, D",
    "st.global.b32 [memory], R",
    "ld.global.b32 R, [memory]",
    "st.shared.b64 [common+8], D",
    "ld.shared.v2.b32 {R, R}, [common+8]",
    "st.local.b16 [own+2], H",
    "ld.local.u8 R, [own+3]",
    "atom.global.add.u32 R, [memory], R",
    "red.shared.xor.b32 [common], R",
    "ld.const.b32 R, [table+4]",
    "call (R), twice, (R)",
    "bra L",
    "vadd.s32.s32.u32.sat R, R.b1, R.h0",
    "vmax4.u32.u32.u32 R, R, R, R",
    "cvta.shared.u64 D, common",
};

static const char text_head[] =
    ".version 6.4\n.target sm_61\n.address_size 64\n.global .b32 memory[4];\n.shared .align 8 .b32 "
    "common[4];\n"
    ".const .b32 table[2] = {7, 9};\n.func (.param .b32 out) twice(.param .b32 in) { .reg .b32 %r; "
    "ld.param.b32 %r, [in]; "
    "shl.b32 %r, %r, 1; st.param.b32 [out], %r; ret; }\n"
    ".func (.param .b64 out) f(.param .b64 a, .param .b64 b, .param .b64 c)\n{\n"
    ".reg .b16 %h<6>; .reg .b32 %r<6>; .reg .b64 %d<6>, %sum; .reg .pred %p<6>; .local .align 8 .b32 own[4]; "
    ".param .b32 x;\n"
    "ld.param.b64 %d0, [a]; ld.param.b64 %d1, [b]; ld.param.b64 %d2, [c]; mov.b64 %d3, -1; mov.b64 %d4, 1; "
    "mov.b64 %d5, %d1;\n"
    "mov.b64 {%r0, %r1}, %d0; mov.b64 {%r2, %r3}, %d1; mov.b64 {%r4, %r5}, %d2;\n"
    "mov.b64 {%h0, %h1, %h2, %h3}, %d2; mov.b32 {%h4, %h5}, %r3;\n"
    "setp.lt.s32 %p0, %r0, 0; setp.lt.s32 %p1, %r1, 0; setp.lt.s32 %p2, %r2, 0; setp.lt.s32 %p3, %r3, 0;\n"
    "setp.lt.s32 %p4, %r4, 0; setp.lt.s32 %p5, %r5, 0; add.cc.u32 %r0, %r0, 1;\n";

struct program {
    char text[8192];
    size_t length;
    uint64_t seed;
};

static uint32_t pick(struct program *program, uint32_t below)
{
    program->seed = program->seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(program->seed >> 33) % below;
}

static void append_line(struct program *program, const char *text)
{
    const size_t length = strlen(text);

    assert_true(program->length + length < sizeof program->text);
    memcpy(program->text + program->length, text, length + 1);
    program->length += length;
}

static void add_register(struct program *program, char which, uint32_t number)
{
    char text[8];

    snprintf(text, sizeof text, "%%%c%u", which, number);
    append_line(program, text);
}

static void add_constant(struct program *program, bool is_wide)
{
    static const char *const constants[] = {"0",  "1",  "2",          "4",   "8",          "31",
                                            "32", "-1", "0x7fff",     "100", "5",          "16",
                                            "-2", "7",  "0x80000000", "10",  "0x7fffffff", "0x10000"},
                             *const wide[] = {"0x300000000",         "0x100000000",
                                              "0xffffffff00000000",  "0x8000000000000000",
                                              "0x7fffffffffffffff",  "0xffffffff",
                                              "-0x7000000000000000", "0x1ffffffff"};
    const uint32_t which = pick(program, sizeof constants / sizeof *constants);

    append_line(program, is_wide && which % 2 ? wide[which / 2 % 8] : constants[which]);
}

static void add_insn(struct program *program, unsigned index)
{
    const char *insn = insns[pick(program, sizeof insns / sizeof *insns)];
    char text[16];

    snprintf(text, sizeof text, "l%u: ", index);
    append_line(program, text);
    const uint32_t guard = pick(program, 8);
    if (guard < 3 || !strcmp(insn, "bra L")) {
        append_line(program, guard & 1 ? "@!" : "@");
        add_register(program, 'p', pick(program, REGISTERS));
        append_line(program, " ");
    }
    /* of two that are written at once the manual leaves open which comes last: they differ */
    uint32_t last = REGISTERS;
    for (const char *at = insn; *at; at++) {
        const bool is_alone = at[1] == '\0' || strchr(" ,}|.])", at[1]);
        if (strchr("RHDP", *at) && is_alone && at > insn) {
            uint32_t number = pick(program, REGISTERS);
            number = number == last ? (number + 1) % REGISTERS : number;
            last = number;
            add_register(program, (char)(*at + ('a' - 'A')), number);
        } else if (*at == 'I' && is_alone) {
            add_constant(program, strstr(insn, "64") != NULL);
        } else if (*at == 'L' && is_alone) {
            snprintf(text, sizeof text, "l%u", index + 1 + pick(program, INSNS - index));
            append_line(program, text);
        } else {
            append_line(program, (const char[]){*at, '\0'});
        }
    }
    append_line(program, ";\n");
}

/* All registers go into the result. */
static void add_end(struct program *program)
{
    char text[200];

    snprintf(text, sizeof text, "l%u: mov.b64 %%sum, 0;\n", INSNS);
    append_line(program, text);
    for (unsigned i = 0; i < REGISTERS; i++) {
        snprintf(text, sizeof text,
                 "mul.lo.u64 %%sum, %%sum, 31; xor.b64 %%sum, %%sum, %%d%u; cvt.u64.u32 %%d0, %%r%u;\n"
                 "mul.lo.u64 %%sum, %%sum, 31; add.u64 %%sum, %%sum, %%d0; cvt.u64.u16 %%d0, %%h%u;\n",
                 i, i, i);
        append_line(program, text);
        snprintf(text, sizeof text,
                 "mul.lo.u64 %%sum, %%sum, 31; add.u64 %%sum, %%sum, %%d0; @%%p%u add.u64 %%sum, %%sum, 1;\n",
                 i);
        append_line(program, text);
    }
    append_line(program, "st.param.b64 [out], %sum;\nret;\n}\n");
}

static void make_program(struct program *program)
{
    program->length = 0;
    append_line(program, text_head);
    for (unsigned i = 0; i < INSNS; i++)
        add_insn(program, i);
    add_end(program);
}

static void passes_keep_what_programs_give(void **state)
{
    static const uint64_t in[3] = {0x8000000212345678, 0x0000001fffffff05, 0x3f80000040490fdb};
    struct program program = {.seed = 1};

    (void)state;
    for (unsigned round = 0; round < PROGRAMS; round++) {
        struct built_ptx built;
        make_program(&program);
        built_ptx_make(&built, program.text);
        const uint64_t first = built_ptx_run(&built, "f", in);
        assert_int_not_equal(first, 0xbad);
        for (unsigned stage = 0; stage < 2 * BUILT_STAGES - 2; stage++) {
            const unsigned which = stage < BUILT_STAGES ? stage : stage - BUILT_STAGES + 2;
            built_ptx_do(&built, which);
            const uint64_t again = built_ptx_run(&built, "f", in);
            if (again == first)
                continue;
            built_ptx_print(&built, "f");
            fail_msg("%s changes what this gives: %s", built_ptx_stages[which], program.text);
        }
        hw_arena_clear(&built.arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(passes_keep_what_programs_give)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
