/* SPDX-License-Identifier: MIT */
/* What NVML says of a device's chip, memory, clocks and state. */
#include "cuda/nvml/nvml_call.h"

#include <halfwarp/chip.h>

#define LINK_LANES 16

nvmlReturn_t nvmlDeviceGetCudaComputeCapability(nvmlDevice_t device, int *major, int *minor)
{
    struct hw_cuda_installed has;

    HW_NVML_CALL(!major || !minor ? NVML_ERROR_INVALID_ARGUMENT
                 : hw_nvml_about(device, &has) != NVML_SUCCESS
                     ? NVML_ERROR_INVALID_ARGUMENT
                     : (*major = has.properties.major, *minor = has.properties.minor, NVML_SUCCESS));
}

/* Kepler to Ada are 2 to 8 (NVML_DEVICE_ARCH_...); there are no numbers for generations before. */
static int architecture_of(int capability)
{
    static const struct {
        int first, architecture;
    } since[] = {{89, 8}, {80, 7}, {75, 6}, {70, 5}, {60, 4}, {50, 3}, {30, 2}};

    for (size_t i = 0; i < sizeof since / sizeof *since; i++)
        if (capability >= since[i].first)
            return since[i].architecture;
    return -1;
}

nvmlReturn_t hw_nvml_device_get_architecture(nvmlDevice_t device, unsigned *architecture)
{
    struct hw_cuda_installed has;
    const nvmlReturn_t result = hw_nvml_about(device, &has);

    if (result != NVML_SUCCESS)
        return result;
    return hw_nvml_give(device, (int *)architecture,
                        architecture_of(10 * has.properties.major + has.properties.minor));
}

nvmlReturn_t hw_nvml_device_get_num_gpu_cores(nvmlDevice_t device, unsigned *cores)
{
    struct hw_cuda_installed has;
    const nvmlReturn_t result = hw_nvml_about(device, &has);

    if (result != NVML_SUCCESS)
        return result;
    return hw_nvml_give(device, (int *)cores,
                        (int)(has.chip->tps * has.chip->mps_per_tp * has.chip->sps_per_mp));
}

/* A number that is not known of every chip: 0 where it is not. */
static nvmlReturn_t give_if_known(nvmlDevice_t device, unsigned *to, int value)
{
    return value ? hw_nvml_give(device, (int *)to, value) : NVML_ERROR_NOT_SUPPORTED;
}

nvmlReturn_t hw_nvml_device_get_memory_bus_width(nvmlDevice_t device, unsigned *bits)
{
    struct hw_cuda_installed has;
    const nvmlReturn_t result = hw_nvml_about(device, &has);

    return result == NVML_SUCCESS ? give_if_known(device, bits, has.properties.memoryBusWidth) : result;
}

/* --- memory --- */

nvmlReturn_t hw_nvml_get_memory(nvmlDevice_t device, nvmlMemory_t *memory)
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

nvmlReturn_t hw_nvml_device_get_memory_info_v2(nvmlDevice_t device, nvmlMemory_v2_t *memory)
{
    nvmlMemory_t has;
    const nvmlReturn_t result = memory ? hw_nvml_get_memory(device, &has) : NVML_ERROR_INVALID_ARGUMENT;

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

/* --- the link to the host --- */

/* The generation of PCI Express whose 16 lanes carry the copies of the model of time; 0: none does.  A lane
 * moves 250 MB/s (1), 500 (2), 8 Gbit/s in 128 of 130 bits (3: 985 MB/s), and from there on twice as much
 * each (PCI Express Base Specification). */
static int link_generation(const struct hw_chip_info *chip)
{
    static const uint32_t lane_mbps[] = {250, 500, 985, 1969, 3938, 7877};

    for (size_t i = 0; chip->micro.link_mbps && i < sizeof lane_mbps / sizeof *lane_mbps; i++)
        if (chip->micro.link_mbps <= LINK_LANES * lane_mbps[i])
            return (int)i + 1;
    return 0;
}

nvmlReturn_t hw_nvml_device_get_max_pcie_link_generation(nvmlDevice_t device, unsigned *generation)
{
    struct hw_cuda_installed has;
    const nvmlReturn_t result = hw_nvml_about(device, &has);

    return result == NVML_SUCCESS ? give_if_known(device, generation, link_generation(has.chip)) : result;
}

nvmlReturn_t hw_nvml_device_get_max_pcie_link_width(nvmlDevice_t device, unsigned *lanes)
{
    struct hw_cuda_installed has;
    const nvmlReturn_t result = hw_nvml_about(device, &has);

    return result == NVML_SUCCESS ? give_if_known(device, lanes, link_generation(has.chip) ? LINK_LANES : 0)
                                  : result;
}

/* --- clocks: always the same --- */

nvmlReturn_t hw_nvml_device_get_clock_info(nvmlDevice_t device, int type, unsigned *mhz)
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

/* --- state --- */

/* Devices reach each other's memory from the capability on that has one address space. */
nvmlReturn_t hw_nvml_device_get_p2p_status(nvmlDevice_t device, nvmlDevice_t peer, int index, int *status)
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
