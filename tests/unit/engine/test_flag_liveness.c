/* SPDX-License-Identifier: MIT */
/* Condition codes of which only the carry is made, and those that need all flags.
 *
 * Random kernels, with everything made as the other side, are in test_uninitialised.c. */
#include "engine/executable.h"
#include "engine/launch/execution_context.h"
#include "generations.h"

/* How many sums make nothing but their carry. */
static unsigned carries_of(struct kernel *k)
{
    unsigned carries = 0;

    assert_int_equal(hw_execution_context_create(&k->launch.host.execution_context, &k->error), HW_OK);
    kernel_expect_ok(k);
    const struct hw_program *program = &k->launch.host.execution_context->cached[0]->code->program;
    for (uint32_t i = 0; i < program->uop_count; i++)
        carries += program->uop[i].carry_only;
    hw_execution_context_destroy(k->launch.host.execution_context);
    k->launch.host.execution_context = NULL;
    return carries;
}

/* Beside the one of START. */
static void expect_carries(const char *source, unsigned expected)
{
    for (unsigned i = 0; i < GENERATIONS; i++) {
        struct kernel k;

        make_on(&k, i, 32, source);
        const unsigned carries = carries_of(&k);
        if (carries != 1 + expected)
            fail_msg("%s: %u carries, expected %u\n%s", generations[i].chip, carries, 1 + expected, source);
        kernel_free(&k);
    }
}

#define SUM  "IADD R4.CC, R0, R0\n"
#define HIGH "IADD.X R5, RZ, RZ\n"
#define ASK  "CSETP.EQ.AND P1, PT, CC, PT\n"

static void test_straight_code(void **state)
{
    (void)state;
    expect_carries(START END, 0);
    expect_carries(START SUM HIGH STORE("R5") END, 1);
    expect_carries(START SUM STORE("R4") HIGH END, 1);
    expect_carries(START SUM HIGH SUM HIGH END, 2);
    expect_carries(START SUM SUM HIGH END, 2);
    expect_carries(START SUM HIGH ASK END, 0);
    expect_carries(START SUM HIGH ASK SUM END, 1);
    expect_carries(START SUM HIGH SUM ASK END, 1);
}

/* What a guard keeps from being written is still there. */
static void test_guards(void **state)
{
    (void)state;
    expect_carries(START LESS("R0", "0x5") SUM HIGH "@P0 IADD R6.CC, R0, R0\n" ASK END, 0);
    expect_carries(START LESS("R0", "0x5") SUM HIGH "@P0 EXIT\n" ASK END, 0);
    expect_carries(START LESS("R0", "0x5") SUM HIGH "@P0 EXIT\n" SUM ASK END, 1);
    expect_carries(START LESS("R0", "0x5") "@P0 IADD R6.CC, R0, R0\n@P0 IADD.X R7, RZ, RZ\n" END, 1);
}

static void test_jumps(void **state)
{
    (void)state;
    expect_carries(START SUM HIGH "BRA @on\n" ASK "on: " END, 1);
    expect_carries(START SUM HIGH "BRA @on\n" END "on: " ASK END, 0);
    expect_carries(START LESS("R0", "0x5") SUM HIGH "@P0 BRA @on\n" END "on: " ASK END, 0);
    expect_carries(START LESS("R0", "0x5") SUM HIGH "@P0 BRA @on\n" ASK "on: " END, 0);
    expect_carries(START "MOV R6, RZ\nagain: " SUM HIGH
                         "IADD R6, R6, 0x1\n" LESS("R6", "0x4") "@P0 BRA @again\n" END,
                   1);
    expect_carries(START "MOV R6, RZ\nIADD.X R7.CC, RZ, RZ\nagain: " ASK SUM HIGH
                         "IADD R6, R6, 0x1\n" LESS("R6", "0x4") "@P0 BRA @again\n" END,
                   0);
}

/* Who leaves goes on at what was pushed, wherever that was. */
static void test_pushed_targets(void **state)
{
    (void)state;
    expect_carries(START "SSY @on\n" SUM HIGH "JOIN\non: " END, 1);
    expect_carries(START "SSY @on\n" SUM HIGH "JOIN\n" ASK "on: " END, 1);
    expect_carries(START "SSY @on\n" SUM HIGH "JOIN\non: " ASK END, 0);
    expect_carries(START "PBK @on\n" SUM HIGH "BRK\non: " END, 1);
    expect_carries(START "PBK @on\n" SUM HIGH "BRK\non: " ASK END, 0);
    expect_carries(START LESS("R0", "0x5") "SSY @on\n" SUM HIGH "@P0 JOIN\n" ASK "JOIN\non: " END, 0);
    expect_carries(START "PBK @on\nSSY @in\n" SUM HIGH "JOIN\nin: BRK\non: " ASK END, 0);
    expect_carries(START "SSY @on\n" SUM HIGH SUM "JOIN\non: " END, 2);
    expect_carries(START "MOV R6, RZ\nPBK @on\nagain: " SUM HIGH
                         "IADD R6, R6, 0x1\n" LESS("R6", "0x4") "@!P0 BRK\nBRA @again\non: " END,
                   1);
}

/* Functions may be called from anywhere. */
static void test_calls(void **state)
{
    (void)state;
    expect_carries(START SUM HIGH "CAL @function\n" END "function: RET\n", 0);
    expect_carries(START SUM HIGH "SSY @on\nJOIN\nCAL @function\non: " END "function: RET\n", 0);
}

/* Carries of all lanes, by both words of a sum. */
static void test_values(void **state)
{
    (void)state;
    for (unsigned i = 0; i < GENERATIONS; i++) {
        struct kernel k;

        make_on(&k, i, 32, START "SHL R4, R0, 0x1b\nIADD R5.CC, R4, R4\nIADD.X R6, R0, R0\n" STORE("R6") END);
        kernel_expect_ok(&k);
        for (unsigned lane = 0; lane < 32; lane++)
            assert_int_equal(k.out[lane], 2 * lane + (lane >= 16));
        kernel_free(&k);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_straight_code),  cmocka_unit_test(test_guards), cmocka_unit_test(test_jumps),
        cmocka_unit_test(test_pushed_targets), cmocka_unit_test(test_calls),  cmocka_unit_test(test_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
