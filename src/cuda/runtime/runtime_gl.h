/* SPDX-License-Identifier: MIT */
/* The part of the runtime API that is about OpenGL (cuda_gl_interop.h of toolkits), and graphics resources.
 *
 * OpenGL's types are plain integers here: GLuint and GLenum have 32 bits. */
#ifndef HW_CUDA_RUNTIME_RUNTIME_GL_H
#define HW_CUDA_RUNTIME_RUNTIME_GL_H

#include "cuda/gl/gl.h"
#include "cuda/runtime/runtime.h"

typedef struct cudaGraphicsResource *cudaGraphicsResource_t;

#pragma GCC visibility push(default)

cudaError_t cudaGLSetGLDevice(int device);
cudaError_t cudaGLGetDevices(unsigned *count, int *devices, unsigned room, int list);
cudaError_t cudaGraphicsGLRegisterBuffer(cudaGraphicsResource_t *resource, unsigned buffer, unsigned flags);
cudaError_t cudaGraphicsGLRegisterImage(cudaGraphicsResource_t *resource, unsigned image, unsigned target,
                                        unsigned flags);

cudaError_t cudaGraphicsUnregisterResource(cudaGraphicsResource_t resource);
cudaError_t cudaGraphicsResourceSetMapFlags(cudaGraphicsResource_t resource, unsigned flags);
cudaError_t cudaGraphicsMapResources(int count, cudaGraphicsResource_t *resources, cudaStream_t stream);
cudaError_t cudaGraphicsUnmapResources(int count, cudaGraphicsResource_t *resources, cudaStream_t stream);
cudaError_t cudaGraphicsResourceGetMappedPointer(void **address, size_t *bytes,
                                                 cudaGraphicsResource_t resource);
cudaError_t cudaGraphicsSubResourceGetMappedArray(struct cudaArray **array, cudaGraphicsResource_t resource,
                                                  unsigned index, unsigned level);

/* As before CUDA 3.0: buffers by their name in OpenGL. */
cudaError_t cudaGLRegisterBufferObject(unsigned buffer);
cudaError_t cudaGLUnregisterBufferObject(unsigned buffer);
cudaError_t cudaGLSetBufferObjectMapFlags(unsigned buffer, unsigned flags);
cudaError_t cudaGLMapBufferObject(void **address, unsigned buffer);
cudaError_t cudaGLMapBufferObjectAsync(void **address, unsigned buffer, cudaStream_t stream);
cudaError_t cudaGLUnmapBufferObject(unsigned buffer);
cudaError_t cudaGLUnmapBufferObjectAsync(unsigned buffer, cudaStream_t stream);

#pragma GCC visibility pop
#endif
