/* SPDX-License-Identifier: MIT */
/* Register groups against compiled code: none of it has a group that is misaligned or goes on behind the last
 * register; where a word has one, the sentence names its registers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "isa/register_groups.h"
#include "isa_corpus.h"

static void has_no_fault(const struct hw_target *target, const struct hw_insn *insn)
{
    char fault[HW_REGISTER_GROUP_TEXT], text[HW_TEXT_MAX];

    if (!hw_register_group_fault(insn, fault))
        return;
    hw_print(insn, hw_target_syntax(target), 0, text, sizeof text);
    fail_msg("`%s`: %s", text, fault);
}

static void check_short(const struct hw_target *target, uint64_t word)
{
    const struct hw_insn insn = decode_word(target, word);
    has_no_fault(target, &insn);
}

static void check_long(const struct hw_target *target, const uint64_t word[2])
{
    struct hw_insn insn;
    assert_int_equal(hw_decode(target, word, 16, &insn), HW_OK);
    has_no_fault(target, &insn);
}

static void compiled_code_has_aligned_groups(void **state)
{
    static const char *const short_words[] = {"sm_20", "sm_23", "sm_30", "sm_32", "sm_35", "sm_37",
                                              "sm_50", "sm_52", "sm_53", "sm_60", "sm_61", "sm_62"};
    static const char *const long_words[] = {"sm_70", "sm_72", "sm_75",  "sm_80",  "sm_86", "sm_87",
                                             "sm_89", "sm_90", "sm_100", "sm_103", "sm_120"};
    (void)state;

    for (size_t i = 0; i < sizeof short_words / sizeof short_words[0]; i++)
        assert_true(each_word(short_words[i], ".txt", check_short) > 100);
    for (size_t i = 0; i < sizeof long_words / sizeof long_words[0]; i++)
        assert_true(each_long_word(long_words[i], check_long) > 100);
}

static void wrong_groups_are_named(void **state)
{
    static const struct {
        const char *chip, *text, *begins; /* the sentence begins so; NULL: the group is right */
    } rows[] = {
        {"sm_20", "LDS.64 R23, [R3]", "R23 to R24: on chips such a group begins at a multiple of 2"},
        {"sm_20", "DADD R62, R2, R4", "R62 to R63: the chip has R0 to R62"},
        {"sm_35", "DADD R62, R2, R4", NULL},
        {"sm_35", "DADD R254, R2, R4", "R254 to R255: the chip has R0 to R254"},
        {"sm_75", "DADD R3, R2, R4", "R3 to R4: "},
        {"sm_75", "DADD R2, R3, R4", "R3 to R4: "},
        {"sm_75", "DADD RZ, RZ, R4", NULL},
        {"sm_75", "IMAD.WIDE R3, R4, R5, R6", "R3 to R4: "},
        {"sm_90", "LDG.E.128 R2, desc[UR4][R4.64]",
         "R2 to R5: on chips such a group begins at a multiple of 4"},
        {"sm_90", "LDG.E.128 R254, desc[UR4][R4.64]", "R254 to R257: the chip has R0 to R254"},
        {"sm_90", "LDG.E R2, desc[UR4][R5.64]", "R5 to R6: "},
        {"sm_90", "LDG.E.128 RZ, desc[UR4][R4.64]", NULL},
        {"sm_90", "HMMA.16816.F32 R1, R4, R6, R8", "R1 to R4: "},
        {"sm_90", "HGMMA.64x256x16.F32 R200, gdesc[UR8], R24", "R200 to R327: "},
        {"sm_90", "HGMMA.64x256x16.F32 R28, gdesc[UR8], R24",
         "R28 to R155: on chips such a group begins at a multiple of 8"},
        {"sm_90", "ULDC.64 UR62, c[0x0][0x160]", "UR62 to UR63: the chip has UR0 to UR62"},
        {"sm_90", "UIMAD.WIDE UR5, UR4, UR6, URZ", "UR5 to UR6: "},
        {"sm_100", "LDCU.64 UR62, c[0x0][0x160]", NULL},
        {"sm_100", "LDCU.64 UR254, c[0x0][0x160]", "UR254 to UR255: the chip has UR0 to UR254"},
        {"sm_100", "LDCU.128 UR6, c[0x0][0x160]", "UR6 to UR9: "},
        {"sm_100", "LDTM.x128 R200, tmem[UR4]", "R200 to R327: the chip has R0 to R254"},
        {"sm_100", "LDTM.x128 R4, tmem[UR5]", NULL},
    };
    (void)state;

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct hw_target target = target_named(rows[i].chip);
        const struct hw_insn insn = parse_nv(&target, rows[i].text);
        char fault[HW_REGISTER_GROUP_TEXT] = "";
        const bool is_wrong = hw_register_group_fault(&insn, fault);
        if (is_wrong != (rows[i].begins != NULL) ||
            (is_wrong && strncmp(fault, rows[i].begins, strlen(rows[i].begins)) != 0))
            fail_msg("%s: `%s`: \"%s\"", rows[i].chip, rows[i].text, fault);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(compiled_code_has_aligned_groups),
        cmocka_unit_test(wrong_groups_are_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
