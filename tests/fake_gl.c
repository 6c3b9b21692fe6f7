/* SPDX-License-Identifier: MIT */
/* See fake_gl.h. */
#include "fake_gl.h"

#include <string.h>

struct fake_gl fake;

/* --- what tests set up --- */

void fake_reset(void)
{
    memset(&fake, 0, sizeof fake);
    fake.current = true;
    fake.array = 7;
    fake.texture[0] = 6;
    fake.pack = 5;
    fake.unpack = 4;
    fake.frame[0] = 101;
    fake.frame[1] = 102;
    fake.scissor = true;
    fake.store[GL_UNPACK_ALIGNMENT & 0xff] = 4;
}

bool fake_unchanged(void)
{
    return fake.array == 7 && fake.texture[0] == 6 && fake.pack == 5 && fake.unpack == 4 &&
           fake.frame[0] == 101 && fake.frame[1] == 102 && fake.scissor &&
           fake.store[GL_UNPACK_ALIGNMENT & 0xff] == 4;
}

void fake_make_buffer(unsigned name, int bytes)
{
    fake.buffer[name].bytes = bytes;
    for (int i = 0; i < bytes; i++)
        fake.buffer[name].data[i] = (uint8_t)(i * 3 + 1);
}

struct fake_image *fake_make_image(unsigned name, unsigned target, int internal, unsigned texel, int width,
                                   int height, int depth)
{
    struct fake_image *image = &fake.image[name];

    *image = (struct fake_image){.target = target,
                                 .internal = internal,
                                 .texel = texel,
                                 .width = width,
                                 .height = height,
                                 .depth = depth,
                                 .levels = 1};
    for (unsigned level = 0; level < FAKE_LEVELS; level++)
        for (unsigned i = 0; i < FAKE_BYTES; i++)
            image->data[level][i] = (uint8_t)(i * 5 + level * 77 + name);
    return image;
}

/* --- OpenGL --- */

const uint8_t *glGetString(unsigned name);
unsigned glGetError(void);
void glGetIntegerv(unsigned name, int *value);
uint8_t glIsBuffer(unsigned buffer);
void glBindBuffer(unsigned target, unsigned buffer);
void glGetBufferParameteriv(unsigned target, unsigned name, int *value);
void glGetBufferSubData(unsigned target, ptrdiff_t offset, ptrdiff_t bytes, void *data);
void glBufferSubData(unsigned target, ptrdiff_t offset, ptrdiff_t bytes, const void *data);
uint8_t glIsTexture(unsigned texture);
void glBindTexture(unsigned target, unsigned texture);
void glGetTexLevelParameteriv(unsigned target, int level, unsigned name, int *value);
void glPixelStorei(unsigned name, int value);
void glGetTexImage(unsigned target, int level, unsigned format, unsigned type, void *data);
void glTexSubImage2D(unsigned target, int level, int x, int y, int width, int height, unsigned format,
                     unsigned type, const void *data);
void glTexSubImage3D(unsigned target, int level, int x, int y, int z, int width, int height, int depth,
                     unsigned format, unsigned type, const void *data);
uint8_t glIsRenderbuffer(unsigned renderbuffer);
void glBindRenderbuffer(unsigned target, unsigned renderbuffer);
void glGetRenderbufferParameteriv(unsigned target, unsigned name, int *value);
void glGenTextures(int count, unsigned *textures);
void glDeleteTextures(int count, const unsigned *textures);
void glTexParameteri(unsigned target, unsigned name, int value);
void glTexImage2D(unsigned target, int level, int internal, int width, int height, int border,
                  unsigned format, unsigned type, const void *data);
void glGenFramebuffers(int count, unsigned *framebuffers);
void glDeleteFramebuffers(int count, const unsigned *framebuffers);
void glBindFramebuffer(unsigned target, unsigned framebuffer);
void glFramebufferTexture2D(unsigned target, unsigned attachment, unsigned textarget, unsigned texture,
                            int level);
void glFramebufferRenderbuffer(unsigned target, unsigned attachment, unsigned renderbuffertarget,
                               unsigned renderbuffer);
void glBlitFramebuffer(int x0, int y0, int x1, int y1, int to_x0, int to_y0, int to_x1, int to_y1,
                       unsigned mask, unsigned filter);
uint8_t glIsEnabled(unsigned what);
void glEnable(unsigned what);
void glDisable(unsigned what);

const uint8_t *glGetString(unsigned name)
{
    (void)name;
    return fake.current ? (const uint8_t *)"2.1 fake" : NULL;
}

unsigned glGetError(void)
{
    return 0;
}

/* --- buffers --- */

static unsigned *fake_buffer_binding(unsigned target)
{
    return target == GL_ARRAY_BUFFER ? &fake.array : target == 0x88eb ? &fake.pack : &fake.unpack;
}

uint8_t glIsBuffer(unsigned buffer)
{
    return buffer > 0 && buffer < FAKE_NAMES && fake.buffer[buffer].bytes != 0;
}

void glBindBuffer(unsigned target, unsigned buffer)
{
    *fake_buffer_binding(target) = buffer;
}

void glGetBufferParameteriv(unsigned target, unsigned name, int *value)
{
    const struct fake_buffer *buffer = &fake.buffer[*fake_buffer_binding(target)];

    *value = name == 0x8764 ? buffer->bytes : buffer->mapped;
}

void glGetBufferSubData(unsigned target, ptrdiff_t offset, ptrdiff_t bytes, void *data)
{
    memcpy(data, fake.buffer[*fake_buffer_binding(target)].data + offset, (size_t)bytes);
    fake.downloads++;
}

void glBufferSubData(unsigned target, ptrdiff_t offset, ptrdiff_t bytes, const void *data)
{
    memcpy(fake.buffer[*fake_buffer_binding(target)].data + offset, data, (size_t)bytes);
    fake.uploads++;
}

/* --- textures --- */

static const struct {
    unsigned target, binding;
} fake_targets[] = {{GL_TEXTURE_2D, 0x8069}, {GL_TEXTURE_RECTANGLE, 0x84f6}, {GL_TEXTURE_CUBE_MAP, 0x8514},
                    {GL_TEXTURE_3D, 0x806a}, {GL_TEXTURE_2D_ARRAY, 0x8c1d},  {GL_TEXTURE_1D, 0x8068}};

static bool fake_is_face(unsigned target)
{
    return target >= 0x8515 && target < 0x851b;
}

static unsigned fake_index(unsigned target)
{
    unsigned i = 0;

    if (fake_is_face(target))
        target = GL_TEXTURE_CUBE_MAP;
    while (fake_targets[i].target != target)
        i++;
    return i;
}

static struct fake_image *fake_bound(unsigned target)
{
    return &fake.image[fake.texture[fake_index(target)]];
}

static int fake_extent(int extent, int level)
{
    return extent >> level ? extent >> level : 1;
}

uint8_t glIsTexture(unsigned texture)
{
    return texture < FAKE_NAMES && fake.image[texture].target &&
           fake.image[texture].target != GL_RENDERBUFFER;
}

void glBindTexture(unsigned target, unsigned texture)
{
    if (texture == 0 || texture >= FAKE_NAMES || !glIsTexture(texture) ||
        fake.image[texture].target == target)
        fake.texture[fake_index(target)] = texture;
}

static bool fake_is_3d(const struct fake_image *image)
{
    return image->target == GL_TEXTURE_3D;
}

void glGetTexLevelParameteriv(unsigned target, int level, unsigned name, int *value)
{
    const struct fake_image *image = fake_bound(target);

    *value = 0;
    if (level >= image->levels)
        return;
    switch (name) {
    case 0x1000: *value = fake_extent(image->width, level); break;
    case 0x1001: *value = fake_extent(image->height, level); break;
    case 0x8071: *value = fake_is_3d(image) ? fake_extent(image->depth, level) : image->depth; break;
    case 0x1003: *value = image->internal; break;
    case 0x1005: *value = image->border; break;
    default: break;
    }
}

void glPixelStorei(unsigned name, int value)
{
    fake.store[name & 0xff] = value;
}

/* Bytes of a slice of a level, and where the target's begins. */
static size_t fake_slice(const struct fake_image *image, int level)
{
    return (size_t)fake_extent(image->width, level) * (size_t)fake_extent(image->height, level) *
           image->texel;
}

static uint8_t *fake_pixels(struct fake_image *image, unsigned target, int level)
{
    return image->data[level] + (fake_is_face(target) ? (target - 0x8515) * fake_slice(image, level) : 0);
}

void glGetTexImage(unsigned target, int level, unsigned format, unsigned type, void *data)
{
    struct fake_image *image = fake_bound(target);
    const int slices = fake_is_face(target) ? 1
                       : fake_is_3d(image)  ? fake_extent(image->depth, level)
                       : image->depth == 0  ? 1
                                            : image->depth;

    (void)format, (void)type;
    memcpy(data, fake_pixels(image, target, level), fake_slice(image, level) * (size_t)slices);
    fake.downloads++;
}

void glTexSubImage2D(unsigned target, int level, int x, int y, int width, int height, unsigned format,
                     unsigned type, const void *data)
{
    struct fake_image *image = fake_bound(target);

    (void)x, (void)y, (void)width, (void)height, (void)format, (void)type;
    memcpy(fake_pixels(image, target, level), data, fake_slice(image, level));
    fake.uploads++;
}

void glTexSubImage3D(unsigned target, int level, int x, int y, int z, int width, int height, int depth,
                     unsigned format, unsigned type, const void *data)
{
    struct fake_image *image = fake_bound(target);
    const size_t slice = fake_slice(image, level);

    (void)x, (void)y, (void)width, (void)height, (void)format, (void)type;
    memcpy(image->data[level] + slice * (size_t)z, data, slice * (size_t)depth);
    fake.uploads++;
}

/* --- renderbuffers --- */

uint8_t glIsRenderbuffer(unsigned renderbuffer)
{
    return renderbuffer < FAKE_NAMES && fake.image[renderbuffer].target == GL_RENDERBUFFER;
}

void glBindRenderbuffer(unsigned target, unsigned renderbuffer)
{
    (void)target;
    fake.renderbuffer = renderbuffer;
}

void glGetRenderbufferParameteriv(unsigned target, unsigned name, int *value)
{
    const struct fake_image *image = &fake.image[fake.renderbuffer];

    (void)target;
    *value = name == 0x8d42   ? image->width
             : name == 0x8d43 ? image->height
             : name == 0x8d44 ? image->internal
                              : image->samples;
}

/* There is one name for it. */
void glGenTextures(int count, unsigned *textures)
{
    (void)count;
    *textures = FAKE_NAMES - 1;
    fake.image[FAKE_NAMES - 1] = (struct fake_image){.target = GL_TEXTURE_2D, .levels = 1};
}

void glDeleteTextures(int count, const unsigned *textures)
{
    (void)count;
    fake.image[*textures].target = 0;
}

void glTexParameteri(unsigned target, unsigned name, int value)
{
    (void)target, (void)name, (void)value;
}

void glTexImage2D(unsigned target, int level, int internal, int width, int height, int border,
                  unsigned format, unsigned type, const void *data)
{
    struct fake_image *image = fake_bound(target);

    (void)level, (void)border, (void)format, (void)type, (void)data;
    image->internal = internal;
    image->width = width;
    image->height = height;
    image->texel = 4;
}

void glGenFramebuffers(int count, unsigned *framebuffers)
{
    for (int i = 0; i < count; i++)
        framebuffers[i] = 50u + (unsigned)i;
}

void glDeleteFramebuffers(int count, const unsigned *framebuffers)
{
    (void)count, (void)framebuffers;
}

void glBindFramebuffer(unsigned target, unsigned framebuffer)
{
    fake.frame[target - 0x8ca8] = framebuffer;
}

void glFramebufferTexture2D(unsigned target, unsigned attachment, unsigned textarget, unsigned texture,
                            int level)
{
    (void)attachment, (void)textarget, (void)level;
    fake.attached[target - 0x8ca8] = texture;
}

void glFramebufferRenderbuffer(unsigned target, unsigned attachment, unsigned renderbuffertarget,
                               unsigned renderbuffer)
{
    (void)attachment, (void)renderbuffertarget;
    fake.attached[target - 0x8ca8] = renderbuffer;
}

void glBlitFramebuffer(int x0, int y0, int x1, int y1, int to_x0, int to_y0, int to_x1, int to_y1,
                       unsigned mask, unsigned filter)
{
    (void)x0, (void)y0, (void)x1, (void)y1, (void)to_x0, (void)to_y0, (void)to_x1, (void)to_y1, (void)mask;
    (void)filter;
    if (!fake.scissor) /* else it would be cut off */
        memcpy(fake.image[fake.attached[1]].data, fake.image[fake.attached[0]].data,
               sizeof fake.image[0].data);
}

uint8_t glIsEnabled(unsigned what)
{
    return what == 0x0c11 && fake.scissor;
}

void glEnable(unsigned what)
{
    fake.scissor = fake.scissor || what == 0x0c11;
}

void glDisable(unsigned what)
{
    fake.scissor = fake.scissor && what != 0x0c11;
}

void glGetIntegerv(unsigned name, int *value)
{
    *value = 0;
    switch (name) {
    case 0x8894: *value = (int)fake.array; return;
    case 0x88ed: *value = (int)fake.pack; return;
    case 0x88ef: *value = (int)fake.unpack; return;
    case 0x8ca7: *value = (int)fake.renderbuffer; return;
    case 0x8caa: *value = (int)fake.frame[0]; return;
    case 0x8ca6: *value = (int)fake.frame[1]; return;
    default: break;
    }
    for (unsigned i = 0; i < sizeof fake_targets / sizeof *fake_targets; i++)
        if (fake_targets[i].binding == name) {
            *value = (int)fake.texture[i];
            return;
        }
    *value = fake.store[name & 0xff];
}
