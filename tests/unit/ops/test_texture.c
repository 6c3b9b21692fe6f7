/* SPDX-License-Identifier: MIT */
/* The texture sampler against values worked out by hand from the formulas of the CUDA C Programming Guide's
 * "Texture Fetching".  Every lookup here is made by one lane unless lanes are what is tested. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <string.h>
#include <sys/mman.h>

#include <halfwarp/texture.h>

static uint32_t bits_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static float float_of(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* Four texels in a register: 10, 20, 30, 40. */
static const float ramp[4] = {10, 20, 30, 40};

static struct hw_texture ramp_texture(enum hw_texture_address address, bool normalized,
                                      enum hw_texture_filter filter)
{
    return (struct hw_texture){
        .data = ramp,
        .bytes = sizeof ramp,
        .width = 4,
        .dimensions = 1,
        .type = HW_TEXEL_F32,
        .channels = 1,
        .filter = filter,
        .address = {address},
        .normalized = normalized,
    };
}

/* One lookup by lane 0 with up to three raw coordinate words and a layer. */
static void look_up(const struct hw_texture *texture, const uint32_t coord[4], bool integer,
                    const int8_t offset[3], uint32_t word[4])
{
    uint32_t registers[4][32] = {{0}}, out[4][32] = {{0}};
    struct hw_texture_lookup lookup = {.coords = 4, .integer = integer};
    struct hw_error error;
    for (unsigned k = 0; k < 4; k++) {
        registers[k][0] = coord[k];
        lookup.coord[k] = registers[k];
    }
    if (offset)
        memcpy(lookup.offset, offset, sizeof lookup.offset);
    assert_int_equal(hw_texture_check(texture, &error), HW_OK);
    assert_int_equal(hw_texture_sample(texture, &lookup, 1, out, &error), HW_OK);
    for (unsigned k = 0; k < 4; k++)
        word[k] = out[k][0];
}

static float red_at(const struct hw_texture *texture, float x, float y, float z)
{
    uint32_t word[4];
    look_up(texture, (const uint32_t[4]){bits_of(x), bits_of(y), bits_of(z), 0}, false, NULL, word);
    return float_of(word[0]);
}

struct expectation {
    float coord, value;
};

static void expect_along_x(const struct hw_texture *texture, const struct expectation *list, size_t count)
{
    for (size_t k = 0; k < count; k++) {
        float got = red_at(texture, list[k].coord, 0, 0);
        if (got != list[k].value)
            fail_msg("tex(%g) is %.9g, expected %.9g", list[k].coord, got, list[k].value);
    }
}

#define EXPECT_ALONG_X(texture, ...)                                       \
    do {                                                                   \
        const struct expectation list_[] = {__VA_ARGS__};                  \
        expect_along_x(&(texture), list_, sizeof list_ / sizeof list_[0]); \
    } while (0)

static void point_clamp_takes_the_edge_texel(void **state)
{
    (void)state;
    struct hw_texture t = ramp_texture(HW_TEXTURE_ADDRESS_CLAMP, false, HW_TEXTURE_FILTER_POINT);
    EXPECT_ALONG_X(t, {0, 10}, {0.999f, 10}, {1, 20}, {2.5f, 30}, {3.999f, 40}, {4, 40}, {1e30f, 40},
                   {-0.001f, 10}, {-1e30f, 10}, {INFINITY, 40}, {-INFINITY, 10}, {NAN, 10});
}

static void point_border_is_zero_outside(void **state)
{
    (void)state;
    struct hw_texture t = ramp_texture(HW_TEXTURE_ADDRESS_BORDER, false, HW_TEXTURE_FILTER_POINT);
    EXPECT_ALONG_X(t, {0, 10}, {3.999f, 40}, {4, 0}, {-0.001f, 0}, {1e30f, 0}, {-INFINITY, 0}, {NAN, 10});
}

static void unnormalized_wrap_and_mirror_are_clamp(void **state)
{
    (void)state;
    const enum hw_texture_address modes[] = {HW_TEXTURE_ADDRESS_WRAP, HW_TEXTURE_ADDRESS_MIRROR};
    for (unsigned k = 0; k < 2; k++) {
        struct hw_texture t = ramp_texture(modes[k], false, HW_TEXTURE_FILTER_POINT);
        EXPECT_ALONG_X(t, {-1, 10}, {4, 40}, {9, 40}, {INFINITY, 40});
    }
}

static void point_wrap_repeats(void **state)
{
    (void)state;
    struct hw_texture t = ramp_texture(HW_TEXTURE_ADDRESS_WRAP, true, HW_TEXTURE_FILTER_POINT);
    EXPECT_ALONG_X(t, {0, 10}, {0.25f, 20}, {0.99f, 40}, {1, 10}, {1.5f, 30}, {-0.01f, 40}, {-0.75f, 20},
                   {-1, 10}, {1e30f, 10}, {-16777217.0f, 10}, {NAN, 10}, {INFINITY, 10}, {-INFINITY, 10});
}

static void point_mirror_turns_at_each_edge(void **state)
{
    (void)state;
    struct hw_texture t = ramp_texture(HW_TEXTURE_ADDRESS_MIRROR, true, HW_TEXTURE_FILTER_POINT);
    EXPECT_ALONG_X(t, {0, 10}, {0.99f, 40}, {1, 40}, {1.1f, 40}, {1.3f, 30}, {1.99f, 10}, {2, 10}, {2.3f, 20},
                   {-0.01f, 10}, {-0.3f, 20}, {-0.99f, 40}, {-1.3f, 30}, {1e30f, 10}, {INFINITY, 10});
}

static void linear_blends_between_texel_centres(void **state)
{
    (void)state;
    struct hw_texture t = ramp_texture(HW_TEXTURE_ADDRESS_CLAMP, false, HW_TEXTURE_FILTER_LINEAR);
    EXPECT_ALONG_X(t, {0.5f, 10}, {1, 15}, {1.5f, 20}, {1.75f, 22.5f}, {3.5f, 40}, {3.75f, 40}, {0, 10},
                   {-5, 10}, {1e30f, 40}, {-1e30f, 10}, {INFINITY, 40}, {NAN, 10});
}

static void linear_border_blends_with_zero(void **state)
{
    (void)state;
    struct hw_texture t = ramp_texture(HW_TEXTURE_ADDRESS_BORDER, false, HW_TEXTURE_FILTER_LINEAR);
    EXPECT_ALONG_X(t, {0, 5}, {-0.25f, 2.5f}, {-0.5f, 0}, {3.5f, 40}, {4, 20}, {4.25f, 10}, {5, 0});
}

static void linear_wrap_blends_last_with_first(void **state)
{
    (void)state;
    struct hw_texture t = ramp_texture(HW_TEXTURE_ADDRESS_WRAP, true, HW_TEXTURE_FILTER_LINEAR);
    EXPECT_ALONG_X(t, {0, 25}, {1, 25}, {-3, 25}, {0.125f, 10}, {0.25f, 15}, {0.9375f, 32.5f}, {1e30f, 25},
                   {INFINITY, 25}, {NAN, 25});
}

static void linear_mirror_is_flat_at_the_edges(void **state)
{
    (void)state;
    struct hw_texture t = ramp_texture(HW_TEXTURE_ADDRESS_MIRROR, true, HW_TEXTURE_FILTER_LINEAR);
    EXPECT_ALONG_X(t, {0, 10}, {0.0625f, 10}, {-0.25f, 15}, {0.25f, 15}, {1, 40}, {1.0625f, 40}, {1.25f, 35});
}

static void the_filter_fraction_has_eight_bits(void **state)
{
    (void)state;
    static const float step[2] = {0, 256};
    struct hw_texture t = ramp_texture(HW_TEXTURE_ADDRESS_CLAMP, false, HW_TEXTURE_FILTER_LINEAR);
    t.data = step;
    t.bytes = sizeof step;
    t.width = 2;
    /* tex(0.5 + a) is a in units of 1/256, rounded to nearest, halves upwards; 1.0 can be reached. */
    EXPECT_ALONG_X(t, {0.5f + 1 / 256.0f, 1}, {0.5f + 1.25f / 256, 1}, {0.5f + 1.5f / 256, 2},
                   {0.5f + 0.49f / 256, 0}, {0.5f + 255.25f / 256, 255}, {0.5f + 255.5f / 256, 256});
}

static void normalized_coordinates_count_extents(void **state)
{
    (void)state;
    struct hw_texture t = ramp_texture(HW_TEXTURE_ADDRESS_CLAMP, true, HW_TEXTURE_FILTER_POINT);
    EXPECT_ALONG_X(t, {0, 10}, {0.25f, 20}, {0.24999999f, 10}, {0.75f, 40}, {1, 40}, {7, 40}, {-7, 10});
    t.address[0] = HW_TEXTURE_ADDRESS_BORDER;
    EXPECT_ALONG_X(t, {0.99999994f, 40}, {1, 0}, {-1e-30f, 0});
}

/* Rows of 3 texels, 16 bytes apart: 1 2 3 / 4 5 6. */
static const float plane[8] = {1, 2, 3, -99, 4, 5, 6, -99};

static struct hw_texture plane_texture(enum hw_texture_filter filter)
{
    return (struct hw_texture){
        .data = plane,
        .bytes = sizeof plane,
        .width = 3,
        .height = 2,
        .row_pitch = 16,
        .dimensions = 2,
        .type = HW_TEXEL_F32,
        .channels = 1,
        .filter = filter,
        .address = {HW_TEXTURE_ADDRESS_CLAMP, HW_TEXTURE_ADDRESS_BORDER},
    };
}

static void two_dimensions_and_an_address_mode_each(void **state)
{
    (void)state;
    struct hw_texture t = plane_texture(HW_TEXTURE_FILTER_POINT);
    assert_true(red_at(&t, 2.5f, 1.5f, 0) == 6);
    assert_true(red_at(&t, 9, 0, 0) == 3);
    assert_true(red_at(&t, 1, 2, 0) == 0);
    t.filter = HW_TEXTURE_FILTER_LINEAR;
    assert_true(red_at(&t, 1, 1, 0) == 3);            /* mean of 1 2 4 5 */
    assert_true(red_at(&t, 1.25f, 0.75f, 0) == 2.5f); /* 0.75 * (0.25 + 1.5) + 0.25 * (1 + 3.75) */
    assert_true(red_at(&t, 3, 2, 0) == 3);            /* half of 6, half border */
}

static void three_dimensions(void **state)
{
    (void)state;
    float cube[2][2][2];
    for (int k = 0; k < 8; k++)
        cube[k >> 2][k >> 1 & 1][k & 1] = (float)(1 << k);
    struct hw_texture t = {
        .data = cube,
        .bytes = sizeof cube,
        .width = 2,
        .height = 2,
        .depth = 2,
        .row_pitch = 8,
        .slice_pitch = 16,
        .dimensions = 3,
        .type = HW_TEXEL_F32,
        .channels = 1,
        .address = {HW_TEXTURE_ADDRESS_CLAMP, HW_TEXTURE_ADDRESS_CLAMP, HW_TEXTURE_ADDRESS_CLAMP},
    };
    assert_true(red_at(&t, 1.5f, 0.5f, 1.5f) == 32);
    t.filter = HW_TEXTURE_FILTER_LINEAR;
    assert_true(red_at(&t, 1, 1, 1) == 255 / 8.0f);
    assert_true(red_at(&t, 0.5f, 1, 1.5f) == 40);        /* mean of 16 and 64 */
    assert_true(red_at(&t, 0.5f, 0.5f, 0.75f) == 4.75f); /* 0.75 * 1 + 0.25 * 16 */
    t.address[2] = HW_TEXTURE_ADDRESS_WRAP;
    t.normalized = true;
    assert_true(red_at(&t, 0.25f, 0.25f, 0) == 8.5f); /* slices 1 and 0 */
}

static void layers_are_chosen_by_integer_and_clamped(void **state)
{
    (void)state;
    struct hw_texture t = ramp_texture(HW_TEXTURE_ADDRESS_CLAMP, false, HW_TEXTURE_FILTER_LINEAR);
    t.width = 2;
    t.layers = 2;
    t.slice_pitch = 8;
    const struct {
        uint32_t layer;
        float value;
    } list[] = {{0, 15}, {1, 35}, {2, 35}, {0xffffffffu, 10 + 5}};
    for (unsigned k = 0; k < 4; k++) {
        uint32_t word[4];
        look_up(&t, (const uint32_t[4]){bits_of(1), list[k].layer, 0, 0}, false, NULL, word);
        assert_true(float_of(word[0]) == list[k].value);
    }
}

static void integer_coordinates_fetch_and_are_zero_outside(void **state)
{
    (void)state;
    struct hw_texture t = ramp_texture(HW_TEXTURE_ADDRESS_WRAP, true, HW_TEXTURE_FILTER_LINEAR);
    const struct {
        uint32_t x;
        float value;
    } list[] = {{0, 10}, {3, 40}, {4, 0}, {0xffffffffu, 0}, {0x7fffffffu, 0}, {0x80000000u, 0}};
    for (unsigned k = 0; k < sizeof list / sizeof list[0]; k++) {
        uint32_t word[4];
        look_up(&t, (const uint32_t[4]){list[k].x, 0, 0, 0}, true, NULL, word);
        assert_true(float_of(word[0]) == list[k].value);
    }
}

static void offsets_move_by_texels(void **state)
{
    (void)state;
    uint32_t word[4];
    struct hw_texture t = plane_texture(HW_TEXTURE_FILTER_POINT);
    t.address[0] = HW_TEXTURE_ADDRESS_WRAP;
    t.normalized = true;
    look_up(&t, (const uint32_t[4]){0, 0, 0, 0}, false, (const int8_t[3]){-1, 1, 0}, word);
    assert_true(float_of(word[0]) == 6);
    look_up(&t, (const uint32_t[4]){bits_of(1e30f), 0, 0, 0}, false, (const int8_t[3]){7, 0, 0}, word);
    assert_true(float_of(word[0]) == 2);
    look_up(&t, (const uint32_t[4]){3, 0, 0, 0}, true, (const int8_t[3]){-1, 1, 0}, word);
    assert_true(float_of(word[0]) == 6);
    look_up(&t, (const uint32_t[4]){0, 0, 0, 0}, true, (const int8_t[3]){-8, 0, 0}, word);
    assert_true(float_of(word[0]) == 0);
}

/* What one texel of each format reads as, taken from byte `at` on; lacking channels are 0, 0, 1. */
static void every_format(void **state)
{
    (void)state;
    static const uint8_t bytes[16] = {0x80, 0xff, 0x7f, 0x01, 0x00, 0x3c, 0x01, 0x80,
                                      0x00, 0x80, 0xff, 0x7f, 0x00, 0x7c, 0x00, 0xfc};
    static const struct {
        uint8_t type, read, channels, at;
        uint32_t word[4];
    } list[] = {
        {HW_TEXEL_U8, HW_TEXTURE_READ_ELEMENT, 4, 0, {0x80, 0xff, 0x7f, 1}},
        {HW_TEXEL_S8, HW_TEXTURE_READ_ELEMENT, 4, 0, {0xffffff80u, 0xffffffffu, 0x7f, 1}},
        {HW_TEXEL_U8, HW_TEXTURE_READ_ELEMENT, 2, 0, {0x80, 0xff, 0, 1}},
        {HW_TEXEL_U8, HW_TEXTURE_READ_ELEMENT, 1, 1, {0xff, 0, 0, 1}},
        {HW_TEXEL_U16, HW_TEXTURE_READ_ELEMENT, 2, 8, {0x8000, 0x7fff, 0, 1}},
        {HW_TEXEL_S16, HW_TEXTURE_READ_ELEMENT, 2, 8, {0xffff8000u, 0x7fff, 0, 1}},
        {HW_TEXEL_U32, HW_TEXTURE_READ_ELEMENT, 2, 0, {0x017fff80u, 0x80013c00u, 0, 1}},
        {HW_TEXEL_S32, HW_TEXTURE_READ_ELEMENT, 1, 4, {0x80013c00u, 0, 0, 1}},
        {HW_TEXEL_U8, HW_TEXTURE_READ_NORMALIZED, 2, 1, {0x3f800000u, 0x3efefeffu, 0, 0x3f800000u}},
        {HW_TEXEL_UNORM8, HW_TEXTURE_READ_ELEMENT, 1, 0, {0x3f008081u, 0, 0, 0x3f800000u}},
        {HW_TEXEL_S8, HW_TEXTURE_READ_NORMALIZED, 4, 0, {0xbf800000u, 0xbc010204u, 0x3f800000u, 0x3c010204u}},
        {HW_TEXEL_SNORM8, HW_TEXTURE_READ_ELEMENT, 1, 2, {0x3f800000u, 0, 0, 0x3f800000u}},
        {HW_TEXEL_U16, HW_TEXTURE_READ_NORMALIZED, 2, 8, {0x3f000080u, 0x3effff00u, 0, 0x3f800000u}},
        {HW_TEXEL_UNORM16, HW_TEXTURE_READ_NORMALIZED, 1, 8, {0x3f000080u, 0, 0, 0x3f800000u}},
        {HW_TEXEL_S16, HW_TEXTURE_READ_NORMALIZED, 2, 8, {0xbf800000u, 0x3f800000u, 0, 0x3f800000u}},
        {HW_TEXEL_SNORM16, HW_TEXTURE_READ_ELEMENT, 1, 10, {0x3f800000u, 0, 0, 0x3f800000u}},
        /* 1.0, the negative denormal -2^-24, +Inf, -Inf */
        {HW_TEXEL_F16, HW_TEXTURE_READ_ELEMENT, 2, 4, {0x3f800000u, 0xb3800000u, 0, 0x3f800000u}},
        {HW_TEXEL_F16, HW_TEXTURE_READ_ELEMENT, 2, 12, {0x7f800000u, 0xff800000u, 0, 0x3f800000u}},
        {HW_TEXEL_F32, HW_TEXTURE_READ_NORMALIZED, 1, 0, {0x017fff80u, 0, 0, 0x3f800000u}},
    };
    for (unsigned k = 0; k < sizeof list / sizeof list[0]; k++) {
        struct hw_texture t = {.data = bytes + list[k].at,
                               .bytes = sizeof bytes - list[k].at,
                               .width = 1,
                               .dimensions = 1,
                               .type = list[k].type,
                               .read = list[k].read,
                               .channels = list[k].channels};
        uint32_t word[4];
        look_up(&t, (const uint32_t[4]){0}, true, NULL, word);
        for (unsigned c = 0; c < 4; c++)
            if (word[c] != list[k].word[c])
                fail_msg("format %u channel %u is 0x%08x, expected 0x%08x", k, c, word[c], list[k].word[c]);
    }
}

static void the_border_colour_keeps_lacking_channels(void **state)
{
    (void)state;
    uint8_t texel[4] = {9, 9, 9, 9};
    uint32_t word[4];
    struct hw_texture t = {
        .data = texel, .bytes = 4, .width = 1, .dimensions = 1, .type = HW_TEXEL_U8, .channels = 4};
    look_up(&t, (const uint32_t[4]){1}, true, NULL, word);
    assert_memory_equal(word, ((const uint32_t[4]){0, 0, 0, 0}), sizeof word);
    t.channels = 2;
    look_up(&t, (const uint32_t[4]){1}, true, NULL, word);
    assert_memory_equal(word, ((const uint32_t[4]){0, 0, 0, 1}), sizeof word);
}

/* A colour for floats, and words for integers; not for texels that are fetched by number. */
static void the_border_colour_is_the_texture_s(void **state)
{
    (void)state;
    struct hw_texture t = ramp_texture(HW_TEXTURE_ADDRESS_BORDER, false, HW_TEXTURE_FILTER_LINEAR);
    const uint8_t texel[2] = {9, 9};
    uint32_t word[4];

    t.border[0] = bits_of(100);
    t.border[1] = bits_of(7);
    EXPECT_ALONG_X(t, {-1, 100}, {0, 55}, {0.25f, 32.5f}, {0.5f, 10}, {4, 70}, {9, 100});
    t.filter = HW_TEXTURE_FILTER_POINT;
    EXPECT_ALONG_X(t, {-0.01f, 100}, {0, 10}, {4, 100});
    look_up(&t, (const uint32_t[4]){4}, true, NULL, word);
    assert_memory_equal(word, ((const uint32_t[4]){0, 0, 0, 0x3f800000}), sizeof word);
    t = (struct hw_texture){.data = texel,
                            .bytes = 2,
                            .width = 1,
                            .dimensions = 1,
                            .type = HW_TEXEL_U8,
                            .channels = 2,
                            .address = {HW_TEXTURE_ADDRESS_BORDER},
                            .border = {200, 300, 400, 500}};
    look_up(&t, (const uint32_t[4]){bits_of(1.5f)}, false, NULL, word);
    assert_memory_equal(word, ((const uint32_t[4]){200, 300, 0, 1}), sizeof word);
}

static void bytes_of_srgb_are_made_linear(void **state)
{
    (void)state;
    uint8_t texel[4];
    uint32_t word[4];
    struct hw_texture t = {.data = texel,
                           .bytes = 4,
                           .width = 1,
                           .dimensions = 1,
                           .type = HW_TEXEL_U8,
                           .channels = 4,
                           .read = HW_TEXTURE_READ_NORMALIZED,
                           .srgb = true};

    for (unsigned i = 0; i < 256; i++) {
        const double part = i / 255.0;
        const double light = part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4);
        memset(texel, (int)i, sizeof texel);
        look_up(&t, (const uint32_t[4]){0}, false, NULL, word);
        for (unsigned c = 0; c < 4; c++)
            assert_true(fabs(float_of(word[c]) - (c == 3 ? part : light)) < 1e-7);
    }
    t.read = HW_TEXTURE_READ_ELEMENT;
    look_up(&t, (const uint32_t[4]){0}, false, NULL, word);
    assert_int_equal(word[0], 255);
}

static void linear_filtering_of_normalized_bytes(void **state)
{
    (void)state;
    static const uint8_t bytes[2][4] = {{0, 255, 0, 255}, {255, 255, 0, 0}};
    struct hw_texture t = {.data = bytes,
                           .bytes = sizeof bytes,
                           .width = 2,
                           .dimensions = 1,
                           .type = HW_TEXEL_U8,
                           .read = HW_TEXTURE_READ_NORMALIZED,
                           .channels = 4,
                           .filter = HW_TEXTURE_FILTER_LINEAR,
                           .address = {HW_TEXTURE_ADDRESS_CLAMP}};
    uint32_t word[4];
    look_up(&t, (const uint32_t[4]){bits_of(0.75f)}, false, NULL, word);
    assert_true(float_of(word[0]) == 0.25f && float_of(word[1]) == 1);
    assert_true(float_of(word[2]) == 0 && float_of(word[3]) == 0.75f);
}

static void an_infinite_neighbour_of_weight_zero_does_not_matter(void **state)
{
    (void)state;
    const float texels[2] = {1, INFINITY};
    struct hw_texture t = ramp_texture(HW_TEXTURE_ADDRESS_CLAMP, false, HW_TEXTURE_FILTER_LINEAR);
    t.data = texels;
    t.bytes = sizeof texels;
    t.width = 2;
    EXPECT_ALONG_X(t, {0.5f, 1}, {1, INFINITY});
}

static void only_active_lanes_are_written(void **state)
{
    (void)state;
    struct hw_texture t = ramp_texture(HW_TEXTURE_ADDRESS_CLAMP, false, HW_TEXTURE_FILTER_POINT);
    uint32_t x[32], out[4][32];
    memset(out, 0xee, sizeof out);
    for (unsigned lane = 0; lane < 32; lane++)
        x[lane] = bits_of((float)(lane % 4));
    struct hw_texture_lookup lookup = {.coord = {x}, .coords = 1};
    assert_int_equal(hw_texture_sample(&t, &lookup, 0x80000006u, out, NULL), HW_OK);
    for (unsigned lane = 0; lane < 32; lane++) {
        bool active = 0x80000006u >> lane & 1;
        assert_int_equal(out[0][lane], active ? bits_of(ramp[lane % 4]) : 0xeeeeeeeeu);
        assert_int_equal(out[3][lane], active ? bits_of(1) : 0xeeeeeeeeu);
    }
}

static void size_query(void **state)
{
    (void)state;
    struct hw_texture t = plane_texture(HW_TEXTURE_FILTER_POINT);
    uint32_t level[32] = {0, 1}, out[4][32] = {{0}};
    hw_texture_size(&t, level, 3, out);
    assert_int_equal(out[0][0], 3);
    assert_int_equal(out[1][0], 2);
    assert_int_equal(out[2][0], 1);
    assert_int_equal(out[3][0], 1);
    assert_int_equal(out[0][1], 0);
    assert_int_equal(out[3][1], 1);
    assert_int_equal(out[3][2], 0);
    t.layers = 5;
    hw_texture_size(&t, level, 1, out);
    assert_int_equal(out[2][0], 5);
}

/* Tesla's weights have 8 bits for all axes together: 1/256 of 1/256 is nothing. */
static void joint_weights(void **state)
{
    (void)state;
    static const float texels[2][2][2] = {{{0, 256}, {512, 65536}}, {{0, 256}, {512, 65536}}};
    const float corner = 0.5f + 1 / 256.0f;
    struct hw_texture t = {
        .data = texels,
        .bytes = sizeof texels / 2,
        .width = 2,
        .height = 2,
        .row_pitch = 8,
        .dimensions = 2,
        .type = HW_TEXEL_F32,
        .channels = 1,
        .filter = HW_TEXTURE_FILTER_LINEAR,
        .address = {HW_TEXTURE_ADDRESS_CLAMP, HW_TEXTURE_ADDRESS_CLAMP, HW_TEXTURE_ADDRESS_CLAMP}};
    uint32_t x[32] = {bits_of(corner)}, y[32] = {bits_of(corner)}, z[32] = {bits_of(1)}, out[4][32];
    struct hw_texture_lookup lookup = {.coord = {x, y, z}, .coords = 3};
    assert_int_equal(hw_texture_sample(&t, &lookup, 1, out, NULL), HW_OK);
    assert_true(float_of(out[0][0]) == (255 * 256 + 255 * 512 + 65536) / 65536.0f);
    lookup.joint = true;
    assert_int_equal(hw_texture_sample(&t, &lookup, 1, out, NULL), HW_OK);
    assert_true(float_of(out[0][0]) == 1 + 2);
    /* In the middle of two slices each has a half, and 1/16 of 1/16 of it rounds up: 1/512. */
    t.dimensions = 3;
    t.depth = 2;
    t.bytes = sizeof texels;
    t.slice_pitch = sizeof texels / 2;
    x[0] = y[0] = bits_of(0.5f + 1 / 16.0f);
    assert_int_equal(hw_texture_sample(&t, &lookup, 1, out, NULL), HW_OK);
    assert_true(float_of(out[0][0]) == 2 * ((8 - 1) * 256 + (8 - 1) * 512 + 65536) / 256.0f);
}

/* Axes of one texel need no coordinate: CUDA makes an array of one register two-dimensional. */
static void one_row_by_one_coordinate(void **state)
{
    (void)state;
    struct hw_texture t = ramp_texture(HW_TEXTURE_ADDRESS_CLAMP, false, HW_TEXTURE_FILTER_LINEAR);
    uint32_t x[32] = {bits_of(2)}, out[4][32];
    struct hw_texture_lookup lookup = {.coord = {x}, .coords = 1};
    t.dimensions = 2;
    t.height = 1;
    t.row_pitch = sizeof ramp;
    assert_int_equal(hw_texture_sample(&t, &lookup, 1, out, NULL), HW_OK);
    assert_true(float_of(out[0][0]) == 25);
}

static void sampling_errors(void **state)
{
    (void)state;
    struct hw_texture t = plane_texture(HW_TEXTURE_FILTER_POINT);
    struct hw_error error;
    uint32_t x[32] = {bits_of(2)}, y[32] = {bits_of(1)}, out[4][32];
    struct hw_texture_lookup lookup = {.coord = {x, y}, .coords = 1};
    assert_int_equal(hw_texture_sample(&t, &lookup, 1, out, &error), HW_ERR_ARGUMENT);
    lookup.coords = 2;
    lookup.offset[1] = 8;
    assert_int_equal(hw_texture_sample(&t, &lookup, 1, out, &error), HW_ERR_ARGUMENT);
    lookup.offset[1] = 0;
    t.bytes = 27; /* texel (2, 1) is bytes 24..27 */
    assert_int_equal(hw_texture_sample(&t, &lookup, 1, out, &error), HW_ERR_RANGE);
    t.bytes = 28;
    assert_int_equal(hw_texture_sample(&t, &lookup, 1, out, &error), HW_OK);
}

/* Each case spoils one member of a good texture. */
/* A texture of 4,096 texels, of which 48 have memory, which ends where nothing may be read. */
static void a_partial_texture_ends_with_its_memory(void **state)
{
    enum { PAGE = 4096, THERE = 48 };
    uint8_t *pages = mmap(NULL, 2 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    uint32_t *const data = (uint32_t *)(void *)(pages + PAGE) - THERE, x[32], out[4][32];
    struct hw_texture t = {.data = data,
                           .bytes = THERE * sizeof *data,
                           .width = 4096,
                           .dimensions = 1,
                           .type = HW_TEXEL_U32,
                           .channels = 1,
                           .address = {1, 1, 1}};
    const struct hw_texture_lookup lookup = {.coord = {x}, .coords = 1, .integer = true};
    struct hw_error error;

    (void)state;
    assert_int_equal(mprotect(pages + PAGE, PAGE, PROT_NONE), 0);
    assert_int_equal(hw_texture_check(&t, &error), HW_ERR_RANGE);
    t.partial = true;
    assert_int_equal(hw_texture_check(&t, &error), HW_OK);
    for (uint32_t i = 0; i < THERE; i++)
        data[i] = 7 * i;
    for (uint32_t first = 0; first < 64; first++) {
        for (uint32_t lane = 0; lane < 32; lane++)
            x[lane] = first + lane;
        const bool fits = first + 31 < THERE;
        assert_int_equal(hw_texture_sample(&t, &lookup, UINT32_MAX, out, &error),
                         fits ? HW_OK : HW_ERR_RANGE);
        for (uint32_t lane = 0; fits && lane < 32; lane++)
            assert_int_equal(out[0][lane], 7 * (first + lane));
    }
    x[0] = 47, x[1] = UINT32_MAX, x[2] = 4096; /* what is outside of the texture is 0 */
    assert_int_equal(hw_texture_sample(&t, &lookup, 7, out, &error), HW_OK);
    assert_true(out[0][0] == 7 * 47 && out[0][1] == 0 && out[0][2] == 0);
    x[0] = 48;
    assert_int_equal(hw_texture_sample(&t, &lookup, 6, out, &error), HW_OK); /* its lane is off */
    assert_int_equal(hw_texture_sample(&t, &lookup, 7, out, &error), HW_ERR_RANGE);
    munmap(pages, 2 * PAGE);
}

static void check_refuses(void **state)
{
    (void)state;
    struct hw_error error;
    struct hw_texture valid = plane_texture(HW_TEXTURE_FILTER_POINT), t;
    assert_int_equal(hw_texture_check(&valid, NULL), HW_OK);
    assert_int_equal(hw_texture_check(NULL, &error), HW_ERR_ARGUMENT);
#define REFUSES(status, ...) (t = valid, __VA_ARGS__, assert_int_equal(hw_texture_check(&t, &error), status))
    REFUSES(HW_ERR_ARGUMENT, t.data = NULL);
    REFUSES(HW_ERR_RANGE, t.dimensions = 0);
    REFUSES(HW_ERR_RANGE, t.dimensions = 4);
    REFUSES(HW_ERR_RANGE, t.type = HW_TEXEL_TYPES);
    REFUSES(HW_ERR_RANGE, t.channels = 3);
    REFUSES(HW_ERR_RANGE, t.read = 2);
    REFUSES(HW_ERR_RANGE, t.filter = 2);
    REFUSES(HW_ERR_RANGE, t.address[1] = 4);
    REFUSES(HW_ERR_RANGE, t.width = 0);
    REFUSES(HW_ERR_RANGE, t.height = HW_TEXTURE_MAX_EXTENT + 1);
    REFUSES(HW_ERR_RANGE, t.row_pitch = 11);
    REFUSES(HW_ERR_RANGE, t.row_pitch = UINT64_MAX);
    REFUSES(HW_ERR_RANGE, t.height = 3);
    REFUSES(HW_ERR_RANGE, t.layers = 2, t.slice_pitch = 28);
    REFUSES(HW_ERR_RANGE, t.dimensions = 3, t.depth = 2, t.slice_pitch = 27);
    REFUSES(HW_ERR_UNSUPPORTED, t.dimensions = 3, t.depth = 1, t.layers = 1);
    REFUSES(HW_ERR_UNSUPPORTED, t.type = HW_TEXEL_U32, t.read = HW_TEXTURE_READ_NORMALIZED);
    REFUSES(HW_ERR_UNSUPPORTED, t.type = HW_TEXEL_U8, t.filter = HW_TEXTURE_FILTER_LINEAR);
#undef REFUSES
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(point_clamp_takes_the_edge_texel),
        cmocka_unit_test(point_border_is_zero_outside),
        cmocka_unit_test(unnormalized_wrap_and_mirror_are_clamp),
        cmocka_unit_test(point_wrap_repeats),
        cmocka_unit_test(point_mirror_turns_at_each_edge),
        cmocka_unit_test(linear_blends_between_texel_centres),
        cmocka_unit_test(linear_border_blends_with_zero),
        cmocka_unit_test(linear_wrap_blends_last_with_first),
        cmocka_unit_test(linear_mirror_is_flat_at_the_edges),
        cmocka_unit_test(the_filter_fraction_has_eight_bits),
        cmocka_unit_test(normalized_coordinates_count_extents),
        cmocka_unit_test(two_dimensions_and_an_address_mode_each),
        cmocka_unit_test(three_dimensions),
        cmocka_unit_test(layers_are_chosen_by_integer_and_clamped),
        cmocka_unit_test(integer_coordinates_fetch_and_are_zero_outside),
        cmocka_unit_test(offsets_move_by_texels),
        cmocka_unit_test(every_format),
        cmocka_unit_test(the_border_colour_keeps_lacking_channels),
        cmocka_unit_test(the_border_colour_is_the_texture_s),
        cmocka_unit_test(bytes_of_srgb_are_made_linear),
        cmocka_unit_test(linear_filtering_of_normalized_bytes),
        cmocka_unit_test(an_infinite_neighbour_of_weight_zero_does_not_matter),
        cmocka_unit_test(only_active_lanes_are_written),
        cmocka_unit_test(size_query),
        cmocka_unit_test(joint_weights),
        cmocka_unit_test(one_row_by_one_coordinate),
        cmocka_unit_test(sampling_errors),
        cmocka_unit_test(a_partial_texture_ends_with_its_memory),
        cmocka_unit_test(check_refuses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
