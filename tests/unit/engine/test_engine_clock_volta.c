/* SPDX-License-Identifier: MIT */
/* The clock of a device: it grows over all blocks and launches, sleeping moves it on, and a launch that reads
 * it says so, as does one that reads its number. */
#include "kernel.h"

#define BASE  "MOV R2, c[0x0][0x160]\nMOV R3, c[0x0][0x164]\n"
#define BLOCK "S2R R0, SR_CTAID.X\nIMAD.WIDE.U32 R2, R0, 0x10, R2\n"
/* The block's words: clock and timer. */
#define READ BASE BLOCK "CS2R R4, SR_CLOCKLO\nS2R R6, SR_GLOBALTIMERLO\nS2R R7, SR_GLOBALTIMERHI\n"
#define END  "ST.E.64 [R2.64], R4\nST.E.64 [R2.64+0x8], R6\nEXIT\n"

struct reading {
    uint64_t clock, timer;
};

static struct reading reading_of(const struct kernel *k, unsigned block)
{
    const uint32_t *word = k->out + 4 * block;

    return (struct reading){word[0] | (uint64_t)word[1] << 32, word[2] | (uint64_t)word[3] << 32};
}

static void test_grows(void **state)
{
    enum { BLOCKS = 200 };
    uint64_t ticks = UINT64_C(0x1fffffff0); /* beyond 32 bits */
    struct reading last = {0, 0};

    (void)state;
    for (unsigned launch = 0; launch < 3; launch++) {
        struct kernel k;
        kernel_make(&k, "ga100", READ END);
        k.launch.grid[0] = BLOCKS;
        k.launch.ticks = &ticks;
        k.launch.host.workers = 4;
        kernel_expect_ok(&k);
        assert_int_equal(k.result.stats.workers, 1);
        assert_true(k.result.once && k.result.stats.clock_reads == 4 * BLOCKS);
        for (unsigned block = 0; block < BLOCKS; block++) {
            const struct reading now = reading_of(&k, block);
            assert_true(now.clock > last.clock && now.timer >= last.timer && now.timer % 32 == 0);
            assert_in_range(now.timer + 32 - now.clock * 1000000 / k.chip->shader_clock_khz, 0, 32 + 100);
            last = now;
        }
        assert_true(ticks > last.clock);
        kernel_free(&k);
    }
}

/* Launches that read nothing, on any number of workers, move it on alike. */
static void test_other_launches(void **state)
{
    uint64_t ticks[2] = {1000, 1000};

    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        struct kernel k;
        kernel_make(&k, "ga100", BASE BLOCK "MOV R4, R0\n" END);
        k.launch.grid[0] = 100;
        k.launch.ticks = &ticks[i];
        k.launch.host.workers = 1 + 3 * i;
        kernel_expect_ok(&k);
        assert_false(k.result.once);
        kernel_free(&k);
    }
    assert_true(ticks[0] > 1000);
    assert_int_equal(ticks[0], ticks[1]);
}

/* One block of a long loop moves the clock on as far as if it had read it, whatever the chip's size. */
static void test_one_block(void **state)
{
    static const char loop[] = "MOV R0, RZ\nagain: IADD3 R0, R0, 0x1, RZ\n"
                               "ISETP.LT.U32.AND P0, PT, R0, 0x2710, PT\n@P0 BRA @again\n";
    uint64_t ticks[2] = {0, 0};

    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        char text[512];
        struct kernel k;

        snprintf(text, sizeof text, "%s%sEXIT\n", loop, i ? "CS2R R4, SR_CLOCKLO\n" : "NOP\n");
        kernel_make(&k, "ga100", text);
        k.launch.ticks = &ticks[i];
        kernel_expect_ok(&k);
        kernel_free(&k);
    }
    assert_in_range(ticks[0], ticks[1] - 20, ticks[1] + 20);
}

/* The same launch reads the same, with and without a device behind it. */
static void test_same(void **state)
{
    struct reading first = {0, 0};

    (void)state;
    for (unsigned i = 0; i < 4; i++) {
        uint64_t ticks = 0;
        struct kernel k;
        kernel_make(&k, "ga102", READ END);
        k.launch.grid[0] = 50;
        k.launch.ticks = i % 2 ? &ticks : NULL;
        k.launch.host.workers = 1 + i;
        kernel_expect_ok(&k);
        const struct reading now = reading_of(&k, 49);
        if (i > 0)
            assert_true(now.clock == first.clock && now.timer == first.timer);
        first = now;
        kernel_free(&k);
    }
}

/* Four warps sleep at the same time, and so each reads a time that is not much later than one sleep. */
static void test_sleep(void **state)
{
    struct kernel k;

    (void)state;
    kernel_make(&k, "ga100",
                BASE "S2R R0, SR_TID.X\nSHF.R.U32.HI R0, RZ, 0x5, R0\nIMAD.WIDE.U32 R2, R0, 0x10, R2\n"
                     "MOV R8, 0x1f40\nNANOSLEEP R8\nCS2R R4, SR_CLOCKLO\nS2R R6, SR_GLOBALTIMERLO\n"
                     "S2R R7, SR_GLOBALTIMERHI\n" END);
    k.launch.block[0] = 128;
    kernel_expect_ok(&k);
    for (unsigned warp = 0; warp < 4; warp++)
        assert_in_range(reading_of(&k, warp).timer, 8000 - 31, 8000 + 2000);
    kernel_free(&k);
}

/* A loop that waits for a millisecond in naps of 8 microseconds turns as often as that says. */
static void test_naps(void **state)
{
    struct kernel k;

    (void)state;
    kernel_make(&k, "ga100",
                BASE "MOV R4, RZ\nMOV R9, 0xf4240\nnap: NANOSLEEP 0x1f40\nIADD3 R4, R4, 0x1, RZ\n"
                     "S2R R6, SR_GLOBALTIMERLO\nISETP.LT.U32.AND P0, PT, R6, R9, PT\n@P0 BRA @nap\n" END);
    kernel_expect_ok(&k);
    assert_in_range(k.out[0], 110, 126);
    kernel_free(&k);
}

static void test_number(void **state)
{
    static const char source[] = BASE "MOV R4, c[0x0][0x30]\nMOV R5, c[0x0][0x34]\n" END;

    (void)state;
    for (uint32_t number = 7; number < 10; number++) {
        struct kernel k;
        kernel_make(&k, "ga102", source);
        k.launch.grid_id = number;
        kernel_expect_ok(&k);
        assert_true(k.result.once && k.out[0] == number && k.out[1] == 0);
        kernel_free(&k);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_grows),     cmocka_unit_test(test_other_launches),
        cmocka_unit_test(test_one_block), cmocka_unit_test(test_same),
        cmocka_unit_test(test_sleep),     cmocka_unit_test(test_naps),
        cmocka_unit_test(test_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
