/* SPDX-License-Identifier: MIT */
/* NVML's devices: handles, and what tells devices apart. */
#include "cuda/nvml/nvml_call.h"

#include <stdio.h>
#include <string.h>

#define DEVICES_MAX 64

/* A handle is the address of the device's place. */
static struct nvmlDevice_st {
    char place;
} places[DEVICES_MAX];

int hw_nvml_index(nvmlDevice_t device)
{
    const uintptr_t index = (uintptr_t)device - (uintptr_t)places;

    return index < DEVICES_MAX && (int)index < hw_cuda_installed_count() ? (int)index : -1;
}

nvmlReturn_t hw_nvml_about(nvmlDevice_t device, struct hw_cuda_installed *about)
{
    return hw_cuda_installed(hw_nvml_index(device), about) == cudaSuccess ? NVML_SUCCESS
                                                                          : NVML_ERROR_INVALID_ARGUMENT;
}

nvmlReturn_t hw_nvml_give(nvmlDevice_t device, int *to, int value)
{
    if (hw_nvml_index(device) < 0 || !to)
        return NVML_ERROR_INVALID_ARGUMENT;
    *to = value;
    return NVML_SUCCESS;
}

/* --- handles --- */

static nvmlReturn_t count_devices(unsigned *count)
{
    if (!count)
        return NVML_ERROR_INVALID_ARGUMENT;
    *count = (unsigned)hw_cuda_installed_count();
    return NVML_SUCCESS;
}

nvmlReturn_t nvmlDeviceGetCount_v2(unsigned *count)
{
    HW_NVML_CALL(count_devices(count));
}

nvmlReturn_t nvmlDeviceGetCount(unsigned *count)
{
    return nvmlDeviceGetCount_v2(count);
}

static nvmlReturn_t find_index(unsigned index, nvmlDevice_t *device)
{
    if (!device || index >= (unsigned)hw_cuda_installed_count() || index >= DEVICES_MAX)
        return NVML_ERROR_INVALID_ARGUMENT;
    *device = &places[index];
    return NVML_SUCCESS;
}

nvmlReturn_t nvmlDeviceGetHandleByIndex_v2(unsigned index, nvmlDevice_t *device)
{
    HW_NVML_CALL(find_index(index, device));
}

nvmlReturn_t nvmlDeviceGetHandleByIndex(unsigned index, nvmlDevice_t *device)
{
    return nvmlDeviceGetHandleByIndex_v2(index, device);
}

static nvmlReturn_t find_id(const char *id, nvmlDevice_t *device)
{
    struct hw_cuda_installed about;

    if (!id || !device)
        return NVML_ERROR_INVALID_ARGUMENT;
    for (int i = 0; hw_cuda_installed(i, &about) == cudaSuccess; i++)
        if (strcmp(about.uuid_text, id) == 0)
            return find_index((unsigned)i, device);
    return NVML_ERROR_NOT_FOUND;
}

nvmlReturn_t nvmlDeviceGetHandleByUUID(const char *uuid, nvmlDevice_t *device)
{
    HW_NVML_CALL(find_id(uuid, device));
}

static nvmlReturn_t find_place(const char *place, nvmlDevice_t *device)
{
    const int found = place ? hw_cuda_installed_placed(place) : HW_CUDA_PLACE_WRONG;

    if (!device || found == HW_CUDA_PLACE_WRONG)
        return NVML_ERROR_INVALID_ARGUMENT;
    return found < 0 ? NVML_ERROR_NOT_FOUND : find_index((unsigned)found, device);
}

nvmlReturn_t nvmlDeviceGetHandleByPciBusId_v2(const char *place, nvmlDevice_t *device)
{
    HW_NVML_CALL(find_place(place, device));
}

nvmlReturn_t nvmlDeviceGetHandleByPciBusId(const char *place, nvmlDevice_t *device)
{
    return nvmlDeviceGetHandleByPciBusId_v2(place, device);
}

/* --- what tells them apart --- */

nvmlReturn_t nvmlDeviceGetIndex(nvmlDevice_t device, unsigned *index)
{
    HW_NVML_CALL(hw_nvml_give(device, (int *)index, hw_nvml_index(device)));
}

nvmlReturn_t nvmlDeviceGetMinorNumber(nvmlDevice_t device, unsigned *number)
{
    HW_NVML_CALL(hw_nvml_give(device, (int *)number, hw_nvml_index(device)));
}

static nvmlReturn_t get_name(nvmlDevice_t device, char *name, unsigned length)
{
    struct hw_cuda_installed about;
    const nvmlReturn_t result = hw_nvml_about(device, &about);

    return result == NVML_SUCCESS ? hw_nvml_give_text(name, length, about.properties.name) : result;
}

nvmlReturn_t nvmlDeviceGetName(nvmlDevice_t device, char *name, unsigned length)
{
    HW_NVML_CALL(get_name(device, name, length));
}

static nvmlReturn_t get_id(nvmlDevice_t device, char *id, unsigned length)
{
    struct hw_cuda_installed about;
    const nvmlReturn_t result = hw_nvml_about(device, &about);

    return result == NVML_SUCCESS ? hw_nvml_give_text(id, length, about.uuid_text) : result;
}

nvmlReturn_t nvmlDeviceGetUUID(nvmlDevice_t device, char *uuid, unsigned length)
{
    HW_NVML_CALL(get_id(device, uuid, length));
}

#define NVIDIA \
    0x10deu /* the vendor, in the low half of a device's id; which card it is, no chip's file says */

static nvmlReturn_t get_place(nvmlDevice_t device, nvmlPciInfo_t *info)
{
    struct hw_cuda_installed about;
    const nvmlReturn_t result = info ? hw_nvml_about(device, &about) : NVML_ERROR_INVALID_ARGUMENT;
    const struct cudaDeviceProp *has = &about.properties;

    if (result != NVML_SUCCESS)
        return result;
    *info = (nvmlPciInfo_t){.domain = (unsigned)has->pciDomainID,
                            .bus = (unsigned)has->pciBusID,
                            .device = (unsigned)has->pciDeviceID,
                            .pciDeviceId = NVIDIA};
    hw_cuda_place(has, info->busIdLegacy, sizeof info->busIdLegacy);
    snprintf(info->busId, sizeof info->busId, "0000%s", info->busIdLegacy); /* a domain of eight digits */
    return NVML_SUCCESS;
}

nvmlReturn_t nvmlDeviceGetPciInfo_v3(nvmlDevice_t device, nvmlPciInfo_t *info)
{
    HW_NVML_CALL(get_place(device, info));
}

static nvmlReturn_t get_old_place(nvmlDevice_t device, nvmlPciInfo_v2_t *info)
{
    nvmlPciInfo_t found;
    const nvmlReturn_t result = info ? get_place(device, &found) : NVML_ERROR_INVALID_ARGUMENT;

    if (result == NVML_SUCCESS) {
        memset(info, 0, sizeof *info);
        memcpy(info->busId, found.busIdLegacy, sizeof info->busId);
        info->domain = found.domain;
        info->bus = found.bus;
        info->device = found.device;
        info->pciDeviceId = found.pciDeviceId;
    }
    return result;
}

nvmlReturn_t nvmlDeviceGetPciInfo_v2(nvmlDevice_t device, nvmlPciInfo_v2_t *info)
{
    HW_NVML_CALL(get_old_place(device, info));
}

nvmlReturn_t nvmlDeviceGetPciInfo(nvmlDevice_t device, nvmlPciInfo_v2_t *info)
{
    return nvmlDeviceGetPciInfo_v2(device, info);
}

/* Each card has one device. */
nvmlReturn_t nvmlDeviceOnSameBoard(nvmlDevice_t one, nvmlDevice_t other, int *same)
{
    HW_NVML_CALL(hw_nvml_index(other) < 0 ? NVML_ERROR_INVALID_ARGUMENT
                                          : hw_nvml_give(one, same, one == other));
}
