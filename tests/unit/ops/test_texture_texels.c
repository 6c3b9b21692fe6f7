/* SPDX-License-Identifier: MIT */
/* Which texels a lookup reads: what listeners are told. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "ops/texture/tex_sample.h"

static const float texels[4][8];

static struct hw_texture texture_of(unsigned filter, unsigned address)
{
    return (struct hw_texture){.data = texels,
                               .bytes = sizeof texels,
                               .width = 8,
                               .height = 4,
                               .depth = 1,
                               .row_pitch = 32,
                               .dimensions = 2,
                               .type = HW_TEXEL_F32,
                               .channels = 1,
                               .filter = (uint8_t)filter,
                               .address = {(uint8_t)address, (uint8_t)address, (uint8_t)address}};
}

static unsigned texels_at(const struct hw_texture *texture, float x, float y,
                          uint64_t offset[HW_TEXELS_READ][32])
{
    uint32_t coord[2][32];
    const struct hw_texture_lookup lookup = {.coord = {coord[0], coord[1]}, .coords = 2};

    for (unsigned lane = 0; lane < 32; lane++) {
        memcpy(&coord[0][lane], &x, sizeof x);
        memcpy(&coord[1][lane], &y, sizeof y);
    }
    return hw_texture_texels(texture, &lookup, 3, offset);
}

static void test_a_point(void **state)
{
    const struct hw_texture texture = texture_of(HW_TEXTURE_FILTER_POINT, HW_TEXTURE_ADDRESS_CLAMP);
    uint64_t offset[HW_TEXELS_READ][32];

    (void)state;
    assert_int_equal(texels_at(&texture, 5.5f, 2.5f, offset), 1);
    assert_int_equal(offset[0][0], 2 * 32 + 5 * 4);
    assert_int_equal(offset[0][1], 2 * 32 + 5 * 4);
    assert_true(offset[0][2] == HW_TEXEL_NONE); /* a lane that does not look */
    assert_int_equal(texels_at(&texture, 100.0f, -3.0f, offset), 1);
    assert_int_equal(offset[0][0], 7 * 4);
}

static void test_a_blend_reads_four(void **state)
{
    const struct hw_texture texture = texture_of(HW_TEXTURE_FILTER_LINEAR, HW_TEXTURE_ADDRESS_CLAMP);
    uint64_t offset[HW_TEXELS_READ][32];

    (void)state;
    assert_int_equal(texels_at(&texture, 3.0f, 2.0f, offset), 4);
    assert_int_equal(offset[0][0], 1 * 32 + 2 * 4);
    assert_int_equal(offset[1][0], 1 * 32 + 3 * 4);
    assert_int_equal(offset[2][0], 2 * 32 + 2 * 4);
    assert_int_equal(offset[3][0], 2 * 32 + 3 * 4);
}

static void test_the_border_is_nowhere(void **state)
{
    const struct hw_texture texture = texture_of(HW_TEXTURE_FILTER_POINT, HW_TEXTURE_ADDRESS_BORDER);
    uint64_t offset[HW_TEXELS_READ][32];

    (void)state;
    assert_int_equal(texels_at(&texture, -1.0f, 0.5f, offset), 1);
    assert_true(offset[0][0] == HW_TEXEL_NONE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_point),
        cmocka_unit_test(test_a_blend_reads_four),
        cmocka_unit_test(test_the_border_is_nowhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
