/* SPDX-License-Identifier: MIT */
/* Divergence, calls, loops, votes and barriers. */
#include "kernel.h"

/* R1 = the thread's own word of the output; R0 = thread number. */
#define START      "MOV32 R1, g [0x4]\nMOV32 R2, g [0x4]\nSHL R15, R0, 0x2\nIADD R1, R1, R15\nMVI R14, 0x1\n"
#define STORE(reg) "GST.U32 global14[R1], " reg "\n"
#define END        "NOP # exit\n"
#define SYNC       "BAR.ARV.WAIT b0, 0xfff\n"

static void make(struct kernel *k, const char *chip, uint32_t threads, const char *source)
{
    kernel_make(k, chip, source);
    k->launch.block[0] = threads;
}

/* An if and an else with SSY and a join: each lane takes its own side, all go on together. */
static void test_if_else(void **state)
{
    struct kernel k;

    (void)state;
    make(&k, "g80", 64,
         START "MVI R3, 0x5\nISET.S32.C0 o[0x7f], R0, R3, LT\nSSY @join\nBRA C0.NE, @less\n"
               "MVI R4, 0x200\nBRA @join\n"
               "less: MVI R4, 0x100\n"
               "join: NOP.S\nIADD R4, R4, R0\n" STORE("R4") END);
    kernel_expect_ok(&k);
    for (uint32_t i = 0; i < 64; i++)
        assert_int_equal(k.out[i], (i < 5 ? 0x100 : 0x200) + i);
    assert_int_equal(k.result.stats.divergent_branches, 1); /* the second warp is of one mind */
    /* Warp 0: 9 + less 1 + else 2 + join twice + 3; warp 1: 9 + 2 + 1 + 3.  Only one side runs at a time. */
    assert_int_equal(k.result.stats.warp_instructions, (9 + 1 + 2 + 2 + 3) + (9 + 2 + 1 + 3));
    assert_int_equal(k.result.stats.thread_instructions,
                     32 * 9 + 5 * 1 + 27 * 2 + 32 * 1 + 32 * 3 + 32 * (9 + 2 + 1 + 3));
    kernel_free(&k);
    hw_fact("SF-031");
}

/* Paths come together before the instruction that joins: it reads what the side that ran last has written. */
static void test_join_comes_first(void **state)
{
    struct kernel k;

    (void)state;
    for (uint32_t turn = 0; turn < 2; turn++) {
        make(&k, "g80", 32,
             START "R2A A1, R0, 0x2\nR2G.U32.U32 g [A1+0x8], R0\n"
                   "MVI R3, 0x10\nISET.S32.C0 o[0x7f], R0, R3, LT\nSSY @join\nBRA C0.NE, @join\n"
                   "IADD R4, R0, R0\nR2G.U32.U32 g [A1+0x8], R4\n"
                   "join: IADD.S R4, g [A1+0x18], R0\n" STORE("R4") END);
        k.launch.code.turn = turn;
        k.launch.dynamic_shared_bytes = 0x200;
        kernel_expect_ok(&k);
        for (uint32_t i = 0; i < 16; i++)
            assert_int_equal(k.out[i], i + 2 * (i + 16));
        /* The join counts once for each path, and not again when it is executed. */
        assert_int_equal(k.result.stats.warp_instructions, 5 + 2 + 4 + 2 + 2 + 2);
        assert_int_equal(k.result.stats.thread_instructions, 32 * (5 + 2 + 4) + 16 * 2 + 32 * 1 + 32 * 2);
        kernel_free(&k);
    }
}

/* Without SSY the sides run one after the other to their ends. */
static void test_divergence_without_join(void **state)
{
    struct kernel k;

    (void)state;
    make(&k, "g80", 32,
         START "MVI R3, 0x5\nISET.S32.C0 o[0x7f], R0, R3, LT\nBRA C0.NE, @less\n"
               "MVI R4, 0x2\n" STORE("R4") END "less: MVI R4, 0x1\n" STORE("R4") END);
    kernel_expect_ok(&k);
    for (uint32_t i = 0; i < 32; i++)
        assert_int_equal(k.out[i], i < 5 ? 1 : 2);
    kernel_free(&k);
}

/* A loop with a different number of rounds in each lane. */
static void test_divergent_loop(void **state)
{
    struct kernel k;

    (void)state;
    make(&k, "g80", 40,
         START "SSY @join\nMVI R3, 0x0\nMVI R4, 0x0\n"
               "loop: IADD R3, R3, R14\nIADD R4, R4, R3\nISET.S32.C0 o[0x7f], R3, R0, LE\nBRA C0.NE, @loop\n"
               "join: NOP.S\n" STORE("R4") END);
    kernel_expect_ok(&k);
    for (uint32_t i = 0; i < 40; i++)
        assert_int_equal(k.out[i], (i + 1) * (i + 2) / 2);
    kernel_free(&k);
}

/* SSY only pushes: a target where nothing is does no harm until somebody goes there. */
static void test_ssy_validates_nothing(void **state)
{
    struct kernel k;

    (void)state;
    make(&k, "g80", 1, START "SSY 0xfff00\n" STORE("R14") END);
    kernel_expect_ok(&k);
    assert_int_equal(k.out[0], 1);
    kernel_free(&k);
    make(&k, "g80", 1, START "SSY 0xfff00\nNOP.S\n" END);
    kernel_expect_fault(&k, HW_FAULT_JUMP);
    assert_int_equal(k.result.fault.address, 0xfff00);
    kernel_free(&k);
    hw_fact("SF-101");
}

/* A function called by some lanes, in which some return early; the others wait for them. */
static void test_call(void **state)
{
    struct kernel k;

    (void)state;
    make(&k, "g80", 32,
         START "MVI R4, 0x0\nCAL @function\nIADD R4, R4, R14\nCAL @function\n" STORE("R4") END
         "function: MVI R3, 0x8\nISET.S32.C0 o[0x7f], R0, R3, LT\nRET C0.NE\n"
         "MVI R5, 0x10\nIADD R4, R4, R5\nRET\n");
    kernel_expect_ok(&k);
    for (uint32_t i = 0; i < 32; i++)
        assert_int_equal(k.out[i], i < 8 ? 1 : 0x21);
    kernel_free(&k);
}

/* RET outside of any call ends the thread. */
static void test_return_at_top(void **state)
{
    struct kernel k;

    (void)state;
    make(&k, "g80", 32, START "MVI R3, 0x8\nISET.S32.C0 o[0x7f], R0, R3, LT\nRET C0.NE\n" STORE("R14") END);
    kernel_expect_ok(&k);
    for (uint32_t i = 0; i < 32; i++)
        assert_int_equal(k.out[i], i >= 8);
    kernel_free(&k);
}

/* PBK and BRK: lanes leave a loop at different times and meet behind it. */
static void test_break(void **state)
{
    struct kernel k;

    (void)state;
    make(&k, "g80", 32,
         START "MVI R3, 0x0\nPBK @done\n"
               "loop: IADD R3, R3, R14\nISET.S32.C0 o[0x7f], R3, R0, GT\nBRK C0.NE\nBRA @loop\n"
               "done: IADD R3, R3, R14\n" STORE("R3") END);
    kernel_expect_ok(&k);
    for (uint32_t i = 0; i < 32; i++)
        assert_int_equal(k.out[i], i + 2);
    /* Behind the loop all lanes are together again: three instructions for all of them. */
    assert_int_equal(k.result.stats.warp_instructions, 7 + 32 * 4 - 1 + 3);
    kernel_free(&k);
}

/* Exit as a flag: of a guarded instruction it ends the lanes that execute it, of a NOP all of the path. */
static void test_exit_flag(void **state)
{
    struct kernel k;

    (void)state;
    make(&k, "g80", 32,
         START "MVI R3, 0x8\nISET.S32.C0 o[0x7f], R0, R3, LT\nGST.U32 global14[R1] (C0.NE), R14 # exit\n"
               "MVI R4, 0x2\n" STORE("R4") "NOP # exit\n"
                                           "MVI R4, 0x3\n" STORE("R4") END);
    kernel_expect_ok(&k);
    for (uint32_t i = 0; i < 32; i++)
        assert_int_equal(k.out[i], i < 8 ? 1 : 2);
    kernel_free(&k);
}

/* Votes are counted within a warp: all of its active lanes, and no other warp's. */
static void test_vote(void **state)
{
    struct kernel k;

    (void)state;
    make(&k, "g200", 64,
         START "MVI R3, 0x3\nISET.S32.C0 o[0x7f], R0, R3, EQ\nVOTE.ANY C1 (C0.NE)\nVOTE.ALL C2 "
               "(C0.EQ)\nVOTE.ALL C3\n"
               "C2R R4, C1\nC2R R5, C2\nC2R R6, C3\nSHL R4, R4, 0x8\nSHL R5, R5, 0x4\nIADD R4, R4, R5\nIADD "
               "R4, R4, R6\n" STORE("R4") END);
    kernel_expect_ok(&k);
    for (uint32_t i = 0; i < 64; i++) /* true is 2 (S), false is 1 (Z) */
        assert_int_equal(k.out[i], i < 32 ? 0x212 : 0x122);
    kernel_free(&k);
    hw_fact("SF-032");
}

/* The stack is empty at the start and grows from 0: as many entries as it has can be pushed, no more. */
static void test_stack_limit(void **state)
{
    struct kernel k;

    (void)state;
    make(&k, "g80", 1, START "SSY @join\nSSY @join\nSSY @join\njoin: NOP\n" STORE("R14") END);
    k.launch.limits.stack_entries = 3;
    kernel_expect_ok(&k);
    k.launch.limits.stack_entries = 2;
    kernel_expect_fault(&k, HW_FAULT_STACK_OVERFLOW);
    kernel_free(&k);
    make(&k, "g80", 1, "NOP.S\n" END);
    kernel_expect_fault(&k, HW_FAULT_STACK_UNDERFLOW);
    kernel_free(&k);
    hw_fact("SF-095");
}

/* Endless recursion fills any stack. */
static void test_recursion(void **state)
{
    struct kernel k;

    (void)state;
    make(&k, "g80", 1, "self: CAL @self\n" END);
    kernel_expect_fault(&k, HW_FAULT_STACK_OVERFLOW);
    kernel_free(&k);
}

static void test_mismatch(void **state)
{
    struct kernel k;

    (void)state;
    make(&k, "g80", 1, "PBK @end\nNOP.S\nend: " END);
    kernel_expect_fault(&k, HW_FAULT_STACK_MISMATCH);
    kernel_free(&k);
    make(&k, "g80", 1, "BRK\n" END);
    kernel_expect_fault(&k, HW_FAULT_STACK_UNDERFLOW);
    kernel_free(&k);
    make(&k, "g80", 1, "QUADPOP\n" END);
    kernel_expect_fault(&k, HW_FAULT_STACK_UNDERFLOW);
    kernel_free(&k);
    make(&k, "g80", 2, "QUADON\n" END);
    kernel_expect_fault(&k, HW_FAULT_QUADON);
    kernel_free(&k);
}

/* QUADON lets all lanes of a quad run of which one does; QUADPOP takes them out again. */
static void test_quadon(void **state)
{
    struct kernel k;

    (void)state;
    make(&k, "g80", 8,
         START
         "MVI R3, 0x5\nISET.S32.C0 o[0x7f], R0, R3, EQ\nMVI R4, 0x0\nSSY @join\nBRA C0.NE, @five\nBRA @join\n"
         "five: QUADON\nIADD R4, R4, R14\nQUADPOP\nMVI R5, 0x10\nIADD R4, R4, R5\n"
         "join: NOP.S\n" STORE("R4") END);
    kernel_expect_ok(&k);
    for (uint32_t i = 0; i < 8; i++)
        assert_int_equal(k.out[i], i < 4 ? 0 : i == 5 ? 0x11 : 1);
    kernel_free(&k);
}

/* Warps wait for each other at a barrier, in a loop, with different numbers. */
static void test_barrier(void **state)
{
    struct kernel k;

    (void)state;
    make(&k, "g80", 256,
         START
         "R2A A1, R15\nADA A1, A1, 0x80\nMOV R3, R0\nMVI R13, 0x8\n"
         "loop: R2G.U32.U32 g [A1+0x0], R3\n" SYNC "MVI R4, 0x20\nIADD R4, R4, R0\nMVI R5, 0xff\nLOP.AND R4, "
         "R4, R5\nSHL R4, R4, 0x2\nR2A A2, R4\nADA A2, A2, 0x80\n"
         "MOV R3, g [A2+0x0]\nBAR.ARV.WAIT b7, 0xfff\n"
         "IADD R13, R13, -R14\nMVI R12, 0x0\nISET.S32.C0 o[0x7f], R13, R12, NE\nBRA C0.NE, @loop\n" STORE(
             "R3") END);
    k.launch.shared_bytes = 2048;
    kernel_expect_ok(&k);
    for (uint32_t i = 0; i < 256; i++)
        assert_int_equal(k.out[i], i); /* eight shifts by 32 of 256 */
    assert_int_equal(k.result.stats.barriers, 8 * 8 * 2);
    kernel_free(&k);
}

/* Lanes that come to one barrier on different paths arrive together; lanes that ended are not waited for. */
/* Lanes that end while others of their warp wait are not waited for. */
static void test_end_beside_barrier(void **state)
{
    struct kernel k;

    (void)state;
    make(&k, "g80", 96,
         START "MVI R3, 0x7\nISET.S32.C0 o[0x7f], R0, R3, LT\nBRA C0.NE, @meet\n" END "meet: " SYNC
               "MVI R4, 0x5\n" STORE("R4") END);
    kernel_expect_ok(&k);
    for (uint32_t i = 0; i < 96; i++)
        assert_int_equal(k.out[i], i < 7 ? 5 : 0);
    kernel_free(&k);
}

static void test_barrier_after_divergence(void **state)
{
    struct kernel k;

    (void)state;
    make(&k, "g80", 96,
         START "MVI R3, 0x50\nISET.S32.C0 o[0x7f], R0, R3, GE\nRET C0.NE\n" /* the last 16 end */
               "MVI R3, 0x7\nISET.S32.C0 o[0x7f], R0, R3, LT\nMVI R4, 0x1\nBRA C0.NE, @meet\nMVI R4, 0x2\n"
               "meet: R2A A1, R15\nADA A1, A1, 0x80\nR2G.U32.U32 g [A1+0x0], R4\n" SYNC
               "MVI R5, 0x40\nLOP.XOR R5, R0, R5\nMVI R6, 0x4f\nLOP.AND R5, R5, R6\nSHL R5, R5, 0x2\nR2A A2, "
               "R5\nADA A2, A2, 0x80\n"
               "MOV R7, g [A2+0x0]\n" STORE("R7") END);
    kernel_expect_ok(&k);
    for (uint32_t i = 0; i < 80; i++) {
        uint32_t other = (i ^ 0x40) & 0x4f;
        assert_int_equal(k.out[i], other < 7 ? 1 : 2);
    }
    kernel_free(&k);
}

/* One warp arrives, another one waits for it: producer and consumer. */
static void test_arrive_and_wait(void **state)
{
    struct kernel k;

    (void)state;
    make(&k, "g80", 64,
         START "MVI R3, 0x20\nISET.S32.C0 o[0x7f], R0, R3, LT\nBRA C0.NE, @consumer\n"
               "MVI R4, 0x77\nMVI R6, 0x300\nR2A A1, R6\nR2G.U32.U32 g [A1+0x0], R4\nBAR.ARV b3, 0x2\n" END
               "consumer: BAR.ARV.WAIT b3, 0x2\nMVI R6, 0x300\nR2A A1, R6\nMOV R5, g [A1+0x0]\n" STORE("R5")
                   END);
    kernel_expect_ok(&k);
    for (uint32_t i = 0; i < 64; i++)
        assert_int_equal(k.out[i], i < 32 ? 0x77 : 0);
    kernel_free(&k);
}

/* Who only arrives goes on: each warp needs the other one behind its first barrier. */
static void test_arrive_and_go_on(void **state)
{
    struct kernel k;

    (void)state;
    make(&k, "g80", 64,
         START "MVI R3, 0x20\nISET.S32.C0 o[0x7f], R0, R3, LT\nBRA C0.NE, @other\n"
               "BAR.ARV b3, 0x2\nBAR.ARV.WAIT b2, 0x2\n" STORE("R3") END
         "other: BAR.ARV.WAIT b2, 0x2\nBAR.ARV.WAIT b3, 0x2\n" STORE("R3") END);
    kernel_expect_ok(&k);
    for (uint32_t i = 0; i < 64; i++)
        assert_int_equal(k.out[i], 0x20);
    kernel_free(&k);
}

/* A barrier that nobody can complete is a fault that names it. */
static void test_deadlock(void **state)
{
    struct kernel k;

    (void)state;
    make(&k, "g80", 64,
         START "MVI R3, 0x20\nISET.S32.C0 o[0x7f], R0, R3, LT\nBRA C0.NE, @first\n"
               "BAR.ARV.WAIT b1, 0xfff\n" END "first: BAR.ARV.WAIT b2, 0xfff\n" END);
    kernel_expect_fault(&k, HW_FAULT_DEADLOCK);
    assert_non_null(strstr(k.result.fault.sentence, "barrier 2"));
    kernel_free(&k);
    make(&k, "g80", 64, "BAR.ARV.WAIT b1, 0x5\n" END);
    kernel_expect_fault(&k, HW_FAULT_DEADLOCK);
    kernel_free(&k);
}

/* The warp arrives when half of its lanes come to a barrier that the other half never comes to. */
static void test_half_a_warp(void **state)
{
    struct kernel k;

    (void)state;
    make(&k, "g80", 64,
         START "MVI R3, 0x10\nISET.S32.C0 o[0x7f], R0, R3, LT\nSSY @join\nBRA C0.NE, @join\n" SYNC
               "join: NOP.S\n" STORE("R0") END);
    kernel_expect_ok(&k);
    for (uint32_t i = 0; i < 64; i++)
        assert_int_equal(k.out[i], i);
    assert_int_equal(k.result.stats.barriers, 2);
    assert_int_equal(k.result.stats.partial_barriers, 1);
    kernel_free(&k);
}

/* A warp that spins on shared memory lets the others run. */
static void test_spinning_warp(void **state)
{
    struct kernel k;

    (void)state;
    make(&k, "g80", 64,
         START "MVI R3, 0x20\nMVI R7, 0x0\nISET.S32.C0 o[0x7f], R0, R3, GE\nMVI R6, 0x300\nR2A A1, R6\nBRA "
               "C0.NE, @second\n"
               "spin: MOV R5, g [A1+0x0]\nISET.S32.C0 o[0x7f], R5, R7, EQ\nBRA C0.NE, @spin\n" STORE("R5") END
         "second: R2G.U32.U32 g [A1+0x0], R14\n" END);
    kernel_expect_ok(&k);
    for (uint32_t i = 0; i < 32; i++)
        assert_int_equal(k.out[i], 1);
    kernel_free(&k);
}

/* The indirect jump of the GT215: each lane to where its constant says. */
static void test_indirect_jump(void **state)
{
    struct kernel k;

    (void)state;
    make(&k, "gt215", 32,
         START
         "MVI R3, 0x3\nLOP.AND R3, R0, R3\nSHL R4, R3, 0x2\nR2A A1, R4\nSSY @join\nBRX c[0x2][A1+0x0]\n"
         "zero: MVI R5, 0x100\nBRA @join\none: MVI R5, 0x200\nBRA @join\ntwo: MVI R5, 0x300\njoin: NOP.S\n"
         "IADD R5, R5, R0\n" STORE("R5") END);
    uint32_t zero = 10 * 8, target[4] = {zero, zero + 16, zero + 32, zero + 16};
    k.launch.bank[2] = (struct hw_bank){.data = target, .bytes = sizeof target};
    kernel_expect_ok(&k);
    for (uint32_t i = 0; i < 32; i++) {
        static const uint32_t expected[4] = {0x100, 0x200, 0x300, 0x200};
        assert_int_equal(k.out[i], expected[i & 3] + i);
    }
    target[2] = 0x13;
    kernel_expect_fault(&k, HW_FAULT_JUMP);
    assert_int_equal(k.result.fault.lane, 2);
    kernel_free(&k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_if_else),
        cmocka_unit_test(test_join_comes_first),
        cmocka_unit_test(test_divergence_without_join),
        cmocka_unit_test(test_divergent_loop),
        cmocka_unit_test(test_ssy_validates_nothing),
        cmocka_unit_test(test_call),
        cmocka_unit_test(test_return_at_top),
        cmocka_unit_test(test_break),
        cmocka_unit_test(test_exit_flag),
        cmocka_unit_test(test_vote),
        cmocka_unit_test(test_stack_limit),
        cmocka_unit_test(test_recursion),
        cmocka_unit_test(test_mismatch),
        cmocka_unit_test(test_quadon),
        cmocka_unit_test(test_barrier),
        cmocka_unit_test(test_barrier_after_divergence),
        cmocka_unit_test(test_end_beside_barrier),
        cmocka_unit_test(test_arrive_and_wait),
        cmocka_unit_test(test_arrive_and_go_on),
        cmocka_unit_test(test_deadlock),
        cmocka_unit_test(test_half_a_warp),
        cmocka_unit_test(test_spinning_warp),
        cmocka_unit_test(test_indirect_jump),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
