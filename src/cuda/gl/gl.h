/* SPDX-License-Identifier: MIT */
/* Buffers and images that a program shares between OpenGL and CUDA, for both interfaces.
 *
 * OpenGL's memory is not the device's, so sharing is copying: a registered buffer has a block of device
 * memory beside it, an image arrays.  Mapping copies them from OpenGL unless kernels will only write,
 * unmapping copies them back unless kernels will only read.  The calling thread needs the OpenGL context
 * current in which they live (CUDA C Programming Guide 4.2, "OpenGL Interoperability").  All functions are
 * for calls in a context (hw_cuda_enter). */
#ifndef HW_CUDA_GL_GL_H
#define HW_CUDA_GL_GL_H

#include "cuda/core/cuda_core.h"

/* Beside the runtime's: errors that only the driver interface tells apart, to the runtime they are
 * cudaErrorUnknown. */
#define HW_CUDA_GL_ALREADY_MAPPED ((cudaError_t)1100)
#define HW_CUDA_GL_NOT_MAPPED     ((cudaError_t)1101)
#define HW_CUDA_GL_NOT_POINTER    ((cudaError_t)1102) /* it is an image */
#define HW_CUDA_GL_NOT_ARRAY      ((cudaError_t)1103) /* it is a buffer */
#define HW_CUDA_GL_NO_CONTEXT     ((cudaError_t)1104) /* no OpenGL context is current */
#define HW_CUDA_GL_MAP_FAILED     ((cudaError_t)1105)
#define HW_CUDA_GL_UNMAP_FAILED   ((cudaError_t)1106)

/* What cudaGraphicsGLRegister* and cudaGraphicsResourceSetMapFlags take. */
enum {
    HW_CUDA_GL_READ_ONLY = 1,
    HW_CUDA_GL_WRITE_DISCARD = 2,
    HW_CUDA_GL_SURFACE = 4,
    HW_CUDA_GL_GATHER = 8
};

struct cudaGraphicsResource;

#pragma GCC visibility push(default)

/* Devices of the current OpenGL context: any, since sharing is copying.  `list` is one of enum
 * cudaGLDeviceList. */
cudaError_t hw_cuda_gl_devices(unsigned *count, int *devices, unsigned room, int list);

cudaError_t hw_cuda_gl_register_buffer(struct cudaGraphicsResource **resource, unsigned buffer,
                                       unsigned flags);
cudaError_t hw_cuda_gl_register_image(struct cudaGraphicsResource **resource, unsigned image, unsigned target,
                                      unsigned flags);
/* Also while it is mapped. */
cudaError_t hw_cuda_gl_unregister(struct cudaGraphicsResource *resource);
cudaError_t hw_cuda_gl_set_flags(struct cudaGraphicsResource *resource, unsigned flags);
/* All of them or none. */
cudaError_t hw_cuda_gl_map(int count, struct cudaGraphicsResource **resources, cudaStream_t stream);
cudaError_t hw_cuda_gl_unmap(int count, struct cudaGraphicsResource **resources, cudaStream_t stream);
cudaError_t hw_cuda_gl_pointer(void **address, size_t *bytes, struct cudaGraphicsResource *resource);
/* `index` is a layer, or a face of a cube map in OpenGL's order. */
cudaError_t hw_cuda_gl_array(struct cudaArray **array, struct cudaGraphicsResource *resource, unsigned index,
                             unsigned level);

/* Whether an array is an image's, which is not the program's to destroy. */
bool hw_cuda_gl_has(const struct cudaArray *array);

/* The interface before CUDA 3.0, by the buffer's name in OpenGL. */
cudaError_t hw_cuda_gl_add_buffer(unsigned buffer);
struct cudaGraphicsResource *
hw_cuda_gl_find_buffer(unsigned buffer); /* NULL: hw_cuda_gl_add_buffer has not been called */

#pragma GCC visibility pop
#endif
