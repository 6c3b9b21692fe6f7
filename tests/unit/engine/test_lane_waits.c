/* SPDX-License-Identifier: MIT */
/* Lanes of a warp that wait for each other: who is waited for, jumps by who is there, faults, and leniencies.
 */
#include "lane_machine.h"

#define EVEN_LANES 0x55555555u

static struct machine machine;
static struct lane_outcome outcome;

/* Run the steps with one warp, strictly or not; whether it ended without a fault. */
static bool run_steps(const struct lane_step *steps, uint32_t count, bool strict)
{
    static struct lane_program p;

    p = (struct lane_program){.count = count, .threads = HW_LANES};
    memcpy(p.step, steps, count * sizeof *steps);
    start_program(&machine, &p, &outcome, 0);
    machine.launch.limits.strict = strict;
    return run_program(&machine, HW_WARP_BUDGET);
}
#define RUN(steps)         run_steps(steps, sizeof(steps) / sizeof *(steps), true)
#define RUN_LENIENT(steps) run_steps(steps, sizeof(steps) / sizeof *(steps), false)

/* The steps end by one leniency, which was given so often. */
static void expect_lenient(enum hw_leniency leniency, uint64_t times)
{
    for (unsigned i = 0; i < HW_LENIENCIES; i++)
        assert_int_equal(machine.block.stats.lenient[i], i == leniency ? times : 0);
}

static void expect_fault(unsigned kind, const char *says)
{
    assert_int_equal(machine.block.fault.kind, kind);
    if (!strstr(machine.block.fault.sentence, says))
        fail_msg("'%s' does not say '%s'", machine.block.fault.sentence, says);
}

/* Odd lanes wait at a barrier for the even ones, which wait for all. */
static void test_deadlock(void **state)
{
    static const struct lane_step steps[] = {
        {.kind = LANE_ENTER, .depth = 3},
        {.kind = LANE_TEST_OWN, .mask = 1},
        {.kind = LANE_BRANCH, .holds = 1, .target = 5},
        {.kind = LANE_RECONVERGE, .depth = 3},
        {.kind = LANE_FINISH, .holds = 2},
        {.kind = LANE_SYNC, .number = UINT32_MAX},
        {.kind = LANE_FINISH, .holds = 2},
    };

    (void)state;
    assert_false(RUN(steps));
    expect_fault(HW_FAULT_DEADLOCK, "lanes 0xaaaaaaaa wait at 0x0030 (B3) for lanes 0x55555555");
    expect_fault(HW_FAULT_DEADLOCK, "lanes 0x55555555 wait at 0x0050 (WARPSYNC) for lanes 0xaaaaaaaa");
    assert_true(RUN_LENIENT(steps));
    expect_lenient(HW_LENIENT_MASK, 1);
}

/* A mask of all lanes in a branch, where the others wait for the branch's end (numba's reductions): each
 * time the lanes of the branch go on, and all come together. */
static void test_mask_in_branch(void **state)
{
    static const struct lane_step steps[] = {
        {.kind = LANE_ENTER, .depth = 1},
        {.kind = LANE_TEST_OWN, .mask = 1},
        {.kind = LANE_BRANCH, .holds = 0, .target = 5},
        {.kind = LANE_SYNC, .number = UINT32_MAX},
        {.kind = LANE_SYNC, .number = UINT32_MAX},
        {.kind = LANE_RECONVERGE, .depth = 1},
        {.kind = LANE_TOGETHER},
        {.kind = LANE_MIX, .number = 1},
        {.kind = LANE_FINISH, .holds = 2},
    };

    (void)state;
    assert_false(RUN(steps));
    assert_true(RUN_LENIENT(steps));
    assert_false(machine.diverged);
    expect_lenient(HW_LENIENT_MASK, 2);
    assert_int_equal(outcome.x[1], 0x9e3779b1u * 33 ^ 1);
}

/* The others wait for the whole block, which needs the lanes that wait for them. */
static void test_mask_and_block(void **state)
{
    static const struct lane_step steps[] = {
        {.kind = LANE_TEST_OWN, .mask = 1},
        {.kind = LANE_BRANCH, .holds = 1, .target = 4},
        {.kind = LANE_BARRIER},
        {.kind = LANE_FINISH, .holds = 2},
        {.kind = LANE_SYNC, .number = UINT32_MAX},
        {.kind = LANE_BARRIER},
        {.kind = LANE_FINISH, .holds = 2},
    };

    (void)state;
    assert_false(RUN(steps));
    expect_lenient(HW_LENIENT_MASK, 0);
    assert_true(RUN_LENIENT(steps));
    expect_lenient(HW_LENIENT_MASK, 1);
}

/* A circle of waits without a mask is a fault of every launch, and so is one that a mask only waits for. */
static void test_no_leniency(void **state)
{
    static const struct lane_step steps[] = {
        {.kind = LANE_ENTER},
        {.kind = LANE_TEST_OWN, .mask = 1},
        {.kind = LANE_BRANCH, .holds = 1, .target = 7},
        {.kind = LANE_TEST_OWN, .mask = 2},
        {.kind = LANE_BRANCH, .holds = 1, .target = 6},
        {.kind = LANE_SYNC, .number = UINT32_MAX}, /* 3, 7, ... */
        {.kind = LANE_BARRIER},                    /* 1, 5, ... */
        {.kind = LANE_RECONVERGE},
        {.kind = LANE_FINISH, .holds = 2},
    };
    static const struct lane_step without[] = {
        {.kind = LANE_ENTER},
        {.kind = LANE_TEST_OWN, .mask = 1},
        {.kind = LANE_BRANCH, .holds = 1, .target = 4},
        {.kind = LANE_BARRIER},
        {.kind = LANE_RECONVERGE},
        {.kind = LANE_FINISH, .holds = 2},
    };

    (void)state;
    assert_false(RUN_LENIENT(without));
    expect_lenient(HW_LENIENT_MASK, 0);
    assert_false(
        RUN_LENIENT(steps)); /* the mask is of a circle and lifted, and then those at the barrier stay */
    expect_lenient(HW_LENIENT_MASK, 1);
}

/* Lanes that end, or leave, are waited for no longer: before the others come, and while they wait. */
static void test_ended_and_left(void **state)
{
    static const struct lane_step steps[] = {
        {.kind = LANE_ENTER},
        {.kind = LANE_TEST_OWN, .mask = 1},
        {.kind = LANE_BRANCH, .holds = 0, .target = 7}, /* the odd ones run first, and wait */
        {.kind = LANE_TEST_OWN, .mask = 2},
        {.kind = LANE_FINISH, .holds = 1},
        {.kind = LANE_LEAVE, .holds = 0},
        {.kind = LANE_BRANCH, .holds = 2, .target = 10},
        {.kind = LANE_RECONVERGE},
        {.kind = LANE_TOGETHER},
        {.kind = LANE_MIX, .number = 1},
        {.kind = LANE_SYNC, .number = UINT32_MAX},
        {.kind = LANE_FINISH, .holds = 2},
    };

    (void)state;
    assert_true(RUN(steps));
    assert_false(machine.diverged);
    for (unsigned lane = 0; lane < HW_LANES; lane++)
        assert_int_equal(outcome.x[lane], lane % 2 ? (lane * 0x9e3779b1u * 33) ^ 1 : lane * 0x9e3779b1u);
}

/* Even lanes keep the mask of B0 in a register while odd ones leave it, and use B0 for another region. */
static void test_left_while_saved(void **state)
{
    static const struct lane_step steps[] = {
        {.kind = LANE_ENTER},
        {.kind = LANE_TEST_OWN, .mask = 1},
        {.kind = LANE_BRANCH, .holds = 0, .target = 14}, /* the odd ones run first */
        {.kind = LANE_SAVE},
        {.kind = LANE_ENTER, .number = 1},
        {.kind = LANE_TEST_OWN, .mask = 2},
        {.kind = LANE_BRANCH, .holds = 1, .target = 8},
        {.kind = LANE_YIELD},
        {.kind = LANE_RECONVERGE},
        {.kind = LANE_TOGETHER, .number = 1},
        {.kind = LANE_RESTORE},
        {.kind = LANE_RECONVERGE},
        {.kind = LANE_TOGETHER},
        {.kind = LANE_BRANCH, .holds = 2, .target = 16},
        {.kind = LANE_YIELD}, /* to the even ones, which come to their own */
        {.kind = LANE_LEAVE, .holds = 0},
        {.kind = LANE_SYNC, .number = UINT32_MAX},
        {.kind = LANE_FINISH, .holds = 2},
    };

    (void)state;
    assert_true(RUN(steps));
    assert_false(machine.diverged);
}

/* Even lanes wait for odd ones at a barrier whose mask was saved and came back; these wait for all. */
static void test_deadlock_of_saved(void **state)
{
    static const struct lane_step steps[] = {
        {.kind = LANE_ENTER},
        {.kind = LANE_SAVE},
        {.kind = LANE_RESTORE},
        {.kind = LANE_TEST_OWN, .mask = 1},
        {.kind = LANE_BRANCH, .holds = 1, .target = 6},
        {.kind = LANE_SYNC, .number = UINT32_MAX},
        {.kind = LANE_RECONVERGE},
        {.kind = LANE_FINISH, .holds = 2},
    };

    (void)state;
    assert_false(RUN(steps));
    expect_fault(HW_FAULT_DEADLOCK, "lanes 0x55555555 wait at 0x0060 (B0) for lanes 0xaaaaaaaa");
    assert_true(RUN_LENIENT(steps));
    expect_lenient(HW_LENIENT_MASK, 1);
}

/* What a fault names has been counted before. */
static void test_count_of_deadlock(void **state)
{
    static const struct lane_step steps[] = {
        {.kind = LANE_ENTER},
        {.kind = LANE_TEST_OWN, .mask = 1},
        {.kind = LANE_BRANCH, .holds = 1, .target = 4},
        {.kind = LANE_BARRIER},
        {.kind = LANE_RECONVERGE},
        {.kind = LANE_FINISH, .holds = 2},
    };

    (void)state;
    assert_false(RUN(steps));
    assert_int_equal(machine.block.stats.warp_instructions, 5);
    hw_warp_count(&machine.warp[0], machine.uop + machine.warp[0].next - 1);
    assert_int_equal(machine.block.stats.warp_instructions, 5);
}

/* A barrier that is used again while others wait at it: each lane has its own mask. */
static void test_barrier_in_both_arms(void **state)
{
    static const struct lane_step steps[] = {
        {.kind = LANE_TEST_OWN, .mask = 1},
        {.kind = LANE_BRANCH, .holds = 1, .target = 9},
        {.kind = LANE_ENTER},
        {.kind = LANE_TEST_OWN, .mask = 2},
        {.kind = LANE_BRANCH, .holds = 1, .target = 6},
        {.kind = LANE_YIELD}, /* to the even lanes */
        {.kind = LANE_RECONVERGE},
        {.kind = LANE_TOGETHER},
        {.kind = LANE_FINISH, .holds = 2},
        {.kind = LANE_ENTER},
        {.kind = LANE_TEST_OWN, .mask = 4},
        {.kind = LANE_BRANCH, .holds = 1, .target = 13},
        {.kind = LANE_YIELD},
        {.kind = LANE_RECONVERGE},
        {.kind = LANE_TOGETHER},
        {.kind = LANE_FINISH, .holds = 2},
    };

    (void)state;
    assert_true(RUN(steps));
    assert_false(machine.diverged);
}

static void test_mask_without_the_lane(void **state)
{
    static const struct lane_step steps[] = {
        {.kind = LANE_SYNC, .number = EVEN_LANES},
        {.kind = LANE_FINISH, .holds = 2},
    };

    (void)state;
    assert_false(RUN(steps));
    expect_fault(HW_FAULT_OPERAND,
                 "lane 1 waits for the lanes of mask 0x55555555, which has not the lane itself");
    assert_true(RUN_LENIENT(steps));
    expect_lenient(HW_LENIENT_SELF, 16);
}

/* The lanes that change their number are those whose jump is not done. */
static void changed(uint32_t expected)
{
    for (unsigned lane = 0; lane < HW_LANES; lane++)
        assert_int_equal(outcome.x[lane] != lane * 0x9e3779b1u, expected >> lane & 1);
}

static void jump_when(unsigned when, unsigned holds, uint32_t lanes_together, uint32_t lanes_diverged)
{
    const struct lane_step together[] = {
        {.kind = LANE_TEST_OWN, .mask = 1},
        {.kind = LANE_BRANCH, .shift = (uint8_t)when, .holds = (uint8_t)holds, .target = 3},
        {.kind = LANE_MIX, .number = 1},
        {.kind = LANE_FINISH, .holds = 2},
    };
    const struct lane_step diverged[] = {
        {.kind = LANE_TEST_OWN, .mask = 1},
        {.kind = LANE_BRANCH, .holds = 1, .target = 3},
        {.kind = LANE_MIX, .number = 3},
        {.kind = LANE_BRANCH, .shift = (uint8_t)when, .holds = 2, .target = 5},
        {.kind = LANE_MIX, .number = 1},
        {.kind = LANE_YIELD},
        {.kind = LANE_FINISH, .holds = 2},
    };

    assert_true(RUN(together));
    changed(lanes_together);
    assert_true(RUN(diverged));
    changed(~EVEN_LANES | lanes_diverged);
}

static void test_jumps(void **state)
{
    (void)state;
    jump_when(HW_BRANCH_UNIFORM, 1, UINT32_MAX, 0);
    jump_when(HW_BRANCH_UNIFORM, 2, 0, 0);
    jump_when(HW_BRANCH_DIVERGED, 2, UINT32_MAX, 0);
    jump_when(HW_BRANCH_DIVERGED, 1, 0, 0);
    jump_when(HW_BRANCH_CONVERGED, 2, 0, EVEN_LANES);
    jump_when(HW_BRANCH_CONVERGED, 1, UINT32_MAX, EVEN_LANES);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_deadlock),
        cmocka_unit_test(test_mask_in_branch),
        cmocka_unit_test(test_mask_and_block),
        cmocka_unit_test(test_no_leniency),
        cmocka_unit_test(test_ended_and_left),
        cmocka_unit_test(test_left_while_saved),
        cmocka_unit_test(test_deadlock_of_saved),
        cmocka_unit_test(test_count_of_deadlock),
        cmocka_unit_test(test_barrier_in_both_arms),
        cmocka_unit_test(test_mask_without_the_lane),
        cmocka_unit_test(test_jumps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
