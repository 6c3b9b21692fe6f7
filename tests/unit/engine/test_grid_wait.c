/* SPDX-License-Identifier: MIT */
/* Blocks that wait for each other: as many as the chip holds make progress together, and what cannot go on is
 * a fault that says so. */
#include "generations.h"

#include <pthread.h>
#include <time.h>

#include "machine/memory/device_memory.h"

#include "sanitized.h"

/* R4:R5 = the output, R1 = the block's number, R6:R7 = the block's word of the output, R8 = 1, R9 = R1 +
 * 1. */
#define BLOCK                                                                                           \
    "S2R R0, TID_X\nMOV R4, OUT_LOW\nMOV R5, OUT_HIGH\nS2R R1, SR_CTAID.X\nISCADD R6.CC, R1, R4, 0x2\n" \
    "IADD.X R7, R5, RZ\nMOV32I R8, 0x1\nIADD R9, R1, 0x1\n"

/* P0 and R12: whether there is a next block, and its number, which is 0 behind the last. */
#define NEXT "MOV R12, R9\nISETP.LT.AND P0, PT, R9, PARAM2, PT\n@!P0 MOV R12, RZ\n"

/* Words of the output: a counter at 0, what each block says from 16 on, what it has heard from 1024 on. */
#define SAYS  "[R6+0x40]"
#define SAID  16
#define HEARS "[R6+0x1000]"
#define HEARD 1024

/* Each block says its number, all meet, and each hears what the next one has said.  Thread 0 counts and
 * spins, the others of its warp wait for it at the barrier. */
/* clang-format off */
#define WAIT_FOR_ALL(count)                                                                                          \
    BLOCK "ST_WORD " SAYS ", R9\nISETP.NE.AND P1, PT, R0, RZ, PT\n@P1 BRA @met\n" count                      \
          "spin: LD_WORD R11, [R4]\nISETP.LT.AND P1, PT, R11, PARAM2, PT\n@P1 BRA @spin\nmet: BARRIER\n" NEXT \
          "ISCADD R12.CC, R12, R4, 0x2\nIADD.X R13, R5, RZ\nLD_WORD R11, [R12+0x40]\nST_WORD " HEARS         \
          ", R11\n" END
/* clang-format on */
#define COUNT_IN_ORDER "ATOM.E.ADD R10, [R4], R8\n"
#define COUNT          "RED.E.ADD [R4], R8\n"

/* `threads` of 16 registers and 1 KiB of shared memory. */
static void make_grid(struct kernel *k, unsigned generation, uint32_t blocks, uint32_t threads,
                      const char *source)
{
    make_on(k, generation, threads, source);
    k->launch.grid[0] = blocks;
    k->params[2] = blocks;
    k->launch.limits.max_instructions = 0;
}

static void expect_heard(const struct kernel *k, uint32_t blocks)
{
    for (uint32_t i = 0; i < blocks; i++)
        if (k->out[HEARD + i] != (i + 1) % blocks + 1)
            fail_msg("block %u of %u heard %u", i, blocks, k->out[HEARD + i]);
}

/* Blocks of 64 threads that each chip holds at once, counted by hand: 8 multiprocessors of gk104 hold 16
 * blocks each, ... */
static const uint32_t resident_blocks[GENERATIONS] = {
    [GF100] = 16 * 8, [GK104] = 8 * 16, [GK110] = 15 * 16, [GM107] = 5 * 32};

static void test_grid_barrier(void **state)
{
    (void)state;
    for (unsigned i = 0; i < GENERATIONS; i += ONE_THREAD_STEP(3))
        for (uint32_t workers = 1; workers <= RACING_WORKERS(8); workers *= getenv("HW_SAMPLE") ? 8 : 2)
            for (unsigned ordered = 0; ordered < 2; ordered++) {
                struct kernel k;
                make_grid(&k, i, resident_blocks[i], 64,
                          ordered ? WAIT_FOR_ALL(COUNT_IN_ORDER) : WAIT_FOR_ALL(COUNT));
                k.launch.host.workers = workers;
                kernel_expect_ok(&k);
                expect_heard(&k, resident_blocks[i]);
                assert_int_equal(k.result.stats.blocks, resident_blocks[i]);
                kernel_free(&k);
            }
}

static void test_too_many_blocks(void **state)
{
    (void)state;
    for (unsigned i = 0; i < GENERATIONS; i++)
        for (uint32_t workers = 1; workers <= 3; workers += getenv("HW_SAMPLE") ? 2 : 1) {
            struct kernel k;
            char says[64];
            make_grid(&k, i, resident_blocks[i] + 1, 64, WAIT_FOR_ALL(COUNT_IN_ORDER));
            k.launch.host.workers = workers;
            kernel_expect_fault(&k, HW_FAULT_NO_PROGRESS);
            snprintf(says, sizeof says, "%u of %u blocks wait for each other: %u at 0x", resident_blocks[i],
                     resident_blocks[i] + 1, resident_blocks[i]);
            assert_non_null(strstr(k.result.fault.sentence, says));
            assert_non_null(strstr(k.result.fault.sentence, "holds no more of them at once"));
            assert_non_null(strstr(k.result.fault.instruction, "LD"));
            assert_int_equal(k.result.fault.block[0], 0);
            kernel_free(&k);
        }
}

/* Each block waits for the word of the next one, and the last says it first: as many quanta as blocks.
 * `delay` makes the blocks that wait look different each time around. */
#define CHAIN(delay)                                                              \
    BLOCK NEXT "MOV R10, RZ\n@!P0 BRA @say\nspin: LD_WORD R11, [R6+0x44]\n" delay \
               "ISETP.EQ.AND P1, PT, R11, RZ, PT\n@P1 BRA @spin\nsay: ST_WORD " SAYS ", R9\n" END

static void test_chain(void **state)
{
    static const char *const source[] = {CHAIN(""), CHAIN("IADD R10, R10, R8\n")};
    const uint32_t blocks = getenv("HW_SAMPLE") ? 8 : 40;

    (void)state;
    for (unsigned i = 0; i < GENERATIONS; i += ONE_THREAD_STEP(3))
        for (unsigned delay = 0; delay < 2; delay++)
            for (uint32_t workers = 1; workers <= RACING_WORKERS(2); workers++) {
                struct kernel k;
                make_grid(&k, i, delay ? 4 : blocks, 32, source[delay]);
                k.launch.host.workers = workers;
                kernel_expect_ok(&k);
                for (uint32_t n = 0; n < k.launch.grid[0]; n++)
                    assert_int_equal(k.out[SAID + n], n + 1);
                kernel_free(&k);
            }
}

/* Waiting is cheap: once a block has been found spinning, the others spin for a few dozens of instructions.
 */
static void test_cheap_wait(void **state)
{
    const uint32_t blocks = getenv("HW_SAMPLE") ? 40 : 100;

    (void)state;
    for (unsigned i = 0; i < GENERATIONS; i++) {
        struct kernel k;
        make_grid(&k, i, blocks, 64, WAIT_FOR_ALL(COUNT_IN_ORDER));
        kernel_expect_ok(&k);
        assert_in_range(k.result.stats.warp_instructions, 1, 3 * HW_WARP_BUDGET + 300 * blocks);
        kernel_free(&k);
    }
}

/* The same launch on one worker is the same to the last instruction. */
static void test_same_every_time(void **state)
{
    struct hw_stats stats[2];

    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        struct kernel k;
        make_grid(&k, GM107, 100, 64, WAIT_FOR_ALL(COUNT_IN_ORDER));
        k.launch.host.workers = i ? 4 : 1;
        kernel_expect_ok(&k);
        stats[i] = k.result.stats;
        kernel_free(&k);
    }
    assert_int_equal(stats[0].warp_instructions, stats[1].warp_instructions);
    assert_int_equal(stats[0].thread_instructions, stats[1].thread_instructions);
}

/* A spin that nobody can end, in registers and memory that stay as they are, alone and in company. */
#define SPIN BLOCK "spin: LD_WORD R11, [R4]\nISETP.EQ.AND P1, PT, R11, RZ, PT\n@P1 BRA @spin\n" END

static void test_endless_spin(void **state)
{
    (void)state;
    for (unsigned i = 0; i < GENERATIONS; i++)
        for (uint32_t workers = 1; workers <= 2; workers++) {
            struct kernel k;
            make_grid(&k, i, 1, 64, SPIN);
            k.launch.host.workers = workers;
            kernel_expect_fault(&k, HW_FAULT_NO_PROGRESS);
            assert_non_null(strstr(k.result.fault.sentence, "nothing else will do"));
            assert_non_null(strstr(k.result.fault.instruction, "LD"));
            k.launch.grid[0] = 7;
            kernel_expect_fault(&k, HW_FAULT_NO_PROGRESS);
            assert_non_null(strstr(k.result.fault.sentence, "7 of 7 blocks"));
            kernel_free(&k);
        }
}

/* Somebody else writes what the kernel waits for, when he has been asked often enough. */
static bool write_at_last(void *context)
{
    struct kernel *k = context;

    if (++k->out[1] == 5)
        k->out[0] = 7;
    return false;
}

/* Where others may write, nothing is proven. */
static void test_spin_beside_others(void **state)
{
    (void)state;
    for (unsigned i = 0; i < GENERATIONS; i++) {
        struct kernel k;
        make_grid(&k, i, 1, 1, SPIN);
        k.launch.host.is_quiet = write_at_last;
        k.launch.host.quiet_context = &k;
        kernel_expect_ok(&k);
        assert_int_equal(k.out[1], 5);
        kernel_free(&k);
    }
}

/* Who counts up to a large number does not wait, and ends. */
#define COUNT_LONG                                                                                         \
    BLOCK "MOV R10, RZ\nMOV32I R11, 0x80000\nloop: IADD R10, R10, R8\nISETP.LT.AND P1, PT, R10, R11, PT\n" \
          "@P1 BRA @loop\nST_WORD " SAYS ", R9\n" END

static void test_long_blocks(void **state)
{
    uint64_t instructions = 0;

    (void)state;
    for (uint32_t workers = 1; workers <= 3; workers++) {
        struct kernel k;
        make_grid(&k, GM107, 6, 32, COUNT_LONG);
        k.launch.host.workers = workers;
        kernel_expect_ok(&k);
        for (uint32_t n = 0; n < 6; n++)
            assert_int_equal(k.out[SAID + n], n + 1);
        if (instructions)
            assert_int_equal(k.result.stats.warp_instructions, instructions);
        instructions = k.result.stats.warp_instructions;
        kernel_free(&k);
    }
}

/* Block 3 goes wrong and never says its word: its fault is told, not that the others wait for it. */
static void test_fault_behind_a_wait(void **state)
{
    (void)state;
    for (uint32_t workers = 1; workers <= RACING_WORKERS(2); workers++) {
        struct kernel k;
        make_grid(&k, GM107, 6, 32,
                  BLOCK NEXT "ISETP.EQ.AND P2, PT, R1, 0x3, PT\n@P2 ST_WORD [R1], R1\n"
                             "@!P0 BRA @say\nspin: LD_WORD R11, [R6+0x44]\n"
                             "ISETP.EQ.AND P1, PT, R11, RZ, PT\n@P1 BRA @spin\nsay: ST_WORD " SAYS
                             ", R9\n" END);
        k.launch.host.workers = workers;
        kernel_run(&k);
        assert_int_not_equal(k.result.fault.kind, HW_FAULT_NO_PROGRESS);
        assert_int_equal(k.result.fault.block[0], 3);
        kernel_free(&k);
    }
}

/* Nothing is concluded from a loop that reads the clock: it may end. */
static void test_clock(void **state)
{
    struct kernel k;

    (void)state;
    make_grid(
        &k, GM107, 1, 32,
        BLOCK
        "spin: S2R R11, SR_CLOCKLO\nSHR.U32 R11, R11, 0x15\nISETP.EQ.AND P1, PT, R11, RZ, PT\n@P1 BRA @spin\n"
        "ST_WORD " SAYS ", R11\n" END);
    kernel_expect_ok(&k);
    assert_int_equal(k.out[SAID], 1);
    kernel_free(&k);
}

/* Nor from one that reads memory that the host may write to: here it does, after a while.  That is a race,
 * and meant. */
__attribute__((no_sanitize("thread"))) static void *write_later(void *word)
{
    nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
    *(volatile uint32_t *)word = 7;
    return NULL;
}

static void test_host_memory(void **state)
{
    struct kernel k;
    pthread_t host;

    (void)state;
    make_grid(&k, GM107, 3, 32,
              BLOCK "spin: LD_WORD R11, [R4]\nISETP.EQ.AND P1, PT, R11, RZ, PT\n@P1 BRA @spin\nST_WORD " SAYS
                    ", R11\n" END);
    k.launch.host.workers = 2;
    hw_memory_lend(k.memory, k.out_address, OUT_WORDS * 4);
    assert_int_equal(pthread_create(&host, NULL, write_later, k.out), 0);
    kernel_expect_ok(&k);
    pthread_join(host, NULL);
    for (uint32_t n = 0; n < 3; n++)
        assert_int_equal(k.out[SAID + n], 7);
    kernel_free(&k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_grid_barrier),
        cmocka_unit_test(test_too_many_blocks),
        cmocka_unit_test(test_chain),
        cmocka_unit_test(test_same_every_time),
        cmocka_unit_test(test_cheap_wait),
        cmocka_unit_test(test_endless_spin),
        cmocka_unit_test(test_spin_beside_others),
        cmocka_unit_test(test_long_blocks),
        cmocka_unit_test(test_fault_behind_a_wait),
        cmocka_unit_test(test_clock),
        cmocka_unit_test(test_host_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
