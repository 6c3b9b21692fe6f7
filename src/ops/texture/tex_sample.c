/* SPDX-License-Identifier: MIT */
/* The texture sampler looks up one texture for 32 lanes: addressing, texels, filtering.
 *
 * Each lane's coordinates become taps, one or two texels a dimension with weights (tex_address.c);
 * the texels are read (tex_texel.c); a single texel is returned as it is, several are blended.  The
 * axes are the same for all lanes and are set up once.
 *
 * This is the reference, lane by lane.  lanes_texture.c does the usual lookups for all lanes at
 * once. */
#include <halfwarp/texture.h>

#include <string.h>

#include "ops/texture/tex_sample.h"
#include "ops/texture/tex_srgb.h"
#include "ops/texture/tex_weight.h"

/* Without normalised coordinates only clamp and border exist; the guide makes clamp of the others. */
static uint8_t address_in_force(const struct hw_texture *texture, unsigned k)
{
    bool repeats =
        texture->address[k] == HW_TEXTURE_ADDRESS_WRAP || texture->address[k] == HW_TEXTURE_ADDRESS_MIRROR;
    return repeats && !texture->normalized ? HW_TEXTURE_ADDRESS_CLAMP : texture->address[k];
}

static hw_status set_up(struct hw_texture_sampler *sampler, const struct hw_texture *texture,
                        const struct hw_texture_lookup *lookup, struct hw_error *error)
{
    const uint32_t extent[3] = {texture->width, texture->height, texture->depth};
    unsigned axes = texture->dimensions;
    /* Arrays of one row are made as two-dimensional ones and read by one coordinate (CUDA SDK 4.2,
     * bilateralFilter). */
    while (axes > lookup->coords && extent[axes - 1] == 1 && !texture->layers)
        axes--;
    unsigned needed = axes + (texture->layers != 0);
    if (lookup->coords < needed)
        return hw_fail(error, HW_ERR_ARGUMENT, "texture",
                       "the texture lookup has %u coordinates, expected at least %u", lookup->coords, needed);
    if (lookup->gather && (texture->dimensions != 2 || lookup->integer))
        return hw_fail(error, HW_ERR_ARGUMENT, "texture",
                       "four texels are gathered from a texture of %u dimensions%s, "
                       "expected 2 and coordinates of floats",
                       texture->dimensions, lookup->integer ? " by integers" : "");
    *sampler = (struct hw_texture_sampler){.texture = texture,
                                           .type = hw_texel_effective_type(texture),
                                           .integer = lookup->integer,
                                           .joint = lookup->joint,
                                           .seamless = texture->cube && texture->seamless,
                                           .unread = lookup->unread};
    sampler->srgb = texture->srgb && sampler->type == HW_TEXEL_UNORM8;
    sampler->texel_bytes = hw_texture_texel_bytes(texture);
    sampler->stride[0] = sampler->texel_bytes;
    sampler->stride[1] = texture->row_pitch;
    sampler->stride[2] = texture->slice_pitch;
    sampler->layer = texture->layers ? lookup->coord[texture->dimensions] : NULL;
    sampler->axes = axes;
    for (unsigned k = 0; k < axes; k++) {
        sampler->coord[k] = lookup->coord[k];
        if (lookup->offset[k] < -8 || lookup->offset[k] > 7)
            return hw_fail(error, HW_ERR_ARGUMENT, "texture",
                           "the texel offset in %c is %d, expected -8 to 7", "xyz"[k], lookup -> offset[k]);
        sampler->axis[k] = (struct hw_axis){
            .extent = extent[k],
            .address = address_in_force(texture, k),
            .normalized = texture->normalized,
            .linear = texture->filter == HW_TEXTURE_FILTER_LINEAR || lookup->gather,
            .open = sampler->seamless,
            .both = lookup->gather,
            .offset = lookup->offset[k],
        };
    }
    return HW_OK;
}

/* Where the lane's layer begins. */
static uint64_t layer_start(const struct hw_texture_sampler *sampler, unsigned lane)
{
    if (!sampler->layer)
        return 0;
    int32_t layer = (int32_t)sampler->layer[lane];
    uint32_t last = sampler->texture->layers - 1;
    uint32_t chosen = layer < 0 ? 0 : (uint32_t)layer > last ? last : (uint32_t)layer;
    return chosen * sampler->texture->slice_pitch;
}

static bool is_beyond(const struct hw_axis *axis, int64_t index)
{
    return axis->open && (index < 0 || index >= axis->extent);
}

/* Beyond two edges of a cube map's face there is no texel. */
static bool is_corner(const struct hw_texture_sampler *sampler, const int64_t index[3])
{
    return is_beyond(&sampler->axis[0], index[0]) && is_beyond(&sampler->axis[1], index[1]);
}

static int64_t clamped(const struct hw_axis *axis, int64_t index)
{
    return index < 0 ? 0 : index >= axis->extent ? axis->extent - 1 : index;
}

/* Where a texel of a seamless cube map begins: also on another face. */
static uint64_t offset_on_cube(const struct hw_texture_sampler *sampler, uint64_t start,
                               const int64_t index[3])
{
    const uint64_t pitch = sampler->texture->slice_pitch;
    int64_t texel[2] = {index[0], index[1]};

    if (is_corner(sampler, index)) {
        texel[0] = clamped(&sampler->axis[0], texel[0]);
        texel[1] = clamped(&sampler->axis[1], texel[1]);
    } else if (is_beyond(&sampler->axis[0], texel[0]) || is_beyond(&sampler->axis[1], texel[1])) {
        const unsigned face = (unsigned)(start / pitch % 6);
        start -= face * pitch;
        start += hw_cube_beyond(face, sampler->axis[0].extent, texel) * pitch;
    }
    return start + (uint64_t)texel[0] * sampler->stride[0] + (uint64_t)texel[1] * sampler->stride[1];
}

/* Where a texel begins; HW_TEXEL_NONE where any of the three numbers is -1. */
static uint64_t offset_of(const struct hw_texture_sampler *sampler, uint64_t start, const int64_t index[3])
{
    uint64_t offset = start;

    if (sampler->seamless)
        return offset_on_cube(sampler, start, index);
    for (unsigned k = 0; k < 3; k++) {
        if (index[k] < 0)
            return HW_TEXEL_NONE;
        offset += (uint64_t)index[k] * sampler->stride[k];
    }
    return offset;
}

/* Red, green and blue of a texel, as far as it has them, made linear. */
static void linearize(const uint8_t *texel, unsigned channels, uint32_t word[4])
{
    for (unsigned c = 0; c < channels && c < 3; c++)
        memcpy(&word[c], &hw_srgb_linear[texel[c]], sizeof word[c]);
}

/* Read one texel, or the border colour. */
static hw_status read_texel(const struct hw_texture_sampler *sampler, uint64_t start, const int64_t index[3],
                            uint32_t word[4], struct hw_error *error)
{
    const struct hw_texture *texture = sampler->texture;
    const uint64_t offset = offset_of(sampler, start, index);

    if (offset == HW_TEXEL_NONE) {
        hw_texel_border(sampler->type, texture->channels, word);
        if (!sampler->integer)
            memcpy(word, texture->border, texture->channels * sizeof *word);
        return HW_OK;
    }
    if (texture->bytes < sampler->texel_bytes || offset > texture->bytes - sampler->texel_bytes)
        return hw_fail(error, HW_ERR_RANGE, "texture",
                       "the texel at byte 0x%llx lies outside the texture's memory of 0x%zx bytes",
                       (unsigned long long)offset, texture->bytes);
    const uint8_t *texel = (const uint8_t *)texture->data + offset;
    hw_texel_read(texel, sampler->type, texture->channels, word);
    if (sampler->srgb)
        linearize(texel, texture->channels, word);
    return HW_OK;
}

static float as_float(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* The weight of a combination of taps. */
static double weight_of(const struct hw_texture_sampler *sampler, const struct hw_taps taps[3],
                        const unsigned pick[3])
{
    double weight = 1;

    if (sampler->joint)
        return hw_joint_weight(taps[2].weight[pick[2]], taps[0].count == 2 ? taps[0].weight[1] : 0,
                               taps[1].count == 2 ? taps[1].weight[1] : 0, pick[0] + 2 * pick[1]) /
               (double)HW_TAP_ONE;
    for (unsigned k = 0; k < 3; k++)
        weight *= taps[k].weight[pick[k]] / (double)HW_TAP_ONE;
    return weight;
}

/* What each of the texels around a corner of a cube map gets of the weight of that which there is not; 0: the
 * place is none. */
static double share_of_corner(const struct hw_texture_sampler *sampler, const struct hw_taps taps[3])
{
    for (unsigned n = 0; sampler->seamless && n < taps[0].count * taps[1].count; n++) {
        const unsigned pick[3] = {n % taps[0].count, n / taps[0].count, 0};
        const int64_t index[3] = {taps[0].index[pick[0]], taps[1].index[pick[1]], 0};
        if (is_corner(sampler, index))
            return weight_of(sampler, taps, pick) / 3;
    }
    return 0;
}

/* Blend all combinations of the taps.  The product of three 9-bit weights and a single-precision
 * texel is exact in double precision. */
static hw_status blend(const struct hw_texture_sampler *sampler, uint64_t start, const struct hw_taps taps[3],
                       uint32_t word[4], struct hw_error *error)
{
    const double share = share_of_corner(sampler, taps);
    double sum[4] = {0};
    unsigned combinations = taps[0].count * taps[1].count * taps[2].count;
    for (unsigned n = 0; n < combinations; n++) {
        const unsigned pick[3] = {n % taps[0].count, n / taps[0].count % taps[1].count,
                                  n / taps[0].count / taps[1].count};
        const int64_t index[3] = {taps[0].index[pick[0]], taps[1].index[pick[1]], taps[2].index[pick[2]]};
        const double weight = weight_of(sampler, taps, pick) + share;
        uint32_t texel[4];
        if (share != 0 && is_corner(sampler, index))
            continue;
        hw_status status = read_texel(sampler, start, index, texel, error);
        if (status != HW_OK)
            return status;
        for (unsigned c = 0; c < 4 && weight != 0; c++)
            sum[c] += weight * as_float(texel[c]);
    }
    for (unsigned c = 0; c < 4; c++) {
        float result = (float)sum[c];
        memcpy(&word[c], &result, sizeof result);
    }
    return HW_OK;
}

/* One component of the four texels around the place, counted against the clock from the lower left one. */
static hw_status gather(const struct hw_texture_sampler *sampler, uint64_t start,
                        const struct hw_taps taps[3], unsigned component, uint32_t word[4],
                        struct hw_error *error)
{
    static const struct {
        uint8_t x, y;
    } corner[4] = {{0, 1}, {1, 1}, {1, 0}, {0, 0}};

    for (unsigned c = 0; c < 4; c++) {
        const int64_t index[3] = {taps[0].index[corner[c].x], taps[1].index[corner[c].y], 0};
        uint32_t texel[4];
        hw_status status = read_texel(sampler, start, index, texel, error);
        if (status != HW_OK)
            return status;
        word[c] = texel[component & 3];
    }
    return HW_OK;
}

static void find_taps(const struct hw_texture_sampler *sampler, const struct hw_texture_lookup *lookup,
                      unsigned lane, struct hw_taps taps[3])
{
    for (unsigned k = 0; k < 3; k++) {
        if (k >= sampler->axes)
            taps[k] = (struct hw_taps){.count = 1, .index = {0}, .weight = {HW_TAP_ONE}};
        else if (lookup->integer)
            taps[k] = hw_taps_of_integer(&sampler->axis[k], lookup->coord[k][lane]);
        else
            taps[k] = hw_taps_of_float(&sampler->axis[k], lookup->coord[k][lane]);
    }
}

static hw_status sample_lane(const struct hw_texture_sampler *sampler, const struct hw_texture_lookup *lookup,
                             unsigned lane, uint32_t word[4], struct hw_error *error)
{
    struct hw_taps taps[3];

    find_taps(sampler, lookup, lane, taps);
    uint64_t start = layer_start(sampler, lane);
    if (lookup->gather)
        return gather(sampler, start, taps, lookup->component, word, error);
    if (taps[0].count * taps[1].count * taps[2].count > 1)
        return blend(sampler, start, taps, word, error);
    const int64_t index[3] = {taps[0].index[0], taps[1].index[0], taps[2].index[0]};
    return read_texel(sampler, start, index, word, error);
}

static hw_status sample_lanes(const struct hw_texture_sampler *sampler,
                              const struct hw_texture_lookup *lookup, uint32_t exec, uint32_t out[4][32],
                              struct hw_error *error)
{
    hw_status status = HW_OK;

    for (unsigned lane = 0; lane < 32 && status == HW_OK; lane++) {
        uint32_t word[4];
        if (!(exec >> lane & 1))
            continue;
        status = sample_lane(sampler, lookup, lane, word, error);
        for (unsigned c = 0; c < 4 && status == HW_OK; c++)
            out[c][lane] = word[c];
    }
    return status;
}

/* --- which texels --- */

unsigned hw_texture_texels(const struct hw_texture *texture, const struct hw_texture_lookup *lookup,
                           uint32_t exec, uint64_t offset[HW_TEXELS_READ][32])
{
    struct hw_texture_sampler sampler;
    unsigned most = 0;

    if (set_up(&sampler, texture, lookup, NULL) != HW_OK)
        return 0;
    for (unsigned n = 0; n < HW_TEXELS_READ; n++)
        for (unsigned lane = 0; lane < 32; lane++)
            offset[n][lane] = HW_TEXEL_NONE;
    for (uint32_t left = exec; left; left &= left - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(left);
        struct hw_taps taps[3];
        unsigned n = 0;
        find_taps(&sampler, lookup, lane, taps);
        for (unsigned z = 0; z < taps[2].count; z++)
            for (unsigned y = 0; y < taps[1].count; y++)
                for (unsigned x = 0; x < taps[0].count; x++) {
                    const int64_t index[3] = {taps[0].index[x], taps[1].index[y], taps[2].index[z]};
                    offset[n++][lane] = offset_of(&sampler, layer_start(&sampler, lane), index);
                }
        most = n > most ? n : most;
    }
    return most;
}

/* --- all lanes at once --- */

#define LEAST_PERIOD 16u /* an offset, -8 to 7, and a neighbour lead no further than once around */

static bool axis_suits(const struct hw_axis *axis)
{
    return axis->address == HW_TEXTURE_ADDRESS_CLAMP || axis->address == HW_TEXTURE_ADDRESS_BORDER ||
           axis->extent >= LEAST_PERIOD;
}

/* Does a border show that is not 0? */
static bool has_border(const struct hw_texture_sampler *sampler)
{
    const uint32_t *border = sampler->texture->border;
    bool shows = false;

    for (unsigned k = 0; k < sampler->axes; k++)
        shows |= sampler->axis[k].address == HW_TEXTURE_ADDRESS_BORDER;
    return shows && (border[0] | border[1] | border[2] | border[3]);
}

/* Whether all lanes fetch texels that are there, by their number in one dimension: of a partial texture the
 * others have no memory. */
static bool all_there(const struct hw_texture_sampler *sampler)
{
    const struct hw_axis *axis = &sampler->axis[0];
    const int64_t there = (int64_t)(sampler->texture->bytes / sampler->texel_bytes);

    if (!sampler->integer || sampler->axes != 1 || sampler->layer)
        return false;
    for (unsigned lane = 0; lane < 32; lane++) {
        const int64_t index = (int64_t)(int32_t)(sampler->coord[0][lane] + (uint32_t)axis->offset);
        if (index >= there)
            return false;
    }
    return true;
}

/* Offsets of texels have to fit 31 bits, and no texel may lie outside the memory. */
static bool suits_lanes(const struct hw_texture_sampler *sampler)
{
    const struct hw_texture *texture = sampler->texture;
    uint64_t end = sampler->texel_bytes;

    if (sampler->seamless || has_border(sampler))
        return false;
    if (texture->bytes > INT32_MAX || sampler->stride[1] > INT32_MAX || sampler->stride[2] > INT32_MAX)
        return false;
    for (unsigned k = 0; k < sampler->axes; k++) {
        if (!axis_suits(&sampler->axis[k]))
            return false;
        end += (sampler->axis[k].extent - 1) * sampler->stride[k];
    }
    if (sampler->layer)
        end += (sampler->texture->layers - 1) * sampler->stride[2];
    return end <= texture->bytes || (texture->partial && end <= INT32_MAX && all_there(sampler));
}

hw_status hw_texture_sample_with(hw_sample_lanes_fn *lanes, const struct hw_texture *texture,
                                 const struct hw_texture_lookup *lookup, uint32_t exec, uint32_t out[4][32],
                                 struct hw_error *error)
{
    struct hw_texture_sampler sampler;
    const hw_status status = set_up(&sampler, texture, lookup, error);

    if (status != HW_OK)
        return status;
    if (lanes && !lookup->gather && suits_lanes(&sampler))
        exec &= ~lanes(&sampler, exec, out);
    return exec ? sample_lanes(&sampler, lookup, exec, out, error) : HW_OK;
}

uint32_t hw_texture_sample_lanes(hw_sample_lanes_fn *lanes, const struct hw_texture *texture,
                                 const struct hw_texture_lookup *lookup, uint32_t exec, uint32_t out[4][32])
{
    struct hw_texture_sampler sampler;

    if (lookup->gather || set_up(&sampler, texture, lookup, NULL) != HW_OK || !suits_lanes(&sampler))
        return 0;
    return lanes(&sampler, exec, out);
}
