/* SPDX-License-Identifier: MIT */
/* Texture and surface objects, in the runtime's structures.  (CUDA Runtime API 5.0 and 12, "Texture Object
 * Management"; CUDA 8 put the border's colour into the middle of cudaTextureDesc, later ones two members at
 * its end, which CUDA 11's programs have in functions of their own.) */
#ifndef HW_CUDA_RUNTIME_RUNTIME_OBJECT_H
#define HW_CUDA_RUNTIME_RUNTIME_OBJECT_H

#include "cuda/core/cuda_core.h"

typedef unsigned long long cudaTextureObject_t;
typedef unsigned long long cudaSurfaceObject_t;

enum cudaResourceType {
    cudaResourceTypeArray = 0,
    cudaResourceTypeMipmappedArray,
    cudaResourceTypeLinear,
    cudaResourceTypePitch2D
};

struct cudaResourceDesc {
    enum cudaResourceType resType;
    union {
        struct {
            struct cudaArray *array;
        } array;
        struct {
            struct cudaMipmappedArray *mipmap;
        } mipmap;
        struct {
            void *devPtr;
            struct cudaChannelFormatDesc desc;
            size_t sizeInBytes;
        } linear;
        struct {
            void *devPtr;
            struct cudaChannelFormatDesc desc;
            size_t width, height; /* texels, rows */
            size_t pitchInBytes;
        } pitch2D;
        int reserved[32]; /* since CUDA 13; before, the structure ends behind what stands above */
    } res;
    unsigned flags;
};

_Static_assert(sizeof(struct cudaResourceDesc) == 144, "cudaResourceDesc");

struct cudaTextureDesc {
    int addressMode[3], filterMode, readMode, sRGB;
    float borderColor[4];
    int normalizedCoords;
    unsigned maxAnisotropy;
    int mipmapFilterMode;
    float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp;
    int disableTrilinearOptimization, seamlessCubemap;
};

_Static_assert(sizeof(struct cudaTextureDesc) == 72, "cudaTextureDesc");

#endif
