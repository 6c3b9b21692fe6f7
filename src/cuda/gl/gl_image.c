/* SPDX-License-Identifier: MIT */
/* Images shared with OpenGL: textures, and renderbuffers through a texture (gl_frame.c).
 *
 * CUDA sees a layer of a level as an array.  Arrays are made when they are asked for, since most programs use
 * one of many. */
#include "cuda/core/memory/array.h"
#include "cuda/gl/gl_state.h"

#include <stdlib.h>
#include <string.h>

#define GL_TEXTURE_WIDTH               0x1000u
#define GL_TEXTURE_HEIGHT              0x1001u
#define GL_TEXTURE_INTERNAL_FORMAT     0x1003u
#define GL_TEXTURE_BORDER              0x1005u
#define GL_TEXTURE_DEPTH               0x8071u
#define GL_PIXEL_PACK_BUFFER           0x88ebu
#define GL_PIXEL_UNPACK_BUFFER         0x88ecu
#define GL_PIXEL_PACK_BUFFER_BINDING   0x88edu
#define GL_PIXEL_UNPACK_BUFFER_BINDING 0x88efu
#define CUBE_FACES                     6u
#define LEVELS_MAX                     32u

static const struct target {
    unsigned target, binding;
    bool flat; /* set by glTexSubImage2D */
} targets[] = {
    {GL_TEXTURE_2D, 0x8069, true},  {GL_TEXTURE_RECTANGLE, 0x84f6, true}, {GL_TEXTURE_CUBE_MAP, 0x8514, true},
    {GL_TEXTURE_3D, 0x806a, false}, {GL_TEXTURE_2D_ARRAY, 0x8c1d, false}, {GL_RENDERBUFFER, 0x8069, true},
};

/* How pixels lie in memory: the program's settings, and rows without gaps for us. */
static const struct {
    uint16_t name, ours;
} stores[] = {
    {0x0cf0, 0}, {0x0cf1, 0}, {0x0cf2, 0}, {0x0cf3, 0}, {0x0cf4, 0}, {0x0cf5, 1}, {0x806d, 0}, {0x806e, 0},
    {0x0d00, 0}, {0x0d01, 0}, {0x0d02, 0}, {0x0d03, 0}, {0x0d04, 0}, {0x0d05, 1}, {0x806b, 0}, {0x806c, 0},
};
#define STORES (sizeof stores / sizeof *stores)

/* What is changed while pixels are copied. */
struct saved {
    const struct target *target;
    int texture, pack, unpack, store[STORES];
};

/* The target of a row; a renderbuffer's twin is a texture of two dimensions. */
static unsigned bound_target(const struct target *target)
{
    return target->target == GL_RENDERBUFFER ? GL_TEXTURE_2D : target->target;
}

static const struct target *target_of(unsigned number)
{
    for (size_t i = 0; i < sizeof targets / sizeof *targets; i++)
        if (targets[i].target == number)
            return &targets[i];
    return NULL;
}

/* Bind the image; false: it is not of that target. */
static bool begin(const struct hw_gl *gl, const struct cudaGraphicsResource *image, struct saved *saved)
{
    const unsigned name = image->twin ? image->twin : image->name;
    int bound = 0;

    saved->target = target_of(image->target);
    gl->GetIntegerv(saved->target->binding, &saved->texture);
    gl->GetIntegerv(GL_PIXEL_PACK_BUFFER_BINDING, &saved->pack);
    gl->GetIntegerv(GL_PIXEL_UNPACK_BUFFER_BINDING, &saved->unpack);
    gl->BindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    gl->BindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
    for (size_t i = 0; i < STORES; i++) {
        gl->GetIntegerv(stores[i].name, &saved->store[i]);
        gl->PixelStorei(stores[i].name, stores[i].ours);
    }
    gl->BindTexture(bound_target(saved->target), name);
    gl->GetIntegerv(saved->target->binding, &bound);
    return (unsigned)bound == name;
}

static void end(const struct hw_gl *gl, const struct saved *saved)
{
    gl->BindTexture(bound_target(saved->target), (unsigned)saved->texture);
    for (size_t i = 0; i < STORES; i++)
        gl->PixelStorei(stores[i].name, saved->store[i]);
    gl->BindBuffer(GL_PIXEL_PACK_BUFFER, (unsigned)saved->pack);
    gl->BindBuffer(GL_PIXEL_UNPACK_BUFFER, (unsigned)saved->unpack);
}

/* The target that names a part: a face of a cube map has its own. */
static unsigned part_target(const struct cudaGraphicsResource *image, unsigned index)
{
    if (image->target == GL_TEXTURE_CUBE_MAP)
        return GL_TEXTURE_CUBE_MAP_POSITIVE_X + index;
    return bound_target(target_of(image->target));
}

/* --- what an image is like --- */

static int level_value(const struct hw_gl *gl, const struct cudaGraphicsResource *image, unsigned level,
                       unsigned name)
{
    int value = 0;

    gl->GetTexLevelParameteriv(part_target(image, 0), (int)level, name, &value);
    return value;
}

static cudaError_t describe(const struct hw_gl *gl, struct cudaGraphicsResource *image)
{
    const int depth = level_value(gl, image, 0, GL_TEXTURE_DEPTH);

    while (image->levels < LEVELS_MAX && level_value(gl, image, image->levels, GL_TEXTURE_WIDTH) > 0)
        image->levels++;
    image->indices = image->target == GL_TEXTURE_CUBE_MAP                ? CUBE_FACES
                     : image->target == GL_TEXTURE_2D_ARRAY && depth > 0 ? (unsigned)depth
                                                                         : 1;
    return image->levels > 0 && level_value(gl, image, 0, GL_TEXTURE_BORDER) == 0 &&
                   hw_gl_format_of(level_value(gl, image, 0, GL_TEXTURE_INTERNAL_FORMAT), &image->format)
               ? cudaSuccess
               : cudaErrorInvalidValue;
}

cudaError_t hw_gl_image_open(const struct hw_gl *gl, struct cudaGraphicsResource *image)
{
    cudaError_t error = cudaErrorInvalidResourceHandle;
    struct saved saved;

    if (!target_of(image->target))
        return cudaErrorInvalidValue;
    if (image->target == GL_RENDERBUFFER) {
        if (!hw_gl_frame_open(gl, image))
            return cudaErrorInvalidResourceHandle;
        if (!image->twin)
            return cudaErrorInvalidValue;
    } else if (!gl->IsTexture(image->name)) {
        return cudaErrorInvalidResourceHandle;
    }
    if (begin(gl, image, &saved))
        error = describe(gl, image);
    else
        gl->GetError(); /* the one of binding it to a target of another kind */
    end(gl, &saved);
    return error;
}

/* --- pixels --- */

/* Copy the layer from or to the whole level, which is all that OpenGL of that day gives. */
static bool copy_level(const struct hw_gl *gl, const struct cudaGraphicsResource *image,
                       const struct hw_gl_part *part, bool to_device)
{
    size_t bytes;
    uint8_t *pixels = hw_cuda_array_data(part->array, &bytes);
    const struct hw_gl_format *format = &image->format;
    const unsigned target = part_target(image, part->index);

    if (to_device && image->target == GL_TEXTURE_2D_ARRAY) {
        uint8_t *level = malloc(bytes * (size_t)part->depth);
        if (!level)
            return false;
        gl->GetTexImage(target, (int)part->level, format->format, format->type, level);
        memcpy(pixels, level + bytes * part->index, bytes);
        free(level);
    } else if (to_device) {
        gl->GetTexImage(target, (int)part->level, format->format, format->type, pixels);
    } else if (target_of(image->target)->flat) {
        gl->TexSubImage2D(target, (int)part->level, 0, 0, part->width, part->height, format->format,
                          format->type, pixels);
    } else {
        gl->TexSubImage3D(target, (int)part->level, 0, 0, (int)part->index, part->width, part->height,
                          image->target == GL_TEXTURE_3D ? part->depth : 1, format->format, format->type,
                          pixels);
    }
    return true;
}

/* Whether the level is still as large as its array. */
static bool same_size(const struct hw_gl *gl, const struct cudaGraphicsResource *image,
                      const struct hw_gl_part *part)
{
    return level_value(gl, image, part->level, GL_TEXTURE_WIDTH) == part->width &&
           level_value(gl, image, part->level, GL_TEXTURE_HEIGHT) == part->height &&
           (target_of(image->target)->flat ||
            level_value(gl, image, part->level, GL_TEXTURE_DEPTH) == part->depth);
}

/* One part, or all where `only` is NULL. */
static bool copy(const struct hw_gl *gl, const struct cudaGraphicsResource *image,
                 const struct hw_gl_part *only, bool to_device)
{
    struct saved saved;
    bool done = begin(gl, image, &saved);

    for (const struct hw_gl_part *part = image->parts; part && done; part = part->next) {
        if (only && part != only)
            continue;
        done = same_size(gl, image, part);
        if (done && to_device && image->twin)
            hw_gl_frame_copy(gl, image, true, part->width, part->height);
        done = done && copy_level(gl, image, part, to_device);
        if (done && !to_device && image->twin)
            hw_gl_frame_copy(gl, image, false, part->width, part->height);
    }
    end(gl, &saved);
    return done;
}

bool hw_gl_image_download(const struct hw_gl *gl, struct cudaGraphicsResource *image)
{
    return copy(gl, image, NULL, true);
}

bool hw_gl_image_upload(const struct hw_gl *gl, struct cudaGraphicsResource *image)
{
    return copy(gl, image, NULL, false);
}

/* --- parts --- */

static cudaError_t create(const struct hw_gl *gl, const struct cudaGraphicsResource *image,
                          struct hw_gl_part *part)
{
    struct saved saved;
    const bool bound = begin(gl, image, &saved);

    part->width = level_value(gl, image, part->level, GL_TEXTURE_WIDTH);
    part->height = level_value(gl, image, part->level, GL_TEXTURE_HEIGHT);
    part->depth = level_value(gl, image, part->level, GL_TEXTURE_DEPTH);
    end(gl, &saved);
    if (!bound || part->width <= 0 || part->height <= 0 || part->depth < 0)
        return HW_CUDA_GL_MAP_FAILED;
    return hw_cuda_array_create(&part->array, &image->format.channels,
                                (struct cudaExtent){(size_t)part->width, (size_t)part->height,
                                                    image->target == GL_TEXTURE_3D ? (size_t)part->depth : 0},
                                image->array_flags);
}

cudaError_t hw_gl_image_part(const struct hw_gl *gl, struct cudaGraphicsResource *image, unsigned index,
                             unsigned level, struct cudaArray **array)
{
    struct hw_gl_part *part = image->parts;

    while (part && (part->index != index || part->level != level))
        part = part->next;
    if (part) {
        *array = part->array;
        return cudaSuccess;
    }
    part = calloc(1, sizeof *part);
    if (!part)
        return cudaErrorMemoryAllocation;
    part->index = index;
    part->level = level;
    const cudaError_t error = create(gl, image, part);
    if (error != cudaSuccess) {
        free(part);
        return error;
    }
    part->array->shared = true;
    part->next = image->parts;
    image->parts = part;
    if (image->flags != HW_CUDA_GL_WRITE_DISCARD && !copy(gl, image, part, true))
        return HW_CUDA_GL_MAP_FAILED;
    *array = part->array;
    return cudaSuccess;
}

bool hw_cuda_gl_has(const struct cudaArray *array)
{
    return array->shared;
}

void hw_gl_image_close(const struct hw_gl *gl, struct cudaGraphicsResource *image)
{
    while (image->parts) {
        struct hw_gl_part *part = image->parts;
        image->parts = part->next;
        part->array->shared = false;
        hw_cuda_array_destroy(part->array);
        free(part);
    }
    if (gl && image->twin)
        gl->DeleteTextures(1, &image->twin);
}
