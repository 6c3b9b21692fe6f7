/* SPDX-License-Identifier: MIT */
/* Copies and fills for programs of toolkits before 3.2. */
#include "cuda/driver/legacy.h"

CUresult cuMemcpyHtoD(CUdeviceptr_v1 to, const void *from, unsigned bytes)
{
    return cuMemcpyHtoD_v2(to, from, bytes);
}

CUresult cuMemcpyDtoH(void *to, CUdeviceptr_v1 from, unsigned bytes)
{
    return cuMemcpyDtoH_v2(to, from, bytes);
}

CUresult cuMemcpyDtoD(CUdeviceptr_v1 to, CUdeviceptr_v1 from, unsigned bytes)
{
    return cuMemcpyDtoD_v2(to, from, bytes);
}

CUresult cuMemcpyDtoA(CUarray to, unsigned offset, CUdeviceptr_v1 from, unsigned bytes)
{
    return cuMemcpyDtoA_v2(to, offset, from, bytes);
}

CUresult cuMemcpyAtoD(CUdeviceptr_v1 to, CUarray from, unsigned offset, unsigned bytes)
{
    return cuMemcpyAtoD_v2(to, from, offset, bytes);
}

CUresult cuMemcpyHtoA(CUarray to, unsigned offset, const void *from, unsigned bytes)
{
    return cuMemcpyHtoA_v2(to, offset, from, bytes);
}

CUresult cuMemcpyAtoH(void *to, CUarray from, unsigned offset, unsigned bytes)
{
    return cuMemcpyAtoH_v2(to, from, offset, bytes);
}

CUresult cuMemcpyAtoA(CUarray to, unsigned to_offset, CUarray from, unsigned from_offset, unsigned bytes)
{
    return cuMemcpyAtoA_v2(to, to_offset, from, from_offset, bytes);
}

CUresult cuMemcpyHtoDAsync(CUdeviceptr_v1 to, const void *from, unsigned bytes, CUstream stream)
{
    return cuMemcpyHtoDAsync_v2(to, from, bytes, stream);
}

CUresult cuMemcpyDtoHAsync(void *to, CUdeviceptr_v1 from, unsigned bytes, CUstream stream)
{
    return cuMemcpyDtoHAsync_v2(to, from, bytes, stream);
}

CUresult cuMemcpyDtoDAsync(CUdeviceptr_v1 to, CUdeviceptr_v1 from, unsigned bytes, CUstream stream)
{
    return cuMemcpyDtoDAsync_v2(to, from, bytes, stream);
}

CUresult cuMemcpyHtoAAsync(CUarray to, unsigned offset, const void *from, unsigned bytes, CUstream stream)
{
    return cuMemcpyHtoAAsync_v2(to, offset, from, bytes, stream);
}

CUresult cuMemcpyAtoHAsync(void *to, CUarray from, unsigned offset, unsigned bytes, CUstream stream)
{
    return cuMemcpyAtoHAsync_v2(to, from, offset, bytes, stream);
}

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

CUresult cuMemcpy2DUnaligned(const CUDA_MEMCPY2D_v1 *copy)
{
    return cuMemcpy2D(copy);
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

/* --- fills --- */

CUresult cuMemsetD8(CUdeviceptr_v1 to, unsigned char value, unsigned count)
{
    return cuMemsetD8_v2(to, value, count);
}

CUresult cuMemsetD16(CUdeviceptr_v1 to, unsigned short value, unsigned count)
{
    return cuMemsetD16_v2(to, value, count);
}

CUresult cuMemsetD32(CUdeviceptr_v1 to, unsigned value, unsigned count)
{
    return cuMemsetD32_v2(to, value, count);
}

CUresult cuMemsetD2D8(CUdeviceptr_v1 to, unsigned pitch, unsigned char value, unsigned width, unsigned height)
{
    return cuMemsetD2D8_v2(to, pitch, value, width, height);
}

CUresult cuMemsetD2D16(CUdeviceptr_v1 to, unsigned pitch, unsigned short value, unsigned width,
                       unsigned height)
{
    return cuMemsetD2D16_v2(to, pitch, value, width, height);
}

CUresult cuMemsetD2D32(CUdeviceptr_v1 to, unsigned pitch, unsigned value, unsigned width, unsigned height)
{
    return cuMemsetD2D32_v2(to, pitch, value, width, height);
}
