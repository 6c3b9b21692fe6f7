/* SPDX-License-Identifier: MIT */
/* Types of the runtime API that only its functions take; cuda_abi.h has those that all of src/cuda uses.
 *
 * Sizes and offsets are part of the binary interface (CUDA Toolkit Reference Manual 4.2). */
#ifndef HW_CUDA_RUNTIME_RUNTIME_ABI_H
#define HW_CUDA_RUNTIME_RUNTIME_ABI_H

#include "cuda/core/cuda_abi.h"

enum cudaSharedMemConfig {
    cudaSharedMemBankSizeDefault = 0,
    cudaSharedMemBankSizeFourByte,
    cudaSharedMemBankSizeEightByte
};

enum cudaMemoryType { cudaMemoryTypeHost = 1, cudaMemoryTypeDevice, cudaMemoryTypeManaged };

struct cudaPointerAttributes {
    enum cudaMemoryType memoryType;
    int device;
    void *devicePointer, *hostPointer;
};

struct cudaMemcpy3DPeerParms {
    struct cudaArray *srcArray;
    struct cudaPos srcPos;
    struct cudaPitchedPtr srcPtr;
    int srcDevice;
    struct cudaArray *dstArray;
    struct cudaPos dstPos;
    struct cudaPitchedPtr dstPtr;
    int dstDevice;
    struct cudaExtent extent;
};

typedef struct cudaIpcEventHandle_st {
    char reserved[64];
} cudaIpcEventHandle_t;

typedef struct cudaIpcMemHandle_st {
    char reserved[64];
} cudaIpcMemHandle_t;

typedef struct cudaUUID {
    char bytes[16];
} cudaUUID_t;

typedef void (*cudaStreamCallback_t)(cudaStream_t stream, cudaError_t status, void *data);

_Static_assert(sizeof(struct cudaPointerAttributes) == 24, "cudaPointerAttributes");
_Static_assert(sizeof(struct cudaMemcpy3DPeerParms) == 168, "cudaMemcpy3DPeerParms");

typedef void (*cudaHostFn_t)(void *data);
typedef struct CUmemPoolHandle_st *cudaMemPool_t;
typedef struct cudaGraphicsResource *cudaGraphicsResource_t;
typedef struct hw_cuda_library *cudaLibrary_t;
typedef struct CUkern_st *cudaKernel_t;

/* One of a launch on several devices (CUDA 9 to 12). */
struct cudaLaunchParams {
    const void *function;
    dim3 grid, block;
    void **arguments;
    size_t shared_bytes;
    cudaStream_t stream;
};
_Static_assert(sizeof(struct cudaLaunchParams) == 56, "cudaLaunchParams");

/* cudaLaunchConfig_t: a launch in a structure. */
struct hw_launch_config {
    dim3 grid, block;
    size_t shared_bytes;
    cudaStream_t stream;
    const struct hw_cuda_launch_attribute *attributes;
    unsigned attribute_count;
};

_Static_assert(sizeof(struct hw_launch_config) == 56, "cudaLaunchConfig_t");

#endif
