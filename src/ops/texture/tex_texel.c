/* SPDX-License-Identifier: MIT */
/* Texel formats are converted to and from words.
 *
 * A channel is 1, 2 or 4 little-endian bytes.  One table has for each type its width, whether it gives a
 * float, the function that turns its bits into the 32-bit word that the lane receives, and the function that
 * does the reverse. */
#include "ops/texture/tex_texel.h"

#include "ops/scalar/fp16.h"

#include <halfwarp/modifiers.h>
#include <math.h>

#include <string.h>

#define FLOAT_ONE 0x3f800000u

static uint32_t float_bits(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static uint32_t plain(uint32_t raw)
{
    return raw;
}

static uint32_t from_s8(uint32_t raw)
{
    return (uint32_t)(int8_t)raw;
}

static uint32_t from_s16(uint32_t raw)
{
    return (uint32_t)(int16_t)raw;
}

static uint32_t from_unorm8(uint32_t raw)
{
    return float_bits((float)raw / 255.0f);
}

static uint32_t from_unorm16(uint32_t raw)
{
    return float_bits((float)raw / 65535.0f);
}

static uint32_t from_signed(int32_t value, float max)
{
    float result = (float)value / max;
    return float_bits(result < -1.0f ? -1.0f : result);
}

static uint32_t from_snorm8(uint32_t raw)
{
    return from_signed((int8_t)raw, 127.0f);
}

static uint32_t from_snorm16(uint32_t raw)
{
    return from_signed((int16_t)raw, 32767.0f);
}

/* Half precision is widened exactly, denormals included; a NaN keeps its sign and payload. */
static uint32_t from_f16(uint32_t raw)
{
    uint32_t sign = (raw & 0x8000u) << 16, exponent = raw >> 10 & 0x1fu, fraction = raw & 0x3ffu;
    if (exponent == 0x1fu)
        return sign | 0x7f800000u | fraction << 13;
    if (exponent == 0) /* fraction * 2^-24 is a normal single-precision number, or zero */
        return sign | float_bits((float)fraction * 0x1p-24f);
    return sign | (exponent + 112u) << 23 | fraction << 13;
}

static uint32_t clamped(uint32_t word, int64_t least, int64_t most, bool is_signed)
{
    int64_t value = is_signed ? (int64_t)(int32_t)word : (int64_t)word;

    return (uint32_t)(value < least ? least : value > most ? most : value);
}

static uint32_t to_u8(uint32_t word)
{
    return clamped(word, 0, UINT8_MAX, false);
}

static uint32_t to_s8(uint32_t word)
{
    return clamped(word, INT8_MIN, INT8_MAX, true);
}

static uint32_t to_u16(uint32_t word)
{
    return clamped(word, 0, UINT16_MAX, false);
}

static uint32_t to_s16(uint32_t word)
{
    return clamped(word, INT16_MIN, INT16_MAX, true);
}

/* A float as an integer of so many steps to 1.0; NaN becomes 0. */
static uint32_t steps(uint32_t word, float least, float count)
{
    float value;

    memcpy(&value, &word, sizeof value);
    if (isnan(value))
        return 0;
    return (uint32_t)(int32_t)rintf(fminf(fmaxf(value, least), 1.0f) * count);
}

static uint32_t to_unorm8(uint32_t word)
{
    return steps(word, 0.0f, 255.0f);
}

static uint32_t to_snorm8(uint32_t word)
{
    return steps(word, -1.0f, 127.0f);
}

static uint32_t to_unorm16(uint32_t word)
{
    return steps(word, 0.0f, 65535.0f);
}

static uint32_t to_snorm16(uint32_t word)
{
    return steps(word, -1.0f, 32767.0f);
}

static uint32_t to_f16(uint32_t word)
{
    return hw_fp16_narrow(word, HW_ROUND_RN, false);
}

static const struct texel_format {
    uint8_t bytes;
    bool is_float;
    uint32_t (*convert)(uint32_t raw);
    uint32_t (*narrow)(uint32_t word);
} formats[HW_TEXEL_TYPES] = {
    [HW_TEXEL_U8] = {1, false, plain, to_u8},
    [HW_TEXEL_S8] = {1, false, from_s8, to_s8},
    [HW_TEXEL_U16] = {2, false, plain, to_u16},
    [HW_TEXEL_S16] = {2, false, from_s16, to_s16},
    [HW_TEXEL_U32] = {4, false, plain, plain},
    [HW_TEXEL_S32] = {4, false, plain, plain},
    [HW_TEXEL_UNORM8] = {1, true, from_unorm8, to_unorm8},
    [HW_TEXEL_SNORM8] = {1, true, from_snorm8, to_snorm8},
    [HW_TEXEL_UNORM16] = {2, true, from_unorm16, to_unorm16},
    [HW_TEXEL_SNORM16] = {2, true, from_snorm16, to_snorm16},
    [HW_TEXEL_F16] = {2, true, from_f16, to_f16},
    [HW_TEXEL_F32] = {4, true, plain, plain},
};

enum hw_texel_type hw_texel_effective_type(const struct hw_texture *texture)
{
    if (texture->read != HW_TEXTURE_READ_NORMALIZED)
        return texture->type;
    switch (texture->type) {
    case HW_TEXEL_U8: return HW_TEXEL_UNORM8;
    case HW_TEXEL_S8: return HW_TEXEL_SNORM8;
    case HW_TEXEL_U16: return HW_TEXEL_UNORM16;
    case HW_TEXEL_S16: return HW_TEXEL_SNORM16;
    default: return texture->type;
    }
}

unsigned hw_texel_channel_bytes(enum hw_texel_type type)
{
    return formats[type].bytes;
}

bool hw_texel_is_float(enum hw_texel_type type)
{
    return formats[type].is_float;
}

/* Fill the channels from `first` on with what lacking channels read as. */
static void fill_lacking(enum hw_texel_type type, unsigned first, uint32_t word[4])
{
    for (unsigned k = first; k < 4; k++)
        word[k] = 0;
    if (first < 4)
        word[3] = formats[type].is_float ? FLOAT_ONE : 1;
}

static uint32_t read_little_endian(const uint8_t *byte, unsigned count)
{
    uint32_t value = 0;
    for (unsigned k = 0; k < count; k++)
        value |= (uint32_t)byte[k] << 8 * k;
    return value;
}

void hw_texel_read(const void *bytes, enum hw_texel_type type, unsigned channels, uint32_t word[4])
{
    const struct texel_format *format = &formats[type];
    const uint8_t *byte = bytes;
    for (unsigned k = 0; k < channels; k++, byte += format->bytes)
        word[k] = format->convert(read_little_endian(byte, format->bytes));
    fill_lacking(type, channels, word);
}

void hw_texel_write(void *bytes, enum hw_texel_type type, unsigned channels, const uint32_t word[4])
{
    const struct texel_format *format = &formats[type];
    uint8_t *byte = bytes;
    for (unsigned k = 0; k < channels; k++) {
        const uint32_t raw = format->narrow(word[k]);
        for (unsigned i = 0; i < format->bytes; i++)
            *byte++ = (uint8_t)(raw >> 8 * i);
    }
}

void hw_texel_border(enum hw_texel_type type, unsigned channels, uint32_t word[4])
{
    for (unsigned k = 0; k < channels; k++)
        word[k] = 0;
    fill_lacking(type, channels, word);
}
