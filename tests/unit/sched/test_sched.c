/* SPDX-License-Identifier: MIT */
/* Scheduling: its text, what `as` computes for small pieces of code, and what the checker finds in bad
 * ones. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <halfwarp/listing.h>
#include <halfwarp/sched.h>

#include "fact.h"

/* ---------------------------------------------------------------- text */

static uint32_t parsed(const char *text)
{
    uint32_t control = 0;
    struct hw_error error;
    assert_int_equal(hw_sched_parse(HW_SCHED_SCOREBOARDS, text, strlen(text), &control, &error), HW_OK);
    return control;
}

static void assert_text(uint32_t control, uint32_t shown, const char *expected)
{
    char text[HW_SCHED_TEXT_MAX];
    assert_int_equal(hw_sched_print(HW_SCHED_SCOREBOARDS, control, shown, text, sizeof(text)),
                     strlen(expected));
    assert_string_equal(text, expected);
}

/* In the texts of instructions, what has no name has question marks. */
static void reserved_values_are_no_scheduling(void **state)
{
    static const char *const lines[] = {"VADD4.???0 R1, R2, R3", "TEX.B R6, R4, R4, ???255, 2D"};
    (void)state;
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        const size_t length = strlen(lines[i]);
        char line[80];
        assert_int_equal(hw_sched_find(lines[i], length), length);
        snprintf(line, sizeof line, "%s  ?W1", lines[i]);
        assert_int_equal(hw_sched_find(line, strlen(line)), length + 2);
    }
}

static void bits_have_a_text(void **state)
{
    (void)state;
    assert_text(0x7e0, 0, "?D_Y");
    assert_text(0x7ff, 0, "?W15");
    assert_text(0x7f6, 0, "?W6");
    assert_text(0x7ed, 0, "?W13_Y");
    assert_text(0x00f31 | 5u << 11, 0, "&req={0,2} &wr=1 ?W1");
    assert_text(0x3f8ff | 1u << 20, 0, "&req={0,1,2,3,4,5} &rd=0 ?W15 &bits=0x120000");
    assert_text(0x7f6 | 3u << 17, 2u << 17, "?W6 &bits=0x20000");
    assert_text(0x7f6 | 3u << 17 | 1u << 21, 3u << 17, "?W6 &bits=0x200000");
}

static void every_combination_comes_back(void **state)
{
    (void)state;
    for (uint32_t control = 0; control < 1u << 22; control += 1 + (control & 0x3f)) {
        char text[HW_SCHED_TEXT_MAX];
        assert_true(hw_sched_print(HW_SCHED_SCOREBOARDS, control, 0, text, sizeof(text)) < sizeof(text));
        assert_int_equal(parsed(text), control);
    }
}

static void words_come_in_any_order(void **state)
{
    (void)state;
    assert_int_equal(parsed("  ?w6_y &WR=1 &req={ 2 , 0 }  "), parsed("&req={0,2} &wr=1 ?W6_Y"));
    assert_int_equal(parsed("?W0"), parsed("?D"));
}

static void assert_wrong(const char *text, unsigned column)
{
    uint32_t control;
    struct hw_error error;
    assert_int_equal(hw_sched_parse(HW_SCHED_SCOREBOARDS, text, strlen(text), &control, &error),
                     HW_ERR_SYNTAX);
    assert_int_equal(error.column, column);
    assert_true(error.text[0]);
}

static void wrong_text_is_found(void **state)
{
    static const char text[] = "?W1";
    uint32_t control;
    (void)state;
    assert_int_equal(hw_sched_parse(HW_SCHED_NONE, text, sizeof(text) - 1, &control, NULL), HW_ERR_SYNTAX);
    assert_wrong("&wr=1 &wr=2 ?W1", 7);
    assert_wrong("&wr=1", 6);
    assert_wrong("?W16", 3);
    assert_wrong("?X", 2);
    assert_wrong("&req={6} ?W1", 7);
    assert_wrong("&req={1 ?W1", 9);
    assert_wrong("&rd=7 ?W1", 5);
    assert_wrong("?W1 &bits=0x1", 13);
    assert_wrong("?W1 &foo", 5);
}

/* ---------------------------------------------------------------- code */

struct code {
    struct hw_module *module;
    struct hw_target target;
    const uint8_t *bytes;
    size_t length;
};

static hw_status assemble(struct code *code, const char *lines, struct hw_error *error)
{
    char text[4096];
    snprintf(text, sizeof(text), ".target sm_61\n.kernel k\n%s\n.end\n", lines);
    *code = (struct code){NULL, {NULL, 0, 0}, NULL, 0};
    hw_status status = hw_listing_read(text, HW_SYNTAX_NV, NULL, &code->module, error);
    if (status != HW_OK)
        return status;
    assert_int_equal(hw_target_find("sm_61", &code->target, NULL), HW_OK);
    code->bytes = code->module->kernels[0]->code;
    code->length = code->module->kernels[0]->code_bytes;
    return HW_OK;
}

static void make(struct code *code, const char *lines)
{
    struct hw_error error = {.text = ""};
    if (assemble(code, lines, &error) != HW_OK)
        fail_msg("%u:%u: %s", error.line, error.column, error.text);
}

/* The scheduling of instruction number `n`. */
static struct hw_sched sched_of(const struct code *code, unsigned n)
{
    struct hw_insn insn;
    size_t at = 0;
    for (unsigned i = 0;; i++, at += insn.bytes) {
        assert_int_equal(hw_decode_code(&code->target, code->bytes, code->length, &at, &insn), HW_OK);
        if (i == n)
            return hw_sched_unpack(HW_SCHED_SCOREBOARDS, insn.control);
    }
}

struct found {
    unsigned count;
    struct hw_hazard last;
};

static void note(void *context, const struct hw_hazard *hazard)
{
    struct found *found = context;
    found->count++;
    found->last = *hazard;
}

static struct found check(const struct code *code)
{
    struct found found = {.count = 0};
    assert_int_equal(hw_sched_check(&code->target, code->bytes, code->length, note, &found, NULL), HW_OK);
    return found;
}

/* Assemble, and see that the schedule is safe and that the first instructions have these stall counts. */
static void expect_stalls(const char *lines, unsigned count, const uint8_t *stalls)
{
    struct code code;
    make(&code, lines);
    assert_int_equal(check(&code).count, 0);
    for (unsigned i = 0; i < count; i++)
        assert_int_equal(sched_of(&code, i).stall, stalls[i]);
    hw_module_free(code.module);
}
#define EXPECT_STALLS(lines, ...) \
    expect_stalls(lines, sizeof((uint8_t[]){__VA_ARGS__}), (const uint8_t[]){__VA_ARGS__})

static void fixed_latencies_are_covered(void **state)
{
    (void)state;
    EXPECT_STALLS("MOV R0, c[0x0][0x140]\nIADD R1, R0, R0\nEXIT", 6, 1, 13);
    EXPECT_STALLS("MOV R0, c[0x0][0x140]\nMOV R2, RZ\nIADD R1, R0, R0\nEXIT", 1, 5, 1);
    EXPECT_STALLS("ISETP.GE.AND P0, PT, R0, 0x2, PT\n@P0 MOV R1, RZ\nEXIT", 13, 1);
    EXPECT_STALLS("IADD R0.CC, R0, R1\nIADD.X R2, R2, R3\nEXIT", 6, 1);
    EXPECT_STALLS("MOV R2, R4\nSTG.E [R6], R2\nEXIT", 2, 1); /* memory reads late */
    EXPECT_STALLS("MOV R0, RZ\nMOV R0, R1\nEXIT", 1, 1);
}

static void opposite_guards_do_not_conflict(void **state)
{
    (void)state;
    EXPECT_STALLS("@P0 MOV R0, RZ\n@!P0 IADD R1, R0, R0\nEXIT", 1, 1);
    EXPECT_STALLS("@P0 MOV R0, RZ\n@!P1 IADD R1, R0, R0\nEXIT", 6, 1);
    EXPECT_STALLS("@P0 MOV R0, RZ\nPSETP.AND.AND P0, PT, P1, P1, PT\n@!P0 IADD R1, R0, R0\nEXIT", 1, 13, 1);
}

static void varying_latencies_have_scoreboards(void **state)
{
    (void)state;
    struct code code;
    make(&code, "S2R R0, SR_TID.X\nMOV R2, RZ\nIADD R1, R0, R2\nEXIT");
    assert_int_equal(check(&code).count, 0);
    unsigned board = sched_of(&code, 0).write;
    assert_true(board < HW_SCOREBOARD_COUNT);
    assert_int_equal(sched_of(&code, 2).wait, 1u << board);
    hw_module_free(code.module);
    /* What is coupled to the pipeline has none. */
    make(&code, "CS2R R0, SR_CLOCKLO\nIADD R1, R0, R2\nEXIT");
    assert_int_equal(sched_of(&code, 0).write, HW_SCHED_NO_BARRIER);
    assert_int_equal(sched_of(&code, 0).read, HW_SCHED_NO_BARRIER);
    assert_int_equal(sched_of(&code, 0).stall, 6);
    assert_int_equal(sched_of(&code, 1).wait, 0);
    hw_module_free(code.module);
    hw_fact("SF-433");
    hw_fact("SF-434");
}

static void what_is_waited_for_at_one_instruction_shares_a_scoreboard(void **state)
{
    (void)state;
    struct code code;
    make(&code, "LDG.E R0, [R2]\nLDG.E R1, [R4]\nMUFU.RCP R6, R7\nFADD R8, R0, R1\nFADD R9, R6, R6\nEXIT");
    assert_int_equal(check(&code).count, 0);
    assert_int_equal(sched_of(&code, 0).write, sched_of(&code, 1).write);
    assert_int_not_equal(sched_of(&code, 0).write, sched_of(&code, 2).write);
    assert_int_equal(sched_of(&code, 3).wait, 1u << sched_of(&code, 0).write);
    assert_int_equal(sched_of(&code, 4).wait, 1u << sched_of(&code, 2).write);
    assert_int_equal(sched_of(&code, 0).read, HW_SCHED_NO_BARRIER); /* nothing overwrites R2 */
    hw_module_free(code.module);
}

static void sources_that_are_read_late_are_kept(void **state)
{
    (void)state;
    struct code code;
    make(&code, "STG.E [R2], R4\nMOV R4, RZ\nEXIT");
    assert_int_equal(check(&code).count, 0);
    assert_true(sched_of(&code, 0).read < HW_SCOREBOARD_COUNT);
    assert_int_equal(sched_of(&code, 1).wait, 1u << sched_of(&code, 0).read);
    assert_int_equal(sched_of(&code, 0).stall, 2); /* a scoreboard counts from the next cycle on */
    hw_module_free(code.module);
}

static void more_loads_than_scoreboards_are_safe(void **state)
{
    (void)state;
    struct code code;
    char lines[2048] = "";
    for (unsigned i = 0; i < 12; i++)
        snprintf(lines + strlen(lines), sizeof(lines) - strlen(lines), "LDG.E R%u, [R30]\n", i);
    for (unsigned i = 0; i < 12; i++)
        snprintf(lines + strlen(lines), sizeof(lines) - strlen(lines), "FADD R%u, R%u, R%u\n", 40 + i, 11 - i,
                 11 - i);
    strcat(lines, "EXIT");
    make(&code, lines);
    assert_int_equal(check(&code).count, 0);
    hw_module_free(code.module);
}

static void loops_and_joins_are_followed(void **state)
{
    (void)state;
    struct code code;
    make(&code, "loop: IADD R1, R0, R0\nLDG.E R0, [R2]\nISETP.NE.AND P0, PT, R4, RZ, PT\n@P0 BRA loop\nEXIT");
    assert_int_equal(check(&code).count, 0);
    assert_int_equal(sched_of(&code, 0).wait, 1u << sched_of(&code, 1).write);
    hw_module_free(code.module);
    make(&code, "SSY there\n@P0 BRA other\nMUFU.RCP R0, R1\nSYNC\nother: MOV R0, RZ\nSYNC\n"
                "there: FADD R2, R0, R0\nEXIT");
    assert_int_equal(check(&code).count, 0);
    assert_int_equal(sched_of(&code, 6).wait, 1u << sched_of(&code, 2).write);
    hw_module_free(code.module);
}

static void calls_leave_nothing_pending(void **state)
{
    (void)state;
    struct code code;
    make(&code, "MUFU.RCP R0, R1\nCAL f\nEXIT\nf: FADD R2, R0, R0\nRET");
    assert_int_equal(check(&code).count, 0);
    assert_int_equal(sched_of(&code, 1).wait, 1u << sched_of(&code, 0).write);
    hw_module_free(code.module);
}

static void hazards_are_found(void **state)
{
    (void)state;
    static const struct {
        const char *lines, *name;
        uint8_t kind, missing;
        uint32_t offset, producer;
    } cases[] = {
        {"MOV R0, RZ ?W1\nIADD R1, R0, R0 ?W1\nEXIT ?W15", "R0", HW_HAZARD_READ, 5, 16, 8},
        {"ISETP.NE.AND P3, PT, R0, RZ, PT ?W12\n@P3 EXIT ?W15\nEXIT ?W15", "P3", HW_HAZARD_READ, 1, 16, 8},
        {"IADD R0.CC, R0, R1 ?W1\nIADD.X R2, R2, R3 ?W1\nEXIT ?W15", "CC", HW_HAZARD_READ, 5, 16, 8},
        {"S2R R7, SR_TID.X &wr=0 ?W2\nMOV R1, R7 &req={1} ?W1\nEXIT ?W15", "R7", HW_HAZARD_READ, 0, 16, 8},
        {"S2R R7, SR_TID.X &wr=0 ?W2\nMOV R7, R1 ?W1\nEXIT ?W15", "R7", HW_HAZARD_WRITE, 0, 16, 8},
        {"STG.E [R2], R4 ?W2\nMOV R4, R1 ?W1\nEXIT ?W15", "R4", HW_HAZARD_SOURCE, 0, 16, 8},
        {"S2R R7, SR_TID.X &wr=3 ?W1\nMOV R1, R7 &req={3} ?W1\nEXIT ?W15", "SB3", HW_HAZARD_BARRIER, 1, 16,
         8},
    };
    for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct code code;
        make(&code, cases[i].lines);
        struct found found = check(&code);
        assert_int_equal(found.count, 1);
        assert_int_equal(found.last.kind, cases[i].kind);
        assert_int_equal(found.last.missing, cases[i].missing);
        assert_int_equal(found.last.offset, cases[i].offset);
        assert_int_equal(found.last.producer, cases[i].producer);
        assert_string_equal(found.last.name, cases[i].name);
        hw_module_free(code.module);
    }
}

static void a_scoreboard_of_a_later_load_tells_of_earlier_ones(void **state)
{
    (void)state;
    struct code code;
    make(&code, "LDG.E R0, [R4] ?W1\nLDG.E R1, [R6] &wr=5 ?W2\nFADD R2, R0, R1 &req={5} ?W1\nEXIT ?W15");
    assert_int_equal(check(&code).count, 0);
    hw_module_free(code.module);
    make(&code, "LDG.E R0, [R4] &wr=2 ?W2\nDEPBAR.LE SB2, 0x0 ?W5\nFADD R2, R0, R1 ?W1\nEXIT ?W15");
    assert_int_equal(check(&code).count, 0);
    hw_module_free(code.module);
}

/* What waits in some threads has waited for no others. */
static void a_guarded_wait_waits_under_its_guard(void **state)
{
    (void)state;
    static const struct {
        const char *load, *wait, *use;
        unsigned hazards;
    } cases[] = {
        {"", "", "", 0},          {"", "@P0 ", "", 1},       {"", "@P0 ", "@P0 ", 0},
        {"", "@P0 ", "@!P0 ", 1}, {"", "@!P0 ", "@!P0 ", 0}, {"@P0 ", "@P0 ", "", 0},
        {"@P0 ", "@!P0 ", "", 1}, {"@P0 ", "@P1 ", "", 1},   {"", "@P1 ", "@P0 ", 1},
        {"", "@!PT ", "", 1},     {"", "@!PT ", "@!PT ", 1},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct code code;
        char lines[200];
        snprintf(lines, sizeof lines,
                 "%sLDG.E R0, [R4] &wr=2 ?W2\n%sDEPBAR.LE SB2, 0x0 ?W5\n%sFADD R2, R0, R1 ?W1\nEXIT ?W15",
                 cases[i].load, cases[i].wait, cases[i].use);
        make(&code, lines);
        if (check(&code).count != cases[i].hazards)
            fail_msg("%s: %u", lines, check(&code).count);
        hw_module_free(code.module);
    }
    /* A predicate that changes no longer tells who has waited. */
    struct code code;
    make(&code, "LDG.E R0, [R4] &wr=2 ?W2\n@P0 DEPBAR.LE SB2, 0x0 ?W5\nISETP.LT.AND P0, PT, R6, R7, PT "
                "?W15\n@P0 FADD R2, R0, R1 ?W1\nEXIT ?W15");
    assert_int_equal(check(&code).count, 1);
    hw_module_free(code.module);
}

static void a_guarded_membar_drains_under_its_guard(void **state)
{
    (void)state;
    static const struct {
        const char *wait;
        unsigned hazards;
    } cases[] = {{"MEMBAR.CTA ?W15", 0}, {"@P0 MEMBAR.CTA ?W15", 1}, {"@!PT MEMBAR.CTA ?W15", 1}};
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct code code;
        char lines[200];
        snprintf(lines, sizeof lines, "STG.E [R2], R4 ?W2\n%s\nMOV R4, R1 ?W1\nEXIT ?W15", cases[i].wait);
        make(&code, lines);
        if (check(&code).count != cases[i].hazards)
            fail_msg("%s: %u", lines, check(&code).count);
        hw_module_free(code.module);
    }
}

/* ---------------------------------------------------------------- as */

static void the_last_group_is_filled(void **state)
{
    (void)state;
    struct code code;
    make(&code, "EXIT");
    assert_int_equal(code.length, 32);
    assert_int_equal(hw_code_control(&code.target, code.bytes, 16), 0x7ff); /* BRA to itself */
    assert_int_equal(hw_code_control(&code.target, code.bytes, 24), 0x7e0); /* NOP */
    hw_module_free(code.module);
    make(&code, "NOP\nNOP\nEXIT");
    assert_int_equal(code.length, 32);
    hw_module_free(code.module);
}

static void reuse_stays_with_its_operand(void **state)
{
    (void)state;
    struct code code;
    make(&code, "FADD R0, R1.reuse, R2\nFADD R3, R1, R2\nEXIT");
    assert_int_equal(sched_of(&code, 0).reuse, 1);
    assert_int_equal(sched_of(&code, 1).reuse, 0);
    hw_module_free(code.module);
}

static void all_or_none_is_scheduled(void **state)
{
    (void)state;
    struct code code;
    struct hw_error error;
    assert_int_equal(assemble(&code, "MOV R0, RZ ?W1\nEXIT", &error), HW_ERR_SYNTAX);
    assert_int_equal(error.line, 4);
    assert_non_null(strstr(error.text, "scheduling"));
    assert_int_equal(assemble(&code, "MOV R0, RZ ?W1\nEXIT ?W16", &error), HW_ERR_SYNTAX);
    assert_int_equal(error.line, 4);
    assert_int_equal(error.column, 8);
}

/* The syntax of S2R and CS2R: a guard, operands, then what is waited for, scoreboards and stall count. */
static void special_registers_have_their_syntax(void **state)
{
    (void)state;
    struct code code;
    make(&code, "@!P2 S2R R4, SR_LANEID &req={0,5} &rd=1 &wr=2 ?W6_Y ;\nS2R R5, SR33 ?W1\nEXIT ?W15");
    struct hw_sched sched = sched_of(&code, 0);
    assert_int_equal(sched.wait, 1 | 1 << 5);
    assert_int_equal(sched.read, 1);
    assert_int_equal(sched.write, 2);
    assert_int_equal(sched.stall, 6);
    assert_true(sched.yield);
    hw_module_free(code.module);
    make(&code, "@P0 CS2R R4, SR_CLOCKLO &req={3} ?W6 ;\nEXIT ?W15\nNOP ?D");
    assert_int_equal(sched_of(&code, 0).wait, 1 << 3);
    assert_int_equal(sched_of(&code, 0).stall, 6);
    hw_module_free(code.module);
    hw_fact("SF-430");
    hw_fact("SF-431");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bits_have_a_text),
        cmocka_unit_test(reserved_values_are_no_scheduling),
        cmocka_unit_test(every_combination_comes_back),
        cmocka_unit_test(words_come_in_any_order),
        cmocka_unit_test(wrong_text_is_found),
        cmocka_unit_test(fixed_latencies_are_covered),
        cmocka_unit_test(opposite_guards_do_not_conflict),
        cmocka_unit_test(varying_latencies_have_scoreboards),
        cmocka_unit_test(what_is_waited_for_at_one_instruction_shares_a_scoreboard),
        cmocka_unit_test(sources_that_are_read_late_are_kept),
        cmocka_unit_test(more_loads_than_scoreboards_are_safe),
        cmocka_unit_test(loops_and_joins_are_followed),
        cmocka_unit_test(calls_leave_nothing_pending),
        cmocka_unit_test(hazards_are_found),
        cmocka_unit_test(a_scoreboard_of_a_later_load_tells_of_earlier_ones),
        cmocka_unit_test(a_guarded_wait_waits_under_its_guard),
        cmocka_unit_test(a_guarded_membar_drains_under_its_guard),
        cmocka_unit_test(the_last_group_is_filled),
        cmocka_unit_test(reuse_stays_with_its_operand),
        cmocka_unit_test(all_or_none_is_scheduled),
        cmocka_unit_test(special_registers_have_their_syntax),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
