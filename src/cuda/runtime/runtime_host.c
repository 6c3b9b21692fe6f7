/* SPDX-License-Identifier: MIT */
/* Page-locked memory of the host, allocated or registered, and the attributes of a pointer. */
#include "cuda/runtime/runtime.h"

#define ALLOC_FLAGS    7u /* portable, mapped, write-combined */
#define REGISTER_FLAGS 3u /* portable, mapped */

static cudaError_t allocate(void **pointer, size_t bytes, unsigned flags)
{
    if (!pointer || (flags & ~ALLOC_FLAGS))
        return cudaErrorInvalidValue;
    if (bytes > 0)
        return hw_cuda_host_alloc(pointer, bytes, flags);
    *pointer = NULL;
    return cudaSuccess;
}

cudaError_t cudaMallocHost(void **pointer, size_t bytes)
{
    HW_DEVICE_CALL(allocate(pointer, bytes, 0));
}

cudaError_t cudaHostAlloc(void **pointer, size_t bytes, unsigned flags)
{
    HW_DEVICE_CALL(allocate(pointer, bytes, flags));
}

cudaError_t cudaFreeHost(void *pointer)
{
    HW_DEVICE_CALL(hw_cuda_host_free(pointer));
}

cudaError_t cudaHostRegister(void *pointer, size_t bytes, unsigned flags)
{
    HW_DEVICE_CALL(!pointer || bytes == 0 || (flags & ~REGISTER_FLAGS)
                       ? cudaErrorInvalidValue
                       : hw_cuda_host_register(pointer, bytes, flags));
}

cudaError_t cudaHostUnregister(void *pointer)
{
    HW_DEVICE_CALL(pointer ? hw_cuda_host_unregister(pointer) : cudaErrorInvalidValue);
}

cudaError_t cudaHostGetDevicePointer(void **address, void *pointer, unsigned flags)
{
    HW_DEVICE_CALL(!address || flags ? cudaErrorInvalidValue : hw_cuda_host_device_pointer(pointer, address));
}

cudaError_t cudaHostGetFlags(unsigned *flags, void *pointer)
{
    HW_DEVICE_CALL(flags ? hw_cuda_host_flags(pointer, flags) : cudaErrorInvalidValue);
}

/* Managed memory has a type of its own since CUDA 10, where pointers of all kinds may be asked about. */
static int type_of(const struct hw_cuda_pointer *about)
{
    if (about->device)
        return cudaMemoryTypeDevice;
    return hw_soname.any_pointer && about->managed ? cudaMemoryTypeManaged : cudaMemoryTypeHost;
}

static cudaError_t get_attributes(struct cudaPointerAttributes *attributes, const void *pointer)
{
    struct hw_cuda_pointer about;

    if (!attributes)
        return cudaErrorInvalidValue;
    const cudaError_t error = hw_cuda_pointer(pointer, &about);
    if (error != cudaSuccess && hw_soname.any_pointer) {
        *attributes = (struct cudaPointerAttributes){.device = -2, .hostPointer = (void *)(uintptr_t)pointer};
        return cudaSuccess;
    }
    if (error == cudaSuccess)
        *attributes = (struct cudaPointerAttributes){.memoryType = type_of(&about),
                                                     .device = about.ordinal,
                                                     .devicePointer = about.device_pointer,
                                                     .hostPointer = about.device ? NULL : about.host_pointer};
    return error;
}

cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes *attributes, const void *pointer)
{
    HW_DEVICE_CALL(get_attributes(attributes, pointer));
}
