/* SPDX-License-Identifier: MIT */
/* Both interfaces: several ranges of managed memory prefetched or discarded in one call (CUDA 13), what is
 * between two devices, and how many parameters a kernel has. */
#include "cuda/core/memory/managed.h"
#include "cuda/driver/driver.h"
#include "cuda/runtime/runtime.h"
#include "cuda_managed.h"
#include "cuda_test.h"

#define KERNEL                                              \
    ".version 7.0\n.target sm_61\n.address_size 64\n"       \
    ".visible .entry two(.param .u64 a, .param .u32 b) {\n" \
    "ret;\n}\n.visible .entry none() {\nret;\n}\n"

static cudaStream_t stream;
static size_t zero;
static struct hw_location first_device = {HW_LOCATION_DEVICE, 0};

static int begin(void **state)
{
    return fresh_device(state) || cudaStreamCreate(&stream);
}

static int prefetched(const void *memory)
{
    int place = 9;

    assert_cuda(cudaMemRangeGetAttribute(&place, sizeof place, HW_RANGE_PREFETCHED, memory, 64));
    return place;
}

static void ranges(void **state)
{
    void *memory[3] = {managed(64), managed(64), managed(64)};
    size_t bytes[3] = {64, 64, 64}, first[2] = {0, 2};
    struct hw_location to[2] = {first_device, {HW_LOCATION_HOST, 0}};
    CUdeviceptr address = (uintptr_t)memory[0];

    (void)state;
    memset(memory[0], 7, 64);
    assert_cuda(cudaMemPrefetchBatchAsync(memory, bytes, 3, to, first, 2, 0, stream));
    assert_true(prefetched(memory[0]) == 0 && prefetched(memory[1]) == 0);
    assert_int_equal(prefetched(memory[2]), HW_PLACE_HOST);
    assert_cuda(cudaMemDiscardBatchAsync(memory, bytes, 3, 0, stream));
    assert_cuda(cudaMemDiscardAndPrefetchBatchAsync(memory, bytes, 3, to, &zero, 1, 0, stream));
    assert_int_equal(prefetched(memory[2]), 0);
    assert_int_equal(cuMemPrefetchBatchAsync(&address, bytes, 1, &to[1], &zero, 1, 0, stream), CUDA_SUCCESS);
    assert_int_equal(prefetched(memory[0]), HW_PLACE_HOST);
    assert_int_equal(cuMemDiscardAndPrefetchBatchAsync(&address, bytes, 1, to, &zero, 1, 0, stream),
                     CUDA_SUCCESS);
    assert_int_equal(prefetched(memory[0]), 0);
    assert_int_equal(cuMemDiscardBatchAsync(&address, bytes, 1, 0, stream), CUDA_SUCCESS);
    for (int i = 0; i < 3; i++)
        assert_cuda(cudaFree(memory[i]));
}

static void wrong_ranges(void **state)
{
    void *memory[2] = {managed(64), NULL};
    size_t bytes[2] = {64, 64}, first[2] = {0, 2};

    (void)state;
    assert_cuda(cudaMalloc(&memory[1], 64)); /* which is not managed: nothing is done */
    assert_error(cudaMemPrefetchBatchAsync(memory, bytes, 2, &first_device, &zero, 1, 0, stream),
                 cudaErrorInvalidValue);
    assert_int_equal(prefetched(memory[0]), HW_PLACE_NONE);
    assert_error(cudaMemDiscardBatchAsync(memory, bytes, 2, 0, stream), cudaErrorInvalidValue);
    assert_error(cudaMemDiscardBatchAsync(memory, bytes, 0, 0, stream), cudaErrorInvalidValue);
    assert_error(cudaMemDiscardBatchAsync(memory, bytes, 1, 1, stream), cudaErrorInvalidValue);
    assert_error(cudaMemDiscardBatchAsync(memory, bytes, 1, 0, NULL), cudaErrorInvalidValue);
    assert_error(cudaMemPrefetchBatchAsync(memory, bytes, 1, NULL, &zero, 1, 0, stream),
                 cudaErrorInvalidValue);
    assert_error(cudaMemPrefetchBatchAsync(memory, bytes, 1, &first_device, NULL, 1, 0, stream),
                 cudaErrorInvalidValue);
    assert_error(cudaMemPrefetchBatchAsync(memory, bytes, 1, &first_device, first, 2, 0, stream),
                 cudaErrorInvalidValue);
    assert_cuda(cudaFree(memory[0]));
    assert_cuda(cudaFree(memory[1]));
}

static void between_devices(void **state)
{
    static const int wanted[] = {0, 0, 1, 1, 1, 0}; /* rank, access, atomics, arrays, only some atomics */
    int value;

    (void)state;
    for (int i = 1; i < 6; i++) {
        value = 9;
        assert_cuda(cudaDeviceGetP2PAttribute(&value, i, 0, 1));
        assert_int_equal(value, wanted[i]);
        value = 9;
        assert_int_equal(cuDeviceGetP2PAttribute(&value, i, 1, 0), CUDA_SUCCESS);
        assert_int_equal(value, wanted[i]);
    }
    assert_error(cudaDeviceGetP2PAttribute(&value, 2, 0, 0), cudaErrorInvalidDevice);
    assert_error(cudaDeviceGetP2PAttribute(&value, 2, 0, 2), cudaErrorInvalidDevice);
    assert_error(cudaDeviceGetP2PAttribute(&value, 6, 0, 1), cudaErrorInvalidValue);
    assert_error(cudaDeviceGetP2PAttribute(NULL, 2, 0, 1), cudaErrorInvalidValue);
}

static void parameters(void **state)
{
    CUlibrary library;
    CUkernel kernel;
    CUfunction function;
    size_t count = 9;

    (void)state;
    assert_cuda(cudaFree(NULL)); /* makes the context */
    assert_int_equal(cuLibraryLoadData(&library, KERNEL, NULL, NULL, 0, NULL, NULL, 0), CUDA_SUCCESS);
    assert_int_equal(cuLibraryGetKernel(&kernel, library, "two"), CUDA_SUCCESS);
    assert_int_equal(cuKernelGetParamCount(kernel, &count), CUDA_SUCCESS);
    assert_int_equal(count, 2);
    assert_int_equal(cuLibraryGetKernel(&kernel, library, "none"), CUDA_SUCCESS);
    assert_int_equal(cuKernelGetFunction(&function, kernel), CUDA_SUCCESS);
    assert_int_equal(cuFuncGetParamCount(function, &count), CUDA_SUCCESS);
    assert_int_equal(count, 0);
    assert_int_equal(cuFuncGetParamCount(function, NULL), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuKernelGetParamCount(NULL, &count), CUDA_ERROR_INVALID_HANDLE);
    assert_error(cudaFuncGetParamCount(&count, &count), cudaErrorInvalidDeviceFunction);
    assert_int_equal(cuLibraryUnload(library), CUDA_SUCCESS);
}

static void count_up(void *count)
{
    ++*(int *)count;
}

static void host_functions(void **state)
{
    int count = 0;

    (void)state;
    assert_cuda(cudaLaunchHostFunc_v2(stream, count_up, &count, 0));
    assert_int_equal(cuLaunchHostFunc_v2(stream, count_up, &count, 1), CUDA_SUCCESS);
    assert_error(cudaLaunchHostFunc_v2(stream, count_up, &count, 2), cudaErrorInvalidValue);
    assert_cuda(cudaStreamSynchronize(stream));
    assert_int_equal(count, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(ranges, begin),          cmocka_unit_test_setup(wrong_ranges, begin),
        cmocka_unit_test_setup(between_devices, begin), cmocka_unit_test_setup(parameters, begin),
        cmocka_unit_test_setup(host_functions, begin),
    };

    setenv("HALFWARP_CHIP", "sm_61,sm_61", 1);
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    cudaDeviceReset();
    return failed;
}
