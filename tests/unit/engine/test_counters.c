/* SPDX-License-Identifier: MIT */
/* Counters by nvprof's names: of four blocks of 64 threads, with one worker and with three. */
#include "generations.h"

#include <halfwarp/counters.h>
#include <halfwarp/isa.h>

#define SOURCE                                                                       \
    START OF_BLOCK "SHL R4, R0, 0x2\nSTS [R4], R0\nBARRIER\nMOV32I R6, 0x20\n" LESS( \
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

/* What set A showed of 5.x and 6.x: GP100 counts barriers three times, twice as control flow, and loads of
 * constants by LDC are control flow. */
static void test_what_chips_count(void **state)
{
    static const struct {
        const char *chip;
        unsigned barriers;
    } known[] = {{"sm_52", 1}, {"sm_60", 3}, {"sm_61", 1}};

    (void)state;
    for (unsigned i = 0; i < sizeof known / sizeof *known; i++) {
        const struct hw_chip_info *chip;
        struct hw_counters *counters;
        assert_int_equal(hw_chip_find(known[i].chip, &chip, NULL), HW_OK);
        assert_int_equal(chip->micro.count_barriers, known[i].barriers);
        assert_int_equal(hw_counters_create(chip, &counters, NULL), HW_OK);
        const struct hw_listener listener = hw_counters_listener(counters);
        const struct hw_issue_event barrier = {.op = HW_OP_BAR, .active = 15, .executed = 7};
        struct hw_insn ldc;
        struct hw_target target;
        assert_int_equal(hw_target_find(known[i].chip, &target, NULL), HW_OK);
        assert_int_equal(hw_parse(&target, hw_target_syntax(&target), "LDC R0, c[0x3][0x4]", 0, &ldc, NULL),
                         HW_OK);
        const struct hw_issue_event constant = {.op = HW_OP_LD, .insn = &ldc, .active = 0, .executed = 0};
        listener.issue(listener.context, &barrier);
        listener.issue(listener.context, &constant);
        assert_true(value_of(counters, "inst_executed") == known[i].barriers + 1);
        assert_true(value_of(counters, "inst_issued") == 2);
        assert_true(value_of(counters, "cf_executed") == known[i].barriers);
        assert_true(value_of(counters, "thread_inst_executed") == 4);
        assert_true(value_of(counters, "inst_misc") == 3);
        hw_counters_destroy(counters);
    }
}

/* Arithmetic is counted by threads that execute it. */
static void test_operations(void **state)
{
    static const struct {
        unsigned op;
        const char *metric;
        unsigned times;
    } known[] = {
        {HW_OP_FADD, "flop_count_sp_add", 1},  {HW_OP_FFMA, "flop_count_sp", 2},
        {HW_OP_FFMA, "flop_count_sp_fma", 1},  {HW_OP_MUFU, "flop_count_sp_special", 1},
        {HW_OP_MUFU, "inst_fp_32", 1},         {HW_OP_FSETP, "inst_fp_32", 1},
        {HW_OP_MUFU, "flop_count_sp", 0},      {HW_OP_DFMA, "flop_count_dp", 2},
        {HW_OP_HFMA2, "flop_count_hp", 4},     {HW_OP_HADD2, "inst_fp_16", 1},
        {HW_OP_XMAD, "inst_integer", 1},       {HW_OP_MOV, "inst_integer", 0},
        {HW_OP_MOV, "inst_misc", 1},           {HW_OP_F2I, "inst_bit_convert", 1},
        {HW_OP_BRA, "inst_control", 1},        {HW_OP_SHFL, "inst_inter_thread_communication", 1},
        {HW_OP_TEXS, "inst_compute_ld_st", 1},
    };
    const struct hw_chip_info *chip;

    (void)state;
    assert_int_equal(hw_chip_find("sm_52", &chip, NULL), HW_OK);
    for (unsigned i = 0; i < sizeof known / sizeof *known; i++) {
        struct hw_counters *counters;
        const struct hw_issue_event event = {.op = known[i].op, .active = 0xff, .executed = 0x1f};
        assert_int_equal(hw_counters_create(chip, &counters, NULL), HW_OK);
        const struct hw_listener listener = hw_counters_listener(counters);
        listener.issue(listener.context, &event);
        assert_true(value_of(counters, known[i].metric) == 5 * known[i].times);
        hw_counters_destroy(counters);
    }
}

/* Jumps on which a warp's threads part, of all that goes somewhere. */
static void test_branches(void **state)
{
    static const struct hw_issue_event event[] = {{.op = HW_OP_BRA, .active = 15, .executed = 3},
                                                  {.op = HW_OP_BRA, .active = 15, .executed = 15},
                                                  {.op = HW_OP_BRA, .active = 15},
                                                  {.op = HW_OP_SSY, .active = 15, .executed = 15},
                                                  {.op = HW_OP_EXIT, .active = 15, .executed = 15}};
    const struct hw_chip_info *chip;
    struct hw_counters *counters;

    (void)state;
    assert_int_equal(hw_chip_find("sm_52", &chip, NULL), HW_OK);
    assert_int_equal(hw_counters_create(chip, &counters, NULL), HW_OK);
    assert_true(value_of(counters, "branch_efficiency") == 1);
    const struct hw_listener listener = hw_counters_listener(counters);
    for (unsigned i = 0; i < sizeof event / sizeof *event; i++)
        listener.issue(listener.context, &event[i]);
    assert_true(value_of(counters, "branch") == 4);
    assert_true(value_of(counters, "divergent_branch") == 1);
    assert_true(value_of(counters, "branch_efficiency") == 0.75);
    hw_counters_destroy(counters);
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
        cmocka_unit_test(test_what_chips_count),
        cmocka_unit_test(test_operations),
        cmocka_unit_test(test_branches),
        cmocka_unit_test(test_any_number_of_workers),
        cmocka_unit_test(test_unknown_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
