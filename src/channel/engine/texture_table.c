/* SPDX-License-Identifier: MIT */
/* See texture_table.h.  The sampler reads rows of texels; a blocklinear texture, and one whose components
 * come in another order, is copied for it. */
#include "channel/engine/blocklinear.h"
#include "channel/engine/texture_table.h"

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

/* A level as it is in memory, and as rows of texels. */
struct level {
    struct hw_blocklinear blocks;
    uint64_t offset; /* of the level in its layer */
    struct hw_texture rows;
};

/* Where a texel lies, from the texture's first byte on. */
static uint64_t texel_offset(const struct hw_described *described, const struct level *level, uint32_t x,
                             uint32_t y, uint32_t z)
{
    const struct hw_texture *texture = &described->texture;
    const uint32_t slice = texture->layers ? 0 : z;

    if (!described->blocklinear)
        return y * texture->row_pitch + (uint64_t)x * described->texel;
    return (texture->layers ? z * texture->slice_pitch : 0) + level->offset +
           hw_blocklinear_offset(&level->blocks, x * described->texel, y, slice);
}

static uint32_t slices_of(const struct hw_texture *texture)
{
    return texture->layers ? texture->layers : texture->depth;
}

static struct level level_of(const struct hw_described *described, uint32_t number)
{
    const bool plain = is_plain(described);
    struct level level = {.rows = described->texture};
    struct hw_texture *rows = &level.rows;

    level.blocks = hw_described_level(described, number, &level.offset);
    rows->width = level.blocks.width / described->texel;
    rows->height = level.blocks.height;
    rows->depth = level.blocks.depth;
    rows->channels = plain ? rows->channels : 4;
    rows->row_pitch = (uint64_t)rows->width * hw_texture_texel_bytes(rows);
    rows->slice_pitch = rows->row_pitch * rows->height;
    rows->bytes = rows->slice_pitch * slices_of(rows);
    return level;
}

/* Copy a level's texels into rows. */
static void arrange(const struct hw_described *described, const struct level *level, const uint8_t *from,
                    uint8_t *to)
{
    const struct hw_texture *rows = &level->rows;
    const unsigned texel = hw_texture_texel_bytes(rows);
    const bool plain = is_plain(described);

    for (uint32_t z = 0; z < slices_of(rows); z++)
        for (uint32_t y = 0; y < rows->height; y++)
            for (uint32_t x = 0; x < rows->width; x++, to += texel) {
                const uint8_t *at = from + texel_offset(described, level, x, y, z);
                if (plain)
                    memcpy(to, at, texel);
                else
                    swizzle(described, at, to);
            }
}

/* The texels as they lie in memory: in place if the host has them in one piece, else in *read. */
static const uint8_t *texels(const struct hw_address_space *space, const struct hw_dma_object *dma,
                             const struct hw_described *described, void **read, struct hw_dma_fault *fault)
{
    uint64_t base, first;
    const struct hw_memory *memory = hw_dma_memory(space, dma, &base);
    const uint8_t *host = NULL;

    *read = NULL;
    if (!hw_dma_bytes(space, dma, described->address, HW_FOR_READING, &first, fault))
        return NULL;
    if (described->bytes - 1 <= dma->limit - base - described->address)
        host = hw_memory_host(memory, base + described->address, described->bytes);
    if (host)
        return host;
    *read = malloc(described->bytes);
    if (*read && hw_dma_read(space, dma, described->address, *read, described->bytes, fault))
        return *read;
    return NULL;
}

/* A texture whose texels are copied into rows: the copy begins with its smaller levels. */
static hw_status copy(struct hw_texture_tables *tables, unsigned number, const struct hw_described *described,
                      const uint8_t *from, struct hw_error *error)
{
    const uint32_t count = described->last - described->first + 1;
    struct hw_texture *texture = &tables->made[number];
    uint64_t bytes = count * sizeof *texture;

    for (uint32_t i = 0; i < count; i++)
        bytes += level_of(described, described->first + i).rows.bytes;
    tables->copy[number] = bytes <= COPY_MAX ? malloc(bytes) : NULL;
    if (!tables->copy[number])
        return hw_fail(error, HW_ERR_NO_MEMORY, "channel", "no memory for a copy of %llu bytes of texels",
                       (unsigned long long)bytes);
    struct hw_texture *smaller = tables->copy[number];
    uint8_t *to = (uint8_t *)(smaller + count);
    for (uint32_t i = 0; i < count; i++) {
        const struct level level = level_of(described, described->first + i);
        struct hw_texture *made = i ? &smaller[i - 1] : texture;

        arrange(described, &level, from, to);
        *made = level.rows;
        made->data = to;
        made->origin = described->address + level.offset;
        made->smaller = i + 1 < count ? &smaller[i] : NULL;
        to += level.rows.bytes;
    }
    return HW_OK;
}

hw_status hw_texture_tables_make(struct hw_texture_tables *tables, const struct hw_address_space *space,
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
        texture->origin = described->address;
        tables->copy[number] = read;
    }
    return status == HW_OK ? hw_texture_check(texture, error) : status;
}
