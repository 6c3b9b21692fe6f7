/* SPDX-License-Identifier: MIT */
/* A texture is checked: whether it is possible, and is inside its memory.  And its size is computed.
 *
 * Everything is checked here once so that the sampler, which runs for every lane, need not ask. */
#include <halfwarp/texture.h>

#include "ops/texture/tex_texel.h"

#include <math.h>

#define FAIL(status, ...) hw_fail(error, status, "texture", __VA_ARGS__)

unsigned hw_texture_texel_bytes(const struct hw_texture *texture)
{
    return hw_texel_channel_bytes(texture->type) * texture->channels;
}

bool hw_texture_returns_float(const struct hw_texture *texture)
{
    return hw_texel_is_float(hw_texel_effective_type(texture));
}

static hw_status check_format(const struct hw_texture *texture, struct hw_error *error)
{
    if (texture->type >= HW_TEXEL_TYPES)
        return FAIL(HW_ERR_RANGE, "texel type %u does not exist, expected 0 to %d", texture->type,
                    HW_TEXEL_TYPES - 1);
    if (texture->channels != 1 && texture->channels != 2 && texture->channels != 4)
        return FAIL(HW_ERR_RANGE, "a texel has %u channels, expected 1, 2 or 4", texture->channels);
    if (texture->read > HW_TEXTURE_READ_NORMALIZED)
        return FAIL(HW_ERR_RANGE, "texture read mode %u does not exist, expected 0 or 1", texture->read);
    bool wide = texture->type == HW_TEXEL_U32 || texture->type == HW_TEXEL_S32;
    if (texture->read == HW_TEXTURE_READ_NORMALIZED && wide)
        return FAIL(HW_ERR_UNSUPPORTED, "32-bit integer texels cannot be read as normalised floats, "
                                        "expected 8- or 16-bit integers");
    return HW_OK;
}

static hw_status check_sampling(const struct hw_texture *texture, struct hw_error *error)
{
    if (texture->filter > HW_TEXTURE_FILTER_LINEAR)
        return FAIL(HW_ERR_RANGE, "texture filter %u does not exist, expected 0 or 1", texture->filter);
    if (texture->filter == HW_TEXTURE_FILTER_LINEAR && !hw_texture_returns_float(texture))
        return FAIL(HW_ERR_UNSUPPORTED, "linear filtering needs texels that are returned as floats, "
                                        "not as integers");
    for (unsigned k = 0; k < texture->dimensions; k++)
        if (texture->address[k] > HW_TEXTURE_ADDRESS_BORDER)
            return FAIL(HW_ERR_RANGE, "texture address mode %u in %c does not exist, expected 0 to 3",
                        texture->address[k], "xyz"[k]);
    return HW_OK;
}

static hw_status check_extents(const struct hw_texture *texture, struct hw_error *error)
{
    if (texture->dimensions < 1 || texture->dimensions > 3)
        return FAIL(HW_ERR_RANGE, "a texture has %u dimensions, expected 1, 2 or 3", texture->dimensions);
    const uint32_t extent[3] = {texture->width, texture->height, texture->depth};
    for (unsigned k = 0; k < texture->dimensions; k++)
        if (extent[k] == 0 || extent[k] > HW_TEXTURE_MAX_EXTENT)
            return FAIL(HW_ERR_RANGE, "the texture is %u texels long in %c, expected 1 to %u", extent[k],
                        "xyz"[k], HW_TEXTURE_MAX_EXTENT);
    if (texture->cube && (texture->dimensions != 2 || !texture->normalized || texture->layers == 0 ||
                          texture->layers % 6 != 0 || texture->width != texture->height))
        return FAIL(HW_ERR_RANGE,
                    "a cube map has %u dimensions of %u by %u texels, %u faces and %s coordinates; "
                    "expected 2 equal dimensions, a multiple of 6 faces and normalised ones",
                    texture->dimensions, texture->width, texture->height, texture->layers,
                    texture->normalized ? "normalised" : "plain");
    if (texture->layers != 0 && texture->dimensions == 3)
        return FAIL(HW_ERR_UNSUPPORTED, "a 3-D texture has %u layers, expected none", texture->layers);
    return HW_OK;
}

/* Grow the `size` of one piece to that of `count` pieces that stand `pitch` bytes apart. */
static hw_status repeat(uint64_t *size, uint64_t pitch, uint32_t count, const char *what,
                        struct hw_error *error)
{
    if (pitch < *size)
        return FAIL(HW_ERR_RANGE, "the texture's %s pitch is %llu bytes, expected at least %llu", what,
                    (unsigned long long)pitch, (unsigned long long)*size);
    if (count > 1 && pitch > (UINT64_MAX - *size) / (count - 1))
        return FAIL(HW_ERR_RANGE, "the texture's %s pitch of %llu bytes exceeds the address space", what,
                    (unsigned long long)pitch);
    *size += pitch * (count - 1);
    return HW_OK;
}

static hw_status check_memory(const struct hw_texture *texture, struct hw_error *error)
{
    uint64_t size = (uint64_t)texture->width * hw_texture_texel_bytes(texture);
    hw_status status = HW_OK;
    if (texture->dimensions >= 2)
        status = repeat(&size, texture->row_pitch, texture->height, "row", error);
    if (status == HW_OK && texture->dimensions == 3)
        status = repeat(&size, texture->slice_pitch, texture->depth, "slice", error);
    if (status == HW_OK && texture->layers != 0)
        status = repeat(&size, texture->slice_pitch, texture->layers, "layer", error);
    if (status == HW_OK && size > texture->bytes && !texture->partial)
        return FAIL(HW_ERR_RANGE, "the texture needs %llu bytes of memory but has only %zu",
                    (unsigned long long)size, texture->bytes);
    return status;
}

/* One picture, whatever smaller ones there are. */
static hw_status check_picture(const struct hw_texture *texture, struct hw_error *error)
{
    if (!texture || !texture->data)
        return FAIL(HW_ERR_ARGUMENT, "there is no texture or it has no memory, expected both");
    hw_status status = check_format(texture, error);
    if (status == HW_OK)
        status = check_extents(texture, error);
    if (status == HW_OK)
        status = check_sampling(texture, error);
    return status == HW_OK ? check_memory(texture, error) : status;
}

/* A level is no larger than the one before, and smaller in one direction. */
static bool is_smaller(const struct hw_texture *level, const struct hw_texture *than)
{
    return level->width <= than->width && level->height <= than->height && level->depth <= than->depth &&
           (level->width < than->width || level->height < than->height || level->depth < than->depth);
}

/* Are the limits of levels in order, and numbers? */
static bool has_limits(const struct hw_texture *texture)
{
    const float most = texture->max_level;

    return isfinite(texture->level_bias) && texture->min_level >= 0 && isfinite(texture->min_level) &&
           isfinite(most) && (most == 0 || most >= texture->min_level);
}

hw_status hw_texture_check(const struct hw_texture *texture, struct hw_error *error)
{
    hw_status status = check_picture(texture, error);

    if (status == HW_OK && texture->blends_levels && !hw_texture_returns_float(texture))
        return FAIL(HW_ERR_ARGUMENT, "levels of integers cannot be blended");
    if (status == HW_OK && !has_limits(texture))
        return FAIL(HW_ERR_ARGUMENT, "levels of detail from %g to %g with a bias of %g",
                    (double)texture->min_level, (double)texture->max_level, (double)texture->level_bias);
    for (unsigned number = 1; status == HW_OK && texture->smaller; number++) {
        const struct hw_texture *level = texture->smaller;

        if (number == HW_TEXTURE_LEVELS)
            return FAIL(HW_ERR_ARGUMENT, "the texture has more than %u levels", HW_TEXTURE_LEVELS);
        status = check_picture(level, error);
        if (status == HW_OK && (!is_smaller(level, texture) || level->dimensions != texture->dimensions ||
                                level->type != texture->type || level->channels != texture->channels))
            return FAIL(HW_ERR_ARGUMENT, "level %u is no smaller picture of the same format", number);
        texture = level;
    }
    return status;
}

/* The picture of a level; NULL: the texture does not have it.  *count: the levels that it has. */
static const struct hw_texture *level_of(const struct hw_texture *texture, uint32_t level, uint32_t *count)
{
    const struct hw_texture *found = NULL;

    for (*count = 0; texture; texture = texture->smaller, ++*count)
        if (*count == level)
            found = texture;
    return found;
}

static uint32_t extent(const struct hw_texture *texture, unsigned axis)
{
    if (axis == 0)
        return texture->width;
    if (axis == 1)
        return texture->dimensions >= 2 ? texture->height : 1;
    return texture->dimensions == 3 ? texture->depth
           : texture->layers        ? texture->layers / (texture->cube ? 6 : 1)
                                    : 1;
}

void hw_texture_size(const struct hw_texture *texture, const uint32_t *level, uint32_t exec,
                     uint32_t out[4][32])
{
    for (unsigned lane = 0; lane < 32; lane++) {
        if (!(exec >> lane & 1))
            continue;
        const struct hw_texture *picture = level_of(texture, level[lane], &out[3][lane]);
        for (unsigned axis = 0; axis < 3; axis++)
            out[axis][lane] = picture ? extent(picture, axis) : 0;
    }
}
