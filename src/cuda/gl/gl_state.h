/* SPDX-License-Identifier: MIT */
/* Registered buffers and images, for the files gl*.c. */
#ifndef HW_CUDA_GL_GL_STATE_H
#define HW_CUDA_GL_GL_STATE_H

#include "cuda/gl/gl.h"
#include "cuda/gl/gl_format.h"
#include "cuda/gl/gl_functions.h"

/* A layer or face of a level of an image, which was asked for. */
struct hw_gl_part {
    struct hw_gl_part *next;
    unsigned index, level;
    int width, height, depth; /* of the whole level */
    struct cudaArray *array;
};

struct cudaGraphicsResource {
    struct cudaGraphicsResource *next;
    struct hw_cuda_context *context;
    unsigned name;
    unsigned target; /* of an image; 0: a buffer */
    unsigned flags;  /* HW_CUDA_GL_READ_ONLY or HW_CUDA_GL_WRITE_DISCARD: what kernels will do */
    bool mapped;
    bool by_name; /* registered by hw_cuda_gl_add_buffer */

    uint64_t address; /* a buffer's memory */
    size_t bytes;

    struct hw_gl_format format; /* an image's */
    unsigned indices, levels;
    unsigned array_flags;
    unsigned twin; /* a texture that a renderbuffer's pixels go through; 0: none */
    struct hw_gl_part *parts;
};

/* --- gl_image.c --- */

/* What the image is like; cudaErrorInvalidResourceHandle when it is none of its target, cudaErrorInvalidValue
 * when it cannot be shared. */
cudaError_t hw_gl_image_open(const struct hw_gl *gl, struct cudaGraphicsResource *image);
/* The part, made and filled now where it was not asked for before. */
cudaError_t hw_gl_image_part(const struct hw_gl *gl, struct cudaGraphicsResource *image, unsigned index,
                             unsigned level, struct cudaArray **array);
bool hw_gl_image_download(const struct hw_gl *gl, struct cudaGraphicsResource *image);
bool hw_gl_image_upload(const struct hw_gl *gl, struct cudaGraphicsResource *image);
/* gl: NULL when no OpenGL context is current. */
void hw_gl_image_close(const struct hw_gl *gl, struct cudaGraphicsResource *image);

/* --- gl_frame.c: renderbuffers --- */

/* Make the twin; none where the renderbuffer cannot be shared.  False: there is no renderbuffer. */
bool hw_gl_frame_open(const struct hw_gl *gl, struct cudaGraphicsResource *image);
/* Copy the pixels between a renderbuffer and its twin. */
void hw_gl_frame_copy(const struct hw_gl *gl, const struct cudaGraphicsResource *image, bool to_twin,
                      int width, int height);

#endif
