/* SPDX-License-Identifier: MIT */
/* What NVML says of a device's chip, memory, clocks and state. */
#include "cuda/nvml/nvml_call.h"

#include <halfwarp/chip.h>

nvmlReturn_t nvmlDeviceGetCudaComputeCapability(nvmlDevice_t device, int *major, int *minor)
{
    struct hw_cuda_installed has;

    HW_NVML_CALL(!major || !minor ? NVML_ERROR_INVALID_ARGUMENT
                 : hw_nvml_about(device, &has) != NVML_SUCCESS
                     ? NVML_ERROR_INVALID_ARGUMENT
                     : (*major = has.properties.major, *minor = has.properties.minor, NVML_SUCCESS));
}

/* Kepler, Maxwell and Pascal are 2, 3 and 4; there are no numbers for generations before. */
static nvmlReturn_t get_architecture(nvmlDevice_t device, unsigned *architecture)
{
    static const int by_major[] = {[3] = 2, [5] = 3, [6] = 4};
    const int unknown = -1;
    struct hw_cuda_installed has;
    const nvmlReturn_t result = hw_nvml_about(device, &has);

    if (result != NVML_SUCCESS)
        return result;
    const bool known =
        has.properties.major < (int)(sizeof by_major / sizeof *by_major) && by_major[has.properties.major];
    return hw_nvml_give(device, (int *)architecture, known ? by_major[has.properties.major] : unknown);
}

nvmlReturn_t nvmlDeviceGetArchitecture(nvmlDevice_t device, unsigned *architecture)
{
    HW_NVML_CALL(get_architecture(device, architecture));
}

static nvmlReturn_t get_cores(nvmlDevice_t device, unsigned *cores)
{
    struct hw_cuda_installed has;
    const nvmlReturn_t result = hw_nvml_about(device, &has);

    if (result != NVML_SUCCESS)
        return result;
    return hw_nvml_give(device, (int *)cores,
                        (int)(has.chip->tps * has.chip->mps_per_tp * has.chip->sps_per_mp));
}

nvmlReturn_t nvmlDeviceGetNumGpuCores(nvmlDevice_t device, unsigned *cores)
{
    HW_NVML_CALL(get_cores(device, cores));
}

/* A number that only a card has: none where the device was named by its chip. */
static nvmlReturn_t give_if_known(nvmlDevice_t device, unsigned *to, int value)
{
    return value ? hw_nvml_give(device, (int *)to, value) : NVML_ERROR_NOT_SUPPORTED;
}

static nvmlReturn_t get_width(nvmlDevice_t device, unsigned *bits)
{
    struct hw_cuda_installed has;
    const nvmlReturn_t result = hw_nvml_about(device, &has);

    return result == NVML_SUCCESS ? give_if_known(device, bits, has.properties.memoryBusWidth) : result;
}

nvmlReturn_t nvmlDeviceGetMemoryBusWidth(nvmlDevice_t device, unsigned *bits)
{
    HW_NVML_CALL(get_width(device, bits));
}

/* --- memory --- */

static nvmlReturn_t get_memory(nvmlDevice_t device, nvmlMemory_t *memory)
{
    struct hw_cuda_installed has;
    const nvmlReturn_t result = memory ? hw_nvml_about(device, &has) : NVML_ERROR_INVALID_ARGUMENT;

    if (result == NVML_SUCCESS) {
        memory->total = has.properties.totalGlobalMem;
        memory->used = has.used;
        memory->free = memory->total - memory->used;
    }
    return result;
}

nvmlReturn_t nvmlDeviceGetMemoryInfo(nvmlDevice_t device, nvmlMemory_t *memory)
{
    HW_NVML_CALL(get_memory(device, memory));
}

static nvmlReturn_t get_memory_later(nvmlDevice_t device, nvmlMemory_v2_t *memory)
{
    nvmlMemory_t has;
    const nvmlReturn_t result = memory ? get_memory(device, &has) : NVML_ERROR_INVALID_ARGUMENT;

    if (result != NVML_SUCCESS)
        return result;
    if (memory->version != HW_NVML_MEMORY_V2)
        return NVML_ERROR_ARGUMENT_VERSION_MISMATCH;
    memory->total = has.total;
    memory->reserved = 0;
    memory->free = has.free;
    memory->used = has.used;
    return NVML_SUCCESS;
}

nvmlReturn_t nvmlDeviceGetMemoryInfo_v2(nvmlDevice_t device, nvmlMemory_v2_t *memory)
{
    HW_NVML_CALL(get_memory_later(device, memory));
}

/* --- clocks: always the same --- */

static nvmlReturn_t get_clock(nvmlDevice_t device, int type, unsigned *mhz)
{
    struct hw_cuda_installed has;
    const nvmlReturn_t result = hw_nvml_about(device, &has);

    if (result != NVML_SUCCESS || type < NVML_CLOCK_GRAPHICS || type > NVML_CLOCK_VIDEO || !mhz)
        return NVML_ERROR_INVALID_ARGUMENT;
    if (type == NVML_CLOCK_VIDEO)
        return NVML_ERROR_NOT_SUPPORTED;
    return give_if_known(
        device, mhz,
        (type == NVML_CLOCK_MEM ? has.properties.memoryClockRate : has.properties.clockRate) / 1000);
}

nvmlReturn_t nvmlDeviceGetClockInfo(nvmlDevice_t device, int type, unsigned *mhz)
{
    HW_NVML_CALL(get_clock(device, type, mhz));
}

nvmlReturn_t nvmlDeviceGetMaxClockInfo(nvmlDevice_t device, int type, unsigned *mhz)
{
    return nvmlDeviceGetClockInfo(device, type, mhz);
}

nvmlReturn_t nvmlDeviceGetApplicationsClock(nvmlDevice_t device, int type, unsigned *mhz)
{
    return nvmlDeviceGetClockInfo(device, type, mhz);
}

nvmlReturn_t nvmlDeviceGetDefaultApplicationsClock(nvmlDevice_t device, int type, unsigned *mhz)
{
    return nvmlDeviceGetClockInfo(device, type, mhz);
}

/* --- state --- */

/* Kernels run in the calls of programs, so between calls a device does nothing. */
nvmlReturn_t nvmlDeviceGetUtilizationRates(nvmlDevice_t device, nvmlUtilization_t *rates)
{
    HW_NVML_CALL(!rates || hw_nvml_index(device) < 0 ? NVML_ERROR_INVALID_ARGUMENT
                                                     : (*rates = (nvmlUtilization_t){0, 0}, NVML_SUCCESS));
}

/* The highest one. */
nvmlReturn_t nvmlDeviceGetPerformanceState(nvmlDevice_t device, int *state)
{
    HW_NVML_CALL(hw_nvml_give(device, state, 0));
}

/* Any number of contexts. */
nvmlReturn_t nvmlDeviceGetComputeMode(nvmlDevice_t device, int *mode)
{
    HW_NVML_CALL(hw_nvml_give(device, mode, 0));
}

nvmlReturn_t nvmlDeviceGetDisplayMode(nvmlDevice_t device, int *on)
{
    HW_NVML_CALL(hw_nvml_give(device, on, 0));
}

nvmlReturn_t nvmlDeviceGetDisplayActive(nvmlDevice_t device, int *on)
{
    HW_NVML_CALL(hw_nvml_give(device, on, 0));
}

/* The driver stays loaded. */
nvmlReturn_t nvmlDeviceGetPersistenceMode(nvmlDevice_t device, int *on)
{
    HW_NVML_CALL(hw_nvml_give(device, on, 1));
}

/* Devices reach each other's memory from the capability on that has one address space. */
static nvmlReturn_t get_peer(nvmlDevice_t device, nvmlDevice_t peer, int index, int *status)
{
    enum { READ, WRITE, NVLINK, ATOMICS, PROPERTIES };
    enum { OK = 0, GPU_NOT_SUPPORTED = 2, NOT_SUPPORTED = 5 };
    struct hw_cuda_installed one, other;

    if (index < READ || index > PROPERTIES || hw_nvml_about(device, &one) != NVML_SUCCESS ||
        hw_nvml_about(peer, &other) != NVML_SUCCESS)
        return NVML_ERROR_INVALID_ARGUMENT;
    if (index == NVLINK)
        return hw_nvml_give(device, status, NOT_SUPPORTED);
    return hw_nvml_give(
        device, status,
        one.properties.unifiedAddressing && other.properties.unifiedAddressing ? OK : GPU_NOT_SUPPORTED);
}

nvmlReturn_t nvmlDeviceGetP2PStatus(nvmlDevice_t device, nvmlDevice_t peer, int index, int *status)
{
    HW_NVML_CALL(get_peer(device, peer, index, status));
}
