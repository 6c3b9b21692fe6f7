/* SPDX-License-Identifier: MIT */
/* Fermi's short instructions, which no listing and no compiler has: their text in each dialect, what they
 * refuse, and that they leave long ones alone.  What they do is test_engine_short_fermi.c. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include <halfwarp/isa.h>

#include "isa_corpus.h"

static struct hw_insn decode_short(const struct hw_target *target, uint32_t word)
{
    struct hw_insn insn;
    assert_int_equal(hw_decode(target, &word, sizeof word, &insn), HW_OK);
    assert_int_equal(insn.bytes, 4);
    return insn;
}

/* Words of which each instruction is in envytools' tables, and what differs between the dialects. */
static const struct {
    uint32_t word;
    const char *text[3];
} shorts[] = {
    {0x00001c08, {"NOP_N", "NOP_N", "NOP_N"}},
    {0x84100008, {"@P0 MUFU_N.SIN R0, R1", "@P0 MUFU_N.SIN R0, R1", "@P0 MUFU_N.SIN R0, R1"}},
    {0x08209e08, {"SHL_N R2, R2, 0x2", "SHL_N R2, R2, 0x2", "SHL_N R2, R2, 0x2"}},
    {0x42101c08, {"S2R_N R0, SR_TID.X", "S2R_N R0, SR_Tid_X", "S2R_N R0, SR_Tid_X"}},
    {0xfff01d18, {"MOV_N R0, -0x1", "MOV_N R0, 0xfff", "MOV_N R0, 0xfff"}},
    {0xbf801f18, {"MOV32I_N R0, 0xbf800000", "MOV32I_N R0, -0x40800000", "MOV32I_N R0, -0x40800000"}},
    {0x0420582e | 0x40,
     {"FFMA_N R1, R2, R1, c[0x0][0x60]", "FFMA_N R1, R2, R1, c [0x0] [0x60]",
      "FFMA_N R1, R2, R1, c [0x0] [0x60]"}},
    {0x0420581e, {"FFMA_N R1, -R2, R1, R24", "FFMA_N R1, R2, -R1, R24", "FFMA_N R1, R2, -R1, R24"}},
    {0x04101e6c,
     {"ISUB_N R0, c[0x1][0x4], R1", "IADD_N R0, -R1, c [0x1] [0x4]", "IADD_N R0, -R1, c [0x1] [0x4]"}},
    {0x04101c6c, {"IADD_N R0, -R1, R1", "IADD_N R0, -R1, R1", "IADD_N R0, -R1, R1"}},
    {0x04101eac, {"IADD_N R0, R1, -0x7f", "IADD_N R0, R1, 0x81", "IADD_N R0, R1, 0x81"}},
    {0x40005cc8,
     {"ISETP_N.LT.AND P0, PT, R0, 0x10, PT", "ISETP_N.LT.AND P0, pt, R0, 0x10, pt",
      "ISETP_N.LT.AND P0, pt, R0, 0x10, pt"}},
    {0x1b945c08,
     {"PSETP_N.OR.AND P2, PT, !P1, !P1, PT", "PSETP_N.OR.AND P2, pt, pt, !P1, !P1",
      "PSETP_N.OR.AND P2, pt, pt, !P1, !P1"}},
    {0x04301c98,
     {"F2F_N.F32.F32 R0, R1 # unknown bits 0x00300000", "F2F_N.PASS R0, R1 # unknown bits 0x00300000",
      "F2F_N.PASS R0, R1 # unknown bits 0x00300000"}},
    {0x04301e98, {"F2F_N.F32.F32.TRUNC R0, R1", "F2F_N.TRUNC R0, R1", "F2F_N.TRUNC R0, R1"}},
    {0xfc20dfda, {"STS_N.64 [R2+-0x8], R3", "STS_N.64 [R2+-0x8], R3", "STS_N.64 [R2+-0x8], R3"}},
    {0x1c30dcfc, {"LDC_N R3, c[0x7][R3+0x70]", "LDC_N R3, c [0x7] [R3+0x70]", "LDC_N R3, c [0x7] [R3+0x70]"}},
    {0x0fff9dff, {"BRA_N 0xfc", "BRA_N 0xfc", "BRA_N 0xfc"}},
    {0x5fffffff, {"CAL_N 0x100", "CAL_N 0x100", "CAL_N 0x100"}},
};

static void short_instructions(void **state)
{
    (void)state;
    static const char *const chips[] = {"sm_20", "sm_30"};
    for (unsigned chip = 0; chip < 2; chip++) {
        struct hw_target target = target_named(chips[chip]);
        for (size_t i = 0; i < sizeof shorts / sizeof shorts[0]; i++)
            for (unsigned d = 0; d < 3; d++) {
                struct hw_insn insn = decode_short(&target, shorts[i].word), again;
                char text[HW_TEXT_MAX];
                hw_print(&insn, (enum hw_syntax)d, 0x100, text, sizeof text);
                assert_string_equal(text, shorts[i].text[d]);
                assert_int_equal(hw_parse(&target, (enum hw_syntax)d, text, 0x100, &again, NULL), HW_OK);
                assert_int_equal(again.word[0], shorts[i].word);
                assert_int_equal(again.bytes, 4);
            }
    }
}

/* No text without _N is a short instruction's, and what does not fit one is refused. */
static void long_forms_stay_the_default(void **state)
{
    (void)state;
    static const char *const refused[] = {
        "IADD_N R0, R1, 0x100",    "FADD_N R0, R1, c[0x2][0x0]",
        "MOV_N R0, c[0x0][0x100]", "MOV_N R0, c[0x0][0x2]",
        "LD_N.64 R0, [R2+0x4]",    "LDS_N R0, [R1+0x200]",
        "MOV32I_N R0, 0x1",        "ISETP_N.LT.AND P0, P1, R0, R1, PT",
        "VADD2_N R0, R1, R2, R3",  "BRA_N 0x2",
        "BRA_N 0x10000",           "IADD_N.SAT R0, R1, R2",
    };
    struct hw_target target = target_named("sm_20");
    struct hw_insn insn;
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++)
        if (hw_parse(&target, HW_SYNTAX_NV, refused[i], 0, &insn, NULL) == HW_OK)
            fail_msg("`%s` is taken", refused[i]);
    assert_int_equal(parse_nv(&target, "IADD R0, R1, R2").word[0], 0x4800000008101c03);
    assert_int_equal(parse_nv(&target, "NOP").bytes, 8);
}

/* A word of 64 bits that begins with a short instruction is no instruction, and comes back. */
static void two_short_ones_are_no_long_one(void **state)
{
    (void)state;
    struct hw_target target = target_named("sm_20");
    const uint64_t word = 0x00001c0842101c08;
    struct hw_insn insn, again;
    char text[HW_TEXT_MAX];
    assert_int_equal(hw_decode_word(&target, &word, sizeof word, &insn), HW_OK);
    assert_null(insn.form);
    assert_int_equal(insn.bytes, 8);
    hw_print(&insn, HW_SYNTAX_NV, 0, text, sizeof text);
    assert_string_equal(text, ".word 0x00001c0842101c08 # unknown");
    assert_int_equal(hw_parse(&target, HW_SYNTAX_NV, text, 0, &again, NULL), HW_OK);
    assert_int_equal(again.bytes, 8);
    assert_int_equal(again.word[0], word);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(short_instructions),
        cmocka_unit_test(long_forms_stay_the_default),
        cmocka_unit_test(two_short_ones_are_no_long_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
