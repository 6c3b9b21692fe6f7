/* SPDX-License-Identifier: MIT */
/* Sleeping warps and timers under the clock: NANOSLEEP takes its time, and %globaltimer counts nanoseconds
 * whatever the multiprocessors' frequency is. */
#include "unit/timing/timed_kernel.h"

#define BASE "MOV R2, c[0x0][0x160]\nMOV R3, c[0x0][0x164]\n"

/* Run under the clock at a frequency, with the scheduling that the text has not. */
static void run_at(const char *text, uint32_t khz, uint32_t threads, uint32_t out[4],
                   struct hw_launch_time *time)
{
    struct hw_timer_options options = {.sms = 1, .clock_khz = khz, .workers = 1};
    struct hw_timer *timer;
    struct kernel k;

    kernel_make(&k, "ga100", text);
    assert_int_equal(hw_schedule(&k.target, k.code, k.launch.code.bytes, &k.error), HW_OK);
    options.chip = k.chip;
    assert_int_equal(hw_timer_create(&options, &timer, &k.error), HW_OK);
    k.launch.block[0] = threads;
    if (hw_timer_run(timer, &k.launch, &k.result, time, &k.error) != HW_OK)
        fail_msg("%s [%s]", k.error.text, k.result.fault.instruction);
    memcpy(out, k.out, 4 * sizeof *out);
    hw_timer_destroy(timer);
    kernel_free(&k);
}

static const uint32_t frequencies[] = {500000, 1000000, 1755000};
#define FREQUENCIES (sizeof frequencies / sizeof *frequencies)

/* What the clock and the timer say a sleep has taken. */
static void test_sleep(void **state)
{
    static const char text[] =
        BASE "MOV R8, 0x2710\nCS2R R4, SR_CLOCKLO\nS2R R6, SR_GLOBALTIMERLO\nNANOSLEEP R8\n"
             "CS2R R10, SR_CLOCKLO\nS2R R12, SR_GLOBALTIMERLO\nIADD3 R10, R10, -R4, RZ\n"
             "IADD3 R12, R12, -R6, RZ\nST.E [R2.64], R10\nST.E [R2.64+0x4], R12\nEXIT\n";

    (void)state;
    for (unsigned i = 0; i < FREQUENCIES; i++) {
        struct hw_launch_time time;
        uint32_t out[4];

        run_at(text, frequencies[i], 1, out, &time);
        assert_in_range(out[0], frequencies[i] / 100, frequencies[i] / 100 + 200);
        assert_in_range(out[1], 10000 - 32, 10000 + 400);
        assert_true(time.cycles > frequencies[i] / 100);
        assert_in_range(part(time.stall, time.stall_count, "sleeping"), frequencies[i] / 100 - 1,
                        frequencies[i] / 100);
    }
}

/* A kernel that reads no clock sleeps, too, and its warps at the same time; no time is none. */
static void test_together(void **state)
{
    struct hw_launch_time none, some, all;
    uint32_t out[4];

    (void)state;
    run_at("NANOSLEEP 0x0\nEXIT\n", 1000000, 32, out, &none);
    run_at("NANOSLEEP 0x1f40\nEXIT\n", 1000000, 32, out, &some);
    run_at("NANOSLEEP 0x1f40\nEXIT\n", 1000000, 1024, out, &all);
    assert_in_range(some.cycles - none.cycles, 8000 - 100, 8000);
    assert_in_range(all.cycles - some.cycles, 0, 200);
    assert_int_equal(part(none.stall, none.stall_count, "sleeping"), 0);
}

/* A loop that waits for 200 microseconds in naps of 8 turns about 25 times; without naps it takes as long. */
static void test_naps(void **state)
{
    static const char naps[] =
        BASE "MOV R4, RZ\nMOV R9, 0x30d40\nnap: NANOSLEEP 0x1f40\nIADD3 R4, R4, 0x1, RZ\n"
             "S2R R6, SR_GLOBALTIMERLO\nISETP.LT.U32.AND P0, PT, R6, R9, PT\n@P0 BRA @nap\n"
             "ST.E [R2.64], R4\nEXIT\n";
    static const char spins[] =
        BASE "MOV R9, 0x30d40\nspin: S2R R6, SR_GLOBALTIMERLO\nISETP.LT.U32.AND P0, PT, R6, R9, PT\n"
             "@P0 BRA @spin\nEXIT\n";

    (void)state;
    for (unsigned i = 0; i < FREQUENCIES; i++) {
        struct hw_launch_time time;
        uint32_t out[4];

        run_at(naps, frequencies[i], 1, out, &time);
        assert_in_range(out[0], 23, 25);
        assert_in_range(time.picoseconds / 1000, 200000, 220000);
        run_at(spins, frequencies[i], 1, out, &time);
        assert_in_range(time.picoseconds / 1000, 200000, 220000);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sleep),
        cmocka_unit_test(test_together),
        cmocka_unit_test(test_naps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
