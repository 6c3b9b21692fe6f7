/* SPDX-License-Identifier: MIT */
/* The driver API: its beginning, devices and what they say of themselves, functions by name. */
#include "cuda/driver/driver.h"
#include "cuda/runtime/runtime.h"
#include "cuda_driver.h"

#include <dlfcn.h>

/* What nobody has written: the driver has every name of NVIDIA's (cuda.api). */
static int call_missing(void)
{
    int (*missing)(void *) = (int (*)(void *))dlsym(RTLD_DEFAULT, "cuEGLStreamConsumerConnect");

    assert_non_null(missing);
    return missing(NULL);
}

/* The first test: nothing has been called. */
static void nothing_works_before_init(void **state)
{
    int value = 0;
    CUcontext context;
    CUdevice device;
    CUdeviceptr address;

    (void)state;
    assert_int_equal(cuDeviceGet(&device, 0), CUDA_ERROR_NOT_INITIALIZED);
    assert_int_equal(cuDeviceGetCount(&value), CUDA_ERROR_NOT_INITIALIZED);
    assert_int_equal(cuCtxCreate_v2(&context, 0, 0), CUDA_ERROR_NOT_INITIALIZED);
    assert_int_equal(cuCtxGetCurrent(&context), CUDA_ERROR_NOT_INITIALIZED);
    assert_int_equal(cuMemAlloc_v2(&address, 4), CUDA_ERROR_NOT_INITIALIZED);
    assert_cu(cuDeviceGetAttribute(&value, 38, 0)); /* as deviceQuery of CUDA SDK 4.2 has it */
    assert_int_equal(cuInit(1), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuDeviceGet(&device, 0), CUDA_ERROR_NOT_INITIALIZED);
    assert_int_equal(call_missing(), CUDA_ERROR_NOT_INITIALIZED);
    assert_int_equal(cudaGetDeviceCount(&value), cudaSuccess); /* any call of the runtime counts as cuInit */
    assert_cu(cuDeviceGet(&device, 0));
    assert_cu(cuInit(0));
    assert_cu(cuInit(0));
    assert_int_equal(call_missing(), CUDA_ERROR_NOT_SUPPORTED);
}

static void devices_tell_their_numbers(void **state)
{
    int value, major, minor;
    char name[64];
    size_t bytes;
    unsigned small;
    CUdevice device;
    CUdevprop properties;

    (void)state;
    assert_cu(cuDeviceGetCount(&value));
    assert_int_equal(value, 3);
    assert_int_equal(cuDeviceGetCount(NULL), CUDA_ERROR_INVALID_VALUE);
    assert_cu(cuDeviceGet(&device, 2));
    assert_int_equal(device, 2);
    assert_int_equal(cuDeviceGet(&device, 3), CUDA_ERROR_INVALID_DEVICE);
    assert_int_equal(cuDeviceGet(&device, -1), CUDA_ERROR_INVALID_DEVICE);
    assert_int_equal(cuDeviceGet(NULL, 0), CUDA_ERROR_INVALID_VALUE);
    assert_cu(cuDriverGetVersion(&value));
    assert_int_equal(value, 13000);
    assert_int_equal(cuDriverGetVersion(NULL), CUDA_ERROR_INVALID_VALUE);
    assert_cu(cuDeviceGetName(name, sizeof name, 0));
    assert_non_null(strstr(name, "halfwarp"));
    assert_cu(cuDeviceGetName(name, 4, 0));
    assert_int_equal(strlen(name), 3);
    assert_int_equal(cuDeviceGetName(name, 0, 0), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuDeviceGetName(name, 4, 9), CUDA_ERROR_INVALID_DEVICE);
    assert_cu(cuDeviceComputeCapability(&major, &minor, 2));
    assert_true(major == 1 && minor == 3);
    assert_int_equal(cuDeviceComputeCapability(&major, NULL, 2), CUDA_ERROR_INVALID_VALUE);
    assert_cu(cuDeviceTotalMem_v2(&bytes, 0));
    assert_cu(cuDeviceTotalMem(&small, 0));
    assert_true(bytes == small && bytes >= 1 << 30);
    assert_int_equal(cuDeviceTotalMem(NULL, 0), CUDA_ERROR_INVALID_VALUE);
    assert_cu(cuDeviceGetProperties(&properties, 0));
    assert_true(properties.SIMDWidth == 32 && properties.maxThreadsPerBlock == 1024);
    assert_int_equal(cuDeviceGetProperties(&properties, 7), CUDA_ERROR_INVALID_DEVICE);
}

/* Each of CUDA 4.2's numbers has an answer, and those that programs steer by the right one. */
static void attributes(void **state)
{
    static const struct {
        int attribute, value;
    } known[] = {{1, 1024},   {4, 64},    {5, 65535}, {8, 49152}, {9, 65536}, {10, 32},
                 {12, 32768}, {39, 1536}, {44, 1},    {75, 2},    {76, 0},    {83, 0}};
    struct cudaDeviceProp properties;
    int value;

    (void)state;
    for (int attribute = 1; attribute <= 72; attribute++)
        assert_cu(cuDeviceGetAttribute(&value, attribute, 0));
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        assert_cu(cuDeviceGetAttribute(&value, known[i].attribute, 0));
        assert_int_equal(value, known[i].value);
    }
    assert_int_equal(cudaGetDeviceProperties(&properties, 0), cudaSuccess);
    assert_cu(cuDeviceGetAttribute(&value, 16, 0));
    assert_int_equal(value, properties.multiProcessorCount);
    assert_int_equal(cuDeviceGetAttribute(&value, 0, 0), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuDeviceGetAttribute(&value, 9999, 0), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuDeviceGetAttribute(NULL, 1, 0), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuDeviceGetAttribute(&value, 1, 3), CUDA_ERROR_INVALID_DEVICE);
}

static void places_on_the_bus(void **state)
{
    char id[32], short_id[32];
    CUdevice device;
    CUuuid one, other;

    (void)state;
    assert_cu(cuDeviceGetPCIBusId(id, sizeof id, 1));
    assert_int_equal(strlen(id), 12);
    assert_cu(cuDeviceGetByPCIBusId(&device, id));
    assert_cu(cuDeviceGetPCIBusId(short_id, sizeof short_id, device));
    assert_string_equal(id, short_id);
    assert_cu(cuDeviceGetByPCIBusId(&device, strcpy(short_id, id + 5)));
    assert_int_equal(cuDeviceGetByPCIBusId(&device, "7777:77:77.0"), CUDA_ERROR_INVALID_DEVICE);
    assert_int_equal(cuDeviceGetByPCIBusId(&device, "somewhere"), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuDeviceGetByPCIBusId(NULL, id), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuDeviceGetPCIBusId(NULL, 32, 0), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuDeviceGetPCIBusId(id, 32, 5), CUDA_ERROR_INVALID_DEVICE);
    assert_cu(cuDeviceGetUuid(&one, 0));
    assert_cu(cuDeviceGetUuid_v2(&other, 1));
    assert_memory_not_equal(&one, &other, sizeof one);
    assert_int_equal(cuDeviceGetUuid(NULL, 0), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuDeviceGetUuid(&one, 3), CUDA_ERROR_INVALID_DEVICE);
}

static void tables_are_not_found(void **state)
{
    const void *table;
    const CUuuid id = {{0}};

    (void)state;
    assert_int_equal(cuGetExportTable(&table, &id), CUDA_ERROR_NOT_FOUND);
    assert_int_equal(cuGetExportTable(NULL, &id), CUDA_ERROR_INVALID_VALUE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_works_before_init),
        cmocka_unit_test(devices_tell_their_numbers),
        cmocka_unit_test(attributes),
        cmocka_unit_test(places_on_the_bus),
        cmocka_unit_test(tables_are_not_found),
    };

    setenv("HALFWARP_CHIP", "gf100,gf100,g200", 1);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
