/* SPDX-License-Identifier: MIT */
/* The functions of OpenGL that sharing with it needs, as the program's own OpenGL library has them.
 *
 * We link no such library: a program that shares with OpenGL has one loaded, and which one is its choice. */
#ifndef HW_CUDA_GL_GL_FUNCTIONS_H
#define HW_CUDA_GL_GL_FUNCTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Buffers and textures: OpenGL 2.1 and the extensions of its day have these. */
#define HW_GL_FUNCTIONS(FUNCTION)                                                                         \
    FUNCTION(const uint8_t *, GetString, (unsigned name))                                                 \
    FUNCTION(unsigned, GetError, (void))                                                                  \
    FUNCTION(void, GetIntegerv, (unsigned name, int *value))                                              \
    FUNCTION(uint8_t, IsBuffer, (unsigned buffer))                                                        \
    FUNCTION(void, BindBuffer, (unsigned target, unsigned buffer))                                        \
    FUNCTION(void, GetBufferParameteriv, (unsigned target, unsigned name, int *value))                    \
    FUNCTION(void, GetBufferSubData, (unsigned target, ptrdiff_t offset, ptrdiff_t bytes, void *data))    \
    FUNCTION(void, BufferSubData, (unsigned target, ptrdiff_t offset, ptrdiff_t bytes, const void *data)) \
    FUNCTION(uint8_t, IsTexture, (unsigned texture))                                                      \
    FUNCTION(void, BindTexture, (unsigned target, unsigned texture))                                      \
    FUNCTION(void, GetTexLevelParameteriv, (unsigned target, int level, unsigned name, int *value))       \
    FUNCTION(void, PixelStorei, (unsigned name, int value))                                               \
    FUNCTION(void, GetTexImage, (unsigned target, int level, unsigned format, unsigned type, void *data)) \
    FUNCTION(void, TexSubImage2D,                                                                         \
             (unsigned target, int level, int x, int y, int width, int height, unsigned format,           \
              unsigned type, const void *data))                                                           \
    FUNCTION(void, TexSubImage3D,                                                                         \
             (unsigned target, int level, int x, int y, int z, int width, int height, int depth,          \
              unsigned format, unsigned type, const void *data))

/* Renderbuffers: framebuffer objects of OpenGL 3.0. */
#define HW_GL_FRAME_FUNCTIONS(FUNCTION)                                                                     \
    FUNCTION(uint8_t, IsRenderbuffer, (unsigned renderbuffer))                                              \
    FUNCTION(void, BindRenderbuffer, (unsigned target, unsigned renderbuffer))                              \
    FUNCTION(void, GetRenderbufferParameteriv, (unsigned target, unsigned name, int *value))                \
    FUNCTION(void, GenTextures, (int count, unsigned *textures))                                            \
    FUNCTION(void, DeleteTextures, (int count, const unsigned *textures))                                   \
    FUNCTION(void, TexParameteri, (unsigned target, unsigned name, int value))                              \
    FUNCTION(void, TexImage2D,                                                                              \
             (unsigned target, int level, int internal, int width, int height, int border, unsigned format, \
              unsigned type, const void *data))                                                             \
    FUNCTION(void, GenFramebuffers, (int count, unsigned *framebuffers))                                    \
    FUNCTION(void, DeleteFramebuffers, (int count, const unsigned *framebuffers))                           \
    FUNCTION(void, BindFramebuffer, (unsigned target, unsigned framebuffer))                                \
    FUNCTION(void, FramebufferTexture2D,                                                                    \
             (unsigned target, unsigned attachment, unsigned textarget, unsigned texture, int level))       \
    FUNCTION(void, FramebufferRenderbuffer,                                                                 \
             (unsigned target, unsigned attachment, unsigned renderbuffertarget, unsigned renderbuffer))    \
    FUNCTION(void, BlitFramebuffer,                                                                         \
             (int x0, int y0, int x1, int y1, int to_x0, int to_y0, int to_x1, int to_y1, unsigned mask,    \
              unsigned filter))                                                                             \
    FUNCTION(uint8_t, IsEnabled, (unsigned what))                                                           \
    FUNCTION(void, Enable, (unsigned what))                                                                 \
    FUNCTION(void, Disable, (unsigned what))

struct hw_gl {
#define HW_GL_MEMBER(result, name, arguments) result(*name) arguments;
    HW_GL_FUNCTIONS(HW_GL_MEMBER)
    HW_GL_FRAME_FUNCTIONS(HW_GL_MEMBER)
#undef HW_GL_MEMBER
    bool frames; /* those for renderbuffers are there, too */
};

/* Numbers of the OpenGL specification. */
enum {
    GL_TEXTURE_2D = 0x0de1,
    GL_TEXTURE_3D = 0x806f,
    GL_TEXTURE_RECTANGLE = 0x84f5,
    GL_TEXTURE_CUBE_MAP = 0x8513,
    GL_TEXTURE_CUBE_MAP_POSITIVE_X = 0x8515,
    GL_TEXTURE_2D_ARRAY = 0x8c1a,
    GL_RENDERBUFFER = 0x8d41,
};

/* NULL, with a sentence on standard error: no OpenGL library is loaded, or the calling thread has no current
 * context. */
const struct hw_gl *hw_gl_current(void);

#endif
