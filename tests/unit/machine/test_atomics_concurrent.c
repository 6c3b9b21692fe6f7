/* SPDX-License-Identifier: MIT */
/* Launches that run at the same time change the same words: nothing is lost, whatever the operation, also
 * where one worker runs each of them. */
#include "unit/engine/fermi.h"

#include <pthread.h>

#include "machine/memory/device_memory.h"

#define LAUNCHES 3
#define BLOCKS   200u
#define THREADS  64u
#define OFTEN    5u /* each launch */

struct user {
    pthread_t thread;
    struct kernel k;
    hw_status status;
    _Atomic bool is_over;
};

static void *launch_often(void *data)
{
    struct user *user = data;

    for (unsigned i = 0; i < OFTEN && user->status == HW_OK; i++)
        user->status = kernel_run(&user->k);
    user->is_over = true;
    return NULL;
}

/* Each thread of each launch adds 1 to word 8 of the same output. */
static void expect_sum(unsigned chip, const char *source)
{
    struct user user[LAUNCHES];
    struct hw_memory *own[LAUNCHES];

    for (unsigned i = 0; i < LAUNCHES; i++) {
        struct kernel *k = &user[i].k;
        user[i].status = HW_OK;
        fermi_make(k, chip, THREADS, source);
        own[i] = k->memory;
        hw_memory_lend(k->memory, k->out_address, OUT_WORDS * 4); /* hw_launch_run knows of no other launch */
        assert_int_equal(k->out_address, user[0].k.out_address);
        k->launch.memory = own[0];
        k->launch.grid[0] = BLOCKS;
        k->launch.host.workers = 1;
        k->launch.host.beside_others = true;
    }
    for (unsigned i = 0; i < LAUNCHES; i++)
        assert_int_equal(pthread_create(&user[i].thread, NULL, launch_often, &user[i]), 0);
    for (unsigned i = 0; i < LAUNCHES; i++) {
        pthread_join(user[i].thread, NULL);
        if (user[i].status != HW_OK)
            fail_msg("%s", user[i].k.error.text);
    }
    assert_int_equal(user[0].k.out[8], LAUNCHES * OFTEN * BLOCKS * THREADS);
    for (unsigned i = 0; i < LAUNCHES; i++)
        kernel_free(&user[i].k);
}

#define OUT "MOV R4, OUT_LOW\nMOV R5, OUT_HIGH\nMOV32I R6, 0x1\n"

static void test_additions(void **state)
{
    (void)state;
    expect_sum(GK104, OUT "RED.E.ADD [R4+0x20], R6\n" END);
    expect_sum(GK104, OUT "ATOM.E.ADD R7, [R4+0x20], R6\n" END);
}

/* A lock of a word, taken by a load and given back by a store (GF100). */
static void test_locks(void **state)
{
    (void)state;
    expect_sum(GF100,
               "MOV R4, OUT_LOW\nSSY @out\nloop: LDLK P0, R5, [R4+0x20]\n@P0 IADD R5, R5, 0x1\n@P0 STUL "
               "[R4+0x20], R5\n@!P0 BRA @loop\nJOIN\nout: EXIT\n");
}

/* The host, or another process, adds to lent memory while a launch does that is alone on it otherwise. */
static void test_additions_of_the_host(void **state)
{
    struct user user = {.status = HW_OK};
    struct kernel *k = &user.k;
    uint32_t added = 0;

    (void)state;
    fermi_make(k, GK104, THREADS, OUT "RED.E.ADD [R4+0x20], R6\n" END);
    hw_memory_lend(k->memory, k->out_address, OUT_WORDS * 4);
    k->launch.grid[0] = BLOCKS;
    k->launch.host.workers = 1;
    assert_int_equal(pthread_create(&user.thread, NULL, launch_often, &user), 0);
    for (; !user.is_over; added++)
        __atomic_fetch_add(&k->out[8], 1, __ATOMIC_RELAXED);
    pthread_join(user.thread, NULL);
    assert_int_equal(user.status, HW_OK);
    assert_int_equal(k->out[8] - added, OFTEN * BLOCKS * THREADS);
    kernel_free(k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_additions),
                                       cmocka_unit_test(test_additions_of_the_host),
                                       cmocka_unit_test(test_locks)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
