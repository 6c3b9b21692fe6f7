/* SPDX-License-Identifier: MIT */
/* The part of the driver API that is about OpenGL (cudaGL.h of toolkits), and graphics resources.  GLuint and
 * GLenum have 32 bits.  Functions without _v2 are those of toolkits before 3.2. */
#ifndef HW_CUDA_DRIVER_DRIVER_GL_H
#define HW_CUDA_DRIVER_DRIVER_GL_H

#include "cuda/driver/driver.h"

#pragma GCC visibility push(default)

CUresult cuGLGetDevices(unsigned *count, CUdevice *devices, unsigned room, int list);
CUresult cuGLCtxCreate_v2(CUcontext *context, unsigned flags, CUdevice device);
CUresult cuGLCtxCreate(CUcontext *context, unsigned flags, CUdevice device);
CUresult cuGraphicsGLRegisterBuffer(CUgraphicsResource *resource, unsigned buffer, unsigned flags);
CUresult cuGraphicsGLRegisterImage(CUgraphicsResource *resource, unsigned image, unsigned target,
                                   unsigned flags);

CUresult cuGraphicsUnregisterResource(CUgraphicsResource resource);
CUresult cuGraphicsResourceSetMapFlags(CUgraphicsResource resource, unsigned flags);
CUresult cuGraphicsMapResources(unsigned count, CUgraphicsResource *resources, CUstream stream);
CUresult cuGraphicsUnmapResources(unsigned count, CUgraphicsResource *resources, CUstream stream);
CUresult cuGraphicsResourceGetMappedPointer_v2(CUdeviceptr *address, size_t *bytes,
                                               CUgraphicsResource resource);
CUresult cuGraphicsResourceGetMappedPointer(CUdeviceptr_v1 *address, unsigned *bytes,
                                            CUgraphicsResource resource);
CUresult cuGraphicsSubResourceGetMappedArray(CUarray *array, CUgraphicsResource resource, unsigned index,
                                             unsigned level);

/* As before CUDA 3.0: buffers by their name in OpenGL. */
CUresult cuGLInit(void);
CUresult cuGLRegisterBufferObject(unsigned buffer);
CUresult cuGLUnregisterBufferObject(unsigned buffer);
CUresult cuGLSetBufferObjectMapFlags(unsigned buffer, unsigned flags);
CUresult cuGLMapBufferObject_v2(CUdeviceptr *address, size_t *bytes, unsigned buffer);
CUresult cuGLMapBufferObjectAsync_v2(CUdeviceptr *address, size_t *bytes, unsigned buffer, CUstream stream);
CUresult cuGLMapBufferObject(CUdeviceptr_v1 *address, unsigned *bytes, unsigned buffer);
CUresult cuGLMapBufferObjectAsync(CUdeviceptr_v1 *address, unsigned *bytes, unsigned buffer, CUstream stream);
CUresult cuGLUnmapBufferObject(unsigned buffer);
CUresult cuGLUnmapBufferObjectAsync(unsigned buffer, CUstream stream);

#pragma GCC visibility pop
#endif
