/* Kepler GK110 against real code: every word of the corpus decodes without an unknown bit and comes back from its text,
 * every control word from its parts, and our text is that of NVIDIA's listings.  Skipped where the corpus is not beside
 * the repository. */
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

static const struct {
    const char *chip;
    unsigned words, controls;
} lists[] = {{"sm_32", 920, 177}, {"sm_35", 40000, 10627}, {"sm_37", 33805, 6731}};

static void words_decode_and_come_back(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++)
        assert_int_equal(each_word(lists[i].chip, ".txt", check_word), lists[i].words);
}

static void check_control(const struct hw_target *target, uint64_t word)
{
    check_counts(target, word, 2);
}

static void control_words_come_back(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++)
        assert_int_equal(each_word(lists[i].chip, ".control.txt", check_control), lists[i].controls);
}

/* ---------------------------------------------------------------- listings */

struct judgement {
    unsigned compiled, enumerated, jumps;
};

/* Jumps whose place no one knows: there is one where their text is ours, and that is all that can be said. */
static bool jumps_from_somewhere(const struct hw_target *target, const struct listing_row *row)
{
    struct listing_row placed = *row;
    for (placed.address = 0; placed.address < 0x100; placed.address += 8)
        if (!row->placed && prints_as(target, HW_SYNTAX_NV, &placed, HW_NO_CONTROL, row->text))
            return true;
    return false;
}

/* The enumerated words were disassembled at address 0. */
static void judge_row(const struct hw_target *target, const struct listing_row *row, void *context)
{
    struct judgement *count = context;
    struct listing_row placed = *row;
    if (row->synthetic)
        placed.address = 0;
    if (prints_as(target, HW_SYNTAX_NV, &placed, HW_NO_CONTROL, row->text))
        ++*(row->synthetic ? &count->enumerated : &count->compiled);
    else if (!row->synthetic && jumps_from_somewhere(target, row))
        count->jumps++;
    else
        fail_msg("%016" PRIx64 " at %" PRIx64 ": the listing has `%s`", row->word, placed.address, row->text);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_decode_and_come_back),
        cmocka_unit_test(control_words_come_back),
        cmocka_unit_test(listings_of_nvidia),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
