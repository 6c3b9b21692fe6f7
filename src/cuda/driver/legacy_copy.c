/* SPDX-License-Identifier: MIT */
/* Copies and fills for programs of toolkits before 3.2. */
#include "cuda/driver/driver.h"

/* --- boxes --- */

static CUDA_MEMCPY2D wide_plane(const CUDA_MEMCPY2D_v1 *old)
{
    return (CUDA_MEMCPY2D){
        .srcXInBytes = old->srcXInBytes,
        .srcY = old->srcY,
        .srcMemoryType = old->srcMemoryType,
        .srcHost = old->srcHost,
        .srcDevice = old->srcDevice,
        .srcArray = old->srcArray,
        .srcPitch = old->srcPitch,
        .dstXInBytes = old->dstXInBytes,
        .dstY = old->dstY,
        .dstMemoryType = old->dstMemoryType,
        .dstHost = old->dstHost,
        .dstDevice = old->dstDevice,
        .dstArray = old->dstArray,
        .dstPitch = old->dstPitch,
        .WidthInBytes = old->WidthInBytes,
        .Height = old->Height,
    };
}

static CUDA_MEMCPY3D wide_box(const CUDA_MEMCPY3D_v1 *old)
{
    return (CUDA_MEMCPY3D){
        .srcXInBytes = old->srcXInBytes,
        .srcY = old->srcY,
        .srcZ = old->srcZ,
        .srcLOD = old->srcLOD,
        .srcMemoryType = old->srcMemoryType,
        .srcHost = old->srcHost,
        .srcDevice = old->srcDevice,
        .srcArray = old->srcArray,
        .srcPitch = old->srcPitch,
        .srcHeight = old->srcHeight,
        .dstXInBytes = old->dstXInBytes,
        .dstY = old->dstY,
        .dstZ = old->dstZ,
        .dstLOD = old->dstLOD,
        .dstMemoryType = old->dstMemoryType,
        .dstHost = old->dstHost,
        .dstDevice = old->dstDevice,
        .dstArray = old->dstArray,
        .dstPitch = old->dstPitch,
        .dstHeight = old->dstHeight,
        .WidthInBytes = old->WidthInBytes,
        .Height = old->Height,
        .Depth = old->Depth,
    };
}

CUresult cuMemcpy2D(const CUDA_MEMCPY2D_v1 *copy)
{
    const CUDA_MEMCPY2D wide = copy ? wide_plane(copy) : (CUDA_MEMCPY2D){.Height = 0};

    return cuMemcpy2D_v2(copy ? &wide : NULL);
}

CUresult cuMemcpy2DAsync(const CUDA_MEMCPY2D_v1 *copy, CUstream stream)
{
    const CUDA_MEMCPY2D wide = copy ? wide_plane(copy) : (CUDA_MEMCPY2D){.Height = 0};

    return cuMemcpy2DAsync_v2(copy ? &wide : NULL, stream);
}

CUresult cuMemcpy3D(const CUDA_MEMCPY3D_v1 *copy)
{
    const CUDA_MEMCPY3D wide = copy ? wide_box(copy) : (CUDA_MEMCPY3D){.Height = 0};

    return cuMemcpy3D_v2(copy ? &wide : NULL);
}

CUresult cuMemcpy3DAsync(const CUDA_MEMCPY3D_v1 *copy, CUstream stream)
{
    const CUDA_MEMCPY3D wide = copy ? wide_box(copy) : (CUDA_MEMCPY3D){.Height = 0};

    return cuMemcpy3DAsync_v2(copy ? &wide : NULL, stream);
}
