/* SPDX-License-Identifier: MIT */
/* Page-locked memory of the host, allocated or registered, and the attributes of a pointer. */
#include "cuda/runtime/runtime_work.h"

#define ALLOC_FLAGS    7u /* portable, mapped, write-combined */
#define REGISTER_FLAGS 3u /* portable, mapped */

cudaError_t hw_runtime_host_alloc(void **pointer, size_t bytes, unsigned flags)
{
    if (!pointer || (flags & ~ALLOC_FLAGS))
        return cudaErrorInvalidValue;
    if (bytes > 0)
        return hw_cuda_host_alloc(pointer, bytes, flags);
    *pointer = NULL;
    return cudaSuccess;
}

cudaError_t cudaHostRegister(void *pointer, size_t bytes, unsigned flags)
{
    HW_DEVICE_CALL(!pointer || bytes == 0 || (flags & ~REGISTER_FLAGS)
                       ? cudaErrorInvalidValue
                       : hw_cuda_host_register(pointer, bytes, flags));
}

/* Managed memory has a type of its own since CUDA 10, where pointers of all kinds may be asked about. */
static int type_of(const struct hw_cuda_pointer *about)
{
    if (about->device)
        return cudaMemoryTypeDevice;
    return hw_soname.any_pointer && about->managed ? cudaMemoryTypeManaged : cudaMemoryTypeHost;
}

cudaError_t hw_runtime_pointer_get_attributes(struct cudaPointerAttributes *attributes, const void *pointer)
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
