/* SPDX-License-Identifier: MIT */
/* Fermi to Pascal against real code: every word of the corpus decodes without an unknown bit and comes back
 * from its text in each dialect, and every control word from its parts.  Skipped where the corpus is not
 * beside the repository. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <halfwarp/isa.h>
#include <halfwarp/sched.h>

#include "isa_corpus.h"

static void check_control_gk104(const struct hw_target *target, uint64_t word)
{
    check_counts(target, word, 4);
}

static void check_control_gk110(const struct hw_target *target, uint64_t word)
{
    check_counts(target, word, 2);
}

/* Bits 20:0, 41:21 and 62:42 are three instructions'; bit 63 is never set. */
static void check_control_maxwell(const struct hw_target *target, uint64_t word)
{
    (void)target;
    uint64_t again = 0;
    for (unsigned i = 0; i < 3; i++) {
        struct hw_sched sched =
            hw_sched_unpack(HW_SCHED_SCOREBOARDS, (uint32_t)(word >> (HW_SCHED_BITS * i)) & 0x1fffff);
        assert_true(sched.write != 6 && sched.read != 6); /* scoreboards are 0 to 5 */
        again |= (uint64_t)hw_sched_pack(HW_SCHED_SCOREBOARDS, &sched) << (HW_SCHED_BITS * i);
    }
    assert_int_equal(again, word);
}

/* How many words and control words of a chip there are, and what is checked of the latter. */
static const struct {
    const char *chip;
    unsigned words, controls;
    void (*check_control)(const struct hw_target *target, uint64_t word);
} lists[] = {
    {"sm_20", 40000, 0, NULL},
    {"sm_23", 113, 0, NULL},
    {"sm_30", 40000, 9536, check_control_gk104},
    {"sm_32", 920, 177, check_control_gk110},
    {"sm_35", 40000, 10627, check_control_gk110},
    {"sm_37", 33805, 6731, check_control_gk110},
    {"sm_50", 40000, 11739, check_control_maxwell},
    {"sm_52", 37811, 7734, check_control_maxwell},
    {"sm_53", 5034, 1518, check_control_maxwell},
    {"sm_60", 40000, 10712, check_control_maxwell},
    {"sm_61", 17575, 4214, check_control_maxwell},
    {"sm_62", 5042, 1621, check_control_maxwell},
};

static void words_decode_and_come_back(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++)
        assert_int_equal(each_word(lists[i].chip, ".txt", check_word), lists[i].words);
}

static void control_words_come_back(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++)
        if (lists[i].check_control)
            assert_int_equal(each_word(lists[i].chip, ".control.txt", lists[i].check_control),
                             lists[i].controls);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_decode_and_come_back),
        cmocka_unit_test(control_words_come_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
