/* SPDX-License-Identifier: MIT */
/* Maxwell and Pascal against NVIDIA's listings: our text is theirs, with what the listings have from
 * elsewhere counted apart.  Skipped where the corpus is not beside the repository. */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include <halfwarp/isa.h>
#include <halfwarp/sched.h>

#include "fact.h"
#include "isa_corpus.h"

/* ---------------------------------------------------------------- listings */

/* Why a row of a listing has another text than the word alone gives. */
enum verdict { EQUAL, REUSE, SYMBOL, BRACE, DENORMAL, NO_ADDRESS, VERDICTS };

/* Whether the text is ours for the word and these bits of reuse. */
static bool with_reuse(const struct hw_target *target, const struct listing_row *form, unsigned reuse,
                       const char *text)
{
    struct hw_sched sched = {.reuse = (uint8_t)reuse};
    return prints_as(target, HW_SYNTAX_NV, form, hw_sched_pack(HW_SCHED_SCOREBOARDS, &sched), text);
}

/* Reuse stands in the control word; a text that has it must come back with the same bits. */
static bool explained_by_reuse(const struct hw_target *target, const struct listing_row *form)
{
    for (unsigned reuse = 1; reuse < 16; reuse++)
        if (with_reuse(target, form, reuse, form->text)) {
            struct hw_insn again;
            assert_int_equal(hw_parse(target, HW_SYNTAX_NV, form->text, form->address, &again, NULL), HW_OK);
            assert_int_equal(again.word[0], form->word);
            assert_int_equal(hw_sched_unpack(HW_SCHED_SCOREBOARDS, again.control).reuse, reuse);
            return true;
        }
    return false;
}

static enum verdict judge(const struct hw_target *target, const struct listing_row *form)
{
    const char *text = form->text;
    char whole[256];
    snprintf(whole, sizeof whole, "%s}", text);
    if (with_reuse(target, form, 0, text))
        return EQUAL;
    if (explained_by_reuse(target, form))
        return REUSE;
    if (strstr(text, "`(") || strstr(text, "32@") || strstr(text, "(*\""))
        return SYMBOL; /* labels, relocated literals and remarks of nvdisasm */
    if (with_reuse(target, form, 0, whole))
        return BRACE; /* DEPBAR's list lost its closing brace on the way into the corpus */
    if (strstr(text, "e-045"))
        return DENORMAL; /* the printf of CUDA 6.5 for Windows */
    if (!form->has_address)
        return NO_ADDRESS; /* a jump's text depends on it */
    fail_msg("%016" PRIx64 " at %" PRIx64 ": the listing has `%s`", form->word, form->address, text);
    return VERDICTS;
}

struct judgement {
    bool synthetic; /* which rows of the listing */
    unsigned count[VERDICTS];
};

static void judge_row(const struct hw_target *target, const struct listing_row *form, void *context)
{
    struct judgement *judgement = context;
    if (form->synthetic == judgement->synthetic)
        judgement->count[judge(target, form)]++;
}

static void listings_of_nvidia(void **state)
{
    (void)state;
    static const char *const chips[] = {"sm_50", "sm_52", "sm_60", "sm_61"};
    struct judgement programs = {.synthetic = false};
    const unsigned *count = programs.count;
    unsigned forms = 0;
    for (unsigned i = 0; i < 4; i++)
        each_listing_row(chips[i], judge_row, &programs);
    for (unsigned i = 0; i < VERDICTS; i++)
        forms += count[i];
    print_message(
        "of %u rows %u equal, %u with .reuse, %u with symbols, %u without a brace, %u old denormals, "
        "%u without an address\n",
        forms, count[EQUAL], count[REUSE], count[SYMBOL], count[BRACE], count[DENORMAL], count[NO_ADDRESS]);
    assert_int_equal(forms, 5330);
    assert_true(count[DENORMAL] + count[NO_ADDRESS] <= 6);
}

static void enumerated_words_of_nvidia(void **state)
{
    (void)state;
    struct judgement enumeration = {.synthetic = true};
    each_listing_row("sm_52", judge_row, &enumeration);
    assert_int_equal(enumeration.count[EQUAL], 4490);
}

/* ---------------------------------------------------------------- groups, chips, literals */

static void instructions_get_their_share_of_the_control_word(void **state)
{
    (void)state;
    struct hw_target target = target_named("sm_52");
    uint64_t code[8] = {0x001fc000fc2007f1, 0x4c98078000870001, 0xf0c8000002270005, 0x50b0000000070f00};
    size_t at = 0;
    struct hw_insn insn;
    for (unsigned i = 0; i < 3; i++, at += insn.bytes) {
        assert_int_equal(hw_decode_code(&target, code, sizeof code, &at, &insn), HW_OK);
        assert_int_equal(at, 8 + 8 * i);
        assert_int_equal(insn.control, (uint32_t)(code[0] >> (21 * i)) & 0x1fffff);
        assert_int_equal(insn.word[0], code[1 + i]);
    }
    assert_int_equal(hw_decode_code(&target, code, sizeof code, &at, &insn), HW_OK);
    assert_int_equal(at, 40); /* the next group's control word was passed over */
    at = 32;
    assert_int_equal(hw_decode_code(&target, code, 40, &at, &insn), HW_ERR_FORMAT);
}

static void chips_lack_what_others_have(void **state)
{
    (void)state;
    static const char *const text = "IDP.4A.S8.S8 R0, R22, R23, R0";
    struct hw_target old = target_named("sm_60"), new = target_named("sm_61");
    struct hw_insn insn;
    struct hw_error error;
    char printed[HW_TEXT_MAX];
    uint64_t word = parse_nv(&new, text).word[0];
    assert_int_equal(hw_parse(&old, HW_SYNTAX_NV, text, 0, &insn, &error), HW_ERR_NOT_FOUND);
    assert_string_equal(error.text, "this chip or program type has no 'IDP'; sm_61 and later have it");
    insn = decode_word(&old, word);
    hw_print(&insn, HW_SYNTAX_NV, 0, printed, sizeof printed);
    assert_string_equal(printed, "IDP.4A.S8.S8 R0, R22, R23, R0 # foreign");
    assert_int_equal(parse_nv(&old, printed).word[0], word);
}

static void literals_have_20_bits_or_32(void **state)
{
    (void)state;
    struct hw_target target = target_named("sm_52");
    struct hw_insn insn;
    assert_int_equal(parse_nv(&target, "IADD R0, R1, -0x80000").word[0] >> 56 & 1, 1);
    assert_int_equal(parse_nv(&target, "IADD R0, R1, 0x7ffff").word[0] >> 20 & 0x7ffff, 0x7ffff);
    assert_int_not_equal(hw_parse(&target, HW_SYNTAX_NV, "IADD R0, R1, 0x100000", 0, &insn, NULL), HW_OK);
    assert_int_equal(parse_nv(&target, "IADD32I R0, R1, -0x80000000").word[0] >> 20 & 0xffffffff, 0x80000000);
    assert_int_not_equal(hw_parse(&target, HW_SYNTAX_NV, "FADD R0, R1, 0.1", 0, &insn, NULL), HW_OK);
    assert_int_equal(parse_nv(&target, "FADD32I R0, R1, 0.1").word[0] >> 20 & 0xffffffff, 0x3dcccccd);
    assert_int_equal(parse_nv(&target, "MOV32I RZ, 0xffffffff").word[0] & 0xff, 255);
    hw_fact("SF-402");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(listings_of_nvidia),
        cmocka_unit_test(enumerated_words_of_nvidia),
        cmocka_unit_test(instructions_get_their_share_of_the_control_word),
        cmocka_unit_test(chips_lack_what_others_have),
        cmocka_unit_test(literals_have_20_bits_or_32),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
