/* SPDX-License-Identifier: MIT */
/* Types and numbers of CUDA's runtime as programs compiled for toolkit 4.2 have them in their code: sizes and
 * offsets are part of the binary interface.  (CUDA Toolkit Reference Manual 4.2.) */
#ifndef HW_CUDA_CORE_CUDA_ABI_H
#define HW_CUDA_CORE_CUDA_ABI_H

#include "cuda/base/runtime_error_rows.h"

#include <stddef.h>
#include <stdint.h>

typedef enum cudaError {
#define HW_CUDA_NUMBER(number, name, text) name = number,
    HW_CUDA_ERRORS(HW_CUDA_NUMBER)
#undef HW_CUDA_NUMBER
} cudaError_t;

enum cudaMemcpyKind {
    cudaMemcpyHostToHost = 0,
    cudaMemcpyHostToDevice,
    cudaMemcpyDeviceToHost,
    cudaMemcpyDeviceToDevice,
    cudaMemcpyDefault
};

enum cudaChannelFormatKind {
    cudaChannelFormatKindSigned = 0,
    cudaChannelFormatKindUnsigned,
    cudaChannelFormatKindFloat,
    cudaChannelFormatKindNone
};

enum cudaLimit {
    cudaLimitStackSize = 0,
    cudaLimitPrintfFifoSize,
    cudaLimitMallocHeapSize,
    cudaLimitDevRuntimeSyncDepth, /* CUDA 5: of kernels that launch kernels */
    cudaLimitDevRuntimePendingLaunchCount,
    cudaLimitPersistingL2CacheSize = 6, /* CUDA 11 */
    HW_CUDA_LIMITS
};

enum cudaFuncCache {
    cudaFuncCachePreferNone = 0,
    cudaFuncCachePreferShared,
    cudaFuncCachePreferL1,
    cudaFuncCachePreferEqual
};

#define cudaHostAllocMapped       2u
#define cudaArrayLayered          1u
#define cudaArraySurfaceLoadStore 2u
#define cudaArrayCubemap          4u
#define cudaEventBlockingSync     1u
#define cudaEventDisableTiming    2u
#define cudaEventInterprocess     4u

typedef struct dim3 {
    unsigned x, y, z;
} dim3;

struct cudaChannelFormatDesc {
    int x, y, z, w; /* bits of each channel */
    enum cudaChannelFormatKind f;
};

struct cudaExtent {
    size_t width, height, depth;
};

struct cudaPos {
    size_t x, y, z;
};

struct cudaPitchedPtr {
    void *ptr;
    size_t pitch, xsize, ysize;
};

struct cudaArray;

struct cudaMemcpy3DParms {
    struct cudaArray *srcArray;
    struct cudaPos srcPos;
    struct cudaPitchedPtr srcPtr;
    struct cudaArray *dstArray;
    struct cudaPos dstPos;
    struct cudaPitchedPtr dstPtr;
    struct cudaExtent extent; /* elements where an array takes part, else bytes */
    enum cudaMemcpyKind kind;
};

struct textureReference {
    int normalized;
    int filterMode;
    int addressMode[3];
    struct cudaChannelFormatDesc channelDesc;
    int sRGB;
    /* Since CUDA 5.0; zeros before. */
    unsigned maxAnisotropy;
    int mipmapFilterMode;
    float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp;
    int reserved[10];
};

struct surfaceReference {
    struct cudaChannelFormatDesc channelDesc;
};

struct cudaFuncAttributes {
    size_t sharedSizeBytes, constSizeBytes, localSizeBytes;
    int maxThreadsPerBlock, numRegs, ptxVersion, binaryVersion;
};

struct cudaDeviceProp {
    char name[256];
    size_t totalGlobalMem, sharedMemPerBlock;
    int regsPerBlock, warpSize;
    size_t memPitch;
    int maxThreadsPerBlock, maxThreadsDim[3], maxGridSize[3];
    int clockRate; /* kHz */
    size_t totalConstMem;
    int major, minor;
    size_t textureAlignment, texturePitchAlignment;
    int deviceOverlap, multiProcessorCount, kernelExecTimeoutEnabled, integrated, canMapHostMemory,
        computeMode;
    int maxTexture1D, maxTexture1DLinear, maxTexture2D[2], maxTexture2DLinear[3], maxTexture2DGather[2];
    int maxTexture3D[3], maxTextureCubemap, maxTexture1DLayered[2], maxTexture2DLayered[3];
    int maxTextureCubemapLayered[2], maxSurface1D, maxSurface2D[2], maxSurface3D[3], maxSurface1DLayered[2];
    int maxSurface2DLayered[3], maxSurfaceCubemap, maxSurfaceCubemapLayered[2];
    size_t surfaceAlignment;
    int concurrentKernels, ECCEnabled, pciBusID, pciDeviceID, pciDomainID, tccDriver, asyncEngineCount;
    int unifiedAddressing, memoryClockRate, memoryBusWidth, l2CacheSize, maxThreadsPerMultiProcessor;
};

typedef struct CUstream_st *cudaStream_t;
typedef struct CUevent_st *cudaEvent_t;

/* Programs have room for exactly these sizes. */
_Static_assert(sizeof(struct cudaDeviceProp) == 568, "cudaDeviceProp");
_Static_assert(sizeof(struct textureReference) == 104, "textureReference");
_Static_assert(sizeof(struct surfaceReference) == 20, "surfaceReference");
_Static_assert(sizeof(struct cudaMemcpy3DParms) == 160, "cudaMemcpy3DParms");
_Static_assert(sizeof(struct cudaFuncAttributes) == 40, "cudaFuncAttributes");

#endif
