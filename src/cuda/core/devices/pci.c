/* SPDX-License-Identifier: MIT */
/* Devices by where they are on a PCI bus: "domain:bus:device.function" in hexadecimal digits, of which the
 * domain may be left out, and so may the function where the domain is not (CUDA Toolkit Reference Manual 4.2,
 * cudaDeviceGetByPCIBusId). */
#include "cuda/core/cuda_core.h"

#include <stdio.h>

int hw_cuda_place(const struct cudaDeviceProp *device, char *text, size_t bytes)
{
    return snprintf(text, bytes, "%04x:%02x:%02x.0", (unsigned)device->pciDomainID,
                    (unsigned)device->pciBusID, (unsigned)device->pciDeviceID);
}

struct pci_address {
    unsigned domain, bus, device, function;
};

static bool read_place(const char *text, struct pci_address *at)
{
    char rest;

    *at = (struct pci_address){.domain = 0};
    if (sscanf(text, "%x:%x:%x.%x%c", &at->domain, &at->bus, &at->device, &at->function, &rest) == 4)
        return true;
    if (sscanf(text, "%x:%x:%x%c", &at->domain, &at->bus, &at->device, &rest) == 3)
        return true;
    *at = (struct pci_address){.domain = 0};
    return sscanf(text, "%x:%x.%x%c", &at->bus, &at->device, &at->function, &rest) == 3;
}

static bool is_at(const struct cudaDeviceProp *device, const struct pci_address *at)
{
    return at->function == 0 && (unsigned)device->pciDomainID == at->domain &&
           (unsigned)device->pciBusID == at->bus && (unsigned)device->pciDeviceID == at->device;
}

int hw_cuda_device_placed(const char *text)
{
    struct cudaDeviceProp has;
    struct pci_address at;

    if (!read_place(text, &at))
        return HW_CUDA_PLACE_WRONG;
    for (int i = 0; i < hw_cuda_device_count(); i++)
        if (hw_cuda_properties(i, &has) == cudaSuccess && is_at(&has, &at))
            return i;
    return HW_CUDA_PLACE_EMPTY;
}

int hw_cuda_installed_placed(const char *text)
{
    struct hw_cuda_installed has;
    struct pci_address at;

    if (!read_place(text, &at))
        return HW_CUDA_PLACE_WRONG;
    for (int i = 0; hw_cuda_installed(i, &has) == cudaSuccess; i++)
        if (is_at(&has.properties, &at))
            return i;
    return HW_CUDA_PLACE_EMPTY;
}
