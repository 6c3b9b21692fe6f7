/* SPDX-License-Identifier: MIT */
/* Volta to Ada: what the machine refuses to execute is known.  Every word of the corpus, code that NVIDIA's
 * compilers made, is executed (skipped where the corpus is not beside the repository), and so is some word of
 * every form of compute programs, but for those that docs/text.md names. */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/translate/translate.h"
#include "isa_corpus.h"
#include "machine/chip/kernel_abi.h"
#include "unit/ops/splitmix.h"

/* The kinds of the faults that a word becomes, a bit each: all that can be told before it runs. */
static uint32_t faults_of(const struct hw_target *target, const uint64_t word[2])
{
    static const uint32_t bank[16384];
    struct hw_executable *code = calloc(1, sizeof *code);
    const struct hw_chip_info *chip;
    struct hw_launch launch;
    struct hw_error error;
    uint32_t kinds = 0;

    assert_non_null(code);
    assert_int_equal(hw_chip_find(hw_isa_chip(target->isa, target->chip), &chip, &error), HW_OK);
    hw_launch_init(&launch, target, chip, NULL);
    launch.code.data = word;
    launch.code.bytes = 16;
    for (unsigned i = 0; i < HW_BANKS; i++)
        launch.bank[i] = (struct hw_bank){.data = bank, .bytes = sizeof bank};
    assert_int_equal(hw_translate(&launch, code, &error), HW_OK);
    for (uint32_t i = 0; i < code->program.uop_count; i++) {
        const struct hw_uop *uop = &code->program.uop[i];
        if (code->program.insn_of[i] == 0 && uop->fn == hw_uop_fault)
            kinds |= 1u << uop->fault.kind;
    }
    hw_executable_destroy(code);
    return kinds;
}

static unsigned refused;

static void check_word_runs(const struct hw_target *target, const uint64_t word[2])
{
    char text[HW_TEXT_MAX];
    struct hw_insn insn;

    if (!(faults_of(target, word) & 1u << HW_FAULT_ILLEGAL))
        return;
    /* a predicate behind the matrices, which nobody has described: one word for sm_86 */
    if (word[0] == 0x000000201c02723c && word[1] == 0x000fee0007800802)
        return;
    assert_int_equal(hw_decode(target, word, 16, &insn), HW_OK);
    hw_print(&insn, HW_SYNTAX_NV, 0, text, sizeof text);
    print_error("%s: %016" PRIx64 "%016" PRIx64 " `%s` is refused\n", hw_isa_chip(target->isa, target->chip),
                word[1], word[0], text);
    refused++;
}

static void words_are_executed(void **state)
{
    static const char *const chips[] = {"sm_70", "sm_72", "sm_75", "sm_80", "sm_86", "sm_87", "sm_89"};

    (void)state;
    for (unsigned i = 0; i < sizeof chips / sizeof *chips; i += getenv("HW_SMALL_SAMPLE") ? 3 : 1)
        each_long_word(chips[i], check_word_runs);
    assert_int_equal(refused, 0);
}

/* --- forms --- */

/* How names of forms begin, or texts: docs/text.md has them, too. */
static const char *const not_run[] = {
    /* clang-format off */
    /* of graphics programs */
    "al2p", "ald", "ast", "csmtest", "footprint", "ipa", "isberd", "isbewr", "ldtram", "out", "pixld",
    /* of trap handlers */
    "getlmembase", "rtt", "setctaid", "setlmembase",
    /* not described in public */
    "b2r", "BAR.SCAN", "BAR.SYNCALL", "bmov64", "bmovb", "bmovto", "F2FP", "HMMA.444", "IMMA.8816.U16", "qspc",
    "r2b", "rpcmov", "suquery", "tmml", "uclea", "uldcat",
    /* textures and surfaces that parts of a place in a bank name, or a uniform register */
    "suatom.fc", "suatom.fu", "suatomcas.fc", "suatomcas.fu", "suldd.fc", "suldd.fu", "suldp.fc", "suldp.fu",
    "sured.fc", "sured.fu", "sustd.fc", "sustd.fu", "sustp.fc", "sustp.fu", "TEX.B", "TEX.SCR.B", "tex.tu",
    "TLD.B", "TLD.SCR.B", "tld.tu", "tld4.tc", "tld4.tk2", "tld4.tu", "TXD.B", "txd.tu", "TXQ.B", "txq.tu",
    /* clang-format on */
};

static bool is_listed(const char *name, const char *text)
{
    for (unsigned i = 0; i < sizeof not_run / sizeof *not_run; i++)
        if (strncmp(name, not_run[i], strlen(not_run[i])) == 0 ||
            strncmp(text, not_run[i], strlen(not_run[i])) == 0)
            return true;
    return false;
}

/* A word of the form with bits by chance, but always executed, and whose registers may begin many. */
static bool draw(const struct hw_target *target, const struct hw_form *form, uint64_t *state,
                 struct hw_insn *insn)
{
    uint64_t mask[2], word[2];
    struct hw_insn drawn;

    hw_form_fixed(form, mask, word);
    for (unsigned i = 0; i < 2; i++)
        word[i] |= splitmix64(state) & ~mask[i];
    if (hw_decode(target, word, sizeof word, &drawn) != HW_OK || drawn.form != form)
        return false;
    for (unsigned i = 0; i < hw_form_field_count(form); i++) {
        const char *name = hw_form_field_name(form, i), *plain = name + (*name == 'u');
        if (strcmp(plain, "guard") == 0)
            drawn.field[i] = HW_PT;
        else if (strncmp(plain, "src", 3) == 0 || strncmp(plain, "dst", 3) == 0)
            drawn.field[i] &= ~7ull;
        else if (strncmp(plain, "pred", 4) == 0 && splitmix64(state) % 4)
            drawn.field[i] = splitmix64(state) % 2 ? HW_PT : 0; /* PT, also where its code is inverted */
    }
    memset(drawn.unknown, 0, sizeof drawn.unknown);
    hw_encode(&drawn);
    return hw_decode(target, drawn.word, sizeof word, insn) == HW_OK && insn->form == form && !insn->foreign;
}

/* False: then `text` is one that should run. */
static bool is_run(const struct hw_target *target, const struct hw_form *form, unsigned most,
                   char text[HW_TEXT_MAX])
{
    const uint32_t refuses = 1u << HW_FAULT_ILLEGAL | 1u << HW_FAULT_OPERAND;
    uint64_t state = 11;
    char other[HW_TEXT_MAX];
    struct hw_insn insn;

    *text = '\0';
    for (unsigned attempt = 0; attempt < most; attempt++) {
        if (!draw(target, form, &state, &insn))
            continue;
        if (!(faults_of(target, insn.word) & refuses))
            return true;
        hw_print(&insn, HW_SYNTAX_NV, 0, other, sizeof other);
        if (!strstr(other, "INVALID") && !strstr(other, "???")) /* reserved values */
            memcpy(text, other, sizeof other);
    }
    return false;
}

static void forms_are_executed(void **state)
{
    struct hw_target target = target_named("gv100");
    const struct hw_form *form;
    char text[HW_TEXT_MAX];
    unsigned missing = 0;
    const unsigned step = getenv("HW_SMALL_SAMPLE") ? 13 : getenv("HW_QUICK") ? 5 : 1;

    (void)state;
    for (target.chip = 0; !hw_kernel_abi_of(&target)->not_run; target.chip++)
        for (unsigned i = target.chip % step; (form = hw_isa_form(target.isa, i)) != NULL; i += step)
            if (hw_form_legal(form, target.chip, HW_PROGRAM_CP) && !is_run(&target, form, 400, text) &&
                *text && !is_listed(hw_form_name(form), text) && !is_run(&target, form, 20000, text)) {
                print_error("%s: %s is not executed: %s\n", hw_isa_chip(target.isa, target.chip),
                            hw_form_name(form), text);
                missing++;
            }
    assert_int_equal(missing, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(words_are_executed),
                                       cmocka_unit_test(forms_are_executed)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
