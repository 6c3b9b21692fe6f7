/* SPDX-License-Identifier: MIT */
/* Attributes of a device by number, as cuDeviceGetAttribute and, from CUDA 5.0 on, cudaDeviceGetAttribute ask
 * for them: each is a field of the device properties.
 *
 * 1 to 72 are CUDA 4.2's; attributes_cuda5.c has those that toolkits since have added. */
#include "cuda/core/devices/attributes_cuda5.h"

#include <string.h>

#define LAST_OF_CUDA_4 72
#define LAST_KNOWN     161 /* CUDA 13.5 */

/* Where the number of an attribute stands; a field is an int, or a size. */
static const struct attribute_field {
    uint16_t offset;
    uint8_t bytes;
} fields[LAST_OF_CUDA_4 + 1] = {
#define FIELD(name)                                                                        \
    {                                                                                      \
        offsetof(struct cudaDeviceProp, name), sizeof((struct cudaDeviceProp *)NULL)->name \
    }
    [1] = FIELD(maxThreadsPerBlock),
    [2] = FIELD(maxThreadsDim[0]),
    [3] = FIELD(maxThreadsDim[1]),
    [4] = FIELD(maxThreadsDim[2]),
    [5] = FIELD(maxGridSize[0]),
    [6] = FIELD(maxGridSize[1]),
    [7] = FIELD(maxGridSize[2]),
    [8] = FIELD(sharedMemPerBlock),
    [9] = FIELD(totalConstMem),
    [10] = FIELD(warpSize),
    [11] = FIELD(memPitch),
    [12] = FIELD(regsPerBlock),
    [13] = FIELD(clockRate),
    [14] = FIELD(textureAlignment),
    [15] = FIELD(deviceOverlap),
    [16] = FIELD(multiProcessorCount),
    [17] = FIELD(kernelExecTimeoutEnabled),
    [18] = FIELD(integrated),
    [19] = FIELD(canMapHostMemory),
    [20] = FIELD(computeMode),
    [21] = FIELD(maxTexture1D),
    [22] = FIELD(maxTexture2D[0]),
    [23] = FIELD(maxTexture2D[1]),
    [24] = FIELD(maxTexture3D[0]),
    [25] = FIELD(maxTexture3D[1]),
    [26] = FIELD(maxTexture3D[2]),
    [27] = FIELD(maxTexture2DLayered[0]),
    [28] = FIELD(maxTexture2DLayered[1]),
    [29] = FIELD(maxTexture2DLayered[2]),
    [30] = FIELD(surfaceAlignment),
    [31] = FIELD(concurrentKernels),
    [32] = FIELD(ECCEnabled),
    [33] = FIELD(pciBusID),
    [34] = FIELD(pciDeviceID),
    [35] = FIELD(tccDriver),
    [36] = FIELD(memoryClockRate),
    [37] = FIELD(memoryBusWidth),
    [38] = FIELD(l2CacheSize),
    [39] = FIELD(maxThreadsPerMultiProcessor),
    [40] = FIELD(asyncEngineCount),
    [41] = FIELD(unifiedAddressing),
    [42] = FIELD(maxTexture1DLayered[0]),
    [43] = FIELD(maxTexture1DLayered[1]),
    /* 44: whether lookups may gather, see below */
    [45] = FIELD(maxTexture2DGather[0]),
    [46] = FIELD(maxTexture2DGather[1]),
    /* 47 to 49: other extents of volumes, 0 where there is no choice */
    [50] = FIELD(pciDomainID),
    [51] = FIELD(texturePitchAlignment),
    [52] = FIELD(maxTextureCubemap),
    [53] = FIELD(maxTextureCubemapLayered[0]),
    [54] = FIELD(maxTextureCubemapLayered[1]),
    [55] = FIELD(maxSurface1D),
    [56] = FIELD(maxSurface2D[0]),
    [57] = FIELD(maxSurface2D[1]),
    [58] = FIELD(maxSurface3D[0]),
    [59] = FIELD(maxSurface3D[1]),
    [60] = FIELD(maxSurface3D[2]),
    [61] = FIELD(maxSurface1DLayered[0]),
    [62] = FIELD(maxSurface1DLayered[1]),
    [63] = FIELD(maxSurface2DLayered[0]),
    [64] = FIELD(maxSurface2DLayered[1]),
    [65] = FIELD(maxSurface2DLayered[2]),
    [66] = FIELD(maxSurfaceCubemap),
    [67] = FIELD(maxSurfaceCubemapLayered[0]),
    [68] = FIELD(maxSurfaceCubemapLayered[1]),
    [69] = FIELD(maxTexture1DLinear),
    [70] = FIELD(maxTexture2DLinear[0]),
    [71] = FIELD(maxTexture2DLinear[1]),
    [72] = FIELD(maxTexture2DLinear[2]),
#undef FIELD
};

#define GATHER \
    44 /* lookups of four neighbours, from capability 2.0 on (CUDA C Programming Guide 4.2, appendix F) */

static int read_field(const struct cudaDeviceProp *properties, const struct attribute_field *field)
{
    const char *from = (const char *)properties + field->offset;
    size_t wide;
    int value;

    if (field->bytes == sizeof value) {
        memcpy(&value, from, sizeof value);
        return value;
    }
    memcpy(&wide, from, sizeof wide);
    return wide > INT32_MAX ? INT32_MAX : (int)wide;
}

cudaError_t hw_cuda_attribute(int device, int attribute, int *value)
{
    struct cudaDeviceProp properties;

    if (!value)
        return cudaErrorInvalidValue;
    const cudaError_t error = hw_cuda_properties(device, &properties);
    if (error != cudaSuccess)
        return error;
    if (attribute < 1 || attribute > LAST_KNOWN)
        return cudaErrorInvalidValue;
    if (attribute > LAST_OF_CUDA_4)
        *value = hw_cuda_later_attribute(hw_cuda_device_at(device), attribute);
    else if (attribute == GATHER)
        *value = properties.major >= 2;
    else
        *value = fields[attribute].bytes ? read_field(&properties, &fields[attribute]) : 0;
    return cudaSuccess;
}
