/* SPDX-License-Identifier: MIT */
/* Mipmapped arrays, and what toolkits since CUDA 5 have added to texture references, in the driver's words.
 * (CUDA Driver API 5.0 and 12, "Memory Management" and "Texture Reference Management".) */
#ifndef HW_CUDA_DRIVER_DRIVER_MIPMAP_H
#define HW_CUDA_DRIVER_DRIVER_MIPMAP_H

#include "cuda/driver/driver.h"

#pragma GCC visibility push(default)

CUresult cuMipmappedArrayCreate(CUmipmappedArray *mipmap, const CUDA_ARRAY3D_DESCRIPTOR *wanted,
                                unsigned levels);
CUresult cuMipmappedArrayGetLevel(CUarray *level, CUmipmappedArray mipmap, unsigned number);
CUresult cuMipmappedArrayDestroy(CUmipmappedArray mipmap);

CUresult cuTexRefSetMipmappedArray(CUtexref reference, CUmipmappedArray mipmap, unsigned flags);
CUresult cuTexRefGetMipmappedArray(CUmipmappedArray *mipmap, CUtexref reference);
CUresult cuTexRefSetMipmapFilterMode(CUtexref reference, int mode);
CUresult cuTexRefGetMipmapFilterMode(int *mode, CUtexref reference);
CUresult cuTexRefSetMipmapLevelBias(CUtexref reference, float bias);
CUresult cuTexRefGetMipmapLevelBias(float *bias, CUtexref reference);
CUresult cuTexRefSetMipmapLevelClamp(CUtexref reference, float least, float most);
CUresult cuTexRefGetMipmapLevelClamp(float *least, float *most, CUtexref reference);
CUresult cuTexRefSetMaxAnisotropy(CUtexref reference, unsigned most); /* kept and given back */
CUresult cuTexRefGetMaxAnisotropy(int *most, CUtexref reference);
CUresult cuTexRefSetBorderColor(CUtexref reference, float *color);
CUresult cuTexRefGetBorderColor(float *color, CUtexref reference);

#pragma GCC visibility pop
#endif
