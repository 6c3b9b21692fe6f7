/* SPDX-License-Identifier: MIT */
/* Device memory that threads of the host change while kernels run on it: what stays is found all the time,
 * what is freed is gone for those that have not met it, and nothing is lost when pages are exchanged. */
#include "unit/engine/maxwell.h"

#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

#include "machine/memory/device_memory.h"

#include "sanitized.h"

#define HOST_PAGE 4096u
#define FIXED     UINT64_C(0x300000000) /* ranges that stay: more than a block remembers, a page each */
#define RANGES    16u
#define STEP      0x2000u
#define ROUNDS    (SANITIZED ? 300 : 3000)

/* Words of the output: two by which kernel and host talk, and what the kernel says in the end. */
enum { GO = 64, HERE = 65, RESULT = 0 };
#define FLAGS "MOV R12, c[0x0][0x140]\nMOV R13, c[0x0][0x144]\nMOV32I R15, 0x1\n"
/* The kernel says that it is there; P1: the host has not said go.  Both are atomics, as the host's are. */
#define SAY_HERE "ATOM.E.ADD R14, [R12+0x104], R15\n"
#define ASK_GO   "ATOM.E.ADD R11, [R12+0x100], RZ\nISETP.EQ.AND P1, PT, R11, RZ, PT\n"
#define ADDRESS  "MOV R8, c[0x0][0x148]\nMOV R9, c[0x0][0x14c]\nMOV R1, RZ\n"
#define SAY(reg) "MOV R6, " reg "\n" STORE("R6") END

/* Reads word 0 of one range after the other, which has the range's number, until the host says go. */
#define READ_ALL                                                                                       \
    START FLAGS ADDRESS SAY_HERE                                                                       \
        "loop: LOP.AND R6, R1, 0xf\nSHL R7, R6, 0xd\nIADD R4.CC, R8, R7\nIADD.X R5, R9, RZ\n"          \
        "LDG.E R10, [R4]\nISETP.NE.AND P0, PT, R10, R6, PT\n@P0 BRA @wrong\nIADD R1, R1, 0x1\n" ASK_GO \
        "@P1 BRA @loop\n" SAY("R1") "wrong: MOV32I R1, 0xbad\n" SAY("R1")
/* Writes to the address, and checks in a way, until the host says go. */
#define WRITE_ONE(check)                                                                                  \
    START FLAGS ADDRESS "loop: IADD R1, R1, 0x1\nSTG.E [R8], R1\nLDG.E R10, [R8]\n" SAY_HERE check ASK_GO \
                        "@P1 BRA @loop\n" SAY("R1") "wrong: MOV32I R1, 0xbad\n" SAY("R1")
#define READ_BACK "ISETP.NE.AND P0, PT, R10, R1, PT\n@P0 BRA @wrong\n"
/* Waits until the host says go, and reads the address. */
#define READ_LATER START FLAGS ADDRESS SAY_HERE "loop: " ASK_GO "@P1 BRA @loop\nLDG.E R1, [R8]\n" SAY("R1")

/* A kernel on a thread of its own. */
struct running {
    struct kernel k;
    pthread_t thread;
    hw_status status;
    bool ended;
};

static void *run(void *data)
{
    struct running *running = data;

    running->status = kernel_run(&running->k);
    __atomic_store_n(&running->ended, true, __ATOMIC_RELEASE);
    return NULL;
}

static void prepare(struct running *running, const char *source, uint64_t address)
{
    struct kernel *k = &running->k;

    running->ended = false;
    make(k, 1, source);
    k->launch.limits.max_instructions = 0;
    k->params[2] = (uint32_t)address;
    k->params[3] = (uint32_t)(address >> 32);
    hw_memory_lend(k->memory, k->out_address, OUT_WORDS * 4);
}

/* How often it has said that it is there. */
static uint32_t said(const struct running *running)
{
    return __atomic_load_n(&running->k.out[HERE], __ATOMIC_ACQUIRE);
}

/* Wait until it has said that so often, or has ended. */
static void wait_for(const struct running *running, uint32_t count)
{
    while (said(running) < count && !__atomic_load_n(&running->ended, __ATOMIC_ACQUIRE))
        usleep(100);
}

static void start(struct running *running)
{
    assert_int_equal(pthread_create(&running->thread, NULL, run, running), 0);
    wait_for(running, 1);
}

static void finish(struct running *running)
{
    __atomic_store_n(&running->k.out[GO], 1, __ATOMIC_RELEASE);
    pthread_join(running->thread, NULL);
}

static void expect_fine(const struct running *running)
{
    if (running->status != HW_OK)
        fail_msg("%s", running->k.error.text);
    assert_int_not_equal(running->k.out[RESULT], 0xbad);
    assert_int_not_equal(running->k.out[RESULT], 0);
}

static void map(struct hw_memory *memory, uint64_t address, uint32_t word)
{
    assert_int_equal(hw_memory_map(memory, address, HOST_PAGE, NULL), HW_OK);
    assert_int_equal(hw_memory_write(memory, address, &word, sizeof word, NULL), HW_OK);
}

static int make_file(uint64_t bytes)
{
    const int file = memfd_create("halfwarp-test", MFD_CLOEXEC);

    assert_true(file >= 0 && ftruncate(file, (off_t)bytes) == 0);
    return file;
}

/* --- ranges come and go beside those that kernels use --- */

struct owner {
    struct hw_memory *memory;
    pthread_t thread;
    uint32_t number;
    unsigned wrong;
};

/* Allocate some, zero, that keep what is written there; the ranges of the kernel are found all the time. */
static void *own(void *data)
{
    struct owner *owner = data;
    uint64_t address[8];
    struct hw_range range;

    for (unsigned round = 0; round < ROUNDS / 8; round++) {
        for (uint32_t i = 0; i < 8; i++) {
            const uint32_t value = owner->number * 1000 + round * 8 + i;
            uint32_t word = 1;
            const bool there = (i % 2 ? hw_memory_alloc_close : hw_memory_alloc)(
                                   owner->memory, 4 + (round * 37 + i) % 9000, &address[i], NULL) == HW_OK &&
                               hw_memory_read(owner->memory, address[i], &word, 4, NULL) == HW_OK;
            owner->wrong += !there || word != 0;
            owner->wrong += hw_memory_write(owner->memory, address[i], &value, 4, NULL) != HW_OK;
            owner->wrong += !hw_memory_range(owner->memory, FIXED + i * STEP, &range) ||
                            range.first != FIXED + i * STEP || range.last != range.first + HOST_PAGE - 1;
        }
        for (uint32_t i = 0; i < 8; i++) {
            uint32_t word = 0;
            owner->wrong += hw_memory_read(owner->memory, address[i], &word, 4, NULL) != HW_OK ||
                            word != owner->number * 1000 + round * 8 + i;
            owner->wrong += hw_memory_free(owner->memory, address[i], NULL) != HW_OK;
        }
    }
    return NULL;
}

static void test_allocate_beside_a_kernel(void **state)
{
    struct owner owner[3];
    struct running running;

    (void)state;
    prepare(&running, READ_ALL, FIXED);
    for (uint32_t i = 0; i < RANGES; i++)
        map(running.k.memory, FIXED + i * STEP, i);
    start(&running);
    for (uint32_t i = 0; i < 3; i++) {
        owner[i] = (struct owner){.memory = running.k.memory, .number = i + 1};
        assert_int_equal(pthread_create(&owner[i].thread, NULL, own, &owner[i]), 0);
    }
    for (unsigned i = 0; i < 3; i++) {
        pthread_join(owner[i].thread, NULL);
        assert_int_equal(owner[i].wrong, 0);
    }
    finish(&running);
    expect_fine(&running);
    kernel_free(&running.k);
}

/* What is mapped while a kernel runs is there for it, with what it holds. */
static void test_map_for_a_kernel(void **state)
{
    const int file = make_file(HOST_PAGE);
    const uint32_t word = 0x1234;
    struct running running;

    (void)state;
    assert_int_equal(pwrite(file, &word, sizeof word, 0), sizeof word);
    prepare(&running, READ_LATER, FIXED);
    start(&running);
    assert_int_equal(hw_memory_map_file(running.k.memory, FIXED, file, 0, HOST_PAGE, false, NULL), HW_OK);
    finish(&running);
    expect_fine(&running);
    assert_int_equal(running.k.out[RESULT], word);
    kernel_free(&running.k);
    close(file);
}

/* --- freeing --- */

static void test_free_before_a_kernel_looks(void **state)
{
    struct running running;

    (void)state;
    prepare(&running, READ_LATER, FIXED);
    map(running.k.memory, FIXED, 0x1234);
    start(&running);
    assert_int_equal(hw_memory_free(running.k.memory, FIXED, NULL), HW_OK);
    finish(&running);
    assert_int_equal(running.status, HW_ERR_FAULT);
    assert_int_equal(running.k.result.fault.kind, HW_FAULT_ADDRESS);
    assert_int_equal(running.k.result.fault.address, FIXED);
    kernel_free(&running.k);
}

/* A kernel that has met the range goes on in bytes that are nobody's; the next launch finds none, and who
 * gets them next finds zeros. */
static void test_free_what_a_kernel_uses(void **state)
{
    struct running running;
    uint32_t word = 1;

    (void)state;
    prepare(&running, WRITE_ONE(""), FIXED);
    map(running.k.memory, FIXED, 0);
    start(&running);
    assert_int_equal(hw_memory_free(running.k.memory, FIXED, NULL), HW_OK);
    assert_false(hw_memory_allocated(running.k.memory, FIXED, 4));
    wait_for(&running, said(&running) + 2);
    finish(&running);
    if (running.status != HW_OK)
        fail_msg("%s", running.k.error.text);
    kernel_expect_fault(&running.k, HW_FAULT_ADDRESS);
    assert_int_equal(hw_memory_map(running.k.memory, FIXED, HOST_PAGE, NULL), HW_OK);
    assert_int_equal(hw_memory_read(running.k.memory, FIXED, &word, 4, NULL), HW_OK);
    assert_int_equal(word, 0);
    kernel_free(&running.k);
}

/* --- pages are exchanged --- */

static void test_read_only_and_back(void **state)
{
    const int file = make_file(RANGES * HOST_PAGE);
    struct running running;

    (void)state;
    prepare(&running, READ_ALL, FIXED);
    for (uint32_t i = 0; i < RANGES; i++) {
        assert_int_equal(pwrite(file, &i, sizeof i, (off_t)i * HOST_PAGE), sizeof i);
        assert_int_equal(hw_memory_map_file(running.k.memory, FIXED + i * STEP, file, i * HOST_PAGE,
                                            HOST_PAGE, i % 2, NULL),
                         HW_OK);
    }
    start(&running);
    for (unsigned round = 0; round < ROUNDS; round++)
        assert_true(hw_memory_set_read_only(running.k.memory, FIXED + round % RANGES * STEP,
                                            (round / RANGES + round) % 2 == 0));
    finish(&running);
    expect_fine(&running);
    assert_false(hw_memory_set_read_only(running.k.memory, FIXED + HOST_PAGE, true));
    kernel_free(&running.k);
    close(file);
}

/* No store is lost while its page becomes another process's, too.  (The thread sanitizer would report that
 * the page is read meanwhile: it does not know that it is frozen.) */
static void test_share_what_a_kernel_writes(void **state)
{
    const int file = make_file(FIXED + HOST_PAGE);
    const struct hw_range range = {FIXED, FIXED + HOST_PAGE - 1};
    struct running running;
    uint32_t word = 0;

    (void)state;
    for (unsigned round = 0; round < 30 && !SANITIZED; round++) {
        prepare(&running, WRITE_ONE(READ_BACK), FIXED);
        map(running.k.memory, FIXED, 0);
        start(&running);
        const bool shared = hw_memory_share(running.k.memory, file, 0, &range, false);
        if (shared)
            wait_for(&running, said(&running) + 2);
        finish(&running);
        expect_fine(&running);
        if (shared) {
            assert_int_equal(pread(file, &word, sizeof word, (off_t)FIXED), sizeof word);
            assert_int_equal(word, running.k.out[RESULT]);
        }
        kernel_free(&running.k);
        if (!shared)
            break; /* this host cannot freeze pages */
    }
    close(file);
}

/* --- the heap of device code, dirty tracking --- */

#define HEAP_BYTES 65536u

struct heap_user {
    struct hw_heap *heap;
    uint8_t *owned; /* by number, each byte of the heap */
    pthread_t thread;
    uint8_t number;
    unsigned wrong;
};

static void *use_heap(void *data)
{
    struct heap_user *user = data;

    for (unsigned round = 0; round < ROUNDS; round++) {
        uint64_t address[4];
        for (unsigned i = 0; i < 4; i++) {
            address[i] = hw_heap_alloc(user->heap, 16 + (round * 5 + i) % 200);
            user->wrong += address[i] == 0 || user->owned[address[i]] != 0;
            user->owned[address[i]] = user->number;
        }
        for (unsigned i = 0; i < 4; i++) {
            user->wrong += user->owned[address[i]] != user->number;
            user->owned[address[i]] = 0;
            user->wrong += !hw_heap_free(user->heap, address[i]);
        }
    }
    return NULL;
}

static void test_heap_of_two_launches(void **state)
{
    static uint8_t owned[HEAP_BYTES];
    struct hw_heap heap = {.bytes = 0};
    struct heap_user user[2];

    (void)state;
    hw_heap_set_range(&heap, 16, HEAP_BYTES - 16);
    for (uint8_t i = 0; i < 2; i++) {
        user[i] = (struct heap_user){.heap = &heap, .owned = owned, .number = (uint8_t)(i + 1)};
        assert_int_equal(pthread_create(&user[i].thread, NULL, use_heap, &user[i]), 0);
    }
    for (unsigned i = 0; i < 2; i++) {
        pthread_join(user[i].thread, NULL);
        assert_int_equal(user[i].wrong, 0);
    }
    assert_int_equal(hw_heap_alloc(&heap, HEAP_BYTES - 16), 16); /* nothing is left behind */
    hw_heap_clear(&heap);
}

struct lender {
    struct hw_dirty_map *map;
    uint64_t address;
    pthread_t thread;
    unsigned wrong;
};

/* Chunks of one array, which grows meanwhile. */
static void *lend(void *data)
{
    struct lender *lender = data;

    for (unsigned round = 0; round < ROUNDS / 4; round++) {
        const uint64_t address = lender->address + (uint64_t)round % 512 * 4 * HW_DIRTY_CHUNK;
        hw_dirty_map_mark_clean(lender->map, address);
        lender->wrong += !hw_dirty_map_is_clean(lender->map, address);
        hw_dirty_map_lend(lender->map, address, 4);
        lender->wrong +=
            hw_dirty_map_is_clean(lender->map, address) || !hw_dirty_map_is_lent(lender->map, address, 4);
        hw_dirty_map_reclaim(lender->map, address, 4);
        hw_dirty_map_mark_clean(lender->map, address);
        lender->wrong +=
            !hw_dirty_map_is_clean(lender->map, address) || hw_dirty_map_is_lent(lender->map, address, 4);
        hw_dirty_map_note_write(lender->map, address, 1);
        lender->wrong += hw_dirty_map_is_clean(lender->map, address);
    }
    return NULL;
}

static void test_marks_of_two_threads(void **state)
{
    struct hw_dirty_map *map = hw_dirty_map_create();
    struct lender lender[2];

    (void)state;
    assert_non_null(map);
    for (unsigned i = 0; i < 2; i++) {
        lender[i] = (struct lender){.map = map, .address = (uint64_t)i * HW_DIRTY_CHUNK};
        assert_int_equal(pthread_create(&lender[i].thread, NULL, lend, &lender[i]), 0);
    }
    for (unsigned i = 0; i < 2; i++) {
        pthread_join(lender[i].thread, NULL);
        assert_int_equal(lender[i].wrong, 0);
    }
    hw_dirty_map_destroy(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_allocate_beside_a_kernel),   cmocka_unit_test(test_map_for_a_kernel),
        cmocka_unit_test(test_free_before_a_kernel_looks), cmocka_unit_test(test_free_what_a_kernel_uses),
        cmocka_unit_test(test_read_only_and_back),         cmocka_unit_test(test_share_what_a_kernel_writes),
        cmocka_unit_test(test_heap_of_two_launches),       cmocka_unit_test(test_marks_of_two_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
