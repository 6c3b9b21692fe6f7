/* SPDX-License-Identifier: MIT */
/* Pools of managed memory (CUDA 13), and what CCCL's tests ask of pools: no address after a call that fails,
 * whole steps that stay, and no context that becomes current. */
#include "cuda/core/memory/managed.h"
#include "cuda/driver/driver.h"
#include "cuda/runtime/runtime.h"
#include "cuda_test.h"
#include "sanitized.h"

#define STEP ((size_t)2 << 20) /* of reservations */

static const struct hw_pool_properties anywhere = {.allocation_type = HW_ALLOCATION_MANAGED};
static struct hw_location no_location = {HW_LOCATION_NONE, 0};

static uint64_t of(cudaMemPool_t pool, int attribute)
{
    uint64_t value = 77;

    assert_cuda(cudaMemPoolGetAttribute(pool, attribute, &value));
    return value;
}

/* Skips the test where host and device cannot have the same address. */
static uint8_t *take(cudaMemPool_t pool, size_t bytes)
{
    void *block = NULL;
    const cudaError_t error = cudaMallocFromPoolAsync(&block, bytes, pool, NULL);

    if (SANITIZED && error == cudaErrorNotSupported)
        skip();
    assert_cuda(error);
    return block;
}

/* The host writes what the device copies; the pool knows how much is in use. */
static void host_and_device_use_it(void **state)
{
    size_t left, left_then, all;
    cudaMemPool_t pool, same;
    uint8_t got[4];
    unsigned managed = 0;

    (void)state;
    assert_cuda(cudaMemPoolCreate(&pool, &anywhere));
    uint8_t *block = take(pool, 1000);
    assert_cuda(cudaMemGetInfo(&left, &all));
    memset(block, 5, 1000);
    assert_cuda(cudaMemsetAsync(block + 2, 6, 2, NULL));
    assert_cuda(cudaMemcpy(got, block, 4, D2H));
    assert_memory_equal(got, "\5\5\6\6", 4);
    assert_true(block[1] == 5 && block[3] == 6);
    assert_int_equal(cuPointerGetAttribute(&managed, 8, (uintptr_t)block), CUDA_SUCCESS); /* IS_MANAGED */
    assert_true(managed);
    assert_int_equal(cuPointerGetAttribute(&same, 17, (uintptr_t)block), CUDA_SUCCESS); /* MEMPOOL_HANDLE */
    assert_ptr_equal(same, pool);
    assert_int_equal(of(pool, HW_POOL_USED), 1024);
    assert_int_equal(of(pool, HW_POOL_RESERVED), STEP);
    assert_cuda(cudaFreeAsync(block, NULL));
    assert_int_equal(of(pool, HW_POOL_USED), 0);
    assert_error(cudaFreeAsync(block, NULL), cudaErrorInvalidDevicePointer);
    assert_cuda(cudaMemGetInfo(&left_then, &all));
    assert_int_equal(left, left_then); /* no device pays for it */
    block = take(pool, 16);
    assert_cuda(cudaMemPoolDestroy(pool));
    assert_cuda(cudaFree(block)); /* takes the pool along */
}

static void a_limit_and_a_place(void **state)
{
    struct hw_pool_properties properties = anywhere;
    struct hw_location second = {HW_LOCATION_DEVICE, 1};
    void *none = &properties;
    cudaMemPool_t pool;
    int place = 9, flags = 0;

    (void)state;
    properties.location = second;
    properties.most_bytes = 4096;
    assert_cuda(cudaMemPoolCreate(&pool, &properties));
    uint8_t *block = take(pool, 4000);
    assert_cuda(cudaMemRangeGetAttribute(&place, sizeof place, HW_RANGE_PREFERRED, block, 4000));
    assert_int_equal(place, 1);
    assert_error(cudaMallocFromPoolAsync(&none, 4000, pool, NULL), cudaErrorMemoryAllocation);
    assert_null(none);
    assert_cuda(cudaMemPoolGetAccess(&flags, pool, &(struct hw_location){HW_LOCATION_DEVICE, 0}));
    assert_int_equal(flags, HW_ACCESS_RIGHT_WRITE);
    assert_error(cudaDeviceSetMemPool(1, pool), cudaErrorInvalidValue); /* that is of device memory */
    assert_cuda(cudaFreeAsync(block, NULL));
    assert_cuda(cudaMemPoolDestroy(pool));
}

static void the_default_one(void **state)
{
    cudaMemPool_t pool, same, own;

    (void)state;
    assert_cuda(cudaMemGetDefaultMemPool(&pool, &no_location, HW_ALLOCATION_MANAGED));
    assert_cuda(cudaMemGetMemPool(&same, &no_location, HW_ALLOCATION_MANAGED));
    assert_ptr_equal(pool, same);
    assert_error(cudaMemPoolDestroy(pool), cudaErrorInvalidValue);
    assert_cuda(cudaMemPoolCreate(&own, &anywhere));
    assert_cuda(cudaMemSetMemPool(&no_location, HW_ALLOCATION_MANAGED, own));
    assert_cuda(cudaMemGetMemPool(&same, &no_location, HW_ALLOCATION_MANAGED));
    assert_ptr_equal(own, same);
    assert_cuda(cudaMemPoolDestroy(own));
    assert_cuda(cudaMemGetMemPool(&same, &no_location, HW_ALLOCATION_MANAGED));
    assert_ptr_equal(pool, same);
    assert_cuda(cudaDeviceGetDefaultMemPool(&own, 0));
    assert_error(cudaMemSetMemPool(&no_location, HW_ALLOCATION_MANAGED, own), cudaErrorInvalidValue);
    assert_error(cudaMemGetDefaultMemPool(&same, &no_location, HW_ALLOCATION_PINNED), cudaErrorInvalidValue);
    assert_error(cudaMemGetDefaultMemPool(NULL, &no_location, HW_ALLOCATION_MANAGED), cudaErrorInvalidValue);
}

static void wrong_use(void **state)
{
    struct hw_pool_properties properties = anywhere;
    cudaMemPool_t pool;
    cudaStream_t stream;
    hw_graph graph;
    void *block;

    (void)state;
    properties.handle_types = HW_SHARE_FILE;
    assert_error(cudaMemPoolCreate(&pool, &properties), cudaErrorNotSupported);
    properties = anywhere;
    properties.location = (struct hw_location){HW_LOCATION_DEVICE, 2}; /* sm_35: not both at once */
    assert_error(cudaMemPoolCreate(&pool, &properties), cudaErrorNotSupported);
    properties.location.id = 9;
    assert_error(cudaMemPoolCreate(&pool, &properties), cudaErrorInvalidDevice);
    properties.location.type = 9;
    assert_error(cudaMemPoolCreate(&pool, &properties), cudaErrorInvalidValue);
    assert_cuda(cudaMemPoolCreate(&pool, &anywhere));
    assert_cuda(cudaStreamCreate(&stream));
    assert_cuda(cudaStreamBeginCapture(stream, 2));
    assert_error(cudaMallocFromPoolAsync(&block, 64, pool, stream), cudaErrorStreamCaptureUnsupported);
    cudaStreamEndCapture(stream, &graph);
    assert_cuda(cudaStreamDestroy(stream));
    assert_cuda(cudaMemPoolDestroy(pool));
}

/* What a pool keeps are whole steps, at least as much as it is asked to. */
static void trimming(void **state)
{
    const struct hw_pool_properties first = {.allocation_type = HW_ALLOCATION_PINNED,
                                             .location = {HW_LOCATION_DEVICE, 0}};
    const uint64_t never = UINT64_MAX;
    cudaMemPool_t pool;
    void *block;

    (void)state;
    assert_cuda(cudaMemPoolCreate(&pool, &first));
    assert_cuda(cudaMemPoolSetAttribute(pool, HW_POOL_RELEASE_THRESHOLD, (void *)(uintptr_t)&never));
    assert_cuda(cudaMallocFromPoolAsync(&block, 2 * STEP + 1, pool, NULL));
    assert_cuda(cudaFreeAsync(block, NULL));
    assert_cuda(cudaDeviceSynchronize());
    assert_int_equal(of(pool, HW_POOL_RESERVED), 3 * STEP);
    assert_cuda(cudaMemPoolTrimTo(pool, 2 * STEP + 10240));
    assert_int_equal(of(pool, HW_POOL_RESERVED), 3 * STEP);
    assert_cuda(cudaMemPoolTrimTo(pool, 10240));
    assert_int_equal(of(pool, HW_POOL_RESERVED), STEP);
    assert_cuda(cudaMemPoolTrimTo(pool, 0));
    assert_int_equal(of(pool, HW_POOL_RESERVED), 0);
    assert_error(cudaMemPoolExportToShareableHandle(&block, pool, HW_SHARE_NONE, 0), cudaErrorInvalidValue);
    assert_error(cudaMemPoolExportToShareableHandle(&block, pool, HW_SHARE_FILE, 0), cudaErrorInvalidValue);
    assert_cuda(cudaMemPoolDestroy(pool));
}

/* Calls about pools leave a thread's stack of contexts as it is. */
static void no_context_becomes_current(void **state)
{
    CUcontext current;
    cudaMemPool_t pool;

    (void)state;
    while (cuCtxPopCurrent_v2(&current) == CUDA_SUCCESS)
        ;
    assert_cuda(cudaDeviceGetDefaultMemPool(&pool, 0));
    assert_cuda(cudaMemPoolCreate(&pool, &anywhere));
    assert_cuda(cudaMemPoolTrimTo(pool, 0));
    assert_cuda(cudaMemPoolDestroy(pool));
    assert_int_equal(cuCtxGetCurrent(&current), CUDA_SUCCESS);
    assert_null(current);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(host_and_device_use_it, fresh_device),
        cmocka_unit_test_setup(a_limit_and_a_place, fresh_device),
        cmocka_unit_test_setup(the_default_one, fresh_device),
        cmocka_unit_test_setup(wrong_use, fresh_device),
        cmocka_unit_test_setup(trimming, fresh_device),
        cmocka_unit_test_setup(no_context_becomes_current, fresh_device),
    };

    setenv("HALFWARP_CHIP", "sm_61,sm_61,sm_35", 1);
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    cudaDeviceReset();
    return failed;
}
