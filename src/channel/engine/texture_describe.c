/* SPDX-License-Identifier: MIT */
/* This file decodes texture descriptors: their bits, and what the sampler makes of them. */
#include "channel/engine/texture_bits.h"
#include "channel/engine/texture_table.h"

#define fail(error, ...) hw_fail(error, HW_ERR_UNSUPPORTED, "channel", __VA_ARGS__)

/* Sizes of components: COMPONENTS_SIZES. */
static const struct size {
    uint8_t number, channels, bits;
} sizes[] = {{0x01, 4, 32}, {0x03, 4, 16}, {0x04, 2, 32}, {0x08, 4, 8}, {0x0c, 2, 16},
             {0x0f, 1, 32}, {0x18, 2, 8},  {0x1b, 1, 16}, {0x1d, 1, 8}};

static const struct size *size_of(uint32_t number)
{
    for (unsigned i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
        if (sizes[i].number == number)
            return &sizes[i];
    return NULL;
}

/* The type of a component of so many bits; HW_TEXEL_TYPES: there is none. */
static unsigned texel_type(unsigned data, unsigned bits)
{
    static const uint8_t type[8][3] = {
        [HW_TIC_DATA_SNORM] = {HW_TEXEL_SNORM8, HW_TEXEL_SNORM16, HW_TEXEL_TYPES},
        [HW_TIC_DATA_UNORM] = {HW_TEXEL_UNORM8, HW_TEXEL_UNORM16, HW_TEXEL_TYPES},
        [HW_TIC_DATA_SINT] = {HW_TEXEL_S8, HW_TEXEL_S16, HW_TEXEL_S32},
        [HW_TIC_DATA_UINT] = {HW_TEXEL_U8, HW_TEXEL_U16, HW_TEXEL_U32},
        [HW_TIC_DATA_FLOAT] = {HW_TEXEL_TYPES, HW_TEXEL_F16, HW_TEXEL_F32},
    };

    if (data == 0 || (data > HW_TIC_DATA_UINT && data != HW_TIC_DATA_FLOAT))
        return HW_TEXEL_TYPES;
    return type[data][bits / 16]; /* 8, 16, 32 */
}

static hw_status take_format(const uint32_t tic[HW_DESCRIPTOR_WORDS], struct hw_described *described,
                             struct hw_error *error)
{
    const struct size *size = size_of(hw_descriptor_get(tic, HW_TIC_SIZES));
    const unsigned data = hw_descriptor_get(tic, HW_TIC_DATA(0));

    if (!size)
        return fail(error, "a texture with COMPONENTS_SIZES 0x%02x", hw_descriptor_get(tic, HW_TIC_SIZES));
    for (unsigned i = 1; i < size->channels; i++)
        if (hw_descriptor_get(tic, HW_TIC_DATA(i)) != data)
            return fail(error, "a texture whose components have several types");
    const unsigned type = texel_type(data, size->bits);
    if (type == HW_TEXEL_TYPES)
        return fail(error, "a texture with components of %u bits of type %u", size->bits, data);
    described->texture.type = (uint8_t)type;
    described->texture.channels = described->channels = size->channels;
    described->texel = (uint8_t)(size->channels * size->bits / 8);
    for (unsigned i = 0; i < 4; i++)
        described->source[i] = (uint8_t)hw_descriptor_get(tic, HW_TIC_SOURCE(i));
    described->texture.srgb = hw_descriptor_get(tic, HW_TIC_SRGB);
    if (described->texture.srgb && type != HW_TEXEL_UNORM8)
        return fail(error, "a texture in sRGB whose components are no fractions of 8 bits");
    return HW_OK;
}

static hw_status take_shape(const uint32_t tic[HW_DESCRIPTOR_WORDS], struct hw_described *described,
                            struct hw_error *error)
{
    const uint32_t type = hw_descriptor_get(tic, HW_TIC_TYPE), depth = hw_descriptor_get(tic, HW_TIC_DEPTH),
                   height = hw_descriptor_get(tic, HW_TIC_HEIGHT);
    struct hw_texture *texture = &described->texture;

    texture->width = hw_descriptor_get(tic, HW_TIC_WIDTH);
    texture->height = height ? height : 65536;
    texture->depth = depth;
    texture->normalized = hw_descriptor_get(tic, HW_TIC_NORMALIZED);
    texture->dimensions = type == HW_TIC_TYPE_1D || type == HW_TIC_TYPE_1D_ARRAY || type == HW_TIC_TYPE_BUFFER
                              ? 1
                          : type == HW_TIC_TYPE_3D ? 3
                                                   : 2;
    if (type == HW_TIC_TYPE_1D_ARRAY || type == HW_TIC_TYPE_2D_ARRAY)
        texture->layers = depth;
    if (type == HW_TIC_TYPE_CUBE || type == HW_TIC_TYPE_CUBE_ARRAY) {
        texture->cube = true;
        texture->layers = type == HW_TIC_TYPE_CUBE ? 6 : depth;
    }
    if (texture->dimensions == 1)
        texture->height = 1;
    if (texture->dimensions != 3)
        texture->depth = 1;
    described->blocklinear = type != HW_TIC_TYPE_BUFFER && !hw_descriptor_get(tic, HW_TIC_PITCH_LAYOUT);
    described->log_y = (uint8_t)hw_descriptor_get(tic, HW_TIC_BLOCK_HEIGHT);
    described->log_z = (uint8_t)hw_descriptor_get(tic, HW_TIC_BLOCK_DEPTH);
    described->levels = hw_descriptor_get(tic, HW_TIC_LEVELS);
    described->address =
        hw_descriptor_get(tic, HW_TIC_ADDRESS) | (uint64_t)hw_descriptor_get(tic, HW_TIC_ADDRESS_HIGH) << 32;
    texture->row_pitch = type == HW_TIC_TYPE_BUFFER ? 0 : hw_descriptor_get(tic, HW_TIC_PITCH);
    const bool flat = type <= HW_TIC_TYPE_2D || type == HW_TIC_TYPE_CUBE || type == HW_TIC_TYPE_BUFFER ||
                      type == HW_TIC_TYPE_RECT;
    if (type > HW_TIC_TYPE_CUBE_ARRAY || texture->width == 0 || texture->width > HW_TEXTURE_MAX_EXTENT ||
        (depth == 0 && !flat) || described->log_y > 5 || described->log_z > 5)
        return fail(error, "a texture of type %u, %u x %u x %u texels, in blocks of 2^%u x 2^%u gobs", type,
                    texture->width, texture->height, texture->depth, described->log_y, described->log_z);
    if (!described->blocklinear && type != HW_TIC_TYPE_BUFFER && type != HW_TIC_TYPE_RECT)
        return fail(error, "a texture of type %u in pitch layout", type);
    return HW_OK;
}

/* How coordinates beyond the edges are taken.  The sampler has no modes 4 to 7: CLAMP_OGL and those that
 * mirror once. */
static hw_status take_sampler(const uint32_t tsc[HW_DESCRIPTOR_WORDS], struct hw_texture *texture,
                              struct hw_error *error)
{
    static const uint8_t address[4] = {HW_TEXTURE_ADDRESS_WRAP, HW_TEXTURE_ADDRESS_MIRROR,
                                       HW_TEXTURE_ADDRESS_CLAMP, HW_TEXTURE_ADDRESS_BORDER};
    bool border = false;

    for (unsigned i = 0; i < 3; i++) {
        const unsigned wrap = hw_descriptor_get(tsc, HW_TSC_WRAP(i));
        if (i >= texture->dimensions)
            continue;
        if (wrap > 3)
            return fail(error, "a sampler with address mode %u", wrap);
        texture->address[i] = address[wrap];
        border |= wrap == 3;
    }
    if (border && (tsc[4] | tsc[5] | tsc[6] | tsc[7]))
        return fail(error, "a sampler with a border colour that is not 0");
    if (hw_descriptor_get(tsc, HW_TSC_COMPARES))
        return fail(error, "a sampler that compares depths");
    texture->filter =
        hw_descriptor_get(tsc, HW_TSC_MAG_FILTER) == HW_TSC_FILTER_LINEAR && hw_texture_returns_float(texture)
            ? HW_TEXTURE_FILTER_LINEAR
            : HW_TEXTURE_FILTER_POINT;
    return HW_OK;
}

static uint32_t halved(uint32_t extent, uint32_t level)
{
    return extent >> level ? extent >> level : 1;
}

struct hw_blocklinear hw_described_level(const struct hw_described *described, uint32_t level,
                                         uint64_t *offset)
{
    const struct hw_texture *texture = &described->texture;
    struct hw_blocklinear surface;

    *offset = 0;
    for (uint32_t i = 0;; i++) {
        surface = (struct hw_blocklinear){.width = halved(texture->width, i) * described->texel,
                                          .height = halved(texture->height, i),
                                          .depth = halved(texture->depth, i),
                                          .log_y = described->log_y,
                                          .log_z = described->log_z};
        hw_blocklinear_shrink(&surface);
        if (i == level)
            return surface;
        *offset += hw_blocklinear_bytes(&surface);
    }
}

/* The bytes of a blocklinear texture, and of one of its layers: all levels, in whole blocks of the first. */
static void size_blocks(struct hw_described *described)
{
    uint64_t unused, end;
    const struct hw_blocklinear first = hw_described_level(described, 0, &unused),
                                last = hw_described_level(described, described->levels, &end);
    const uint64_t block = hw_blocklinear_block_bytes(&first),
                   layer = (end + hw_blocklinear_bytes(&last) + block - 1) / block * block;

    described->texture.slice_pitch = layer;
    described->bytes = layer * (described->texture.layers ? described->texture.layers : 1);
}

/* A number with eight bits of fraction. */
static float fixed(int32_t number)
{
    return (float)number / 256;
}

/* The levels that lookups see: as texture and sampler say.  The sampler filters all of them likewise. */
static hw_status take_levels(const uint32_t tic[HW_DESCRIPTOR_WORDS], const uint32_t tsc[HW_DESCRIPTOR_WORDS],
                             struct hw_described *described, struct hw_error *error)
{
    const bool viewed = hw_descriptor_get(tic, HW_TIC_HAS_VIEW);
    const uint32_t first = viewed ? hw_descriptor_get(tic, HW_TIC_VIEW_FIRST) : 0,
                   last = viewed ? hw_descriptor_get(tic, HW_TIC_VIEW_LAST) : described->levels,
                   mip = hw_descriptor_get(tsc, HW_TSC_MIP_FILTER),
                   most = hw_descriptor_get(tsc, HW_TSC_MAX_LOD),
                   least = hw_descriptor_get(tsc, HW_TSC_MIN_LOD);
    const int32_t bias = (int32_t)(hw_descriptor_get(tsc, HW_TSC_LOD_BIAS) << 19) >> 19;

    described->first = first < described->levels ? first : described->levels;
    described->last = last < described->levels ? last : described->levels;
    if (mip < HW_TSC_MIP_NEAREST || most == 0 || !described->blocklinear ||
        described->last < described->first)
        described->last = described->first;
    described->texture.blends_levels = mip == HW_TSC_MIP_LINEAR && described->last > described->first &&
                                       hw_texture_returns_float(&described->texture);
    described->texture.level_bias = fixed(bias);
    described->texture.max_level = fixed((int32_t)most);
    described->texture.min_level = most ? fixed((int32_t)(least < most ? least : most)) : 0;
    if (described->last > described->first &&
        hw_descriptor_get(tsc, HW_TSC_MIN_FILTER) != hw_descriptor_get(tsc, HW_TSC_MAG_FILTER))
        return fail(error, "a sampler that filters levels of detail another way than the texture itself");
    return HW_OK;
}

hw_status hw_describe_texture(const uint32_t tic[HW_DESCRIPTOR_WORDS],
                              const uint32_t tsc[HW_DESCRIPTOR_WORDS], struct hw_described *described,
                              struct hw_error *error)
{
    *described = (struct hw_described){.address = 0};
    hw_status status = take_format(tic, described, error);
    if (status == HW_OK)
        status = take_shape(tic, described, error);
    if (status == HW_OK)
        status = take_sampler(tsc, &described->texture, error);
    if (status == HW_OK)
        status = take_levels(tic, tsc, described, error);
    if (status != HW_OK)
        return status;
    if (described->blocklinear)
        size_blocks(described);
    else if (described->texture.dimensions == 1)
        described->bytes = (uint64_t)described->texture.width * described->texel;
    else
        described->bytes = described->texture.row_pitch * (described->texture.height - 1) +
                           (uint64_t)described->texture.width * described->texel;
    return HW_OK;
}
