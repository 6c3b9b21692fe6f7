/* SPDX-License-Identifier: MIT */
/* Sharing with OpenGL: gl/gl.h, with the errors that the CUDA Toolkit Reference Manual 4.2 names.  The
 * runtime has one for all that goes wrong with a resource's state. */
#include "cuda/runtime/runtime_gl.h"

/* The runtime's error for one of gl.h's. */
static cudaError_t plain(cudaError_t error)
{
    return error >= HW_CUDA_GL_ALREADY_MAPPED ? cudaErrorUnknown : error;
}

/* --- devices --- */

static cudaError_t set_device(int device)
{
    const cudaError_t error = hw_runtime_check_device(device);

    if (error != cudaSuccess)
        return error;
    return hw_runtime_active() || hw_cuda_active(hw_cuda_current()) ? cudaErrorSetOnActiveProcess
                                                                    : hw_cuda_set_device(device);
}

cudaError_t cudaGLSetGLDevice(int device)
{
    HW_PLAIN_CALL(set_device(device));
}

cudaError_t cudaGLGetDevices(unsigned *count, int *devices, unsigned room, int list)
{
    HW_PLAIN_CALL(plain(hw_cuda_gl_devices(count, devices, room, list)));
}

/* --- resources --- */

cudaError_t cudaGraphicsGLRegisterBuffer(cudaGraphicsResource_t *resource, unsigned buffer, unsigned flags)
{
    HW_DEVICE_CALL(plain(hw_cuda_gl_register_buffer(resource, buffer, flags)));
}

cudaError_t cudaGraphicsGLRegisterImage(cudaGraphicsResource_t *resource, unsigned image, unsigned target,
                                        unsigned flags)
{
    HW_DEVICE_CALL(plain(hw_cuda_gl_register_image(resource, image, target, flags)));
}

cudaError_t cudaGraphicsUnregisterResource(cudaGraphicsResource_t resource)
{
    HW_DEVICE_CALL(plain(hw_cuda_gl_unregister(resource)));
}

cudaError_t cudaGraphicsResourceSetMapFlags(cudaGraphicsResource_t resource, unsigned flags)
{
    HW_DEVICE_CALL(plain(hw_cuda_gl_set_flags(resource, flags)));
}

cudaError_t cudaGraphicsMapResources(int count, cudaGraphicsResource_t *resources, cudaStream_t stream)
{
    HW_DEVICE_CALL(plain(hw_cuda_gl_map(count, resources, hw_stream(stream))));
}

cudaError_t cudaGraphicsUnmapResources(int count, cudaGraphicsResource_t *resources, cudaStream_t stream)
{
    HW_DEVICE_CALL(plain(hw_cuda_gl_unmap(count, resources, hw_stream(stream))));
}

cudaError_t cudaGraphicsResourceGetMappedPointer(void **address, size_t *bytes,
                                                 cudaGraphicsResource_t resource)
{
    HW_DEVICE_CALL(plain(hw_cuda_gl_pointer(address, bytes, resource)));
}

cudaError_t cudaGraphicsSubResourceGetMappedArray(struct cudaArray **array, cudaGraphicsResource_t resource,
                                                  unsigned index, unsigned level)
{
    HW_DEVICE_CALL(plain(hw_cuda_gl_array(array, resource, index, level)));
}

/* --- buffers by name, whose functions have errors of their own --- */

static cudaError_t add_buffer(unsigned buffer)
{
    return hw_cuda_gl_add_buffer(buffer) == cudaSuccess ? cudaSuccess : cudaErrorInitializationError;
}

cudaError_t cudaGLRegisterBufferObject(unsigned buffer)
{
    HW_DEVICE_CALL(add_buffer(buffer));
}

cudaError_t cudaGLUnregisterBufferObject(unsigned buffer)
{
    HW_DEVICE_CALL(plain(hw_cuda_gl_unregister(hw_cuda_gl_find_buffer(buffer))));
}

cudaError_t cudaGLSetBufferObjectMapFlags(unsigned buffer, unsigned flags)
{
    HW_DEVICE_CALL(plain(hw_cuda_gl_set_flags(hw_cuda_gl_find_buffer(buffer), flags)));
}

static cudaError_t map_buffer(void **address, unsigned buffer, cudaStream_t stream)
{
    struct cudaGraphicsResource *resource = hw_cuda_gl_find_buffer(buffer);

    return address && hw_cuda_gl_map(1, &resource, stream) == cudaSuccess &&
                   hw_cuda_gl_pointer(address, NULL, resource) == cudaSuccess
               ? cudaSuccess
               : cudaErrorMapBufferObjectFailed;
}

cudaError_t cudaGLMapBufferObjectAsync(void **address, unsigned buffer, cudaStream_t stream)
{
    HW_DEVICE_CALL(map_buffer(address, buffer, hw_stream(stream)));
}

cudaError_t cudaGLMapBufferObject(void **address, unsigned buffer)
{
    HW_DEVICE_CALL(map_buffer(address, buffer, NULL));
}

static cudaError_t unmap_buffer(unsigned buffer, cudaStream_t stream)
{
    struct cudaGraphicsResource *resource = hw_cuda_gl_find_buffer(buffer);

    return hw_cuda_gl_unmap(1, &resource, stream) == cudaSuccess ? cudaSuccess
                                                                 : cudaErrorUnmapBufferObjectFailed;
}

cudaError_t cudaGLUnmapBufferObjectAsync(unsigned buffer, cudaStream_t stream)
{
    HW_DEVICE_CALL(unmap_buffer(buffer, hw_stream(stream)));
}

cudaError_t cudaGLUnmapBufferObject(unsigned buffer)
{
    HW_DEVICE_CALL(unmap_buffer(buffer, NULL));
}
