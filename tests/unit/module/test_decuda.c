/* SPDX-License-Identifier: MIT */
/* The language of decuda and cudasm: what is printed, what is read, notes, errors, and files. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <halfwarp/isa.h>
#include <halfwarp/listing.h>
#include <halfwarp/module.h>

#include "fact.h"

static struct hw_target target_named(const char *name)
{
    struct hw_target target;
    assert_int_equal(hw_target_find(name, &target, NULL), HW_OK);
    return target;
}

static uint64_t assemble(const char *text)
{
    struct hw_target target = target_named("sm_13");
    struct hw_insn insn;
    struct hw_error error;
    if (hw_parse(&target, HW_SYNTAX_DECUDA, text, 0, &insn, &error))
        fail_msg("`%s`:%u: %s", text, error.column, error.text);
    return insn.word[0];
}

static void disassemble(uint64_t word, char text[HW_TEXT_MAX])
{
    struct hw_target target = target_named("sm_13");
    struct hw_insn insn;
    uint8_t code[8];
    for (unsigned i = 0; i < 8; i++)
        code[i] = (uint8_t)(word >> (8 * i));
    assert_int_equal(hw_decode(&target, code, 8, &insn), HW_OK);
    hw_print(&insn, HW_SYNTAX_DECUDA, 0, text, HW_TEXT_MAX);
}

struct pair {
    uint64_t word;
    const char *text;
};

static void check_both_directions(const struct pair *pairs, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char text[HW_TEXT_MAX];
        disassemble(pairs[i].word, text);
        assert_string_equal(text, pairs[i].text);
        assert_int_equal(assemble(text), pairs[i].word);
    }
}

static void check_reading(const struct pair *pairs, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (assemble(pairs[i].text) != pairs[i].word)
            fail_msg("`%s` is 0x%llx", pairs[i].text, (unsigned long long)assemble(pairs[i].text));
}

#define BOTH_DIRECTIONS(pairs) check_both_directions((pairs), sizeof(pairs) / sizeof((pairs)[0]))
#define READING(pairs)         check_reading((pairs), sizeof(pairs) / sizeof((pairs)[0]))

/* ---------------------------------------------------------------- what decuda prints */

static void moves_and_memory(void **state)
{
    (void)state;
    static const struct pair pairs[] = {
        {0x0403c78010000401, "mov.b32 $r0, $r2"},
        {0x1000c424, "mov.half.b32 $r9, $r34"},
        {0x10003a78, "mov.half.b16 $r15.lo, $r14.hi"},
        {0x0000000310120001, "mov.b16 $r0.lo, 0x0012"},
        {0x2440c78016000801, "mov.b32 $r0, c1[$ofs1+=0x0010]"},
        {0x2400478014005411, "mov.u32.u16 $r4, c0[$ofs1+0x0054]"},
        {0x2780c78010000801, "mov.b32 $r0, c14[0x0010]"},
        {0xe040078000004601, "mov.b8.b16 s[0x0023], $r0.lo"},
        {0xe420478004001001, "mov.b32 s[$ofs1+0x0020], $r1"},
        {0x80c00780d00e0001, "mov.u32 $r0, g[$r0]"},
        {0xa0a00781d00e0e01, "mov.end.b128 g[$r7], $r0"},
        {0x80c00780d00a0401, "mov.u32 $r0, g10[$r2]"},
        {0x40c00780d4000801, "mov.u32 $r0, l[$ofs1+0x00000004]"},
        {0xc000078000020205, "movsh.b32 $ofs1, $r1, 0x00000002"},
        {0x20000780d0061805, "mov.b32 $ofs1, 0x0000030c"},
        {0x20000784d8081809, "add.b32 $ofs2, $ofs6, 0x0000040c"},
        {0x6001c78000000085, "mov.b32 $r33, %pm3"},
    };
    BOTH_DIRECTIONS(pairs);
    hw_fact("SF-249");
    hw_fact("SF-250");
    hw_fact("SF-252");
    hw_fact("SF-261");
    hw_fact("SF-270");
}

static void arithmetic(void **state)
{
    (void)state;
    static const struct pair pairs[] = {
        {0x0400478020009215, "add.u32 $r5, $r73, $r1"},
        {0x0c13478020000449, "add.sat.s32 $r18, $r2, $r77"},
        {0x0000000320018001, "add.b32 $r0, $r0, 0x00000001"},
        {0x6440878030800001, "set.eq.u32 $r0, $r0, c1[0x0000]"},
        {0x684147c8308003fd, "set.ne.s16 $p0|$o127, $r0.hi, c1[0x0000]"},
        {0xc410078230010205, "shl.join.u32 $r1, $r1, 0x00000001"},
        {0x0001878240001201, "mul24.join.lo.s32 $r0, $r9, $r0"},
        {0x0001078060040c11, "mad24.lo.u32.u16.u16.u32 $r4, $r3.lo, $r2.lo, $r4"},
        {0x04020780d0040011, "andn.b32 $r4, $r0, $r4"},
        {0x0402c780d0000001, "not.b32 $r0, $r0"},
        {0x04000003c0000201, "mul.rn.f32 $r0, $r1, 0x40000000"},
        {0x00000780e0010a09, "mad.rn.f32 $r2, $r5, $r1, $r0"},
        {0xe0190010, "mac.half.rn.f32 $r4, $r0, $r25"},
        {0xc0004780b0000c09, "pre.ex2.f32 $r2, $r6"},
        {0xc4084780a0000001, "cvt.rn.sat.f32 $r0, $r0"},
        {0x80020780a0000041, "cvt.rmi.u16.f16 $r8.lo, $r0.lo"},
        {0x0403c50010000201, "@$p0.equ mov.b32 $r0, $r1"},
    };
    BOTH_DIRECTIONS(pairs);
    hw_fact("SF-258");
}

static void textures(void **state)
{
    (void)state;
    static const struct pair pairs[] = {
        {0x00000784f4000005, "tex.1d.b32.f32 {_,$r1,_,_}, $tex0, {$r1}"},
        {0x00000784f2400009, "tex.2d.b32.f32 {$r2,_,_,_}, $tex0, {$r2,$r3}"},
        {0x0000c784f6840411, "tex.3d.b32.f32 {$r4,$r5,$r6,$r7}, $tex2, {$r4,$r5,$r6}"},
        {0x00000784f5000005, "tex.1d.s32 {_,$r1,_,_}, $tex0, {$r1}"},
        {0x00000784f2000405, "tex.1d.b32.f32 {$r1,_,_,_}, $tex2, {$r1} # sampler=0x0"},
    };
    BOTH_DIRECTIONS(pairs);
    hw_fact("SF-259");
}

/* decuda misprints these; the right thing in its words. */
static void what_decuda_has_wrong(void **state)
{
    (void)state;
    static const struct pair pairs[] = {
        {0x20428810, "sub.half.b32 $r4, $r4, $r2"},               /* $r66 */
        {0x40428200, "mul24.half.lo.s32 $r0, $r1, $r2"},          /* $r66 */
        {0x11002200, "mov.half.b16 $r0.lo, %ntid.x"},             /* %ntid.y */
        {0x034a8803e0008209, "mac.rn.f32 $r2, -$r1, 0x34a88000"}, /* no sign */
        {0x0000c784f2840411, "tex.3d.b32.f32 {$r4,_,$r5,$r6}, $tex2, {$r4,$r5,$r6}"},
        {0x2000078000000009, "mov.u32 $r2, $p0"},                        /* mov.u16 $r1.lo */
        {0x6840478060850001, "mad24.lo.u32 $r0, -$r0, c1[0x0014], $r1"}, /* mad24c?? */
        {0xc0c00780d00e26cd, "atom.iadd.u32 g[$r19], $r51"},
    };
    BOTH_DIRECTIONS(pairs);
}

/* What its text cannot carry stands behind it. */
static void notes(void **state)
{
    (void)state;
    static const struct pair pairs[] = {
        {0x0023c78010006209, "mov.b16 $r1.lo, s[0x0022]"},
        {0x0023c7801000a209, "mov.b16 $r1.lo, s[0x0022] # access=s16"},
        {0x0423c78010006201, "mov.b32 $r0, u16 s[0x0022]"},
        {0x4400c78010000801, "mov.b32 $r0, s[0x0010] # lds"},
        {0x4400c7801000e20d, "mov.b32 $r3, s[0x01c4]"},
        {0x0403c78010400405, "mov.b32 $r1, $r2 # unknown bits 0x0000000000400000"},
        {0x0403978010000405, "mov.b32 $r1, $r2 # lanes=0xe, cond=0x1"},
    };
    BOTH_DIRECTIONS(pairs);
}

/* ---------------------------------------------------------------- what else is read */

static void other_spellings(void **state)
{
    (void)state;
    static const struct pair pairs[] = {
        {0x0fffffff203f8201, "add.b32 $r0, $r1, -1"},
        {0x03fc0003b0000201, "add.rn.f32 $r0, $r1, 1.5f"},
        {0x04008780b0000201, "add.f32 $r0, -$r1, $r2"},
        {0x00000003102a8001, "mov.b32 $r0, 052"},
        {0x04020780d0020201, "and.b32 $r0, $r1, ~$r2"},
        {0x04014780d0100a15, "or.b32 $r5, ~$r5, $r16"},
        {0x0003c78810000819, "mov.b16 $o3.lo, $r2.lo"},
        {0x6c0087c8300203fd, "set.eq.s32 $p0|_, $r1, $r2"},
        {0x0403d50010000201, "@!$p1.ne mov.b32 $r0, $r1"},
        {0x0403d68010000201, "@$p1.13 mov.b32 $r0, $r1"},
        {0x0403d50010000201, "@$p1.zf mov.b32 $r0, $r1"},
        {0x0403d28010000201, "@$p1 mov.b32 $r0, $r1"},
        {0x90400200, "rcp.half.rn.f32 $r0, -$r1"},
        {0xe0e18404, "mad.half.rn.f32 $r1, -$r1, -$r2, c1[0x0004]"},
        {0x0c000780a0000401, "cvt.s32.u16 $r0, $r1.lo"},
        {0x0c000780a0000401, "cvt.s32.rn.u16 $r0, $r1.lo"},
        {0xc0004780b0000201, "pre.lg2.f32 $r0, $r1"},
        {0x2440c78010000801, "mov.u32.u32 $r0, c1[16]"},
        {0x0423c7801400c001, "mov.b32 $r0, s[$ofs1]"},
        {0x40c00780d0000201, "mov.u32 $r0, l[$r1]"},
        {0x20428810, "sub.half.b32 $r4, $r4, $r66"},
        {0x11002200, "mov.half.b16 $r0.lo, s[0x0002]"},
        {0x4000c780c0020201, "slct.u16 $r0, $r1, $r2, $r3"}, /* as decuda prints it */
        {0x0001878240001201, "mul24.lo.s32.join $r0, $r9, $r0"},
    };
    READING(pairs);
}

static void errors(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        unsigned column;
        const char *sentence;
    } invalid[] = {
        {"move.b32 $r0, $r1", 1, "'move' is no instruction of sm_10; did you mean mov or movsh?"},
        {"add.foo.u32 $r0, $r1, $r2", 5, "expected a modifier that this instruction can have"},
        {"@$p4.ne mov.b32 $r0, $r1", 5, "expected a guard, as in @$p0.ne"},
        {"trap.u32.u16 $r0", 1, NULL},
        {"trap # exit", 12, NULL},
        {"@$p0.ne trap", 9, "expected no guard on this instruction"},
        {"mov.half.b32 $r70, $r1", 14, "expected a value that fits its field"},
        {"mad.half.rn.f32 $r1, $r2, $r3, $r4", 22, "expected the same register as where it was named before"},
        {"mov.b32 $r0, s[0x0012]", 22, "expected an offset that is a multiple of the access size"},
        {"tex.2d.b32.f32 {$r2,_,$r5,_}, $tex0, {$r2,$r3}", 26, "expected the next register, or _"},
    };
    struct hw_target target = target_named("sm_10");
    for (size_t i = 0; i < sizeof(invalid) / sizeof(invalid[0]); i++) {
        struct hw_insn insn;
        struct hw_error error;
        assert_int_not_equal(hw_parse(&target, HW_SYNTAX_DECUDA, invalid[i].text, 0, &insn, &error), HW_OK);
        if (error.column != invalid[i].column ||
            (invalid[i].sentence && strcmp(error.text, invalid[i].sentence)))
            fail_msg("`%s`:%u: %s", invalid[i].text, error.column, error.text);
    }
}

/* ---------------------------------------------------------------- files */

static const char source[] = "// two kernels, as cudasm reads them\n"
                             "\t# a comment\n"
                             ".entry first\n"
                             "{\n"
                             ".lmem 0\n.smem 24\n.reg 2\n.bar 0\n"
                             "mov.half.b32 $r1, s[0x0010] # lds is no note here\n"
                             "mov.half.b32 $r0, $r1\n"
                             "again: add.b32 $r0, $r0, 1 // one more\n"
                             "set.lt.s32 $p0|_, $r0, c1[0x0000]\n"
                             "@$p0.ne bra.label again\n"
                             "d.u32 0xf0000001, 0xe0000781\n"
                             "#.constseg 1:0x0000 const\n"
                             "#{\n"
                             "#d.u32 0x0000000a, 0x00000014 // 0000\n"
                             "#}\n"
                             "}\n"
                             "#.sampler picture 2\n"
                             "#.nothing known\n"
                             ".entry second\n{\nreturn.end\n.constseg 1:0x10 mine\n{\nd.u32 7\n}\n}\n";

static struct hw_module *read_source(const char *text)
{
    struct hw_module *module;
    struct hw_error error;
    if (hw_listing_read(text, HW_LISTING_NATIVE, NULL, &module, &error))
        fail_msg("%u:%u: %s", error.line, error.column, error.text);
    return module;
}

static void a_file_of_cudasm(void **state)
{
    (void)state;
    static const struct pair code[] = {
        {0, "mov.half.b32 $r1, s[0x0010]"},
        {0x0000000320018001, NULL},
    };
    struct hw_module *module = read_source(source);
    assert_int_equal(module->kernel_count, 2);
    const struct hw_kernel *first = module->kernels[0], *second = module->kernels[1];
    assert_string_equal(first->name, "first");
    assert_int_equal(first->shared_bytes, 24);
    assert_int_equal(first->registers, 2);
    assert_int_equal(first->code_bytes, 40);
    assert_memory_equal(first->code + 8, &code[1].word, 8);
    assert_memory_equal(first->code + 32, ((const uint32_t[]){0xf0000001, 0xe0000781}), 8);
    assert_int_equal(first->const_count, 1);
    assert_int_equal(first->consts[0]->bytes, 8);
    assert_int_equal(first->consts[0]->data[4], 0x14);
    assert_string_equal(second->name, "second");
    assert_int_equal(second->consts[0]->offset, 16);
    assert_int_equal(module->sampler_count, 1);
    assert_int_equal(module->samplers[0]->unit, 2);
    hw_module_free(module);
    hw_fact("SF-241");
}

static char *write_text(const struct hw_module *module, bool constants)
{
    struct hw_listing_options options = {.syntax = HW_SYNTAX_DECUDA, .constants = constants};
    char *text;
    size_t length;
    assert_int_equal(hw_listing_write(module, &options, &text, &length, NULL), HW_OK);
    assert_int_equal(strlen(text), length);
    return text;
}

static void a_file_there_and_back(void **state)
{
    (void)state;
    struct hw_module *module = read_source(source);
    char *text = write_text(module, true);
    assert_non_null(strstr(text, "label0: add.b32 $r0, $r0, 0x00000001\n"));
    assert_non_null(strstr(text, "@$p0.ne bra.label label0\n"));
    assert_non_null(strstr(text, "c1[0x0000]    // c1[0x0] = 0x0000000a\n"));
    assert_non_null(
        strstr(text, "#.constseg 1:0x0000 const\n#{\n#d.u32 0x0000000a, 0x00000014 // 0000\n#}\n"));
    assert_non_null(strstr(text, "#.sampler picture 2\n"));
    struct hw_module *again = read_source(text);
    char *same = write_text(again, true);
    assert_string_equal(text, same);
    free(text);
    free(same);
    hw_module_free(module);
    hw_module_free(again);
}

static void errors_in_files(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        unsigned line, column;
    } invalid[] = {
        {".entry k\n{\nmov.b32 $r0, $r1\n", 3, 0},
        {".entry k\n{\nbra.label nowhere\n}\n", 3, 11},
        {".entry k\n{\nmov.half.b32 $r0, $r1\nreturn\n}\n", 4, 1},
        {".entry k\n{\n.constseg 1\n}\n", 3, 10},
        {"mov.b32 $r0, $r1\n.entry k\n", 1, 1},
        {".entry k\n{\n.foo 3\n}\n", 3, 1},
    };
    for (size_t i = 0; i < sizeof(invalid) / sizeof(invalid[0]); i++) {
        struct hw_module *module;
        struct hw_error error;
        assert_int_not_equal(hw_listing_read(invalid[i].text, HW_SYNTAX_DECUDA, NULL, &module, &error),
                             HW_OK);
        assert_null(module);
        if (error.line != invalid[i].line || (invalid[i].column && error.column != invalid[i].column))
            fail_msg("text %zu: %u:%u: %s", i, error.line, error.column, error.text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves_and_memory),
        cmocka_unit_test(arithmetic),
        cmocka_unit_test(textures),
        cmocka_unit_test(what_decuda_has_wrong),
        cmocka_unit_test(notes),
        cmocka_unit_test(other_spellings),
        cmocka_unit_test(errors),
        cmocka_unit_test(a_file_of_cudasm),
        cmocka_unit_test(a_file_there_and_back),
        cmocka_unit_test(errors_in_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
