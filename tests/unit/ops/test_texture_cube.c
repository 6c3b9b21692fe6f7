/* SPDX-License-Identifier: MIT */
/* Cube maps, gathering and writing texels. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <halfwarp/surface.h>
#include <math.h>
#include <string.h>

#include "ops/texture/tex_sample.h"
#include "ops/texture/tex_texel.h"

/* CUDA C Programming Guide, "Cubemap Textures": the face that each axis meets, and m, s, t. */
static void directions_point_to_the_faces_of_the_table(void **state)
{
    (void)state;
    static const struct {
        float direction[3];
        unsigned face;
        float face_coord[2];
    } registers[] = {
        {{2, 1, -1}, 0, {0.75f, 0.25f}},  {{-2, 1, -1}, 1, {0.25f, 0.25f}}, {{1, 2, -1}, 2, {0.75f, 0.25f}},
        {{1, -2, -1}, 3, {0.75f, 0.75f}}, {{1, -1, 2}, 4, {0.75f, 0.75f}},  {{1, -1, -2}, 5, {0.25f, 0.75f}},
        {{1, 1, 1}, 0, {0, 0}},
    };

    for (size_t i = 0; i < sizeof registers / sizeof *registers; i++) {
        float face_coord[2];
        assert_int_equal(hw_cube_face(registers[i].direction, face_coord), registers[i].face);
        assert_float_equal(face_coord[0], registers[i].face_coord[0], 0);
        assert_float_equal(face_coord[1], registers[i].face_coord[1], 0);
    }
}

static void a_cube_map_has_six_equal_faces(void **state)
{
    (void)state;
    static uint8_t texels[4 * 4 * 12];
    struct hw_texture texture = {.data = texels,
                                 .bytes = sizeof texels,
                                 .width = 4,
                                 .height = 4,
                                 .layers = 12,
                                 .row_pitch = 4,
                                 .slice_pitch = 16,
                                 .dimensions = 2,
                                 .type = HW_TEXEL_U8,
                                 .channels = 1,
                                 .normalized = true,
                                 .cube = true};
    struct hw_error error;

    assert_int_equal(hw_texture_check(&texture, &error), HW_OK);
    texture.layers = 7;
    assert_int_equal(hw_texture_check(&texture, &error), HW_ERR_RANGE);
    texture.layers = 6;
    texture.height = 3;
    assert_int_equal(hw_texture_check(&texture, &error), HW_ERR_RANGE);
    texture.height = 4;
    texture.normalized = false;
    assert_int_equal(hw_texture_check(&texture, &error), HW_ERR_RANGE);
}

/* The direction of a place on a face, in texels. */
static void direction_of(unsigned face, double extent, const double face_coord[2], double direction[3])
{
    static const int8_t axes[6][3][3] = {
        /* m, s, t of the guide's table */
        {{1, 0, 0}, {0, 0, -1}, {0, -1, 0}}, {{-1, 0, 0}, {0, 0, 1}, {0, -1, 0}},
        {{0, 1, 0}, {1, 0, 0}, {0, 0, 1}},   {{0, -1, 0}, {1, 0, 0}, {0, 0, -1}},
        {{0, 0, 1}, {1, 0, 0}, {0, -1, 0}},  {{0, 0, -1}, {-1, 0, 0}, {0, -1, 0}},
    };

    for (unsigned k = 0; k < 3; k++)
        direction[k] = axes[face][0][k] + axes[face][1][k] * (2 * face_coord[0] / extent - 1) +
                       axes[face][2][k] * (2 * face_coord[1] / extent - 1);
}

/* Beyond an edge there is the texel of another face that is nearest, and the way back from it. */
static void texels_beyond_an_edge(void **state)
{
    (void)state;
    for (int64_t extent = 1; extent <= 5; extent++)
        for (unsigned n = 0; n < 6 * 4 * (unsigned)extent; n++) {
            const unsigned face = n / 4 / (unsigned)extent, side = n % 4;
            const int64_t along = n / 4 % extent, out = side & 1 ? extent : -1;
            int64_t texel[2] = {side & 2 ? along : out, side & 2 ? out : along};
            const double edge[2] = {side & 2   ? (double)along + 0.5
                                    : side & 1 ? (double)extent
                                               : 0,
                                    side & 2 ? side & 1 ? (double)extent : 0 : (double)along + 0.5};
            double at_edge[3], there[3], distance = 0;
            const unsigned other = hw_cube_beyond(face, extent, texel);
            assert_true(other != face && texel[0] >= 0 && texel[0] < extent && texel[1] >= 0 &&
                        texel[1] < extent);
            direction_of(face, (double)extent, edge, at_edge);
            direction_of(other, (double)extent, (double[2]){(double)texel[0] + 0.5, (double)texel[1] + 0.5},
                         there);
            for (unsigned k = 0; k < 3; k++)
                distance += (at_edge[k] - there[k]) * (at_edge[k] - there[k]);
            /* half a texel from the middle of the edge's piece */
            assert_true(fabs(sqrt(distance) - 1 / (double)extent) < 1e-9);
        }
}

static float seamless(const float face_coord[2], unsigned face, bool is_seamless)
{
    static float texels[6][2][2];
    const struct hw_texture texture = {.data = texels,
                                       .bytes = sizeof texels,
                                       .width = 2,
                                       .height = 2,
                                       .layers = 6,
                                       .row_pitch = 8,
                                       .slice_pitch = 16,
                                       .dimensions = 2,
                                       .type = HW_TEXEL_F32,
                                       .channels = 1,
                                       .filter = HW_TEXTURE_FILTER_LINEAR,
                                       .address = {HW_TEXTURE_ADDRESS_CLAMP, HW_TEXTURE_ADDRESS_CLAMP},
                                       .normalized = true,
                                       .cube = true,
                                       .seamless = is_seamless};
    uint32_t coord[3][32] = {{0}}, out[4][32] = {{0}};
    const struct hw_texture_lookup lookup = {.coord = {coord[0], coord[1], coord[2]}, .coords = 3};
    struct hw_error error;
    float result;

    for (unsigned i = 0; i < 24; i++)
        texels[i / 4][i / 2 % 2][i % 2] = (float)(i / 4 * 12);
    memcpy(&coord[0][0], &face_coord[0], sizeof face_coord[0]);
    memcpy(&coord[1][0], &face_coord[1], sizeof face_coord[1]);
    coord[2][0] = face;
    assert_int_equal(hw_texture_check(&texture, &error), HW_OK);
    assert_int_equal(hw_texture_sample(&texture, &lookup, 1, out, &error), HW_OK);
    memcpy(&result, &out[0][0], sizeof result);
    return result;
}

/* Faces are 0, 12, 24, ... all over. */
static void filters_of_seamless_cube_maps(void **state)
{
    (void)state;
    assert_float_equal(seamless((const float[2]){0.5f, 0.5f}, 4, true), 48, 0);
    assert_float_equal(seamless((const float[2]){1, 0.5f}, 4, true), 24, 0); /* half of +X */
    assert_float_equal(seamless((const float[2]){1, 0.5f}, 4, false), 48, 0);
    assert_float_equal(seamless((const float[2]){0.5f, 0}, 4, true), 36, 0);    /* half of +Y */
    assert_float_equal(seamless((const float[2]){0.5f, 1}, 4, true), 42, 0);    /* half of -Y */
    assert_float_equal(seamless((const float[2]){0, 0.5f}, 4, true), 30, 0);    /* half of -X */
    assert_float_equal(seamless((const float[2]){1, 0}, 4, true), 24, 1e-6f);   /* +Z, +X, +Y: 48, 0, 24 */
    assert_float_equal(seamless((const float[2]){0.75f, 0.5f}, 0, true), 0, 0); /* in the middle of a texel */
}

/* The four texels that linear filtering at (x, y) would blend, from the lower left one against the clock. */
static void four_texels_are_gathered_in_their_order(void **state)
{
    (void)state;
    uint16_t texels[4][4][2];
    const struct hw_texture texture = {.data = texels,
                                       .bytes = sizeof texels,
                                       .width = 4,
                                       .height = 4,
                                       .row_pitch = sizeof texels[0],
                                       .dimensions = 2,
                                       .type = HW_TEXEL_U16,
                                       .channels = 2,
                                       .address = {HW_TEXTURE_ADDRESS_CLAMP, HW_TEXTURE_ADDRESS_CLAMP}};
    const float x[2] = {1.5f, 0.25f}, y[2] = {2.0f, 4.5f};
    uint32_t coord[2][32], out[4][32];
    struct hw_error error;

    for (unsigned j = 0; j < 4; j++)
        for (unsigned i = 0; i < 4; i++)
            for (unsigned c = 0; c < 2; c++)
                texels[j][i][c] = (uint16_t)(100 * c + 10 * j + i);
    memcpy(coord[0], x, sizeof x);
    memcpy(coord[1], y, sizeof y);
    const struct hw_texture_lookup lookup = {
        .coord = {coord[0], coord[1]}, .coords = 2, .gather = true, .component = 1};
    assert_int_equal(hw_texture_sample(&texture, &lookup, 3, out, &error), HW_OK);
    const uint32_t inside[4] = {121, 122, 112, 111}, corner[4] = {130, 130, 130, 130};
    for (unsigned k = 0; k < 4; k++) {
        assert_int_equal(out[k][0], inside[k]);
        assert_int_equal(out[k][1], corner[k]);
    }
}

static uint32_t bits(float value)
{
    uint32_t word;
    memcpy(&word, &value, sizeof word);
    return word;
}

static void what_is_written_reads_back_clamped(void **state)
{
    (void)state;
    static const struct {
        enum hw_texel_type type;
        uint32_t wrote, reads;
    } registers[] = {
        {HW_TEXEL_U8, 300, 255},
        {HW_TEXEL_S8, (uint32_t)-300, (uint32_t)-128},
        {HW_TEXEL_U16, 65536, 65535},
        {HW_TEXEL_S16, 40000, 32767},
        {HW_TEXEL_U32, 0xdeadbeef, 0xdeadbeef},
    };
    uint8_t texel[16];
    uint32_t word[4];

    for (size_t i = 0; i < sizeof registers / sizeof *registers; i++) {
        const uint32_t from[4] = {registers[i].wrote, 1, 2, 3};
        hw_texel_write(texel, registers[i].type, 4, from);
        hw_texel_read(texel, registers[i].type, 4, word);
        assert_int_equal(word[0], registers[i].reads);
        assert_int_equal(word[3], 3);
    }
    const uint32_t floats[4] = {bits(2.0f), bits(-1.0f), bits(0.5f), bits(-0.0f)};
    hw_texel_write(texel, HW_TEXEL_UNORM8, 4, floats);
    assert_memory_equal(texel, ((uint8_t[4]){255, 0, 128, 0}), 4);
    hw_texel_write(texel, HW_TEXEL_SNORM8, 4, floats);
    assert_memory_equal(texel, ((uint8_t[4]){127, 0x81, 64, 0}), 4);
    hw_texel_write(texel, HW_TEXEL_F16, 1, floats);
    assert_memory_equal(texel, ((uint8_t[2]){0, 0x40}), 2);
}

static void a_surface_must_lie_in_its_memory(void **state)
{
    (void)state;
    static uint8_t texels[64];
    struct hw_surface surface = {.data = texels,
                                 .bytes = sizeof texels,
                                 .width = 4,
                                 .height = 4,
                                 .row_pitch = 16,
                                 .dimensions = 2,
                                 .type = HW_TEXEL_F32,
                                 .channels = 1};
    struct hw_error error;

    assert_int_equal(hw_surface_check(&surface, &error), HW_OK);
    surface.height = 5;
    assert_int_equal(hw_surface_check(&surface, &error), HW_ERR_RANGE);
    assert_int_equal(hw_surface_check(NULL, &error), HW_ERR_ARGUMENT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(directions_point_to_the_faces_of_the_table),
        cmocka_unit_test(a_cube_map_has_six_equal_faces),
        cmocka_unit_test(texels_beyond_an_edge),
        cmocka_unit_test(filters_of_seamless_cube_maps),
        cmocka_unit_test(four_texels_are_gathered_in_their_order),
        cmocka_unit_test(what_is_written_reads_back_clamped),
        cmocka_unit_test(a_surface_must_lie_in_its_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
