/* SPDX-License-Identifier: MIT */
/* NVML: devices that CUDA hides, handles, memory, clocks, and wrong use of each call. */
#include "cuda_test.h"

#include "cuda/nvml/nvml.h"

#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#define assert_nvml(call) assert_int_equal(call, NVML_SUCCESS)

static int begin(void **state)
{
    (void)state;
    return nvmlInit_v2() != NVML_SUCCESS;
}

static int end(void **state)
{
    (void)state;
    return nvmlShutdown() != NVML_SUCCESS;
}

static nvmlDevice_t device_at(unsigned index)
{
    nvmlDevice_t device = NULL;

    assert_nvml(nvmlDeviceGetHandleByIndex_v2(index, &device));
    return device;
}

static void calls_before_the_first(void **state)
{
    unsigned count;
    int version = 0;

    (void)state;
    assert_int_equal(nvmlDeviceGetCount_v2(&count), NVML_ERROR_UNINITIALIZED);
    assert_int_equal(nvmlShutdown(), NVML_ERROR_UNINITIALIZED);
    assert_int_equal(nvmlInitWithFlags(8), NVML_ERROR_INVALID_ARGUMENT);
    assert_nvml(nvmlSystemGetCudaDriverVersion_v2(&version));
    assert_int_equal(version, HW_CUDA_DRIVER_VERSION);
    version = 0;
    assert_nvml(nvmlSystemGetCudaDriverVersion(&version));
    assert_int_equal(version, HW_CUDA_DRIVER_VERSION);
    assert_int_equal(nvmlSystemGetCudaDriverVersion(NULL), NVML_ERROR_INVALID_ARGUMENT);
    assert_string_equal(nvmlErrorString(NVML_ERROR_UNINITIALIZED), "Uninitialized");
    assert_string_equal(nvmlErrorString((nvmlReturn_t)77), "Unknown Error");
}

/* It is counted how often it was begun. */
static void as_many_ends_as_beginnings(void **state)
{
    unsigned count;

    (void)state;
    assert_nvml(nvmlInit());
    assert_nvml(nvmlShutdown());
    assert_nvml(nvmlDeviceGetCount(&count));
    assert_nvml(nvmlShutdown());
    assert_int_equal(nvmlDeviceGetCount(&count), NVML_ERROR_UNINITIALIZED);
}

static void it_sees_what_cuda_does_not(void **state)
{
    unsigned count = 0;
    int seen = 0;
    char name[96];

    (void)state;
    assert_nvml(nvmlDeviceGetCount_v2(&count));
    assert_cuda(cudaGetDeviceCount(&seen));
    assert_int_equal(count, 2);
    assert_int_equal(seen, 1);
    assert_nvml(nvmlDeviceGetName(device_at(0), name, sizeof name));
    assert_string_equal(name, "gk110 (halfwarp)");
    assert_nvml(nvmlDeviceGetName(device_at(1), name, sizeof name));
    assert_string_equal(name, "GeForce GTX 1080 (halfwarp)");
}

/* Each way to a device leads to the same handle. */
static void ways_to_a_device(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        nvmlPciInfo_t place;
        nvmlPciInfo_v2_t old;
        char id[96];
        unsigned index = 9, minor = 9;
        nvmlDevice_t found = NULL;
        const nvmlDevice_t device = device_at(i);
        assert_nvml(nvmlDeviceGetIndex(device, &index));
        assert_nvml(nvmlDeviceGetMinorNumber(device, &minor));
        assert_int_equal(index, i);
        assert_int_equal(minor, i);
        assert_nvml(nvmlDeviceGetUUID(device, id, sizeof id));
        assert_nvml(nvmlDeviceGetHandleByUUID(id, &found));
        assert_ptr_equal(found, device);
        assert_nvml(nvmlDeviceGetPciInfo_v3(device, &place));
        assert_int_equal(place.bus, i + 1);
        assert_nvml(nvmlDeviceGetHandleByPciBusId_v2(place.busId, &found));
        assert_ptr_equal(found, device);
        assert_nvml(nvmlDeviceGetPciInfo_v2(device, &old));
        assert_string_equal(old.busId, place.busIdLegacy);
        assert_nvml(nvmlDeviceGetHandleByPciBusId(old.busId, &found));
        assert_ptr_equal(found, device);
        assert_nvml(nvmlDeviceGetHandleByIndex(i, &found));
        assert_ptr_equal(found, device);
        memset(&old, 0, sizeof old);
        assert_nvml(nvmlDeviceGetPciInfo(device, &old));
        assert_string_equal(old.busId, place.busIdLegacy);
    }
}

static void wrong_ways(void **state)
{
    nvmlDevice_t device = NULL;
    char text[8];
    unsigned count;

    (void)state;
    assert_int_equal(nvmlDeviceGetHandleByIndex_v2(2, &device), NVML_ERROR_INVALID_ARGUMENT);
    assert_int_equal(nvmlDeviceGetHandleByIndex_v2(0, NULL), NVML_ERROR_INVALID_ARGUMENT);
    assert_int_equal(nvmlDeviceGetHandleByUUID("GPU-0", &device), NVML_ERROR_NOT_FOUND);
    assert_int_equal(nvmlDeviceGetHandleByUUID(NULL, &device), NVML_ERROR_INVALID_ARGUMENT);
    assert_int_equal(nvmlDeviceGetHandleByPciBusId_v2("0000:77:00.0", &device), NVML_ERROR_NOT_FOUND);
    assert_int_equal(nvmlDeviceGetHandleByPciBusId_v2("here", &device), NVML_ERROR_INVALID_ARGUMENT);
    assert_int_equal(nvmlDeviceGetCount_v2(NULL), NVML_ERROR_INVALID_ARGUMENT);
    assert_int_equal(nvmlDeviceGetName(NULL, text, sizeof text), NVML_ERROR_INVALID_ARGUMENT);
    assert_int_equal(nvmlDeviceGetName((nvmlDevice_t)(uintptr_t)&count, text, 8),
                     NVML_ERROR_INVALID_ARGUMENT);
    assert_int_equal(nvmlDeviceGetName(device_at(0), text, sizeof text), NVML_ERROR_INSUFFICIENT_SIZE);
    assert_int_equal(nvmlDeviceGetUUID(device_at(0), text, sizeof text), NVML_ERROR_INSUFFICIENT_SIZE);
    assert_int_equal(nvmlDeviceGetPciInfo_v3(device_at(0), NULL), NVML_ERROR_INVALID_ARGUMENT);
    assert_int_equal(nvmlDeviceGetPciInfo(device_at(0), NULL), NVML_ERROR_INVALID_ARGUMENT);
    assert_int_equal(nvmlDeviceGetHandleByIndex(2, &device), NVML_ERROR_INVALID_ARGUMENT);
}

static void the_system(void **state)
{
    char text[96] = "", little[2];
    unsigned units = 7;

    (void)state;
    assert_nvml(nvmlSystemGetDriverVersion(text, sizeof text));
    assert_true(strlen(text) > 2);
    assert_nvml(nvmlSystemGetNVMLVersion(text, sizeof text));
    assert_true(strlen(text) > 2);
    assert_nvml(nvmlUnitGetCount(&units));
    assert_int_equal(units, 0);
    assert_int_equal(nvmlSystemGetDriverVersion(little, sizeof little), NVML_ERROR_INSUFFICIENT_SIZE);
    assert_int_equal(nvmlSystemGetNVMLVersion(NULL, 9), NVML_ERROR_INVALID_ARGUMENT);
    assert_int_equal(nvmlUnitGetCount(NULL), NVML_ERROR_INVALID_ARGUMENT);
}

/* --- what devices are and do --- */

static void chips(void **state)
{
    int major = 0, minor = 0, same = 1, peer = 9;
    unsigned architecture = 0, cores = 0, bits = 0;

    (void)state;
    assert_nvml(nvmlDeviceGetCudaComputeCapability(device_at(1), &major, &minor));
    assert_int_equal(10 * major + minor, 61);
    assert_int_equal(nvmlDeviceGetCudaComputeCapability(device_at(1), &major, NULL),
                     NVML_ERROR_INVALID_ARGUMENT);
    assert_nvml(nvmlDeviceGetArchitecture(device_at(0), &architecture));
    assert_int_equal(architecture, 2);
    assert_nvml(nvmlDeviceGetArchitecture(device_at(1), &architecture));
    assert_int_equal(architecture, 4);
    assert_nvml(nvmlDeviceGetNumGpuCores(device_at(1), &cores));
    assert_int_equal(cores, 2560);
    assert_nvml(nvmlDeviceGetMemoryBusWidth(device_at(1), &bits));
    assert_int_equal(bits, 256);
    assert_nvml(nvmlDeviceGetMemoryBusWidth(device_at(0), &bits));
    assert_int_equal(bits, 384); /* of a GTX Titan, which GK110 is best known by */
    assert_nvml(nvmlDeviceOnSameBoard(device_at(0), device_at(1), &same));
    assert_int_equal(same, 0);
    assert_nvml(nvmlDeviceGetP2PStatus(device_at(0), device_at(1), 0, &peer));
    assert_int_equal(peer, 0);
    assert_int_equal(nvmlDeviceGetP2PStatus(device_at(0), device_at(1), 5, &peer),
                     NVML_ERROR_INVALID_ARGUMENT);
    assert_int_equal(nvmlDeviceGetP2PStatus(device_at(0), NULL, 0, &peer), NVML_ERROR_INVALID_ARGUMENT);
}

/* CUDA's device 0 is NVML's 1 here. */
static void memory(void **state)
{
    nvmlMemory_t before, after;
    nvmlMemory_v2_t later = {.version = 1};
    void *block = NULL;

    (void)state;
    assert_nvml(nvmlDeviceGetMemoryInfo(device_at(1), &before));
    assert_cuda(cudaMalloc(&block, 1 << 20));
    assert_nvml(nvmlDeviceGetMemoryInfo(device_at(1), &after));
    assert_int_equal(after.used - before.used, 1 << 20);
    assert_int_equal(after.used + after.free, after.total);
    assert_int_equal(nvmlDeviceGetMemoryInfo_v2(device_at(1), &later), NVML_ERROR_ARGUMENT_VERSION_MISMATCH);
    later.version = HW_NVML_MEMORY_V2;
    assert_nvml(nvmlDeviceGetMemoryInfo_v2(device_at(1), &later));
    assert_int_equal(later.used, after.used);
    assert_cuda(cudaFree(block));
    assert_int_equal(nvmlDeviceGetMemoryInfo(NULL, &before), NVML_ERROR_INVALID_ARGUMENT);
    assert_int_equal(nvmlDeviceGetMemoryInfo(device_at(0), NULL), NVML_ERROR_INVALID_ARGUMENT);
}

static void clocks(void **state)
{
    unsigned now = 0, most = 0;

    (void)state;
    assert_nvml(nvmlDeviceGetClockInfo(device_at(1), NVML_CLOCK_SM, &now));
    assert_nvml(nvmlDeviceGetMaxClockInfo(device_at(1), NVML_CLOCK_SM, &most));
    assert_nvml(nvmlDeviceGetClock(device_at(1), NVML_CLOCK_SM, 3, &most));
    assert_int_equal(nvmlDeviceGetClock(device_at(1), NVML_CLOCK_SM, 4, &most), NVML_ERROR_INVALID_ARGUMENT);
    assert_int_equal(now, 1607);
    assert_int_equal(most, now);
    assert_nvml(nvmlDeviceGetApplicationsClock(device_at(1), NVML_CLOCK_MEM, &now));
    assert_int_equal(now, 5005);
    assert_nvml(nvmlDeviceGetDefaultApplicationsClock(device_at(1), NVML_CLOCK_MEM, &now));
    assert_int_equal(now, 5005);
    assert_int_equal(nvmlDeviceGetDefaultApplicationsClock(device_at(1), NVML_CLOCK_MEM, NULL),
                     NVML_ERROR_INVALID_ARGUMENT);
    assert_nvml(nvmlDeviceGetClockInfo(device_at(0), NVML_CLOCK_MEM, &now));
    assert_int_equal(now, 3004);
    assert_int_equal(nvmlDeviceGetClockInfo(device_at(1), NVML_CLOCK_VIDEO, &now), NVML_ERROR_NOT_SUPPORTED);
    assert_int_equal(nvmlDeviceGetClockInfo(device_at(1), 4, &now), NVML_ERROR_INVALID_ARGUMENT);
    assert_int_equal(nvmlDeviceGetClockInfo(device_at(1), NVML_CLOCK_SM, NULL), NVML_ERROR_INVALID_ARGUMENT);
}

static void states(void **state)
{
    nvmlUtilization_t rates = {7, 7};
    int value = 7;

    (void)state;
    assert_nvml(nvmlDeviceGetUtilizationRates(device_at(0), &rates));
    assert_int_equal(rates.gpu + rates.memory, 0);
    assert_int_equal(nvmlDeviceGetUtilizationRates(device_at(0), NULL), NVML_ERROR_INVALID_ARGUMENT);
    assert_nvml(nvmlDeviceGetPerformanceState(device_at(0), &value));
    assert_int_equal(value, 0);
    assert_nvml(nvmlDeviceGetPersistenceMode(device_at(0), &value));
    assert_int_equal(value, 1);
    assert_nvml(nvmlDeviceGetComputeMode(device_at(0), &value));
    assert_int_equal(value, 0);
    assert_nvml(nvmlDeviceGetDisplayMode(device_at(0), &value));
    assert_nvml(nvmlDeviceGetDisplayActive(device_at(0), &value));
    assert_int_equal(nvmlDeviceGetComputeMode(device_at(0), NULL), NVML_ERROR_INVALID_ARGUMENT);
    assert_int_equal(nvmlDeviceGetComputeMode(NULL, &value), NVML_ERROR_INVALID_ARGUMENT);
}

/* Whether this process runs on a device, and with how much memory. */
static bool runs_on(unsigned index, unsigned long long *memory)
{
    nvmlProcessInfo_t list[256];
    unsigned count = 256;
    bool found = false;

    assert_nvml(nvmlDeviceGetComputeRunningProcesses_v3(device_at(index), &count, list));
    for (unsigned i = 0; i < count; i++) {
        if (list[i].pid != (unsigned)getpid())
            continue;
        found = true;
        if (memory)
            *memory = list[i].usedGpuMemory;
    }
    return found;
}

static void processes(void **state)
{
    nvmlProcessInfo_t list[256];
    nvmlProcessInfo_v1_t old, early[256];
    unsigned count = 256, graphics = 1;
    unsigned long long used = 0, before;
    void *block;
    char name[512] = "";

    (void)state;
    assert_cuda(cudaDeviceReset());
    assert_false(runs_on(0, NULL) || runs_on(1, NULL)); /* it has no context */
    assert_cuda(cudaMalloc(&block, 4096));
    assert_true(runs_on(1, &before) && !runs_on(0, NULL));
    assert_cuda(cudaFree(block));
    assert_cuda(cudaMalloc(&block, 1 << 20));
    assert_true(runs_on(1, &used) && used >= 1 << 20 && used - before == (1 << 20) - 4096);
    assert_nvml(nvmlDeviceGetComputeRunningProcesses(device_at(1), &count, early));
    used = 0;
    for (unsigned i = 0; i < count; i++)
        used += early[i].pid == (unsigned)getpid() ? early[i].usedGpuMemory : 0;
    assert_true(used >= 1 << 20);
    count = 0;
    assert_int_equal(nvmlDeviceGetComputeRunningProcesses(device_at(1), &count, &old),
                     NVML_ERROR_INSUFFICIENT_SIZE);
    assert_true(count >= 1);
    assert_cuda(cudaFree(block));
    assert_int_equal(nvmlDeviceGetComputeRunningProcesses_v2(device_at(0), &count, NULL),
                     NVML_ERROR_INVALID_ARGUMENT);
    assert_nvml(nvmlDeviceGetGraphicsRunningProcesses_v3(device_at(0), &graphics, list));
    assert_int_equal(graphics, 0);
    graphics = 1;
    assert_nvml(nvmlDeviceGetGraphicsRunningProcesses(device_at(0), &graphics, &old));
    assert_int_equal(graphics, 0);
    graphics = 1;
    assert_nvml(nvmlDeviceGetGraphicsRunningProcesses_v2(device_at(0), &graphics, list));
    assert_int_equal(graphics, 0);
    assert_int_equal(nvmlDeviceGetGraphicsRunningProcesses(device_at(0), NULL, &old),
                     NVML_ERROR_INVALID_ARGUMENT);
    assert_int_equal(nvmlDeviceGetGraphicsRunningProcesses_v2(NULL, &graphics, list),
                     NVML_ERROR_INVALID_ARGUMENT);
    assert_nvml(nvmlSystemGetProcessName((unsigned)getpid(), name, sizeof name));
    assert_non_null(strstr(name, "unit_cuda"));
    assert_int_equal(nvmlSystemGetProcessName(0x7fffffff, name, sizeof name), NVML_ERROR_NOT_FOUND);
}

/* Another process has devices of its own, so none of this one's memory. */
static void other_processes(void **state)
{
    nvmlProcessInfo_t list[256];
    unsigned count = 256;
    unsigned long long used = 77;
    const pid_t other = fork();

    (void)state;
    if (other == 0)
        for (;;)
            pause();
    assert_true(other > 0);
    assert_nvml(nvmlDeviceGetComputeRunningProcesses_v3(device_at(1), &count, list));
    for (unsigned i = 0; i < count; i++)
        if (list[i].pid == (unsigned)other)
            used = list[i].usedGpuMemory;
    assert_int_equal(kill(other, SIGKILL), 0);
    assert_int_equal(waitpid(other, NULL, 0), other);
    assert_int_equal(used, 0);
}

static void links(void **state)
{
    unsigned value = 7;
    char room[256];

    (void)state;
    /* As chips/maxwell.chip says of link_mbps: PCI Express 3.0 x16. */
    assert_nvml(nvmlDeviceGetMaxPcieLinkGeneration(device_at(1), &value));
    assert_int_equal(value, 3);
    assert_nvml(nvmlDeviceGetCurrPcieLinkGeneration(device_at(1), &value));
    assert_int_equal(value, 3);
    assert_nvml(nvmlDeviceGetMaxPcieLinkWidth(device_at(1), &value));
    assert_nvml(nvmlDeviceGetCurrPcieLinkWidth(device_at(1), &value));
    assert_int_equal(value, 16);
    assert_int_equal(nvmlDeviceGetCurrPcieLinkWidth(device_at(1), NULL), NVML_ERROR_INVALID_ARGUMENT);
    value = 7;
    assert_int_equal(nvmlDeviceGetPcieSpeed(device_at(1), &value), NVML_ERROR_NOT_SUPPORTED);
    assert_int_equal(nvmlDeviceGetCurrPcieLinkWidth(NULL, &value), NVML_ERROR_INVALID_ARGUMENT);
    int active = 7;
    assert_int_equal(nvmlDeviceGetNvLinkState(device_at(1), 0, &active), NVML_ERROR_NOT_SUPPORTED);
    assert_int_equal(nvmlDeviceGetNvLinkVersion(device_at(1), 0, &value), NVML_ERROR_NOT_SUPPORTED);
    assert_int_equal(nvmlDeviceGetNvLinkState(NULL, 0, &active), NVML_ERROR_INVALID_ARGUMENT);
    assert_int_equal(nvmlDeviceGetNvLinkVersion(device_at(1), 0, NULL), NVML_ERROR_INVALID_ARGUMENT);
    assert_int_equal(active, 7);
    assert_int_equal(nvmlDeviceGetGpuFabricInfoV(device_at(1), room), NVML_ERROR_NOT_SUPPORTED);
    assert_int_equal(nvmlDeviceGetGpuFabricInfoV(device_at(1), NULL), NVML_ERROR_INVALID_ARGUMENT);
    assert_int_equal(value, 7);
}

/* --- four host threads --- */

static void *ask(void *wrong)
{
    for (int i = 0; i < 200; i++) {
        nvmlDevice_t device;
        nvmlMemory_t has;
        unsigned count = 0;
        const bool right = nvmlInit_v2() == NVML_SUCCESS && nvmlDeviceGetCount_v2(&count) == NVML_SUCCESS &&
                           count == 2 && nvmlDeviceGetHandleByIndex_v2(1, &device) == NVML_SUCCESS &&
                           nvmlDeviceGetMemoryInfo(device, &has) == NVML_SUCCESS &&
                           has.used + has.free == has.total && nvmlShutdown() == NVML_SUCCESS;
        if (!right)
            *(bool *)wrong = true;
    }
    return NULL;
}

static void four_threads(void **state)
{
    pthread_t thread[4];
    bool wrong[4] = {false};

    (void)state;
    for (int i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&thread[i], NULL, ask, &wrong[i]), 0);
    for (int i = 0; i < 4; i++) {
        pthread_join(thread[i], NULL);
        assert_false(wrong[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(calls_before_the_first),
        cmocka_unit_test_setup(as_many_ends_as_beginnings, begin),
        cmocka_unit_test_setup_teardown(it_sees_what_cuda_does_not, begin, end),
        cmocka_unit_test_setup_teardown(ways_to_a_device, begin, end),
        cmocka_unit_test_setup_teardown(wrong_ways, begin, end),
        cmocka_unit_test_setup_teardown(the_system, begin, end),
        cmocka_unit_test_setup_teardown(chips, begin, end),
        cmocka_unit_test_setup_teardown(memory, begin, end),
        cmocka_unit_test_setup_teardown(clocks, begin, end),
        cmocka_unit_test_setup_teardown(states, begin, end),
        cmocka_unit_test_setup_teardown(processes, begin, end),
        cmocka_unit_test_setup_teardown(other_processes, begin, end),
        cmocka_unit_test_setup_teardown(links, begin, end),
        cmocka_unit_test_setup_teardown(four_threads, begin, end),
    };
    /* Two devices, of which CUDA sees the second. */
    setenv("HALFWARP_CHIP", "gk110,GTX 1080", 1);
    setenv("CUDA_VISIBLE_DEVICES", "1", 1);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
