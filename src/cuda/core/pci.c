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

struct pci_place {
    unsigned domain, bus, device, function;
};

static bool read_place(const char *text, struct pci_place *at)
{
    char rest;

    *at = (struct pci_place){.domain = 0};
    if (sscanf(text, "%x:%x:%x.%x%c", &at->domain, &at->bus, &at->device, &at->function, &rest) == 4)
        return true;
    if (sscanf(text, "%x:%x:%x%c", &at->domain, &at->bus, &at->device, &rest) == 3)
        return true;
    *at = (struct pci_place){.domain = 0};
    return sscanf(text, "%x:%x.%x%c", &at->bus, &at->device, &at->function, &rest) == 3;
}

int hw_cuda_device_placed(const char *text)
{
    struct cudaDeviceProp has;
    struct pci_place at;

    if (!read_place(text, &at))
        return HW_CUDA_PLACE_WRONG;
    for (int i = 0; at.function == 0 && i < hw_cuda_device_count(); i++)
        if (hw_cuda_properties(i, &has) == cudaSuccess && (unsigned)has.pciDomainID == at.domain &&
            (unsigned)has.pciBusID == at.bus && (unsigned)has.pciDeviceID == at.device)
            return i;
    return HW_CUDA_PLACE_EMPTY;
}
