/* SPDX-License-Identifier: MIT */
/* Fermi and GK104 against NVIDIA's listings, each of which is in one dialect: our text is theirs.  Skipped
 * where the corpus is not beside the repository. */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include <halfwarp/isa.h>
#include <halfwarp/sched.h>

#include "isa_corpus.h"

/* ---------------------------------------------------------------- listings */

#define DIALECTS        3
#define MAX_LISTINGS    160
#define NAME_MAX_LENGTH 160

/* How many rows of a listing are ours in each dialect: it is in the one in which most are. */
struct listing {
    char name[NAME_MAX_LENGTH];
    unsigned equal[DIALECTS];
};

struct listings {
    struct listing list[MAX_LISTINGS];
    unsigned count;
    unsigned forms[DIALECTS], labels; /* that are ours in their listing's dialect; that name a jump's label */
};

static struct listing *find_listing(struct listings *all, const char *name)
{
    for (unsigned i = 0; i < all->count; i++)
        if (!strcmp(all->list[i].name, name))
            return &all->list[i];
    assert_true(all->count < MAX_LISTINGS && strlen(name) < NAME_MAX_LENGTH);
    strcpy(all->list[all->count].name, name);
    return &all->list[all->count++];
}

static void count_register(const struct hw_target *target, const struct listing_row *form, void *context)
{
    struct listing *listing = find_listing(context, form->listing);
    for (unsigned i = 0; i < DIALECTS; i++)
        listing->equal[i] += prints_as(target, (enum hw_syntax)i, form, HW_NO_CONTROL, form->text);
}

static unsigned dialect_of(const struct listing *listing)
{
    unsigned best = HW_SYNTAX_NV42;
    for (unsigned i = 0; i < DIALECTS; i++)
        if (listing->equal[i] > listing->equal[best])
            best = i;
    return best;
}

/* A jump to a name, whose place the row does not say: all before it is ours. */
static bool jumps_to_label(const struct hw_target *target, const struct listing_row *form)
{
    const char *label = strstr(form->text, "`(.L_");
    struct hw_insn insn = decode_word(target, form->word);
    char text[HW_TEXT_MAX];
    hw_print(&insn, HW_SYNTAX_NV, form->address, text, sizeof text);
    return label && !strncmp(text, form->text, (size_t)(label - form->text));
}

/* Our text is the listing's, and the listing's is assembled to the word beside it, except for bits that the
 * chip ignores. */
static void judge_row(const struct hw_target *target, const struct listing_row *form, void *context)
{
    struct listings *all = context;
    unsigned dialect = dialect_of(find_listing(all, form->listing));
    if (!prints_as(target, (enum hw_syntax)dialect, form, HW_NO_CONTROL, form->text)) {
        if (!jumps_to_label(target, form))
            fail_msg("%016" PRIx64 " in %s: the listing has `%s`", form->word, form->listing, form->text);
        all->labels++;
        return;
    }
    struct hw_insn again;
    assert_int_equal(hw_parse(target, (enum hw_syntax)dialect, form->text, form->address, &again, NULL),
                     HW_OK);
    assert_int_equal(again.word[0], form->word ^ decode_word(target, form->word).ignored[0]);
    all->forms[dialect]++;
}

static void listings_of_nvidia(void **state)
{
    (void)state;
    static const char *const chips[] = {"sm_20", "sm_21", "sm_30"};
    static struct listings all;
    for (unsigned i = 0; i < 3; i++)
        each_listing_row(chips[i], count_register, &all);
    for (unsigned i = 0; i < 3; i++)
        each_listing_row(chips[i], judge_row, &all);
    print_message("%u listings: %u rows of CUDA 5, %u of 4.1 and 4.2, %u of 3.2 and 4.0, %u with labels\n",
                  all.count, all.forms[HW_SYNTAX_NV], all.forms[HW_SYNTAX_NV42], all.forms[HW_SYNTAX_NV40],
                  all.labels);
    assert_int_equal(all.forms[HW_SYNTAX_NV], 74);
    assert_int_equal(all.forms[HW_SYNTAX_NV42], 11698);
    assert_int_equal(all.forms[HW_SYNTAX_NV40], 28312);
    assert_int_equal(all.labels, 3);
}

/* ---------------------------------------------------------------- what no listing of the corpus shows */

/* A word's text in the dialects of CUDA 5, 4.2 and 4.0: where they differ in ways that few instructions
 * have. */
static const struct {
    uint64_t word;
    const char *text[DIALECTS];
} dialects[] = {
    {0x6000c00008201e03, {"SHL.W R0, R2, 0x2", "SHL.W R0, R2, 0x2", "SHL R0, R2, 0x2"}},
    {0x6000c00008201c03, {"SHL R0, R2, 0x2", "SHL R0, R2, 0x2", "SHL.W R0, R2, 0x2"}},
    {0x300a000034b15e00, {"FFMA R5, -R11, R13, R5", "FFMA R5, R11, -R13, R5", "FFMA R5, R11, -R13, R5"}},
    {0x5000cfc000015c00, {"FADD R5, R0, 0.5", "FADD R5, R0, 0x3f000", "FADD R5, R0, 0x3f000"}},
    {0x28ea0c49be40dc02,
     {"FADD32I R3, R36, 0.0010000000474974513054", "FADD32I R3, R36, 0x3a83126f",
      "FADD32I R3, R36, 0x3a83126f"}},
    {0x1bfffffffc031df2, {"MOV32I.S R12, 0xffffffff", "MOV32I.S R12, -0x1", "MOV32I.S R12, -0x1"}},
    {0x4800ffffc4209c03, {"IADD R2, R2, -0xf", "IADD R2, R2, 0xffff1", "IADD R2, R2, 0xffff1"}},
    {0x4800c00044209d03, {"ISUB R2, R2, 0x11", "IADD R2, R2, -0x11", "IADD R2, R2, -0x11"}},
    {0x2c00000084009c04, {"S2R R2, SR_TID.X", "S2R R2, SR_Tid_X", "S2R R2, SR_Tid_X"}},
    {0x1400400000009ca6,
     {"LDC.64 R2, c[0x10][R0]", "LDC.64 R2, c [0x10] [R0+0x0]", "LDC.64 R2, c [0x10] [R0+0x0]"}},
    {0x1000000009215c24, {"F2F.F32.F32.SAT R5, R2", "F2F.PASS.SAT R5, R2", "F2F.PASS.SAT R5, R2"}},
    {0x0c4a000070b7dc04,
     {"PSETP.OR.XOR P3, PT, !P3, !P4, P5", "PSETP.OR.XOR P3, pt, P5, !P4, !P3",
      "PSETP.OR.XOR P3, pt, P5, !P4, !P3"}},
    {0x49c0000000009c24, {"VOTE.ANY R2, PT, P0", "VOTE.ANY R2, pt, P0", "VOTE.ANY R2, pt, P0"}},
    {0x48000000000fdc04, {"VOTE.ALL P0, P0", "VOTE.ALL RZ, P0, P0", "VOTE.ALL RZ, P0, P0"}},
    {0x50ee0000ffffdc04, {"BAR.RED.POPC RZ, RZ, RZ, PT", "BAR.RED.POPC RZ, RZ", "BAR.RED.POPC RZ, RZ"}},
    {0x4000000000001df4, {"NOP.S", "NOP.S CC.T", "NOP.S CC.T"}},
    {0xe200600009d75c04,
     {"VSHR.UD.U32.U16.ACC R29, R29, 0x2, R0", "VSHR.UD.U32.U8.ACC R29, R29, 0x2, R0",
      "VSHR.UD.U32.U8.W.ACC R29, R29, 0x2, R0"}},
};

static void dialects_differ(void **state)
{
    (void)state;
    struct hw_target target = target_named("sm_20");
    for (size_t i = 0; i < sizeof dialects / sizeof dialects[0]; i++)
        for (unsigned d = 0; d < DIALECTS; d++) {
            struct hw_insn insn = decode_word(&target, dialects[i].word);
            char text[HW_TEXT_MAX];
            hw_print(&insn, (enum hw_syntax)d, 8, text, sizeof text);
            assert_string_equal(text, dialects[i].text[d]);
            assert_int_equal(parse_in(&target, (enum hw_syntax)d, text).word[0], dialects[i].word);
        }
}

/* In old dialects a literal is read as its bits, or as a number; names are read in today's spelling, too. */
static void old_dialects_read_what_is_unambiguous(void **state)
{
    (void)state;
    struct hw_target target = target_named("sm_20");
    assert_int_equal(parse_in(&target, HW_SYNTAX_NV42, "FADD R5, R0, 0.5").word[0], 0x5000cfc000015c00);
    assert_int_equal(parse_in(&target, HW_SYNTAX_NV40, "S2R R2, SR_TID.X").word[0], 0x2c00000084009c04);
    assert_int_equal(parse_in(&target, HW_SYNTAX_NV42, "VOTE.ANY R2, PT, P0").word[0], 0x49c0000000009c24);
    assert_int_equal(parse_in(&target, HW_SYNTAX_NV42, "LDC.64 R2, c[0x10][R0]").word[0], 0x1400400000009ca6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(listings_of_nvidia),
        cmocka_unit_test(dialects_differ),
        cmocka_unit_test(old_dialects_read_what_is_unambiguous),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
