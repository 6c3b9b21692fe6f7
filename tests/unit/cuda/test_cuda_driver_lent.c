/* SPDX-License-Identifier: MIT */
/* The driver API: memory of other processes.  The other process is a child that begins before CUDA does
 * here, and does what the pipe to it says. */
#include "cuda/driver/driver_later.h"
#include "cuda_driver.h"

#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum { WORDS = 5000 };

static CUipcMemHandle lent(CUdeviceptr memory)
{
    CUipcMemHandle handle;

    assert_cu(cuIpcGetMemHandle(&handle, memory));
    return handle;
}

static unsigned word_at(CUdeviceptr address)
{
    unsigned word = 0;

    assert_cu(cuMemcpyDtoH_v2(&word, address, sizeof word));
    return word;
}

/* --- the other process --- */

struct order {
    int (*function)(CUipcMemHandle *handle);
    CUipcMemHandle handle;
};

static int to_child[2], from_child[2];
static pid_t child;

/* What a function says there; it may change the handle. */
static int elsewhere(int (*function)(CUipcMemHandle *handle), CUipcMemHandle *handle)
{
    struct order order = {function, *handle};
    int said;

    assert_int_equal(write(to_child[1], &order, sizeof order), sizeof order);
    assert_int_equal(read(from_child[0], &said, sizeof said), sizeof said);
    assert_int_equal(read(from_child[0], handle, sizeof *handle), sizeof *handle);
    return said;
}

static void serve(void)
{
    struct order order;

    if (create_context(0) != 0)
        _exit(1);
    while (read(to_child[0], &order, sizeof order) == (ssize_t)sizeof order) {
        const int said = order.function(&order.handle);
        if (write(from_child[1], &said, sizeof said) < 0 ||
            write(from_child[1], &order.handle, sizeof order.handle) < 0)
            _exit(2);
    }
    _exit(0);
}

static void begin_child(void)
{
    if (pipe(to_child) != 0 || pipe(from_child) != 0 || (child = fork()) < 0)
        exit(1);
    if (child != 0)
        return;
    close(to_child[1]);
    serve();
}

/* --- right use --- */

/* The last word says how often it was here. */
static int use(CUipcMemHandle *handle)
{
    CUdeviceptr address, again;
    unsigned first, last;

    if (cuIpcOpenMemHandle_v2(&address, *handle, 1) || cuIpcOpenMemHandle_v2(&again, *handle, 1) ||
        address != again || cuMemcpyDtoH_v2(&first, address, 4) ||
        cuMemcpyDtoH_v2(&last, address + (WORDS - 1) * 4, 4) ||
        cuMemsetD32_v2(address + (WORDS - 1) * 4, last + 1, 1))
        return 200;
    if (cuIpcCloseMemHandle(address) || cuMemcpyDtoH_v2(&last, address, 4) || cuIpcCloseMemHandle(address))
        return 201;
    if (cuIpcCloseMemHandle(address) != CUDA_ERROR_INVALID_VALUE ||
        cuMemcpyDtoH_v2(&last, address, 4) == CUDA_SUCCESS)
        return 202;
    return (int)first;
}

static void both_see_what_is_written(void **state)
{
    const CUdeviceptr memory = allocate(WORDS * 4), neighbour = allocate(4);

    (void)state;
    assert_cu(cuMemsetD32_v2(memory, 33, WORDS));
    assert_cu(cuMemsetD32_v2(neighbour, 44, 1));
    CUipcMemHandle handle = lent(memory + 8); /* of all of it */
    assert_int_equal(elsewhere(use, &handle), 33);
    assert_int_equal(word_at(memory + (WORDS - 1) * 4), 34);
    assert_int_equal(word_at(memory + (WORDS - 2) * 4), 33);
    assert_cu(cuMemsetD32_v2(memory, 7, 1));
    handle = lent(memory);
    assert_int_equal(elsewhere(use, &handle), 7);
    assert_int_equal(word_at(memory + (WORDS - 1) * 4), 35);
    assert_int_equal(word_at(neighbour), 44);
    assert_cu(cuMemFree_v2(neighbour));
    assert_cu(cuMemFree_v2(memory));
}

/* Memory that was shared is zero again for who gets it next. */
static void what_comes_after(void **state)
{
    const CUdeviceptr memory = allocate(WORDS * 4);

    (void)state;
    assert_cu(cuMemsetD32_v2(memory, 1, WORDS));
    lent(memory);
    assert_cu(cuMemFree_v2(memory));
    const CUdeviceptr after = allocate(WORDS * 4);
    for (unsigned i = 0; i < WORDS; i += 64)
        assert_int_equal(word_at(after + i * 4), 0);
    assert_cu(cuMemFree_v2(after));
}

/* --- wrong use --- */

static int open_only(CUipcMemHandle *handle)
{
    CUdeviceptr address;
    const CUresult result = cuIpcOpenMemHandle_v2(&address, *handle, 1);

    return (int)(result == CUDA_SUCCESS ? cuIpcCloseMemHandle(address) : result);
}

static void void_handles(void **state)
{
    CUipcMemHandle handle = {{0}};
    CUdeviceptr memory = allocate(64);

    (void)state;
    assert_int_equal(elsewhere(open_only, &handle), CUDA_ERROR_MAP_FAILED);
    handle = lent(memory);
    assert_int_equal(elsewhere(open_only, &handle), CUDA_SUCCESS);
    assert_int_equal(open_only(&handle), CUDA_ERROR_MAP_FAILED); /* where it came from */
    for (size_t at = 0; at < sizeof handle; at++) {
        CUipcMemHandle wrong = handle;
        wrong.reserved[at] ^= 0x55;
        assert_int_equal(elsewhere(open_only, &wrong), CUDA_ERROR_MAP_FAILED);
    }
    assert_cu(cuMemFree_v2(memory));
    assert_int_equal(elsewhere(open_only, &handle), CUDA_ERROR_MAP_FAILED);
    memory = allocate(64); /* at the same place */
    lent(memory);
    assert_int_equal(elsewhere(open_only, &handle), CUDA_ERROR_MAP_FAILED);
    assert_cu(cuMemFree_v2(memory));
}

static int lend_there(CUipcMemHandle *handle)
{
    CUdeviceptr memory;

    return cuMemAlloc_v2(&memory, 64) == CUDA_SUCCESS && cuMemsetD32_v2(memory, 5, 16) == CUDA_SUCCESS
               ? (int)cuIpcGetMemHandle(handle, memory)
               : 1;
}

/* What was opened while it lived stays. */
static void dead_lenders(void **state)
{
    CUipcMemHandle handle = {{0}};
    CUdeviceptr address;
    int status;

    (void)state;
    assert_int_equal(elsewhere(lend_there, &handle), CUDA_SUCCESS);
    assert_cu(cuIpcOpenMemHandle_v2(&address, handle, 1));
    close(to_child[1]);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    assert_int_equal(word_at(address), 5);
    assert_cu(cuIpcCloseMemHandle(address));
    assert_int_equal(open_only(&handle), CUDA_ERROR_MAP_FAILED);
}

static void what_is_not_lent(void **state)
{
    CUipcMemHandle handle;
    CUdeviceptr address, memory = allocate(64);
    void *host;

    (void)state;
    assert_cu(cuMemAllocHost_v2(&host, 64));
    assert_int_equal(cuIpcGetMemHandle(NULL, memory), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuIpcGetMemHandle(&handle, 0), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuIpcGetMemHandle(&handle, (uintptr_t)host), CUDA_ERROR_INVALID_VALUE);
    handle = lent(memory);
    assert_int_equal(cuIpcOpenMemHandle_v2(NULL, handle, 1), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuIpcOpenMemHandle_v2(&address, handle, 2), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuIpcCloseMemHandle(memory), CUDA_ERROR_INVALID_VALUE);
    assert_cu(cuMemFreeHost(host));
    assert_cu(cuMemFree_v2(memory));
}

/* --- threads --- */

static void *work(void *nothing)
{
    assert_cu(cuCtxSetCurrent(group_context));
    for (unsigned turn = 0; turn < 20; turn++) {
        const CUdeviceptr memory = allocate(1000 + 3000 * (turn % 4));

        assert_cu(cuMemsetD32_v2(memory, turn, 250));
        const CUipcMemHandle one = lent(memory), two = lent(memory);
        assert_memory_equal(&one, &two, sizeof one);
        assert_int_equal(word_at(memory + 996), turn);
        assert_cu(cuMemFree_v2(memory));
    }
    return nothing;
}

static void four_threads(void **state)
{
    pthread_t threads[4];

    (void)state;
    for (int i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, work, NULL), 0);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
}

static int begin(void **state)
{
    (void)state;
    return create_context(0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_see_what_is_written),
        cmocka_unit_test(what_comes_after),
        cmocka_unit_test(void_handles),
        cmocka_unit_test(what_is_not_lent),
        cmocka_unit_test(four_threads),
        cmocka_unit_test(dead_lenders), /* the last: the other process ends */
    };

    setenv("HALFWARP_CHIP", "sm_61", 1);
    begin_child();
    return cmocka_run_group_tests(tests, begin, end_context);
}
