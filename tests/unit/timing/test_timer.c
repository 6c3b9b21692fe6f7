/* SPDX-License-Identifier: MIT */
/* The model of a chip, measured by kernels that read its clock, and by what its report says.
 *
 * Latencies are those of chips/ again: what a chain of dependent instructions takes is what a microbenchmark
 * would find.  Results are those of a plain run. */
#include "unit/timing/timed_kernel.h"

/* --- what a microbenchmark sees --- */

/* Maxwell's code with its scheduling: the clocks between two reads of the clock, around `body`. */
static uint32_t clocks_around(const char *body)
{
    static char text[8192];
    struct hw_launch_time time;
    struct kernel k;

    snprintf(text, sizeof text,
             "MOV R2, c[0x0][0x140]\nMOV R3, c[0x0][0x144]\nMOV R7, RZ\n"
             "S2R R4, SR_CLOCKLO\nMOV R4, R4\n%s"
             "S2R R5, SR_CLOCKLO\nIADD R5, R5, -R4\nSTG.E [R2], R5\nEXIT\n",
             body);
    kernel_make(&k, "gm204", text);
    assert_int_equal(hw_schedule(&k.target, k.code, k.launch.code.bytes, &k.error), HW_OK);
    k.launch.block[0] = 32;
    time_kernel(&k, 1, 1, &time);
    const uint32_t clocks = k.out[0];
    kernel_free(&k);
    return clocks;
}

/* What each of 16 more costs. */
static uint32_t latency_of(const char *insn)
{
    static char some[4096], more[4096];

    some[0] = more[0] = '\0';
    for (unsigned i = 0; i < 32; i++)
        strcat(i < 16 ? some : more, insn);
    strcat(more, some);
    return (clocks_around(more) - clocks_around(some)) / 16;
}

static void test_chains(void **state)
{
    const struct hw_chip_info *chip;

    (void)state;
    assert_int_equal(hw_chip_find("gm204", &chip, NULL), HW_OK);
    assert_int_equal(latency_of("FADD R6, R6, R6\n"), chip->micro.latency_fp32);
    assert_int_equal(latency_of("MUFU.RCP R6, R6\n"), chip->micro.latency_sfu);
    assert_int_equal(latency_of("LDS.U.32 R7, [R7]\n"), chip->micro.latency_shared);
}

/* The second access finds the line in the cache. */
static void test_constants(void **state)
{
    const uint32_t none = clocks_around(""), load = clocks_around("LDC R6, c[0x0][R7+0x40]\nMOV R8, R6\n");
    const uint32_t loads = clocks_around("LDC R6, c[0x0][R7+0x40]\nMOV R8, R6\n"
                                         "LDC R6, c[0x0][R7+0x44]\nMOV R8, R6\n");

    (void)state;
    assert_in_range(load - none, 150, 400);
    assert_in_range(loads - load, 10, 60);
    hw_fact("SF-063");
}

/* Constant, shared, second cache, memory: each is slower than the one before. */
static void test_storage(void **state)
{
    const uint32_t none = clocks_around("");
    const char *const shared = "LDS.U.32 R6, [R7]\nMOV R8, R6\n";
    const char *const global = "LDG.E R6, [R2]\nMOV R8, R6\n";
    char twice[256];

    (void)state;
    snprintf(twice, sizeof twice, "%s%s", global, global);
    const uint32_t of_shared = clocks_around(shared) - none, of_dram = clocks_around(global) - none;
    const uint32_t of_l2 = clocks_around(twice) - none - of_dram;
    assert_in_range(of_shared, 20, 40);
    assert_in_range(of_l2, 150, 300);
    assert_true(of_dram > of_l2 + 50);
    hw_fact("SF-289");
}

/* --- blocks --- */

#define CHAIN  "FADD R4, R4, R4\nFADD R4, R4, R4\nFADD R4, R4, R4\nFADD R4, R4, R4\n"
#define CHAINS CHAIN CHAIN CHAIN CHAIN CHAIN CHAIN CHAIN CHAIN
/* Each block has words of its own. */
#define BLOCK "S2R R1, SR_CTAID.X\nISCADD R2.CC, R1, R2, 0x7\nIADD.X R3, R3, RZ\n"

static uint64_t clocks_of_grid(uint32_t blocks, uint32_t sms, uint32_t workers, struct hw_launch_time *time)
{
    struct kernel k;

    make_on(&k, GF100, 32, START BLOCK CHAINS STORE("R4") END);
    k.launch.grid[0] = blocks;
    time_kernel(&k, sms, workers, time);
    assert_int_equal(time->warp_instructions, k.result.stats.warp_instructions);
    kernel_free(&k);
    return time->cycles;
}

/* A multiprocessor of GF100 holds eight blocks; a ninth waits until one has ended. */
static void test_waiting_blocks(void **state)
{
    struct hw_launch_time time;
    const uint64_t eight = clocks_of_grid(8, 1, 1, &time), nine = clocks_of_grid(9, 1, 1, &time);

    (void)state;
    assert_int_equal(time.blocks_per_sm, 8);
    assert_true(nine > eight + 32 * 18);
    assert_true(clocks_of_grid(9, 2, 1, &time) < nine);
    hw_fact("SF-319");
}

/* A kernel of GK110 with blocks of one warp that ends in a fault. */
static void grid_to_fault(const char *code, uint32_t blocks)
{
    struct hw_launch_result plain;
    struct hw_launch_time time;
    struct hw_timer *timer;
    struct kernel k;

    make_on(&k, GK110, 32, code);
    k.launch.grid[0] = blocks;
    assert_int_equal(kernel_run(&k), HW_ERR_FAULT);
    plain = k.result;
    const struct hw_timer_options options = {.chip = k.chip, .workers = 1};
    assert_int_equal(hw_timer_create(&options, &timer, &k.error), HW_OK);
    assert_int_equal(hw_timer_run(timer, &k.launch, &k.result, &time, &k.error), HW_ERR_FAULT);
    plain.stats.compiled = k.result.stats.compiled = 0; /* they depend on time */
    assert_memory_equal(&plain, &k.result, sizeof plain);
    hw_timer_destroy(timer);
    kernel_free(&k);
}

/* The second block faults while the first one waits for the clock again and again: the model waits for no
 * more of the second. */
static void test_fault_beside_clocks(void **state)
{
    (void)state;
    grid_to_fault(START "S2R R1, SR_CTAID.X\nISETP.EQ.AND P0, PT, R1, RZ, PT\n"
                        "MOV R3, RZ\nMOV R2, RZ\n"
                        "S2R R0, SR_CLOCKLO\n@!P0 ST.E [R2], R0\n"
                        "S2R R0, SR_CLOCKLO\nS2R R0, SR_CLOCKLO\nS2R R0, SR_CLOCKLO\n" END,
                  2);
}

/* A warp at a barrier has nothing recorded behind it, while another one reads the clock before it arrives. */
static void test_clock_before_a_barrier(void **state)
{
    struct hw_launch_time time;
    struct kernel k;

    (void)state;
    make_on(&k, GK110, 64,
            START "S2R R1, SR_TID.X\nISETP.LT.AND P0, PT, R1, 0x20, PT\n"
                  "@!P0 LD.E R5, [R2]\n@!P0 IADD R5, R5, R5\n@!P0 S2R R4, SR_CLOCKLO\n"
                  "BAR.SYNC 0x0\nS2R R4, SR_CLOCKLO\n" STORE("R4") END);
    time_kernel(&k, 1, 1, &time);
    assert_int_equal(time.warp_instructions, k.result.stats.warp_instructions);
    kernel_free(&k);
}

/* A board with more multiprocessors than the launch thinks: blocks that read the clock wait for no block that
 * cannot begin yet. */
static void test_clock_on_a_wide_board(void **state)
{
    struct hw_launch_time time;
    struct kernel k;

    (void)state;
    make_on(&k, GF100, 32, START "S2R R4, SR_CLOCKLO\n" STORE("R4") END);
    k.launch.grid[0] = 400;
    time_kernel(&k, 40, 1, &time);
    assert_int_equal(time.warp_instructions, k.result.stats.warp_instructions);
    kernel_free(&k);
}

/* Every number is the same on any number of threads. */
static void test_workers(void **state)
{
    struct hw_launch_time one, three;

    (void)state;
    clocks_of_grid(120, 7, 1, &one);
    clocks_of_grid(120, 7, 3, &three);
    one.insn = three.insn = NULL;
    assert_memory_equal(&one, &three, sizeof one);
}

/* A fault is the plain run's, and the time is that of the blocks before it. */
static void test_fault(void **state)
{
    (void)state;
    grid_to_fault(START "MOV R3, RZ\nMOV R2, RZ\n" STORE("R0") END, 1);
}

/* The model has begun a block that asks for the clock before the block faults. */
static void test_fault_after_clock(void **state)
{
    (void)state;
    grid_to_fault(START "MOV R3, RZ\nMOV R2, RZ\nS2R R0, SR_CLOCKLO\n" STORE("R0") END, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_chains),
        cmocka_unit_test(test_constants),
        cmocka_unit_test(test_storage),
        cmocka_unit_test(test_waiting_blocks),
        cmocka_unit_test(test_workers),
        cmocka_unit_test(test_fault),
        cmocka_unit_test(test_fault_after_clock),
        cmocka_unit_test(test_clock_on_a_wide_board),
        cmocka_unit_test(test_fault_beside_clocks),
        cmocka_unit_test(test_clock_before_a_barrier),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
