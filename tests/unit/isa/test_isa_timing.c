/* SPDX-License-Identifier: MIT */
/* Timing classes and the numbers of isa/timing: what every instruction has, and where a number is from. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include <halfwarp/sched.h>

#include "isa/timing.h"

static struct hw_target find(const char *name)
{
    struct hw_target target;
    assert_int_equal(hw_target_find(name, &target, NULL), HW_OK);
    return target;
}

static struct hw_insn parse(const struct hw_target *target, const char *text)
{
    struct hw_insn insn;
    struct hw_error error = {.text = ""};
    if (hw_parse(target, HW_SYNTAX_NV, text, 0, &insn, &error) != HW_OK)
        fail_msg("%s: %s", text, error.text);
    return insn;
}

static void test_class_of_an_instruction(void **state)
{
    static const struct {
        const char *chip, *text;
        enum hw_timing_class class;
    } known[] = {
        {"sm_50", "IADD R0, R1, R2", HW_CLASS_ALU},
        {"sm_50", "IMUL R0, R1, R2", HW_CLASS_ALU_MULTIPLY},
        {"sm_35", "POPC R0, R1, R2", HW_CLASS_ALU_COUNT},
        {"sm_35", "MOV R0, R1", HW_CLASS_ALU},
        {"sm_35", "MOV R0, c[0x0][0x4]", HW_CLASS_ALU_CONSTANT},
        {"sm_30", "F2F.F32.F32 R0, R1", HW_CLASS_CONVERT},
        {"sm_30", "F2F.F32.F64 R0, R2", HW_CLASS_CONVERT_DOUBLE},
        {"sm_30", "DADD R0, R2, R4", HW_CLASS_FP64},
        {"sm_35", "LDG R0, [R2]", HW_CLASS_MEM_READONLY},
        {"sm_50", "LDG R0, [R2]", HW_CLASS_MEM},
        {"sm_50", "CS2R R0, SR_CLOCKLO", HW_CLASS_SPECIAL_COUPLED},
        {"sm_50", ".word 0x0000000000000000", HW_CLASS_UNKNOWN},
    };
    (void)state;
    for (unsigned i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
        const struct hw_target target = find(known[i].chip);
        const struct hw_insn insn = parse(&target, known[i].text);
        if (hw_timing_class(&insn) != known[i].class)
            fail_msg("%s: %s", known[i].text, hw_timing_class_name(hw_timing_class(&insn)));
    }
}

/* A class is named as its unit, or as that with a dot behind it. */
static void test_names_of_classes(void **state)
{
    const struct hw_isa *isa;
    (void)state;
    for (unsigned i = 0; (isa = hw_isa_at(i)) != NULL; i++)
        for (unsigned n = 0; hw_isa_form(isa, n); n++) {
            const struct hw_insn insn = {.form = hw_isa_form(isa, n)};
            const char *unit = hw_form_unit(insn.form), *name = hw_timing_class_name(hw_timing_class(&insn));
            assert_memory_equal(name, unit, strlen(unit));
            assert_true(!name[strlen(unit)] || name[strlen(unit)] == '.');
        }
}

/* Whatever is scheduled has numbers, and each of these says where it is from. */
static void test_tables(void **state)
{
    const struct hw_isa *isa;
    (void)state;
    for (unsigned i = 0; (isa = hw_isa_at(i)) != NULL; i++)
        for (unsigned chip = 0; hw_isa_chip(isa, chip); chip++) {
            const struct hw_target target = {isa, (uint8_t)chip, HW_PROGRAM_CP};
            const struct hw_timing_table *table = hw_timing_table(&target);
            assert_true(table || hw_sched_kind(&target) == HW_SCHED_NONE);
            for (unsigned n = 0; table && n < table->line_count; n++) {
                assert_true(table->line[n].standing <= HW_STANDING_GUESS);
                assert_true(strlen(table->line[n].source) > 0);
            }
        }
}

static void test_numbers(void **state)
{
    const struct hw_target gk104 = find("sm_30"), gk110 = find("sm_35"), maxwell = find("sm_50");
    const struct hw_insn load = parse(&gk104, "LD R0, [R2]"), add = parse(&maxwell, "FADD R0, R1, R2");
    const struct hw_insn unknown = {.form = NULL}, sine = parse(&maxwell, "MUFU.SIN R0, R1");
    (void)state;
    assert_int_equal(hw_timing_of(&gk104, &load)->reg, 24);
    assert_int_equal(hw_timing_of(&gk104, &load)->held, 15);
    assert_int_equal(hw_timing_of(&maxwell, &add)->pred, 13);
    assert_int_equal(hw_timing_of(&maxwell, &sine)->reg, 0);
    assert_int_equal(hw_timing_of(&maxwell, &sine)->order, HW_ORDER_SPECIAL);
    assert_true(hw_timing_of(&maxwell, &unknown)->late);
    assert_int_equal(hw_timing_table(&maxwell)->least[HW_OP_BRA], 5);
    assert_int_equal(hw_timing_table(&gk104)->join, 0);
    assert_int_equal(hw_timing_table(&gk110)->join, 16);
    assert_true(hw_timing_has(&gk104, HW_TRAIT_LONE_ACCESSES));
    assert_false(hw_timing_has(&gk110, HW_TRAIT_LONE_ACCESSES));
}

/* Nothing is known of Tesla: a scoreboard would be right for everything. */
static void test_no_table(void **state)
{
    const struct hw_target tesla = find("sm_10");
    const struct hw_insn unknown = {.form = NULL};
    (void)state;
    assert_null(hw_timing_table(&tesla));
    assert_false(hw_timing_has(&tesla, HW_TRAIT_FLOAT_BANKS));
    assert_int_equal(hw_timing_of(&tesla, &unknown)->reg, 0);
    assert_true(hw_timing_of(&tesla, &unknown)->late);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_class_of_an_instruction),
                                       cmocka_unit_test(test_names_of_classes), cmocka_unit_test(test_tables),
                                       cmocka_unit_test(test_numbers), cmocka_unit_test(test_no_table)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
