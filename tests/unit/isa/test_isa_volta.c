/* SPDX-License-Identifier: MIT */
/* Volta to Ada against real code: every word of the corpus decodes without an unknown bit and comes back from
 * its text, and our text is that of NVIDIA's listings.  Skipped where the corpus is not beside the
 * repository. */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include <halfwarp/isa.h>
#include <halfwarp/sched.h>

#include "isa_corpus.h"
#include "own_control.h"

static struct hw_insn decode_long(const struct hw_target *target, const uint64_t word[2])
{
    struct hw_insn insn;
    assert_int_equal(hw_decode(target, word, 16, &insn), HW_OK);
    return insn;
}

/* ---------------------------------------------------------------- words */

static const struct {
    const char *chip;
    unsigned words;
} lists[] = {{"sm_70", 40000},  {"sm_72", 40000}, {"sm_75", 40000}, {"sm_80", 40000},
             {"sm_86", 40000},  {"sm_87", 36797}, {"sm_89", 40000}, {"sm_90", 53690},
             {"sm_100", 63710}, {"sm_103", 6746}, {"sm_120", 53304}};

static unsigned known;

static void check_long_word(const struct hw_target *target, const uint64_t word[2])
{
    char text[HW_TEXT_MAX];
    struct hw_insn insn = decode_long(target, word), again;
    struct hw_error error;
    if (!insn.form)
        return;
    known++;
    if (insn.unknown[0] | insn.unknown[1])
        fail_msg("%016" PRIx64 "%016" PRIx64 ": unknown bits", word[1], word[0]);
    hw_print(&insn, HW_SYNTAX_NV, 0x40, text, sizeof text);
    if (hw_parse(target, HW_SYNTAX_NV, text, 0x40, &again, &error))
        fail_msg("`%s`: column %u: %s", text, error.column, error.text);
    assert_true(own_control_agrees(target, &insn, &again));
    if (again.form != insn.form || again.word[0] != word[0] || again.word[1] != word[1])
        fail_msg("%016" PRIx64 "%016" PRIx64 " `%s` comes back as %016" PRIx64 "%016" PRIx64, word[1],
                 word[0], text, again.word[1], again.word[0]);
}

static void words_decode_and_come_back(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        known = 0;
        assert_int_equal(each_long_word(lists[i].chip, check_long_word), lists[i].words);
        assert_int_equal(known, lists[i].words);
    }
}

/* ---------------------------------------------------------------- scheduling bits */

/* IADD3 R1, R1, R2, R3 with these scheduling bits; NULL: it is no instruction. */
static const char *with_control(const char *chip, uint32_t control, char text[HW_TEXT_MAX])
{
    struct hw_target target = target_named(chip);
    const uint64_t word[2] = {0x0000000201017210, (uint64_t)control << 41 | 0x07ffe003};
    struct hw_insn insn = decode_long(&target, word);
    hw_print(&insn, HW_SYNTAX_NV, 0, text, HW_TEXT_MAX);
    return insn.form ? text : NULL;
}

static void reuse_is_shown_with_the_no_yield_bit(void **state)
{
    char text[HW_TEXT_MAX];
    (void)state;
    assert_string_equal(with_control("sm_75", 0x7f1, text), "IADD3 R1, R1, R2, R3");
    assert_string_equal(with_control("sm_75", 0x7f1 | 5 << 17, text), "IADD3 R1, R1.reuse, R2, R3.reuse");
    assert_string_equal(with_control("sm_75", 0x7e1 | 5 << 17, text), "IADD3 R1, R1, R2, R3");
    assert_null(with_control("sm_75", 0x7e1 | 6 << 17, text));
    assert_string_equal(with_control("sm_75", 0x7f1 | 7 << 17, text),
                        "IADD3 R1, R1.reuse, R2.reuse, R3.reuse");
}

static void some_scheduling_bits_are_no_instruction(void **state)
{
    char text[HW_TEXT_MAX];
    (void)state;
    for (unsigned number = 0; number < 32; number++) {
        const bool legal = number != 16 && number < 28;
        assert_int_equal(with_control("sm_86", 0x7e0 | number, text) != NULL, legal);
    }
    assert_null(with_control("sm_86", 0x7e0 | 1 << 17, text)); /* a stall count of 0 */
    assert_non_null(with_control("sm_86", 0x7e0, text));
}

/* What no text says is written as one cycle without a scoreboard; reuse is read. */
static void text_without_scheduling(void **state)
{
    struct hw_target target = target_named("sm_75");
    (void)state;
    assert_int_equal(parse_nv(&target, "IADD3 R1, R1, R2, R3").word[1], (uint64_t)0x7f1 << 41 | 0x07ffe003);
    assert_int_equal(parse_nv(&target, "IADD3 R1, R1, R2.reuse, R3").word[1],
                     (uint64_t)(0x7f1 | 2 << 17) << 41 | 0x07ffe003);
}

/* ---------------------------------------------------------------- chips */

/* Bit 91 makes a uniform form from Turing on; Volta ignores it. */
static void volta_ignores_what_turing_reads(void **state)
{
    const uint64_t word[2] = {0x0000000201017210, (uint64_t)0x7f1 << 41 | 0x07ffe003 | 1 << 27};
    struct hw_target volta = target_named("sm_70"), turing = target_named("sm_75");
    char text[HW_TEXT_MAX];
    struct hw_insn insn = decode_long(&volta, word);
    (void)state;
    hw_print(&insn, HW_SYNTAX_NV, 0, text, sizeof text);
    assert_string_equal(text, "IADD3 R1, R1, R2, R3 # unknown bits 0x00000000080000000000000000000000");
    assert_int_equal(parse_nv(&volta, text).word[1], word[1]);
    assert_null(decode_long(&turing, word).form);
    assert_int_not_equal(hw_parse(&turing, HW_SYNTAX_NV, text, 0, &insn, NULL), HW_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_decode_and_come_back),
        cmocka_unit_test(reuse_is_shown_with_the_no_yield_bit),
        cmocka_unit_test(some_scheduling_bits_are_no_instruction),
        cmocka_unit_test(text_without_scheduling),
        cmocka_unit_test(volta_ignores_what_turing_reads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
