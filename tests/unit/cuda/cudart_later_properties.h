/* SPDX-License-Identifier: MIT */
/* For tests of later runtimes: struct cudaDeviceProp of CUDA 12 and, without the fields GONE, of CUDA 13,
 * with the number by which cudaDeviceGetAttribute gives each field.  (driver_types.h of both.) */
#ifndef HW_TESTS_CUDART_LATER_PROPERTIES_H
#define HW_TESTS_CUDART_LATER_PROPERTIES_H

#include "cuda_test.h"

#include <stddef.h>

/* clang-format off */
#define LATER_PROPERTIES(INT, INTS, SIZE, GONE) \
    SIZE(sharedMemPerBlock, 8) INT(regsPerBlock, 12) INT(warpSize, 10) SIZE(memPitch, 11) \
    INT(maxThreadsPerBlock, 1) INTS(maxThreadsDim, 3, 2) INTS(maxGridSize, 3, 5) GONE(clockRate, 13) \
    SIZE(totalConstMem, 9) INT(major, 75) INT(minor, 76) SIZE(textureAlignment, 14) \
    SIZE(texturePitchAlignment, 51) GONE(deviceOverlap, 15) INT(multiProcessorCount, 16) \
    GONE(kernelExecTimeoutEnabled, 17) INT(integrated, 18) INT(canMapHostMemory, 19) GONE(computeMode, 20) \
    INT(maxTexture1D, 21) INT(maxTexture1DMipmap, 77) GONE(maxTexture1DLinear, 69) INTS(maxTexture2D, 2, 22) \
    INTS(maxTexture2DMipmap, 2, 73) INTS(maxTexture2DLinear, 3, 70) INTS(maxTexture2DGather, 2, 45) \
    INTS(maxTexture3D, 3, 24) INTS(maxTexture3DAlt, 3, 47) INT(maxTextureCubemap, 52) \
    INTS(maxTexture1DLayered, 2, 42) INTS(maxTexture2DLayered, 3, 27) INTS(maxTextureCubemapLayered, 2, 53) \
    INT(maxSurface1D, 55) INTS(maxSurface2D, 2, 56) INTS(maxSurface3D, 3, 58) INTS(maxSurface1DLayered, 2, 61) \
    INTS(maxSurface2DLayered, 3, 63) INT(maxSurfaceCubemap, 66) INTS(maxSurfaceCubemapLayered, 2, 67) \
    SIZE(surfaceAlignment, 30) INT(concurrentKernels, 31) INT(ECCEnabled, 32) INT(pciBusID, 33) \
    INT(pciDeviceID, 34) INT(pciDomainID, 50) INT(tccDriver, 35) INT(asyncEngineCount, 40) \
    INT(unifiedAddressing, 41) GONE(memoryClockRate, 36) INT(memoryBusWidth, 37) INT(l2CacheSize, 38) \
    INT(persistingL2CacheMaxSize, 108) INT(maxThreadsPerMultiProcessor, 39) INT(streamPrioritiesSupported, 78) \
    INT(globalL1CacheSupported, 79) INT(localL1CacheSupported, 80) SIZE(sharedMemPerMultiprocessor, 81) \
    INT(regsPerMultiprocessor, 82) INT(managedMemory, 83) INT(isMultiGpuBoard, 84) \
    INT(multiGpuBoardGroupID, 85) INT(hostNativeAtomicSupported, 86) GONE(singleToDoublePrecisionPerfRatio, 87) \
    INT(pageableMemoryAccess, 88) INT(concurrentManagedAccess, 89) INT(computePreemptionSupported, 90) \
    INT(canUseHostPointerForRegisteredMem, 91) INT(cooperativeLaunch, 95) GONE(cooperativeMultiDeviceLaunch, 96) \
    SIZE(sharedMemPerBlockOptin, 97) INT(pageableMemoryAccessUsesHostPageTables, 100) \
    INT(directManagedMemAccessFromHost, 101) INT(maxBlocksPerMultiProcessor, 106) \
    INT(accessPolicyMaxWindowSize, 109) SIZE(reservedSharedMemPerBlock, 111) INT(hostRegisterSupported, 99) \
    INT(sparseCudaArraySupported, 112) INT(hostRegisterReadOnlySupported, 113) \
    INT(timelineSemaphoreInteropSupported, 114) INT(memoryPoolsSupported, 115) INT(gpuDirectRDMASupported, 116) \
    INT(gpuDirectRDMAFlushWritesOptions, 117) INT(gpuDirectRDMAWritesOrdering, 118) \
    INT(memoryPoolSupportedHandleTypes, 119) INT(deferredMappingCudaArraySupported, 121) \
    INT(ipcEventSupported, 125) INT(clusterLaunch, 120) INT(unifiedFunctionPointers, 129)
/* clang-format on */

#define DECLARE_INT(name, attribute)         int name;
#define DECLARE_INTS(name, count, attribute) int name[count];
#define DECLARE_SIZE(name, attribute)        size_t name;
#define DECLARE_NOTHING(name, attribute)

/* The beginning, which all have. */
#define BEGINNING_OF_PROPERTIES \
    char name[256];             \
    char uuid[16], luid[8];     \
    unsigned luid_mask;         \
    size_t totalGlobalMem;

static inline void assert_attribute(const char *field, int attribute, long long has)
{
    int value = -77;

    assert_cuda(cudaDeviceGetAttribute(&value, attribute, 0));
    if (value != has)
        fail_msg("%s is %lld, attribute %d is %d", field, has, attribute, value);
}

static inline void assert_attributes(const char *field, int attribute, const int *has, int count)
{
    for (int i = 0; i < count; i++)
        assert_attribute(field, attribute + i, has[i]);
}

#define CHECK_INT(name, attribute)         assert_attribute(#name, attribute, has.properties.name);
#define CHECK_INTS(name, count, attribute) assert_attributes(#name, attribute, has.properties.name, count);
#define CHECK_SIZE(name, attribute)        assert_attribute(#name, attribute, (long long)has.properties.name);
#define CHECK_NOTHING(name, attribute)

#endif
