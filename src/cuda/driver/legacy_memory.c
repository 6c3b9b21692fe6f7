/* SPDX-License-Identifier: MIT */
/* Memory for programs of toolkits before 3.2: an address or size beyond 32 bits is an error. */
#include "cuda/driver/driver.h"

#include <stdbool.h>

/* Sizes are cut off at what 32 bits hold, as those toolkits have it on devices with 4 GiB and more. */
static unsigned size_in_32(size_t bytes)
{
    return bytes > UINT32_MAX ? UINT32_MAX : (unsigned)bytes;
}

/* Give an address out; false when it has more than 32 bits. */
static bool give_address(CUdeviceptr_v1 *to, CUdeviceptr address)
{
    if (to)
        *to = (CUdeviceptr_v1)address;
    return address <= UINT32_MAX;
}

/* What an allocation returns; memory that the program cannot reach is given back. */
static CUresult give_memory(CUdeviceptr_v1 *to, CUdeviceptr address, CUresult result)
{
    if (result == CUDA_SUCCESS && !give_address(to, address)) {
        cuMemFree_v2(address);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    return result;
}

CUresult cuDeviceTotalMem(unsigned *bytes, CUdevice device)
{
    size_t total = 0;
    const CUresult result = cuDeviceTotalMem_v2(bytes ? &total : NULL, device);

    if (result == CUDA_SUCCESS)
        *bytes = size_in_32(total);
    return result;
}

CUresult cuModuleGetGlobal(CUdeviceptr_v1 *address, unsigned *bytes, CUmodule module, const char *name)
{
    CUdeviceptr wide = 0;
    size_t size = 0;
    const CUresult result = cuModuleGetGlobal_v2(address ? &wide : NULL, bytes ? &size : NULL, module, name);

    if (result == CUDA_SUCCESS && bytes)
        *bytes = size_in_32(size);
    return result == CUDA_SUCCESS && !give_address(address, wide) ? CUDA_ERROR_NOT_FOUND : result;
}

CUresult cuMemGetInfo(unsigned *free_bytes, unsigned *total_bytes)
{
    size_t free_size = 0, total_size = 0;
    const CUresult result = cuMemGetInfo_v2(free_bytes ? &free_size : NULL, total_bytes ? &total_size : NULL);

    if (result == CUDA_SUCCESS && free_bytes)
        *free_bytes = size_in_32(free_size);
    if (result == CUDA_SUCCESS && total_bytes)
        *total_bytes = size_in_32(total_size);
    return result;
}

CUresult cuMemAlloc(CUdeviceptr_v1 *address, unsigned bytes)
{
    CUdeviceptr wide = 0;
    const CUresult result = cuMemAlloc_v2(address ? &wide : NULL, bytes);

    return give_memory(address, wide, result);
}

CUresult cuMemAllocPitch(CUdeviceptr_v1 *address, unsigned *pitch, unsigned width, unsigned height,
                         unsigned element)
{
    CUdeviceptr wide = 0;
    size_t wide_pitch = 0;
    const CUresult result =
        cuMemAllocPitch_v2(address ? &wide : NULL, pitch ? &wide_pitch : NULL, width, height, element);

    if (result == CUDA_SUCCESS)
        *pitch = (unsigned)wide_pitch;
    return give_memory(address, wide, result);
}

CUresult cuMemGetAddressRange(CUdeviceptr_v1 *base, unsigned *bytes, CUdeviceptr_v1 address)
{
    CUdeviceptr wide = 0;
    size_t size = 0;
    const CUresult result = cuMemGetAddressRange_v2(base ? &wide : NULL, bytes ? &size : NULL, address);

    if (result == CUDA_SUCCESS && bytes)
        *bytes = size_in_32(size);
    return result == CUDA_SUCCESS && !give_address(base, wide) ? CUDA_ERROR_NOT_FOUND : result;
}

CUresult cuMemHostGetDevicePointer(CUdeviceptr_v1 *address, void *pointer, unsigned flags)
{
    CUdeviceptr wide = 0;
    const CUresult result = cuMemHostGetDevicePointer_v2(address ? &wide : NULL, pointer, flags);

    return result == CUDA_SUCCESS && !give_address(address, wide) ? CUDA_ERROR_INVALID_VALUE : result;
}

/* --- arrays and textures --- */

static CUDA_ARRAY_DESCRIPTOR wide_plane(const CUDA_ARRAY_DESCRIPTOR_v1 *old)
{
    return (CUDA_ARRAY_DESCRIPTOR){old->Width, old->Height, old->Format, old->NumChannels};
}

CUresult cuArrayCreate(CUarray *array, const CUDA_ARRAY_DESCRIPTOR_v1 *wanted)
{
    const CUDA_ARRAY_DESCRIPTOR wide = wanted ? wide_plane(wanted) : (CUDA_ARRAY_DESCRIPTOR){.Width = 0};

    return cuArrayCreate_v2(array, wanted ? &wide : NULL);
}

CUresult cuArrayGetDescriptor(CUDA_ARRAY_DESCRIPTOR_v1 *descriptor, CUarray array)
{
    CUDA_ARRAY_DESCRIPTOR wide;
    const CUresult result = cuArrayGetDescriptor_v2(descriptor ? &wide : NULL, array);

    if (result == CUDA_SUCCESS)
        *descriptor = (CUDA_ARRAY_DESCRIPTOR_v1){(unsigned)wide.Width, (unsigned)wide.Height, wide.Format,
                                                 wide.NumChannels};
    return result;
}

CUresult cuArray3DCreate(CUarray *array, const CUDA_ARRAY3D_DESCRIPTOR_v1 *wanted)
{
    CUDA_ARRAY3D_DESCRIPTOR wide = {.Width = 0};

    if (wanted)
        wide = (CUDA_ARRAY3D_DESCRIPTOR){wanted->Width,  wanted->Height,      wanted->Depth,
                                         wanted->Format, wanted->NumChannels, wanted->Flags};
    return cuArray3DCreate_v2(array, wanted ? &wide : NULL);
}

CUresult cuArray3DGetDescriptor(CUDA_ARRAY3D_DESCRIPTOR_v1 *descriptor, CUarray array)
{
    CUDA_ARRAY3D_DESCRIPTOR wide;
    const CUresult result = cuArray3DGetDescriptor_v2(descriptor ? &wide : NULL, array);

    if (result == CUDA_SUCCESS)
        *descriptor =
            (CUDA_ARRAY3D_DESCRIPTOR_v1){(unsigned)wide.Width, (unsigned)wide.Height, (unsigned)wide.Depth,
                                         wide.Format,          wide.NumChannels,      wide.Flags};
    return result;
}

CUresult cuTexRefSetAddress(unsigned *offset, CUtexref reference, CUdeviceptr_v1 address, unsigned bytes)
{
    size_t wide = 0;
    const CUresult result = cuTexRefSetAddress_v2(offset ? &wide : NULL, reference, address, bytes);

    if (result == CUDA_SUCCESS && offset)
        *offset = (unsigned)wide;
    return result;
}

CUresult cuTexRefSetAddress2D(CUtexref reference, const CUDA_ARRAY_DESCRIPTOR_v1 *descriptor,
                              CUdeviceptr_v1 address, unsigned pitch)
{
    const CUDA_ARRAY_DESCRIPTOR wide =
        descriptor ? wide_plane(descriptor) : (CUDA_ARRAY_DESCRIPTOR){.Width = 0};

    return cuTexRefSetAddress2D_v2(reference, descriptor ? &wide : NULL, address, pitch);
}

CUresult cuTexRefGetAddress(CUdeviceptr_v1 *address, CUtexref reference)
{
    CUdeviceptr wide = 0;
    const CUresult result = cuTexRefGetAddress_v2(address ? &wide : NULL, reference);

    return result == CUDA_SUCCESS && !give_address(address, wide) ? CUDA_ERROR_INVALID_VALUE : result;
}
