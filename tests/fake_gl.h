/* SPDX-License-Identifier: MIT */
/* An OpenGL of a few hundred lines for tests of sharing with it: buffers, textures and renderbuffers that
 * only hold bytes.  They are exported by the tests' library, so that ours find them as they would find
 * libGL's. */
#ifndef HW_TESTS_FAKE_GL_H
#define HW_TESTS_FAKE_GL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define FAKE_NAMES  8
#define FAKE_BYTES  4096u /* of a buffer; of a level of an image */
#define FAKE_LEVELS 3

/* Numbers of the OpenGL specification. */
#define GL_ARRAY_BUFFER      0x8892u
#define GL_TEXTURE_2D        0x0de1u
#define GL_TEXTURE_3D        0x806fu
#define GL_TEXTURE_RECTANGLE 0x84f5u
#define GL_TEXTURE_CUBE_MAP  0x8513u
#define GL_TEXTURE_2D_ARRAY  0x8c1au
#define GL_TEXTURE_1D        0x0de0u
#define GL_RENDERBUFFER      0x8d41u
#define GL_RGBA8             0x8058
#define GL_RGB8              0x8051
#define GL_R32F              0x822e
#define GL_RG16UI            0x823a
#define GL_UNPACK_ALIGNMENT  0x0cf5u

struct fake_buffer {
    int bytes; /* 0: there is none of that name */
    int mapped;
    uint8_t data[FAKE_BYTES];
};

/* A texture, or with the target GL_RENDERBUFFER a renderbuffer.  Its levels halve. */
struct fake_image {
    unsigned target; /* 0: there is none of that name */
    int internal, width, height, depth, levels, border, samples;
    unsigned texel; /* bytes */
    uint8_t data[FAKE_LEVELS][FAKE_BYTES];
};

extern struct fake_gl {
    bool current; /* the thread has a context */
    struct fake_buffer buffer[FAKE_NAMES];
    struct fake_image image[FAKE_NAMES];
    /* What is bound, and other state that the program must find as it left it. */
    unsigned array, pack, unpack, texture[6], renderbuffer, frame[2], attached[2];
    bool scissor;
    int store[0x100]; /* pixel storage, by the low byte of the name */
    unsigned downloads, uploads;
} fake;

/* A context is current, nothing is there, and the state is such that a change of it shows. */
void fake_reset(void);
/* Whether the program's state is what fake_reset has made it. */
bool fake_unchanged(void);
/* Bytes of a buffer: i * 3 + 1. */
void fake_make_buffer(unsigned name, int bytes);
/* Bytes of a level: i * 5 + level * 77 + name. */
struct fake_image *fake_make_image(unsigned name, unsigned target, int internal, unsigned texel, int width,
                                   int height, int depth);

#endif
