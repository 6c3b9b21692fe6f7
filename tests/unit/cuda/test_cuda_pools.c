/* SPDX-License-Identifier: MIT */
/* Both interfaces: memory in order of streams, and pools of it, whose attributes tell what is reserved and
 * used. */
#include "cuda/driver/driver.h"
#include "cuda/runtime/runtime.h"
#include "cuda_test.h"

#include <pthread.h>

#define STEP    ((size_t)2 << 20) /* of reservations */
#define NOBODYS ((cudaMemPool_t)(void *)&nobody)

static char nobody;
static const struct hw_pool_properties first_device = {.allocation_type = HW_ALLOCATION_PINNED,
                                                       .location = {HW_LOCATION_DEVICE, 0}};

static uint64_t of(cudaMemPool_t pool, int attribute)
{
    uint64_t value = 77;

    assert_cuda(cudaMemPoolGetAttribute(pool, attribute, &value));
    return value;
}

static size_t free_bytes(void)
{
    size_t left = 0, all = 0;

    assert_cuda(cudaMemGetInfo(&left, &all));
    return left;
}

static void set(cudaMemPool_t pool, int attribute, uint64_t value)
{
    assert_cuda(cudaMemPoolSetAttribute(pool, attribute, &value));
}

/* What is freed stays with the pool until the host waits, and beyond the threshold no longer. */
static void a_default_pool(void **state)
{
    cudaMemPool_t pool, same;
    uint8_t *block, *other;
    const size_t before = free_bytes();

    (void)state;
    assert_cuda(cudaDeviceGetDefaultMemPool(&pool, 0));
    assert_cuda(cudaDeviceGetMemPool(&same, 0));
    assert_ptr_equal(pool, same);
    assert_int_equal(of(pool, HW_POOL_RESERVED), 0);
    assert_cuda(cudaMallocAsync((void **)&block, 1000, NULL));
    assert_cuda(cudaMallocAsync((void **)&other, 3 * STEP, NULL));
    assert_true(block && other && block != other);
    assert_int_equal(of(pool, HW_POOL_USED), 3 * STEP + 1024);
    assert_int_equal(of(pool, HW_POOL_RESERVED), 4 * STEP);
    assert_int_equal(free_bytes(), before - 4 * STEP);
    assert_cuda(cudaMemsetAsync(block, 5, 1000, NULL));
    assert_error(cudaMemsetAsync(block, 5, 1025, NULL), cudaErrorInvalidValue);
    assert_cuda(cudaFreeAsync(other, NULL));
    assert_error(cudaFreeAsync(other, NULL), cudaErrorInvalidDevicePointer);
    assert_error(cudaFree(other), cudaErrorInvalidDevicePointer);
    assert_int_equal(of(pool, HW_POOL_USED), 1024);
    assert_int_equal(of(pool, HW_POOL_RESERVED), 4 * STEP);
    set(pool, HW_POOL_RELEASE_THRESHOLD, 2 * STEP);
    assert_cuda(cudaStreamSynchronize(NULL));
    assert_int_equal(of(pool, HW_POOL_RESERVED), 2 * STEP);
    assert_cuda(cudaMemPoolTrimTo(pool, 0));
    assert_int_equal(of(pool, HW_POOL_RESERVED), STEP);
    assert_cuda(cudaFree(block)); /* any allocation can be freed at once, too */
    assert_int_equal(of(pool, HW_POOL_USED), 0);
    assert_int_equal(of(pool, HW_POOL_USED_HIGH), 3 * STEP + 1024);
    assert_int_equal(of(pool, HW_POOL_RESERVED_HIGH), 4 * STEP);
    set(pool, HW_POOL_USED_HIGH, 0);
    set(pool, HW_POOL_RESERVED_HIGH, 0);
    assert_int_equal(of(pool, HW_POOL_USED_HIGH), 0);
    assert_int_equal(of(pool, HW_POOL_RESERVED_HIGH), STEP);
    assert_cuda(cudaMemPoolTrimTo(pool, 0));
    assert_int_equal(free_bytes(), before);
    assert_cuda(cudaMallocAsync((void **)&block, 0, NULL));
    assert_null(block);
    assert_cuda(cudaFreeAsync(NULL, NULL));
    assert_error(cudaMemPoolDestroy(pool), cudaErrorInvalidValue);
}

/* It becomes the device's, and goes with its last allocation. */
static void a_pool_of_the_program(void **state)
{
    cudaMemPool_t own, current;
    void *block, *second;
    cudaStream_t stream;
    const size_t before = free_bytes();

    (void)state;
    assert_cuda(cudaStreamCreate(&stream));
    assert_cuda(cudaMemPoolCreate(&own, &first_device));
    set(own, HW_POOL_RELEASE_THRESHOLD, UINT64_MAX);
    assert_int_equal(of(own, HW_POOL_RELEASE_THRESHOLD), UINT64_MAX);
    assert_cuda(cudaMallocFromPoolAsync(&block, 100, own, stream));
    assert_cuda(cudaDeviceSetMemPool(0, own));
    assert_cuda(cudaMallocAsync(&second, 600, stream));
    assert_int_equal(of(own, HW_POOL_USED), 512 + 1024);
    assert_cuda(cudaFreeAsync(second, stream));
    assert_cuda(cudaDeviceSynchronize());
    assert_int_equal(of(own, HW_POOL_RESERVED), STEP);
    assert_cuda(cudaMemPoolDestroy(own));
    assert_error(cudaMemPoolDestroy(own), cudaErrorInvalidValue);
    assert_cuda(cudaDeviceGetMemPool(&current, 0));
    assert_ptr_not_equal(current, own);
    assert_cuda(cudaMemsetAsync(block, 1, 100, stream)); /* still there */
    assert_int_equal(free_bytes(), before - STEP);
    assert_cuda(cudaFreeAsync(block, stream));
    assert_cuda(cudaDeviceSynchronize());
    assert_int_equal(free_bytes(), before);
    assert_cuda(cudaMalloc(&block, 64));
    assert_cuda(cudaFreeAsync(block, stream)); /* which need not be of a pool */
    assert_error(cudaFree(block), cudaErrorInvalidDevicePointer);
}

static void limits(void **state)
{
    struct hw_pool_properties small = first_device;
    cudaMemPool_t pool, holder;
    void *block, *most;

    (void)state;
    small.most_bytes = 4096;
    assert_cuda(cudaMemPoolCreate(&pool, &small));
    assert_cuda(cudaMallocFromPoolAsync(&block, 4000, pool, NULL));
    assert_error(cudaMallocFromPoolAsync(&most, 1, pool, NULL), cudaErrorMemoryAllocation);
    assert_error(cudaMallocAsync(&most, SIZE_MAX, NULL), cudaErrorMemoryAllocation);
    assert_error(cudaMallocAsync(&most, (size_t)1 << 31, NULL), cudaErrorMemoryAllocation);
    /* Who needs memory gets what pools do not use. */
    assert_cuda(cudaMemPoolCreate(&holder, &first_device));
    set(holder, HW_POOL_RELEASE_THRESHOLD, UINT64_MAX);
    assert_cuda(cudaMallocFromPoolAsync(&most, (size_t)800 << 20, holder, NULL));
    assert_cuda(cudaFreeAsync(most, NULL));
    assert_cuda(cudaDeviceSynchronize());
    assert_int_equal(of(holder, HW_POOL_RESERVED), (size_t)800 << 20);
    assert_cuda(cudaMalloc(&most, (size_t)700 << 20));
    assert_int_equal(of(holder, HW_POOL_RESERVED), 0);
    assert_cuda(cudaFree(most));
}

static void wrong_use(void **state)
{
    struct hw_pool_properties properties = first_device;
    const struct hw_access_right none = {{HW_LOCATION_DEVICE, 0}, HW_ACCESS_RIGHT_NONE};
    const struct hw_access_right other = {{HW_LOCATION_DEVICE, 1}, HW_ACCESS_RIGHT_READ};
    const struct hw_access_right wild = {{HW_LOCATION_DEVICE, 1}, 7};
    struct hw_location location = {HW_LOCATION_DEVICE, 1};
    cudaMemPool_t pool, there;
    uint64_t value = 0;
    int flags = 9;
    void *block;

    (void)state;
    assert_error(cudaMemPoolCreate(NULL, &properties), cudaErrorInvalidValue);
    assert_error(cudaMemPoolCreate(&pool, NULL), cudaErrorInvalidValue);
    properties.usage = 2;
    assert_error(cudaMemPoolCreate(&pool, &properties), cudaErrorNotSupported);
    properties.usage = 0;
    properties.location.id = 9;
    assert_error(cudaMemPoolCreate(&pool, &properties), cudaErrorInvalidDevice);
    properties.location.type = HW_LOCATION_NONE;
    assert_error(cudaMemPoolCreate(&pool, &properties), cudaErrorInvalidValue);
    properties.location.type = HW_LOCATION_HOST;
    assert_error(cudaMemPoolCreate(&pool, &properties), cudaErrorNotSupported);
    properties.allocation_type = 0;
    assert_error(cudaMemPoolCreate(&pool, &properties), cudaErrorInvalidValue);
    assert_error(cudaDeviceGetDefaultMemPool(&pool, 2), cudaErrorInvalidDevice);
    assert_error(cudaDeviceGetDefaultMemPool(NULL, 0), cudaErrorInvalidValue);
    assert_error(cudaDeviceGetMemPool(&pool, -1), cudaErrorInvalidDevice);
    assert_error(cudaDeviceSetMemPool(2, NULL), cudaErrorInvalidDevice);
    assert_error(cudaDeviceSetMemPool(0, NOBODYS), cudaErrorInvalidValue);
    assert_cuda(cudaDeviceGetDefaultMemPool(&there, 1));
    assert_error(cudaDeviceSetMemPool(0, there), cudaErrorInvalidValue);
    assert_cuda(cudaDeviceGetDefaultMemPool(&pool, 0));
    assert_error(cudaMemPoolDestroy(NOBODYS), cudaErrorInvalidValue);
    assert_error(cudaMemPoolTrimTo(NULL, 0), cudaErrorInvalidValue);
    assert_error(cudaMemPoolGetAttribute(pool, 0, &value), cudaErrorInvalidValue);
    assert_error(cudaMemPoolGetAttribute(pool, 9, &value), cudaErrorInvalidValue);
    assert_error(cudaMemPoolGetAttribute(pool, HW_POOL_USED, NULL), cudaErrorInvalidValue);
    assert_error(cudaMemPoolGetAttribute(NOBODYS, HW_POOL_USED, &value), cudaErrorInvalidValue);
    assert_error(cudaMemPoolSetAttribute(pool, HW_POOL_USED, &value), cudaErrorInvalidValue);
    value = 1;
    assert_error(cudaMemPoolSetAttribute(pool, HW_POOL_USED_HIGH, &value), cudaErrorInvalidValue);
    assert_error(cudaMemPoolSetAttribute(pool, HW_POOL_RESERVED_HIGH, &value), cudaErrorInvalidValue);
    assert_error(cudaMemPoolSetAccess(pool, &none, 1), cudaErrorInvalidDevice);
    assert_error(cudaMemPoolSetAccess(pool, &wild, 1), cudaErrorInvalidValue);
    assert_error(cudaMemPoolSetAccess(pool, NULL, 1), cudaErrorInvalidValue);
    assert_cuda(cudaMemPoolGetAccess(&flags, pool, &location));
    assert_int_equal(flags, HW_ACCESS_RIGHT_NONE);
    assert_cuda(cudaMemPoolSetAccess(pool, &other, 1));
    assert_cuda(cudaMemPoolGetAccess(&flags, pool, &location));
    assert_int_equal(flags, HW_ACCESS_RIGHT_READ);
    location.id = 0;
    assert_cuda(cudaMemPoolGetAccess(&flags, pool, &location));
    assert_int_equal(flags, HW_ACCESS_RIGHT_WRITE);
    assert_error(cudaMemPoolGetAccess(NULL, pool, &location), cudaErrorInvalidValue);
    assert_error(cudaMallocAsync(NULL, 4, NULL), cudaErrorInvalidValue);
    assert_error(cudaMallocFromPoolAsync(&block, 4, NOBODYS, NULL), cudaErrorInvalidValue);
    assert_error(cudaMallocFromPoolAsync(&block, 4, NULL, NULL), cudaErrorInvalidValue);
    assert_error(cudaMallocAsync(&block, 4, (cudaStream_t)(void *)&nobody), cudaErrorInvalidResourceHandle);
    assert_error(cudaFreeAsync(&nobody, NULL), cudaErrorInvalidDevicePointer);
    assert_cuda(cudaMallocAsync(&block, 4, NULL));
    assert_error(cudaFreeAsync((char *)block + 1, NULL), cudaErrorInvalidDevicePointer);
    assert_cuda(cudaDeviceReset()); /* takes the block and the pool along */
    assert_error(cudaMemPoolTrimTo(pool, 0), cudaErrorInvalidValue);
    assert_error(cudaFreeAsync(block, NULL), cudaErrorInvalidDevicePointer);
}

/* Memory of another device than the stream's is that device's. */
static void two_devices(void **state)
{
    cudaMemPool_t there;
    struct cudaPointerAttributes about;
    void *block;

    (void)state;
    assert_cuda(cudaDeviceGetDefaultMemPool(&there, 1));
    assert_cuda(cudaMallocFromPoolAsync(&block, 64, there, NULL));
    assert_cuda(cudaPointerGetAttributes(&about, block));
    assert_int_equal(about.device, 1);
    assert_int_equal(of(there, HW_POOL_USED), 512);
    assert_cuda(cudaFreeAsync(block, NULL));
    assert_int_equal(of(there, HW_POOL_USED), 0);
}

static void the_driver(void **state)
{
    struct hw_location here = {HW_LOCATION_DEVICE, 0};
    CUmemoryPool pool, same;
    CUdeviceptr block;
    uint64_t used = 0;
    int value = 0, flags = 0;
    const struct hw_access_right own = {{HW_LOCATION_DEVICE, 0}, HW_ACCESS_RIGHT_WRITE};

    (void)state;
    assert_cuda(cudaFree(NULL)); /* makes the primary context current */
    assert_int_equal(cuDeviceGetAttribute(&value, 115, 0), CUDA_SUCCESS);
    assert_int_equal(value, 1);
    assert_int_equal(cuDeviceGetDefaultMemPool(&pool, 0), CUDA_SUCCESS);
    assert_int_equal(cuMemGetDefaultMemPool(&same, &here, HW_ALLOCATION_PINNED), CUDA_SUCCESS);
    assert_ptr_equal(pool, same);
    assert_int_equal(cuMemGetMemPool(&same, &here, HW_ALLOCATION_MANAGED), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuMemAllocAsync(&block, 700, NULL), CUDA_SUCCESS);
    assert_int_equal(cuMemPoolGetAttribute(pool, HW_POOL_USED, &used), CUDA_SUCCESS);
    assert_int_equal(used, 1024);
    assert_int_equal(cuMemFreeAsync(block, NULL), CUDA_SUCCESS);
    assert_int_equal(cuMemFreeAsync(block, NULL), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuMemFree_v2(block), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuMemAllocAsync(&block, 0, NULL), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuMemAllocAsync(NULL, 4, NULL), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuMemAllocFromPoolAsync(&block, 4, NULL, NULL), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuMemPoolCreate(&pool, &first_device), CUDA_SUCCESS);
    assert_int_equal(cuMemSetMemPool(&here, HW_ALLOCATION_PINNED, pool), CUDA_SUCCESS);
    assert_int_equal(cuDeviceGetMemPool(&same, 0), CUDA_SUCCESS);
    assert_ptr_equal(pool, same);
    assert_int_equal(cuDeviceSetMemPool(7, pool), CUDA_ERROR_INVALID_DEVICE);
    assert_int_equal(cuMemPoolSetAccess(pool, &own, 1), CUDA_SUCCESS);
    assert_int_equal(cuMemPoolGetAccess(&flags, pool, &here), CUDA_SUCCESS);
    assert_int_equal(flags, HW_ACCESS_RIGHT_WRITE);
    value = 0;
    assert_int_equal(cuMemPoolSetAttribute(pool, HW_POOL_REUSE_OPPORTUNISTIC, &value), CUDA_SUCCESS);
    value = 1;
    assert_int_equal(cuMemPoolGetAttribute(pool, HW_POOL_REUSE_OPPORTUNISTIC, &value), CUDA_SUCCESS);
    assert_int_equal(value, 0);
    assert_int_equal(cuMemAllocFromPoolAsync(&block, 4, pool, NULL), CUDA_SUCCESS);
    assert_int_equal(cuMemPoolTrimTo(pool, 0), CUDA_SUCCESS);
    assert_int_equal(cuMemPoolDestroy(pool), CUDA_SUCCESS);
    assert_int_equal(cuMemPoolDestroy(pool), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuMemFreeAsync(block, NULL), CUDA_SUCCESS);
}

/* Four threads share a pool. */
static void *allocate_much(void *pool)
{
    uint8_t *block[8], got = 0;

    for (unsigned round = 0; round < 50; round++) {
        for (unsigned i = 0; i < 8; i++)
            if (cudaMallocFromPoolAsync((void **)&block[i], 100 * (i + 1), pool, (cudaStream_t)2) ||
                cudaMemsetAsync(block[i], (int)i + 1, 100, (cudaStream_t)2))
                return NULL;
        for (unsigned i = 0; i < 8; i++)
            if (cudaMemcpy(&got, block[i] + 99, 1, D2H) || got != i + 1 ||
                cudaFreeAsync(block[i], (cudaStream_t)2))
                return NULL;
    }
    return pool;
}

static void host_threads(void **state)
{
    pthread_t threads[4];
    cudaMemPool_t pool;
    void *done;

    (void)state;
    assert_cuda(cudaMemPoolCreate(&pool, &first_device));
    for (unsigned i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, allocate_much, pool), 0);
    for (unsigned i = 0; i < 4; i++) {
        assert_int_equal(pthread_join(threads[i], &done), 0);
        assert_non_null(done);
    }
    assert_int_equal(of(pool, HW_POOL_USED), 0);
    assert_true(of(pool, HW_POOL_USED_HIGH) >= 8 * 512);
    assert_cuda(cudaMemPoolDestroy(pool));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(a_default_pool, fresh_device),
        cmocka_unit_test_setup(a_pool_of_the_program, fresh_device),
        cmocka_unit_test_setup(limits, fresh_device),
        cmocka_unit_test_setup(wrong_use, fresh_device),
        cmocka_unit_test_setup(two_devices, fresh_device),
        cmocka_unit_test_setup(the_driver, fresh_device),
        cmocka_unit_test_setup(host_threads, fresh_device),
    };
    setenv("HALFWARP_CHIP", "gp104,gp104", 1);
    setenv("HALFWARP_MEMORY", "1G", 1);
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    cudaDeviceReset();
    return failed;
}
