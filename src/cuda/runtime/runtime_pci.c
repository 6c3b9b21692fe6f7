/* SPDX-License-Identifier: MIT */
/* Devices by where they are on a PCI bus (core/devices/pci.c). */
#include "cuda/runtime/runtime_work.h"

cudaError_t hw_runtime_device_get_pci_bus_id(char *text, int bytes, int device)
{
    struct cudaDeviceProp has;

    if (!text || bytes <= 0)
        return cudaErrorInvalidValue;
    const cudaError_t error = hw_cuda_properties(device, &has);
    if (error != cudaSuccess)
        return error;
    return hw_cuda_place(&has, text, (size_t)bytes) < bytes ? cudaSuccess : cudaErrorInvalidValue;
}

cudaError_t hw_runtime_device_get_by_pci_bus_id(int *device, const char *text)
{
    if (!device || !text)
        return cudaErrorInvalidValue;
    const int found = hw_cuda_device_placed(text);
    if (found < 0)
        return cudaErrorInvalidDevice;
    *device = found;
    return cudaSuccess;
}
