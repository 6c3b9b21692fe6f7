/* SPDX-License-Identifier: MIT */
/* Sharing with OpenGL: gl/gl.h, with the errors that the CUDA Toolkit Reference Manual 4.2 names.  The
 * runtime has one for all that goes wrong with a resource's state. */
#include "cuda/runtime/runtime_work.h"

#include "cuda/gl/gl.h"

/* The runtime's error for one of gl.h's. */
cudaError_t hw_runtime_gl_error(cudaError_t error)
{
    return error >= HW_CUDA_GL_ALREADY_MAPPED ? cudaErrorUnknown : error;
}

/* --- devices --- */

cudaError_t hw_runtime_gl_set_gl_device(int device)
{
    const cudaError_t error = hw_runtime_check_device(device);

    if (error != cudaSuccess)
        return error;
    return hw_runtime_active() || hw_cuda_active(hw_cuda_current()) ? cudaErrorSetOnActiveProcess
                                                                    : hw_cuda_set_device(device);
}

/* --- buffers by name, whose functions have errors of their own --- */

cudaError_t hw_runtime_gl_register_buffer_object(unsigned buffer)
{
    return hw_cuda_gl_add_buffer(buffer) == cudaSuccess ? cudaSuccess : cudaErrorInitializationError;
}

cudaError_t hw_runtime_gl_map_buffer(void **address, unsigned buffer, cudaStream_t stream)
{
    struct cudaGraphicsResource *resource = hw_cuda_gl_find_buffer(buffer);

    return address && hw_cuda_gl_map(1, &resource, stream) == cudaSuccess &&
                   hw_cuda_gl_pointer(address, NULL, resource) == cudaSuccess
               ? cudaSuccess
               : cudaErrorMapBufferObjectFailed;
}

cudaError_t hw_runtime_gl_unmap_buffer(unsigned buffer, cudaStream_t stream)
{
    struct cudaGraphicsResource *resource = hw_cuda_gl_find_buffer(buffer);

    return hw_cuda_gl_unmap(1, &resource, stream) == cudaSuccess ? cudaSuccess
                                                                 : cudaErrorUnmapBufferObjectFailed;
}
