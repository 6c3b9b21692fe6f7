/* SPDX-License-Identifier: MIT */
/* Texture lookups of all lanes at once give what the reference gives lane by lane, to the bit, in every
 * build: random textures, coordinates around the edges, far outside and not numbers, all texel formats,
 * filters and address modes. */
#include "ops/select/alu.h"

#include "splitmix.h"

#include <halfwarp/texture.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define TEXTURES  3000
#define LOOKUPS   4
#define BYTES     65536u
#define UNTOUCHED 0x5a5a5a5au

struct sample {
    struct hw_texture texture;
    struct hw_texture_lookup lookup;
    uint32_t coord[4][32];
    uint32_t exec;
};

static uint8_t texels[BYTES];

static uint64_t random_state = 5;

static uint32_t random_word(void)
{
    return (uint32_t)splitmix64(&random_state);
}

static uint32_t pick(uint32_t count)
{
    return random_word() % count;
}

/* Texels with the values that matter: zeros of both signs, NaN, infinity, denormals. */
static void fill_texels(void)
{
    static const uint32_t special[] = {0, 0x80000000u, 0x7f800000u, 0xffc12345u, 0x7f812345u, 1, 0x3f800000u};

    for (size_t i = 0; i < BYTES; i += 4) {
        const uint32_t word = pick(8) == 0 ? special[pick(7)]
                              : pick(2)    ? random_word()
                                           : 0x3f000000u + pick(1u << 24);
        memcpy(texels + i, &word, sizeof word);
    }
}

static void make_texture(struct hw_texture *texture)
{
    static const uint8_t channels[] = {1, 2, 4};
    static const uint32_t extents[] = {1, 3, 16, 17, 20};

    do {
        *texture = (struct hw_texture){.data = texels,
                                       .bytes = BYTES - pick(2),
                                       .type = (uint8_t)pick(HW_TEXEL_TYPES),
                                       .channels = channels[pick(3)],
                                       .read = (uint8_t)pick(2),
                                       .filter = (uint8_t)pick(2),
                                       .normalized = pick(2) != 0,
                                       .srgb = pick(2) != 0,
                                       .dimensions = (uint8_t)(1 + pick(3)),
                                       .width = extents[pick(5)],
                                       .height = extents[pick(5)],
                                       .depth = extents[pick(4)]};
        for (int k = 0; k < 3; k++)
            texture->address[k] = (uint8_t)pick(4);
        for (int c = 0; c < 4 && pick(2); c++)
            texture->border[c] = random_word();
        texture->layers = texture->dimensions < 3 && pick(3) == 0 ? 1 + pick(3) : 0;
        texture->row_pitch = texture->width * hw_texture_texel_bytes(texture) + pick(3);
        texture->slice_pitch = texture->row_pitch * texture->height + pick(3);
    } while (hw_texture_check(texture, NULL) != HW_OK);
}

static uint32_t float_bits(float value)
{
    uint32_t bits;

    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static uint32_t make_coordinate(const struct sample *sample, uint32_t extent)
{
    static const float far[] = {1e30f, -1e30f, 5e9f, -5e9f, 1e-42f, -0.0f};
    const float span = sample->texture.normalized ? 1.0f : (float)extent;

    if (sample->lookup.integer)
        return pick(8) ? pick(extent + 6) - 3 : random_word();
    switch (pick(16)) {
    case 0: return float_bits(far[pick(6)]);
    case 1: return random_word(); /* also NaN and infinity */
    case 2: return float_bits(span * (float)((int)pick(17) - 8) / 2);
    case 3:
        return float_bits(span * ((float)pick(extent) + 0.5f) / (float)extent); /* the middle of a texel */
    default: return float_bits(span * ((float)pick(4000) / 1000.0f - 1.5f));
    }
}

static void make_lookup(struct sample *sample)
{
    const uint32_t extent[3] = {sample->texture.width, sample->texture.height, sample->texture.depth};

    sample->lookup = (struct hw_texture_lookup){.coords = 4, .integer = pick(4) == 0, .joint = pick(2) != 0};
    sample->exec = pick(2) ? ~0u : random_word();
    for (unsigned k = 0; k < 4; k++) {
        for (unsigned lane = 0; lane < 32; lane++)
            sample->coord[k][lane] = k < sample->texture.dimensions ? make_coordinate(sample, extent[k])
                                     : pick(4)                      ? pick(5) - 1
                                                                    : random_word();
        sample->lookup.coord[k] = sample->coord[k];
        if (k < 3 && pick(4) == 0)
            sample->lookup.offset[k] = (int8_t)((int)pick(16) - 8);
    }
}

static void expect_same(const struct sample *sample, const struct hw_alu_table *table)
{
    uint32_t expected[4][32], got[4][32];
    struct hw_error error;

    memset(expected, 0x5a, sizeof expected);
    memset(got, 0x5a, sizeof got);
    assert_int_equal(
        hw_texture_sample_with(NULL, &sample->texture, &sample->lookup, sample->exec, expected, &error),
        HW_OK);
    assert_int_equal(
        hw_texture_sample_with(table->sample, &sample->texture, &sample->lookup, sample->exec, got, &error),
        HW_OK);
    assert_memory_equal(expected, got, sizeof got);
    for (unsigned lane = 0; lane < 32; lane++)
        assert_true(sample->exec >> lane & 1 || got[0][lane] == UNTOUCHED);
}

static void registers_are_lanes(void **state)
{
    struct sample sample;
    const struct hw_alu_table *table;

    (void)state;
    for (int i = 0; i < TEXTURES; i++) {
        if (i % 100 == 0)
            fill_texels();
        make_texture(&sample.texture);
        for (int k = 0; k < LOOKUPS; k++) {
            make_lookup(&sample);
            for (unsigned build = 0; (table = hw_alu_table_at(build)) != NULL; build++)
                expect_same(&sample, table);
        }
    }
}

/* It would be no use if all lanes were in doubt. */
static void common_lookups_go_by_lanes(void **state)
{
    struct sample sample = {.exec = ~0u};
    struct hw_texture *texture = &sample.texture;
    const struct hw_alu_table *table;
    uint32_t out[4][32];

    (void)state;
    *texture = (struct hw_texture){.data = texels,
                                   .bytes = 64 * 64 * 4,
                                   .type = HW_TEXEL_F32,
                                   .channels = 1,
                                   .filter = HW_TEXTURE_FILTER_LINEAR,
                                   .dimensions = 2,
                                   .width = 64,
                                   .height = 64,
                                   .row_pitch = 256};
    memset(texels, 0, BYTES);
    for (unsigned lane = 0; lane < 32; lane++)
        sample.coord[0][lane] = sample.coord[1][lane] = float_bits((float)lane + 0.25f);
    sample.lookup = (struct hw_texture_lookup){.coords = 2, .coord = {sample.coord[0], sample.coord[1]}};
    for (unsigned build = 0; (table = hw_alu_table_at(build)) != NULL; build++)
        assert_int_equal(hw_texture_sample_lanes(table->sample, texture, &sample.lookup, ~0u, out), ~0u);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(registers_are_lanes),
        cmocka_unit_test(common_lookups_go_by_lanes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
