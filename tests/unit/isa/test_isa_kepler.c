/* SPDX-License-Identifier: MIT */
/* Kepler GK110 against NVIDIA's listings and the sheet of forms: our text is that of the listings.  Skipped
 * where the corpus is not beside the repository. */
#include <ctype.h>
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <halfwarp/isa.h>
#include <halfwarp/sched.h>

#include "corpus.h"
#include "isa_corpus.h"

/* ---------------------------------------------------------------- listings */

struct judgement {
    unsigned compiled, enumerated, jumps;
};

/* Jumps whose place no one knows: there is one where their text is ours, and that is all that can be said. */
static bool jumps_from_somewhere(const struct hw_target *target, const struct listing_row *form)
{
    struct listing_row row = *form;
    for (row.address = 0; row.address < 0x100; row.address += 8)
        if (!form->has_address && prints_as(target, HW_SYNTAX_NV, &row, HW_NO_CONTROL, form->text))
            return true;
    return false;
}

/* The enumerated words were disassembled at address 0. */
static void judge_row(const struct hw_target *target, const struct listing_row *form, void *context)
{
    struct judgement *count = context;
    struct listing_row row = *form;
    if (form->synthetic)
        row.address = 0;
    if (prints_as(target, HW_SYNTAX_NV, &row, HW_NO_CONTROL, form->text))
        ++*(form->synthetic ? &count->enumerated : &count->compiled);
    else if (!form->synthetic && jumps_from_somewhere(target, form))
        count->jumps++;
    else
        fail_msg("%016" PRIx64 " at %" PRIx64 ": the listing has `%s`", form->word, row.address, form->text);
}

static void listings_of_nvidia(void **state)
{
    (void)state;
    struct judgement count = {0};
    each_listing_row("sm_35", judge_row, &count);
    assert_int_equal(count.compiled, 115);
    assert_int_equal(count.enumerated, 2054);
    assert_int_equal(count.jumps, 3);
}

/* ---------------------------------------------------------------- the sheet of forms */

/* A table beside the corpus lists the forms that public sources know, by mask and fixed bits. */

/* The bits of a form's fields, in its notation: `name=bit+count&bit+count/bit+count:kind`; kind I is
 * ignored. */
static uint64_t field_bits(char *fields)
{
    uint64_t bits = 0;
    for (char *field; (field = strsep(&fields, " "));) {
        char *at = strchr(field, '='), *kind = strchr(field, ':');
        if (!at || !kind || !strcmp(kind, ":I"))
            continue;
        while (at < kind) {
            unsigned long first = strtoul(at + 1, &at, 10), count = strtoul(at + 1, &at, 10);
            bits |= ((count < 64 ? (uint64_t)1 << count : 0) - 1) << first;
        }
    }
    return bits;
}

static void check_form(const struct hw_target *target, uint64_t word, const char *expected)
{
    struct hw_insn insn = decode_word(target, word);
    size_t length = strspn(expected, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789");
    if (!insn.form || insn.unknown[0] || strncmp(hw_form_mnemonic(insn.form), expected, length) ||
        isalnum((unsigned char)hw_form_mnemonic(insn.form)[length]))
        fail_msg("%016" PRIx64 " is no %.*s", word, (int)length, expected);
}

/* Each form of the sheet, with the fields at zero and with all their bits set, is an instruction of its
 * name. */
static void forms_of_the_sheet(void **state)
{
    (void)state;
    struct hw_target target = target_named("sm_35");
    char *text = corpus_text("../facts", "kepler_isa.tsv"), *lines = NULL;
    unsigned count = 0;
    for (char *line = strtok_r(text, "\n", &lines); line; line = strtok_r(NULL, "\n", &lines)) {
        char *rest = line, *name = strsep(&rest, "\t"), *mask = strsep(&rest, "\t"),
             *match = strsep(&rest, "\t"), *fields = strsep(&rest, "\t");
        if (*name == '#' || !rest || !strcmp(name, "SCHED"))
            continue;
        uint64_t fixed = strtoull(match, NULL, 16);
        check_form(&target, fixed, rest);
        check_form(&target, fixed | (field_bits(fields) & ~strtoull(mask, NULL, 16)), rest);
        count++;
    }
    free(text);
    assert_int_equal(count, 397);
}

/* ---------------------------------------------------------------- what no listing of the corpus shows */

/* An exchange whose old value is dropped has no other destination than RZ: its form fixes the register. */
static void register_that_a_form_fixes(void **state)
{
    (void)state;
    struct hw_target target = target_named("sm_35");
    struct hw_insn insn = decode_word(&target, 0x6c080002022013fe);
    char text[HW_TEXT_MAX];
    hw_print(&insn, HW_SYNTAX_NV, 8, text, sizeof text);
    assert_string_equal(text, "@!P0 ATOM.E.EXCH RZ, [R4+0x4], R4");
    assert_int_equal(parse_nv(&target, text).word[0], 0x6c080002022013fe);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(listings_of_nvidia),
        cmocka_unit_test(forms_of_the_sheet),
        cmocka_unit_test(register_that_a_form_fixes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
