/* SPDX-License-Identifier: MIT */
/* Texture and surface objects in the driver's structures.  (CUDA Driver API 5.0 and 12, "Texture Object
 * Management".) */
#ifndef HW_CUDA_DRIVER_DRIVER_OBJECT_H
#define HW_CUDA_DRIVER_DRIVER_OBJECT_H

#include "cuda/driver/driver_abi.h"

typedef unsigned long long CUtexObject;
typedef unsigned long long CUsurfObject;

enum {
    CU_RESOURCE_TYPE_ARRAY,
    CU_RESOURCE_TYPE_MIPMAPPED_ARRAY,
    CU_RESOURCE_TYPE_LINEAR,
    CU_RESOURCE_TYPE_PITCH2D
};

typedef struct CUDA_RESOURCE_DESC_st {
    int resType;
    union {
        struct {
            CUarray hArray;
        } array;
        struct {
            CUmipmappedArray hMipmappedArray;
        } mipmap;
        struct {
            CUdeviceptr devPtr;
            unsigned format, numChannels;
            size_t sizeInBytes;
        } linear;
        struct {
            CUdeviceptr devPtr;
            unsigned format, numChannels;
            size_t width, height, pitchInBytes;
        } pitch2D;
        int reserved[32];
    } res;
    unsigned flags;
} CUDA_RESOURCE_DESC;

_Static_assert(sizeof(CUDA_RESOURCE_DESC) == 144, "CUDA_RESOURCE_DESC");

typedef struct CUDA_TEXTURE_DESC_st {
    int addressMode[3], filterMode;
    unsigned flags, maxAnisotropy;
    int mipmapFilterMode;
    float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp;
    float borderColor[4];
    int reserved[12];
} CUDA_TEXTURE_DESC;

_Static_assert(sizeof(CUDA_TEXTURE_DESC) == 104, "CUDA_TEXTURE_DESC");

#endif
