/* SPDX-License-Identifier: MIT */
/* The vectorised texture lookup of 32 lanes is that of tex_sample.c, register by register.
 *
 * Each axis gives every lane one or two texel numbers and the weight of the second; texels are fetched for
 * all lanes, tap by tap in the order of the reference, and summed in double precision as it does.  Lanes
 * with special cases (coordinates far outside, NaN, zeros that may be negative) are left to the reference. */
#include "ops/inline.h"
#include "ops/lanes/lanes_wide.h"
#include "ops/texture/tex_sample.h"
#include "ops/texture/tex_srgb.h"
#include "ops/texture/tex_weight.h"

#define MARGIN 16.0 /* as tex_address.c */

typedef struct {
    _Alignas(64) double lane[HW_LANES];
} double_lanes;

typedef struct {
    _Alignas(64) int32_t lane[HW_LANES];
} index_lanes;

/* One axis: the one or two texels of each lane as byte offsets, and their weights; 0: it does not count. */
struct taps {
    unsigned count;
    lanes offset[2];
    lanes weight[2]; /* of HW_TAP_ONE; 0 where the texel is the border */
    lanes second;    /* the weight of the second one, whatever it is */
};

/* --- coordinates --- */

/* Texel coordinates, brought near the texture.  `uncertain` becomes other than 0 in lanes that are too far
 * out for that. */
HW_INLINE void reduce(const struct hw_axis *axis, const uint32_t *coord, double_lanes *x, lanes *uncertain)
{
    const double extent = axis->extent, scale = axis->normalized ? extent : 1.0, offset = axis->offset;
    const double period = axis->address == HW_TEXTURE_ADDRESS_MIRROR ? 2 * extent : extent;
    float value[HW_LANES];

    memcpy(value, coord, sizeof value);
    FOR_LANES(l)
        x->lane[l] = (double)value[l] * scale;
    if (axis->address == HW_TEXTURE_ADDRESS_CLAMP || axis->address == HW_TEXTURE_ADDRESS_BORDER) {
        FOR_LANES(l) {
            double v = x->lane[l];
            v = v >= -MARGIN ? v : v < -MARGIN ? -MARGIN : 0.0;
            x->lane[l] = (v <= extent + MARGIN ? v : extent + MARGIN) + offset;
        }
        return;
    }
    FOR_LANES(l) {
        const double v = x->lane[l];
        const bool near = v > -2 * period && v < 2 * period;
        const double once = v >= period ? v - period : v <= -period ? v + period : v;
        uncertain->lane[l] |= near ? 0 : 1;
        x->lane[l] = (near ? once : 0.0) + offset;
    }
}

/* The texel that stands at number `index`; `there` becomes 0 where it is the border. */
HW_INLINE void resolve(const struct hw_axis *axis, const index_lanes *index, lanes *texel, lanes *there)
{
    const int32_t extent = (int32_t)axis->extent, last = extent - 1;

    switch (axis->address) {
    case HW_TEXTURE_ADDRESS_WRAP:
        FOR_LANES(l) {
            int32_t i = index->lane[l];
            i += i < 0 ? extent : 0;
            i += i < 0 ? extent : 0;
            texel->lane[l] = (uint32_t)(i >= extent ? i - extent : i);
        }
        break;
    case HW_TEXTURE_ADDRESS_MIRROR:
        FOR_LANES(l) {
            int32_t i = index->lane[l];
            i += i < 0 ? 2 * extent : 0;
            i += i < 0 ? 2 * extent : 0;
            i -= i >= 2 * extent ? 2 * extent : 0;
            texel->lane[l] = (uint32_t)(i < extent ? i : 2 * extent - 1 - i);
        }
        break;
    case HW_TEXTURE_ADDRESS_BORDER:
        FOR_LANES(l)
            there->lane[l] = index->lane[l] < 0 || index->lane[l] > last ? 0 : there->lane[l];
        /* fall through */
    default:
        FOR_LANES(l) {
            const int32_t i = index->lane[l] < 0 ? 0 : index->lane[l];
            texel->lane[l] = (uint32_t)(i > last ? last : i);
        }
    }
}

HW_INLINE void set_tap(const struct hw_axis *axis, uint32_t stride, const index_lanes *index, lanes *offset,
                       lanes *weight)
{
    resolve(axis, index, offset, weight);
    FOR_LANES(l)
        offset->lane[l] *= stride;
}

static void float_taps(const struct hw_axis *axis, uint32_t stride, const uint32_t *coord, struct taps *taps,
                       lanes *uncertain)
{
    double_lanes x;
    index_lanes index;

    reduce(axis, coord, &x, uncertain);
    taps->count = axis->linear ? 2 : 1;
    if (!axis->linear) {
        FOR_LANES(l) {
            index.lane[l] = (int32_t)__builtin_floor(x.lane[l]);
            taps->weight[0].lane[l] = HW_TAP_ONE;
        }
        set_tap(axis, stride, &index, &taps->offset[0], &taps->weight[0]);
        return;
    }
    FOR_LANES(l) {
        const double lower = __builtin_floor(x.lane[l] - 0.5);
        const int32_t alpha = (int32_t)__builtin_floor((x.lane[l] - 0.5 - lower) * HW_TAP_ONE + 0.5);
        index.lane[l] = (int32_t)lower;
        taps->weight[0].lane[l] = HW_TAP_ONE - (uint32_t)alpha;
        taps->weight[1].lane[l] = taps->second.lane[l] = (uint32_t)alpha;
    }
    set_tap(axis, stride, &index, &taps->offset[0], &taps->weight[0]);
    FOR_LANES(l)
        index.lane[l]++;
    set_tap(axis, stride, &index, &taps->offset[1], &taps->weight[1]);
}

/* Numbers outside are the border's, whatever the address mode. */
static void integer_taps(const struct hw_axis *axis, uint32_t stride, const uint32_t *coord,
                         struct taps *taps)
{
    const struct hw_axis bounded = {.extent = axis->extent, .address = HW_TEXTURE_ADDRESS_BORDER};
    index_lanes index;

    taps->count = 1;
    FOR_LANES(l) {
        index.lane[l] = (int32_t)(coord[l] + (uint32_t)axis->offset);
        taps->weight[0].lane[l] = HW_TAP_ONE;
    }
    set_tap(&bounded, stride, &index, &taps->offset[0], &taps->weight[0]);
}

static void layer_starts(const struct hw_texture_sampler *sampler, lanes *start)
{
    const int32_t last = (int32_t)sampler->texture->layers - 1;
    const uint32_t pitch = (uint32_t)sampler->texture->slice_pitch;

    if (!sampler->layer) {
        memset(start, 0, sizeof *start);
        return;
    }
    FOR_LANES(l) {
        const int32_t layer = (int32_t)sampler->layer[l] < 0 ? 0 : (int32_t)sampler->layer[l];
        start->lane[l] = (uint32_t)(layer > last ? last : layer) * pitch;
    }
}

/* --- texels --- */

/* Words of 16 lanes, which often lie one behind the other. */
HW_INLINE void fetch_words(const uint8_t *data, const lanes *offset, unsigned first, lanes *word)
{
    const uint32_t *at = offset->lane + first;
    uint32_t strided = 0;

    for (unsigned l = 0; l < HW_LANES / 2; l++)
        strided |= at[l] ^ (at[0] + 4 * l);
    if (strided)
        gather_half(data, offset, first, word);
    else
        memcpy(word->lane + first, data + at[0], sizeof *word / 2);
}

/* The words that hold the texels at byte offsets. */
static void fetch_texels(const struct hw_texture_sampler *sampler, const lanes *offset, lanes word[4])
{
    const uint8_t *data = sampler->texture->data;
    uint16_t half;

    switch (sampler->texel_bytes) {
    case 1:
        for (unsigned l = 0; l < HW_LANES; l++)
            word[0].lane[l] = data[offset->lane[l]];
        break;
    case 2:
        for (unsigned l = 0; l < HW_LANES; l++) {
            memcpy(&half, data + offset->lane[l], sizeof half);
            word[0].lane[l] = half;
        }
        break;
    case 4:
        fetch_words(data, offset, 0, &word[0]);
        fetch_words(data, offset, 16, &word[0]);
        break;
    default: gather_wide(data, offset, sampler->texel_bytes / 4, word);
    }
}

static inline uint32_t float_bits(float value)
{
    uint32_t bits;

    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static inline uint32_t signed_steps(int32_t value, float most)
{
    const float result = (float)value / most;

    return float_bits(result < -1.0f ? -1.0f : result);
}

/* As tex_texel.c has it. */
static inline uint32_t from_f16(uint32_t raw)
{
    const uint32_t sign = (raw & 0x8000u) << 16, exponent = raw >> 10 & 0x1fu, fraction = raw & 0x3ffu;
    const uint32_t small = float_bits((float)(int32_t)fraction * 0x1p-24f);
    const uint32_t normal = (exponent + 112u) << 23 | fraction << 13;

    return sign | (exponent == 0x1fu ? 0x7f800000u | fraction << 13 : exponent == 0 ? small : normal);
}

/* Channel c of the texels in `word` as the lanes receive it. */
static void read_channel(const struct hw_texture_sampler *sampler, const lanes word[4], unsigned c,
                         lanes *value)
{
    const unsigned bits = 8 * sampler->texel_bytes / sampler->texture->channels;
    const uint32_t *from = word[c * bits / 32].lane;
    const unsigned shift = c * bits % 32;

    switch (sampler->type) {
    case HW_TEXEL_U8:
        FOR_LANES(l)
            value->lane[l] = from[l] >> shift & 0xff;
        break;
    case HW_TEXEL_S8:
        FOR_LANES(l)
            value->lane[l] = (uint32_t)(int32_t)(int8_t)(from[l] >> shift);
        break;
    case HW_TEXEL_U16:
        FOR_LANES(l)
            value->lane[l] = from[l] >> shift & 0xffff;
        break;
    case HW_TEXEL_S16:
        FOR_LANES(l)
            value->lane[l] = (uint32_t)(int32_t)(int16_t)(from[l] >> shift);
        break;
    case HW_TEXEL_UNORM8:
        if (sampler->srgb && c < 3) {
            for (unsigned l = 0; l < HW_LANES; l++)
                memcpy(&value->lane[l], &hw_srgb_linear[from[l] >> shift & 0xff], sizeof value->lane[l]);
            break;
        }
        FOR_LANES(l)
            value->lane[l] = float_bits((float)(int32_t)(from[l] >> shift & 0xff) / 255.0f);
        break;
    case HW_TEXEL_SNORM8:
        FOR_LANES(l)
            value->lane[l] = signed_steps((int8_t)(from[l] >> shift), 127.0f);
        break;
    case HW_TEXEL_UNORM16:
        FOR_LANES(l)
            value->lane[l] = float_bits((float)(int32_t)(from[l] >> shift & 0xffff) / 65535.0f);
        break;
    case HW_TEXEL_SNORM16:
        FOR_LANES(l)
            value->lane[l] = signed_steps((int16_t)(from[l] >> shift), 32767.0f);
        break;
    case HW_TEXEL_F16:
        FOR_LANES(l)
            value->lane[l] = from_f16(from[l] >> shift & 0xffff);
        break;
    default: memcpy(value, from, sizeof *value);
    }
}

/* --- results --- */

static bool wanted(const struct hw_texture_sampler *sampler, unsigned channel)
{
    return !(sampler->unread >> channel & 1);
}

static void store_result(uint32_t *out, const lanes *value, uint32_t done)
{
    if (done == ~0u)
        memcpy(out, value, sizeof *value);
    else
        FOR_LANES(l)
            out[l] = lane_bit[l] & done ? value->lane[l] : out[l];
}

/* Channels that the format lacks. */
static void put_lacking(const struct hw_texture_sampler *sampler, uint32_t done, uint32_t out[4][32])
{
    const uint32_t one = hw_texel_is_float(sampler->type) ? 0x3f800000u : 1;
    lanes value;

    for (unsigned c = sampler->texture->channels; c < 4; c++) {
        if (!wanted(sampler, c))
            continue;
        FOR_LANES(l)
            value.lane[l] = c == 3 ? one : 0;
        store_result(out[c], &value, done);
    }
}

/* One texel a lane, or the border. */
static void pick(const struct hw_texture_sampler *sampler, const struct taps taps[3], const lanes *start,
                 uint32_t done, uint32_t out[4][32])
{
    lanes offset, word[4], value, there;

    FOR_LANES(l) {
        offset.lane[l] = start->lane[l];
        there.lane[l] = ~0u;
    }
    for (unsigned k = 0; k < sampler->axes; k++)
        FOR_LANES(l) {
            offset.lane[l] += taps[k].offset[0].lane[l];
            there.lane[l] = taps[k].weight[0].lane[l] ? there.lane[l] : 0;
        }
    fetch_texels(sampler, &offset, word);
    for (unsigned c = 0; c < sampler->texture->channels; c++) {
        if (!wanted(sampler, c))
            continue;
        read_channel(sampler, word, c, &value);
        FOR_LANES(l)
            value.lane[l] &= there.lane[l];
        store_result(out[c], &value, done);
    }
}

/* Tesla's weight of a tap, where `product` says that it counts. */
HW_INLINE void join_weights(const struct hw_texture_sampler *sampler, const struct taps taps[3], unsigned n,
                            const lanes *product, double_lanes *weight)
{
    const lanes *whole = sampler->axes > 2 ? &taps[2].weight[n >> 2] : NULL;

    FOR_LANES(l) {
        const uint32_t joint = hw_joint_weight(whole ? whole->lane[l] : HW_TAP_ONE, taps[0].second.lane[l],
                                               taps[1].second.lane[l], n & 3);
        weight->lane[l] = product->lane[l] ? (double)(int32_t)joint * (1.0 / HW_TAP_ONE) : 0.0;
    }
}

/* Where a tap of all axes lies, and its weight; 0: it does not count. */
static void combine_taps(const struct hw_texture_sampler *sampler, const struct taps taps[3],
                         const lanes *start, unsigned n, lanes *offset, double_lanes *weight)
{
    lanes product;

    FOR_LANES(l) {
        offset->lane[l] = start->lane[l];
        product.lane[l] = 1;
    }
    for (unsigned k = 0; k < sampler->axes; k++)
        FOR_LANES(l) {
            offset->lane[l] += taps[k].offset[n >> k & 1].lane[l];
            product.lane[l] *= taps[k].weight[n >> k & 1].lane[l];
        }
    if (sampler->joint && sampler->axes > 1) {
        join_weights(sampler, taps, n, &product, weight);
        return;
    }
    const double one = 1.0 / (double)(1u << 8 * sampler->axes);
    FOR_LANES(l)
        weight->lane[l] = (double)(int32_t)product.lane[l] * one;
}

/* Blend all taps of linear filtering; the lanes whose result the reference may give another form are put into
 * `uncertain`. */
static void blend(const struct hw_texture_sampler *sampler, const struct taps taps[3], const lanes *start,
                  lanes sum_of[4], lanes *uncertain)
{
    const unsigned channels = sampler->texture->channels;
    double_lanes sum[4], weight;
    lanes offset, word[4], value, signs[4];
    float texel[HW_LANES];

    memset(sum, 0, sizeof sum);
    memset(signs, 0, sizeof signs);
    for (unsigned n = 0; n < 1u << sampler->axes; n++) {
        combine_taps(sampler, taps, start, n, &offset, &weight);
        fetch_texels(sampler, &offset, word);
        for (unsigned c = 0; c < channels; c++) {
            if (!wanted(sampler, c))
                continue;
            read_channel(sampler, word, c, &value);
            memcpy(texel, &value, sizeof texel);
            FOR_LANES(l) {
                const double part = weight.lane[l] * (double)texel[l];
                sum[c].lane[l] += weight.lane[l] != 0.0 ? part : 0.0;
                signs[c].lane[l] |= value.lane[l] & 0x80000000u;
            }
        }
    }
    for (unsigned c = 0; c < channels; c++)
        FOR_LANES(l) {
            const float result = (float)sum[c].lane[l];
            sum_of[c].lane[l] = float_bits(result);
            uncertain->lane[l] |= result == result ? 0 : 1; /* which NaN */
            uncertain->lane[l] |=
                result == 0.0f ? signs[c].lane[l] : 0; /* -0.0 stays so where it is the only texel */
        }
}

uint32_t HW_LANE_FUNCTIONS(sample)(const struct hw_texture_sampler *sampler, uint32_t exec,
                                   uint32_t out[4][32])
{
    struct taps taps[3];
    lanes start, uncertain, sum_of[4];
    bool linear = false;

    memset(&uncertain, 0, sizeof uncertain);
    layer_starts(sampler, &start);
    for (unsigned k = 0; k < sampler->axes; k++) {
        const struct hw_axis *axis = &sampler->axis[k];
        if (sampler->integer)
            integer_taps(axis, (uint32_t)sampler->stride[k], sampler->coord[k], &taps[k]);
        else
            float_taps(axis, (uint32_t)sampler->stride[k], sampler->coord[k], &taps[k], &uncertain);
        linear |= taps[k].count == 2;
    }
    if (linear)
        blend(sampler, taps, &start, sum_of, &uncertain);
    const uint32_t done = exec & ~nonzero_lanes(&uncertain);
    for (unsigned c = 0; linear && c < sampler->texture->channels; c++)
        if (wanted(sampler, c))
            store_result(out[c], &sum_of[c], done);
    if (!linear)
        pick(sampler, taps, &start, done, out);
    put_lacking(sampler, done, out);
    return done;
}
