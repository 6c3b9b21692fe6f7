/* SPDX-License-Identifier: MIT */
/* Occupancy: worked examples, some of them published by NVIDIA; what sources disagree on; what must hold for
 * any numbers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <halfwarp/occupancy.h>

#include "fact.h"
#include "unit/machine/occupancy_random.h"

#define W               1u << HW_LIMIT_WARPS
#define B               1u << HW_LIMIT_BLOCKS
#define R               1u << HW_LIMIT_REGISTERS
#define S               1u << HW_LIMIT_SHARED
#define BLOCK_REGISTERS 1u << HW_LIMIT_BLOCK_REGISTERS

static struct hw_occupancy of_needs(const struct hw_block_needs *needs)
{
    struct hw_occupancy occupancy;

    hw_occupancy(needs, &occupancy);
    return occupancy;
}

static struct hw_block_needs block(const char *name, uint32_t threads, uint32_t registers,
                                   uint64_t shared_bytes)
{
    return (struct hw_block_needs){
        .chip = chip_named(name), .threads = threads, .registers = registers, .shared_bytes = shared_bytes};
}

static struct hw_occupancy of(const char *name, uint32_t threads, uint32_t registers, uint64_t shared_bytes)
{
    const struct hw_block_needs needs = block(name, threads, registers, shared_bytes);

    return of_needs(&needs);
}

static struct hw_occupancy by_rules(const char *name, uint32_t threads, uint32_t registers, unsigned rules)
{
    struct hw_block_needs needs = block(name, threads, registers, 0);

    needs.rules = rules;
    return of_needs(&needs);
}

static void examples(void **state)
{
    (void)state;
    static const struct {
        const char *chip;
        uint32_t threads, registers, shared_bytes, blocks, warps, basis_points;
        unsigned limited_by;
        /* clang-format off */
    } rows[] = {
        {"1.0", 128, 12, 0, 5, 20, 8333, R},        /* CUDA Best Practices Guide: 83 % */
        {"1.0", 256, 12, 0, 2, 16, 6667, R},        /* and 66 % */
        {"1.0", 256, 10, 4096, 3, 24, 10000, W | R},
        {"1.0", 256, 11, 0, 2, 16, 6667, R},
        {"1.0", 192, 10, 2048, 4, 24, 10000, W | R},
        {"1.0", 64, 30, 0, 4, 8, 3333, R},          /* Volkov: SGEMM of CUBLAS 2.0 */
        {"1.0", 512, 15, 0, 1, 16, 6667, W | R},    /* and of CUBLAS 1.1 */
        {"1.0", 128, 17, 48, 3, 12, 5000, R},
        {"1.0", 96, 8, 0, 8, 24, 10000, W | B | R},
        {"1.2", 512, 16, 0, 2, 32, 10000, W | R},   /* CUDA C Programming Guide 4.2, 5.2.3 */
        {"1.2", 512, 17, 0, 1, 16, 5000, R},        /* there as well */
        {"1.3", 256, 16, 4096, 4, 32, 10000, W | R | S},
        {"1.3", 128, 25, 1064, 4, 16, 5000, R},
        {"2.0", 256, 20, 0, 6, 48, 10000, W | R},
        {"2.0", 256, 21, 0, 5, 40, 8333, R},        /* 21 registers have the double unit */
        {"2.0", 192, 33, 0, 5, 30, 6250, R},
        {"2.0", 128, 63, 0, 4, 16, 3333, R},
        {"2.0", 640, 50, 0, 1, 20, 4167, R},
        {"2.0", 672, 50, 0, 0, 0, 0, BLOCK_REGISTERS},
        {"2.0", 1024, 33, 0, 0, 0, 0, BLOCK_REGISTERS},
        {"2.1", 256, 26, 12288, 4, 32, 6667, R | S},
        {"3.0", 256, 32, 0, 8, 64, 10000, W | R},
        {"3.0", 256, 33, 0, 6, 48, 7500, R},
        {"3.0", 128, 63, 0, 8, 32, 5000, R},
        {"3.5", 1024, 64, 0, 1, 32, 5000, R},
        {"3.5", 1024, 65, 0, 0, 0, 0, BLOCK_REGISTERS},
        {"3.5", 256, 37, 8192, 6, 48, 7500, R | S},
        {"3.7", 1024, 64, 0, 2, 64, 10000, W | R},
        {"5.0", 64, 32, 0, 32, 64, 10000, W | B | R},
        {"5.2", 64, 127, 8192, 8, 16, 2500, R},     /* maxas, SGEMM: four warps a scheduler */
        {"5.2", 64, 136, 8192, 6, 12, 1875, R},     /* three */
        {"5.2", 256, 127, 16384, 2, 16, 2500, R},   /* four */
        {"5.2", 256, 136, 16384, 1, 8, 1250, R},    /* two */
        {"5.2", 32, 32, 0, 32, 32, 5000, B},
        {"6.0", 96, 40, 0, 16, 48, 7500, R},
        {"6.0", 1024, 64, 0, 1, 32, 5000, R},
        {"6.1", 256, 37, 24576, 4, 32, 5000, S},
        {"7.0", 128, 37, 0, 12, 48, 7500, R},       /* CUDA Best Practices Guide: 75 % */
        {"7.0", 320, 37, 0, 4, 40, 6250, R},        /* and 63 % */
        {"7.5", 256, 64, 0, 4, 32, 10000, W | R},
        {"8.6", 256, 32, 2048, 6, 48, 10000, W},    /* the first sheet of NVIDIA's calculator */
        {"9.0", 1024, 32, 0, 2, 64, 10000, W | R},  /* from here on as cuda_occupancy.h of CUDA 13.5 has them */
        {"9.0", 32, 32, 0, 32, 32, 5000, B},
        {"9.0", 384, 168, 232448, 1, 12, 1875, R | S},
        {"9.0", 128, 32, 12288, 16, 64, 10000, W | R},
        {"10.0", 256, 255, 0, 1, 8, 1250, R},
        {"10.0", 192, 128, 75776, 2, 12, 1875, R},
        {"10.3", 512, 64, 102400, 2, 32, 5000, R | S},
        {"10.7", 64, 16, 0, 16, 32, 5000, B},
        {"11.0", 64, 40, 0, 24, 48, 10000, W | B | R},
        {"12.0", 32, 40, 0, 24, 24, 5000, B},
        {"12.0", 256, 40, 0, 6, 48, 10000, W | R},
        {"12.0", 256, 32, 49152, 2, 16, 3333, S},
        {"12.1", 1024, 64, 101376, 1, 32, 6667, W | R | S},
    };
    /* clang-format on */
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct hw_occupancy got =
            of(rows[i].chip, rows[i].threads, rows[i].registers, rows[i].shared_bytes);
        if (got.blocks != rows[i].blocks || got.warps != rows[i].warps ||
            got.limited_by != rows[i].limited_by ||
            (got.warps * 20000 / got.max_warps + 1) / 2 != rows[i].basis_points)
            fail_msg("%s, %u threads, %u registers: %u blocks, %u of %u warps, limits %#x", rows[i].chip,
                     rows[i].threads, rows[i].registers, got.blocks, got.warps, got.max_warps,
                     got.limited_by);
    }
}

/* Warps of a scheduler by registers on sm_50, as CUASM's test of the reuse cache measured them. */
static void measured_on_maxwell(void **state)
{
    (void)state;
    static const struct {
        uint32_t registers, warps;
    } rows[] = {{254, 2}, {160, 3}, {128, 4}, {96, 5}, {80, 6}, {64, 8}, {40, 12}, {32, 16}};

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        assert_int_equal(of("5.0", 128, rows[i].registers, 0).blocks, rows[i].warps);
}

/* --- why no block fits, and what limits nothing --- */

static void refusals(void **state)
{
    (void)state;
    assert_int_equal(of("2.0", 0, 1, 0).limited_by, 1u << HW_LIMIT_BLOCK_THREADS);
    assert_int_equal(of("2.0", 1025, 1, 0).limited_by, 1u << HW_LIMIT_BLOCK_THREADS);
    assert_int_equal(of("1.3", 513, 1, 0).limited_by, 1u << HW_LIMIT_BLOCK_THREADS);
    assert_int_equal(of("2.0", 32, 64, 0).limited_by, 1u << HW_LIMIT_THREAD_REGISTERS);
    assert_int_equal(of("2.0", 32, UINT32_MAX, 0).limited_by, 1u << HW_LIMIT_THREAD_REGISTERS);
    assert_int_equal(of("2.0", 32, 63, 49153).limited_by, 1u << HW_LIMIT_BLOCK_SHARED);
    assert_int_equal(of("2.0", UINT32_MAX, 256, UINT64_MAX).limited_by, 1u << HW_LIMIT_BLOCK_THREADS |
                                                                            1u << HW_LIMIT_THREAD_REGISTERS |
                                                                            1u << HW_LIMIT_BLOCK_SHARED);
    assert_int_equal(of("2.0", UINT32_MAX, 256, UINT64_MAX).blocks, 0);
    assert_int_equal(of("3.0", 32, 0, 0).limited_by, 1u << HW_LIMIT_BLOCKS);
    assert_true(of("3.0", 32, 0, 0).fit[HW_LIMIT_REGISTERS] == HW_UNLIMITED &&
                of("3.0", 32, 0, 0).fit[HW_LIMIT_SHARED] == HW_UNLIMITED);
    for (unsigned limit = 0; limit < HW_LIMITS; limit++)
        assert_non_null(hw_limit_name((enum hw_occupancy_limit)limit));
    assert_null(hw_limit_name(HW_LIMITS));
}

/* Launch size, registers, shared memory: a block with 51 % of one of them leaves almost half of it unused. */
static void half_and_a_little(void **state)
{
    (void)state;
    const struct hw_occupancy threads = of("2.0", 800, 16, 0), registers = of("2.0", 512, 33, 0),
                              shared = of("2.0", 256, 16, 49152 * 51 / 100);
    assert_true(threads.blocks == 1 && threads.limited_by == (W));
    assert_true(registers.blocks == 1 && registers.limited_by == (R));
    assert_true(shared.blocks == 1 && shared.limited_by == (S));
    assert_int_equal(of("2.0", 768, 16, 0).blocks, 2);
    assert_int_equal(of("2.0", 512, 32, 0).blocks, 2);
    assert_int_equal(of("2.0", 256, 16, 49152 / 2).blocks, 2);
    assert_true(registers.block_registers * 100 / 32768 == 53 && shared.block_shared == 25088);
    hw_fact("SF-360");
    assert_true(of("2.0", 256, 20, 0).warps == 48 && of("2.0", 256, 42, 0).warps == 24);
    hw_fact("SF-167");
}

/* 50 registers of 32 threads are 1600, a multiple of 64: 20 warps, 640 threads. */
static void fifty_registers(void **state)
{
    uint32_t most = 0;

    (void)state;
    for (uint32_t threads = 32; threads <= 1024; threads += 32)
        most = of("2.0", threads, 50, 0).blocks ? threads : most;
    assert_int_equal(most, 640);
    assert_int_equal(of("2.0", 640, 50, 0).block_registers, 20 * 1600);
    hw_fact("SF-406");
}

/* --- sources that differ --- */

static void conflicts(void **state)
{
    (void)state;
    assert_int_equal(by_rules("2.0", 32 * 19, 52, 0).blocks, 0);
    assert_int_equal(by_rules("2.0", 32 * 19, 52, HW_RULE_SINGLE_WARPS).blocks, 1);
    assert_int_equal(by_rules("3.0", 256, 37, HW_RULE_SINGLE_WARPS).blocks,
                     by_rules("3.0", 256, 37, 0).blocks);
    assert_int_equal(by_rules("1.0", 96, 8, 0).blocks, 8);
    assert_int_equal(by_rules("1.0", 96, 8, HW_RULE_PAIRED_WARPS).blocks, 6);
    assert_int_equal(by_rules("1.3", 64, 128, 0).limited_by, 1u << HW_LIMIT_THREAD_REGISTERS);
    assert_int_equal(by_rules("1.3", 64, 128, HW_RULE_ENCODED).blocks, 2);
    assert_int_equal(by_rules("3.2", 1024, 40, 0).limited_by, BLOCK_REGISTERS);
    assert_int_equal(by_rules("3.2", 1024, 40, HW_RULE_CALCULATOR_BLOCK).blocks, 1);
    assert_int_equal(by_rules("5.2", 1024, 40, 0).blocks, 1);
    assert_int_equal(by_rules("5.2", 1024, 40, HW_RULE_CALCULATOR_BLOCK).blocks, 0);
    assert_int_equal(by_rules("6.2", 1024, 40, 0).blocks, 0);
    assert_int_equal(by_rules("6.2", 1024, 40, HW_RULE_CALCULATOR_BLOCK).blocks, 1);
    /* Blocks of 13 warps: four in a multiprocessor, two in each half; of 11: five, but two in each half. */
    assert_int_equal(by_rules("5.2", 416, 32, 0).blocks, 4);
    assert_int_equal(by_rules("5.2", 416, 32, HW_RULE_PARTITIONED).blocks, 4);
    assert_int_equal(by_rules("5.2", 352, 32, 0).blocks, 5);
    assert_int_equal(by_rules("5.2", 352, 32, HW_RULE_PARTITIONED).blocks, 4);
    assert_int_equal(by_rules("6.0", 352, 32, HW_RULE_PARTITIONED).blocks, 5);
    /* No half has the registers: the caching goes, unless that is not wanted. */
    assert_int_equal(by_rules("5.2", 1024, 40, HW_RULE_PARTITIONED).blocks, 1);
    assert_int_equal(by_rules("5.2", 1024, 40, HW_RULE_PARTITIONED | HW_RULE_STRICT).blocks, 0);
    assert_int_equal(by_rules("5.2", 1024, 40, HW_RULE_PARTITIONED | HW_RULE_STRICT).limited_by, R);
    assert_int_equal(by_rules("5.2", 1024, 40, HW_RULE_STRICT).blocks, 1);
    assert_int_equal(by_rules("6.0", 416, 143, 0).blocks, 1);
    assert_int_equal(by_rules("6.0", 416, 143, HW_RULE_FOUR_WARPS).limited_by, BLOCK_REGISTERS);
}

static void rule_names(void **state)
{
    unsigned all = 0, count = 0;

    (void)state;
    for (; hw_occupancy_rule_at(count); count++) {
        const struct hw_occupancy_rule *rule = hw_occupancy_rule_at(count);
        assert_int_equal(rule->rule, 1u << count);
        assert_true(*rule->name && *rule->text && *rule->default_text && rule->capabilities[0]);
        all |= rule->rule;
    }
    assert_int_equal(all, RULES);
    assert_int_equal(hw_occupancy_rules_of(chip_named("5.0")), 0);
    assert_int_equal(hw_occupancy_rules_of(chip_named("5.2")),
                     HW_RULE_PARTITIONED | HW_RULE_STRICT | HW_RULE_CALCULATOR_BLOCK);
}

/* --- shared memory or cache --- */

static uint32_t size_with(const char *name, enum hw_cache_preference preference, uint32_t carveout,
                          uint64_t shared_bytes)
{
    struct hw_block_needs needs = block(name, 64, 16, shared_bytes);

    needs.preference = preference;
    needs.carveout = carveout;
    return of_needs(&needs).mp_shared / 1024;
}

static void preferences(void **state)
{
    (void)state;
    static const struct {
        const char *chip;
        uint32_t none, shared, l1, equal;
    } rows[] = {{"1.0", 16, 16, 16, 16}, {"2.0", 48, 48, 16, 48}, {"2.1", 48, 48, 16, 48},
                {"3.0", 48, 48, 16, 32}, {"3.5", 48, 48, 16, 32}, {"3.7", 112, 112, 80, 96},
                {"5.0", 64, 64, 64, 64}, {"5.2", 96, 96, 96, 96}, {"6.0", 64, 64, 64, 64},
                {"6.1", 96, 96, 96, 96}};

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_int_equal(size_with(rows[i].chip, HW_PREFER_NONE, 0, 1024), rows[i].none);
        assert_int_equal(size_with(rows[i].chip, HW_PREFER_SHARED, 0, 1024), rows[i].shared);
        assert_int_equal(size_with(rows[i].chip, HW_PREFER_L1, 0, 1024), rows[i].l1);
        assert_int_equal(size_with(rows[i].chip, HW_PREFER_EQUAL, 0, 1024), rows[i].equal);
    }
    assert_int_equal(size_with("2.0", HW_PREFER_L1, 0, 16384), 16);
    assert_int_equal(size_with("2.0", HW_PREFER_L1, 0, 16385), 48);
    assert_int_equal(size_with("3.0", HW_PREFER_EQUAL, 0, 33000), 48);
    assert_int_equal(size_with("7.0", HW_PREFER_NONE, 50, 1024), 64); /* 48 of 96 */
    assert_int_equal(size_with("7.0", HW_PREFER_NONE, 100, 1024), 96);
    assert_int_equal(size_with("7.5", HW_PREFER_NONE, 50, 1024), 32);
    assert_int_equal(size_with("7.5", HW_PREFER_NONE, 51, 1024), 64);
    assert_int_equal(size_with("7.0", HW_PREFER_NONE, 1, 65536), 64);
    assert_int_equal(size_with("7.5", HW_PREFER_EQUAL, 0, 1024), 32); /* 50 % */
    assert_int_equal(size_with("3.0", HW_PREFER_NONE, 1, 1024), 48);  /* no carve-outs there */
    assert_int_equal(of("8.6", 64, 16, 99 * 1024).blocks, 1);
    assert_int_equal(of("8.6", 64, 16, 49 * 1024).blocks, 2);
    assert_int_equal(of("8.6", 64, 16, 49 * 1024 + 1).blocks, 1);
}

static void most_shared_memory(void **state)
{
    const struct hw_block_needs needs = block("2.0", 256, 20, 0), newer = block("8.6", 256, 20, 0);
    uint64_t bytes;

    (void)state;
    assert_true(hw_occupancy_max_shared(&needs, 1, &bytes) && bytes == 49152);
    assert_true(hw_occupancy_max_shared(&needs, 6, &bytes) && bytes == 8192);
    assert_true(hw_occupancy_max_shared(&needs, 5, &bytes) && bytes == 9728);
    assert_int_equal(of("2.0", 256, 20, 9728).blocks, 5);
    assert_int_equal(of("2.0", 256, 20, 9729).blocks, 4);
    assert_false(hw_occupancy_max_shared(&needs, 7, &bytes) || hw_occupancy_max_shared(&needs, 0, &bytes));
    assert_false(hw_occupancy_max_shared(&needs, UINT32_MAX, &bytes));
    assert_true(hw_occupancy_max_shared(&newer, 2, &bytes) && bytes == 49 * 1024);
}

/* --- advice --- */

static void nearest_steps(void **state)
{
    struct hw_block_needs needs = block("2.0", 256, 21, 0);
    struct hw_occupancy_step steps[HW_STEPS];
    uint32_t registers;
    uint64_t shared_bytes;

    (void)state;
    assert_int_equal(hw_occupancy_advise(&needs, steps), 3);
    assert_true(steps[0].needs.registers == 20 && steps[0].result.warps == 48);
    assert_true(steps[1].needs.threads == 224 && steps[1].result.warps == 42);
    assert_true(steps[2].needs.threads == 448 && steps[2].result.warps == 42);
    hw_occupancy_headroom(&needs, &registers, &shared_bytes);
    assert_true(registers == 24 && shared_bytes == 9728);

    needs = block("3.5", 256, 37, 8192); /* both limit */
    assert_int_equal(of_needs(&needs).warps, 48);
    const unsigned count = hw_occupancy_advise(&needs, steps);
    assert_true(count >= 1 && steps[count - 1].needs.threads == 256);
    assert_true(steps[count - 1].needs.registers == 32 && steps[count - 1].needs.shared_bytes == 6912);
    assert_int_equal(steps[count - 1].result.warps, 56);

    needs = block("2.0", 1024, 33, 0); /* no block fits */
    assert_true(hw_occupancy_advise(&needs, steps) >= 2 && steps[0].needs.registers == 32);
    hw_occupancy_headroom(&needs, &registers, &shared_bytes);
    assert_true(registers == 33 && shared_bytes == 0);
    needs = block("2.0", UINT32_MAX, UINT32_MAX, 0);
    hw_occupancy_advise(&needs, steps);
    needs = block("2.0", 256, 16, UINT64_MAX);
    assert_true(hw_occupancy_advise(&needs, steps) == 1 && steps[0].needs.shared_bytes == 49152);
    needs = block("2.0", 256, 20, 0); /* as full as can be */
    assert_int_equal(hw_occupancy_advise(&needs, steps), 0);
}

/* --- any numbers --- */

/* The nearest change: nothing between it and what there is helps. */
static void check_steps(const struct hw_block_needs *needs, const struct hw_occupancy *occupancy)
{
    struct hw_occupancy_step steps[HW_STEPS];
    const unsigned count = hw_occupancy_advise(needs, steps);

    assert_true(count <= HW_STEPS);
    for (unsigned i = 0; i < count; i++) {
        const struct hw_occupancy again = of_needs(&steps[i].needs);
        assert_true(again.warps == steps[i].result.warps && again.warps > occupancy->warps);
        assert_true(steps[i].needs.registers <= needs->registers);
        assert_true(steps[i].needs.shared_bytes <= needs->shared_bytes);
    }
}

static void any_numbers(void **state)
{
    uint64_t seed = OCCUPANCY_SEED, digest = FNV_START;

    (void)state;
    for (unsigned i = 0; i < OCCUPANCY_CASES; i++) {
        struct hw_block_needs needs = random_needs(&seed), more = needs;
        const struct hw_occupancy occupancy = of_needs(&needs);

        digest = fnv(fnv(digest, occupancy.blocks), occupancy.limited_by);
        assert_true((occupancy.blocks == 0) == (occupancy.warps == 0));
        assert_true(occupancy.limited_by && occupancy.warps <= occupancy.max_warps);
        more.registers += 1 + i % 9;
        assert_true(of_needs(&more).blocks <= occupancy.blocks);
        more = needs;
        more.shared_bytes += 1 + i % 2000;
        if (needs.preference <= HW_PREFER_SHARED && !needs.carveout)
            assert_true(of_needs(&more).blocks <= occupancy.blocks);
        if (i % 16 == 0)
            check_steps(&needs, &occupancy);
    }
    assert_int_equal(digest, OCCUPANCY_DIGEST);
}

static void chips_by_capability(void **state)
{
    const struct hw_chip_info *chip;
    struct hw_error error;

    (void)state;
    assert_string_equal(chip_named("2.0")->name, "gf100");
    assert_string_equal(chip_named("sm_61")->name, "gp104");
    assert_string_equal(chip_named("GTX 480")->name, "gf100");
    assert_string_equal(chip_named("sm_75")->name, "tu102");
    assert_string_equal(chip_named("9.0")->name, "gh100");
    assert_string_equal(chip_named("12.0")->name, "gb202");
    assert_string_equal(chip_named("sm_103a")->name, "gb110");
    assert_int_equal(hw_occupancy_chip("2.9", &chip, &error), HW_ERR_NOT_FOUND);
    assert_int_equal(hw_occupancy_chip("", &chip, &error), HW_ERR_NOT_FOUND);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(examples),           cmocka_unit_test(measured_on_maxwell),
        cmocka_unit_test(refusals),           cmocka_unit_test(half_and_a_little),
        cmocka_unit_test(fifty_registers),    cmocka_unit_test(conflicts),
        cmocka_unit_test(rule_names),         cmocka_unit_test(preferences),
        cmocka_unit_test(most_shared_memory), cmocka_unit_test(nearest_steps),
        cmocka_unit_test(any_numbers),        cmocka_unit_test(chips_by_capability),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
