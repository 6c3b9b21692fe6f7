/* SPDX-License-Identifier: MIT */
/* Warps that take turns after each instruction (hw_launch.code.turn): who races sees what the others have
 * just written, and who does not sees no difference. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "fermi.h"

#define THREADS 64

/* Each warp writes its number to the same word and reads it back. */
/* clang-format off */
static const char race[] =
    START
    "SHR.U32.W R4, R0, 0x5\n"
    "STS [0x0], R4\n"
    "LDS R5, [0x0]\n"
    STORE("R5") END;

/* Odd threads go a way of their own; all meet at a barrier, and thread i reads what thread 63 - i wrote. */
/* clang-format off */
static const char meeting[] =
    START
    "LOP.AND R4, R0, 0x1\n"
    "SHL R6, R0, 0x2\n"
    "ISETP.NE.AND P0, PT, R4, RZ, PT\n"
    "SSY @met\n"
    "@P0 BRA @odd\n"
    "IADD R5, R0, 0x64\n"
    "JOIN\n"
    "odd: "
    "SHL R5, R0, 0x1\n"
    "JOIN\n"
    "met: "
    "STS [R6], R5\n"
    "BARRIER\n"
    "LOP.XOR R7, R6, 0xfc\n"
    "LDS R5, [R7]\n"
    STORE("R5") END;

static void run(struct kernel *k, unsigned chip, const char *source, uint32_t turn)
{
    fermi_make(k, chip, THREADS, source);
    k->launch.shared_bytes = 1024;
    k->launch.code.turn = turn;
    kernel_expect_ok(k);
}

static void racing_warps_see_each_other(void **state)
{
    (void)state;
    for (unsigned chip = 0; chip < FERMI_CHIPS; chip++) {
        struct kernel k;
        run(&k, chip, race, 0);
        for (uint32_t i = 0; i < THREADS; i++)
            assert_int_equal(k.out[i], i / 32);
        kernel_free(&k);
        run(&k, chip, race, 1);
        for (uint32_t i = 0; i < THREADS; i++)
            assert_int_equal(k.out[i], THREADS / 32 - 1);
        kernel_free(&k);
    }
}

static void other_programs_see_no_difference(void **state)
{
    (void)state;
    for (unsigned chip = 0; chip < FERMI_CHIPS; chip++)
        for (uint32_t turn = 0; turn < 4; turn++) {
            struct kernel k;
            run(&k, chip, meeting, turn);
            for (uint32_t i = 0; i < THREADS; i++) {
                const uint32_t from = 63 - i;
                assert_int_equal(k.out[i], from % 2 ? 2 * from : from + 0x64);
            }
            kernel_free(&k);
        }
}

static void counts_are_the_same(void **state)
{
    struct kernel k;
    struct hw_stats stats[2];

    (void)state;
    for (uint32_t turn = 0; turn < 2; turn++) {
        run(&k, GF100, meeting, turn);
        stats[turn] = k.result.stats;
        kernel_free(&k);
    }
    assert_true(stats[0].warp_instructions == stats[1].warp_instructions);
    assert_true(stats[0].thread_instructions == stats[1].thread_instructions);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(racing_warps_see_each_other),
        cmocka_unit_test(other_programs_see_no_difference),
        cmocka_unit_test(counts_are_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* clang-format on */
/* clang-format on */