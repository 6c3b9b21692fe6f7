/* SPDX-License-Identifier: MIT */
/* Scheduling on GK104 and GK110: counts in a word before every seven instructions, what they mean, and what
 * is computed (the Fermi CUDA ISA page of envytools).  test_sched_pairs.c has which instructions issue
 * together. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <halfwarp/effects.h>

#include "fact.h"
#include "sched_insn.h"

static const char *const chips[] = {"sm_30", "sm_35"};
#define CHIPS (sizeof(chips) / sizeof(chips[0]))

/* ---------------------------------------------------------------- bits and text */

static void every_byte_has_a_text(void **state)
{
    (void)state;
    for (uint32_t control = 0; control < 256; control++) {
        char text[HW_SCHED_TEXT_MAX];
        uint32_t again;
        struct hw_sched sched = hw_sched_unpack(HW_SCHED_COUNTS, control);
        assert_int_equal(hw_sched_pack(HW_SCHED_COUNTS, &sched), control);
        size_t length = hw_sched_print(HW_SCHED_COUNTS, control, 0, text, sizeof(text));
        assert_true(length < sizeof(text));
        assert_int_equal(hw_sched_parse(HW_SCHED_COUNTS, text, length, &again, NULL), HW_OK);
        assert_int_equal(again, control);
    }
}

static void bytes_mean(void **state)
{
    (void)state;
    static const struct {
        uint32_t control;
        const char *text;
        unsigned stall;
    } known[] = {{0x00, "?N", 0},
                 {0x04, "?D", 0},
                 {0x20, "?W1", 1},
                 {0x28, "?W9", 9},
                 {0x3f, "?W32", 32},
                 {0x60, "?W1 &bits=0x40", 1},
                 {0xc2, "?N &bits=0xc2", 0},
                 {HW_CONTROL_ABSENT, "?-", 0}};
    for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
        char text[HW_SCHED_TEXT_MAX];
        struct hw_sched sched = hw_sched_unpack(HW_SCHED_COUNTS, known[i].control);
        hw_sched_print(HW_SCHED_COUNTS, known[i].control, 0, text, sizeof(text));
        assert_string_equal(text, known[i].text);
        assert_int_equal(sched.stall, known[i].stall);
        assert_int_equal(sched.unstated, text[1] == 'N' || text[1] == '-');
    }
    hw_fact("SF-202");
    hw_fact("SF-203");
    hw_fact("SF-204");
    hw_fact("SF-205");
}

static void invalid_text_is_refused(void **state)
{
    (void)state;
    static const char *const invalid[] = {
        "?W0", "?W33", "?W9_Y", "&req={0} ?W1", "&wr=1 ?W1", "?W1 &bits=0x100", "&bits=0x1", "?X",
        /* two counts, and bits that make another count of the one that is stated */
        "?W1 ?W2", "?D ?N", "?W1 &bits=0x40 &bits=0x80", "?W1 &bits=0x1f", "?D &bits=0x20", "?N &bits=0x28",
        "?N &bits=0x4", "?- &bits=0x1"};
    for (size_t i = 0; i < sizeof(invalid) / sizeof(invalid[0]); i++) {
        uint32_t control;
        struct hw_error error;
        assert_int_equal(hw_sched_parse(HW_SCHED_COUNTS, invalid[i], strlen(invalid[i]), &control, &error),
                         HW_ERR_SYNTAX);
        assert_true(error.column > 0);
    }
}

/* ---------------------------------------------------------------- code */

static uint64_t word_at(const struct sched_code *code, size_t offset)
{
    uint64_t word = 0;
    assert_true(offset + 8 <= code->length);
    for (unsigned i = 0; i < 8; i++)
        word |= (uint64_t)code->bytes[offset + i] << (8 * i);
    return word;
}

static void a_word_stands_before_seven_instructions(void **state)
{
    (void)state;
    for (size_t i = 0; i < CHIPS; i++) {
        struct sched_code code;
        sched_code_make(
            &code, chips[i],
            "MOV R0, R1 ?W1\nMOV R2, R1 ?W2\nMOV R3, R1 ?W3\nMOV R4, R1 ?W4\nMOV R5, R1 ?W5\nMOV R6, R1 ?W6\n"
            "MOV R7, R1 ?D\nMOV R8, R1 ?W32\nEXIT ?N");
        assert_int_equal(hw_target_group(&code.target), 7);
        assert_int_equal(code.length, 128);
        unsigned shift = i ? 2 : 4;
        assert_true(word_at(&code, 0) == (i ? UINT64_C(0x0800000000000000) : UINT64_C(0x2000000000000007)) +
                                             (UINT64_C(0x04252423222120) << shift));
        assert_true(word_at(&code, 64) == (i ? UINT64_C(0x0800000000000000) : UINT64_C(0x2000000000000007)) +
                                              (UINT64_C(0x3f) << shift));
        hw_module_free(code.module);
    }
    struct hw_target gf100 = sched_target("sm_20");
    assert_int_equal(hw_target_group(&gf100), 0);
    hw_fact("SF-163");
    hw_fact("SF-201");
}

/* GK110's compilers leave the control word of a last group out that holds nothing but padding. */
static void a_last_group_may_have_no_word(void **state)
{
    (void)state;
    struct sched_code code;
    sched_code_make(&code, "sm_35",
                    "NOP ?W1\nNOP ?W1\nNOP ?W1\nNOP ?W1\nNOP ?W1\nNOP ?W1\nEXIT ?W15\n"
                    "again: BRA again ?-\nNOP ?-\nNOP ?-\nNOP ?-\nNOP ?-\nNOP ?-\nNOP ?-\nNOP ?-");
    assert_int_equal(code.length, 128);
    struct hw_insn insn;
    struct hw_semantics view;
    size_t at = 64;
    assert_int_equal(hw_decode_code(&code.target, code.bytes, code.length, &at, &insn), HW_OK);
    assert_int_equal(at, 64);
    assert_true(insn.control == HW_CONTROL_ABSENT);
    hw_insn_semantics(&insn, &view);
    assert_int_equal(view.op, HW_OP_BRA);
    uint64_t target;
    assert_true(hw_insn_target(&insn, at, &target) && target == 64);

    char *text;
    size_t length;
    struct hw_listing_options options = {.syntax = HW_SYNTAX_NV, .sched = true};
    struct hw_module *again;
    struct hw_error error = {.text = ""};
    assert_int_equal(hw_listing_write(code.module, &options, &text, &length, &error), HW_OK);
    if (hw_listing_read(text, HW_SYNTAX_NV, NULL, &again, &error) != HW_OK)
        fail_msg("%u: %s\n%s", error.line, error.text, text);
    assert_int_equal(again->kernels[0]->code_bytes, code.length);
    assert_memory_equal(again->kernels[0]->code, code.bytes, code.length);
    free(text);
    hw_module_free(again);
    hw_module_free(code.module);
}

static void a_group_has_its_word_or_lacks_it(void **state)
{
    (void)state;
    static const struct {
        const char *lines;
        unsigned line;
    } invalid[] = {{"MOV R0, R1 ?W1\nMOV R0, R1 ?-\nEXIT ?W15", 4},
                   {"MOV R0, R1 ?-\nMOV R0, R1 ?-\nEXIT ?W15", 5},
                   {"MOV R0, R1 ?W1\nMOV R0, R1\nEXIT ?W15", 4}};
    for (size_t i = 0; i < sizeof(invalid) / sizeof(invalid[0]); i++) {
        char text[200];
        struct hw_module *module;
        struct hw_error error;
        snprintf(text, sizeof(text), ".target sm_35\n.kernel k\n%s\n.end\n", invalid[i].lines);
        assert_int_equal(hw_listing_read(text, HW_SYNTAX_NV, NULL, &module, &error), HW_ERR_SYNTAX);
        assert_int_equal(error.line, invalid[i].line);
    }
}

/* ---------------------------------------------------------------- too early */

/* An instruction whose operands are not there is issued again in each cycle until they are: the page's
 * example counts 6, 5 and 2 issues for two instructions. */
static void who_comes_too_early_is_issued_again(void **state)
{
    (void)state;
    static const struct {
        unsigned stall, issues;
    } example[] = {{9, 6}, {10, 5}, {13, 2}, {14, 2}, {1, 14}};
    for (size_t chip = 0; chip < CHIPS; chip++)
        for (size_t i = 0; i < sizeof(example) / sizeof(example[0]); i++) {
            char lines[200];
            snprintf(lines, sizeof(lines),
                     "MOV R0, c[0x0][0x0] ?W%u\nISETP.EQ.U32.AND P0, PT, R0, 0x1, PT ?W1\nEXIT ?W15",
                     example[i].stall);
            struct sched_found found = sched_text_check(chips[chip], lines);
            assert_int_equal(2 + found.missing, example[i].issues);
        }
    hw_fact("SF-207");
    hw_fact("SF-208");
    hw_fact("SF-209");
    hw_fact("SF-210");
    hw_fact("SF-211");
}

/* ---------------------------------------------------------------- computed */

static void what_is_computed_waits_long_enough(void **state)
{
    (void)state;
    static const char lines[] =
        "MOV R0, c[0x0][0x0]\nIADD R1, R0, R0\nIADD R2, R1, 0x1\nISETP.EQ.U32.AND P0, PT, R2, 0x1, PT\n"
        "@P0 IADD R3, R2, R2\nLDS R4, [R3]\nIADD R5, R4, R4\nDADD R8, R6, R6\nDADD R8, R8, R8\n"
        "SSY there\nISETP.EQ.U32.AND P0, PT, R2, 0x1, PT\n@P0 BRA there\nNOP.S\n"
        "there: IADD R6, R5, 0x1\nEXIT";
    for (size_t i = 0; i < CHIPS; i++) {
        struct sched_code code;
        sched_code_make(&code, chips[i], lines);
        assert_int_equal(sched_code_check(&code.target, code.bytes, code.length).count, 0);
        assert_int_equal(sched_code_control(&code, 0), 0x2c);            /* of constant memory: 13 cycles */
        assert_int_equal(sched_code_control(&code, 1), 0x28);            /* an integer: 9 */
        assert_int_equal(sched_code_control(&code, 3), 0x2c);            /* a predicate: 13 */
        assert_int_equal(sched_code_control(&code, 5), 0x37);            /* a load: 24 */
        assert_int_equal(sched_code_control(&code, 7), i ? 0x29 : 0x34); /* a double: 10, on GK104 21 */
        assert_int_equal(sched_code_control(&code, 12),
                         i ? 0x2f : 0x00);                     /* a join: 16, on GK104 nothing stated */
        assert_int_equal(sched_code_control(&code, 14), 0x2e); /* EXIT: 15 */
        hw_module_free(code.module);
    }
}

/* What an instruction whose result the next one needs must wait for, by kind. */
static void each_kind_has_its_latency(void **state)
{
    (void)state;
    static const struct {
        const char *lines;
        uint32_t control[CHIPS]; /* of the first instruction: GK104's and GK110's */
    } kinds[] = {
        {"FFMA R0, R1, R2, R3\nFADD R4, R0, R0", {0x28, 0x28}},
        {"IMAD R0, R1, R2, R3\nIADD R4, R0, R0", {0x28, 0x28}},
        {"IADD R0.CC, R1, R2\nIADD.X R3, R1, R2", {0x2c, 0x2c}},
        {"MUFU.RCP R0, R1\nFADD R4, R0, R0", {0x28, 0x28}},
        {"DFMA R0, R2, R4, R6\nDADD R8, R0, R0", {0x34, 0x29}},
        {"F2F.F64.F32 R0, R2\nDADD R8, R0, R0", {0x34, 0x28}},
        {"DSETP.EQ.AND P0, PT, R2, R4, PT\n@P0 MOV R0, R1", {0x38, 0x2d}},
        {"S2R R0, SR_TID.X\nIADD R1, R0, R0", {0x28, 0x28}},
        {"LDS R0, [R2]\nIADD R1, R0, R0", {0x37, 0x37}},
        {"LDL R0, [R2]\nIADD R1, R0, R0", {0x37, 0x3f}},
        {"LD R0, [R2]\nIADD R1, R0, R0", {0x37, 0x3f}},
        {"LDC R0, c[0x2][R2]\nIADD R1, R0, R0", {0x28, 0x28}},
        {"SHFL.IDX PT, R0, R2, R3, R4\nIADD R1, R0, R0", {0x37, 0x37}},
    };
    for (size_t i = 0; i < CHIPS; i++)
        for (size_t k = 0; k < sizeof(kinds) / sizeof(kinds[0]); k++) {
            struct sched_code code;
            sched_code_make(&code, chips[i], kinds[k].lines);
            if (sched_code_control(&code, 0) != kinds[k].control[i])
                fail_msg("%s: %s: 0x%x", chips[i], kinds[k].lines, (unsigned)sched_code_control(&code, 0));
            hw_module_free(code.module);
        }
}

/* Memory and textures read their registers late.  Lookups do so in order, and may follow soon on who makes
 * their coordinates. */
static void sources_stay_until_they_are_read(void **state)
{
    (void)state;
    static const struct {
        const char *chip, *lines;
        uint32_t control; /* of the first instruction */
    } kinds[] = {
        {"sm_30", "STS [R0], R3\nMOV R3, R4", 0x2e},       {"sm_35", "ST.E [R0], R3\nMOV R1, R4", 0x2e},
        {"sm_30", "LDC R0, c[0x2][R2]\nMOV R2, R4", 0x2e}, {"sm_35", "LDC R0, c[0x2][R2]\nMOV R2, R4", 0x04},
        {"sm_35", "LDG.E R0, [R2]\nMOV R2, R4", 0x31},     {"sm_35", "LDG.E R0, [R2]\nLDG.E R2, [R4]", 0x20},
        {"sm_35", "MOV R2, R8\nLDG.E R0, [R2]", 0x20}, /* in 9, less the 8 by which a lookup is later */
        {"sm_35", "MOV R2, R8\nLD.E R0, [R2]", 0x28},      {"sm_35", "STS [R0], R3\nMOV R4, R5", 0x04},
    };
    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
        struct sched_code code;
        sched_code_make(&code, kinds[i].chip, kinds[i].lines);
        if (sched_code_control(&code, 0) != kinds[i].control)
            fail_msg("%s: %s: 0x%x", kinds[i].chip, kinds[i].lines, (unsigned)sched_code_control(&code, 0));
        hw_module_free(code.module);
    }
    struct sched_found found = sched_text_check("sm_30", "STS [R0], R3 ?W4\nMOV R3, R4 ?W1\nEXIT ?W15");
    assert_int_equal(found.count, 1);
    assert_int_equal(found.last.kind, HW_HAZARD_SOURCE);
    assert_int_equal(found.last.missing, 11);
    assert_string_equal(found.last.name, "R3");
}

/* Compiled code counts on 6 cycles behind 0x92 and on 11 behind 0xa2. */
static void waits_for_textures_have_a_scale_of_their_own(void **state)
{
    (void)state;
    static const struct {
        const char *sched;
        unsigned cycles;
    } known[] = {
        {"?N &bits=0x92", 6}, {"?W3 &bits=0x80", 11}, {"?W19 &bits=0x80", 16}, {"?N &bits=0xc2", 21}};
    for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
        char lines[200];
        snprintf(lines, sizeof(lines), "LDS R0, [R2] ?W1\nTEXDEPBAR 0x0 %s\nIADD R1, R0, R0 ?W1\nEXIT ?W15",
                 known[i].sched);
        assert_int_equal(sched_text_check("sm_30", lines).missing, 24 - 1 - known[i].cycles);
    }
    for (size_t i = 0; i < CHIPS; i++) {
        struct sched_code code;
        sched_code_make(&code, chips[i], "TEXDEPBAR 0x0\nLDS R0, [R2]\nTEXDEPBAR 0x0\nIADD R1, R0, R0\nEXIT");
        assert_int_equal(sched_code_control(&code, 0), 0xc2);
        assert_int_equal(sched_code_control(&code, 2), 0x36); /* the 23 cycles that LDS still needs */
        hw_module_free(code.module);
    }
}

/* Where paths meet less is known of what is under way: that a load under @!P2 is no matter to a move under
 * @P2 holds on one of two paths only. */
static void at_a_merge_point_all_is_in_flight(void **state)
{
    (void)state;
    static const char *const code_lines[] = {
        "@!P2 LDS R13, [R2]\nthere: @P2 MOV R13, R9\nISETP.EQ.AND P0, PT, R1, R13, PT\n@P0 BRA there\nEXIT",
        "@!P2 LDS R13, [R2]\nthere: @P2 MOV R13, R9\nISETP.EQ.AND P0, PT, R1, R2, PT\n@!P3 LDS R13, [R2]\n"
        "@P0 BRA there\nEXIT"};
    for (size_t i = 0; i < CHIPS; i++)
        for (size_t k = 0; k < sizeof(code_lines) / sizeof(code_lines[0]); k++) {
            struct sched_code code;
            sched_code_make(&code, chips[i], code_lines[k]);
            assert_int_equal(sched_code_check(&code.target, code.bytes, code.length).count, 0);
            hw_module_free(code.module);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_byte_has_a_text),
        cmocka_unit_test(bytes_mean),
        cmocka_unit_test(invalid_text_is_refused),
        cmocka_unit_test(a_word_stands_before_seven_instructions),
        cmocka_unit_test(a_last_group_may_have_no_word),
        cmocka_unit_test(a_group_has_its_word_or_lacks_it),
        cmocka_unit_test(who_comes_too_early_is_issued_again),
        cmocka_unit_test(what_is_computed_waits_long_enough),
        cmocka_unit_test(each_kind_has_its_latency),
        cmocka_unit_test(at_a_merge_point_all_is_in_flight),
        cmocka_unit_test(sources_stay_until_they_are_read),
        cmocka_unit_test(waits_for_textures_have_a_scale_of_their_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
