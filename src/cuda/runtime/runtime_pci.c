/* SPDX-License-Identifier: MIT */
/* Devices by where they are on a PCI bus (core/pci.c). */
#include "cuda/runtime/runtime.h"

static cudaError_t write_place(char *text, int bytes, int device)
{
    struct cudaDeviceProp has;

    if (!text || bytes <= 0)
        return cudaErrorInvalidValue;
    const cudaError_t error = hw_cuda_properties(device, &has);
    if (error != cudaSuccess)
        return error;
    return hw_cuda_place(&has, text, (size_t)bytes) < bytes ? cudaSuccess : cudaErrorInvalidValue;
}

cudaError_t cudaDeviceGetPCIBusId(char *text, int bytes, int device)
{
    HW_PLAIN_CALL(write_place(text, bytes, device));
}

static cudaError_t find_place(int *device, const char *text)
{
    if (!device || !text)
        return cudaErrorInvalidValue;
    const int found = hw_cuda_device_placed(text);
    if (found < 0)
        return cudaErrorInvalidDevice;
    *device = found;
    return cudaSuccess;
}

cudaError_t cudaDeviceGetByPCIBusId(int *device, char *text)
{
    HW_PLAIN_CALL(find_place(device, text));
}
