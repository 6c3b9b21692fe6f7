/* SPDX-License-Identifier: MIT */
/* The scheduling that the assembler accepts, where it stands in the instruction's own word: just what leaves
 * the word an instruction, and what it accepts comes back from the disassembler's text. */
#include "scheduled.h"

#include <stdlib.h>

static hw_status read_line(const char *chip, const char *line, struct hw_module **module,
                           struct hw_error *error)
{
    char text[256];
    snprintf(text, sizeof text, ".target %s\n.kernel k\n%s\n.end\n", chip, line);
    return hw_listing_read(text, HW_LISTING_NATIVE, NULL, module, error);
}

/* What is written of a word is assembled to it. */
static void comes_back(const char *line, const struct hw_module *module)
{
    const struct hw_listing_options options = {.syntax = HW_LISTING_NATIVE, .sched = true};
    char *text;
    size_t length;
    assert_int_equal(hw_listing_write(module, &options, &text, &length, NULL), HW_OK);
    struct hw_module *again = assembled(line, text);
    assert_memory_equal(again->kernels[0]->code, module->kernels[0]->code, 16);
    hw_module_free(again);
    free(text);
}

/* The word with these bits, whatever the text's. */
static bool is_instruction(const struct hw_target *target, const char *text, uint32_t control)
{
    uint8_t code[16];
    struct hw_insn insn;
    assert_int_equal(hw_parse(target, HW_SYNTAX_NV, text, 0, &insn, NULL), HW_OK);
    hw_insn_store(&insn, code);
    hw_code_set_control(target, code, 0, control);
    assert_int_equal(hw_decode(target, code, sizeof code, &insn), HW_OK);
    return insn.form != NULL;
}

static unsigned accepted, refused;

static void try_bits(const char *chip, const struct hw_target *target, const char *text, uint32_t control)
{
    char sched[HW_SCHED_TEXT_MAX], line[160];
    struct hw_module *module;
    struct hw_error error;
    hw_sched_print(HW_SCHED_SCOREBOARDS, control, 0, sched, sizeof sched);
    snprintf(line, sizeof line, "%s %s", text, sched);
    const bool taken = read_line(chip, line, &module, &error) == HW_OK;
    if (taken != is_instruction(target, text, control))
        fail_msg("%s, `%s`: %s", chip, line, taken ? "accepted, and is no instruction" : error.text);
    if (!taken) {
        refused++;
        assert_int_equal(error.column, strlen(text) + 2);
        return;
    }
    accepted++;
    assert_int_equal(hw_code_control(target, module->kernels[0]->code, 0), control);
    comes_back(line, module);
    hw_module_free(module);
}

static void what_is_accepted_is_an_instruction(void **state)
{
    static const char *const chips[] = {"sm_70", "sm_75", "sm_86", "sm_90", "sm_100", "sm_120"};
    static const char *const texts[] = {
        "FADD R3, R2, R4",  "FFMA R3, R2, R4, R6", "MOV R3, R4",   "EXIT",
        "S2R R0, SR_TID.X", "LDS R0, [R2]",        "STS [R2], R4", "MUFU.RCP R0, R2"};
    (void)state;
    for (size_t c = 0; c < sizeof chips / sizeof chips[0]; c++) {
        struct hw_target target;
        assert_int_equal(hw_target_find(chips[c], &target, NULL), HW_OK);
        accepted = refused = 0;
        for (size_t t = 0; t < sizeof texts / sizeof texts[0]; t++)
            for (uint32_t number = 0; number < 32; number++)
                for (uint32_t reuse = 0; reuse < 16; reuse++)
                    for (uint32_t boards = 0; boards < 4; boards++)
                        try_bits(chips[c], &target, texts[t],
                                 number | (boards & 1 ? 1u : 7u) << 5 | (boards & 2 ? 0u : 7u) << 8 |
                                     reuse << 17);
        print_message("%s: %u accepted, %u refused\n", chips[c], accepted, refused);
        assert_true(accepted && refused);
    }
}

static void refuses(const char *chip, const char *line, unsigned column, const char *sentence)
{
    struct hw_module *module;
    struct hw_error error;
    assert_int_equal(read_line(chip, line, &module, &error), HW_ERR_SYNTAX);
    assert_string_equal(error.text, sentence);
    assert_int_equal(error.column, column);
}

static void what_is_expected_is_told(void **state)
{
    (void)state;
    refuses("sm_90", "FADD R3, R2, R4 ?W13", 17,
            "expected ?W13_Y: ?W13 needs _Y, without it the word is no instruction");
    refuses("sm_90", "FADD R3, R2, R4 ?D", 17,
            "expected ?D_Y: ?D needs _Y, without it the word is no instruction");
    refuses("sm_100", "FADD R3, R2, R4 ?W1 &bits=0x40000", 17,
            "expected no reuse bits or 0x20000, 0x80000, 0xa0000: with others the word is no instruction");
    refuses("sm_100", "FADD R3, R2, R4 ?D_Y &bits=0x20000", 17,
            "expected no reuse bits: with others the word is no instruction");
    refuses("sm_90", "STS [R2], R4 &wr=1 ?W1", 14, "expected no &wr: with it the word is no instruction");
    refuses("sm_90", "FADD R3, R2.reuse, R4 ?W1_Y", 23,
            "expected no _Y beside .reuse: with it the reuse bits are a number, which &bits=0x... states");
    refuses("sm_90", ".word 0x00000000000000000000000000000001 ?W1", 42,
            "scheduling stands in the instruction's own word, and this word is no known instruction");
}

/* A bundle's control word has a bit behind those of its third instruction, and no other word has it. */
static void the_spare_bit_is_kept_or_refused(void **state)
{
    static const char spare[] =
        "expected no spare bit 0x200000: only the third instruction of a bundle has it (sm_50 to sm_62)";
    struct hw_module *module;
    struct hw_target target;
    (void)state;
    refuses("sm_100", "FADD R3, R2, R4 ?W1 &bits=0x200000", 17, spare);
    refuses("sm_52", "FADD R3, R2, R4 ?W1 &bits=0x200000", 17, spare);
    assert_int_equal(hw_target_find("sm_52", &target, NULL), HW_OK);
    assert_int_equal(read_line("sm_52", "NOP ?W1\nNOP ?W1\nEXIT ?W15 &bits=0x200000", &module, NULL), HW_OK);
    assert_int_equal(hw_code_control(&target, module->kernels[0]->code, 24) >> HW_SCHED_BITS, 1);
    hw_module_free(module);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_accepted_is_an_instruction),
        cmocka_unit_test(what_is_expected_is_told),
        cmocka_unit_test(the_spare_bit_is_kept_or_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
