/* SPDX-License-Identifier: MIT */
/* What the source documents state about Tesla's instructions, registers and memory spaces, proven on
 * the rows. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include <halfwarp/chip.h>
#include <halfwarp/isa.h>

#include "fact.h"

static struct hw_target target_named(const char *name, uint8_t program)
{
    struct hw_target target;
    assert_int_equal(hw_target_find(name, &target, NULL), HW_OK);
    target.program = program;
    return target;
}

static hw_status try_parse(const struct hw_target *target, const char *text, struct hw_insn *insn)
{
    return hw_parse(target, HW_SYNTAX_NV, text, 0, insn, NULL);
}

/* The meaning of an instruction of compute programs on sm_13, which has everything. */
static struct hw_semantics view_of(const char *text)
{
    struct hw_target target = target_named("sm_13", HW_PROGRAM_CP);
    struct hw_insn insn;
    struct hw_error error;
    struct hw_semantics view;
    if (hw_parse(&target, HW_SYNTAX_NV, text, 0, &insn, &error))
        fail_msg("`%s`:%u: %s", text, error.column, error.text);
    hw_insn_semantics(&insn, &view);
    return view;
}

static bool is_instruction(const char *text)
{
    struct hw_target target = target_named("sm_13", HW_PROGRAM_CP);
    struct hw_insn insn;
    return try_parse(&target, text, &insn) == HW_OK;
}

/* ---------------------------------------------------------------- walking the rows */

/* Calls `visit` with the instruction of every row that a chip has in a program type, with all its
 * fields at zero. */
static void each_insn(const struct hw_target *target,
                      void (*visit)(const struct hw_target *, const struct hw_insn *))
{
    const struct hw_form *form;
    for (unsigned r = 0; (form = hw_isa_form(target->isa, r)); r++)
        if (hw_form_legal(form, target->chip, target->program)) {
            struct hw_insn insn = {.form = form};
            hw_encode(&insn);
            visit(target, &insn);
        }
}

static void each_program(const char *chip, void (*visit)(const struct hw_target *, const struct hw_insn *))
{
    for (uint8_t program = 0; program <= HW_PROGRAM_FP; program++) {
        struct hw_target target = target_named(chip, program);
        each_insn(&target, visit);
    }
}

static struct hw_semantics view_insn(const struct hw_insn *insn)
{
    struct hw_semantics view;
    hw_insn_semantics(insn, &view);
    return view;
}

/* ---------------------------------------------------------------- revisions */

static void aliases_of_the_revisions(void **state)
{
    (void)state;
    static const char *const names[] = {"sm_10", "sm_11", "sm_12", "sm_13"};
    static const char *const variants[] = {"g80", "g84", "gt215", "g200"};
    for (unsigned i = 0; i < 4; i++) {
        struct hw_target target = target_named(names[i], HW_PROGRAM_CP);
        const struct hw_chip_info *chip;
        assert_string_equal(hw_isa_chip(target.isa, target.chip), variants[i]);
        assert_int_equal(hw_chip_find(names[i], &chip, NULL), HW_OK);
        assert_int_equal(chip->capability, 10 + i);
    }
    hw_fact("SF-006");
}

static const char *later_chip;

/* What Direct3D 10.1 added to GT21x (sm_12) is no part of its compute capability, and GT200 (sm_13) lacks
 * it. */
static bool is_direct3d_10_1(const struct hw_form *form)
{
    static const char *const names[] = {"TXPREP", "TMML", "TLD4", "PRET"};
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++)
        if (!strcmp(hw_form_mnemonic(form), names[i]))
            return true;
    return false;
}

static void check_on_later_chip(const struct hw_target *target, const struct hw_insn *insn)
{
    struct hw_target later = target_named(later_chip, target->program);
    struct hw_insn again;
    char text[HW_TEXT_MAX], later_text[HW_TEXT_MAX];
    if (!strcmp(later_chip, "sm_13") && is_direct3d_10_1(insn->form))
        return;
    assert_int_equal(hw_decode(&later, insn->word, insn->bytes, &again), HW_OK);
    hw_print(insn, HW_SYNTAX_NV, 0, text, sizeof text);
    hw_print(&again, HW_SYNTAX_NV, 0, later_text, sizeof later_text);
    assert_string_equal(text, later_text);
}

static void later_revisions_include_earlier_ones(void **state)
{
    (void)state;
    static const char *const chips[] = {"sm_10", "sm_11", "sm_12", "sm_13"};
    for (unsigned i = 0; i < 3; i++) {
        later_chip = chips[i + 1];
        each_program(chips[i], check_on_later_chip);
        assert_int_equal(hw_capability_features(10 + i) & ~hw_capability_features(11 + i), 0);
    }
    assert_false(hw_capability_features(12) & HW_FEATURE_FP64);
    assert_true(hw_capability_features(13) & HW_FEATURE_FP64);
    hw_fact("SF-005");
}

/* ---------------------------------------------------------------- registers */

static void registers_and_their_halves(void **state)
{
    (void)state;
    assert_true(is_instruction("MOV R127, R0"));
    assert_false(is_instruction("MOV R128, R0"));
    assert_true(is_instruction("MOV.U16 R63H, R63L"));
    assert_false(is_instruction("MOV.U16 R64L, R0L"));
    struct hw_semantics view = view_of("MOV.U16 R63H, R62L");
    assert_true(view.operand[0].reg == 63 && view.operand[0].bytes == 2 &&
                view.operand[0].flags == HW_OPERAND_HIGH);
    assert_true(view.operand[1].reg == 62 && view.operand[1].bytes == 2 && view.operand[1].flags == 0);
    hw_fact("SF-041");
}

/* Number 127 as a destination that is no register keeps nothing, in words and in halves, everywhere. */
static void the_bit_bucket(void **state)
{
    (void)state;
    for (uint8_t program = 0; program <= HW_PROGRAM_FP; program++) {
        struct hw_target target = target_named("sm_10", program);
        struct hw_insn insn;
        for (unsigned number = 0; number < 128; number++)
            for (unsigned half = 0; half < 2; half++) {
                char text[64];
                snprintf(text, sizeof text, half ? "MOV.U16 o[0x%x], R1L" : "MOV o[0x%x], R1", number);
                assert_int_equal(try_parse(&target, text, &insn), HW_OK);
                struct hw_semantics view = view_insn(&insn);
                assert_int_equal(view.operand[0].kind, number == 127 ? HW_OPERAND_DISCARD : HW_OPERAND_OUT);
                assert_int_equal(view.operand[0].bytes, half ? 2 : 4);
                assert_int_equal(view.operand[0].offset, number * (half ? 2 : 4));
            }
    }
    hw_fact("SF-045");
    hw_fact("SF-047");
    /* With registers_and_their_halves: 128 registers, halves, and number 127 of this kind. */
    hw_fact("SF-244");
}

static void check_outputs_are_destinations(const struct hw_target *target, const struct hw_insn *insn)
{
    (void)target;
    struct hw_insn with_output = *insn;
    for (unsigned i = 0; i < hw_form_field_count(insn->form); i++)
        if (!strcmp(hw_form_field_name(insn->form, i), "out"))
            with_output.field[i] = 1;
    struct hw_semantics view = view_insn(&with_output);
    for (unsigned i = 1; i < view.operand_count; i++)
        assert_true(view.operand[i].kind != HW_OPERAND_OUT && view.operand[i].kind != HW_OPERAND_DISCARD);
}

static void outputs_are_only_written(void **state)
{
    (void)state;
    each_program("sm_10", check_outputs_are_destinations);
    each_program("sm_13", check_outputs_are_destinations);
    hw_fact("SF-044");
}

static void four_condition_registers(void **state)
{
    (void)state;
    assert_true(is_instruction("IADD.C3 R1, R2, R3"));
    assert_false(is_instruction("IADD.C4 R1, R2, R3"));
    assert_true(is_instruction("MOV R1 (C3.NE), R2"));
    assert_false(is_instruction("MOV R1 (C4.NE), R2"));
    struct hw_semantics view = view_of("C2R R1, C2");
    assert_true(view.op == HW_OP_C2R && view.operand[1].kind == HW_OPERAND_COND && view.operand[1].reg == 2);
}

static void offset_registers(void **state)
{
    (void)state;
    for (unsigned number = 0; number < 8; number++) {
        char text[64];
        snprintf(text, sizeof text, "MOV R1, g [A%u+0x4]", number);
        struct hw_operand operand = view_of(number ? text : "MOV R1, g [0x4]").operand[1];
        assert_int_equal(operand.base_kind, number ? HW_BASE_ADDR : HW_BASE_NONE);
        assert_int_equal(operand.reg, number);
        assert_int_equal(operand.offset, 16);
    }
    assert_false(is_instruction("MOV R1, g [A8+0x4]"));
    /* That ptxas uses four: test_isa_tesla, compiled_code_uses_segment_14_and_four_address_registers. */
    hw_fact("SF-251");
}

static void offset_registers_are_loaded(void **state)
{
    (void)state;
    struct hw_semantics view = view_of("ADA A1, A0, 0x20"); /* A0 is 0: an immediate */
    assert_true(view.op == HW_OP_ADA && view.operand[0].reg == 1 && view.operand[1].reg == 0 &&
                view.operand[2].offset == 32);
    view = view_of("ADA A2, A3, 0x20");
    assert_true(view.op == HW_OP_ADA && view.operand[0].reg == 2 && view.operand[1].reg == 3 &&
                view.operand[2].offset == 32);
    view = view_of("R2A A1, R5, 0x2");
    assert_true(view.op == HW_OP_R2A && view.operand[1].kind == HW_OPERAND_REG &&
                view.operand[2].offset == 2);
    hw_fact("SF-252");
}

static void offset_registers_increment(void **state)
{
    (void)state;
    static const char *const texts[] = {"MOV R1, g [A1+=0x4]", "MOV32 R1, g [A1+=0x4]",
                                        "MVC R1, c[0x1][A1+=0x4]"};
    for (unsigned i = 0; i < 3; i++) {
        struct hw_operand operand = view_of(texts[i]).operand[1];
        assert_int_equal(operand.flags, HW_OPERAND_POSTINC);
        assert_int_equal(operand.offset, 16);
    }
    assert_int_equal(view_of("MOV R1, g [A1+0x4]").operand[1].flags, 0);
    hw_fact("SF-270");
}

static void special_registers(void **state)
{
    (void)state;
    static const char *const names[] = {"SR_PHYSID", "SR_CLOCK", NULL,     NULL,
                                        "SR_PM0",    "SR_PM1",   "SR_PM2", "SR_PM3"};
    for (unsigned i = 0; i < 8; i++)
        if (names[i]) {
            char text[32];
            snprintf(text, sizeof text, "S2R R1, %s", names[i]);
            struct hw_semantics view = view_of(text);
            assert_true(view.op == HW_OP_S2R && view.operand[1].kind == HW_OPERAND_SREG &&
                        view.operand[1].reg == i);
        }
    hw_fact("SF-253");
}

/* ---------------------------------------------------------------- memory spaces */

/* Constants are sources only. */
static void check_constants_are_read(const struct hw_target *target, const struct hw_insn *insn)
{
    (void)target;
    struct hw_semantics view = view_insn(insn);
    if (view.operand_count && view.op != HW_OP_BRX)
        assert_int_not_equal(view.operand[0].kind, HW_OPERAND_CONST);
}

static void constant_banks(void **state)
{
    (void)state;
    for (uint8_t program = 0; program <= HW_PROGRAM_FP; program++) {
        struct hw_target target = target_named("sm_10", program);
        struct hw_insn insn;
        for (unsigned bank = 0; bank < 17; bank++) {
            char text[64];
            snprintf(text, sizeof text, "MVC.U8 R1, c[0x%x][0xffff]", bank);
            assert_int_equal(try_parse(&target, text, &insn) == HW_OK, bank < 16);
            if (bank < 16) {
                struct hw_operand operand = view_insn(&insn).operand[1];
                assert_true(operand.kind == HW_OPERAND_CONST && operand.space == bank &&
                            operand.offset == 0xffff);
            }
        }
        assert_int_not_equal(try_parse(&target, "MVC.U8 R1, c[0x0][0x10000]", &insn), HW_OK);
    }
    each_program("sm_13", check_constants_are_read);
    hw_fact("SF-062");
}

/* Short forms reach banks 0 and 1 by the highest bit of their second source. */
static void short_forms_reach_two_banks(void **state)
{
    (void)state;
    struct hw_target target = target_named("sm_10", HW_PROGRAM_CP);
    struct hw_insn low, high;
    assert_int_equal(try_parse(&target, "IADD32 R1, R2, c[0x0][0x1f]", &low), HW_OK);
    assert_int_equal(try_parse(&target, "IADD32 R1, R2, c[0x1][0x1f]", &high), HW_OK);
    assert_int_equal(low.bytes, 4);
    assert_int_equal(low.word[0] ^ high.word[0], 1u << 21);
    assert_int_equal(view_insn(&low).operand[2].space, 0);
    assert_int_equal(view_insn(&high).operand[2].space, 1);
    assert_false(is_instruction("IADD32 R1, R2, c[0x2][0x1f]"));
    hw_fact("SF-269");
}

static void check_global_is_for_compute(const struct hw_target *target, const struct hw_insn *insn)
{
    struct hw_semantics view = view_insn(insn);
    for (unsigned i = 0; i < view.operand_count; i++)
        if (view.operand[i].kind == HW_OPERAND_GLOBAL) {
            assert_int_equal(target->program, HW_PROGRAM_CP);
            assert_true(target->chip > 0 || (view.op != HW_OP_ATOM && view.op != HW_OP_RED));
        }
}

static void global_segments(void **state)
{
    (void)state;
    for (unsigned segment = 0; segment < 17; segment++) {
        char load[64], store[64];
        snprintf(load, sizeof load, "GLD.U32 R1, global%u[R2]", segment);
        snprintf(store, sizeof store, "GST.U32 global%u[R2], R1", segment);
        assert_int_equal(is_instruction(load), segment < 16);
        assert_int_equal(is_instruction(store), segment < 16);
        if (segment < 16)
            assert_int_equal(view_of(load).operand[1].space, segment);
    }
    each_program("sm_10", check_global_is_for_compute);
    each_program("sm_11", check_global_is_for_compute);
    each_program("sm_13", check_global_is_for_compute);
    struct hw_target g80 = target_named("sm_10", HW_PROGRAM_CP), g84 = target_named("sm_11", HW_PROGRAM_CP);
    struct hw_insn insn;
    assert_int_not_equal(try_parse(&g80, "GRED.ADD.U32 global14[R1], R2", &insn), HW_OK);
    assert_int_equal(try_parse(&g84, "GRED.ADD.U32 global14[R1], R2", &insn), HW_OK);
    hw_fact("SF-065");
    /* That CUDA uses segment 14 only: test_isa_tesla, compiled_code_uses_segment_14_and_four_... */
    hw_fact("SF-250");
}

static void global_addresses_are_whole_registers(void **state)
{
    (void)state;
    static const char *const texts[] = {"GLD.U16 R1, global14[R2]", "GLD.U64 R4, global14[R2]"};
    for (unsigned i = 0; i < 2; i++) {
        struct hw_operand operand = view_of(texts[i]).operand[1];
        assert_true(operand.base_kind == HW_BASE_REG && operand.reg == 2 && operand.offset == 0);
    }
    assert_int_equal(view_of("GLD.U16 R1, global14[R2]").operand[0].bytes,
                     4); /* a narrow load fills a register */
    assert_int_equal(view_of("GST.U16 global14[R2], R1").operand[1].bytes, 4); /* and a store names one */
    assert_false(is_instruction("GLD.U16 R1L, global14[R2]"));
    assert_false(is_instruction("GST.U16 global14[R2], R1L"));
    assert_false(is_instruction("GLD.U32 R1, global14[R2L]"));
    hw_fact("SF-261");
}

static void check_addressing(const struct hw_target *target, const struct hw_insn *insn)
{
    (void)target;
    struct hw_semantics view = view_insn(insn);
    for (unsigned i = 0; i < view.operand_count; i++) {
        const struct hw_operand *operand = &view.operand[i];
        bool memory = (operand->kind >= HW_OPERAND_CONST && operand->kind <= HW_OPERAND_VARYING) ||
                      operand->kind == HW_OPERAND_OUT;
        if (operand->kind == HW_OPERAND_GLOBAL)
            assert_int_equal(operand->base_kind, HW_BASE_REG);
        else
            assert_true(operand->base_kind == HW_BASE_NONE || (memory && operand->base_kind == HW_BASE_ADDR));
    }
}

/* The same rows again with every field at 1, so that address registers are used. */
static void check_addressing_with_bases(const struct hw_target *target, const struct hw_insn *insn)
{
    struct hw_insn based = *insn;
    check_addressing(target, insn);
    for (unsigned i = 0; i < hw_form_field_count(insn->form); i++)
        based.field[i] = 1;
    check_addressing(target, &based);
}

static void only_global_memory_is_addressed_by_registers(void **state)
{
    (void)state;
    each_program("sm_10", check_addressing_with_bases);
    each_program("sm_13", check_addressing_with_bases);
    hw_fact("SF-071");
}

/* ---------------------------------------------------------------- sizes and classes */

static unsigned longs, shorts;

static void count_sizes(const struct hw_target *target, const struct hw_insn *insn)
{
    (void)target;
    assert_true(insn->bytes == 4 || insn->bytes == 8);
    longs += insn->bytes == 8;
    shorts += insn->bytes == 4;
}

static void two_sizes(void **state)
{
    (void)state;
    longs = shorts = 0;
    each_program("sm_10", count_sizes);
    each_program("sm_13", count_sizes);
    assert_true(longs > shorts && shorts > 0);
    /* Two short ones in one 64-bit word, one behind the other. */
    struct hw_target target = target_named("sm_10", HW_PROGRAM_CP);
    struct hw_insn first, second, again;
    uint8_t code[8];
    assert_int_equal(try_parse(&target, "MOV32 R1, R2", &first), HW_OK);
    assert_int_equal(try_parse(&target, "IADD32 R3, R4, R5", &second), HW_OK);
    hw_insn_store(&first, code);
    hw_insn_store(&second, code + 4);
    assert_int_equal(hw_decode(&target, code, 8, &again), HW_OK);
    assert_true(again.bytes == 4 && again.form == first.form);
    assert_int_equal(hw_decode(&target, code + 4, 4, &again), HW_OK);
    assert_true(again.bytes == 4 && again.form == second.form);
    hw_fact("SF-242");
}

static bool steers(unsigned op)
{
    return hw_operation_info(op)->flow != HW_FLOW_NONE;
}

/* Bit 1 of the word tells the class (bits 1:0 are 3 in 64-bit, 2 in 32-bit flow control). */
static void check_class(const struct hw_target *target, const struct hw_insn *insn)
{
    (void)target;
    struct hw_semantics view = view_insn(insn);
    bool control = insn->word[0] >> 1 & 1;
    assert_int_equal(control, steers(view.op));
    for (unsigned i = 0; control && i < view.operand_count; i++) {
        unsigned kind = view.operand[i].kind;
        assert_true(kind == HW_OPERAND_CODE || kind == HW_OPERAND_IMM || kind == HW_OPERAND_BARRIER);
    }
}

static void two_classes(void **state)
{
    (void)state;
    each_program("sm_10", check_class);
    each_program("sm_11", check_class);
    hw_fact("SF-243");
}

/* ---------------------------------------------------------------- program types */

/* Inputs of graphics programs are sources, and each space belongs to its program types. */
static void check_spaces(const struct hw_target *target, const struct hw_insn *insn)
{
    const uint8_t program = target->program;
    struct hw_semantics view = view_insn(insn);
    for (unsigned i = 0; i < view.operand_count; i++)
        switch (view.operand[i].kind) {
        case HW_OPERAND_ATTR:
            assert_true(i > 0 && (program == HW_PROGRAM_VP || program == HW_PROGRAM_GP));
            break;
        case HW_OPERAND_PRIM: assert_true(i > 0 && program == HW_PROGRAM_GP); break;
        case HW_OPERAND_VARYING: assert_true(i > 0 && program == HW_PROGRAM_FP); break;
        case HW_OPERAND_SHARED:
        case HW_OPERAND_GLOBAL: assert_int_equal(program, HW_PROGRAM_CP); break;
        default: break;
        }
}

static bool legal_in(const char *text, uint8_t program)
{
    struct hw_target target = target_named("sm_10", program);
    struct hw_insn insn;
    return try_parse(&target, text, &insn) == HW_OK;
}

static void program_types_and_their_spaces(void **state)
{
    (void)state;
    each_program("sm_10", check_spaces);
    each_program("sm_13", check_spaces);
    /* What each program type reads, and that it does have it. */
    assert_true(legal_in("MOV R1, a [0x4]", HW_PROGRAM_VP) && legal_in("MOV R1, a [0x4]", HW_PROGRAM_GP));
    assert_true(legal_in("MOV R1, p [0x4]", HW_PROGRAM_GP));
    assert_true(legal_in("MOV R1, g [0x4]", HW_PROGRAM_CP) &&
                legal_in("GST.U32 global14 [R1], R2", HW_PROGRAM_CP));
    /* Three kinds of varying: flat, plain and centroid. */
    assert_true(legal_in("IPA.FLAT R1, v [0x4]", HW_PROGRAM_FP) &&
                legal_in("IPA R1, v [0x4]", HW_PROGRAM_FP) &&
                legal_in("IPA.CENTROID R1, v [0x4]", HW_PROGRAM_FP));
    /* Outputs of vertex and geometry programs are $o, those of fragment programs $r. */
    assert_true(legal_in("AST o [0x4], R1", HW_PROGRAM_VP) && legal_in("AST o [0x4], R1", HW_PROGRAM_GP));
    assert_false(legal_in("AST o [0x4], R1", HW_PROGRAM_FP) || legal_in("AST o [0x4], R1", HW_PROGRAM_CP));
    hw_fact("SF-009");
    hw_fact("SF-010");
    hw_fact("SF-011");
    hw_fact("SF-012");
    hw_fact("SF-068");
    hw_fact("SF-069");
    hw_fact("SF-070");
}

static void code_addresses_count_words(void **state)
{
    (void)state;
    static const char *const jumps[] = {"BRA", "CAL", "PBK", "SSY"};
    for (unsigned i = 0; i < 4; i++) {
        char text[64];
        for (unsigned byte = 0; byte < 4; byte++) {
            snprintf(text, sizeof text, "%s 0x%x", jumps[i], 0x120 + byte);
            assert_int_equal(is_instruction(text), byte == 0);
        }
        snprintf(text, sizeof text, "%s 0x120", jumps[i]);
        assert_int_equal(view_of(text).operand[0].offset, 0x120); /* from the start of the code */
        snprintf(text, sizeof text, "%s 0xfffffc", jumps[i]);
        assert_true(is_instruction(text));
        snprintf(text, sizeof text, "%s 0x1000000", jumps[i]);
        assert_false(is_instruction(text));
    }
    hw_fact("SF-021");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(aliases_of_the_revisions),
        cmocka_unit_test(later_revisions_include_earlier_ones),
        cmocka_unit_test(registers_and_their_halves),
        cmocka_unit_test(the_bit_bucket),
        cmocka_unit_test(outputs_are_only_written),
        cmocka_unit_test(four_condition_registers),
        cmocka_unit_test(offset_registers),
        cmocka_unit_test(offset_registers_are_loaded),
        cmocka_unit_test(offset_registers_increment),
        cmocka_unit_test(special_registers),
        cmocka_unit_test(constant_banks),
        cmocka_unit_test(short_forms_reach_two_banks),
        cmocka_unit_test(global_segments),
        cmocka_unit_test(global_addresses_are_whole_registers),
        cmocka_unit_test(only_global_memory_is_addressed_by_registers),
        cmocka_unit_test(two_sizes),
        cmocka_unit_test(two_classes),
        cmocka_unit_test(program_types_and_their_spaces),
        cmocka_unit_test(code_addresses_count_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
