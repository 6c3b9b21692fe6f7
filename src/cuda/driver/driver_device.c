/* SPDX-License-Identifier: MIT */
/* Devices and their properties. */
#include "cuda/driver/driver_call.h"

#include <stdio.h>
#include <string.h>

CUresult hw_cu_device_get(CUdevice *device, int ordinal)
{
    if (!device)
        return CUDA_ERROR_INVALID_VALUE;
    if (ordinal < 0 || ordinal >= hw_cuda_device_count())
        return CUDA_ERROR_INVALID_DEVICE;
    *device = ordinal;
    return CUDA_SUCCESS;
}

/* What most functions here begin with: there is room for the answer, and a device to ask. */
static CUresult ask(bool room, CUdevice device, struct cudaDeviceProp *properties)
{
    return room ? hw_cu_error(hw_cuda_properties(device, properties)) : CUDA_ERROR_INVALID_VALUE;
}

CUresult hw_cu_device_get_name(char *name, int length, CUdevice device)
{
    struct cudaDeviceProp properties;
    const CUresult result = ask(name && length > 0, device, &properties);

    if (result == CUDA_SUCCESS)
        snprintf(name, (size_t)length, "%s", properties.name);
    return result;
}

CUresult hw_cu_device_compute_capability(int *major, int *minor, CUdevice device)
{
    struct cudaDeviceProp properties;
    const CUresult result = ask(major && minor, device, &properties);

    if (result == CUDA_SUCCESS) {
        *major = properties.major;
        *minor = properties.minor;
    }
    return result;
}

CUresult hw_cu_device_total_mem_v2(size_t *bytes, CUdevice device)
{
    struct cudaDeviceProp properties;
    const CUresult result = ask(bytes, device, &properties);

    if (result == CUDA_SUCCESS)
        *bytes = properties.totalGlobalMem;
    return result;
}

static int narrow(size_t value)
{
    return value > INT32_MAX ? INT32_MAX : (int)value;
}

CUresult hw_cu_device_get_properties(CUdevprop *properties, CUdevice device)
{
    struct cudaDeviceProp all;
    const CUresult result = ask(properties, device, &all);

    if (result != CUDA_SUCCESS)
        return result;
    *properties = (CUdevprop){
        .maxThreadsPerBlock = all.maxThreadsPerBlock,
        .sharedMemPerBlock = narrow(all.sharedMemPerBlock),
        .totalConstantMemory = narrow(all.totalConstMem),
        .SIMDWidth = all.warpSize,
        .memPitch = narrow(all.memPitch),
        .regsPerBlock = all.regsPerBlock,
        .clockRate = all.clockRate,
        .textureAlign = narrow(all.textureAlignment),
    };
    memcpy(properties->maxThreadsDim, all.maxThreadsDim, sizeof all.maxThreadsDim);
    memcpy(properties->maxGridSize, all.maxGridSize, sizeof all.maxGridSize);
    return CUDA_SUCCESS;
}

/* CUDA SDK 4.2's deviceQuery asks without cuInit. */
CUresult cuDeviceGetAttribute(int *value, int attribute, CUdevice device)
{
    hw_cuda_lock();
    return hw_cu_end(__func__, hw_cu_error(hw_cuda_attribute(device, attribute, value)));
}

/* --- places on the bus (core/devices/pci.c) --- */

CUresult hw_cu_device_get_by_pci_bus_id(CUdevice *device, const char *id)
{
    if (!device || !id)
        return CUDA_ERROR_INVALID_VALUE;
    const int found = hw_cuda_device_placed(id);
    if (found < 0)
        return found == HW_CUDA_PLACE_WRONG ? CUDA_ERROR_INVALID_VALUE : CUDA_ERROR_INVALID_DEVICE;
    *device = found;
    return CUDA_SUCCESS;
}

CUresult hw_cu_device_get_pci_bus_id(char *id, int length, CUdevice device)
{
    struct cudaDeviceProp properties;
    const CUresult result = ask(id && length > 0, device, &properties);

    if (result == CUDA_SUCCESS)
        hw_cuda_place(&properties, id, (size_t)length);
    return result;
}

CUresult hw_cu_device_get_uuid(CUuuid *id, CUdevice device)
{
    if (!id)
        return CUDA_ERROR_INVALID_VALUE;
    return hw_cu_error(hw_cuda_uuid(device, (uint8_t *)id->bytes));
}
