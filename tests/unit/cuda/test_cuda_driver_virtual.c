/* SPDX-License-Identifier: MIT */
/* The driver API: virtual memory.  Two devices, the second of which only says what it may reach. */
#include "cuda/driver/driver.h"
#include "cuda_driver.h"
#include "made_fatbin.h"

#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

#define STEP ((size_t)2 << 20)

enum { NONE = HW_ACCESS_RIGHT_NONE, READ = HW_ACCESS_RIGHT_READ, WRITE = HW_ACCESS_RIGHT_WRITE };

static const struct hw_allocation_properties plain = {.allocation_type = HW_ALLOCATION_PINNED,
                                                      .location = {HW_LOCATION_DEVICE, 0}},
                                             shared = {.allocation_type = HW_ALLOCATION_PINNED,
                                                       .handle_types = HW_SHARE_FILE,
                                                       .location = {HW_LOCATION_DEVICE, 0}};
static const CUmemGenericAllocationHandle no_handle = 64;

static CUdeviceptr reserved(size_t bytes)
{
    CUdeviceptr address = 0;

    assert_cu(cuMemAddressReserve(&address, bytes, 0, 0, 0));
    assert_int_equal(address % STEP, 0);
    return address;
}

static CUmemGenericAllocationHandle created(const struct hw_allocation_properties *properties, size_t bytes)
{
    CUmemGenericAllocationHandle handle = 0;

    assert_cu(cuMemCreate(&handle, bytes, properties, 0));
    return handle;
}

static CUresult set_access(CUdeviceptr address, size_t bytes, int device, int flags)
{
    const struct hw_access_right right = {{HW_LOCATION_DEVICE, device}, flags};

    return cuMemSetAccess(address, bytes, &right, 1);
}

static int access_of(int device, CUdeviceptr address)
{
    const struct hw_location location = {HW_LOCATION_DEVICE, device};
    unsigned long long flags = 99;

    assert_cu(cuMemGetAccess(&flags, &location, address));
    return (int)flags;
}

static size_t free_memory(void)
{
    size_t free_bytes, total;

    assert_cu(cuMemGetInfo_v2(&free_bytes, &total));
    return free_bytes;
}

/* Two pieces of memory make one range, as a vector that grows has it. */
static void a_range_of_two(void **state)
{
    const size_t before = free_memory();
    const CUdeviceptr address = reserved(4 * STEP);
    const CUmemGenericAllocationHandle first = created(&plain, STEP), second = created(&plain, 2 * STEP);
    unsigned words[2] = {0};

    (void)state;
    assert_int_equal(before - free_memory(), 3 * STEP);
    assert_cu(cuMemMap(address, STEP, 0, first, 0));
    assert_cu(cuMemMap(address + STEP, 2 * STEP, 0, second, 0));
    assert_cu(cuMemRelease(first)); /* the mapping keeps it */
    assert_cu(cuMemRelease(second));
    assert_cu(set_access(address, 3 * STEP, 0, WRITE));
    assert_cu(cuMemsetD32_v2(address, 0x1234, 3 * STEP / 4));
    assert_cu(cuMemcpyDtoH_v2(words, address + STEP - 4, 8));
    assert_true(words[0] == 0x1234 && words[1] == 0x1234);
    assert_int_equal(cuMemsetD32_v2(address, 0, STEP), CUDA_ERROR_INVALID_VALUE); /* beyond */
    assert_cu(cuMemUnmap(address, 3 * STEP));
    assert_int_equal(cuMemsetD32_v2(address, 0, 4), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(free_memory(), before);
    assert_cu(cuMemAddressFree(address, 4 * STEP));
}

/* What memory holds stays when it moves, and two addresses may mean the same. */
static void one_memory_at_two_addresses(void **state)
{
    const CUdeviceptr one = reserved(STEP), other = reserved(2 * STEP);
    const CUmemGenericAllocationHandle memory = created(&plain, 2 * STEP);
    unsigned word = 0;

    (void)state;
    assert_cu(cuMemMap(one, STEP, STEP, memory, 0)); /* its second half */
    assert_cu(cuMemMap(other, 2 * STEP, 0, memory, 0));
    assert_cu(set_access(one, STEP, 0, WRITE));
    assert_cu(set_access(other, 2 * STEP, 0, WRITE));
    assert_cu(cuMemsetD32_v2(one + 8, 77, 1));
    assert_cu(cuMemcpyDtoH_v2(&word, other + STEP + 8, 4));
    assert_int_equal(word, 77);
    assert_cu(cuMemUnmap(one, STEP));
    assert_cu(cuMemMap(one, STEP, STEP, memory, 0));
    assert_cu(set_access(one, STEP, 0, WRITE));
    word = 0;
    assert_cu(cuMemcpyDtoH_v2(&word, one + 8, 4));
    assert_int_equal(word, 77);
    assert_cu(cuMemUnmap(one, STEP));
    assert_cu(cuMemUnmap(other, 2 * STEP));
    assert_cu(cuMemRelease(memory));
    assert_cu(cuMemAddressFree(one, STEP));
    assert_cu(cuMemAddressFree(other, 2 * STEP));
}

static CUfunction load_kernel(void)
{
    size_t bytes;
    CUmodule module = NULL;
    CUfunction function = NULL;
    uint8_t *cubin = fatbin_cubin("variables", "sm_61", &bytes);

    assert_cu(cuModuleLoadData(&module, cubin));
    assert_cu(cuModuleGetFunction(&function, module, "variable_written"));
    free(cubin);
    return function;
}

static CUresult run_kernel(CUfunction function, CUdeviceptr in, CUdeviceptr out)
{
    unsigned n = 1;
    void *arguments[] = {&in, &out, &n};
    const CUresult result = cuLaunchKernel(function, 1, 1, 1, 32, 1, 1, 0, NULL, arguments, NULL);

    return result == CUDA_SUCCESS ? cuCtxSynchronize() : result;
}

/* Kernels write where access was given, and read what they may only read. */
static void kernels_reach_it(void **state)
{
    const CUdeviceptr address = reserved(8 * STEP);
    const CUmemGenericAllocationHandle memory = created(&plain, STEP), constant = created(&plain, STEP);
    CUfunction function = load_kernel();
    unsigned got[32];

    (void)state;
    assert_cu(cuMemMap(address, STEP, 0, memory, 0));
    assert_cu(cuMemMap(address + 6 * STEP, STEP, 0, constant, 0));
    assert_cu(set_access(address, STEP, 0, WRITE));
    assert_cu(set_access(address + 6 * STEP, STEP, 0, READ));
    assert_cu(run_kernel(function, address + 6 * STEP, address));
    assert_cu(cuMemcpyDtoH_v2(got, address, sizeof got));
    for (unsigned i = 0; i < 32; i++)
        assert_int_equal(got[i], i);
    assert_int_not_equal(run_kernel(function, address, address + 6 * STEP), CUDA_SUCCESS); /* a fault */
    assert_cu(cuCtxDestroy_v2(group_context));
    assert_cu(cuMemUnmap(address + 6 * STEP, STEP)); /* they outlive contexts */
    assert_cu(create_context(0));
    memset(got, 0, sizeof got);
    assert_cu(cuMemcpyDtoH_v2(got, address, sizeof got));
    assert_int_equal(got[31], 31);
    assert_cu(cuMemUnmap(address, STEP));
    assert_cu(cuMemAddressFree(address, 8 * STEP));
    assert_cu(cuMemRelease(memory));
    assert_cu(cuMemRelease(constant));
}

static void rights_of_devices(void **state)
{
    const CUdeviceptr address = reserved(2 * STEP);
    const CUmemGenericAllocationHandle memory = created(&plain, STEP);
    const struct hw_access_right both[] = {{{HW_LOCATION_DEVICE, 0}, READ}, {{HW_LOCATION_DEVICE, 1}, WRITE}};
    unsigned word = 5;

    (void)state;
    assert_cu(cuMemMap(address, STEP, 0, memory, 0));
    assert_int_equal(access_of(0, address), NONE);
    assert_cu(cuMemSetAccess(address, STEP, both, 2));
    assert_true(access_of(0, address + 100) == READ && access_of(1, address) == WRITE);
    assert_cu(cuMemcpyHtoD_v2(address, &word, 4));
    assert_cu(set_access(address, STEP, 1, NONE));
    assert_true(access_of(0, address) == READ && access_of(1, address) == NONE);
    assert_cu(set_access(address, STEP, 0, NONE));
    assert_int_equal(cuMemcpyHtoD_v2(address, &word, 4), CUDA_ERROR_INVALID_VALUE);
    assert_cu(set_access(address, STEP, 0, WRITE));
    word = 0;
    assert_cu(cuMemcpyDtoH_v2(&word, address, 4));
    assert_int_equal(word, 5);
    assert_int_equal(set_access(address, STEP, 2, WRITE), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(set_access(address, STEP, -1, WRITE), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(set_access(address, STEP, 0, 2), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(set_access(address, 2 * STEP, 0, WRITE), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(set_access(address, 0, 0, WRITE), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuMemSetAccess(address, STEP, NULL, 1), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuMemSetAccess(address, STEP, both, 0), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuMemGetAccess(NULL, &both[0].location, address), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuMemGetAccess(&(unsigned long long){0}, NULL, address), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuMemGetAccess(&(unsigned long long){0}, &both[0].location, address + STEP),
                     CUDA_ERROR_INVALID_VALUE);
    assert_cu(cuMemUnmap(address, STEP));
    assert_cu(cuMemRelease(memory));
    assert_cu(cuMemAddressFree(address, 2 * STEP));
}

/* Through a file's descriptor, as to another process. */
static void memory_is_shared(void **state)
{
    const CUdeviceptr address = reserved(2 * STEP);
    const CUmemGenericAllocationHandle memory = created(&shared, STEP), secret = created(&plain, STEP);
    CUmemGenericAllocationHandle import = 0;
    unsigned word = 0;
    int file = -1;

    (void)state;
    assert_cu(cuMemExportToShareableHandle(&file, memory, HW_SHARE_FILE, 0));
    assert_cu(cuMemImportFromShareableHandle(&import, (void *)(intptr_t)file, HW_SHARE_FILE));
    close(file);
    assert_cu(cuMemMap(address, STEP, 0, memory, 0));
    assert_cu(cuMemMap(address + STEP, STEP, 0, import, 0));
    assert_cu(set_access(address, 2 * STEP, 0, WRITE));
    assert_cu(cuMemsetD32_v2(address + 4, 9, 1));
    assert_cu(cuMemcpyDtoH_v2(&word, address + STEP + 4, 4));
    assert_int_equal(word, 9);
    assert_int_equal(cuMemExportToShareableHandle(&file, secret, HW_SHARE_FILE, 0), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuMemExportToShareableHandle(&file, memory, 2, 0), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuMemExportToShareableHandle(NULL, memory, HW_SHARE_FILE, 0), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuMemImportFromShareableHandle(&import, (void *)(intptr_t)-1, HW_SHARE_FILE),
                     CUDA_ERROR_INVALID_VALUE);
    file = open("/dev/null", O_RDWR | O_CLOEXEC);
    assert_int_equal(cuMemImportFromShareableHandle(&import, (void *)(intptr_t)file, HW_SHARE_FILE),
                     CUDA_ERROR_INVALID_VALUE);
    close(file);
    assert_cu(cuMemUnmap(address, 2 * STEP));
    assert_cu(cuMemRelease(memory));
    assert_cu(cuMemRelease(secret));
    assert_cu(cuMemRelease(import));
    assert_cu(cuMemAddressFree(address, 2 * STEP));
}

static void handles(void **state)
{
    const CUdeviceptr address = reserved(STEP);
    const CUmemGenericAllocationHandle memory = created(&shared, STEP);
    CUmemGenericAllocationHandle same = 0;
    struct hw_allocation_properties found;
    size_t bytes = 0;

    (void)state;
    assert_cu(cuMemGetAllocationGranularity(&bytes, &plain, 0));
    assert_int_equal(bytes, STEP);
    assert_cu(cuMemGetAllocationPropertiesFromHandle(&found, memory));
    assert_memory_equal(&found, &shared, sizeof found);
    assert_int_equal(cuMemRetainAllocationHandle(&same, (void *)(uintptr_t)address),
                     CUDA_ERROR_INVALID_VALUE);
    assert_cu(cuMemMap(address, STEP, 0, memory, 0));
    assert_cu(cuMemRetainAllocationHandle(&same, (void *)(uintptr_t)(address + 5)));
    assert_true(same == memory);
    assert_cu(cuMemRelease(memory));
    assert_cu(cuMemRelease(memory)); /* it was given out twice */
    assert_int_equal(cuMemRelease(memory), CUDA_ERROR_INVALID_VALUE);
    assert_cu(cuMemUnmap(address, STEP));
    assert_int_equal(cuMemRelease(memory), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuMemRelease(no_handle), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuMemGetAllocationPropertiesFromHandle(&found, no_handle), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuMemGetAllocationGranularity(NULL, &plain, 0), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuMemGetAllocationGranularity(&bytes, NULL, 0), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuMemGetAllocationGranularity(&bytes, &plain, 2), CUDA_ERROR_INVALID_VALUE);
    assert_cu(cuMemAddressFree(address, STEP));
}

static void impossible_addresses(void **state)
{
    CUdeviceptr address = 0, aligned = 0;

    (void)state;
    assert_int_equal(cuMemAddressReserve(NULL, STEP, 0, 0, 0), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuMemAddressReserve(&address, 0, 0, 0, 0), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuMemAddressReserve(&address, 4096, 0, 0, 0), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuMemAddressReserve(&address, STEP, 3, 0, 0), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuMemAddressReserve(&address, STEP, 0, 0, 1), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuMemAddressReserve(&address, SIZE_MAX - STEP + 1, 0, 0, 0), CUDA_ERROR_OUT_OF_MEMORY);
    assert_cu(cuMemAddressReserve(&aligned, STEP, 16 * STEP, 0, 0));
    assert_int_equal(aligned % (16 * STEP), 0);
    address = reserved(2 * STEP);
    assert_int_equal(cuMemAddressFree(address, STEP), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuMemAddressFree(address + STEP, STEP), CUDA_ERROR_INVALID_VALUE);
    assert_cu(cuMemAddressFree(address, 2 * STEP));
    assert_int_equal(cuMemAddressFree(address, 2 * STEP), CUDA_ERROR_INVALID_VALUE);
    assert_cu(cuMemAddressFree(aligned, STEP));
}

static void impossible_mappings(void **state)
{
    const CUdeviceptr address = reserved(3 * STEP);
    const CUmemGenericAllocationHandle memory = created(&plain, 2 * STEP);
    CUmemGenericAllocationHandle handle = 0;
    struct hw_allocation_properties wrong = plain;

    (void)state;
    assert_int_equal(cuMemCreate(NULL, STEP, &plain, 0), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuMemCreate(&handle, 4096, &plain, 0), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuMemCreate(&handle, STEP, NULL, 0), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuMemCreate(&handle, STEP, &plain, 1), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuMemCreate(&handle, (size_t)1 << 50, &plain, 0), CUDA_ERROR_OUT_OF_MEMORY);
    wrong.compression = 1;
    assert_int_equal(cuMemCreate(&handle, STEP, &wrong, 0), CUDA_ERROR_NOT_SUPPORTED);
    wrong = plain;
    wrong.direct = 1;
    assert_int_equal(cuMemCreate(&handle, STEP, &wrong, 0), CUDA_ERROR_NOT_SUPPORTED);
    wrong = plain;
    wrong.usage = 1;
    assert_int_equal(cuMemCreate(&handle, STEP, &wrong, 0), CUDA_ERROR_NOT_SUPPORTED);
    wrong = plain;
    wrong.location.id = 7;
    assert_int_equal(cuMemCreate(&handle, STEP, &wrong, 0), CUDA_ERROR_INVALID_DEVICE);
    wrong.location.type = HW_LOCATION_HOST;
    assert_int_equal(cuMemCreate(&handle, STEP, &wrong, 0), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuMemMap(address, STEP, 0, no_handle, 0), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuMemMap(address, STEP, 0, memory, 1), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuMemMap(address + 4096, STEP, 0, memory, 0), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuMemMap(address, STEP, 4096, memory, 0), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuMemMap(address, 3 * STEP, 0, memory, 0), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuMemMap(address + 2 * STEP, 2 * STEP, 0, memory, 0), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuMemMap(STEP, STEP, 0, memory, 0), CUDA_ERROR_INVALID_VALUE);
    assert_cu(cuMemMap(address, STEP, 0, memory, 0));
    assert_int_equal(cuMemMap(address, 2 * STEP, 0, memory, 0), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuMemAddressFree(address, 3 * STEP), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuMemUnmap(address, 2 * STEP), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuMemUnmap(address + STEP, STEP), CUDA_ERROR_INVALID_VALUE);
    assert_cu(cuMemUnmap(address, STEP));
    assert_cu(cuMemRelease(memory));
    assert_cu(cuMemAddressFree(address, 3 * STEP));
}

static void *work(void *nothing)
{
    for (unsigned turn = 0; turn < 10; turn++) {
        const CUdeviceptr address = reserved(STEP);
        const CUmemGenericAllocationHandle memory = created(&plain, STEP);
        unsigned word = 0;

        assert_cu(cuMemMap(address, STEP, 0, memory, 0));
        assert_cu(cuMemRelease(memory));
        assert_cu(set_access(address, STEP, 0, WRITE));
        assert_cu(cuCtxSetCurrent(group_context));
        assert_cu(cuMemsetD32_v2(address, turn, 16));
        assert_cu(cuMemcpyDtoH_v2(&word, address + 60, 4));
        assert_int_equal(word, turn);
        assert_cu(cuMemUnmap(address, STEP));
        assert_cu(cuMemAddressFree(address, STEP));
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
    setenv("HALFWARP_CHIP", "sm_61,sm_61", 1);
    return create_context(0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_range_of_two),       cmocka_unit_test(one_memory_at_two_addresses),
        cmocka_unit_test(kernels_reach_it),     cmocka_unit_test(rights_of_devices),
        cmocka_unit_test(memory_is_shared),     cmocka_unit_test(handles),
        cmocka_unit_test(impossible_addresses), cmocka_unit_test(impossible_mappings),
        cmocka_unit_test(four_threads),
    };
    return cmocka_run_group_tests(tests, begin, end_context);
}
