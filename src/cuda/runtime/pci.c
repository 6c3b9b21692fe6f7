/* Devices by where they are on a PCI bus, "domain:bus:device.function" in hexadecimal digits. */
#include "cuda/runtime/runtime.h"

#include <stdio.h>

static cudaError_t write_place(char *text, int bytes, int device)
{
    struct cudaDeviceProp has;

    if (!text || bytes <= 0)
        return cudaErrorInvalidValue;
    const cudaError_t error = hw_cuda_properties(device, &has);
    if (error != cudaSuccess)
        return error;
    const int length = snprintf(text, (size_t)bytes, "%04x:%02x:%02x.0", (unsigned)has.pciDomainID,
                                (unsigned)has.pciBusID, (unsigned)has.pciDeviceID);
    return length < bytes ? cudaSuccess : cudaErrorInvalidValue;
}

cudaError_t cudaDeviceGetPCIBusId(char *text, int bytes, int device)
{
    HW_PLAIN_CALL(write_place(text, bytes, device));
}

/* The domain may be left out, and so may the function where the domain is not. */
static bool read_place(const char *text, int place[3])
{
    unsigned domain = 0, bus, device, function = 0;
    char rest;

    if (sscanf(text, "%x:%x:%x.%x%c", &domain, &bus, &device, &function, &rest) != 4 &&
        sscanf(text, "%x:%x:%x%c", &domain, &bus, &device, &rest) != 3) {
        domain = 0;
        if (sscanf(text, "%x:%x.%x%c", &bus, &device, &function, &rest) != 3)
            return false;
    }
    place[0] = (int)domain;
    place[1] = (int)bus;
    place[2] = (int)device;
    return function == 0;
}

static cudaError_t find_place(int *device, const char *text)
{
    int place[3];

    if (!device || !text)
        return cudaErrorInvalidValue;
    if (!read_place(text, place))
        return cudaErrorInvalidDevice;
    for (int i = 0; i < hw_cuda_device_count(); i++) {
        struct cudaDeviceProp has;
        if (hw_cuda_properties(i, &has) == cudaSuccess && has.pciDomainID == place[0] &&
            has.pciBusID == place[1] && has.pciDeviceID == place[2]) {
            *device = i;
            return cudaSuccess;
        }
    }
    return cudaErrorInvalidDevice;
}

cudaError_t cudaDeviceGetByPCIBusId(int *device, char *text)
{
    HW_PLAIN_CALL(find_place(device, text));
}
