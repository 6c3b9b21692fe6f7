/* SPDX-License-Identifier: MIT */
/* This file encodes texture descriptors from textures: the inverse of texture_describe.c. */
#include "channel/engine/blocklinear.h"
#include "channel/engine/texture_bits.h"
#include "channel/engine/texture_table.h"

#include <string.h>

/* COMPONENTS_SIZES of 1, 2 and 4 channels of 8, 16 and 32 bits. */
static const uint8_t sizes[3][3] = {{0x1d, 0x1b, 0x0f}, {0x18, 0x0c, 0x04}, {0x08, 0x03, 0x01}};

/* A type in memory, and as it is read. */
static const struct component {
    uint8_t size, element, normalized;
} components[HW_TEXEL_TYPES] = {
    [HW_TEXEL_U8] = {0, HW_TIC_DATA_UINT, HW_TIC_DATA_UNORM},
    [HW_TEXEL_S8] = {0, HW_TIC_DATA_SINT, HW_TIC_DATA_SNORM},
    [HW_TEXEL_U16] = {1, HW_TIC_DATA_UINT, HW_TIC_DATA_UNORM},
    [HW_TEXEL_S16] = {1, HW_TIC_DATA_SINT, HW_TIC_DATA_SNORM},
    [HW_TEXEL_U32] = {2, HW_TIC_DATA_UINT, HW_TIC_DATA_UINT},
    [HW_TEXEL_S32] = {2, HW_TIC_DATA_SINT, HW_TIC_DATA_SINT},
    [HW_TEXEL_UNORM8] = {0, HW_TIC_DATA_UNORM, HW_TIC_DATA_UNORM},
    [HW_TEXEL_SNORM8] = {0, HW_TIC_DATA_SNORM, HW_TIC_DATA_SNORM},
    [HW_TEXEL_UNORM16] = {1, HW_TIC_DATA_UNORM, HW_TIC_DATA_UNORM},
    [HW_TEXEL_SNORM16] = {1, HW_TIC_DATA_SNORM, HW_TIC_DATA_SNORM},
    [HW_TEXEL_F16] = {1, HW_TIC_DATA_FLOAT, HW_TIC_DATA_FLOAT},
    [HW_TEXEL_F32] = {2, HW_TIC_DATA_FLOAT, HW_TIC_DATA_FLOAT},
};

static void pack_format(const struct hw_texture *texture, uint32_t *tic)
{
    const struct component *component = &components[texture->type];
    const uint32_t data =
        texture->read == HW_TEXTURE_READ_NORMALIZED ? component->normalized : component->element;

    if (texture->srgb && component->size == 0 && data == HW_TIC_DATA_UNORM)
        hw_descriptor_set(tic, 1, HW_TIC_SRGB);
    hw_descriptor_set(tic, sizes[texture->channels / 2][component->size], HW_TIC_SIZES);
    for (unsigned i = 0; i < 4; i++) {
        const uint32_t missing = i == 3 ? HW_TIC_SOURCE_ONE : HW_TIC_SOURCE_ZERO;
        hw_descriptor_set(tic, data, HW_TIC_DATA(i));
        hw_descriptor_set(tic, i < texture->channels ? HW_TIC_SOURCE_CHANNEL + i : missing, HW_TIC_SOURCE(i));
    }
}

static enum hw_tic_type type_of(const struct hw_texture *texture, bool pitch)
{
    if (texture->cube)
        return texture->layers == 6 ? HW_TIC_TYPE_CUBE : HW_TIC_TYPE_CUBE_ARRAY;
    if (texture->dimensions == 3)
        return HW_TIC_TYPE_3D;
    if (texture->dimensions == 2)
        return texture->layers ? HW_TIC_TYPE_2D_ARRAY : pitch ? HW_TIC_TYPE_RECT : HW_TIC_TYPE_2D;
    return texture->layers ? HW_TIC_TYPE_1D_ARRAY : pitch ? HW_TIC_TYPE_BUFFER : HW_TIC_TYPE_1D;
}

/* Blocks as high as the texture, up to 64 lines. */
static uint32_t block_height(const struct hw_texture *texture)
{
    uint32_t log = 0;

    while (texture->dimensions > 1 && log < 4 && (uint32_t)4 << log < texture->height)
        log++;
    return log;
}

static void pack_shape(const struct hw_texture *texture, uint64_t address, bool pitch, uint32_t *tic)
{
    const uint32_t slices = texture->layers ? texture->layers : texture->dimensions == 3 ? texture->depth : 1;

    hw_descriptor_set(tic, (uint32_t)address, HW_TIC_ADDRESS);
    hw_descriptor_set(tic, (uint32_t)(address >> 32), HW_TIC_ADDRESS_HIGH);
    hw_descriptor_set(tic, type_of(texture, pitch), HW_TIC_TYPE);
    hw_descriptor_set(tic, pitch, HW_TIC_PITCH_LAYOUT);
    hw_descriptor_set(tic, texture->normalized, HW_TIC_NORMALIZED);
    hw_descriptor_set(tic, texture->width, HW_TIC_WIDTH);
    hw_descriptor_set(tic, texture->dimensions > 1 ? texture->height : 1, HW_TIC_HEIGHT);
    hw_descriptor_set(tic, slices, HW_TIC_DEPTH);
    if (pitch)
        hw_descriptor_set(tic, texture->dimensions > 1 ? (uint32_t)texture->row_pitch : 0, HW_TIC_PITCH);
    else
        hw_descriptor_set(tic, block_height(texture), HW_TIC_BLOCK_HEIGHT);
}

/* The sampler without normalised coordinates takes WRAP and MIRROR as CLAMP; so does the descriptor. */
static void pack_sampler(const struct hw_texture *texture, uint32_t *tsc)
{
    static const uint8_t wrap[] = {
        [HW_TEXTURE_ADDRESS_WRAP] = 0,
        [HW_TEXTURE_ADDRESS_MIRROR] = 1,
        [HW_TEXTURE_ADDRESS_CLAMP] = 2,
        [HW_TEXTURE_ADDRESS_BORDER] = 3,
    };

    for (unsigned i = 0; i < 3; i++)
        hw_descriptor_set(tsc, wrap[texture->address[i]], HW_TSC_WRAP(i));
    hw_descriptor_set(
        tsc, texture->filter == HW_TEXTURE_FILTER_LINEAR ? HW_TSC_FILTER_LINEAR : HW_TSC_FILTER_NEAREST,
        HW_TSC_MAG_FILTER);
}

bool hw_texture_has_pitch_layout(const struct hw_texture *texture)
{
    return !texture->layers && !texture->cube && texture->dimensions < 3 &&
           (texture->dimensions == 1 || texture->row_pitch < 1u << 20);
}

void hw_pack_texture(const struct hw_texture *texture, uint64_t address, bool pitch,
                     uint32_t tic[HW_DESCRIPTOR_WORDS], uint32_t tsc[HW_DESCRIPTOR_WORDS])
{
    memset(tic, 0, HW_DESCRIPTOR_WORDS * sizeof *tic);
    memset(tsc, 0, HW_DESCRIPTOR_WORDS * sizeof *tsc);
    pack_format(texture, tic);
    pack_shape(texture, address, pitch, tic);
    pack_sampler(texture, tsc);
}

/* --- texels in blocks --- */

static void copy_row(const struct hw_blocklinear *surface, const uint8_t *row, uint32_t y, uint32_t z,
                     uint8_t *blocks)
{
    for (uint32_t x = 0; x < surface->width; x += HW_GOB_X) {
        const uint32_t left = surface->width - x;
        memcpy(blocks + hw_blocklinear_offset(surface, x, y, z), row + x, left < HW_GOB_X ? left : HW_GOB_X);
    }
}

void hw_texture_to_blocks(const struct hw_texture *texture, const struct hw_described *described,
                          uint8_t *blocks)
{
    const struct hw_texture *as = &described->texture;
    const uint32_t slices = as->layers ? as->layers : as->depth;
    struct hw_blocklinear surface = {.width = as->width * described->texel,
                                     .height = as->height,
                                     .depth = as->depth,
                                     .log_y = described->log_y,
                                     .log_z = described->log_z};

    hw_blocklinear_shrink(&surface);
    for (uint32_t z = 0; z < slices; z++)
        for (uint32_t y = 0; y < as->height; y++)
            copy_row(&surface,
                     (const uint8_t *)texture->data + z * texture->slice_pitch + y * texture->row_pitch, y,
                     as->layers ? 0 : z, blocks + (as->layers ? z * as->slice_pitch : 0));
}
