/* SPDX-License-Identifier: MIT */
/* A texture coordinate selects texels, as the CUDA C Programming Guide's "Texture Fetching" has it:
 *
 *     point   T[floor(x)]
 *     linear  (1 - alpha) T[i] + alpha T[i + 1],  i = floor(x - 0.5), alpha = frac(x - 0.5)
 *
 * where x counts texels (a normalised coordinate times the extent) and alpha has 8 bits of fraction.
 * Coordinates are doubles here: single precision times an extent below 2^28 is exact in them, so
 * that floor() sees the true value. */
#include "ops/texture/tex_address.h"

#include <math.h>
#include <string.h>

/* Further out than this every clamped or border texel is the same, whatever filter and offset (-8..7) do. */
#define MARGIN 16.0

/* Bring x so near that texel numbers are small integers, without changing which texels it means. */
static double reduce(double x, const struct hw_axis *axis)
{
    double extent = axis->extent;
    if (isnan(x))
        return 0;
    switch (axis->address) {
    case HW_TEXTURE_ADDRESS_WRAP: return isinf(x) ? 0 : fmod(x, extent);
    case HW_TEXTURE_ADDRESS_MIRROR: return isinf(x) ? 0 : fmod(x, 2 * extent);
    default: return fmin(fmax(x, -MARGIN), extent + MARGIN);
    }
}

/* Remainder with the sign of the divisor, so that texel -1 is the last one. */
static int64_t modulo(int64_t a, int64_t n)
{
    int64_t rest = a % n;
    return rest < 0 ? rest + n : rest;
}

/* The texel that stands at number `index`, which may lie outside; -1 is the border colour. */
static int64_t resolve(int64_t index, const struct hw_axis *axis)
{
    int64_t extent = axis->extent;
    if (index >= 0 && index < extent)
        return index;
    if (axis->open)
        return index < 0 ? -1 : extent;
    switch (axis->address) {
    case HW_TEXTURE_ADDRESS_WRAP: return modulo(index, extent);
    case HW_TEXTURE_ADDRESS_MIRROR:
        index = modulo(index, 2 * extent);
        return index < extent ? index : 2 * extent - 1 - index;
    case HW_TEXTURE_ADDRESS_CLAMP: return index < 0 ? 0 : extent - 1;
    default: return -1;
    }
}

static void add_tap(struct hw_taps *taps, int64_t index, uint32_t weight)
{
    taps->index[taps->count] = index;
    taps->weight[taps->count++] = weight;
}

struct hw_taps hw_taps_of_float(const struct hw_axis *axis, uint32_t coord)
{
    float value;
    memcpy(&value, &coord, sizeof value);
    double x = axis->normalized ? (double)value * axis->extent : value;
    x = reduce(x, axis) + axis->offset;

    struct hw_taps taps = {0};
    if (!axis->linear) {
        add_tap(&taps, resolve((int64_t)floor(x), axis), HW_TAP_ONE);
        return taps;
    }
    double lower = floor(x - 0.5);
    uint32_t alpha = (uint32_t)floor((x - 0.5 - lower) * HW_TAP_ONE + 0.5);
    if (alpha != HW_TAP_ONE || axis->both)
        add_tap(&taps, resolve((int64_t)lower, axis), HW_TAP_ONE - alpha);
    if (alpha != 0 || axis->both)
        add_tap(&taps, resolve((int64_t)lower + 1, axis), alpha);
    return taps;
}

struct hw_taps hw_taps_of_integer(const struct hw_axis *axis, uint32_t coord)
{
    int64_t index = (int64_t)(int32_t)coord + axis->offset;
    bool inside = index >= 0 && index < axis->extent;
    return (struct hw_taps){.count = 1, .index = {inside ? index : -1}, .weight = {HW_TAP_ONE}};
}
