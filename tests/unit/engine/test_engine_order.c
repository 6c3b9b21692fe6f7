/* SPDX-License-Identifier: MIT */
/* Orders that are drawn from a seed (hw_launch_host.order): races of warps and blocks show with some seeds,
 * the same seed gives the same result, and what does not race gives one result with all of them. */
#include "generations.h"

#define SEEDS 20

static void run_with_seed(struct kernel *k, uint64_t seed)
{
    memset(k->out, 0, OUT_WORDS * 4);
    k->launch.host.order = seed;
    kernel_expect_ok(k);
}

/* Each thread has a word; 8 times it takes over that of the thread on its left, without a barrier between the
 * load and the store. */
#define STEPS 8
static const char shift[] =
    START "SHL R10, R0, 0x2\nSTS [R10+0x4], R0\nBARRIER\nMOV R12, RZ\n"
          "loop: ISETP.NE.AND P0, PT, R0, RZ, PT\nIADD R11, R12, 0x3e8\n@P0 LDS_WORD R11, [R10]\n"
          "STS [R10+0x4], R11\nBARRIER\nIADD R12, R12, 0x1\nISETP.LT.AND P1, PT, R12, 0x8, PT\n"
          "@P1 BRA @loop\nLDS_WORD R11, [R10+0x4]\n" STORE("R11") END;

/* Whether the second warp has always loaded before the first one stored, as on a chip. */
static bool is_shifted(const struct kernel *k)
{
    for (uint32_t t = 0; t < 64; t++)
        if (k->out[t] != (t < STEPS ? 1000 + STEPS - 1 - t : t - STEPS))
            return false;
    return true;
}

static void test_warps(void **state)
{
    (void)state;
    for (unsigned i = 0; i < GENERATIONS; i++) {
        unsigned shifted = 0;
        uint32_t first[64];
        struct kernel k;
        make_on(&k, i, 64, shift);
        for (uint64_t seed = 1; seed <= SEEDS; seed++) {
            run_with_seed(&k, seed);
            shifted += is_shifted(&k);
            memcpy(first, k.out, sizeof first);
            run_with_seed(&k, seed);
            assert_memory_equal(first, k.out, sizeof first);
        }
        assert_in_range(shifted, 1, SEEDS - 1);
        kernel_free(&k);
    }
}

#define BLOCK                                                                            \
    "MOV R4, OUT_LOW\nMOV R5, OUT_HIGH\nS2R R1, SR_CTAID.X\nISCADD R6.CC, R1, R4, 0x2\n" \
    "IADD.X R7, R5, RZ\nMOV32I R8, 0x1\n"

/* Blocks draw numbers. */
static void test_blocks(void **state)
{
    const uint32_t blocks = 300;
    uint32_t first[300];
    unsigned others = 0;
    struct kernel k;

    (void)state;
    make_on(&k, GM107, 64,
            BLOCK "S2R R0, TID_X\nISETP.NE.AND P0, PT, R0, RZ, PT\n@P0 EXIT\n"
                  "ATOM.E.ADD R10, [R4], R8\nST_WORD [R6+0x40], R10\n" END);
    k.launch.grid[0] = blocks;
    for (uint64_t seed = 0; seed <= SEEDS; seed++) {
        bool drawn[300] = {false};
        run_with_seed(&k, seed);
        for (uint32_t n = 0; n < blocks; n++) {
            const uint32_t number = k.out[16 + n];
            assert_true(number < blocks && !drawn[number]);
            drawn[number] = true;
            assert_true(seed != 0 || number == n);
        }
        memcpy(first, k.out + 16, sizeof first);
        run_with_seed(&k, seed);
        assert_memory_equal(first, k.out + 16, sizeof first);
        others += first[0] != 0;
    }
    assert_true(others > SEEDS / 2);
    kernel_free(&k);
}

/* Each block waits for the one before it, and the chip does not hold all of them. */
static void test_lower_numbers(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 10; seed++) {
        struct kernel k;
        make_on(&k, GM107, 64,
                BLOCK "ISETP.EQ.AND P0, PT, R1, RZ, PT\n@P0 BRA @say\n"
                      "spin: LD_WORD R11, [R6+0x3c]\nISETP.EQ.AND P1, PT, R11, RZ, PT\n@P1 BRA @spin\n"
                      "say: IADD R10, R1, 0x1\nST_WORD [R6+0x40], R10\n" END);
        k.launch.grid[0] = 1000;
        k.launch.limits.max_instructions = 0;
        run_with_seed(&k, seed);
        for (uint32_t n = 0; n < 1000; n++)
            assert_int_equal(k.out[16 + n], n + 1);
        kernel_free(&k);
    }
}

/* The fault of the lowest block is reported, whichever comes first. */
static void test_lowest_fault(void **state)
{
    struct kernel k;

    (void)state;
    make_on(&k, GM107, 32,
            BLOCK "LOP.AND R10, R1, 0x7\nISETP.EQ.AND P0, PT, R10, 0x5, PT\n@P0 ST_WORD [R10], R1\n"
                  "ST_WORD [R6+0x40], R8\n" END);
    k.launch.grid[0] = 200;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        memset(k.out, 0, OUT_WORDS * 4);
        k.launch.host.order = seed;
        kernel_run(&k);
        assert_int_not_equal(k.result.fault.kind, HW_FAULT_NONE);
        assert_int_equal(k.result.fault.block[0], 5);
        for (uint32_t n = 0; n < 5; n++)
            assert_int_equal(k.out[16 + n], 1);
    }
    kernel_free(&k);
}

/* No progress is found in every order. */
static void test_no_progress(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 5; seed++) {
        struct kernel k;
        make_on(&k, GM107, 64,
                BLOCK "spin: LD_WORD R11, [R4]\nISETP.EQ.AND P1, PT, R11, RZ, PT\n@P1 BRA @spin\n" END);
        k.launch.grid[0] = 5;
        k.launch.limits.max_instructions = 0;
        k.launch.host.order = seed;
        kernel_expect_fault(&k, HW_FAULT_NO_PROGRESS);
        kernel_free(&k);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_warps),         cmocka_unit_test(test_blocks),
        cmocka_unit_test(test_lower_numbers), cmocka_unit_test(test_lowest_fault),
        cmocka_unit_test(test_no_progress),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
