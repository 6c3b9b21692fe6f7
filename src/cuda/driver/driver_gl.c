/* SPDX-License-Identifier: MIT */
/* Sharing with OpenGL: gl/gl.h, with the driver's errors (CUDA Toolkit Reference Manual 4.2, "OpenGL
 * Interoperability"). */
#include "cuda/driver/driver_gl.h"

#include "cuda/driver/driver_call.h"
#include "cuda/driver/legacy.h"
#include "cuda/gl/gl.h"

/* The driver's error for one of gl.h's. */
static CUresult result_of(cudaError_t error)
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

/* --- devices and contexts --- */

CUresult cuGLGetDevices(unsigned *count, CUdevice *devices, unsigned room, int list)
{
    HW_DRIVER_CALL(result_of(hw_cuda_gl_devices(count, devices, room, list)));
}

/* Any context will do. */
CUresult cuGLCtxCreate_v2(CUcontext *context, unsigned flags, CUdevice device)
{
    return cuCtxCreate_v2(context, flags, device);
}

CUresult cuGLCtxCreate(CUcontext *context, unsigned flags, CUdevice device)
{
    return cuCtxCreate(context, flags, device);
}

CUresult cuGLInit(void)
{
    HW_CONTEXT_CALL(CUDA_SUCCESS);
}

/* --- resources --- */

CUresult cuGraphicsGLRegisterBuffer(CUgraphicsResource *resource, unsigned buffer, unsigned flags)
{
    HW_CONTEXT_CALL(result_of(hw_cuda_gl_register_buffer(resource, buffer, flags)));
}

CUresult cuGraphicsGLRegisterImage(CUgraphicsResource *resource, unsigned image, unsigned target,
                                   unsigned flags)
{
    HW_CONTEXT_CALL(result_of(hw_cuda_gl_register_image(resource, image, target, flags)));
}

CUresult cuGraphicsUnregisterResource(CUgraphicsResource resource)
{
    HW_CONTEXT_CALL(result_of(hw_cuda_gl_unregister(resource)));
}

CUresult cuGraphicsResourceSetMapFlags(CUgraphicsResource resource, unsigned flags)
{
    HW_CONTEXT_CALL(result_of(hw_cuda_gl_set_flags(resource, flags)));
}

/* Whole numbers of the state have a sign. */
static int signed_count(unsigned count)
{
    return count > INT32_MAX ? -1 : (int)count;
}

CUresult cuGraphicsMapResources(unsigned count, CUgraphicsResource *resources, CUstream stream)
{
    HW_CONTEXT_CALL(result_of(hw_cuda_gl_map(signed_count(count), resources, stream)));
}

CUresult cuGraphicsUnmapResources(unsigned count, CUgraphicsResource *resources, CUstream stream)
{
    HW_CONTEXT_CALL(result_of(hw_cuda_gl_unmap(signed_count(count), resources, stream)));
}

static CUresult pointer_of(CUdeviceptr *address, size_t *bytes, CUgraphicsResource resource)
{
    void *place;
    const CUresult result = result_of(hw_cuda_gl_pointer(address ? &place : NULL, bytes, resource));

    if (result == CUDA_SUCCESS)
        *address = (uintptr_t)place;
    return result;
}

CUresult cuGraphicsResourceGetMappedPointer_v2(CUdeviceptr *address, size_t *bytes,
                                               CUgraphicsResource resource)
{
    HW_CONTEXT_CALL(pointer_of(address, bytes, resource));
}

CUresult cuGraphicsSubResourceGetMappedArray(CUarray *array, CUgraphicsResource resource, unsigned index,
                                             unsigned level)
{
    HW_CONTEXT_CALL(result_of(hw_cuda_gl_array(array, resource, index, level)));
}

/* --- buffers by name --- */

CUresult cuGLRegisterBufferObject(unsigned buffer)
{
    HW_CONTEXT_CALL(result_of(hw_cuda_gl_add_buffer(buffer)));
}

CUresult cuGLUnregisterBufferObject(unsigned buffer)
{
    HW_CONTEXT_CALL(hw_cuda_gl_find_buffer(buffer)
                        ? result_of(hw_cuda_gl_unregister(hw_cuda_gl_find_buffer(buffer)))
                        : CUDA_ERROR_INVALID_VALUE);
}

CUresult cuGLSetBufferObjectMapFlags(unsigned buffer, unsigned flags)
{
    HW_CONTEXT_CALL(result_of(hw_cuda_gl_set_flags(hw_cuda_gl_find_buffer(buffer), flags)));
}

static CUresult map_buffer(CUdeviceptr *address, size_t *bytes, unsigned buffer, CUstream stream)
{
    struct cudaGraphicsResource *resource = hw_cuda_gl_find_buffer(buffer);

    if (!address || !resource)
        return CUDA_ERROR_INVALID_VALUE;
    return hw_cuda_gl_map(1, &resource, stream) == cudaSuccess ? pointer_of(address, bytes, resource)
                                                               : CUDA_ERROR_MAP_FAILED;
}

CUresult cuGLMapBufferObjectAsync_v2(CUdeviceptr *address, size_t *bytes, unsigned buffer, CUstream stream)
{
    HW_CONTEXT_CALL(map_buffer(address, bytes, buffer, stream));
}

CUresult cuGLMapBufferObject_v2(CUdeviceptr *address, size_t *bytes, unsigned buffer)
{
    HW_CONTEXT_CALL(map_buffer(address, bytes, buffer, NULL));
}

static CUresult unmap_buffer(unsigned buffer, CUstream stream)
{
    struct cudaGraphicsResource *resource = hw_cuda_gl_find_buffer(buffer);

    return resource ? result_of(hw_cuda_gl_unmap(1, &resource, stream)) : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuGLUnmapBufferObjectAsync(unsigned buffer, CUstream stream)
{
    HW_CONTEXT_CALL(unmap_buffer(buffer, stream));
}

CUresult cuGLUnmapBufferObject(unsigned buffer)
{
    HW_CONTEXT_CALL(unmap_buffer(buffer, NULL));
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

CUresult cuGLMapBufferObject(CUdeviceptr_v1 *address, unsigned *bytes, unsigned buffer)
{
    return cuGLMapBufferObjectAsync(address, bytes, buffer, NULL);
}
