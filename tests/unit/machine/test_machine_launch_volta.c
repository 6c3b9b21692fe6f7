/* SPDX-License-Identifier: MIT */
/* The kernel ABI of Volta and later: constant bank 0, and the special registers that differ
 * from Maxwell's.  The locations are those at which compiled kernels read (kernel_abi.c); nothing runs here.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "machine/chip/kernel_abi.h"
#include "machine/chip/sm_location.h"
#include "machine/warp.h"

#include <halfwarp/chip.h>
#include <halfwarp/machine.h>

#define LANES 32

static struct hw_launch launch_on(const char *name)
{
    const struct hw_chip_info *chip;
    struct hw_target target;
    struct hw_launch launch;

    assert_int_equal(hw_chip_find(name, &chip, NULL), HW_OK);
    assert_int_equal(hw_target_find(chip->variant, &target, NULL), HW_OK);
    hw_launch_init(&launch, &target, chip, NULL);
    for (uint32_t i = 0; i < 3; i++) {
        launch.block[i] = 2 + i;
        launch.grid[i] = 7 + i;
    }
    return launch;
}

static void bank_0_is_filled(void **state)
{
    static const char *const chips[] = {"gv100", "tu102", "ga100", "ga102", "ad102"};
    static const uint8_t params[4] = {1, 2, 3, 4};

    (void)state;
    for (size_t i = 0; i < sizeof chips / sizeof chips[0]; i++) {
        struct hw_launch launch = launch_on(chips[i]), complete;
        const struct hw_chip_info *chip = launch.code.chip;
        struct hw_filled_bank filled[HW_FILLED_BANKS] = {{NULL, 0}};
        uint32_t word[0x168 / 4];

        launch.params = params;
        launch.param_bytes = sizeof params;
        launch.grid_id = 9;
        launch.dynamic_shared_bytes = 640;
        launch.constants = UINT64_C(0x300000004);
        launch.grid_workspace = UINT64_C(0x500000006);
        assert_true(hw_launch_complete(&launch, &complete, filled));
        assert_true(complete.bank[0].bytes >= sizeof word);
        memcpy(word, complete.bank[0].data, sizeof word);
        for (uint32_t d = 0; d < 3; d++) {
            assert_int_equal(word[d], 2 + d);
            assert_int_equal(word[3 + d], 7 + d);
        }
        assert_int_equal(word[0x18 / 4], HW_SHARED_WINDOW);
        assert_int_equal(word[0x1c / 4], 0);
        assert_int_equal(word[0x20 / 4], HW_LOCAL_WINDOW);
        assert_int_equal(word[0x28 / 4], HW_GENERIC_WINDOW_BYTES);
        assert_int_equal(word[0x2c / 4], 640);
        assert_true(word[0x30 / 4] == 9 && word[0x34 / 4] == 0);
        assert_true(word[0x50 / 4] == 4 && word[0x54 / 4] == 3);
        assert_true(word[0x70 / 4] == 0 && word[0x74 / 4] == 0x200);
        assert_true(word[0x80 / 4] == 0 && word[0x84 / 4] == 0x201);
        assert_true(word[0x8c / 4] == 5 && word[0x90 / 4] == 6);
        assert_int_equal(word[0x10c / 4], chip->tps * chip->mps_per_tp);
        assert_true(word[0x40 / 4] == 0 && word[0x44 / 4] == 0x202);
        assert_int_equal(word[0x114 / 4], chip->capability >= 80 ? 1024 : 0x163);
        assert_int_equal(word[0x12c / 4], chip->capability >= 80 ? 0x163 : 0);
        /* test_engine_shared_end_volta.c has more. */
        assert_int_equal(word[0x120 / 4] != 0, chip->capability >= 80);
        assert_int_equal(word[0x124 / 4] != 0, chip->capability >= 80);
        assert_int_equal(word[0x160 / 4], 0x04030201);
        for (size_t bank = 0; bank < HW_FILLED_BANKS; bank++)
            free(filled[bank].data);
    }
}

/* What lane 0 of a block's first warp reads. */
static uint32_t special(const struct hw_warp *warp, unsigned number)
{
    uint32_t lanes[LANES] = {0};

    warp->block->kernel_abi->special(warp, number, lanes);
    return lanes[0];
}

static void counters_stand_side_by_side(void **state)
{
    struct hw_launch launch = launch_on("ga100");
    struct hw_block block = {.launch = &launch,
                             .kernel_abi = hw_kernel_abi_of(&launch.code.target),
                             .number = 130,
                             .sms = 128,
                             .warp_count = 1,
                             .warps_running = 1};
    struct hw_warp warp = {.block = &block};

    (void)state;
    launch.pm[0] = UINT64_C(0x1200000034);
    launch.pm[7] = UINT64_C(0x5600000078);
    launch.shared_bytes = 300;
    assert_int_equal(special(&warp, 100), 0x34);
    assert_int_equal(special(&warp, 101), 0x12);
    assert_int_equal(special(&warp, 114), 0x78);
    assert_int_equal(special(&warp, 115), 0x56);
    assert_int_equal(special(&warp, 4), 0); /* Maxwell's locations */
    assert_int_equal(special(&warp, 72), 0);
    assert_int_equal(special(&warp, 67), 2); /* of 128 multiprocessors */
    assert_int_equal(special(&warp, 50), 384 + 1024);
    assert_int_equal(block.kernel_abi->special_lifetime(67), HW_LIFETIME_BLOCK);
    assert_int_equal(block.kernel_abi->special_lifetime(4), HW_LIFETIME_LAUNCH);
}

static void half_a_warp_is_refused(void **state)
{
    struct hw_launch launch = launch_on("tu102");
    struct hw_error error;
    const uint64_t code[2] = {0};

    (void)state;
    assert_int_equal(hw_memory_create(&launch.memory, &error), HW_OK);
    launch.code.data = code;
    launch.code.bytes = sizeof code;
    launch.lanes = 16;
    assert_int_equal(hw_launch_check(&launch, &error), HW_ERR_LAUNCH);
    assert_non_null(strstr(error.text, "a warp has 16 lanes; those of tu102 have 32"));
    launch.lanes = 32;
    assert_int_equal(hw_launch_check(&launch, &error), HW_OK);
    hw_memory_destroy(launch.memory);
}

/* Code of Hopper and later is read and written only: no launch of it is let through. */
static void chips_that_run_nothing_are_refused(void **state)
{
    struct hw_launch launch = launch_on("h100");
    struct hw_error error;
    const uint64_t code[2] = {0};

    (void)state;
    assert_int_equal(hw_memory_create(&launch.memory, &error), HW_OK);
    launch.code.data = code;
    launch.code.bytes = sizeof code;
    assert_int_equal(hw_launch_check(&launch, &error), HW_ERR_UNSUPPORTED);
    assert_non_null(strstr(error.text, "gh100's code (sm_90) is read and written, not yet run"));
    assert_int_equal(hw_chip_find("ad102", &launch.code.chip, &error), HW_OK);
    assert_int_equal(hw_launch_check(&launch, &error), HW_ERR_LAUNCH);
    assert_non_null(strstr(error.text, "code for gh100 is not run, on ad102 neither"));
    hw_memory_destroy(launch.memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bank_0_is_filled),
        cmocka_unit_test(half_a_warp_is_refused),
        cmocka_unit_test(chips_that_run_nothing_are_refused),
        cmocka_unit_test(counters_stand_side_by_side),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
