/* SPDX-License-Identifier: MIT */
/* Which instructions issue together on GK104 and GK110: what can, what a computed schedule pairs, and that it
 * is safe for whatever code there is. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "corpus.h"
#include "fact.h"
#include "sched_insn.h"

static void two_pairs_do_not_overlap(void **state)
{
    (void)state;
    assert_int_equal(sched_text_check("sm_30", "MOV R0, R5 ?D\nMOV R1, R6 ?W1\nEXIT ?W15").count, 0);
    struct sched_found found =
        sched_text_check("sm_30", "MOV R0, R5 ?D\nMOV R1, R6 ?D\nMOV R2, R7 ?W1\nEXIT ?W15");
    assert_int_equal(found.count, 1);
    assert_int_equal(found.last.kind, HW_HAZARD_PAIR);
    assert_int_equal(found.last.offset, 24);
    /* ... and not in two groups either */
    found = sched_text_check("sm_30", "NOP ?W1\nNOP ?W1\nNOP ?W1\nNOP ?W1\nNOP ?W1\nNOP ?W1\nMOV R0, R5 ?D\n"
                                      "MOV R1, R6 ?D\nMOV R2, R7 ?W1\nEXIT ?W15");
    assert_int_equal(found.count, 1);
    assert_int_equal(found.last.offset, 64 + 16);
    hw_fact("SF-206");
}

/* ---------------------------------------------------------------- pairs */

static const char *fault_on(const char *chip, const char *first, const char *second)
{
    struct hw_insn insn[2];
    const char *const text[2] = {first, second};
    struct hw_target target = sched_target(chip);
    struct hw_error error;
    for (unsigned i = 0; i < 2; i++)
        if (hw_parse(&target, HW_SYNTAX_NV, text[i], 8, &insn[i], &error) != HW_OK)
            fail_msg("%s: %s", text[i], error.text);
    return hw_sched_pair_fault(&target, &insn[0], &insn[1]);
}

static const char *fault(const char *first, const char *second)
{
    return fault_on("sm_30", first, second);
}

static void which_pairs_can_issue(void **state)
{
    (void)state;
    assert_non_null(fault("MOV R0, R5", "IADD R0, R6, R7"));
    assert_non_null(fault("MOV R0, c[0x0][0x10]", "MOV R1, c[0x0][0x20]"));
    assert_non_null(fault("MOV R0, c[0x0][0x10]", "MOV R1, c[0x2][0x10]"));
    assert_null(fault("MOV R0, c[0x0][0x10]", "MOV R1, c[0x0][0x1c]"));
    assert_non_null(fault("LDS.64 R0, [R4]", "MOV R2, R5"));
    assert_null(fault("LDS R0, [R4]", "MOV R2, R5"));
    assert_null(fault("MOV R0, R1", "MOV R1, R2"));
    assert_non_null(fault("MOV R1, R2", "MOV R0, R1"));
    assert_non_null(fault("LD R0, [R4]", "MOV R2, R5"));
    assert_non_null(fault("MOV R2, R5", "ST.E [R4], R8"));
    assert_non_null(fault("DADD R0, R2, R4", "MOV R6, R7"));
    assert_non_null(fault("MOV R6, R7", "F2F.F64.F32 R0, R2"));
    hw_fact("SF-212");
    hw_fact("SF-213");
    hw_fact("SF-214");
    hw_fact("SF-215");
    hw_fact("SF-216");
    hw_fact("SF-217");
}

/* What issues alone, with a move behind it and before it. */
static void what_issues_alone(void **state)
{
    (void)state;
    enum { FIRST = 1, SECOND = 2, BOTH = 3 };
    static const struct {
        const char *text;
        int gk104, gk110; /* as which of the two it issues alone */
    } kinds[] = {
        {"DADD R0, R2, R4", BOTH,
         FIRST}, /* behind another: K20, K40 and Titan count no fewer pairs than flagged */
        {"DSETP.GT.AND P0, PT, R2, R4, PT", BOTH, FIRST},
        {"F2F.F64.F32 R0, R2", BOTH, FIRST},
        {"F2F.F32.F64 R0, R2", BOTH, FIRST},
        {"I2F.F64.S32 R0, R2", BOTH, FIRST},
        {"F2F.F32.F32 R0, R2", 0, 0},
        {"LDS.64 R0, [R4]", BOTH, BOTH},
        {"STS.128 [R4], R0", BOTH, BOTH},
        {"STL.64 [R4], R0", BOTH, BOTH},
        {"LDC.64 R0, c[0x0][R4]", BOTH, BOTH},
        {"LD.E.64 R0, [R4]", BOTH, BOTH},
        {"LDS R0, [R4]", 0, 0},
        {"STL [R4], R0", 0, 0},
        {"LDC R0, c[0x0][R4]", 0, 0},
        {"ST [R4], R0", BOTH, BOTH},
        {"ST.E [R4], R0", BOTH, BOTH},
        {"ATOM.E.ADD R0, [R4], R2", BOTH, BOTH},
        {"RED.E.ADD [R4], R2", BOTH, BOTH},
        {"LD R0, [R4]", FIRST, 0}, /* counted on a GTX 680, too */
        {"LD.E R0, [R4]", FIRST, 0},
    };
    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
        for (int chip = 0; chip < 2; chip++) {
            const char *const name = chip ? "sm_35" : "sm_30";
            const int alone = chip ? kinds[i].gk110 : kinds[i].gk104;
            if ((fault_on(name, kinds[i].text, "MOV R6, R7") != NULL) != !!(alone & FIRST))
                fail_msg("%s: %s as the first", name, kinds[i].text);
            if ((fault_on(name, "MOV R6, R7", kinds[i].text) != NULL) != !!(alone & SECOND))
                fail_msg("%s: %s as the second", name, kinds[i].text);
        }
    assert_non_null(fault_on("sm_35", "LDG.E R0, [R4]", "MOV R6, R7"));
    assert_non_null(fault_on("sm_35", "MOV R6, R7", "LDG.E R0, [R4]"));
    hw_fact("SF-214");
    hw_fact("SF-216");
    hw_fact("SF-217");
}

/* One of each kind that the page lists; those of one set exclude each other and themselves, all others go. */
static void the_table_of_kinds(void **state)
{
    (void)state;
    enum { FREE, SPECIAL, SLOW, SET, LOAD };
    static const struct {
        const char *first, *second; /* the same kind with other registers */
        int set;
        const char *fact;
    } kinds[] = {
        {"MOV R0, R20", "MOV R1, R21", FREE, "SF-218"},
        {"S2R R2, SR_TID.X", "S2R R3, SR_TID.Y", SPECIAL, "SF-219"},
        {"IADD R4, R20, R21", "IADD R5, R20, R22", FREE, "SF-220"},
        {"SHL R6, R20, 0x1", "SHR R7, R20, 0x2", SLOW, "SF-221"},
        {"IMUL R8, R20, R21", "IMAD R9, R20, R21, R22", SLOW, "SF-222"},
        {"I2F.F32.S32 R10, R20", "F2I.S32.F32 R11, R20", SLOW, "SF-223"},
        {"BFI R12, R20, 0x808, R21", "BFI R13, R20, 0x808, R22", SLOW, "SF-224"},
        {"POPC R14, R20, R20", "POPC R15, R21, R21", SLOW, "SF-225"},
        {"ISETP.EQ.AND P0, PT, R20, R21, PT", "FSETP.LT.AND P1, PT, R20, R21, PT", SET, "SF-226"},
        {"LOP.AND R16, R20, R21", "LOP.OR R17, R20, R21", FREE, "SF-227"},
        {"ICMP.EQ R18, R20, R21, R22", "ICMP.NE R19, R20, R21, R22", FREE, "SF-228"},
        {"LDL R24, [R20]", "LDS R25, [R20]", LOAD, "SF-229"},
        {"LDS R26, [R20]", "LDL R27, [R20]", LOAD, "SF-230"},
    };
    const size_t count = sizeof(kinds) / sizeof(kinds[0]);
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < count; k++) {
            bool apart = kinds[i].set && kinds[i].set == kinds[k].set;
            if ((fault(kinds[i].first, kinds[k].second) != NULL) != apart ||
                (fault_on("sm_35", kinds[i].first, kinds[k].second) != NULL) != apart)
                fail_msg("%s and %s: %s", kinds[i].first, kinds[k].second,
                         apart ? "exclude each other" : "go together");
        }
    for (size_t i = 0; i < count; i++)
        hw_fact(kinds[i].fact);
    hw_fact("SF-231");
}

/* ---------------------------------------------------------------- computed */

#define PAIR 0x04u

static void assert_controls(const char *chip, const char *lines, unsigned count, const uint32_t *expected)
{
    struct sched_code code;
    sched_code_make(&code, chip, lines);
    for (unsigned i = 0; i < count; i++)
        if (sched_code_control(&code, i) != expected[i])
            fail_msg("%s: instruction %u of %s has 0x%x, not 0x%x", chip, i, lines,
                     (unsigned)sched_code_control(&code, i), (unsigned)expected[i]);
    hw_module_free(code.module);
}

static void neighbours_issue_together(void **state)
{
    (void)state;
    static const char *const chips[] = {"sm_30", "sm_35"};
    for (unsigned i = 0; i < 2; i++) {
        /* Never three, and the last of a group never with the first of the next. */
        assert_controls(chips[i],
                        "MOV R0, R20\nMOV R1, R21\nMOV R2, R20\nMOV R3, R21\nMOV R4, R20\nMOV R5, R21\n"
                        "MOV R6, R20\nMOV R7, R21\nMOV R8, R20\nEXIT",
                        9, (const uint32_t[]){PAIR, 0x20, PAIR, 0x20, PAIR, 0x20, 0x20, PAIR, 0x20});
        /* Someone may jump to the second. */
        assert_controls(
            chips[i], "MOV R0, R20\nthere: MOV R1, R21\nISETP.EQ.AND P0, PT, R0, R1, PT\n@P0 BRA there\nEXIT",
            1, (const uint32_t[]){0x20});
        /* Who needs what is not there yet waits for it alone. */
        assert_controls(chips[i], "FADD R0, R20, R21\nMOV R1, R20\nFADD R2, R0, R20\nEXIT", 2,
                        (const uint32_t[]){PAIR, 0x28});
    }
}

/* What the rules of GK104 allow and NVIDIA's compilers never do. */
static void what_no_compiler_pairs(void **state)
{
    (void)state;
    static const struct {
        const char *chip, *lines;
        bool pair;
    } known[] = {
        {"sm_30", "FADD R0, R20, R20\nFADD R1, R21, R21", true},
        {"sm_30", "FADD R0, R20, R20\nFADD R1, R28, R28", false}, /* one bank: bits 0 and 2 are alike */
        {"sm_30", "FADD R0, R20, R20\nFADD R1, R20, R24", true},
        {"sm_30", "FADD R0, R20, R28\nFADD R1, R21, R29", true}, /* within one of the two it is no matter */
        {"sm_35", "MOV R0, R20\nMOV R1, R28", false},
        {"sm_35", "LDS R0, [R20]\nFADD R1, R28, R28", true}, /* except from memory */
        {"sm_30", "LDS R0, [R20]\nFADD R1, R28, R28", false},
        {"sm_30", "LDS R0, [R20]\nIADD R1, R28, R28", true},
        {"sm_30", "ISCADD R0, R20, R20, 0x2\nIMAD R1, R20, R20, R20", false},
        {"sm_30", "MUFU.RCP R0, R20\nSHL R1, R20, 0x2", false},
        {"sm_30", "S2R R0, SR_TID.X\nISETP.EQ.AND P0, PT, R20, RZ, PT", false},
        {"sm_30", "S2R R0, SR_TID.X\nMOV R1, R20", true},
        {"sm_35", "SEL R0, R20, RZ, P1\nISETP.EQ.AND P0, PT, R20, RZ, PT", false},
        {"sm_35", "ISETP.EQ.X.AND P0, PT, R20, RZ, PT\nIADD R0.CC, R20, R20", false},
        {"sm_35", "IADD.X R1, R20, R20\nIADD R0.CC, R20, R20", true},
        {"sm_35", "MOV R0, R20\nDADD R2, R8, R8", true},
        {"sm_35", "DADD R2, R4, R4\nMOV R0, R20", false},
        {"sm_30", "MOV R0, R20\nDADD R2, R4, R4", false},
        {"sm_30", "SSY 0x8\nMOV R0, R20", false},
        {"sm_30", "MOV R0, R20\nSSY 0x8", true},
        {"sm_30", "MOV R0, R20\nBAR.SYNC 0x0", false},
        {"sm_30", "MOV R0, R20\nTEXDEPBAR 0x0", false},
        {"sm_30", "MOV R0, R20\nEXIT", true},
        {"sm_35", "LDG.E R0, [R20]\nMOV R1, R20", false},
        {"sm_35", "LD.E R0, [R20]\nMOV R1, R20", true},
        {"sm_30", "LD.E R0, [R20]\nMOV R1, R20", false},
    };
    for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
        struct sched_code code;
        sched_code_make(&code, known[i].chip, known[i].lines);
        if ((sched_code_control(&code, 0) == PAIR) != known[i].pair)
            fail_msg("%s: %s: 0x%x", known[i].chip, known[i].lines, (unsigned)sched_code_control(&code, 0));
        hw_module_free(code.module);
    }
}

/* ---------------------------------------------------------------- safe for any code */

/* The words of a file of the corpus; the caller frees them. */
static uint64_t *read_words(const char *name, size_t *count)
{
    char *text = corpus_text("words", name);
    uint64_t *words = calloc(strlen(text) / 8 + 1, sizeof(*words));
    assert_non_null(words);
    *count = 0;
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"))
        words[(*count)++] = strtoull(line, NULL, 16);
    free(text);
    return words;
}

/* A number below `below`, from a xorshift generator. */
static uint64_t choose(uint64_t *seed, uint64_t below)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return *seed % below;
}

static void put_word(uint8_t *at, uint64_t word)
{
    for (unsigned i = 0; i < 8; i++)
        at[i] = (uint8_t)(word >> (8 * i));
}

/* Code of `count` instructions that end anywhere within their last group, and jump where chance has it. */
static size_t make_code(uint64_t *seed, const struct hw_target *target, const uint64_t *words,
                        size_t word_count, unsigned count, uint8_t *code)
{
    size_t at = 0;
    for (unsigned i = 0; i < count; i++) {
        if (at % (8 * (hw_target_group(target) + 1u)) == 0) {
            put_word(code + at, hw_code_control_word(target));
            at += 8;
        }
        put_word(code + at, choose(seed, 40) ? words[choose(seed, word_count)] : choose(seed, UINT64_MAX));
        at += 8;
    }
    return at;
}

static void check_code(const char *chip, const struct hw_target *target, uint8_t *code, size_t length)
{
    struct hw_insn first, second;
    assert_int_equal(hw_schedule(target, code, length, NULL), HW_OK);
    struct sched_found found = sched_code_check(target, code, length);
    if (found.count)
        fail_msg("%s, %zu bytes: at 0x%x %s comes too early after 0x%x (kind %u, %u cycles)", chip, length,
                 (unsigned)found.last.offset, found.last.name, (unsigned)found.last.producer, found.last.kind,
                 found.last.missing);
    for (size_t at = 0, next; hw_sched_kind(target) == HW_SCHED_COUNTS &&
                              hw_decode_code(target, code, length, &at, &first) == HW_OK;
         at = next) {
        next = at + first.bytes;
        if (first.control != PAIR)
            continue;
        size_t behind = next;
        assert_true(next % 64 != 0);
        assert_int_equal(hw_decode_code(target, code, length, &behind, &second), HW_OK);
        assert_null(hw_sched_pair_fault(target, &first, &second));
        assert_int_not_equal(second.control, PAIR);
    }
}

static void any_code_is_safe(void **state)
{
    (void)state;
    static const char *const chips[] = {"sm_30", "sm_35", "sm_50"};
    static const char *const files[] = {"sm_30.txt", "sm_35.txt", "sm_50.txt"};
    static uint8_t code[200 * 8 * 2]; /* 200 instructions and their control words */
    for (unsigned c = 0; c < sizeof(chips) / sizeof(chips[0]); c++) {
        uint64_t seed = 4 + c;
        size_t word_count;
        struct hw_target target = sched_target(chips[c]);
        uint64_t *words = read_words(files[c], &word_count);
        for (unsigned i = 0; i < 600; i++) {
            unsigned count = i < 310 ? i % 31 : (unsigned)choose(&seed, 200);
            check_code(chips[c], &target, code, make_code(&seed, &target, words, word_count, count, code));
        }
        free(words);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_pairs_do_not_overlap),  cmocka_unit_test(which_pairs_can_issue),
        cmocka_unit_test(what_issues_alone),         cmocka_unit_test(the_table_of_kinds),
        cmocka_unit_test(neighbours_issue_together), cmocka_unit_test(what_no_compiler_pairs),
        cmocka_unit_test(any_code_is_safe),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
