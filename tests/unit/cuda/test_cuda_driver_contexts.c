/* SPDX-License-Identifier: MIT */
/* The driver API: contexts and each thread's stack of them, limits, peers, and the runtime beside it on the
 * same contexts. */
#include "cuda/driver/driver.h"
#include "cuda/runtime/runtime.h"
#include "cuda_driver.h"

#include <pthread.h>

#define HOST_THREADS 4

static void each_thread_has_a_stack(void **state)
{
    CUcontext first, second, current;
    CUdevice device;

    (void)state;
    assert_cu(cuCtxGetCurrent(&current));
    assert_null(current);
    assert_int_equal(cuCtxGetCurrent(NULL), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuCtxGetDevice(&device), CUDA_ERROR_INVALID_CONTEXT);
    assert_int_equal(cuCtxSynchronize(), CUDA_ERROR_INVALID_CONTEXT);
    assert_int_equal(cuCtxPopCurrent_v2(&current), CUDA_ERROR_INVALID_CONTEXT);
    assert_cu(cuCtxCreate_v2(&first, CU_CTX_SCHED_YIELD, 0));
    assert_cu(cuCtxCreate_v2(&second, CU_CTX_MAP_HOST, 2));
    assert_cu(cuCtxGetDevice(&device));
    assert_int_equal(device, 2);
    assert_int_equal(cuCtxGetDevice(NULL), CUDA_ERROR_INVALID_VALUE);
    assert_cu(cuCtxPopCurrent_v2(&current));
    assert_ptr_equal(current, second);
    assert_cu(cuCtxGetCurrent(&current));
    assert_ptr_equal(current, first);
    assert_cu(cuCtxPushCurrent_v2(second));
    assert_cu(cuCtxPushCurrent(second)); /* again */
    assert_cu(cuCtxPopCurrent(NULL));
    assert_cu(cuCtxSetCurrent(first)); /* in place of the second */
    assert_cu(cuCtxPopCurrent(&current));
    assert_ptr_equal(current, first);
    assert_cu(cuCtxSetCurrent(NULL));
    assert_cu(cuCtxGetCurrent(&current));
    assert_null(current);
    assert_int_equal(cuCtxPushCurrent_v2((CUcontext)&device), CUDA_ERROR_INVALID_CONTEXT);
    assert_int_equal(cuCtxSetCurrent((CUcontext)&device), CUDA_ERROR_INVALID_CONTEXT);
    assert_cu(cuCtxDestroy_v2(first));
    assert_cu(cuCtxDestroy(second));
    assert_int_equal(cuCtxDestroy_v2(second), CUDA_ERROR_INVALID_CONTEXT);
    assert_int_equal(cuCtxDestroy_v2(NULL), CUDA_ERROR_INVALID_CONTEXT);
}

static void contexts_are_made_as_asked(void **state)
{
    CUcontext context, same;
    unsigned version, flags;

    (void)state;
    assert_int_equal(cuCtxCreate_v2(NULL, 0, 0), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuCtxCreate_v2(&context, 0x1000, 0), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuCtxCreate_v2(&context, CU_CTX_SCHED_SPIN | CU_CTX_SCHED_YIELD, 0),
                     CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuCtxCreate_v2(&context, 0, 3), CUDA_ERROR_INVALID_DEVICE);
    assert_int_equal(cuCtxGetApiVersion(NULL, &version), CUDA_ERROR_INVALID_CONTEXT);
    assert_cu(cuCtxCreate(&context, CU_CTX_MAP_HOST, 0));
    assert_cu(cuCtxGetApiVersion(context, &version));
    assert_int_equal(version, 3010);
    assert_cu(cuCtxGetFlags(&flags));
    assert_int_equal(flags, CU_CTX_MAP_HOST);
    assert_int_equal(cuCtxGetFlags(NULL), CUDA_ERROR_INVALID_VALUE);
    assert_cu(cuCtxDetach(context));
    assert_cu(cuCtxCreate_v4(&context, &(CUctxCreateParams){.cigParams = NULL}, 0, 0));
    assert_cu(cuCtxGetApiVersion(NULL, &version));
    assert_int_equal(version, 3020);
    assert_int_equal(cuCtxGetApiVersion(context, NULL), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuCtxCreate_v3(&same, context, 1, 0, 0), CUDA_ERROR_NOT_SUPPORTED);
    assert_int_equal(cuCtxCreate_v4(&same, &(CUctxCreateParams){.cigParams = context}, 0, 0),
                     CUDA_ERROR_NOT_SUPPORTED);
    assert_int_equal(cuCtxCreate_v4(&same, &(CUctxCreateParams){context, 1, NULL}, 0, 0),
                     CUDA_ERROR_NOT_SUPPORTED);
    assert_int_equal(cuCtxCreate_v4(&same, &(CUctxCreateParams){NULL, 1, NULL}, 0, 0),
                     CUDA_ERROR_NOT_SUPPORTED);
    assert_cu(cuCtxAttach(&same, 0));
    assert_ptr_equal(same, context);
    assert_int_equal(cuCtxAttach(&same, 1), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuCtxAttach(NULL, 0), CUDA_ERROR_INVALID_VALUE);
    assert_cu(cuCtxDetach(context)); /* of two users */
    assert_cu(cuCtxSynchronize());
    assert_cu(cuCtxDetach(context));
    assert_int_equal(cuCtxDetach(context), CUDA_ERROR_INVALID_CONTEXT);
    assert_int_equal(cuCtxAttach(&same, 0), CUDA_ERROR_INVALID_CONTEXT);
}

static void *pop_destroyed(void *context)
{
    CUcontext top = NULL;
    CUresult *results = calloc(3, sizeof *results);

    if (!results)
        return NULL;
    results[0] = cuCtxSynchronize();
    cuCtxPopCurrent_v2(&top);
    results[1] = top == context ? CUDA_SUCCESS : CUDA_ERROR_UNKNOWN;
    results[2] = cuCtxSynchronize();
    return results;
}

static void a_destroyed_context_stays_on_stacks(void **state)
{
    CUcontext below, context, top;
    CUdevice device;
    CUdeviceptr address;

    (void)state;
    assert_cu(cuCtxCreate_v2(&below, 0, 0));
    assert_cu(cuCtxCreate_v2(&context, 0, 0));
    assert_cu(cuMemAlloc_v2(&address, 1000));
    assert_cu(cuCtxPushCurrent_v2(below));
    assert_cu(cuCtxDestroy_v2(context)); /* not the topmost */
    assert_cu(cuCtxPopCurrent_v2(NULL));
    assert_int_equal(cuCtxSynchronize(), CUDA_ERROR_CONTEXT_IS_DESTROYED);
    assert_int_equal(cuMemFree_v2(address), CUDA_ERROR_CONTEXT_IS_DESTROYED);
    assert_int_equal(cuCtxGetDevice(&device), CUDA_ERROR_CONTEXT_IS_DESTROYED);
    assert_int_equal(cuCtxAttach(&top, 0), CUDA_ERROR_CONTEXT_IS_DESTROYED);
    CUresult *results = pop_destroyed(context);
    assert_non_null(results);
    assert_int_equal(results[0], CUDA_ERROR_CONTEXT_IS_DESTROYED);
    assert_cu(results[1]);
    assert_cu(results[2]);
    free(results);
    assert_cu(cuCtxDestroy_v2(below));
}

static void limits_and_preferences(void **state)
{
    CUcontext context, old;
    size_t value;
    int config, least, greatest;

    (void)state;
    assert_int_equal(cuCtxGetLimit(&value, CU_LIMIT_STACK_SIZE), CUDA_ERROR_INVALID_CONTEXT);
    assert_cu(cuCtxCreate_v2(&context, 0, 0));
    assert_cu(cuCtxSetLimit(CU_LIMIT_STACK_SIZE, 4096));
    assert_cu(cuCtxGetLimit(&value, CU_LIMIT_STACK_SIZE));
    assert_int_equal(value, 4096);
    assert_cu(cuCtxSetLimit(CU_LIMIT_PRINTF_FIFO_SIZE, 1 << 16));
    assert_cu(cuCtxSetLimit(CU_LIMIT_MALLOC_HEAP_SIZE, 1 << 16));
    assert_int_equal(cuCtxSetLimit(77, 1), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuCtxGetLimit(NULL, CU_LIMIT_STACK_SIZE), CUDA_ERROR_INVALID_VALUE);
    assert_cu(cuCtxCreate_v2(&old, 0, 2)); /* sm_13 */
    assert_int_equal(cuCtxSetLimit(CU_LIMIT_STACK_SIZE, 4096), CUDA_ERROR_UNSUPPORTED_LIMIT);
    assert_cu(cuCtxDestroy_v2(old));
    assert_cu(cuCtxSetCacheConfig(CU_FUNC_CACHE_PREFER_L1));
    assert_cu(cuCtxGetCacheConfig(&config));
    assert_int_equal(config, CU_FUNC_CACHE_PREFER_L1);
    assert_int_equal(cuCtxSetCacheConfig(9), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuCtxGetCacheConfig(NULL), CUDA_ERROR_INVALID_VALUE);
    assert_cu(cuCtxSetSharedMemConfig(CU_SHARED_MEM_CONFIG_EIGHT_BYTE));
    assert_cu(cuCtxGetSharedMemConfig(&config)); /* sm_20 has no choice */
    assert_int_equal(config, CU_SHARED_MEM_CONFIG_FOUR_BYTE);
    assert_int_equal(cuCtxSetSharedMemConfig(-1), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuCtxGetSharedMemConfig(NULL), CUDA_ERROR_INVALID_VALUE);
    assert_cu(cuCtxGetStreamPriorityRange(&least, &greatest));
    assert_true(least == 0 && greatest == 0);
    assert_cu(cuCtxDestroy_v2(context));
}

static void peers(void **state)
{
    CUcontext context, peer;
    int can;

    (void)state;
    assert_cu(cuDeviceCanAccessPeer(&can, 0, 1));
    assert_int_equal(can, 1);
    assert_cu(cuDeviceCanAccessPeer(&can, 0, 2)); /* sm_13 cannot */
    assert_int_equal(can, 0);
    assert_int_equal(cuDeviceCanAccessPeer(NULL, 0, 1), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuDeviceCanAccessPeer(&can, 0, 9), CUDA_ERROR_INVALID_DEVICE);
    assert_cu(cuCtxCreate_v2(&peer, 0, 1));
    assert_cu(cuCtxCreate_v2(&context, 0, 0));
    assert_int_equal(cuCtxDisablePeerAccess(peer), CUDA_ERROR_PEER_ACCESS_NOT_ENABLED);
    assert_cu(cuCtxEnablePeerAccess(peer, 0));
    assert_int_equal(cuCtxEnablePeerAccess(peer, 0), CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED);
    assert_int_equal(cuCtxEnablePeerAccess(peer, 1), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuCtxEnablePeerAccess(context, 0), CUDA_ERROR_INVALID_DEVICE); /* itself */
    assert_int_equal(cuCtxEnablePeerAccess(NULL, 0), CUDA_ERROR_INVALID_CONTEXT);
    assert_int_equal(cuCtxDisablePeerAccess(NULL), CUDA_ERROR_INVALID_CONTEXT);
    assert_cu(cuCtxDisablePeerAccess(peer));
    assert_cu(cuCtxDestroy_v2(context));
    assert_cu(cuCtxDestroy_v2(peer));
}

/* Which its own reset gives back, and a reset of the driver's; not that of the program. */
static void the_runtime_holds_a_reference(void **state)
{
    CUcontext primary, top;
    unsigned flags;
    int active;
    void *memory;

    (void)state;
    for (int by_driver = 0; by_driver < 2; by_driver++) {
        assert_int_equal(cudaMalloc(&memory, 8), cudaSuccess);
        assert_int_equal(cudaFree(memory), cudaSuccess);
        assert_cu(cuDevicePrimaryCtxRetain(&primary, 0));
        assert_cu(by_driver ? cuDevicePrimaryCtxReset(0) : (CUresult)cudaDeviceReset());
        assert_cu(cuDevicePrimaryCtxGetState(0, &flags, &active));
        assert_false(active);
        assert_int_equal(cudaMalloc(&memory, 8), cudaSuccess);
        assert_cu(cuDevicePrimaryCtxRelease(0));
        assert_cu(cuDevicePrimaryCtxGetState(0, &flags, &active));
        assert_true(active);
        assert_int_equal(cudaFree(memory), cudaSuccess);
        assert_cu(cuDevicePrimaryCtxRelease(0)); /* the runtime's */
        assert_int_equal(cuDevicePrimaryCtxRelease(0), CUDA_ERROR_INVALID_CONTEXT);
        assert_cu(cuDevicePrimaryCtxGetState(0, &flags, &active));
        assert_false(active);
        assert_cu(cuCtxPopCurrent_v2(&top));
        assert_ptr_equal(top, primary);
    }
}

static void primary_contexts_are_the_runtimes(void **state)
{
    CUcontext primary, again, current;
    CUdeviceptr address;
    unsigned flags;
    int active, value = 0;
    void *memory;

    (void)state;
    assert_int_equal(cuDevicePrimaryCtxRelease(0), CUDA_ERROR_INVALID_CONTEXT);
    assert_cu(cuDevicePrimaryCtxSetFlags(0, CU_CTX_SCHED_SPIN));
    assert_cu(cuDevicePrimaryCtxGetState(0, &flags, &active));
    assert_true(flags == CU_CTX_SCHED_SPIN && !active);
    assert_cu(cuDevicePrimaryCtxRetain(&primary, 0));
    assert_cu(cuDevicePrimaryCtxRetain(&again, 0));
    assert_ptr_equal(primary, again);
    assert_cu(cuCtxPushCurrent_v2(primary));
    assert_cu(cuMemAlloc_v2(&address, 4));
    assert_cu(cuMemsetD32_v2(address, 12345, 1));
    assert_int_equal(cudaMemcpy(&value, (void *)(uintptr_t)address, 4, cudaMemcpyDeviceToHost), cudaSuccess);
    assert_int_equal(value, 12345);
    assert_int_equal(cudaMalloc(&memory, 8), cudaSuccess);
    assert_cu(cuMemFree_v2((uintptr_t)memory));
    assert_int_equal(cuCtxDestroy_v2(primary), CUDA_ERROR_INVALID_CONTEXT);
    assert_cu(cuDevicePrimaryCtxGetState(0, &flags, &active));
    assert_true(active);
    assert_int_equal(cuDevicePrimaryCtxGetState(0, NULL, &active), CUDA_ERROR_INVALID_VALUE);
    assert_cu(cuCtxPopCurrent_v2(NULL));
    assert_cu(cuDevicePrimaryCtxRelease_v2(0));
    assert_cu(cuDevicePrimaryCtxRelease_v2(0));
    assert_cu(cuDevicePrimaryCtxGetState(0, &flags, &active));
    assert_true(active);                        /* the runtime uses it, too */
    assert_cu(cuDevicePrimaryCtxRelease_v2(0)); /* the last: all is gone */
    assert_cu(cuDevicePrimaryCtxGetState(0, &flags, &active));
    assert_false(active);
    assert_int_equal(cudaMalloc(&memory, 8), cudaSuccess); /* makes it current, as in CUDA 4 */
    assert_cu(cuCtxGetCurrent(&current));
    assert_ptr_equal(current, primary);
    assert_cu(cuMemFree_v2((uintptr_t)memory));
    assert_cu(cuDevicePrimaryCtxReset(0));
    assert_cu(cuCtxSetCurrent(NULL));
    assert_int_equal(cuDevicePrimaryCtxRetain(&again, 8), CUDA_ERROR_INVALID_DEVICE);
    assert_int_equal(cuDevicePrimaryCtxRetain(NULL, 0), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuDevicePrimaryCtxRelease(8), CUDA_ERROR_INVALID_DEVICE);
    assert_int_equal(cuDevicePrimaryCtxReset_v2(8), CUDA_ERROR_INVALID_DEVICE);
    assert_int_equal(cuDevicePrimaryCtxSetFlags_v2(8, 0), CUDA_ERROR_INVALID_DEVICE);
    assert_int_equal(cuDevicePrimaryCtxSetFlags_v2(0, 0x1000), CUDA_ERROR_INVALID_VALUE);
}

/* --- host threads --- */

struct migration {
    CUcontext shared; /* all threads' */
    CUdeviceptr counter;
    pthread_mutex_t turn;
    bool ok;
};

/* Adds to a word of the shared context while it has one of its own. */
static void *migrate(void *data)
{
    struct migration *migration = data;
    CUcontext own, popped;
    CUdeviceptr mine;
    unsigned value = 0;
    bool ok = cuCtxCreate_v2(&own, 0, 1) == CUDA_SUCCESS && cuMemAlloc_v2(&mine, 4) == CUDA_SUCCESS;

    for (int i = 0; i < 50 && ok; i++) {
        ok = cuCtxPushCurrent_v2(migration->shared) == CUDA_SUCCESS;
        pthread_mutex_lock(&migration->turn);
        ok = ok && cuMemcpyDtoH_v2(&value, migration->counter, 4) == CUDA_SUCCESS;
        value++;
        ok = ok && cuMemcpyHtoD_v2(migration->counter, &value, 4) == CUDA_SUCCESS;
        pthread_mutex_unlock(&migration->turn);
        ok = ok && cuCtxPopCurrent_v2(&popped) == CUDA_SUCCESS && popped == migration->shared;
        ok = ok && cuMemsetD32_v2(mine, value, 1) == CUDA_SUCCESS;
    }
    ok = ok && cuCtxDestroy_v2(own) == CUDA_SUCCESS;
    if (!ok)
        migration->ok = false;
    return NULL;
}

static void a_context_migrates_between_threads(void **state)
{
    struct migration migration = {.turn = PTHREAD_MUTEX_INITIALIZER, .ok = true};
    pthread_t threads[HOST_THREADS];
    unsigned value;

    (void)state;
    assert_cu(cuCtxCreate_v2(&migration.shared, 0, 0));
    assert_cu(cuMemAlloc_v2(&migration.counter, 4));
    assert_cu(cuMemsetD32_v2(migration.counter, 0, 1));
    assert_cu(cuCtxPopCurrent_v2(NULL));
    for (int i = 0; i < HOST_THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, migrate, &migration), 0);
    for (int i = 0; i < HOST_THREADS; i++)
        pthread_join(threads[i], NULL);
    assert_true(migration.ok);
    assert_cu(cuCtxPushCurrent_v2(migration.shared));
    assert_cu(cuMemcpyDtoH_v2(&value, migration.counter, 4));
    assert_int_equal(value, 50 * HOST_THREADS);
    assert_cu(cuCtxDestroy_v2(migration.shared));
    pthread_mutex_destroy(&migration.turn);
}

static int begin(void **state)
{
    (void)state;
    return cuInit(0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_thread_has_a_stack),
        cmocka_unit_test(contexts_are_made_as_asked),
        cmocka_unit_test(a_destroyed_context_stays_on_stacks),
        cmocka_unit_test(limits_and_preferences),
        cmocka_unit_test(peers),
        cmocka_unit_test(the_runtime_holds_a_reference),
        cmocka_unit_test(primary_contexts_are_the_runtimes),
        cmocka_unit_test(a_context_migrates_between_threads),
    };

    setenv("HALFWARP_CHIP", "gf100,gf100,g200", 1);
    return cmocka_run_group_tests(tests, begin, NULL);
}
