/* SPDX-License-Identifier: MIT */
/* libcudart.so.13: CUDA 13's structures, which lost clocks and modes. */
#include "cudart_later_properties.h"
#include "cuda/runtime/runtime_managed.h"
#include "made_fatbin.h"
#include "sanitized.h"

struct properties {
    BEGINNING_OF_PROPERTIES
    LATER_PROPERTIES(DECLARE_INT, DECLARE_INTS, DECLARE_SIZE, DECLARE_NOTHING)
    int deviceNumaConfig, deviceNumaId, mpsEnabled, hostNumaId;
    unsigned gpuPciDeviceID, gpuPciSubsystemID;
    int hostNumaMultinodeIpcSupported, reserved[56];
};

static void every_field(void **state)
{
    struct {
        struct properties properties;
        int guard;
    } has;

    (void)state;
    assert_int_equal(sizeof has.properties, 1008);
    memset(&has, 0x55, sizeof has);
    assert_cuda(cudaGetDeviceProperties((struct cudaDeviceProp *)(void *)&has, 0));
    assert_int_equal(has.guard, 0x55555555);
    assert_string_equal(has.properties.name, "gk110 (halfwarp)");
    LATER_PROPERTIES(CHECK_INT, CHECK_INTS, CHECK_SIZE, CHECK_NOTHING)
    assert_true(has.properties.major == 3 && has.properties.minor == 5 &&
                has.properties.multiProcessorCount == 15);
    assert_true(has.properties.maxBlocksPerMultiProcessor == 16 && has.properties.deviceNumaId == -1);
    assert_attribute("deviceNumaConfig", 130, has.properties.deviceNumaConfig);
    assert_attribute("hostNumaId", 134, has.properties.hostNumaId);
    assert_int_equal(has.properties.reserved[55], 0);
}

/* The structure has 144 bytes, of which what is about clusters is 0. */
static void kernels(void **state)
{
    static const char *const targets[] = {"sm_35", NULL};
    static char stub;
    struct {
        struct cudaFuncAttributes known;
        int later[26], guard;
    } kernel;
    struct fatbin variables;

    (void)state;
    fatbin_make(&variables, "variables", targets);
    void **handle = __cudaRegisterFatBinary(&variables.wrapper);
    add_kernel(handle, &stub, "variable_written");
    memset(&kernel, 0x55, sizeof kernel);
    assert_cuda(cudaFuncGetAttributes(&kernel.known, &stub));
    assert_true(kernel.known.binaryVersion == 35 && kernel.later[1] == 49152 && kernel.later[2] == -1);
    for (int i = 3; i < 26; i++)
        assert_int_equal(kernel.later[i], 0);
    assert_int_equal(kernel.guard, 0x55555555);
    cudaDeviceReset();
    __cudaUnregisterFatBinary(handle);
    fatbin_free(&variables);
}

/* A place stands where the number of a device stood, and flags before the stream. */
static void places_of_managed_memory(void **state)
{
    const uint64_t host = HW_LOCATION_HOST | (uint64_t)7 << 32, device = HW_LOCATION_DEVICE;
    void *memory = NULL;
    int where = 9;
    const cudaError_t error = cudaMallocManaged(&memory, 4096, 1);

    (void)state;
    if (SANITIZED && (int)error == 801)
        skip();
    assert_cuda(error);
    assert_cuda(cudaMemPrefetchAsync(memory, 4096, host, 0, NULL));
    assert_cuda(cudaMemRangeGetAttribute(&where, sizeof where, 4, memory, 4096));
    assert_int_equal(where, -1);
    assert_error((int)cudaMemPrefetchAsync(memory, 4096, host, 1, NULL), 1);
    assert_error((int)cudaMemPrefetchAsync(memory, 4096, 0, 0, NULL), 101);
    assert_error((int)cudaMemPrefetchAsync(memory, 4096, device, 0, NULL), 101); /* of 3.5 */
    assert_cuda(cudaMemAdvise(memory, 4096, 3, host));
    assert_cuda(cudaMemRangeGetAttribute(&where, sizeof where, 5, memory, 4096));
    assert_int_equal(where, HW_LOCATION_HOST);
    assert_cuda(cudaFree(memory));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_field),
        cmocka_unit_test(kernels),
        cmocka_unit_test(places_of_managed_memory),
    };
    setenv("HALFWARP_CHIP", "sm_35", 1);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
