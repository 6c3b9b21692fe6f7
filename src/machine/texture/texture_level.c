/* SPDX-License-Identifier: MIT */
/* Mipmapping: the levels of detail that a lookup reads, and how two of them are blended. */
#include "machine/texture/texture_level.h"

#include <math.h>
#include <string.h>

/* Pictures from the largest to the smallest. */
struct levels {
    const struct hw_texture *picture[HW_TEXTURE_LEVELS];
    uint32_t count;
};

static struct levels levels_of(const struct hw_texture *texture)
{
    struct levels levels = {.count = 0};

    for (; texture && levels.count < HW_TEXTURE_LEVELS; texture = texture->smaller)
        levels.picture[levels.count++] = texture;
    return levels;
}

/* With the texture's bias and within its limits; a NaN is the lowest. */
static float limited(const struct hw_texture *texture, float level, uint32_t count)
{
    const float last = (float)(count - 1),
                most = texture->max_level > 0 ? fminf(texture->max_level, last) : last;

    return fminf(fmaxf(level + texture->level_bias, texture->min_level), most);
}

/* Sample each level for the lanes that look there. */
static hw_status sample(const struct levels *levels, const struct hw_texture_lookup *lookup,
                        const uint8_t number[32], uint32_t exec, uint32_t out[4][32], struct hw_error *error)
{
    hw_status status = HW_OK;

    for (uint32_t level = 0; level < levels->count && status == HW_OK; level++) {
        uint32_t lanes = 0;

        for (unsigned lane = 0; lane < 32; lane++)
            if (exec >> lane & 1 && number[lane] == level)
                lanes |= 1u << lane;
        if (lanes)
            status = hw_texture_sample(levels->picture[level], lookup, lanes, out, error);
    }
    return status;
}

static float blended(uint32_t near, uint32_t far, float fraction)
{
    float a, b;

    memcpy(&a, &near, sizeof a);
    memcpy(&b, &far, sizeof b);
    return (float)((double)a + (double)fraction * ((double)b - (double)a));
}

/* Blend `far` into `out`, of the lanes whose level has a fraction. */
static void blend(const float fraction[32], uint32_t exec, uint32_t far[4][32], uint32_t out[4][32])
{
    for (unsigned lane = 0; lane < 32; lane++)
        for (unsigned k = 0; exec >> lane & 1 && fraction[lane] > 0 && k < 4; k++) {
            const float value = blended(out[k][lane], far[k][lane], fraction[lane]);
            memcpy(&out[k][lane], &value, sizeof value);
        }
}

hw_status hw_texture_sample_level(const struct hw_texture *texture, const struct hw_texture_lookup *lookup,
                                  const float level[32], uint32_t exec, uint32_t out[4][32],
                                  struct hw_error *error)
{
    const struct levels levels = levels_of(texture);
    uint8_t near[32], next[32];
    float fraction[32];
    uint32_t far[4][32] = {{0}};

    for (unsigned lane = 0; lane < 32; lane++) {
        const float at = limited(texture, level[lane], levels.count);
        near[lane] = (uint8_t)(texture->blends_levels ? floorf(at) : floorf(at + 0.5f));
        fraction[lane] = texture->blends_levels ? at - floorf(at) : 0;
        next[lane] = (uint8_t)(near[lane] + (fraction[lane] > 0));
    }
    hw_status status = sample(&levels, lookup, near, exec, out, error);
    if (status == HW_OK && texture->blends_levels)
        status = sample(&levels, lookup, next, exec, far, error);
    if (status == HW_OK)
        blend(fraction, exec, far, out);
    return status;
}

hw_status hw_texture_fetch_level(const struct hw_texture *texture, const struct hw_texture_lookup *lookup,
                                 const uint32_t number[32], uint32_t exec, uint32_t out[4][32],
                                 struct hw_error *error)
{
    const struct levels levels = levels_of(texture);
    const int32_t last = (int32_t)levels.count - 1;
    uint8_t nearest[32];

    for (unsigned lane = 0; lane < 32; lane++) {
        const int32_t wanted = (int32_t)number[lane];
        nearest[lane] = (uint8_t)(wanted < 0 ? 0 : wanted > last ? last : wanted);
    }
    return sample(&levels, lookup, nearest, exec, out, error);
}

/* --- the level that a quad's coordinates ask for --- */

/* How many texels of the first picture an axis is long, in units of the coordinate. */
static float scale_of(const struct hw_texture *texture, unsigned axis)
{
    const uint32_t extent[3] = {texture->width, texture->height, texture->depth};

    return texture->normalized ? (float)extent[axis] : 1;
}

/* The distance of two lanes' coordinates in texels. */
static float distance(const struct hw_texture *texture, const struct hw_texture_lookup *lookup, unsigned from,
                      unsigned to)
{
    float sum = 0;

    for (unsigned axis = 0; axis < texture->dimensions && axis < lookup->coords; axis++) {
        float a, b;
        memcpy(&a, &lookup->coord[axis][from], sizeof a);
        memcpy(&b, &lookup->coord[axis][to], sizeof b);
        const float texels = (b - a) * scale_of(texture, axis);
        sum += texels * texels;
    }
    return sqrtf(sum);
}

void hw_texture_quad_levels(const struct hw_texture *texture, const struct hw_texture_lookup *lookup,
                            float level[32])
{
    for (unsigned lane = 0; lane < 32; lane++) {
        const unsigned first = lane & ~3u;
        const float right = distance(texture, lookup, first, first + 1),
                    down = distance(texture, lookup, first, first + 2);
        level[lane] = log2f(fmaxf(right, down));
    }
}

/* How long a lane's gradient in one direction is, in texels. */
static float length(const struct hw_texture *texture, const uint32_t *const gradient[4], unsigned direction,
                    unsigned lane)
{
    float sum = 0;

    for (unsigned axis = 0; axis < texture->dimensions && axis < 2; axis++) {
        float derivative;
        memcpy(&derivative, &gradient[2 * axis + direction][lane], sizeof derivative);
        derivative *= scale_of(texture, axis);
        sum += derivative * derivative;
    }
    return sqrtf(sum);
}

void hw_texture_gradient_levels(const struct hw_texture *texture, const uint32_t *const gradient[4],
                                float level[32])
{
    for (unsigned lane = 0; lane < 32; lane++)
        level[lane] = log2f(fmaxf(length(texture, gradient, 0, lane), length(texture, gradient, 1, lane)));
}
