/* Chips and compute capabilities. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <halfwarp/chip.h>

#include "fact.h"

static const struct hw_chip_info *find(const char *name)
{
    const struct hw_chip_info *chip = NULL;
    struct hw_error error = {.text = ""};
    if (hw_chip_find(name, &chip, &error) != HW_OK)
        fail_msg("%s", error.text);
    return chip;
}

static void test_names(void **state)
{
    const struct hw_chip_info *chip;
    struct hw_error error;

    (void)state;
    assert_string_equal(find("sm_10")->name, "g80");
    assert_string_equal(find("sm_11")->name, "g84");
    assert_string_equal(find("sm_12")->name, "gt215");
    assert_string_equal(find("SM_13")->name, "g200");
    assert_string_equal(find("nv50")->name, "g80");
    assert_int_equal(hw_chip_find("g99", &chip, &error), HW_ERR_NOT_FOUND);
    assert_non_null(strstr(error.text, "g80"));
    assert_int_equal(hw_chip_find("", &chip, &error), HW_ERR_NOT_FOUND);
    hw_fact("SF-006");
}

static void test_revisions(void **state)
{
    (void)state;
    assert_int_equal(find("nv50")->capability, 10);
    assert_int_equal(hw_capability_features(10), 0);
    hw_fact("SF-001");
    assert_int_equal(find("g84")->capability, 11);
    assert_int_equal(find("g92")->capability, 11);
    assert_int_equal(find("g94")->capability, 11);
    assert_int_equal(hw_capability_features(11), HW_FEATURE_ATOMICS_GLOBAL_32 | HW_FEATURE_BREAKPOINTS);
    hw_fact("SF-002");
    assert_int_equal(find("nva5")->capability, 12);
    assert_int_equal(find("nva8")->capability, 12);
    assert_int_equal(hw_capability_features(12) & ~hw_capability_features(11),
                     HW_FEATURE_ATOMICS_GLOBAL_64 | HW_FEATURE_ATOMICS_SHARED | HW_FEATURE_VOTE);
    assert_int_equal(find("sm_12")->warps_per_mp, 32);
    assert_int_equal(find("sm_12")->registers_per_mp, 16384);
    hw_fact("SF-003");
    assert_int_equal(find("nva0")->capability, 13);
    assert_int_equal(hw_capability_features(13) & ~hw_capability_features(12), HW_FEATURE_FP64);
    hw_fact("SF-004");
    for (unsigned n = 11; n <= 13; n++)
        assert_int_equal(hw_capability_features(n - 1) & ~hw_capability_features(n), 0);
    assert_int_equal(hw_capability_features(12) & HW_FEATURE_FP64, 0);
    hw_fact("SF-005");
}

/* That every number of every chip has a source. */
static void test_sources(void **state)
{
    (void)state;
    for (unsigned i = 0; hw_chip_at(i); i++)
        for (unsigned n = 0; n < hw_chip_at(i)->number_count; n++)
            assert_true(strlen(hw_chip_at(i)->numbers[n].source) > 5);
}

/* Numbers of Tesla's chips. */
static void test_numbers(void **state)
{
    (void)state;
    for (unsigned i = 0; hw_chip_at(i); i++) {
        const struct hw_chip_info *chip = hw_chip_at(i);
        if (strcmp(chip->isa, "tesla") != 0)
            continue;
        bool before_nva0 = chip->id < 0xa0;
        assert_in_range(chip->tps, 1, 10);
        assert_in_range(chip->mps_per_tp, 1, 3);
        assert_int_equal(chip->registers_per_mp, before_nva0 ? 8192 : 16384);
        assert_int_equal(chip->warps_per_mp, before_nva0 ? 24 : 32);
        assert_int_equal(chip->shared_per_mp, 16384);
        assert_int_equal(chip->sps_per_mp, 8);
        assert_int_equal(chip->warp_size, 32);
        assert_int_equal(chip->warp_size / 4, 8);
    }
    hw_fact("SF-026");
    hw_fact("SF-027");
    hw_fact("SF-029");
    hw_fact("SF-030");
    hw_fact("SF-034");
}

/* How many cores a multiprocessor has, and how many warps and blocks it holds, by compute capability. */
static void test_residents(void **state)
{
    (void)state;
    for (unsigned i = 0; hw_chip_at(i); i++) {
        const struct hw_chip_info *chip = hw_chip_at(i);
        assert_int_equal(chip->warp_size, 32);
        assert_in_range(chip->sps_per_mp, 8, 192);
        assert_int_equal(chip->blocks_per_mp, chip->capability < 30 ? 8 : chip->capability < 50 ? 16 : 32);
        if (chip->capability >= 20)
            assert_int_equal(chip->warps_per_mp, chip->capability < 30 ? 48 : 64);
    }
    hw_fact("SF-284");
    hw_fact("SF-286");
    hw_fact("SF-348");
    hw_fact("SF-355");
    hw_fact("SF-356");
    hw_fact("SF-357");
    hw_fact("SF-358");
    hw_fact("SF-359");
}

/* Maxwell and Pascal: each compute capability's oldest chip, and what it allows. */
static void test_later_numbers(void **state)
{
    static const struct {
        const char *capability, *chip;
        uint32_t shared_per_mp, registers_per_block;
    } expected[] = {
        {"sm_50", "gm107", 65536, 65536}, {"sm_52", "gm204", 98304, 65536}, {"sm_53", "gm20b", 65536, 32768},
        {"sm_60", "gp100", 65536, 65536}, {"sm_61", "gp104", 98304, 65536}, {"sm_62", "gp10b", 65536, 32768},
    };

    (void)state;
    for (unsigned i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        const struct hw_chip_info *chip = find(expected[i].capability);
        assert_string_equal(chip->name, expected[i].chip);
        assert_string_equal(chip->isa, "maxwell");
        assert_int_equal(chip->shared_per_mp, expected[i].shared_per_mp);
        assert_int_equal(chip->registers_per_block, expected[i].registers_per_block);
        assert_int_equal(chip->registers_per_thread, 255);
        assert_int_equal(chip->shared_per_block, 49152);
        assert_int_equal(chip->grid_z, 65535);
    }
    assert_true(hw_capability_features(53) & HW_FEATURE_FP16);
    assert_false(hw_capability_features(52) & HW_FEATURE_FP16);
    assert_true(hw_capability_features(60) & HW_FEATURE_ATOMICS_FP64);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names),     cmocka_unit_test(test_revisions),
        cmocka_unit_test(test_numbers),   cmocka_unit_test(test_sources),
        cmocka_unit_test(test_residents), cmocka_unit_test(test_later_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
