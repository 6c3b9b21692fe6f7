/* SPDX-License-Identifier: MIT */
/* Performance counters of the multiprocessors: what each signal counts, where, and how kernels read it. */
#include "channel.h"

#include <string.h>

/* From byte 0 on: block by block, the four counters to out[16 bytes * (TP * 16 + MP)].  From READ_BYTES on:
 * the work that is counted.  All instructions have eight bytes. */
#define READ_INSTRUCTIONS 16
#define READ_BYTES        (8 * READ_INSTRUCTIONS)
#define WORK_BYTES        0x8000 /* behind AT_OUT: where the work stores */

static const char source[] =
    "S2R R3, SR4\n"
    "S2R R4, SR5\n"
    "S2R R5, SR6\n"
    "S2R R6, SR7\n"
    "S2R R2, SR0\n"
    "SHR R2, R2, 0x10\n"
    "SHL R2, R2, 0x4\n"
    "IADD R1, g [0x4], R2\n"
    "MVI R7, 0x4\n"
    "GST.U32 global14[R1], R3\n"
    "IADD R1, R1, R7\n"
    "GST.U32 global14[R1], R4\n"
    "IADD R1, R1, R7\n"
    "GST.U32 global14[R1], R5\n"
    "IADD R1, R1, R7\n"
    "GST.U32 global14[R1], R6 # exit\n"
    /* the work */
    "PMEVENT 0x3\n"
    "PMEVENT 0x3\n"
    "PMEVENT 0x7\n"
    "MVI R5, 0x10\n"
    "ISET.C0 R6, R0, R5, LT\n"
    "MOV R8 (C0.NE), R5\n" /* a part of the lanes, but no branch, */
    "MOV R8 (C0.NE), R5\n" /* twice, so that they are more than the divergent branches */
    "SSY @join\n"
    "BRA C0.NE, @join\n" /* half of warp 0 */
    "MVI R8, 0x1\n"
    "join: NOP.S\n"
    "BAR.ARV.WAIT b0, 0xfff\n"
    "SHL R4, R0, 0x6\n"
    "R2A A1, R4\n"
    "MOV R6, g [A1+0x8]\n" /* all lanes of a half in one bank */
    "SHL R4, R0, 0x2\n"
    "R2A A1, R4\n"
    "MOV R7, g [A1+0x8]\n" /* each in its own */
    "MVI R7, 0x8000\n"
    "IADD R1, g [0x4], R7\n"
    "GLD.U32 R6, global14[R1]\n"
    "GLD.U32 R7, global14[R1]\n"
    "GST.U32 global14[R1], R6 # exit\n";

/* What a block of 64 threads, two warps, does.  Listeners are told once of an instruction at which paths
 * join. */
enum {
    INSTRUCTIONS = 2 * 23,
    BRANCHES = 1 + 2, /* the jump that warp 0 takes, two barriers */
    DIVERGENT = 1,
    SERIALIZED = 2,
    LOADS = 4,
    STORES = 2
};

static uint32_t control(unsigned unit, unsigned signal, unsigned function)
{
    return signal << 24 | function << 8 | unit << 4;
}

/* FUNC of a counter that counts its own signal. */
static const uint16_t own[4] = {0xaaaa, 0xcccc, 0xf0f0, 0xff00};

static void select_signal(struct channel *c, unsigned counter, unsigned unit, unsigned signal)
{
    channel_set(c, HW_COMPUTE_MP_PM_CONTROL + 4 * counter, control(unit, signal, own[counter]));
    channel_set(c, HW_COMPUTE_MP_PM_SET + 4 * counter, 0);
}

static void work(struct channel *c, unsigned blocks)
{
    channel_prepare(c, 64, blocks);
    channel_set(c, HW_COMPUTE_SHARED_SIZE, 0x1400);
    channel_set(c, HW_COMPUTE_CP_START_ID, READ_BYTES);
    channel_launch(c);
}

/* Stop counting, and have a block on each multiprocessor store what its counters hold. */
static void read_counters(struct channel *c, unsigned multiprocessors)
{
    for (unsigned i = 0; i < 4; i++)
        channel_set(c, HW_COMPUTE_MP_PM_CONTROL + 4 * i, 0);
    channel_prepare(c, 1, multiprocessors);
    channel_set(c, HW_COMPUTE_CP_START_ID, 0);
    channel_launch(c);
}

static uint32_t counter_of(const struct channel *c, unsigned tp, unsigned mp, unsigned counter)
{
    return channel_word(c, AT_OUT + 16 * (tp * 16 + mp) + 4 * counter);
}

/* A signal counts `expected` in one block. */
static void expect_signal(unsigned unit, unsigned signal, uint32_t expected)
{
    struct channel c;

    channel_make(&c, "g84", source);
    select_signal(&c, 2, unit, signal);
    work(&c, 1);
    read_counters(&c, 1);
    channel_expect_none(&c);
    assert_int_equal(counter_of(&c, 0, 0, 2), expected);
    assert_int_equal(counter_of(&c, 0, 0, 0), 0);
    channel_free(&c);
}

static void test_signals(void **state)
{
    (void)state;
    expect_signal(4, 0x02, BRANCHES);
    expect_signal(4, 0x09, DIVERGENT);
    expect_signal(1, 0x26, 0);
    expect_signal(1, 0x29, 4); /* two in each warp */
    expect_signal(1, 0x2d, 2);
    expect_signal(1, 0x33, 1);
    expect_signal(1, 0x34, LOADS);
    expect_signal(1, 0x35, STORES);
    expect_signal(0, 0x0b, SERIALIZED);
    expect_signal(4, 0x0b, 0); /* not of this unit */
    expect_signal(5, 0xff, 0);
}

/* Each multiprocessor counts its own blocks, wherever the active units are. */
static void check_chip(const char *chip, uint32_t units, unsigned tp_mask, unsigned mp_mask)
{
    const struct hw_channel_setup setup = {.units = units, .workers = 4};
    const unsigned tps = (unsigned)__builtin_popcount(tp_mask),
                   count = tps * (unsigned)__builtin_popcount(mp_mask), blocks = 2 * count + 1;
    struct channel c;
    unsigned number = 0;

    channel_make_with(&c, chip, source, &setup);
    select_signal(&c, 0, 4, 0x04);
    select_signal(&c, 1, 4, 0x09);
    select_signal(&c, 2, 1, 0x29);
    select_signal(&c, 3, 1, 0x33);
    work(&c, blocks);
    assert_int_equal(c.result.stats.divergent_branches, DIVERGENT * blocks);
    read_counters(&c, count);
    channel_expect_none(&c);
    for (unsigned mp = 0; mp < 4; mp++)
        for (unsigned tp = 0; tp < 16; tp++) {
            if (!(tp_mask >> tp & 1 && mp_mask >> mp & 1))
                continue;
            const uint32_t here = number++ == 0 ? 3 : 2;
            assert_int_equal(counter_of(&c, tp, mp, 0), here * INSTRUCTIONS);
            assert_int_equal(counter_of(&c, tp, mp, 1), here * DIVERGENT);
            assert_int_equal(counter_of(&c, tp, mp, 2), here * 4);
            assert_int_equal(counter_of(&c, tp, mp, 3), here);
        }
    assert_int_equal(number, count);
    channel_free(&c);
}

static void test_multiprocessors(void **state)
{
    (void)state;
    check_chip("g84", 0, 0x3, 0x3);
    check_chip("g200", 0, 0x3ff, 0x7);
    check_chip("gt218", 0, 0x1, 0x3);
    check_chip("g200", 0x05000241, 0x241, 0x5);
}

/* FUNC is a truth table over the four signals. */
static void test_functions(void **state)
{
    struct channel c;

    (void)state;
    channel_make(&c, "g84", source);
    select_signal(&c, 0, 4, 0x04);
    select_signal(&c, 1, 4, 0x02);
    channel_set(&c, HW_COMPUTE_MP_PM_CONTROL + 8, control(5, 0, 0x8888));  /* both */
    channel_set(&c, HW_COMPUTE_MP_PM_CONTROL + 12, control(5, 0, 0x2222)); /* instructions, no branches */
    work(&c, 1);
    read_counters(&c, 1);
    channel_expect_none(&c);
    assert_int_equal(counter_of(&c, 0, 0, 2), BRANCHES);
    assert_int_equal(counter_of(&c, 0, 0, 3), INSTRUCTIONS - BRANCHES);
    channel_free(&c);
}

static void test_set_and_overflow(void **state)
{
    struct channel c;

    (void)state;
    channel_make(&c, "g84", source);
    select_signal(&c, 1, 1, 0x33);
    channel_set(&c, HW_COMPUTE_MP_PM_SET + 4, 0xfffffffe);
    channel_set(&c, HW_COMPUTE_MP_PM_OVERFLOW_TRAP_ENABLE, 1 << 1);
    work(&c, 1);
    channel_expect_none(&c);
    work(&c, 1);
    channel_expect(&c, HW_REPORT_TRAP, HW_MP_PM_OVERFLOW);
    assert_int_equal(c.report[0].unit, HW_UNIT_MP);
    assert_non_null(strstr(c.report[0].sentence, "pm1"));
    read_counters(&c, 1);
    assert_int_equal(counter_of(&c, 0, 0, 1), 0);

    c.reports = 0;
    select_signal(&c, 1, 1, 0x33);
    channel_set(&c, HW_COMPUTE_MP_PM_SET + 4, 0xffffffff);
    channel_set(&c, HW_COMPUTE_MP_PM_OVERFLOW_TRAP_ENABLE, 1 << 0);
    work(&c, 1);
    channel_expect_none(&c);
    channel_free(&c);
}

/* A kernel that counts itself: the counter holds the instructions before the one that reads it, and it. */
static void test_counter_while_it_counts(void **state)
{
    struct channel c;

    (void)state;
    channel_make(&c, "gt218", source);
    select_signal(&c, 0, 4, 0x04);
    select_signal(&c, 1, 4, 0x04);
    channel_prepare(&c, 1, 1);
    channel_launch(&c);
    channel_expect_none(&c);
    assert_int_equal(counter_of(&c, 0, 0, 0), 1);
    assert_int_equal(counter_of(&c, 0, 0, 1), 2);
    channel_free(&c);
}

/* G80's signals are not public. */
static void test_g80(void **state)
{
    struct channel c;

    (void)state;
    channel_make(&c, "g80", source);
    select_signal(&c, 0, 4, 0x04);
    channel_set(&c, HW_COMPUTE_MP_PM_SET, 0x1234);
    work(&c, 1);
    read_counters(&c, 16);
    channel_expect_none(&c);
    assert_int_equal(counter_of(&c, 7, 1, 0), 0x1234);
    channel_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_signals),
        cmocka_unit_test(test_multiprocessors),
        cmocka_unit_test(test_functions),
        cmocka_unit_test(test_set_and_overflow),
        cmocka_unit_test(test_counter_while_it_counts),
        cmocka_unit_test(test_g80),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
