/* SPDX-License-Identifier: MIT */
/* The runtime API: devices and their properties, two of them and access to each other, limits and
 * preferences, last errors, the profiler's switch. */
#include "cuda_test.h"

#include <stdio.h>

static void devices(void **state)
{
    struct cudaDeviceProp properties;
    int number = -1;

    (void)state;
    assert_cuda(cudaGetDeviceCount(&number));
    assert_int_equal(number, 2);
    assert_error(cudaGetDeviceCount(NULL), cudaErrorInvalidValue);
    assert_cuda(cudaGetDevice(&number));
    assert_int_equal(number, 0);
    assert_cuda(cudaSetDevice(1));
    assert_cuda(cudaGetDevice(&number));
    assert_int_equal(number, 1);
    assert_error(cudaSetDevice(2), cudaErrorInvalidDevice);
    assert_error(cudaSetDevice(-1), cudaErrorInvalidDevice);
    assert_cuda(cudaGetDevice(&number));
    assert_int_equal(number, 1);
    assert_error(cudaGetDevice(NULL), cudaErrorInvalidValue);
    assert_cuda(cudaSetDevice(0));
    assert_cuda(cudaGetDeviceProperties(&properties, 0));
    assert_true(properties.major == 2 && properties.minor == 0 && properties.warpSize == 32);
    assert_true(properties.multiProcessorCount == 16 && properties.maxThreadsPerBlock == 1024);
    assert_true(properties.maxThreadsPerMultiProcessor == 1536 && properties.unifiedAddressing == 1);
    assert_cuda(cudaGetDeviceProperties(&properties, 1));
    assert_true(properties.major == 3 && properties.minor == 0);
    assert_error(cudaGetDeviceProperties(&properties, 2), cudaErrorInvalidDevice);
    assert_error(cudaGetDeviceProperties(&properties, -1), cudaErrorInvalidDevice);
    assert_error(cudaGetDeviceProperties(NULL, 0), cudaErrorInvalidValue);
}

static void choice(void **state)
{
    struct cudaDeviceProp wish;
    int number = -1, list[] = {1, 0, 1}, wrong[] = {0, 5};

    (void)state;
    memset(&wish, 0, sizeof wish);
    assert_cuda(cudaChooseDevice(&number, &wish));
    assert_int_equal(number, 0);
    wish.major = 3;
    assert_cuda(cudaChooseDevice(&number, &wish));
    assert_int_equal(number, 1);
    assert_error(cudaChooseDevice(NULL, &wish), cudaErrorInvalidValue);
    assert_error(cudaChooseDevice(&number, NULL), cudaErrorInvalidValue);
    assert_cuda(cudaSetValidDevices(list, 2));
    assert_cuda(cudaGetDevice(&number));
    assert_int_equal(number, 1);
    assert_cuda(cudaSetValidDevices(NULL, 0));
    assert_error(cudaSetValidDevices(list, 3), cudaErrorInvalidValue);
    assert_error(cudaSetValidDevices(NULL, 1), cudaErrorInvalidValue);
    assert_error(cudaSetValidDevices(wrong, 2), cudaErrorInvalidDevice);
    assert_cuda(cudaSetDevice(0));
}

static void versions_and_attributes(void **state)
{
    struct cudaDeviceProp properties;
    int number = -1;

    (void)state;
    assert_cuda(cudaDriverGetVersion(&number));
    assert_int_equal(number, 4020);
    assert_cuda(cudaRuntimeGetVersion(&number));
    assert_int_equal(number, 4020);
    assert_error(cudaRuntimeGetVersion(NULL), cudaErrorInvalidValue);
    assert_error(cudaDriverGetVersion(NULL), cudaErrorInvalidValue);
    assert_cuda(cudaGetDeviceProperties(&properties, 1));
    assert_cuda(cudaDeviceGetAttribute(&number, 16, 1)); /* multiprocessors */
    assert_int_equal(number, properties.multiProcessorCount);
    assert_cuda(cudaDeviceGetAttribute(&number, 8, 1)); /* shared memory of a block */
    assert_int_equal(number, properties.sharedMemPerBlock);
    assert_error(cudaDeviceGetAttribute(&number, 16, 2), cudaErrorInvalidDevice);
    assert_error(cudaDeviceGetAttribute(&number, 0, 0), cudaErrorInvalidValue);
    assert_error(cudaDeviceGetAttribute(NULL, 16, 0), cudaErrorInvalidValue);
}

static void pci_places(void **state)
{
    char text[32];
    int number = -1;

    (void)state;
    for (int device = 0; device < 2; device++) {
        assert_cuda(cudaDeviceGetPCIBusId(text, sizeof text, device));
        assert_int_equal(strlen(text), 12);
        assert_cuda(cudaDeviceGetByPCIBusId(&number, text));
        assert_int_equal(number, device);
        text[10] = '\0'; /* without a function */
        assert_cuda(cudaDeviceGetByPCIBusId(&number, text));
        assert_int_equal(number, device);
        assert_cuda(cudaDeviceGetPCIBusId(text, sizeof text, device));
        assert_cuda(cudaDeviceGetByPCIBusId(&number, text + 5)); /* without a domain */
        assert_int_equal(number, device);
    }
    assert_error(cudaDeviceGetPCIBusId(text, 12, 0), cudaErrorInvalidValue);
    assert_error(cudaDeviceGetPCIBusId(NULL, 32, 0), cudaErrorInvalidValue);
    assert_error(cudaDeviceGetPCIBusId(text, 32, 2), cudaErrorInvalidDevice);
    assert_error(cudaDeviceGetByPCIBusId(&number, (char[]){"0000:ff:00.0"}), cudaErrorInvalidDevice);
    assert_error(cudaDeviceGetByPCIBusId(&number, (char[]){"nonsense"}), cudaErrorInvalidDevice);
    assert_error(cudaDeviceGetByPCIBusId(NULL, text), cudaErrorInvalidValue);
    assert_error(cudaDeviceGetByPCIBusId(&number, NULL), cudaErrorInvalidValue);
}

static void flags(void **state)
{
    (void)state;
    assert_cuda(cudaSetDeviceFlags(8));
    assert_error(cudaSetDeviceFlags(3), cudaErrorInvalidValue); /* spin and yield */
    assert_error(cudaSetDeviceFlags(64), cudaErrorInvalidValue);
    assert_cuda(cudaFree(NULL)); /* the device is in use from here on */
    assert_error(cudaSetDeviceFlags(8), cudaErrorSetOnActiveProcess);
    assert_cuda(cudaDeviceReset());
    assert_cuda(cudaSetDeviceFlags(0));
}

static void limits(void **state)
{
    size_t value = 0;

    (void)state;
    assert_cuda(cudaDeviceGetLimit(&value, cudaLimitStackSize));
    assert_int_equal(value, 1024);
    assert_cuda(cudaDeviceSetLimit(cudaLimitStackSize, 8192));
    assert_cuda(cudaThreadGetLimit(&value, cudaLimitStackSize));
    assert_int_equal(value, 8192);
    assert_error(cudaDeviceSetLimit(cudaLimitStackSize, (size_t)1 << 40), cudaErrorInvalidValue);
    assert_error(cudaDeviceSetLimit(99, 1), cudaErrorInvalidValue);
    assert_error(cudaDeviceGetLimit(&value, 99), cudaErrorInvalidValue);
    assert_cuda(cudaThreadSetLimit(cudaLimitMallocHeapSize, 1 << 20));
    assert_cuda(cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 1 << 16));
    assert_error(cudaDeviceGetLimit(NULL, 0), cudaErrorInvalidValue);
}

static void preferences(void **state)
{
    int value = -1;

    (void)state;
    assert_cuda(cudaDeviceGetCacheConfig(&value));
    assert_int_equal(value, cudaFuncCachePreferNone);
    assert_cuda(cudaDeviceSetCacheConfig(cudaFuncCachePreferL1));
    assert_cuda(cudaThreadGetCacheConfig(&value));
    assert_int_equal(value, cudaFuncCachePreferL1);
    assert_cuda(cudaThreadSetCacheConfig(cudaFuncCachePreferShared));
    assert_error(cudaDeviceSetCacheConfig(9), cudaErrorInvalidValue);
    assert_error(cudaDeviceGetCacheConfig(NULL), cudaErrorInvalidValue);
    assert_cuda(cudaSetDevice(1)); /* only its banks can be set */
    assert_cuda(cudaDeviceSetSharedMemConfig(cudaSharedMemBankSizeEightByte));
    assert_cuda(cudaDeviceGetSharedMemConfig(&value));
    assert_int_equal(value, cudaSharedMemBankSizeEightByte);
    assert_cuda(cudaDeviceReset());
    assert_cuda(cudaDeviceGetSharedMemConfig(&value));
    assert_int_equal(value, cudaSharedMemBankSizeFourByte);
    assert_error(cudaDeviceSetSharedMemConfig(3), cudaErrorInvalidValue);
    assert_error(cudaDeviceGetSharedMemConfig(NULL), cudaErrorInvalidValue);
    assert_cuda(cudaSetDevice(0));
    assert_cuda(cudaDeviceSetSharedMemConfig(cudaSharedMemBankSizeEightByte));
    assert_cuda(cudaDeviceGetSharedMemConfig(&value));
    assert_int_equal(value, cudaSharedMemBankSizeFourByte);
}

static void peers(void **state)
{
    int can = 0;

    (void)state;
    assert_cuda(cudaDeviceCanAccessPeer(&can, 0, 1));
    assert_int_equal(can, 1);
    assert_cuda(cudaDeviceCanAccessPeer(&can, 0, 0));
    assert_int_equal(can, 0);
    assert_error(cudaDeviceCanAccessPeer(&can, 0, 2), cudaErrorInvalidDevice);
    assert_error(cudaDeviceCanAccessPeer(NULL, 0, 1), cudaErrorInvalidValue);
    assert_error(cudaDeviceEnablePeerAccess(1, 1), cudaErrorInvalidValue);
    assert_error(cudaDeviceEnablePeerAccess(7, 0), cudaErrorInvalidDevice);
    assert_error(cudaDeviceEnablePeerAccess(0, 0), cudaErrorInvalidDevice); /* not of itself */
    assert_error(cudaDeviceDisablePeerAccess(1), cudaErrorPeerAccessNotEnabled);
    assert_cuda(cudaDeviceEnablePeerAccess(1, 0));
    assert_error(cudaDeviceEnablePeerAccess(1, 0), cudaErrorPeerAccessAlreadyEnabled);
    assert_cuda(cudaDeviceDisablePeerAccess(1));
    assert_error(cudaDeviceDisablePeerAccess(1), cudaErrorPeerAccessNotEnabled);
    assert_error(cudaDeviceDisablePeerAccess(7), cudaErrorInvalidDevice);
}

static void copies_between_devices(void **state)
{
    uint32_t words[16], got[16];
    void *first, *second;

    (void)state;
    for (uint32_t i = 0; i < 16; i++)
        words[i] = i * 77;
    assert_cuda(cudaSetDevice(1));
    assert_cuda(cudaMalloc(&second, sizeof words));
    assert_cuda(cudaMemcpy(second, words, sizeof words, cudaMemcpyDefault));
    assert_cuda(cudaSetDevice(0));
    assert_cuda(cudaMalloc(&first, sizeof words));
    assert_cuda(cudaMemcpyPeer(first, 0, second, 1, sizeof words));
    assert_cuda(cudaMemcpy(got, first, sizeof got, cudaMemcpyDefault));
    assert_memory_equal(got, words, sizeof words);
    assert_cuda(cudaMemset(first, 1, sizeof words));
    assert_cuda(cudaMemcpyPeerAsync(second, 1, first, 0, 4, NULL));
    assert_cuda(cudaMemcpy(got, second, sizeof got, D2H));
    assert_true(got[0] == 0x01010101 && got[1] == 77);
    assert_error(cudaMemcpyPeer(first, 0, second, 2, 4), cudaErrorInvalidDevice);
    assert_error(cudaMemcpyPeer(first, -1, second, 1, 4), cudaErrorInvalidDevice);
    assert_error(cudaMemcpyPeer(first, 0, second, 1, sizeof words + 1), cudaErrorInvalidValue);
    struct cudaMemcpy3DPeerParms box = {.srcPtr = {second, 16, 16, 2},
                                        .srcDevice = 1,
                                        .dstPtr = {first, 16, 16, 2},
                                        .dstDevice = 0,
                                        .extent = {16, 2, 2}};
    assert_cuda(cudaMemcpy3DPeer(&box));
    assert_error(cudaMemcpy3DPeer(NULL), cudaErrorInvalidValue);
    box.srcDevice = 3;
    assert_error(cudaMemcpy3DPeerAsync(&box, NULL), cudaErrorInvalidDevice);
    assert_cuda(cudaSetDevice(1));
    assert_cuda(cudaDeviceReset());
    assert_cuda(cudaSetDevice(0));
    assert_cuda(cudaMemcpy(got, first, 4, D2H)); /* the other device's memory is gone, this one's is not */
}

static void last_errors(void **state)
{
    (void)state;
    assert_error(cudaSetDevice(9), cudaErrorInvalidDevice);
    assert_error(cudaPeekAtLastError(), cudaErrorInvalidDevice);
    assert_cuda(cudaSetDevice(0)); /* success does not cover it */
    assert_error(cudaGetLastError(), cudaErrorInvalidDevice);
    assert_cuda(cudaGetLastError());
    assert_string_equal(cudaGetErrorString(cudaErrorInvalidDevice), "invalid device ordinal");
    assert_string_equal(cudaGetErrorString(cudaErrorStartupFailure), "startup failure in cuda runtime");
    assert_string_equal(cudaGetErrorString((cudaError_t)9999), "unknown error");
    assert_string_equal(cudaGetErrorString(cudaErrorNotSupported), "unknown error"); /* CUDA 5.0's */
}

static void profiler(void **state)
{
    (void)state;
    assert_error(cudaProfilerStart(), cudaErrorProfilerNotInitialized);
    assert_error(cudaProfilerStop(), cudaErrorProfilerNotInitialized);
    assert_error(cudaProfilerInitialize(NULL, "out", 0), cudaErrorInvalidValue);
    assert_error(cudaProfilerInitialize("in", "out", 2), cudaErrorInvalidValue);
    setenv("COMPUTE_PROFILE", "1", 1);
    assert_error(cudaProfilerInitialize("in", "out", 1), cudaErrorProfilerDisabled);
    unsetenv("COMPUTE_PROFILE");
    assert_cuda(cudaProfilerInitialize("in", "out", 1));
    assert_error(cudaProfilerStop(), cudaErrorProfilerAlreadyStopped);
    assert_cuda(cudaProfilerStart());
    assert_error(cudaProfilerStart(), cudaErrorProfilerAlreadyStarted);
    assert_cuda(cudaProfilerStop());
}

static void old_names(void **state)
{
    (void)state;
    assert_cuda(cudaThreadSynchronize());
    assert_cuda(cudaDeviceSynchronize());
    assert_cuda(cudaThreadExit());
}

static void absent(void **state)
{
    const void *table;
    const cudaUUID_t id = {{0}};
    int number;

    (void)state;
    assert_error(cudaGetExportTable(&table, &id), cudaErrorUnknown);
    assert_error(cudaGetExportTable(NULL, &id), cudaErrorInvalidValue);
    assert_error(cudaVDPAUGetDevice(&number, 0, NULL), cudaErrorInvalidDevice);
    assert_error(cudaVDPAUSetVDPAUDevice(0, 0, NULL), cudaErrorInvalidDevice);
    assert_error(cudaGraphicsVDPAURegisterVideoSurface(NULL, 0, 0), cudaErrorUnknown);
    assert_error(cudaGraphicsVDPAURegisterOutputSurface(NULL, 0, 0), cudaErrorUnknown);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(devices, fresh_device),
        cmocka_unit_test_setup(choice, fresh_device),
        cmocka_unit_test_setup(versions_and_attributes, fresh_device),
        cmocka_unit_test_setup(pci_places, fresh_device),
        cmocka_unit_test_setup(flags, fresh_device),
        cmocka_unit_test_setup(limits, fresh_device),
        cmocka_unit_test_setup(preferences, fresh_device),
        cmocka_unit_test_setup(peers, fresh_device),
        cmocka_unit_test_setup(copies_between_devices, fresh_device),
        cmocka_unit_test_setup(last_errors, fresh_device),
        cmocka_unit_test_setup(profiler, fresh_device),
        cmocka_unit_test_setup(old_names, fresh_device),
        cmocka_unit_test_setup(absent, fresh_device),
    };
    setenv("HALFWARP_CHIP", "gf100,sm_30", 1);
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    cudaDeviceReset();
    return failed;
}
