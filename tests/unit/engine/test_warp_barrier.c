/* SPDX-License-Identifier: MIT */
/* Barriers from Fermi to Pascal: whole blocks, counted threads, reductions, numbers in registers. */
#include "generations.h"

/* At a barrier, for so many threads; 0: all of the block. */
#define WAIT(barrier, threads)   "BAR_SYNC " barrier ", " threads "BAR_LAST\n"
#define ARRIVE(barrier, threads) "BAR_ARV " barrier ", " threads "BAR_LAST\n"

/* Each thread stores to shared memory, waits, and reads its mirror's word. */
static uint32_t mirror(uint32_t i)
{
    return 127 - i;
}

#define MIRROR(barrier)                                                                                      \
    START "SHL R8, R0, 0x2\nSTS [R8], R0\n" barrier "LOP.XOR R9, R8, 0x1fc\nLDS_WORD R4, [R9]\n" STORE("R4") \
        END

static void test_whole_block(void **state)
{
    (void)state;
    expect_on_all(128, MIRROR("BARRIER\n"), mirror);
    expect_on_all(128, MIRROR(WAIT("0xf", "0x80")), mirror);
    expect_on_all(128, MIRROR("MOV32I R10, 0x3\n" WAIT("R10", "0x0")), mirror);
    expect_on_all(128, MIRROR("MOV32I R10, 0x3\nMOV32I R11, 0x80\n" WAIT("R10", "R11")), mirror);
    expect_on_all(128, MIRROR("MOV32I R11, 0x80\n" WAIT("0x2", "R11")), mirror);
}

/* All warps read a word behind the barrier before the first of them, around the loop, writes it again. */
static uint32_t rounds(uint32_t i)
{
    (void)i;
    return 120;
}

static void test_read_before_the_next_round(void **state)
{
    (void)state;
    expect_on_all(128,
                  START
                  "MOV R4, RZ\nMOV R5, RZ\nISETP.EQ.AND P0, PT, R0, 0x0, PT\n"
                  "loop: @P0 STS [RZ], R5\nBARRIER\nLDS_WORD R6, [RZ]\nIADD R4, R4, R6\nIADD R5, R5, 0x1\n"
                  "ISETP.LT.AND P1, PT, R5, 0x10, PT\n@P1 BRA @loop\n" STORE("R4") END,
                  rounds);
}

/* Warps that have ended do not hold up a barrier for the whole block. */
static uint32_t without_first(uint32_t i)
{
    return i < 32 ? 0 : i;
}

static void test_ended_warps(void **state)
{
    (void)state;
    expect_on_all(128, START "ISETP.LT.AND P0, PT, R0, 0x20, PT\n@P0 EXIT\nBARRIER\n" STORE("R0") END,
                  without_first);
    /* The first warp ends after the others have arrived. */
    expect_on_all(
        128,
        START "ISETP.LT.AND P0, PT, R0, 0x20, PT\n@P0 BRA @last\nBARRIER\n" STORE("R0") END
        "last: MOV R5, RZ\nloop: IADD R5, R5, 0x1\nISETP.LT.AND P1, PT, R5, 0x1000, PT\n@P1 BRA @loop\n" END,
        without_first);
}

/* Lanes that branch away and end hold up nobody: they are not waited for, whether they run before the other
 * lanes of their warp or, because their code stands first, after these came to the barrier. */
static uint32_t first_half(uint32_t i)
{
    return i < 16 ? i : i < 32 ? 0 : 127 - i;
}

static uint32_t one_by_one(uint32_t i)
{
    return i < 20 ? i : 0x99;
}

static void test_ended_lanes(void **state)
{
    static const char *const ends[] = {"EXIT\n", "RET\n", LESS("R0", "0x18") "@P0 BRA @b\nEXIT\nb: EXIT\n"};

    (void)state;
    for (unsigned i = 0; i < sizeof ends / sizeof *ends; i++) {
        char source[1024];
        snprintf(source, sizeof source,
                 START "SHL R8, R0, 0x2\nSTS [R8], R0\nISETP.LT.AND P0, PT, R0, 0x10, PT\n"
                       "ISETP.GE.OR P0, PT, R0, 0x20, P0\n@P0 BRA @a\n%sa: BARRIER\n"
                       "ISETP.GE.AND P1, PT, R0, 0x20, PT\nMOV R9, R8\n@P1 LOP.XOR R9, R8, 0x1fc\nLDS_WORD "
                       "R4, [R9]\n" STORE("R4") END,
                 ends[i]);
        expect_on_all(96, source, first_half);
    }
    expect_on_all(
        64,
        START STORE("R0") "MOV R6, RZ\nBRA @loop\nout: EXIT\nloop: ISETP.EQ.AND P0, PT, R6, R0, PT\n"
                          "@P0 BRA @out\nBARRIER\nIADD R6, R6, 0x1\nISETP.LT.AND P0, PT, R6, 0x14, PT\n"
                          "@P0 BRA @loop\nMOV32I R4, 0x99\n" STORE("R4") END,
        one_by_one);
}

/* Producers arrive and go on; consumers wait for both. */
static uint32_t consumed(uint32_t i)
{
    return i < 64 ? 0 : i - 64;
}

static void test_arrive(void **state)
{
    (void)state;
    expect_on_all(128,
                  START "SHL R8, R0, 0x2\nISETP.LT.AND P0, PT, R0, 0x40, PT\n@!P0 BRA @consume\n"
                        "STS [R8], R0\n" ARRIVE("0x1", "0x80") END
                  "consume: " WAIT("0x1", "0x80") "LDS_WORD R4, [R8+-0x100]\n" STORE("R4") END,
                  consumed);
}

/* Two groups of warps with a barrier each. */
#define GROUPS "SHR.U32 R10, R0, 0x6\n" WAIT("R10", "0x40") "BARRIER\n"

static void test_two_groups(void **state)
{
    (void)state;
    expect_on_all(128, MIRROR(GROUPS), mirror);
}

/* A barrier is a counter of warps: what makes it reach the count sets it to 0, and waiting is waiting for 0.
 * The first warp arrives twice at barrier 5, which is 0 again; so the second one waits until the third has
 * stored. */
static uint32_t counted(uint32_t i)
{
    return i < 32 || i >= 64 ? i : i + 32;
}

#define FIRST  "first: " ARRIVE("0x5", "0x40") ARRIVE("0x5", "0x40") "BRA @store\n"
#define SECOND "second: " WAIT("0x5", "0x40") "LDS_WORD R4, [R8+0x80]\nBRA @store\n"
#define THIRD  "third: STS [R8], R0\n" WAIT("0x5", "0x40") "BRA @store\n"
#define FOURTH WAIT("0x0", "0x20") WAIT("0x7", "0x20") WAIT("0xe", "0x20") WAIT("0xf", "0x20") "BRA @store\n"

static void test_counter(void **state)
{
    (void)state;
    expect_on_all(128,
                  START "SHL R8, R0, 0x2\nSHR.U32 R9, R0, 0x5\nMOV R4, R0\n"
                        "ISETP.EQ.AND P0, PT, R9, 0x0, PT\n@P0 BRA @first\n"
                        "ISETP.EQ.AND P0, PT, R9, 0x1, PT\n@P0 BRA @second\n"
                        "ISETP.EQ.AND P0, PT, R9, 0x2, PT\n@P0 BRA @third\n" FOURTH FIRST SECOND THIRD
                        "store: " STORE("R4") END,
                  counted);
    hw_fact("SF-199");
}

/* Reductions: a count, all, any; the result is a number and a predicate, which adds 0x100 here.  GF100's
 * barrier gives them itself, later ones leave them for B2R. */
static void reduce(uint32_t threads, const char *before, const char *op, const char *pred, uint32_t result)
{
    for (unsigned i = 0; i < GENERATIONS; i++) {
        struct kernel k;
        char source[512];
        const char *text =
            i == GF100 ? "BAR.RED.%s R4, P1, 0x0, 0x0, %s\n" : "BAR.RED.%s 0x0, %s\nB2R.RESULT R4, P1\n";

        int length = snprintf(source, sizeof source, START "ISETP.LT.AND P0, PT, R0, 0x28, PT\n%s", before);
        length += snprintf(source + length, sizeof source - (size_t)length, text, op, pred);
        snprintf(source + length, sizeof source - (size_t)length, "@P1 IADD R4, R4, 0x100\n" STORE("R4") END);
        make_on(&k, i, threads, source);
        kernel_expect_ok(&k);
        for (uint32_t t = 0; t < threads; t++)
            assert_int_equal(k.out[t], result ? result + 0x100 : 0);
        kernel_free(&k);
    }
}

static void test_reductions(void **state)
{
    (void)state;
    reduce(96, "", "POPC", "P0", 40);
    reduce(96, "", "POPC", "!P0", 56);
    reduce(96, "", "AND", "P0", 0);
    reduce(96, "", "OR", "P0", 1);
    reduce(96, "", "AND", "PT", 1);
    reduce(96, "", "OR", "!PT", 0);
    reduce(96, "ISETP.LT.AND P0, PT, R0, 0x20, PT\n", "POPC", "P0", 32);
    reduce(37, "", "POPC", "PT", 37); /* only threads that are there */
}

/* Two in turn: the first does not count in the second; barriers without a result in between change
 * nothing. */
static uint32_t second_of_two(uint32_t i)
{
    (void)i;
    return 40;
}

#define REDUCE(bar, read) START "ISETP.LT.AND P0, PT, R0, 0x28, PT\n" bar read STORE("R4") END

static void test_second_reduction(void **state)
{
    (void)state;
    expect_on(GF100, 96,
              REDUCE("BAR.RED.POPC R5, 0x0, 0x0, PT\n",
                     "BAR.RED.POPC R4, 0x0, 0x0, P0\nBAR.RED.POPC RZ, 0x0, 0x0, PT\n"),
              second_of_two);
    for (unsigned i = 1; i < GENERATIONS; i++)
        expect_on(i, 96, REDUCE("BAR.RED.POPC 0x0, PT\nBAR.RED.POPC 0x0, P0\n", "B2R.RESULT R4\n"),
                  second_of_two);
}

/* Only threads that execute the instruction are counted, and on GF100 get the result. */
static uint32_t guarded(uint32_t i)
{
    return i < 37 ? 37 : 1;
}

static void test_guarded_reduction(void **state)
{
    (void)state;
    expect_on(
        GF100, 64,
        REDUCE("MOV32I R4, 0x1\nISETP.LT.AND P2, PT, R0, 0x25, PT\n", "@P2 BAR.RED.POPC R4, 0x0, 0x0, PT\n"),
        guarded);
    for (unsigned i = 1; i < GENERATIONS; i++)
        expect_on(i, 64,
                  REDUCE("MOV32I R4, 0x1\nISETP.LT.AND P2, PT, R0, 0x25, PT\n",
                         "@P2 BAR.RED.POPC 0x0, PT\n@P2 B2R.RESULT R4\n"),
                  guarded);
}

/* A trace, and `exec` by it, shows what a reduction comes to: behind GF100's barrier, later at B2R. */
static void note_result(void *context, const struct hw_written_event *event)
{
    uint32_t *found = context;

    if (event->written_count != 2 || event->written[1].kind != HW_OPERAND_PRED)
        return;
    found[0]++;
    assert_int_equal(event->written[0].kind, HW_OPERAND_REG);
    assert_int_equal(event->written[0].number, 4);
    assert_int_equal(event->written[1].number, 1);
    found[1] = event->written[0].lanes[0];
    found[2] = event->written[1].lanes[0];
}

static void test_trace_of_result(void **state)
{
    (void)state;
    for (unsigned i = 0; i < GENERATIONS; i++) {
        uint32_t found[3] = {0};
        struct kernel k;

        make_on(&k, i, 64,
                i == GF100 ? START "BAR.RED.POPC R4, P1, RZ, RZ, PT\n" END
                           : START "BAR.RED.POPC 0x0, PT\nB2R.RESULT R4, P1\n" END);
        kernel_listen(&k, note_result, found);
        kernel_expect_ok(&k);
        assert_int_equal(found[0], 2);
        assert_int_equal(found[1], 64);
        assert_int_equal(found[2], 1);
        kernel_free(&k);
    }
}

static void test_deadlock(void **state)
{
    (void)state;
    expect_fault_on_all(128, START WAIT("0x3", "0xa0") END, HW_FAULT_DEADLOCK, "barrier 3 has 4 of 5 warps");
    /* Half of the lanes count as their warp, which is one of the two that the barrier wants. */
    expect_fault_on_all(32,
                        START LESS("R0", "0x5") "PBK @out\n@P0 BRK\n" WAIT("0x1", "0x40") "BRK\nout: " END,
                        HW_FAULT_DEADLOCK, "barrier 1 has 1 of 2 warps");
}

/* --- a part of a warp --- */

/* `for (int i = t; i < n; i += 40) { s += i; __syncthreads(); }`: lanes 20 to 31 leave the loop a round
 * before the others of their warp, and the second warp before the first. */
static uint32_t strided(uint32_t i)
{
    uint32_t sum = 0;

    for (; i < 100; i += 40)
        sum += i;
    return sum;
}

#define STRIDED(enter, leave)                                                                \
    START "MOV R4, RZ\nMOV R5, R0\n" enter "loop: ISETP.GE.AND P0, PT, R5, 0x64, PT\n" leave \
          "IADD R4, R4, R5\nIADD R5, R5, 0x28\nBARRIER\nBRA @loop\nout: "

static void test_loop_that_lanes_leave(void **state)
{
    (void)state;
    expect_on_all(40, STRIDED("PBK @out\n", "@P0 BRK\n") STORE("R4") END, strided);
    expect_on_all(40, STRIDED("", "@P0 BRA @out\n") STORE("R4") END, strided);
    /* A barrier behind the loop: the second warp comes to it while the first is still in the loop. */
    expect_on_all(40, STRIDED("PBK @out\n", "@P0 BRK\n") "BARRIER\n" STORE("R4") END, strided);
    expect_on_all(40, STRIDED("", "@P0 BRA @out\n") "BARRIER\n" STORE("R4") END, strided);
}

/* `if (t & 1) __syncthreads();`: both warps arrive, so what odd threads store before it they read behind
 * it. */
static uint32_t odd_mirror(uint32_t i)
{
    return i & 1 ? 64 - i : i;
}

static void test_odd_threads(void **state)
{
    (void)state;
    expect_on_all(64,
                  START "SHL R8, R0, 0x2\nSTS [R8], R0\nMOV R4, R0\nLOP.AND R5, R0, 0x1\n"
                        "ISETP.EQ.AND P0, PT, R5, RZ, PT\nPBK @out\n@P0 BRK\nBARRIER\n"
                        "LOP.XOR R9, R8, 0xfc\nIADD R9, R9, 0x4\nLDS_WORD R4, [R9]\nBRK\nout: " STORE("R4")
                            END,
                  odd_mirror);
}

/* Both sides of a branch have a barrier of their own: each warp arrives twice, once a side, and the second
 * warp, which takes one side only, once more behind it. */
static void test_two_sides(void **state)
{
    struct kernel k;

    (void)state;
    for (unsigned i = 0; i < GENERATIONS; i++) {
        make_on(&k, i, 64,
                START LESS("R0", "0x10") "PBK @out\n@P0 BRA @low\nMOV32I R4, 0x2\nBARRIER\nBRK\n"
                                         "low: MOV32I R4, 0x1\nBARRIER\nBRK\n"
                                         "out: ISETP.GE.AND P0, PT, R0, 0x20, PT\n@!P0 BRA @store\nBARRIER\n"
                                         "store: " STORE("R4") END);
        kernel_expect_ok(&k);
        for (uint32_t t = 0; t < 64; t++)
            assert_int_equal(k.out[t], t < 16 ? 1 : 2);
        assert_int_equal(k.result.stats.barriers, 4);
        assert_int_equal(k.result.stats.partial_barriers, 2);
        kernel_free(&k);
    }
}

static void test_invalid_operands(void **state)
{
    (void)state;
    expect_fault_on_all(64, START "MOV32I R10, 0x10\n" WAIT("R10", "0x0") END, HW_FAULT_OPERAND,
                        "barrier 16");
    expect_fault_on_all(64, START WAIT("0x0", "0x21") END, HW_FAULT_OPERAND, "33 threads");
    expect_fault_on_all(64, START "B2R R4, 0x0\n" END, HW_FAULT_ILLEGAL, "described");
    for (unsigned i = GK110; i <= GM107; i++) {
        struct kernel k;
        make_on(&k, i, 64, i == GK110 ? START "BAR.SYNCALL\n" END : START "BAR.SCAN 0x0, 0x0, PT\n" END);
        kernel_expect_fault(&k, HW_FAULT_ILLEGAL);
        assert_non_null(strstr(k.result.fault.sentence, "described"));
        kernel_free(&k);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_whole_block),
        cmocka_unit_test(test_read_before_the_next_round),
        cmocka_unit_test(test_ended_warps),
        cmocka_unit_test(test_ended_lanes),
        cmocka_unit_test(test_arrive),
        cmocka_unit_test(test_two_groups),
        cmocka_unit_test(test_counter),
        cmocka_unit_test(test_reductions),
        cmocka_unit_test(test_second_reduction),
        cmocka_unit_test(test_guarded_reduction),
        cmocka_unit_test(test_trace_of_result),
        cmocka_unit_test(test_deadlock),
        cmocka_unit_test(test_loop_that_lanes_leave),
        cmocka_unit_test(test_odd_threads),
        cmocka_unit_test(test_two_sides),
        cmocka_unit_test(test_invalid_operands),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
