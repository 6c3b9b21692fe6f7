/* SPDX-License-Identifier: MIT */
/* Running launches: several at once in one execution context, left and entered again, stopped; launches that
 * wait for each other, and the proof that they will for ever. */
#include "generations.h"

#include <pthread.h>
#include <time.h>

#include "engine/launch/livelock_proof.h"
#include "engine/launch/running_launch_state.h"
#include "machine/memory/device_memory.h"

#include "sanitized.h"

static struct hw_execution_context *execution_context;

static int make_context(void **state)
{
    struct hw_error error;

    (void)state;
    return hw_execution_context_create(&execution_context, &error) == HW_OK ? 0 : 1;
}

static int destroy_context(void **state)
{
    (void)state;
    hw_execution_context_destroy(execution_context);
    return 0;
}

/* A launch of GM107 that runs beside others. */
static void make(struct kernel *k, uint32_t blocks, uint32_t threads, uint32_t workers, const char *source)
{
    make_on(k, GM107, threads, source);
    k->launch.grid[0] = blocks;
    k->launch.limits.max_instructions = 0;
    k->launch.host.workers = workers;
    k->launch.host.beside_others = true;
    k->launch.host.execution_context = execution_context;
}

/* Let a launch work on the output of another one. */
static void share_output(struct kernel *k, const struct kernel *with)
{
    k->launch.memory = with->memory;
    k->params[0] = with->params[0];
    k->params[1] = with->params[1];
}

static struct hw_running_launch *create(struct kernel *k)
{
    struct hw_running_launch *running = NULL;

    if (hw_running_launch_create(execution_context, &k->launch, &running, &k->error) != HW_OK)
        fail_msg("%s", k->error.text);
    return running;
}

static void finish(struct kernel *k, struct hw_running_launch *running)
{
    if (hw_running_launch_finish(running, &k->result, &k->error) != HW_OK)
        fail_msg("%s", k->error.text);
}

static void finish_with_fault(struct kernel *k, struct hw_running_launch *running, unsigned kind)
{
    assert_int_equal(hw_running_launch_finish(running, &k->result, &k->error), HW_ERR_FAULT);
    assert_int_equal(k->result.fault.kind, kind);
}

/* R4:R5 = the output, R1 = the block's number, R6:R7 = the block's word of the output, R8 = 1, R9 = R1 +
 * 1. */
#define BLOCK                                                                                           \
    "S2R R0, TID_X\nMOV R4, OUT_LOW\nMOV R5, OUT_HIGH\nS2R R1, SR_CTAID.X\nISCADD R6.CC, R1, R4, 0x2\n" \
    "IADD.X R7, R5, RZ\nMOV32I R8, 0x1\nIADD R9, R1, 0x1\n"
/* Wait until the word at an offset of the output is not 0. */
#define WAIT_FOR(offset, label) \
    label ": LD_WORD R11, [R4+" offset "]\nISETP.EQ.AND P1, PT, R11, RZ, PT\n@P1 BRA @" label "\n"
/* Each block stores its number and the second parameter to its word from 0x40 on. */
#define SAY  "MOV R10, PARAM2\nIADD R10, R10, R1\nST_WORD [R6+0x40], R10\n"
#define SAID 16

/* --- several launches at once --- */

#define THREADS 4

struct user {
    pthread_t thread;
    struct kernel k;
    uint32_t number, wrong;
};

/* Launch the same code with other values again and again. */
static void *launch_often(void *argument)
{
    struct user *user = argument;
    struct kernel *k = &user->k;

    for (uint32_t i = 0; i < 200; i++) {
        struct hw_running_launch *running;
        const uint32_t value = user->number << 16 | i << 4;
        k->params[2] = value;
        if (hw_running_launch_create(execution_context, &k->launch, &running, &k->error) != HW_OK ||
            hw_running_launch_work(running) != HW_RUNNING_OVER ||
            hw_running_launch_finish(running, &k->result, &k->error) != HW_OK)
            user->wrong++;
        for (uint32_t n = 0; n < 5; n++)
            user->wrong += k->out[SAID + n] != value + n;
        user->wrong += k->result.stats.blocks != 5;
    }
    return NULL;
}

static void test_same_code_at_once(void **state)
{
    static struct user user[THREADS];

    (void)state;
    for (uint32_t i = 0; i < THREADS; i++) {
        user[i].number = i;
        make(&user[i].k, 5, 64, 1, BLOCK SAY END);
    }
    for (uint32_t i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&user[i].thread, NULL, launch_often, &user[i]), 0);
    for (uint32_t i = 0; i < THREADS; i++) {
        pthread_join(user[i].thread, NULL);
        assert_int_equal(user[i].wrong, 0);
        kernel_free(&user[i].k);
    }
}

/* Sums of several launches in one word are added by atomics of the host, also of launches of one worker. */
static void *add_often(void *argument)
{
    struct user *user = argument;
    struct kernel *k = &user->k;

    for (uint32_t i = 0; i < 20; i++)
        user->wrong += hw_launch_run(&k->launch, &k->result, &k->error) != HW_OK;
    return NULL;
}

static void test_sums_of_several(void **state)
{
    static struct user user[THREADS];

    (void)state;
    for (uint32_t i = 0; i < THREADS; i++) {
        make(&user[i].k, 50, 64, 1 + i % 2, BLOCK "RED.E.ADD [R4], R8\n" END);
        share_output(&user[i].k, &user[0].k);
    }
    for (uint32_t i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&user[i].thread, NULL, add_often, &user[i]), 0);
    for (uint32_t i = 0; i < THREADS; i++)
        pthread_join(user[i].thread, NULL);
    assert_int_equal(user[0].k.out[0], THREADS * 20 * 50 * 64);
    for (uint32_t i = 0; i < THREADS; i++) {
        assert_int_equal(user[i].wrong, 0);
        kernel_free(&user[i].k);
    }
}

/* --- one launch, many threads --- */

/* All blocks wait for each other, then each thread adds 1 to the second word. */
#define BARRIER_AND_ADD                                                                                  \
    BLOCK "ISETP.NE.AND P1, PT, R0, RZ, PT\n@P1 BRA @met\nRED.E.ADD [R4], R8\n"                          \
          "spin: LD_WORD R11, [R4]\nISETP.LT.AND P1, PT, R11, PARAM2, PT\n@P1 BRA @spin\nmet: BARRIER\n" \
          "RED.E.ADD [R4+0x4], R8\n" END

struct visit {
    pthread_t thread;
    struct hw_running_launch *running;
    _Atomic uint32_t *overs;
};

static void *visit_until_over(void *argument)
{
    struct visit *visit = argument;

    while (*visit->overs == 0)
        if (hw_running_launch_work(visit->running) == HW_RUNNING_OVER)
            ++*visit->overs;
    return NULL;
}

static void test_threads_come_and_go(void **state)
{
    const uint32_t blocks = 100, workers = RACING_WORKERS(THREADS);

    (void)state;
    for (uint32_t i = 0; i < 8; i++) {
        struct visit visit[THREADS];
        _Atomic uint32_t overs = 0;
        struct kernel k;
        make(&k, blocks, 64, workers, BARRIER_AND_ADD);
        k.params[2] = blocks;
        struct hw_running_launch *running = create(&k);
        for (uint32_t n = 0; n < workers; n++) {
            visit[n] = (struct visit){.running = running, .overs = &overs};
            assert_int_equal(pthread_create(&visit[n].thread, NULL, visit_until_over, &visit[n]), 0);
        }
        for (uint32_t n = 0; n < workers; n++)
            pthread_join(visit[n].thread, NULL);
        finish(&k, running);
        assert_int_equal(k.out[0], blocks);
        assert_int_equal(k.out[1], blocks * 64);
        assert_int_equal(k.result.stats.blocks, blocks);
        kernel_free(&k);
    }
}

/* The same by hw_launch_run: what blocks add after a wait arrives. */
static void test_sums_after_a_wait(void **state)
{
    (void)state;
    for (uint32_t workers = 1; workers <= RACING_WORKERS(3); workers++) {
        struct kernel k;
        make(&k, 100, 64, workers, BARRIER_AND_ADD);
        k.params[2] = 100;
        kernel_expect_ok(&k);
        assert_int_equal(k.out[1], 100 * 64);
        kernel_free(&k);
    }
}

static void test_wants(void **state)
{
    struct kernel k;

    (void)state;
    make(&k, 3, 32, 8, BLOCK WAIT_FOR("0x0", "spin") SAY END);
    struct hw_running_launch *running = create(&k);
    assert_int_equal(hw_running_launch_wants(running), 3);
    assert_int_equal(hw_running_launch_work(running), HW_RUNNING_WAITS);
    assert_int_equal(hw_running_launch_wants(running), 0);
    k.out[0] = 1;
    assert_int_equal(hw_running_launch_work(running), HW_RUNNING_OVER);
    assert_int_equal(hw_running_launch_wants(running), 0);
    finish(&k, running);
    kernel_free(&k);
    make(&k, 3, 32, 8, BLOCK "ATOM.E.ADD R10, [R4], R8\n" END); /* the order of blocks decides */
    running = create(&k);
    assert_int_equal(hw_running_launch_wants(running), 1);
    assert_int_equal(hw_running_launch_work(running), HW_RUNNING_OVER);
    finish(&k, running);
    kernel_free(&k);
}

/* --- left and entered again --- */

static void test_left_and_entered_again(void **state)
{
    struct kernel k;

    (void)state;
    make(&k, 4, 64, 1, BLOCK WAIT_FOR("0x0", "one") WAIT_FOR("0x4", "two") SAY END);
    k.params[2] = 7;
    struct hw_running_launch *running = create(&k);
    for (uint32_t i = 0; i < 3; i++)
        assert_int_equal(hw_running_launch_work(running), HW_RUNNING_WAITS);
    k.out[0] = 1;
    assert_int_equal(hw_running_launch_work(running), HW_RUNNING_WAITS);
    assert_int_equal(k.out[SAID], 0);
    k.out[1] = 1;
    assert_int_equal(hw_running_launch_work(running), HW_RUNNING_OVER);
    finish(&k, running);
    for (uint32_t n = 0; n < 4; n++)
        assert_int_equal(k.out[SAID + n], 7 + n);
    assert_int_equal(k.result.stats.blocks, 4);
    kernel_free(&k);
}

/* More blocks than the chip holds: those that have not started when the thread leaves start later. */
static void test_left_with_blocks_to_start(void **state)
{
    const uint32_t resident = 5 * 32; /* blocks of 64 threads that a GM107 holds */
    struct kernel k;

    (void)state;
    make(&k, 1000, 64, 1, BLOCK WAIT_FOR("0x0", "spin") SAY "RED.E.ADD [R4+0x4], R8\n" END);
    struct hw_running_launch *running = create(&k);
    assert_int_equal(hw_running_launch_work(running), HW_RUNNING_WAITS);
    assert_int_equal(hw_running_launch_work(running), HW_RUNNING_WAITS);
    k.out[0] = 1;
    assert_int_equal(hw_running_launch_work(running), HW_RUNNING_OVER);
    finish(&k, running);
    assert_int_equal(k.out[1], 1000 * 64);
    assert_int_equal(k.out[SAID + resident], resident);
    kernel_free(&k);
}

/* Each block waits for the one in front of it. */
#define CHAIN BLOCK "spin: LD_WORD R11, [R6+0x3c]\nISETP.EQ.AND P1, PT, R11, RZ, PT\n@P1 BRA @spin\n" SAY END

/* Once. */
static void leave_at_block(void *context, const struct hw_progress_report *report)
{
    struct hw_running_launch **asked = context;

    if (*asked && report->begun == 20) {
        hw_running_launch_ask_to_leave(*asked);
        *asked = NULL;
    }
}

/* A thread that has taken the lowest blocks does not get on until another one has filled the chip with later
 * blocks, which wait for those. */
static void test_late_thread(void **state)
{
    struct hw_running_launch *asked = NULL;
    struct hw_worker_slot late;
    struct hw_block *block;
    struct kernel k;

    (void)state;
    make(&k, 1000, 64, 2, CHAIN);
    k.params[2] = 1;
    k.launch.host.progress = leave_at_block;
    k.launch.host.progress_context = &asked;
    struct hw_running_launch *running = asked = create(&k);
    assert_int_equal(hw_running_launch_work(running), HW_RUNNING_MORE);
    assert_true(hw_resident_enter(&running->scheduler, &late, 2, &block));
    assert_true(hw_dispatch_take(&running->scheduler.dispatch, &late.range));
    assert_int_equal(late.range.next, 21);
    assert_int_equal(hw_running_launch_work(running), HW_RUNNING_BUSY);
    assert_true(hw_resident_may_start(&running->scheduler, &late));
    assert_int_equal(hw_resident_leave(&running->scheduler, &late, block, true), HW_LEFT_MORE);
    k.out[SAID - 1] = 1;
    assert_int_equal(hw_running_launch_work(running), HW_RUNNING_OVER);
    finish(&k, running);
    assert_int_equal(k.out[SAID + 999], 1000);
    kernel_free(&k);
}

/* --- launches that wait for each other --- */

/* `rounds` times: wait until the first word is 2 * i + `first`, then make it one more. */
#define PING_PONG(first)                                                                                \
    BLOCK                                                                                               \
    "MOV32I R12, " first "\nMOV R13, PARAM2\n"                                                          \
    "round: LD_WORD R11, [R4]\nISETP.NE.AND P1, PT, R11, R12, PT\n@P1 BRA @round\nIADD R10, R11, 0x1\n" \
    "ST_WORD [R4], R10\nIADD R12, R12, 0x2\nISETP.LT.AND P1, PT, R12, R13, PT\n@P1 BRA @round\n" END

static void test_by_turns(void **state)
{
    const uint32_t rounds = 100;
    struct hw_running_launch *running[2];
    struct kernel k[2];
    bool over[2] = {false, false};

    (void)state;
    make(&k[0], 1, 32, 1, PING_PONG("0x0"));
    make(&k[1], 1, 32, 1, PING_PONG("0x1"));
    share_output(&k[1], &k[0]);
    for (unsigned i = 0; i < 2; i++) {
        k[i].params[2] = 2 * rounds;
        running[i] = create(&k[i]);
    }
    for (unsigned visits = 0; !over[0] || !over[1]; visits++) {
        const unsigned i = visits % 2;
        assert_true(visits < 4 * rounds);
        if (!over[i])
            over[i] = hw_running_launch_work(running[i]) == HW_RUNNING_OVER;
    }
    for (unsigned i = 0; i < 2; i++)
        finish(&k[i], running[i]);
    assert_int_equal(k[0].out[0], 2 * rounds);
    kernel_free(&k[0]);
    kernel_free(&k[1]);
}

/* The proof runs blocks itself, so launches that can go on do. */
static void test_proof_goes_on(void **state)
{
    struct hw_running_launch *running[2];
    struct kernel k[2];

    (void)state;
    make(&k[0], 1, 32, 1, BLOCK WAIT_FOR("0x0", "spin") "ST_WORD [R4+0x4], R8\n" END);
    make(&k[1], 3, 32, 1, BLOCK WAIT_FOR("0x4", "spin") SAY END);
    share_output(&k[1], &k[0]);
    for (unsigned i = 0; i < 2; i++) {
        running[i] = create(&k[i]);
        assert_int_equal(hw_running_launch_work(running[i]), HW_RUNNING_WAITS);
    }
    k[0].out[0] = 1;
    assert_int_equal(hw_livelock_prove(running, 2), HW_LIVELOCK_CHANGED);
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(hw_running_launch_work(running[i]), HW_RUNNING_OVER);
        finish(&k[i], running[i]);
    }
    kernel_free(&k[0]);
    kernel_free(&k[1]);
}

static void test_no_progress_of_two(void **state)
{
    struct hw_running_launch *running[2];
    struct kernel k[2];

    (void)state;
    make(&k[0], 1, 32, 1, BLOCK WAIT_FOR("0x0", "spin") "ST_WORD [R4+0x4], R8\n" END);
    make(&k[1], 3, 32, 1, BLOCK WAIT_FOR("0x4", "spin") "ST_WORD [R4], R8\n" END);
    share_output(&k[1], &k[0]);
    for (unsigned i = 0; i < 2; i++) {
        running[i] = create(&k[i]);
        assert_int_equal(hw_running_launch_work(running[i]), HW_RUNNING_WAITS);
    }
    assert_int_equal(hw_livelock_prove(running, 2), HW_LIVELOCK_PROVEN);
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(hw_running_launch_work(running[i]), HW_RUNNING_OVER);
        finish_with_fault(&k[i], running[i], HW_FAULT_NO_PROGRESS);
        assert_non_null(strstr(k[i].result.fault.instruction, "LD"));
    }
    assert_non_null(
        strstr(k[0].result.fault.sentence, "nothing else will do; 3 blocks of 1 other launch wait, too"));
    assert_non_null(strstr(k[1].result.fault.sentence, "3 of 3 blocks wait for each other: 3 at 0x"));
    assert_non_null(strstr(k[1].result.fault.sentence, "; 1 block of 1 other launch waits, too"));
    kernel_free(&k[0]);
    kernel_free(&k[1]);
}

/* Nothing is concluded where the host may write; a fault of one launch leaves the other one alone. */
static void test_no_proof(void **state)
{
    struct hw_running_launch *running[2];
    struct kernel k[2];

    (void)state;
    for (unsigned i = 0; i < 2; i++)
        make(&k[i], 2, 32, 1, BLOCK WAIT_FOR("0x0", "spin") SAY END);
    hw_memory_lend(k[1].memory, k[1].out_address, OUT_WORDS * 4);
    for (unsigned i = 0; i < 2; i++) {
        running[i] = create(&k[i]);
        assert_int_equal(hw_running_launch_work(running[i]), HW_RUNNING_WAITS);
    }
    assert_int_equal(hw_livelock_prove(running, 2), HW_LIVELOCK_HOST);
    assert_int_equal(hw_livelock_prove(&running[0], 1), HW_LIVELOCK_PROVEN);
    k[1].out[0] = 1;
    for (unsigned i = 0; i < 2; i++)
        assert_int_equal(hw_running_launch_work(running[i]), HW_RUNNING_OVER);
    finish_with_fault(&k[0], running[0], HW_FAULT_NO_PROGRESS);
    finish(&k[1], running[1]);
    assert_int_equal(k[1].out[SAID + 1], 1);
    kernel_free(&k[0]);
    kernel_free(&k[1]);
}

/* --- stop --- */

static const struct hw_fault too_long = {.kind = HW_FAULT_LIMIT, .sentence = "too long"};

static void *work_to_the_end(void *running)
{
    return (void *)(uintptr_t)hw_running_launch_work(running);
}

/* A kernel that never ends, and does not wait. */
static void test_stop_running(void **state)
{
    pthread_t thread[2];
    struct kernel k;

    (void)state;
    make(&k, 100, 64, 2, BLOCK "loop: IADD R10, R10, R8\nBRA @loop\n" END);
    struct hw_running_launch *running = create(&k);
    uint32_t overs = 0;
    for (unsigned i = 0; i < 2; i++)
        assert_int_equal(pthread_create(&thread[i], NULL, work_to_the_end, running), 0);
    nanosleep(&(struct timespec){.tv_nsec = 30000000}, NULL);
    hw_running_launch_stop(running, &too_long);
    for (unsigned i = 0; i < 2; i++) {
        void *result;
        pthread_join(thread[i], &result);
        overs += (uintptr_t)result == HW_RUNNING_OVER;
    }
    assert_int_not_equal(overs, 0);
    assert_int_equal(hw_running_launch_finish(running, &k.result, &k.error), HW_ERR_LIMIT);
    assert_string_equal(k.result.fault.sentence, "too long");
    assert_true(k.result.stats.warp_instructions > 0);
    kernel_free(&k);
}

static void test_stop_waiting(void **state)
{
    struct kernel k;

    (void)state;
    make(&k, 1000, 64, 1, BLOCK WAIT_FOR("0x0", "spin") SAY END);
    struct hw_running_launch *running = create(&k);
    assert_int_equal(hw_running_launch_work(running), HW_RUNNING_WAITS);
    hw_running_launch_stop(running, &too_long);
    assert_int_not_equal(hw_running_launch_wants(running), 0);
    assert_int_equal(hw_running_launch_work(running), HW_RUNNING_OVER);
    assert_int_equal(hw_running_launch_finish(running, &k.result, &k.error), HW_ERR_LIMIT);
    kernel_free(&k);
    /* one that nobody works on any more */
    make(&k, 1000, 64, 1, BLOCK WAIT_FOR("0x0", "spin") SAY END);
    running = create(&k);
    assert_int_equal(hw_running_launch_work(running), HW_RUNNING_WAITS);
    hw_running_launch_stop(running, &too_long);
    assert_int_equal(hw_running_launch_finish(running, &k.result, &k.error), HW_ERR_LIMIT);
    kernel_free(&k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_code_at_once),
        cmocka_unit_test(test_sums_of_several),
        cmocka_unit_test(test_threads_come_and_go),
        cmocka_unit_test(test_sums_after_a_wait),
        cmocka_unit_test(test_wants),
        cmocka_unit_test(test_left_and_entered_again),
        cmocka_unit_test(test_left_with_blocks_to_start),
        cmocka_unit_test(test_late_thread),
        cmocka_unit_test(test_by_turns),
        cmocka_unit_test(test_proof_goes_on),
        cmocka_unit_test(test_no_progress_of_two),
        cmocka_unit_test(test_no_proof),
        cmocka_unit_test(test_stop_running),
        cmocka_unit_test(test_stop_waiting),
    };

    return cmocka_run_group_tests(tests, make_context, destroy_context);
}
