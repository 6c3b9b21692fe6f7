/* SPDX-License-Identifier: MIT */
/* See texture_table.h.  The sampler reads rows of texels; a blocklinear texture, and one whose components
 * come in another order, is copied for it. */
#include "front/channel/blocklinear.h"
#include "front/channel/texture_table.h"

#include <stdlib.h>
#include <string.h>

#define SOURCE_FIRST 2u /* of the four channels */
#define SOURCE_ONE   6u /* an integer, and 7 a number */
#define COPY_MAX     ((uint64_t)1 << 30)

void hw_texture_tables_clear(struct hw_texture_tables *tables)
{
    for (unsigned i = 0; i < HW_BOUND_TEXTURES; i++) {
        free(tables->copy[i]);
        tables->copy[i] = NULL;
    }
}

/* Whether results are the channels as they are: red, green, blue, alpha, and for those that are missing what
 * the sampler gives. */
static bool is_plain(const struct hw_described *described)
{
    for (unsigned i = 0; i < 4; i++) {
        const unsigned source = described->source[i];
        const bool one = source == SOURCE_ONE || source == SOURCE_ONE + 1;
        if (i < described->channels ? source != SOURCE_FIRST + i : i == 3 ? !one : source != 0)
            return false;
    }
    return true;
}

/* A component that is one, in so many bytes. */
static void write_one(uint8_t *to, unsigned type, unsigned bytes)
{
    static const uint32_t one[HW_TEXEL_TYPES] = {
        [HW_TEXEL_U8] = 1,           [HW_TEXEL_S8] = 1,        [HW_TEXEL_U16] = 1,
        [HW_TEXEL_S16] = 1,          [HW_TEXEL_U32] = 1,       [HW_TEXEL_S32] = 1,
        [HW_TEXEL_UNORM8] = 0xff,    [HW_TEXEL_SNORM8] = 0x7f, [HW_TEXEL_UNORM16] = 0xffff,
        [HW_TEXEL_SNORM16] = 0x7fff, [HW_TEXEL_F16] = 0x3c00,  [HW_TEXEL_F32] = 0x3f800000,
    };

    memcpy(to, &one[type], bytes); /* little endian */
}

/* Put a texel's components into the order of the results, all four. */
static void swizzle(const struct hw_described *described, const uint8_t *from, uint8_t *to)
{
    const unsigned bytes = described->texel / described->channels;

    for (unsigned i = 0; i < 4; i++) {
        const unsigned source = described->source[i];
        if (source >= SOURCE_ONE)
            write_one(to + i * bytes, described->texture.type, bytes);
        else if (source >= SOURCE_FIRST && source - SOURCE_FIRST < described->channels)
            memcpy(to + i * bytes, from + (source - SOURCE_FIRST) * bytes, bytes);
        else
            memset(to + i * bytes, 0, bytes);
    }
}

/* Where a texel lies, from the texture's first byte on. */
static uint64_t texel_offset(const struct hw_described *described, const struct hw_blocklinear *blocks,
                             uint32_t x, uint32_t y, uint32_t z)
{
    const struct hw_texture *texture = &described->texture;
    const uint32_t slice = texture->layers ? 0 : z;

    if (!described->blocklinear)
        return y * texture->row_pitch + (uint64_t)x * described->texel;
    return (texture->layers ? z * texture->slice_pitch : 0) +
           hw_blocklinear_offset(blocks, x * described->texel, y, slice);
}

/* Copy texels into rows. */
static void arrange(const struct hw_described *described, const uint8_t *from, uint8_t *to, unsigned texel,
                    bool plain)
{
    const struct hw_texture *texture = &described->texture;
    const uint32_t slices = texture->layers ? texture->layers : texture->depth;
    struct hw_blocklinear blocks = {.width = texture->width * described->texel,
                                    .height = texture->height,
                                    .depth = texture->depth,
                                    .log_y = described->log_y,
                                    .log_z = described->log_z};

    hw_blocklinear_shrink(&blocks);
    for (uint32_t z = 0; z < slices; z++)
        for (uint32_t y = 0; y < texture->height; y++)
            for (uint32_t x = 0; x < texture->width; x++, to += texel) {
                const uint8_t *at = from + texel_offset(described, &blocks, x, y, z);
                if (plain)
                    memcpy(to, at, texel);
                else
                    swizzle(described, at, to);
            }
}

/* The texels as they lie in memory: in place if the host has them in one piece, else in *read. */
static const uint8_t *texels(const struct hw_space *space, const struct hw_dma_object *dma,
                             const struct hw_described *described, void **read, struct hw_dma_fault *fault)
{
    uint64_t base, first;
    const struct hw_memory *memory = hw_dma_memory(space, dma, &base);
    const uint8_t *place = NULL;

    *read = NULL;
    if (!hw_dma_bytes(space, dma, described->address, HW_FOR_READING, &first, fault))
        return NULL;
    if (described->bytes - 1 <= dma->limit - base - described->address)
        place = hw_memory_host(memory, base + described->address, described->bytes);
    if (place)
        return place;
    *read = malloc(described->bytes);
    if (*read && hw_dma_read(space, dma, described->address, *read, described->bytes, fault))
        return *read;
    return NULL;
}

/* A texture whose texels are copied into rows. */
static hw_status copy(struct hw_texture_tables *tables, unsigned number, const struct hw_described *described,
                      const uint8_t *from, struct hw_error *error)
{
    struct hw_texture *texture = &tables->made[number];
    const bool plain = is_plain(described);
    const unsigned texel = plain ? described->texel : described->texel / described->channels * 4;
    const uint64_t row = (uint64_t)texture->width * texel, slice = row * texture->height,
                   bytes = slice * (texture->layers ? texture->layers : texture->depth);

    tables->copy[number] = bytes <= COPY_MAX ? malloc(bytes) : NULL;
    if (!tables->copy[number])
        return hw_fail(error, HW_ERR_NO_MEMORY, "channel", "no memory for a copy of %llu bytes of texels",
                       (unsigned long long)bytes);
    arrange(described, from, tables->copy[number], texel, plain);
    texture->data = tables->copy[number];
    texture->bytes = bytes;
    texture->row_pitch = row;
    texture->slice_pitch = slice;
    texture->channels = plain ? texture->channels : 4;
    return HW_OK;
}

hw_status hw_texture_tables_make(struct hw_texture_tables *tables, const struct hw_space *space,
                                 const struct hw_dma_object *dma, unsigned number,
                                 const struct hw_described *described, struct hw_dma_fault *fault,
                                 struct hw_error *error)
{
    struct hw_texture *texture = &tables->made[number];
    hw_status status = HW_OK;
    void *read;

    free(tables->copy[number]);
    tables->copy[number] = NULL;
    *texture = described->texture;
    if (described->bytes > COPY_MAX)
        return hw_fail(error, HW_ERR_UNSUPPORTED, "channel", "a texture of %llu bytes",
                       (unsigned long long)described->bytes);
    const uint8_t *from = texels(space, dma, described, &read, fault);
    if (!from) {
        free(read);
        return fault->reason == HW_VM_FINE ? HW_ERR_NO_MEMORY : HW_ERR_FAULT;
    }
    if (described->blocklinear || !is_plain(described)) {
        status = copy(tables, number, described, from, error);
        free(read);
    } else {
        texture->data = from;
        texture->bytes = described->bytes;
        tables->copy[number] = read;
    }
    texture->place = described->address;
    return status == HW_OK ? hw_texture_check(texture, error) : status;
}
