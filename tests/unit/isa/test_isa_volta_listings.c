/* SPDX-License-Identifier: MIT */
/* Volta to Ada against NVIDIA's listings and the measured sheet of forms: our text is that of the listings,
 * with what older toolkits write otherwise counted apart, and every form of the sheet is an instruction of
 * its name. Skipped where the corpus is not beside the repository. */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <halfwarp/isa.h>

#include "corpus.h"
#include "isa_corpus.h"

#define SCHEDULE     (0x7f1ull << 41) /* one cycle, no scoreboard: bits 125:105, in the high word */
#define NO_YIELD     (0x10ull << 41)
#define SCHEDULE_OFF (0x1ffffull << 41)

/* ---------------------------------------------------------------- listings */

/* Why a row of a listing has another text than the word alone gives. */
enum verdict { EQUAL, SYMBOL, BRACE, ROWS, NAME, SHORT, VERDICTS };

/* Our text without notes, and whether the word is an instruction.  One of the collections has no scheduling
 * bits but those of reuse, which are a batch's number where the instruction has yielded. */
static bool print_row(const struct hw_target *target, const struct listing_row *row, char text[HW_TEXT_MAX])
{
    uint64_t word[2] = {row->word, row->high};
    struct hw_insn insn;
    const bool stripped = !(word[1] & SCHEDULE_OFF);
    if (stripped)
        word[1] |= SCHEDULE;
    assert_int_equal(hw_decode(target, word, sizeof word, &insn), HW_OK);
    if (stripped && !insn.form) {
        word[1] &= ~NO_YIELD;
        assert_int_equal(hw_decode(target, word, sizeof word, &insn), HW_OK);
    }
    hw_print(&insn, HW_SYNTAX_NV, row->address, text, HW_TEXT_MAX);
    char *note = strstr(text, " # ");
    if (note)
        *note = '\0';
    for (size_t length = strlen(text); length && text[length - 1] == ' '; length--)
        text[length - 1] = '\0';
    return insn.form != NULL;
}

/* Take every `part` out of a text. */
static void without(char *text, const char *part)
{
    for (char *at; (at = strstr(text, part));)
        memmove(at, at + strlen(part), strlen(at + strlen(part)) + 1);
}

static enum verdict judge(const struct hw_target *target, const struct listing_row *row)
{
    char ours[HW_TEXT_MAX], whole[HW_TEXT_MAX];
    if (!print_row(target, row, ours)) {
        if (row->high)
            fail_msg("%016" PRIx64 "%016" PRIx64 ": the listing has `%s`", row->high, row->word, row->text);
        return SHORT; /* a word of Maxwell's, in a file of Ampere's */
    }
    snprintf(whole, sizeof whole, "%s}", row->text);
    if (!strcmp(ours, row->text))
        return EQUAL;
    if (strstr(row->text, "`(") || strstr(row->text, "32@"))
        return SYMBOL; /* labels and relocated literals */
    if (!strcmp(ours, whole))
        return BRACE; /* DEPBAR's list lost its closing brace on the way into the corpus */
    without(ours, ".ROW");
    if (!strcmp(ours, row->text))
        return ROWS; /* CUDA 9 leaves out .ROW of HMMA.884 */
    without(ours, ".MOV");
    without(ours, ".IADD");
    without(ours, ".SHL");
    if (!strcmp(ours, row->text))
        return NAME; /* and has no other names of IMAD */
    fail_msg("%016" PRIx64 "%016" PRIx64 " is `%s`, the listing has `%s`", row->high, row->word, ours,
             row->text);
    return VERDICTS;
}

static void judge_row(const struct hw_target *target, const struct listing_row *row, void *context)
{
    ((unsigned *)context)[judge(target, row)]++;
}

static void listings_of_nvidia(void **state)
{
    static const char *const chips[] = {"sm_70", "sm_75", "sm_80", "sm_86"};
    unsigned count[VERDICTS] = {0}, rows = 0;
    (void)state;
    for (unsigned i = 0; i < 4; i++)
        each_listing_row(chips[i], judge_row, count);
    for (unsigned i = 0; i < VERDICTS; i++)
        rows += count[i];
    print_message("of %u rows %u equal, %u with symbols, %u without a brace, %u with CUDA 9's names\n", rows,
                  count[EQUAL], count[SYMBOL], count[BRACE], count[ROWS] + count[NAME]);
    assert_int_equal(rows, 13523);
    assert_int_equal(count[EQUAL], 13426);
    assert_int_equal(count[SHORT], 1);
}

/* ---------------------------------------------------------------- the sheet */

/* Forms that have another condition than the sheet says. */
static bool is_left_out(const char *name)
{
    static const char *const names[] = {"CCTL_98f.10",
                                        "CCTLL_990.3",
                                        "AST_322",        /* the base must be RZ */
                                        "BPT_95c",        /* its kind must not be 0 */
                                        "__HIR0X1E0_94f", /* prints nothing but a number */
                                        NULL};
    for (unsigned i = 0; names[i]; i++)
        if (!strncmp(name, names[i], strlen(names[i])))
            return true;
    return false;
}

static bool has_target(const char *list, const char *number)
{
    const char *at = strstr(list, number);
    return at && (at[2] == ',' || at[2] == '\0');
}

/* Set the fields of a condition, `84,3+72,1:4,5`, to the first of its values. */
static void apply_condition(const char *condition, uint64_t word[2])
{
    const char *values = strchr(condition, ':');
    if (!values)
        return;
    uint64_t value = strtoull(values + 1, NULL, 16);
    for (char *at = (char *)condition; at < values; at++) {
        unsigned long first = strtoul(at, &at, 10), bits = strtoul(at + 1, &at, 10);
        for (unsigned long i = first; i < first + bits; i++, value >>= 1)
            word[i / 64] |= (value & 1) << i % 64;
    }
}

static void read_match(const char *digits, uint64_t word[2])
{
    const size_t length = strlen(digits), high = length > 16 ? length - 16 : 0;
    char part[17] = "";
    memcpy(part, digits, high);
    word[1] = high ? strtoull(part, NULL, 16) : 0;
    word[0] = strtoull(digits + high, NULL, 16);
}

static void check_form(const struct hw_target *target, const uint64_t word[2], const char *name,
                       const char *text)
{
    struct hw_insn insn;
    const size_t length = strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789");
    assert_int_equal(hw_decode(target, word, 16, &insn), HW_OK);
    if (!insn.form || strncmp(hw_form_mnemonic(insn.form), text, length))
        fail_msg("%s: %016" PRIx64 "%016" PRIx64 " is no %.*s", name, word[1], word[0], (int)length, text);
}

/* Each form that was measured for these three, with its fields at zero; those for which nvdisasm prints
 * nothing have no name. */
static void forms_of_the_sheet(void **state)
{
    static const char *const numbers[] = {"70", "75", "80"};
    unsigned count[3] = {0};
    (void)state;
    for (unsigned i = 0; i < 3; i++) {
        char chip[8];
        snprintf(chip, sizeof chip, "sm_%s", numbers[i]);
        struct hw_target target = target_named(chip);
        char *text = corpus_text("../facts", "volta_isa.tsv"), *lines = NULL;
        for (char *line = strtok_r(text, "\n", &lines); line; line = strtok_r(NULL, "\n", &lines)) {
            char *rest = line, *column[10];
            for (unsigned k = 0; k < 10; k++)
                column[k] = rest ? strsep(&rest, "\t") : "";
            uint64_t word[2];
            if (strcmp(column[0], "form") != 0 || !has_target(column[2], numbers[i]) ||
                !strcmp(column[9], "-") || is_left_out(column[1]))
                continue;
            read_match(column[4], word);
            apply_condition(column[6], word);
            word[1] |= SCHEDULE;
            word[0] |= 7 << 12; /* PT */
            check_form(&target, word, column[1], column[9]);
            count[i]++;
        }
        free(text);
    }
    print_message("%u forms on sm_70, %u on sm_75, %u on sm_80\n", count[0], count[1], count[2]);
    assert_true(count[0] >= 443 && count[1] >= 825 && count[2] >= 891);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(listings_of_nvidia),
        cmocka_unit_test(forms_of_the_sheet),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
