/* SPDX-License-Identifier: MIT */
/* Counters by nvprof's names: of four blocks of 64 threads, with one worker and with three. */
#include "generations.h"

#include <halfwarp/counters.h>

#define SOURCE                                                              \
    START "SHL R4, R0, 0x2\nSTS [R4], R0\nBARRIER\nMOV32I R6, 0x20\n" LESS( \
        "R0", "R6") "@P0 LDS_WORD R5, [R4+0x4]\n" STORE("R5") END

static double value_of(const struct hw_counters *counters, const char *name)
{
    double value = -1;

    assert_int_equal(hw_counters_read(counters, name, &value, NULL), HW_OK);
    return value;
}

static struct hw_counters *count(struct kernel *k, unsigned generation, uint32_t workers)
{
    struct hw_counters *counters;

    make_on(k, generation, 64, SOURCE);
    assert_int_equal(hw_counters_create(k->launch.code.chip, &counters, NULL), HW_OK);
    const struct hw_listener listener = hw_counters_listener(counters);
    k->launch.grid[0] = 4;
    k->launch.shared_bytes = 1024;
    k->launch.host.workers = workers;
    k->launch.listeners = &listener;
    k->launch.listener_count = 1;
    kernel_expect_ok(k);
    return counters;
}

static void test_a_kernel(void **state)
{
    (void)state;
    for (unsigned g = 0; g < GENERATIONS; g++) {
        struct kernel k;
        struct hw_counters *counters = count(&k, g, 3);
        const double instructions = (double)k.result.stats.warp_instructions;

        assert_true(value_of(counters, "warps_launched") == 8);
        assert_true(value_of(counters, "inst_executed") == instructions);
        assert_true(value_of(counters, "inst_per_warp") == instructions / 8);
        assert_true(value_of(counters, "warp_execution_efficiency") == 1);
        assert_true(value_of(counters, "warp_nonpred_execution_efficiency") < 1);
        assert_true(value_of(counters, "gst_request") == 8);
        assert_true(value_of(counters, "gld_request") == 0);
        assert_true(value_of(counters, "gst_transactions") >= 8);
        assert_true(value_of(counters, "shared_store") == 8);
        assert_true(value_of(counters, "shared_load") == 4);
        assert_true(value_of(counters, "cf_executed") >= 8);
        hw_counters_destroy(counters);
        kernel_free(&k);
    }
}

static void test_any_number_of_workers(void **state)
{
    (void)state;
    for (unsigned g = 0; g < GENERATIONS; g++) {
        struct kernel one, three;
        struct hw_counters *a = count(&one, g, 1), *b = count(&three, g, 3);

        for (unsigned i = 0; hw_metric_at(i); i++)
            assert_true(value_of(a, hw_metric_at(i)->name) == value_of(b, hw_metric_at(i)->name));
        hw_counters_destroy(a);
        hw_counters_destroy(b);
        kernel_free(&one);
        kernel_free(&three);
    }
}

static void test_unknown_name(void **state)
{
    const struct hw_chip_info *chip;
    struct hw_counters *counters;
    double value;

    (void)state;
    assert_int_equal(hw_chip_find("sm_52", &chip, NULL), HW_OK);
    assert_int_equal(hw_counters_create(chip, &counters, NULL), HW_OK);
    assert_int_equal(hw_counters_read(counters, "no_such", &value, NULL), HW_ERR_NOT_FOUND);
    assert_true(value_of(counters, "inst_per_warp") == 0);
    hw_counters_destroy(counters);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_kernel),
        cmocka_unit_test(test_any_number_of_workers),
        cmocka_unit_test(test_unknown_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
