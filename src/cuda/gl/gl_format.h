/* SPDX-License-Identifier: MIT */
/* The CUDA format of an internal format of OpenGL. */
#ifndef HW_CUDA_GL_GL_FORMAT_H
#define HW_CUDA_GL_GL_FORMAT_H

#include "cuda/core/cuda_abi.h"

#include <stdbool.h>

struct hw_gl_format {
    struct cudaChannelFormatDesc channels;
    unsigned format, type; /* of pixels that OpenGL gives and takes in exactly that form */
};

/* False: CUDA has nothing like it. */
bool hw_gl_format_of(int internal, struct hw_gl_format *format);

#endif
