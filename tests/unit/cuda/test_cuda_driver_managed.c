/* SPDX-License-Identifier: MIT */
/* The driver API: managed memory. */
#include "cuda/driver/driver.h"
#include "cuda_driver.h"
#include "sanitized.h"

enum { READ_MOSTLY = 1, PREFERRED = 3, FACT_PREFERRED = 2, FACT_PREFETCHED = 4, BYTES = 8192 };

/* Skips the test where host and device cannot have the same address. */
static CUdeviceptr managed(void)
{
    CUdeviceptr address = 0;
    const CUresult result = cuMemAllocManaged(&address, BYTES, 1);

    if (SANITIZED && result == CUDA_ERROR_NOT_SUPPORTED)
        skip();
    assert_cu(result);
    return address;
}

static void host_and_device_have_it(void **state)
{
    const CUdeviceptr address = managed();
    unsigned *words = (unsigned *)(uintptr_t)address;
    unsigned type = 0, is_managed = 0;

    (void)state;
    assert_cu(cuMemsetD32_v2(address, 0x1234, BYTES / 4));
    assert_int_equal(words[BYTES / 4 - 1], 0x1234);
    assert_cu(cuPointerGetAttribute(&is_managed, CU_POINTER_ATTRIBUTE_IS_MANAGED, address + 8));
    assert_cu(cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, address));
    assert_true(is_managed == 1 && type == CU_MEMORYTYPE_DEVICE);
    assert_cu(cuMemFree_v2(address));
    assert_int_equal(cuMemFree_v2(address), CUDA_ERROR_INVALID_VALUE);
}

static void advice(void **state)
{
    const struct hw_location device = {HW_LOCATION_DEVICE, 0}, nowhere = {HW_LOCATION_NONE, 0};
    const CUdeviceptr address = managed();
    int where = 9, mostly = 9;
    void *data[] = {&where, &mostly};
    size_t sizes[] = {4, 4};
    int facts[] = {FACT_PREFERRED, READ_MOSTLY};

    (void)state;
    assert_cu(cuMemAdvise(address, BYTES, PREFERRED, -1));
    assert_cu(cuMemRangeGetAttributes(data, sizes, facts, 2, address, BYTES));
    assert_true(where == -1 && mostly == 0);
    assert_cu(cuMemAdvise_v2(address, BYTES, PREFERRED, device));
    assert_cu(cuMemRangeGetAttribute(&where, 4, FACT_PREFERRED, address, BYTES));
    assert_int_equal(where, 0);
    assert_cu(cuMemPrefetchAsync(address, BYTES, -1, NULL));
    assert_cu(cuMemRangeGetAttribute(&where, 4, FACT_PREFETCHED, address, BYTES));
    assert_int_equal(where, -1);
    assert_cu(cuMemPrefetchAsync_v2(address, BYTES, device, 0, NULL));
    assert_cu(cuStreamAttachMemAsync(NULL, address, 0, 1));
    assert_int_equal(cuMemAdvise(address, BYTES, 9, 0), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuMemAdvise(address, BYTES, PREFERRED, 1), CUDA_ERROR_INVALID_DEVICE);
    assert_int_equal(cuMemAdvise_v2(address, BYTES, PREFERRED, nowhere), CUDA_ERROR_INVALID_DEVICE);
    assert_int_equal(cuMemPrefetchAsync(0, BYTES, 0, NULL), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuMemPrefetchAsync(address, BYTES, 0, no_stream), CUDA_ERROR_INVALID_HANDLE);
    assert_int_equal(cuMemPrefetchAsync_v2(address, BYTES, device, 1, NULL), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuStreamAttachMemAsync(NULL, address, 0, 4), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuStreamAttachMemAsync(no_stream, address, 0, 1), CUDA_ERROR_INVALID_HANDLE);
    assert_int_equal(cuMemRangeGetAttribute(&where, 8, FACT_PREFETCHED, address, BYTES),
                     CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuMemRangeGetAttributes(data, sizes, facts, 2, 0, BYTES), CUDA_ERROR_INVALID_VALUE);
    assert_cu(cuMemFree_v2(address));
}

CUresult cuMemPrefetchAsync_ptsz(CUdeviceptr address, size_t bytes, CUdevice device, CUstream stream);
CUresult cuMemPrefetchAsync_v2_ptsz(CUdeviceptr address, size_t bytes, struct hw_location location,
                                    unsigned flags, CUstream stream);
CUresult cuStreamAttachMemAsync_ptsz(CUstream stream, CUdeviceptr address, size_t bytes, unsigned flags);

/* Where stream 0 is the thread's own, memory can be its. */
static void own_streams(void **state)
{
    const struct hw_location device = {HW_LOCATION_DEVICE, 0};
    const CUdeviceptr address = managed();

    (void)state;
    assert_cu(cuStreamAttachMemAsync_ptsz(NULL, address, 0, 4));
    assert_cu(cuMemPrefetchAsync_ptsz(address, BYTES, 0, NULL));
    assert_cu(cuMemPrefetchAsync_v2_ptsz(address, BYTES, device, 0, NULL));
    assert_int_equal(cuStreamAttachMemAsync_ptsz(no_stream, address, 0, 4), CUDA_ERROR_INVALID_HANDLE);
    assert_int_equal(cuMemPrefetchAsync_ptsz(address, BYTES, 1, NULL), CUDA_ERROR_INVALID_DEVICE);
    assert_int_equal(cuMemPrefetchAsync_v2_ptsz(address, BYTES, device, 1, NULL), CUDA_ERROR_INVALID_VALUE);
    assert_cu(cuMemFree_v2(address));
}

static void impossible_memory(void **state)
{
    CUdeviceptr address;

    (void)state;
    assert_int_equal(cuMemAllocManaged(NULL, 16, 1), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuMemAllocManaged(&address, 0, 1), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuMemAllocManaged(&address, 16, 0), CUDA_ERROR_INVALID_VALUE);
    /* More than the device and any host have. */
    assert_int_equal(cuMemAllocManaged(&address, (size_t)1 << 45, 1), CUDA_ERROR_OUT_OF_MEMORY);
    assert_int_equal(cuMemHostAlloc((void **)&address, (size_t)1 << 45, 0), CUDA_ERROR_OUT_OF_MEMORY);
}

static int begin(void **state)
{
    (void)state;
    setenv("HALFWARP_CHIP", "sm_61", 1);
    return create_context(0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(host_and_device_have_it),
        cmocka_unit_test(advice),
        cmocka_unit_test(own_streams),
        cmocka_unit_test(impossible_memory),
    };
    return cmocka_run_group_tests(tests, begin, end_context);
}
