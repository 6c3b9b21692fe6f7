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

nvmlReturn_t hw_nvml_refuse(nvmlDevice_t device, const void *to)
{
    return hw_nvml_index(device) < 0 || !to ? NVML_ERROR_INVALID_ARGUMENT : NVML_ERROR_NOT_SUPPORTED;
}

/* --- handles --- */

nvmlReturn_t hw_nvml_device_get_count_v2(unsigned *count)
{
    if (!count)
        return NVML_ERROR_INVALID_ARGUMENT;
    *count = (unsigned)hw_cuda_installed_count();
    return NVML_SUCCESS;
}

nvmlReturn_t hw_nvml_find_index(unsigned index, nvmlDevice_t *device)
{
    if (!device || index >= (unsigned)hw_cuda_installed_count() || index >= DEVICES_MAX)
        return NVML_ERROR_INVALID_ARGUMENT;
    *device = &places[index];
    return NVML_SUCCESS;
}

nvmlReturn_t hw_nvml_device_get_handle_by_uuid(const char *id, nvmlDevice_t *device)
{
    struct hw_cuda_installed about;

    if (!id || !device)
        return NVML_ERROR_INVALID_ARGUMENT;
    for (int i = 0; hw_cuda_installed(i, &about) == cudaSuccess; i++)
        if (strcmp(about.uuid_text, id) == 0)
            return hw_nvml_find_index((unsigned)i, device);
    return NVML_ERROR_NOT_FOUND;
}

nvmlReturn_t hw_nvml_device_get_handle_by_pci_bus_id_v2(const char *place, nvmlDevice_t *device)
{
    const int found = place ? hw_cuda_installed_placed(place) : HW_CUDA_PLACE_WRONG;

    if (!device || found == HW_CUDA_PLACE_WRONG)
        return NVML_ERROR_INVALID_ARGUMENT;
    return found < 0 ? NVML_ERROR_NOT_FOUND : hw_nvml_find_index((unsigned)found, device);
}

/* --- what tells them apart --- */

nvmlReturn_t hw_nvml_device_get_name(nvmlDevice_t device, char *name, unsigned length)
{
    struct hw_cuda_installed about;
    const nvmlReturn_t result = hw_nvml_about(device, &about);

    return result == NVML_SUCCESS ? hw_nvml_give_text(name, length, about.properties.name) : result;
}

nvmlReturn_t hw_nvml_device_get_uuid(nvmlDevice_t device, char *id, unsigned length)
{
    struct hw_cuda_installed about;
    const nvmlReturn_t result = hw_nvml_about(device, &about);

    return result == NVML_SUCCESS ? hw_nvml_give_text(id, length, about.uuid_text) : result;
}

#define NVIDIA \
    0x10deu /* the vendor, in the low half of a device's id; which card it is, no chip's file says */

nvmlReturn_t hw_nvml_get_place(nvmlDevice_t device, nvmlPciInfo_t *info)
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

nvmlReturn_t hw_nvml_device_get_pci_info_v2(nvmlDevice_t device, nvmlPciInfo_v2_t *info)
{
    nvmlPciInfo_t found;
    const nvmlReturn_t result = info ? hw_nvml_get_place(device, &found) : NVML_ERROR_INVALID_ARGUMENT;

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
