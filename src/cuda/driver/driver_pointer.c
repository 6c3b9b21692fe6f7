/* SPDX-License-Identifier: MIT */
/* What is known of an address: attributes of pointers. */
#include "cuda/driver/driver_work.h"

#include "cuda/core/memory/memory_abi.h"
#include "cuda/core/log/reason.h"

#include <string.h>

/* How many bytes of the program's each is; 0: it is not known here. */
static size_t size_of(int attribute)
{
    static const uint8_t sizes[] = {
        [CU_POINTER_ATTRIBUTE_CONTEXT] = sizeof(CUcontext),
        [CU_POINTER_ATTRIBUTE_MEMORY_TYPE] = sizeof(unsigned),
        [CU_POINTER_ATTRIBUTE_DEVICE_POINTER] = sizeof(CUdeviceptr),
        [CU_POINTER_ATTRIBUTE_HOST_POINTER] = sizeof(void *),
        [CU_POINTER_ATTRIBUTE_SYNC_MEMOPS] = sizeof(unsigned),
        [CU_POINTER_ATTRIBUTE_BUFFER_ID] = sizeof(uint64_t),
        [CU_POINTER_ATTRIBUTE_IS_MANAGED] = sizeof(unsigned),
        [CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL] = sizeof(int),
        [CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE] = sizeof(unsigned),
        [CU_POINTER_ATTRIBUTE_RANGE_START_ADDR] = sizeof(CUdeviceptr),
        [CU_POINTER_ATTRIBUTE_RANGE_SIZE] = sizeof(size_t),
        [CU_POINTER_ATTRIBUTE_MAPPED] = sizeof(unsigned),
        [CU_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE] = sizeof(unsigned),
        [CU_POINTER_ATTRIBUTE_ACCESS_FLAGS] = sizeof(uint64_t),
        [CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE] = sizeof(void *),
    };

    return attribute > 0 && (size_t)attribute < sizeof sizes ? sizes[attribute] : 0;
}

/* What all of them are, in the widest type; false: there is no such thing. */
static bool find(const struct hw_cuda_pointer *about, int attribute, uint64_t *found)
{
    void *first = NULL;
    size_t bytes = 0;

    switch (attribute) {
    case CU_POINTER_ATTRIBUTE_CONTEXT: *found = (uintptr_t)about->context; return true;
    case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
        *found = about->device || about->managed ? CU_MEMORYTYPE_DEVICE : CU_MEMORYTYPE_HOST;
        return true;
    case CU_POINTER_ATTRIBUTE_DEVICE_POINTER:
        *found = (uintptr_t)about->device_pointer;
        return about->device_pointer != NULL;
    case CU_POINTER_ATTRIBUTE_HOST_POINTER:
        *found = (uintptr_t)about->host_pointer;
        return about->host_pointer != NULL;
    case CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE: *found = about->has_handle; return true;
    case CU_POINTER_ATTRIBUTE_IS_MANAGED: *found = about->managed; return true;
    case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL: *found = (uint64_t)about->ordinal; return true;
    case CU_POINTER_ATTRIBUTE_MAPPED: *found = 1; return true;
    case CU_POINTER_ATTRIBUTE_ACCESS_FLAGS: *found = HW_ACCESS_RIGHT_WRITE; return true; /* as all devices */
    case CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE: *found = (uintptr_t)about->pool; return true;
    case CU_POINTER_ATTRIBUTE_BUFFER_ID: /* no other block is there while this one is */
    case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR:
    case CU_POINTER_ATTRIBUTE_RANGE_SIZE:
        if (hw_cuda_address_range(about->device_pointer, &first, &bytes) != cudaSuccess)
            return false;
        *found = attribute == CU_POINTER_ATTRIBUTE_RANGE_SIZE ? bytes : (uintptr_t)first;
        return true;
    default: *found = 0; return true;
    }
}

CUresult hw_cu_pointer_attribute(void *value, int attribute, CUdeviceptr pointer)
{
    struct hw_cuda_pointer about;
    uint64_t found;

    if (!value)
        return hw_cuda_fail(CUDA_ERROR_INVALID_VALUE, "the value's place is null");
    if (size_of(attribute) == 0)
        return hw_cuda_fail(CUDA_ERROR_INVALID_VALUE, "pointer attribute %d is not known", attribute);
    if (hw_cuda_pointer(hw_cu_pointer(pointer), &about) != cudaSuccess)
        return CUDA_ERROR_INVALID_VALUE;
    if (!find(&about, attribute, &found))
        return hw_cuda_fail(CUDA_ERROR_INVALID_VALUE, "pointer %#llx has no attribute %d", pointer,
                            attribute);
    memcpy(value, &found, size_of(attribute));
    return CUDA_SUCCESS;
}

/* What is not known of a pointer is 0, and no error. */
CUresult hw_cu_pointer_get_attributes(unsigned count, const int *attributes, void **values,
                                      CUdeviceptr pointer)
{
    if (!attributes || !values)
        return CUDA_ERROR_INVALID_VALUE;
    for (unsigned i = 0; i < count; i++) {
        if (!values[i])
            return CUDA_ERROR_INVALID_VALUE;
        if (hw_cu_pointer_attribute(values[i], attributes[i], pointer) != CUDA_SUCCESS)
            memset(values[i], 0, size_of(attributes[i]));
    }
    return CUDA_SUCCESS;
}
