/* SPDX-License-Identifier: MIT */
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
    assert_non_null(strstr(error.text, "did you mean g92 or g94?"));
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

/* What a multiprocessor holds, from a compute capability on. */
static const struct resident_limits {
    uint32_t capability, blocks, warps;
} resident_limits[] = {{10, 8, 24},  {20, 8, 48},  {30, 16, 64}, {50, 32, 64},  {75, 16, 32}, {80, 32, 64},
                       {86, 16, 48}, {89, 24, 48}, {90, 32, 64}, {107, 16, 64}, {110, 24, 48}};

static const struct resident_limits *resident_limits_of(const struct hw_chip_info *chip)
{
    size_t row = 0;
    while (row + 1 < sizeof resident_limits / sizeof resident_limits[0] &&
           resident_limits[row + 1].capability <= chip->capability)
        row++;
    return &resident_limits[row];
}

/* How many cores a multiprocessor has, and how many warps and blocks it holds, by compute capability. */
static void test_resident_limits(void **state)
{
    (void)state;
    for (unsigned i = 0; hw_chip_at(i); i++) {
        const struct hw_chip_info *chip = hw_chip_at(i);
        assert_int_equal(chip->warp_size, 32);
        assert_in_range(chip->sps_per_mp, 8, 192);
        assert_int_equal(chip->blocks_per_mp, resident_limits_of(chip)->blocks);
        if (chip->capability >= 20)
            assert_int_equal(chip->warps_per_mp, resident_limits_of(chip)->warps);
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

/* From Maxwell on: each compute capability's oldest chip, and what it allows. */
static void test_later_numbers(void **state)
{
    static const struct {
        const char *capability, *chip, *isa;
        uint32_t shared_per_mp, shared_per_block, registers_per_block;
    } expected[] = {
        {"sm_50", "gm107", "maxwell", 65536, 49152, 65536},
        {"sm_52", "gm204", "maxwell", 98304, 49152, 65536},
        {"sm_53", "gm20b", "maxwell", 65536, 49152, 32768},
        {"sm_60", "gp100", "maxwell", 65536, 49152, 65536},
        {"sm_61", "gp104", "maxwell", 98304, 49152, 65536},
        {"sm_62", "gp10b", "maxwell", 65536, 49152, 32768},
        {"sm_70", "gv100", "volta", 98304, 98304, 65536},
        {"sm_72", "gv11b", "volta", 98304, 98304, 65536},
        {"sm_75", "tu102", "volta", 65536, 65536, 65536},
        {"sm_80", "ga100", "volta", 167936, 166912, 65536},
        {"sm_86", "ga102", "volta", 102400, 101376, 65536},
        {"sm_87", "ga10b", "volta", 167936, 166912, 65536},
        {"sm_88", "ga10f", "volta", 102400, 101376, 65536},
        {"sm_89", "ad102", "volta", 102400, 101376, 65536},
        {"sm_90", "gh100", "volta", 233472, 232448, 65536},
        {"sm_90a", "gh100", "volta", 233472, 232448, 65536},
        {"sm_100", "gb100", "blackwell", 233472, 232448, 65536},
        {"sm_100f", "gb100", "blackwell", 233472, 232448, 65536},
        {"sm_101", "gb10b", "blackwell", 233472, 232448, 65536},
        {"sm_103", "gb110", "blackwell", 233472, 232448, 65536},
        {"sm_107", "gr100", "blackwell", 335872, 232448, 65536},
        {"sm_110", "gb10b", "blackwell", 233472, 232448, 65536},
        {"sm_120", "gb202", "blackwell", 102400, 101376, 65536},
        {"sm_121", "gb20b", "blackwell", 102400, 101376, 65536},
    };

    (void)state;
    for (unsigned i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        const struct hw_chip_info *chip = find(expected[i].capability);
        assert_string_equal(chip->name, expected[i].chip);
        assert_string_equal(chip->isa, expected[i].isa);
        assert_int_equal(chip->shared_per_mp, expected[i].shared_per_mp);
        assert_int_equal(chip->shared_per_block, expected[i].shared_per_block);
        assert_int_equal(chip->registers_per_block, expected[i].registers_per_block);
        assert_int_equal(chip->registers_per_thread, 255);
        assert_int_equal(chip->grid_z, 65535);
    }
    assert_true(hw_capability_features(53) & HW_FEATURE_FP16);
    assert_false(hw_capability_features(52) & HW_FEATURE_FP16);
    assert_true(hw_capability_features(60) & HW_FEATURE_ATOMICS_FP64);
}

static const struct hw_card *find_card(const char *name, const char *chip_name)
{
    const struct hw_chip_info *chip = NULL;
    const struct hw_card *card = NULL;
    struct hw_error error = {.text = ""};
    if (hw_card_find(name, &chip, &card, &error) != HW_OK)
        fail_msg("%s", error.text);
    assert_string_equal(chip->name, chip_name);
    return card;
}

/* A card by what people write. */
static void test_card_names(void **state)
{
    static const char *const gtx480[] = {
        "GTX 480", "gtx480",         "gtx-480", "GeForce GTX 480", "NVIDIA GeForce GTX 480",
        "Gtx_480", " geforcegtx480 "};
    static const struct {
        const char *name, *chip;
    } expected[] = {
        {"8800gtx", "g80"},
        {"GTX 280", "g200"},
        {"tesla k40", "gk110b"},
        {"K40m", "gk110b"},
        {"Tesla C2050", "gf100"},
        {"titan-x-pascal", "gp102"},
        {"titan x", "gm200"},
        {"GTX TITAN X", "gm200"},
        {"titan", "gk110"},
        {"9800 GTX+", "g92"},
        {"8800 GTS", "g80"},
        {"8800 GTS 512", "g92"},
        {"NVIDIA Tesla P100", "gp100"},
        {"Jetson TX1", "gm20b"},
        {"gtx 1080 ti", "gp102"},
        {"h100", "gh100"},
        {"NVIDIA H100 80GB HBM3", "gh100"},
        {"H100 PCIe", "gh100"},
        {"h100-nvl", "gh100"},
        {"h200", "gh100"},
        {"gh200", "gh100"},
        {"H20", "gh100"},
        {"b200", "gb100"},
        {"GB200", "gb100"},
        {"NVIDIA B300 SXM6 AC", "gb110"},
        {"gb300", "gb110"},
        {"thor", "gb10b"},
        {"NVIDIA Jetson AGX Thor", "gb10b"},
        {"T4000", "gb10b"},
        {"rtx 5090", "gb202"},
        {"NVIDIA RTX PRO 6000 Blackwell Workstation Edition", "gb202"},
        {"rtx pro 6000", "gb202"},
        {"RTX 5080", "gb203"},
        {"rtx5070ti", "gb203"},
        {"RTX 5070", "gb205"},
        {"NVIDIA GeForce RTX 5070 Ti Laptop GPU", "gb205"},
        {"RTX 5060 Ti", "gb206"},
        {"RTX 5060", "gb206"},
        {"RTX 5050", "gb207"},
        {"spark", "gb20b"},
        {"NVIDIA GB10", "gb20b"},
        {"DGX Spark", "gb20b"},
        {"R200", "gr100"},
    };

    (void)state;
    for (unsigned i = 0; i < sizeof gtx480 / sizeof *gtx480; i++)
        assert_string_equal(find_card(gtx480[i], "gf100")->name, "GeForce GTX 480");
    for (unsigned i = 0; i < sizeof expected / sizeof *expected; i++) {
        assert_non_null(find_card(expected[i].name, expected[i].chip));
        assert_string_equal(find(expected[i].name)->name, expected[i].chip);
    }
    assert_null(find_card("gf100", "gf100"));
    assert_null(find_card("SM_61", "gp104"));
    assert_string_equal(find_card("9800 GTX", "g92")->name, "GeForce 9800 GTX");
    assert_int_equal(find_card("9800 GTX+", "g92")->core_clock_khz, 738000);
}

/* Every card is found by each of its names, and its bandwidth is what the manufacturer says. */
static void test_cards(void **state)
{
    static const struct {
        const char *name;
        unsigned bandwidth; /* tenths of a GB/s */
    } stated[] = {{"8800 GTX", 864},     {"8800 GT", 576},   {"GTX 280", 1417},    {"GTX 480", 1774},
                  {"Tesla C2050", 1440}, {"GTX 580", 1924},  {"GTX 680", 1923},    {"Tesla K40", 2884},
                  {"GTX 980", 2243},     {"GTX 1080", 3203}, {"GTX 750 Ti", 864},  {"Tesla P100", 7322},
                  {"Titan Xp", 5477},    {"H100", 33523},    {"H100 PCIe", 20390}, {"B200", 76723},
                  {"RTX 5090", 17921},   {"DGX Spark", 2730}};

    (void)state;
    for (unsigned i = 0; hw_chip_at(i); i++)
        for (unsigned c = 0; c < hw_chip_at(i)->card_count; c++) {
            const struct hw_card *card = &hw_chip_at(i)->cards[c];
            char others[160], *rest = others;
            assert_ptr_equal(find_card(card->name, hw_chip_at(i)->name), card);
            strcpy(others, card->others);
            for (char *name; (name = strtok_r(rest, ",", &rest));)
                assert_ptr_equal(find_card(name, hw_chip_at(i)->name), card);
            assert_in_range(card->mps, 1, hw_chip_at(i)->tps * hw_chip_at(i)->mps_per_tp);
            assert_in_range(card->core_clock_khz, 100000, card->shader_clock_khz);
            assert_true(card->memory_bits % 32 == 0 && card->memory_mib >= 256);
            assert_true(strlen(card->source) > 5);
        }
    for (unsigned i = 0; i < sizeof stated / sizeof *stated; i++) {
        const struct hw_chip_info *chip;
        const struct hw_card *card;
        assert_int_equal(hw_card_find(stated[i].name, &chip, &card, NULL), HW_OK);
        uint64_t bytes = (uint64_t)card->memory_clock_khz * 1000 * 2 * card->memory_bits / 8;
        assert_int_equal((bytes + 50000000) / 100000000, stated[i].bandwidth);
    }
}

static void test_nearest_names(void **state)
{
    static const struct {
        const char *name, *nearest;
    } expected[] = {
        {"GTX 481", "GeForce GTX 480"},
        {"gtx 28", "GeForce GTX 280"},
        {"g81", "g80"},
        {"teslak4", "Tesla K40"},
        {"gm201", "gm200"},
        {"titan y", "Titan"},
    };
    const struct hw_chip_info *chip;
    struct hw_error error;
    char longest[2000];

    (void)state;
    for (unsigned i = 0; i < sizeof expected / sizeof *expected; i++) {
        assert_int_equal(hw_chip_find(expected[i].name, &chip, &error), HW_ERR_NOT_FOUND);
        const char *asked = strstr(error.text, "did you mean ");
        assert_non_null(asked);
        assert_non_null(strstr(asked, expected[i].nearest));
        assert_non_null(strstr(error.text, "`halfwarp chips` lists all"));
    }
    memset(longest, 'x', sizeof longest - 1);
    longest[sizeof longest - 1] = '\0';
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(hw_chip_find(i ? "-" : longest, &chip, &error), HW_ERR_NOT_FOUND);
        assert_null(strstr(error.text, "did you mean"));
        assert_non_null(strstr(error.text, "`halfwarp chips` lists all"));
    }
}

/* Compute capabilities that are still to come are not unknown words, and no earlier chip is meant. */
static void chips_that_are_not_there_yet(void **state)
{
    static const char *const names[] = {"sm_122", "SM 200"};
    const struct hw_chip_info *chip;
    struct hw_error error;

    (void)state;
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
        assert_int_equal(hw_chip_find(names[i], &chip, &error), HW_ERR_NOT_FOUND);
        assert_non_null(strstr(error.text, names[i]));
        assert_non_null(strstr(error.text, "is not known; the newest compute capability is sm_121 (gb20b)"));
    }
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(hw_chip_find(i ? "smx" : "sm_71", &chip, &error), HW_ERR_NOT_FOUND);
        assert_non_null(strstr(error.text, "no chip is called"));
    }
}

/* Code of Hopper and later is read and written only, and so it is said, with what to do instead. */
static void code_that_is_not_run_yet(void **state)
{
    struct hw_error error;

    (void)state;
    for (unsigned i = 0; hw_chip_at(i); i++) {
        const struct hw_chip_info *chip = hw_chip_at(i);
        assert_int_equal(hw_chip_runs(chip), chip->capability < 90);
        assert_int_equal(hw_chip_check_runs(chip, &error), hw_chip_runs(chip) ? HW_OK : HW_ERR_UNSUPPORTED);
        if (!hw_chip_runs(chip))
            assert_non_null(strstr(error.text, "'s code (sm_"));
    }
    assert_int_equal(hw_chip_check_runs(find("h100"), &error), HW_ERR_UNSUPPORTED);
    assert_string_equal(error.text,
                        "gh100's code (sm_90) is read and written, not yet run; build the program for "
                        "an earlier chip, too, and name that: the newest that is run is ad102 (sm_89)");
}

/* Clusters of blocks came with 9.0. */
static void clusters_of_blocks(void **state)
{
    (void)state;
    for (unsigned i = 0; hw_chip_at(i); i++) {
        const struct hw_chip_info *chip = hw_chip_at(i);
        assert_int_equal(chip->cluster_blocks, chip->capability < 90 ? 0 : 8);
        assert_in_range(chip->cluster_blocks_opt_in, chip->cluster_blocks, 2 * chip->cluster_blocks);
    }
    assert_int_equal(find("sm_90")->cluster_blocks_opt_in, 16);
    assert_int_equal(find("sm_100")->cluster_blocks_opt_in, 16);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_revisions),
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_sources),
        cmocka_unit_test(test_resident_limits),
        cmocka_unit_test(test_later_numbers),
        cmocka_unit_test(test_card_names),
        cmocka_unit_test(test_cards),
        cmocka_unit_test(test_nearest_names),
        cmocka_unit_test(chips_that_are_not_there_yet),
        cmocka_unit_test(code_that_is_not_run_yet),
        cmocka_unit_test(clusters_of_blocks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
