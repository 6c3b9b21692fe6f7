/* SPDX-License-Identifier: MIT */
/* Sharing with OpenGL: gl/gl.h, with the driver's errors (CUDA Toolkit Reference Manual 4.2, "OpenGL
 * Interoperability"). */
#include "cuda/driver/driver_work.h"

#include "cuda/gl/gl.h"

/* The driver's error for one of gl.h's. */
CUresult hw_cu_gl_result(cudaError_t error)
{
    switch ((int)error) {
    case HW_CUDA_GL_ALREADY_MAPPED: return CUDA_ERROR_ALREADY_MAPPED;
    case HW_CUDA_GL_NOT_MAPPED: return CUDA_ERROR_NOT_MAPPED;
    case HW_CUDA_GL_NOT_POINTER: return CUDA_ERROR_NOT_MAPPED_AS_POINTER;
    case HW_CUDA_GL_NOT_ARRAY: return CUDA_ERROR_NOT_MAPPED_AS_ARRAY;
    case HW_CUDA_GL_NO_CONTEXT: return CUDA_ERROR_INVALID_CONTEXT;
    case HW_CUDA_GL_MAP_FAILED: return CUDA_ERROR_MAP_FAILED;
    case HW_CUDA_GL_UNMAP_FAILED: return CUDA_ERROR_UNMAP_FAILED;
    default: return hw_cu_error(error);
    }
}

/* --- resources --- */

/* Whole numbers of the state have a sign. */
int hw_cu_gl_count(unsigned count)
{
    return count > INT32_MAX ? -1 : (int)count;
}

CUresult hw_cu_gl_pointer(CUdeviceptr *address, size_t *bytes, CUgraphicsResource resource)
{
    void *place;
    const CUresult result = hw_cu_gl_result(hw_cuda_gl_pointer(address ? &place : NULL, bytes, resource));

    if (result == CUDA_SUCCESS)
        *address = (uintptr_t)place;
    return result;
}

/* --- buffers by name --- */

CUresult hw_cu_gl_map_buffer(CUdeviceptr *address, size_t *bytes, unsigned buffer, CUstream stream)
{
    struct cudaGraphicsResource *resource = hw_cuda_gl_find_buffer(buffer);

    if (!address || !resource)
        return CUDA_ERROR_INVALID_VALUE;
    return hw_cuda_gl_map(1, &resource, stream) == cudaSuccess ? hw_cu_gl_pointer(address, bytes, resource)
                                                               : CUDA_ERROR_MAP_FAILED;
}

CUresult hw_cu_gl_unmap_buffer(unsigned buffer, CUstream stream)
{
    struct cudaGraphicsResource *resource = hw_cuda_gl_find_buffer(buffer);

    return resource ? hw_cu_gl_result(hw_cuda_gl_unmap(1, &resource, stream)) : CUDA_ERROR_INVALID_VALUE;
}

/* --- for programs whose addresses have 32 bits: those beyond cannot be given to them --- */

static CUresult narrow(CUresult result, CUdeviceptr wide, size_t size, CUdeviceptr_v1 *address,
                       unsigned *bytes)
{
    if (result != CUDA_SUCCESS)
        return result;
    if (wide > UINT32_MAX || size > UINT32_MAX)
        return CUDA_ERROR_MAP_FAILED;
    *address = (CUdeviceptr_v1)wide;
    if (bytes)
        *bytes = (unsigned)size;
    return CUDA_SUCCESS;
}

CUresult cuGraphicsResourceGetMappedPointer(CUdeviceptr_v1 *address, unsigned *bytes,
                                            CUgraphicsResource resource)
{
    CUdeviceptr wide = 0;
    size_t size = 0;
    const CUresult result = cuGraphicsResourceGetMappedPointer_v2(address ? &wide : NULL, &size, resource);

    return narrow(result, wide, size, address, bytes);
}

CUresult cuGLMapBufferObjectAsync(CUdeviceptr_v1 *address, unsigned *bytes, unsigned buffer, CUstream stream)
{
    CUdeviceptr wide = 0;
    size_t size = 0;
    CUresult result = cuGLMapBufferObjectAsync_v2(address ? &wide : NULL, &size, buffer, stream);

    if (result == CUDA_SUCCESS && narrow(result, wide, size, address, bytes) != CUDA_SUCCESS) {
        cuGLUnmapBufferObjectAsync(buffer, stream);
        result = CUDA_ERROR_MAP_FAILED;
    }
    return result;
}
