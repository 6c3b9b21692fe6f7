/* SPDX-License-Identifier: MIT */
/* Chips with changed numbers: what may be changed, what is refused, and that the model runs at both ends of
 * every range. */
#include "unit/engine/generations.h"

#include <halfwarp/chip_override.h>
#include <halfwarp/sched.h>
#include <halfwarp/timer.h>

static const struct hw_chip_info *chip_of(const char *name)
{
    const struct hw_chip_info *chip = NULL;

    assert_int_equal(hw_chip_find(name, &chip, NULL), HW_OK);
    return chip;
}

static void expect_refused(const char *text, hw_status status, const char *sentence)
{
    struct hw_chip_change change[4];
    struct hw_chip_info *made = NULL;
    struct hw_error error = {.text = ""};
    size_t count = 0;
    hw_status found = hw_chip_changes_read(text, change, 4, &count, &error);

    if (found == HW_OK)
        found = hw_chip_override(chip_of("gm204"), NULL, change, count, &made, &error);
    if (found != status || !strstr(error.text, sentence))
        fail_msg("%s: %d, %s", text, found, error.text);
    assert_null(made);
}

static void test_what_is_refused(void **state)
{
    (void)state;
    expect_refused("shared_bank=16", HW_ERR_NOT_FOUND,
                   "no number of chips is called \"shared_bank\"; did you mean shared_banks");
    expect_refused("qwertyuiop=16", HW_ERR_NOT_FOUND,
                   "no number of chips is called \"qwertyuiop\"; `halfwarp chips NAME` lists them");
    expect_refused("warp_size=16", HW_ERR_NOT_FOUND, "warp_size cannot be changed");
    expect_refused("shared_banks=0", HW_ERR_RANGE, "shared_banks is 0; expected 1 to 32");
    expect_refused("mps=4,shared_banks=33", HW_ERR_RANGE, "shared_banks is 33; expected 1 to 32");
    expect_refused("l2_line=96", HW_ERR_RANGE, "l2_line is 96; expected a power of two");
    expect_refused("l2_bytes=1000000", HW_ERR_RANGE, "l2_bytes");
    expect_refused("l2_slices=5", HW_ERR_RANGE, "no multiple of l2_slices, 5");
    expect_refused("l1_ways=7", HW_ERR_RANGE,
                   "are no whole sets of 7 lines (l1_ways) of 128 bytes (l1_line)");
    expect_refused("mps=99999999999999999999", HW_ERR_RANGE, "expected 1 to 512");
    expect_refused("l2_bytes=99999999999999m", HW_ERR_RANGE, "expected 0 to 268435456");
    expect_refused("mps=1,mps=2,mps=3,mps=4,mps=5", HW_ERR_LIMIT, "more than 4 numbers");
    for (const char *const *text = (const char *const[]){"", "mps", "=4", "mps=", "mps=-1", "mps=4x",
                                                         "mps=4,", ",", "mps=1kk", NULL};
         *text; text++)
        expect_refused(*text, HW_ERR_SYNTAX, "");
}

static void test_a_changed_chip(void **state)
{
    const struct hw_chip_info *chip = chip_of("gm204");
    struct hw_chip_change change[4];
    struct hw_chip_info *made;
    size_t count = 0;

    (void)state;
    assert_int_equal(hw_chip_changes_read("l2_bytes=1m,mps=8,mps=9", change, 4, &count, NULL), HW_OK);
    assert_int_equal(count, 3);
    assert_int_equal(hw_chip_override(chip, NULL, change, count, &made, NULL), HW_OK);
    assert_int_equal(made->micro.l2_bytes, 1 << 20);
    assert_int_equal(made->cards[0].mps, 9);
    assert_string_equal(made->name, "gm204 with l2_bytes=1048576,mps=8,mps=9");
    assert_string_equal(made->cards[0].name, chip->cards[0].name);
    for (unsigned i = 0; i < made->number_count; i++) {
        const bool changed = strcmp(made->numbers[i].key, "l2_bytes") == 0;
        assert_int_equal(made->numbers[i].value, changed ? 1u << 20 : chip->numbers[i].value);
        assert_int_equal(made->numbers[i].standing, changed ? HW_STANDING_GUESS : chip->numbers[i].standing);
    }
    assert_int_not_equal(chip->micro.l2_bytes, 1 << 20);
    hw_chip_override_free(made);
    hw_chip_override_free(NULL);
}

static void test_no_change_is_the_chip(void **state)
{
    (void)state;
    for (unsigned i = 0; hw_chip_at(i); i++) {
        const struct hw_chip_info *chip = hw_chip_at(i);
        struct hw_chip_info *made;
        struct hw_error error;

        if (hw_chip_check(chip, &error) != HW_OK)
            fail_msg("%s: %s", chip->name, error.text);
        assert_int_equal(hw_chip_override(chip, NULL, NULL, 0, &made, NULL), HW_OK);
        assert_memory_equal(&made->micro, &chip->micro, sizeof chip->micro);
        assert_string_equal(made->name, chip->name);
        /* The chip's own numbers are within the ranges. */
        for (unsigned n = 0; n < chip->number_count; n++) {
            const struct hw_chip_change same = {chip->numbers[n].key, chip->numbers[n].value};
            struct hw_chip_range range;
            if (hw_chip_range(same.key, &range, NULL) == HW_OK)
                assert_int_equal(hw_chip_change_check(&same, NULL), HW_OK);
        }
        hw_chip_override_free(made);
    }
}

/* --- the model at the ends of ranges --- */

/* The clocks of a launch on a changed chip; 0: its numbers do not fit together, or the launch does not fit.
 */
static uint64_t cycles_with(struct kernel *k, const char *key, uint64_t value)
{
    const struct hw_chip_change change = {key, value};
    struct hw_launch launch = k->launch;
    struct hw_chip_info *made;
    struct hw_launch_time time;
    struct hw_timer *timer;

    if (hw_chip_override(k->chip, NULL, &change, 1, &made, NULL) != HW_OK)
        return 0;
    const struct hw_timer_options options = {.chip = made, .workers = 1};
    launch.code.chip = made;
    assert_int_equal(hw_timer_create(&options, &timer, &k->error), HW_OK);
    const hw_status status = hw_timer_run(timer, &launch, &k->result, &time, &k->error);
    if (status != HW_OK && status != HW_ERR_LAUNCH)
        fail_msg("%s with %s=%u: %s", k->chip->name, key, (unsigned)value, k->error.text);
    hw_timer_destroy(timer);
    hw_chip_override_free(made);
    return status == HW_OK ? time.cycles : 0;
}

static void run_all_ends(struct kernel *k)
{
    unsigned ran = 0, refused = 0;

    k->launch.grid[0] = 20;
    k->launch.block[0] = 64;
    k->launch.host.workers = 1;
    for (unsigned i = 0; i <= k->chip->number_count + 1; i += getenv("HW_SAMPLE") ? 4 : 1) {
        const char *key = i < k->chip->number_count    ? k->chip->numbers[i].key
                          : i == k->chip->number_count ? "mps"
                                                       : "memory_bits";
        struct hw_chip_range range;

        if (hw_chip_range(key, &range, NULL) != HW_OK)
            continue;
        const uint32_t ends[] = {range.min, range.max};
        for (unsigned e = 0; e < 2; e++) {
            const uint64_t cycles = cycles_with(k, key, ends[e]);
            ran += cycles > 0;
            refused += cycles == 0;
        }
    }
    assert_true(ran > 4 * refused);
}

static void test_both_ends_of_every_range(void **state)
{
    struct kernel k;

    (void)state;
    for (unsigned g = 0; g < GENERATIONS; g++) {
        make_on(&k, g, 64,
                START "LD_WORD R4, [R2]\nISCADD R5, R0, RZ, 0x2\nSTS [R5], R4\nBARRIER\n"
                      "LDS_WORD R6, [R5]\nFADD R6, R6, R4\nMUFU.RCP R6, R6\n" STORE("R6") END);
        if (g != GF100)
            assert_int_equal(hw_schedule(&k.target, k.code, k.launch.code.bytes, &k.error), HW_OK);
        k.launch.shared_bytes = 256;
        run_all_ends(&k);
        kernel_free(&k);
    }
    kernel_make(
        &k, "g80",
        "MOV32 R1, g [0x4]\nMOV32 R2, g [0x4]\nSHL R6, R0, 0x2\nIADD R1, R1, R6\nGLD.U32 R4, global14[R1]\n"
        "GST.U32 global14[R1], R4\nNOP # exit\n");
    run_all_ends(&k);
    kernel_free(&k);
}

/* What a study looks for is seen: fewer multiprocessors and narrower memory cost time. */
static void test_changes_are_felt(void **state)
{
    struct kernel k;

    (void)state;
    make_on(&k, GM107, 64, START "LD_WORD R4, [R2]\nFADD R4, R4, R4\n" STORE("R4") END);
    assert_int_equal(hw_schedule(&k.target, k.code, k.launch.code.bytes, &k.error), HW_OK);
    k.launch.grid[0] = 200;
    const uint64_t plain = cycles_with(&k, "mps", k.chip->cards[0].mps);
    assert_true(cycles_with(&k, "mps", 1) > plain);
    assert_true(cycles_with(&k, "latency_dram", 2000) > plain);
    assert_true(cycles_with(&k, "l2_write_bytes", 1) > plain);
    assert_int_equal(cycles_with(&k, "kernel_end_cycles", k.chip->micro.kernel_end_cycles + 77), plain + 77);
    kernel_free(&k);
}

/* A GeForce computes fewer doubles a clock than a Tesla with the same chip, except where a study says
 * otherwise. */
static void test_doubles_of_cards(void **state)
{
    char text[4096] = START;
    struct kernel k;

    (void)state;
    for (unsigned i = 0; i < 64; i++)
        strcat(text, i % 2 ? "DADD R4, R8, R8\n" : "DADD R6, R8, R8\n");
    strcat(text, STORE("R4") END);
    make_on(&k, GF100, 256, text);
    assert_int_equal(k.chip->cards[0].rate_fp64, 4);
    assert_int_equal(k.chip->micro.rate_fp64, 16);
    const uint64_t geforce = cycles_with(&k, "mps", 15), whole = cycles_with(&k, "rate_fp64", 16);
    assert_in_range(geforce - whole, 64 * 8 * (8 - 2) - 100, 64 * 8 * (8 - 2) + 100);
    assert_int_equal(cycles_with(&k, "rate_fp64", 4), geforce);
    kernel_free(&k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_is_refused),       cmocka_unit_test(test_a_changed_chip),
        cmocka_unit_test(test_no_change_is_the_chip), cmocka_unit_test(test_both_ends_of_every_range),
        cmocka_unit_test(test_changes_are_felt),      cmocka_unit_test(test_doubles_of_cards),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
