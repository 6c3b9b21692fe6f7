/* SPDX-License-Identifier: MIT */
/* Atomics whose order decides the result: the same bits with any number of workers, by each engine; and the
 * rules by which one worker runs a launch. */
#include "engine/compiler_interface.h"
#include "generations.h"
#include "machine/memory/reduction_order.h"

#include <pthread.h>
#include <sched.h>

#include "sanitized.h"

#define BLOCKS  120u
#define THREADS 64u
#define RUNS    8u /* of each number of workers */

/* R0 = thread, R1 = block, R4:R5 = the output, R6 = a float from 1 to 2 that differs in each of them. */
#define VALUE                                                                                            \
    "S2R R0, TID_X\nS2R R1, SR_CTAID.X\nMOV R4, OUT_LOW\nMOV R5, OUT_HIGH\nSHL R6, R0, 0xd\nISCADD R6, " \
    "R1, R6, 0x9\nIADD R6, R6, R0\nISCADD R6, R1, R6, 0x2\nMOV32I R7, 0x7fffff\nLOP.AND R6, R6, R7\n"    \
    "MOV32I R7, 0x3f800000\nIADD R6, R6, R7\n"
/* Blocks take times that differ, so that they end in any order. */
#define DELAY                                                                                          \
    "ISCADD R8, R1, R1, 0x3\nMOV32I R7, 0xf\nLOP.AND R8, R8, R7\nSHL R8, R8, 0x5\nwait: IADD R8, R8, " \
    "-0x1\nISETP.GT.AND P0, PT, R8, RZ, PT\n@P0 BRA @wait\n"
/* R2:R3 = a word of the output for each thread modulo 8. */
#define SLOT "MOV32I R7, 0x7\nLOP.AND R2, R0, R7\nISCADD R2.CC, R2, R4, 0x2\nIADD.X R3, R5, RZ\n"
/* R2:R3 = the block's word of the output, from byte 0x100 on. */
#define OWN   "ISCADD R2.CC, R1, R4, 0x2\nIADD.X R3, R5, RZ\n"
#define ADD   "RED.E.ADD.F32.FTZ.RN [R2], R6\n"
#define FIRST "ISETP.EQ.AND P0, PT, R0, RZ, PT\n"

static const char *const engines[] = {"interpreter", "jit", "baseline"};

static bool has_engine(unsigned engine)
{
    return engine == 0 || hw_jit_compiler.installed(NULL) == HW_OK;
}

static void make(struct kernel *k, unsigned generation, const char *source)
{
    make_on(k, generation, THREADS, source);
    k->launch.grid[0] = BLOCKS;
    k->launch.limits.max_instructions = 0;
}

static hw_status run(struct kernel *k, uint32_t workers)
{
    memset(k->out, 0, OUT_WORDS * 4);
    k->launch.host.workers = workers;
    return kernel_run(k);
}

/* What one worker makes of it, by the interpreter. */
static void run_alone(struct kernel *k, uint32_t *expected)
{
    setenv("HALFWARP_ENGINE", "interpreter", 1);
    run(k, 1);
    memcpy(expected, k->out, OUT_WORDS * 4);
    assert_int_equal(k->result.serial.reason, HW_ONE_WORKER_NONE);
}

/* Whether blocks come to memory to which others add is a matter of time: a worker may come late. */
static void expect_reason(enum hw_one_worker reason, enum hw_one_worker expected)
{
    if (expected != HW_ONE_WORKER_SUMS || reason != HW_ONE_WORKER_NONE)
        assert_int_equal(reason, expected);
}

/* With 2 and 4 workers, by each engine, the same. */
static void expect_same(struct kernel *k, uint32_t workers_used, enum hw_one_worker reason)
{
    static uint32_t expected[OUT_WORDS];

    run_alone(k, expected);
    const struct hw_fault fault = k->result.fault;
    for (unsigned engine = 0; engine < 3; engine++) {
        if (!has_engine(engine))
            continue;
        setenv("HALFWARP_ENGINE", engines[engine], 1);
        for (unsigned i = 0; i < 2 * RUNS; i++) {
            const uint32_t workers = 2 + 2 * (i % 2);
            run(k, workers);
            for (unsigned at = 0; at < OUT_WORDS; at++)
                if (k->out[at] != expected[at])
                    fail_msg("%s, %u workers, word %u: 0x%x, expected 0x%x", engines[engine], workers, at,
                             k->out[at], expected[at]);
            assert_int_equal(k->result.fault.kind, fault.kind);
            assert_memory_equal(k->result.fault.block, fault.block, sizeof fault.block);
            assert_int_equal(k->result.stats.workers, workers_used ? workers_used : workers);
            expect_reason(k->result.serial.reason, reason);
        }
    }
    unsetenv("HALFWARP_ENGINE");
}

static void expect_on_workers(const char *source)
{
    struct kernel k;

    make(&k, GM107, source);
    expect_same(&k, 0, HW_ONE_WORKER_NONE);
    kernel_free(&k);
}

/* The order decides: added from the last block to the first the sum is another. */
static float sum_of(bool backwards)
{
    float sum = 0;

    for (unsigned i = 0; i < BLOCKS; i++)
        for (unsigned thread = 0; thread < THREADS; thread += 8) {
            const uint32_t block = backwards ? BLOCKS - 1 - i : i;
            const uint32_t bits =
                ((thread << 13) + (block << 9) + thread + (block << 2)) % 0x800000u + 0x3f800000u;
            float value;
            memcpy(&value, &bits, sizeof value);
            sum += value;
        }
    return sum;
}

static void test_sums(void **state)
{
    struct kernel k;

    (void)state;
    assert_true(sum_of(false) != sum_of(true));
    for (unsigned i = 0; i < GENERATIONS; i++) {
        make(&k, i, VALUE DELAY SLOT ADD END);
        expect_same(&k, 0, HW_ONE_WORKER_NONE);
        const float sum = sum_of(false);
        assert_memory_equal(k.out, &sum, sizeof sum);
        kernel_free(&k);
    }
}

static void test_types(void **state)
{
    (void)state;
    expect_on_workers(VALUE DELAY "MOV R7, R6\nMOV32I R7, 0x3ff12345\nIADD R7, R7, R1\nMOV R2, R4\nMOV R3, "
                                  "R5\nRED.E.ADD.F64.RN [R2], R6\n" END);
    expect_on_workers(VALUE DELAY SLOT "MOV32I R7, 0x3c003800\nIADD R6, R1, R7\nRED.E.ADD.F16x2.RN [R2], "
                                       "R6\n" END);
}

/* Of two kinds, and such whose result is discarded. */
static void test_kinds(void **state)
{
    (void)state;
    expect_on_workers(VALUE DELAY SLOT "RED.E.ADD [R2], R6\nRED.E.XOR [R2], R1\n" END);
    expect_on_workers(VALUE DELAY SLOT "RED.E.INC [R2], R1\n" ADD END);
    expect_on_workers(VALUE DELAY SLOT "ATOM.E.EXCH RZ, [R2], R6\n" END);
    expect_on_workers(VALUE DELAY SLOT "ATOM.E.ADD.F32.FTZ.RN RZ, [R2], R6\nRED.E.ADD [R2+0x20], R0\n" END);
}

/* R10:R11 = memory of its own, beside the output. */
#define OTHER       "MOV R10, c[0x0][0x148]\nMOV R11, c[0x0][0x14c]\n"
#define OTHER_BYTES 4096

static uint32_t *take_other(struct kernel *k)
{
    uint64_t address;

    assert_int_equal(hw_memory_alloc(k->memory, OTHER_BYTES, &address, &k->error), HW_OK);
    k->params[2] = (uint32_t)address;
    k->params[3] = (uint32_t)(address >> 32);
    return hw_memory_host(k->memory, address, OTHER_BYTES);
}

/* Loads and stores of memory to which nobody adds. */
static void test_other_memory(void **state)
{
    struct kernel k;

    (void)state;
    make(&k, GM107,
         VALUE OTHER "ISCADD R10.CC, R1, R10, 0x2\nIADD.X R11, R11, RZ\nLDG.E R8, [R10]\nIADD R6, R6, R8\n"
                     "STG.E [R10+0x400], R6\n" SLOT ADD "LDG.E R8, [R10]\nSTG.E [R10+0x800], R8\n" ADD END);
    uint32_t *in = take_other(&k);
    for (unsigned i = 0; i < BLOCKS; i++)
        in[i] = i * 77;
    expect_same(&k, 0, HW_ONE_WORKER_NONE);
    for (unsigned i = 0; i < BLOCKS; i++)
        assert_int_equal(in[0x200 + i], i * 77);
    kernel_free(&k);
}

/* --- blocks that access memory to which they add --- */

/* They have it to themselves. */
static void test_own_sums(void **state)
{
    struct kernel k;

    (void)state;
    make(&k, GM107,
         VALUE DELAY OWN "RED.E.ADD.F32.FTZ.RN [R2+0x100], R6\nBAR.SYNC 0x0\n" FIRST
                         "@P0 LDG.E R8, [R2+0x100]\n@P0 STG.E [R2+0x800], R8\n@P0 "
                         "RED.E.ADD.F32.FTZ.RN [R2+0x100], R8\n" ADD END);
    expect_same(&k, 0, HW_ONE_WORKER_SUMS);
    kernel_free(&k);
}

/* All have the same: each sees the sum of those before it. */
static void test_sums_so_far(void **state)
{
    struct kernel k;

    (void)state;
    make(&k, GM107,
         VALUE DELAY OWN FIRST "@!P0 EXIT\nLDG.E R8, [R4]\nSTG.E [R2+0x800], R8\nRED.E.ADD.F32.FTZ.RN [R4], "
                               "R6\nLDG.E.U8 R8, [R4+0x1]\nSTG.E [R2+0x1000], R8\n" END);
    expect_same(&k, 0, HW_ONE_WORKER_SUMS);
    kernel_free(&k);
}

/* And stores there. */
static void test_stores_to_sums(void **state)
{
    struct kernel k;

    (void)state;
    make(&k, GM107,
         VALUE DELAY SLOT ADD "MOV32I R7, 0x1f\nLOP.AND R7, R1, R7\nISETP.EQ.AND P0, PT, R7, RZ, PT\n@P0 "
                              "STG.E [R2], R6\n" ADD END);
    expect_same(&k, 0, HW_ONE_WORKER_SUMS);
    kernel_free(&k);
}

/* --- the end of a block --- */

/* Memory is as one worker leaves it: a block before the fault adds, the one with it in part. */
static void test_fault(void **state)
{
    struct kernel k;

    (void)state;
    make(&k, GM107,
         VALUE DELAY SLOT ADD "ISETP.EQ.AND P0, PT, R1, 0x25, PT\n@P0 STG.E [RZ+0x10], R6\n"
                              "ISETP.EQ.AND P0, PT, R1, 0x31, PT\n@P0 STG.E [RZ+0x10], R6\n" ADD END);
    expect_same(&k, 0, HW_ONE_WORKER_NONE);
    assert_int_equal(k.result.fault.block[0], 0x25);
    kernel_free(&k);
}

/* Blocks 3, 5 and 70 go on in a second quantum. */
static void test_long_blocks(void **state)
{
    static const char loop[] =
        VALUE SLOT ADD "MOV32I R8, 0x8\nISETP.EQ.AND P0, PT, R1, 0x3, PT\nISETP.EQ.OR P0, PT, R1, 0x5, P0\n"
                       "ISETP.EQ.OR P0, PT, R1, 0x46, P0\n@P0 MOV32I R8, 0x30000\n"
                       "wait: IADD R8, R8, -0x1\nISETP.GT.AND P0, PT, R8, RZ, PT\n@P0 BRA @wait\n" ADD END;
    struct kernel k;

    (void)state;
    make(&k, GM107, loop);
    expect_same(&k, 0, HW_ONE_WORKER_QUANTUM);
    assert_int_equal(k.result.serial.block, 3);
    kernel_free(&k);
}

/* The chip holds few blocks at once, so that more begin only when some have ended. */
static void test_little_room(void **state)
{
    static const char loop[] =
        VALUE SLOT ADD "MOV32I R8, 0x8\nISETP.GT.AND P0, PT, R1, 0x2, PT\nISETP.LT.AND P0, PT, R1, 0xf, P0\n"
                       "@P0 MOV32I R8, 0x2c000\nwait: IADD R8, R8, -0x1\nISETP.GT.AND P0, PT, R8, RZ, "
                       "PT\n@P0 BRA @wait\n" ADD END;
    static uint32_t expected[OUT_WORDS];
    struct kernel k;

    (void)state;
    make(&k, GM107, loop);
    k.launch.grid[0] = 24;
    k.launch.shared_bytes = 48 << 10;
    run_alone(&k, expected);
    for (unsigned i = 0; i < RUNS; i++) {
        assert_int_equal(run(&k, 2 + i), HW_OK);
        assert_memory_equal(k.out, expected, sizeof expected);
        assert_int_equal(k.result.serial.reason, HW_ONE_WORKER_QUANTUM);
    }
    unsetenv("HALFWARP_ENGINE");
    kernel_free(&k);
}

/* --- the log --- */

/* There is memory for few reductions, or none: blocks wait for their turn. */
static void test_limit(void **state)
{
    struct kernel k;

    (void)state;
    make(&k, GM107, VALUE DELAY SLOT ADD ADD ADD ADD ADD ADD ADD ADD END);
    for (unsigned i = 0; i < 3; i++) {
        k.launch.host.log_bytes = i * 4096 + 1;
        expect_same(&k, 0, HW_ONE_WORKER_NONE);
    }
    kernel_free(&k);
}

static _Atomic uint64_t no_stop = UINT64_MAX;

static struct hw_memory *make_order(struct hw_reduction_order *order)
{
    struct hw_launch launch = {.memory = NULL};
    struct hw_error error;

    assert_int_equal(hw_memory_create(&launch.memory, &error), HW_OK);
    hw_reduction_order_init(order, &launch, &no_stop, 16);
    return launch.memory;
}

static void *drain(void *log)
{
    hw_reduction_log_drain(log, (struct hw_range){0x11f, 0x122});
    return NULL;
}

/* A block waits before it accesses memory to which another has added, and finds there what was logged. */
static void test_drain(void **state)
{
    static struct hw_reduction_order order;
    static struct hw_reduction_log log[3];
    const struct hw_range added = {0x120, 0x123};
    uint32_t word = 0;
    const struct hw_reduction one = {(uint8_t *)&word, 1, 0, {HW_ATOM_ADD, HW_TYPE_U32, 0}};
    pthread_t thread;

    (void)state;
    struct hw_memory *memory = make_order(&order);
    hw_reduction_log_begin(&log[0], &order, 0);
    assert_false(hw_reduction_log_takes(&log[0], added));
    hw_reduction_log_end(&log[0]);
    hw_reduction_log_begin(&log[1], &order, 1);
    hw_reduction_log_begin(&log[2], &order, 2);
    assert_true(hw_reduction_log_takes(&log[2], added));
    hw_reduction_log_add(&log[2], &one);
    hw_reduction_log_drain(&log[2], (struct hw_range){0x124, 0x200});
    assert_false(hw_reduction_order_is_serial(&order));
    assert_int_equal(pthread_create(&thread, NULL, drain, &log[2]), 0);
    while (!hw_reduction_order_is_serial(&order))
        sched_yield();
    assert_int_equal(word, 0);
    hw_reduction_log_end(&log[1]);
    pthread_join(thread, NULL);
    assert_int_equal(word, 1);
    assert_int_equal(order.reason, HW_ONE_WORKER_SUMS);
    assert_int_equal(order.serial_from, 2);
    hw_reduction_log_end(&log[2]);
    assert_int_equal(order.bytes, 0);
    assert_int_equal(order.turn, 3);
    hw_reduction_order_clear(&order);
    hw_memory_destroy(memory);
}

/* More ranges than are told apart become longer. */
static void test_ranges(void **state)
{
    static struct hw_reduction_order order;

    (void)state;
    struct hw_memory *memory = make_order(&order);
    for (unsigned i = 0; i < HW_REDUCTION_RANGES; i++) {
        hw_reduction_order_add(&order, (struct hw_range){0x1000 * i + 0x100, 0x1000 * i + 0x1ff});
        hw_reduction_order_add(&order, (struct hw_range){0x1000 * i + 0x180, 0x1000 * i + 0x1bf});
    }
    hw_reduction_order_add(&order, (struct hw_range){0x9000, 0x9003});
    const struct hw_reduction_ranges ranges = hw_reduction_order_ranges(&order);
    assert_int_equal(ranges.count, HW_REDUCTION_RANGES);
    for (unsigned i = 0; i < HW_REDUCTION_RANGES; i++) {
        assert_int_equal(ranges.at[i].first, 0x1000 * i + 0x100);
        assert_int_equal(ranges.at[i].last, i < HW_REDUCTION_RANGES - 1 ? 0x1000 * i + 0x1ff : 0x9003);
    }
    hw_reduction_order_clear(&order);
    hw_memory_destroy(memory);
}

/* --- one worker --- */

static void expect_text(const struct kernel *k, const char *expected)
{
    char text[HW_SENTENCE_MAX];

    assert_int_equal(hw_serial_text(&k->result.serial, text, sizeof text), *expected != '\0');
    assert_string_equal(text, expected);
}

static void expect_one(const char *source, enum hw_one_worker reason, const char *text)
{
    struct kernel k;

    make(&k, GM107, source);
    expect_same(&k, 1, reason);
    expect_text(&k, text);
    kernel_free(&k);
}

/* The last block, by a count of those that are done, sees all sums. */
#define LAST_BLOCK                                                                                       \
    VALUE DELAY "RED.E.ADD.F32.FTZ.RN [R4], R6\nRED.E.ADD [R4+0x8], R0\nMEMBAR.GL\nBAR.SYNC 0x0\n" FIRST \
                "@!P0 EXIT\nMOV32I R8, 0x77\nATOM.E.INC R9, [R4+0x4], R8\nISETP.EQ.AND P0, PT, R9, R8, " \
                "PT\n@!P0 EXIT\nMEMBAR.GL\nLDG.E R9, [R4]\nSTG.E [R4+0x10], R9\nLDG.E R9, [R4+0x8]\n"    \
                "STG.E [R4+0x18], R9\n" END

static void test_rules(void **state)
{
    (void)state;
    expect_one(LAST_BLOCK, HW_ONE_WORKER_RETURNS,
               "one worker: ATOM.E.INC R9, [R4+0x4], R8 at 0x118 returns its value (atomics whose order "
               "decides the result)");
    expect_one(
        VALUE DELAY SLOT ADD "MEMBAR.GL\n" END, HW_ONE_WORKER_FENCE,
        "one worker: MEMBAR.GL at 0x108 is a fence, or a volatile load, beside atomics whose order decides "
        "the result");
    expect_one(VALUE DELAY SLOT "LDG.E.CV R8, [R4+0x100]\n" ADD END, HW_ONE_WORKER_FENCE,
               "one worker: LDG.E.CV R8, [R4+0x100] at 0xf8 is a fence, or a volatile load, beside atomics "
               "whose order decides the result");
    expect_one(VALUE "S2R R8, SR_CLOCKLO\nMOV R8, RZ\n" END, HW_ONE_WORKER_CLOCK,
               "one worker: S2R R8, SR_CLOCKLO at 0x88 reads a clock (all blocks have the same)");
    expect_on_workers(VALUE DELAY SLOT ADD "MEMBAR.CTA\n" END);
}

static void see_written(void *context, const struct hw_written_event *event)
{
    (void)context, (void)event;
}

static void see_end(void *context, const uint32_t block[3], const uint8_t *shared, uint32_t bytes)
{
    (void)context, (void)block, (void)shared, (void)bytes;
}

static void test_rules_of_launches(void **state)
{
    struct kernel k;

    (void)state;
    make(&k, GM107, VALUE DELAY SLOT ADD END);
    k.launch.host.order = 7;
    expect_same(&k, 1, HW_ONE_WORKER_ORDER);
    expect_text(&k, "one worker: the order of blocks is drawn from a seed, and decides the result of its "
                    "atomics");
    k.launch.host.order = 0;
    k.launch.host.block_end = see_end;
    expect_same(&k, 1, HW_ONE_WORKER_END);
    expect_text(&k, "one worker: the ends of its blocks are looked at");
    k.launch.host.block_end = NULL;
    expect_same(&k, 0, HW_ONE_WORKER_NONE);
    expect_text(&k, "");
    kernel_listen(&k, see_written, NULL);
    k.listener.one_worker = true;
    assert_int_equal(run(&k, 4), HW_OK);
    assert_int_equal(k.result.serial.reason, HW_ONE_WORKER_LISTENER);
    expect_text(&k, "one worker: what listens to the launch wants block after block");
    kernel_free(&k);
}

/* Where any order will do, the last block still sees all. */
static void test_any_order(void **state)
{
    struct kernel k;

    (void)state;
    make(&k, GM107, LAST_BLOCK);
    k.launch.host.any_order = true;
    for (unsigned i = 0; i < 10 * RUNS; i++) {
        assert_int_equal(run(&k, RACING_WORKERS(4)), HW_OK);
        assert_int_equal(k.result.stats.workers, RACING_WORKERS(4));
        assert_int_equal(k.result.serial.reason, HW_ONE_WORKER_NONE);
        assert_int_equal(k.out[2], BLOCKS * THREADS * (THREADS - 1) / 2);
        assert_int_equal(k.out[6], k.out[2]);
        assert_int_equal(k.out[4], k.out[0]);
        assert_int_equal(k.out[1], 0);
    }
    kernel_free(&k);
}

/* Additions that commute are in memory when another block sees what comes behind a fence, in other memory.
 * Block 0 adds 0 and stores 0 first, since an instruction looks its memory up when it comes there for the
 * first time, and blocks count while they wait, which keeps their time slices long. */
static void test_fence(void **state)
{
    struct kernel k;

    (void)state;
    make(&k, GK104,
         "S2R R1, SR_CTAID.X\nMOV R4, OUT_LOW\nMOV R5, OUT_HIGH\nMOV32I R8, 0x1\n" OTHER
         "ISETP.EQ.AND P0, PT, R1, RZ, PT\n@!P0 BRA @second\nMOV R7, RZ\nagain: MOV32I R9, 0x8000\n"
         "wait: IADD R9, R9, -0x1\nISETP.GT.AND P1, PT, R9, RZ, PT\n@P1 BRA @wait\nRED.E.ADD [R4], R7\n"
         "MEMBAR.GL\nST_WORD [R10], R7\nISETP.EQ.AND P1, PT, R7, RZ, PT\nMOV R7, R8\n@P1 BRA @again\n"
         "said: IADD R12, R12, R8\nLD_WORD R9, [R10+0x200]\nISETP.EQ.AND P1, PT, R9, RZ, PT\n"
         "@P1 BRA @said\nEXIT\n"
         "second: IADD R12, R12, R8\nLD_WORD R9, [R10]\nISETP.EQ.AND P1, PT, R9, RZ, PT\n"
         "@P1 BRA @second\nMEMBAR.GL\nLD_WORD R9, [R4]\nST_WORD [R4+0x300], R9\nMEMBAR.GL\n"
         "ST_WORD [R10+0x200], R8\n" END);
    uint32_t *flags = take_other(&k);
    k.launch.grid[0] = 2;
    k.launch.block[0] = 1;
    for (unsigned i = 0; i < 10 * RUNS; i++) {
        memset(flags, 0, OTHER_BYTES);
        assert_int_equal(run(&k, RACING_WORKERS(2)), HW_OK);
        assert_int_equal(k.out[0xc0], 1);
    }
    kernel_free(&k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sums),
        cmocka_unit_test(test_types),
        cmocka_unit_test(test_kinds),
        cmocka_unit_test(test_other_memory),
        cmocka_unit_test(test_own_sums),
        cmocka_unit_test(test_sums_so_far),
        cmocka_unit_test(test_stores_to_sums),
        cmocka_unit_test(test_fault),
        cmocka_unit_test(test_long_blocks),
        cmocka_unit_test(test_little_room),
        cmocka_unit_test(test_limit),
        cmocka_unit_test(test_drain),
        cmocka_unit_test(test_ranges),
        cmocka_unit_test(test_rules),
        cmocka_unit_test(test_rules_of_launches),
        cmocka_unit_test(test_any_order),
        cmocka_unit_test(test_fence),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
