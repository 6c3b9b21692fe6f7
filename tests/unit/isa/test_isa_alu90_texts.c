/* SPDX-License-Identifier: MIT */
/* Hopper and Blackwell: integers, the uniform datapath, control flow and special registers.  Words, what
 * nvdisasm 13.5 prints for them, and what the new operations write and read. */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include <halfwarp/effects.h>
#include <halfwarp/isa.h>

#include "isa_corpus.h"

static const struct {
    const char *chip;
    uint64_t high, low;
    const char *text;
} words[] = {
    /* clang-format off */
    {"sm_90", 0x000fc40003fe0300, 0x0000000a00007248,
     "VIMNMX.S16x2 R0, R0, R10, PT"},
    /* clang-format on */
};

static void texts_are_nvidias(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        const struct hw_target target = target_named(words[i].chip);
        const uint64_t word[2] = {words[i].low, words[i].high};
        struct hw_insn insn, again;
        char text[HW_TEXT_MAX];
        assert_int_equal(hw_decode(&target, word, sizeof word, &insn), HW_OK);
        hw_print(&insn, HW_SYNTAX_NV, 0, text, sizeof text);
        assert_int_equal(hw_parse(&target, HW_SYNTAX_NV, text, 0, &again, NULL), HW_OK);
        assert_memory_equal(again.word, word, sizeof word);
        without_notes(text);
        assert_string_equal(text, words[i].text);
    }
}

/* What later chips lack has no text there. */
static void chips_lack_forms(void **state)
{
    static const struct {
        const char *chip, *text;
    } lacks[] = {
        {"sm_89", "VIADD R4, R6, R8"},
        {"sm_107", "VIMNMX3 R4, R6, R8, R10, PT"},
        {"sm_120", "VABSDIFF R4, R6, R8, R10"},
        {"sm_100", "IADD R4, R6, R8"},
        {"sm_110", "IADD.XOR R4, PT, R6, R8, R10"},
        {"sm_100", "MOV R4, c[0x0][0x160]"},
        {"sm_90", "LDCU UR4, c[0x0][UR6]"},
        {"sm_100", "ULDC UR4, c[0x0][0x160]"},
        {"sm_100", "UFADD UR4, UR6, UR10"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof lacks / sizeof lacks[0]; i++) {
        const struct hw_target target = target_named(lacks[i].chip);
        struct hw_insn insn;
        assert_int_not_equal(hw_parse(&target, HW_SYNTAX_NV, lacks[i].text, 0, &insn, NULL), HW_OK);
    }
}

/* Registers as first+count; of the uniform datapath the numbers of the lowest 64 as a mask. */
static void write_effects(const struct hw_effects *e, char *to, size_t size)
{
    size_t n = (size_t)snprintf(to, size, "w");
    for (unsigned i = 0; i < e->write_count; i++)
        n += (size_t)snprintf(to + n, size - n, " %u+%u", e->write[i].first, e->write[i].count);
    n += (size_t)snprintf(to + n, size - n, " u%" PRIx64 " p%x q%x r", e->ureg_written[0], e->pred_written,
                          e->upred_written);
    for (unsigned i = 0; i < e->read_count; i++)
        n += (size_t)snprintf(to + n, size - n, " %u+%u", e->read[i].first, e->read[i].count);
    snprintf(to + n, size - n, " u%" PRIx64 " p%x q%x m%x", e->ureg_read[0], e->pred_read, e->upred_read,
             e->memory);
}

static void effects_are_complete(void **state)
{
    static const struct {
        const char *chip, *text, *expected;
    } cases[] = {
        {"sm_100", "IADD3 R4, P1, P2, R6, R8, R10", "w 4+1 u0 p6 q0 r 6+1 8+1 10+1 u0 p0 q0 m0"},
        {"sm_120", "IADD.64.X R4, P1, R6, R8, P2", "w 4+2 u0 p2 q0 r 6+2 8+2 u0 p4 q0 m0"},
        {"sm_120", "IADD R4, R6, UR8", "w 4+1 u0 p0 q0 r 6+1 u100 p0 q0 m0"},
        {"sm_107", "IMNMX.U64 P1, P2, R4, R6, R8, P3, P4", "w 4+2 u0 p6 q0 r 6+2 8+2 u0 p18 q0 m0"},
        {"sm_120", "ISETP.LT.S64.AND P1, PT, R4, UR8, PT", "w u0 p2 q0 r 4+2 u300 p0 q0 m0"},
        {"sm_120", "MOV.64 R4, UR8", "w 4+2 u0 p0 q0 r u300 p0 q0 m0"},
        {"sm_120", "MOV.64 R4, 0x123456789a", "w 4+2 u0 p0 q0 r u0 p0 q0 m0"},
        {"sm_120", "SEL.64 R4, R6, R8, !P1", "w 4+2 u0 p0 q0 r 6+2 8+2 u0 p2 q0 m0"},
        {"sm_90", "VIMNMX.U16x2 R4, P1, P2, R6, R8, PT", "w 4+1 u0 p6 q0 r 6+1 8+1 u0 p0 q0 m0"},
        {"sm_90", "VIADDMNMX R4, R6, R8, R10, !P1", "w 4+1 u0 p0 q0 r 6+1 8+1 10+1 u0 p2 q0 m0"},
        {"sm_90", "ELECT P1, UR4, P2", "w u10 p2 q0 r u0 p4 q0 m0"},
        {"sm_100", "R2UR.FILL UR4, R8", "w u10 p0 q0 r 8+1 u0 p0 q0 m0"},
        {"sm_100", "LDCU.128 UR4, c[0x0][UR8+0x10]", "w uf0 p0 q0 r u100 p0 q0 m1"},
        {"sm_100", "LDCU.64 UR4, cx[UR8][0x10]", "w u30 p0 q0 r u300 p0 q0 m1"},
        {"sm_120", "LDCU.64 UR4, cx[UR8][UR12+0x10]", "w u30 p0 q0 r u1300 p0 q0 m1"},
        {"sm_120", "LDCU.256 UR12, UR4, c[0x0][UR8], 0x0", "w uf0f0 p0 q0 r u100 p0 q0 m1"},
        {"sm_100", "UGETNEXTWORKID.SELFCAST [UR4], [UR5]", "w u0 p0 q0 r u30 p0 q0 m2"},
        {"sm_90", "USETMAXREG.TRY_ALLOC.CTAPOOL UP1, 0xa0", "w u0 p0 q2 r u0 p0 q0 m0"},
        {"sm_120", "UIMNMX.S64 UP1, UPT, UR4, UR6, UR8, UP2, UPT", "w u30 p0 q2 r u3c0 p0 q4 m0"},
        {"sm_120", "UFFMA UR4, UR6, UR8, UR10", "w u10 p0 q0 r u540 p0 q0 m0"},
        {"sm_90", "ULEPC UR4, 0x20", "w u30 p0 q0 r u0 p0 q0 m0"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct hw_target target = target_named(cases[i].chip);
        const struct hw_insn insn = parse_nv(&target, cases[i].text);
        struct hw_effects effects;
        char text[256];
        hw_insn_effects(&insn, &effects);
        write_effects(&effects, text, sizeof text);
        assert_string_equal(text, cases[i].expected);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(texts_are_nvidias),
                                       cmocka_unit_test(chips_lack_forms),
                                       cmocka_unit_test(effects_are_complete)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
