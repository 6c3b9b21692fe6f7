/* SPDX-License-Identifier: MIT */
/* A triangle's fragments: coverage, quads, interpolation. */
#include "kernel.h"

#include <halfwarp/raster.h>

#include <math.h>

#define SIZE 16

static float varyings[3][2] = {{0, 1}, {2, 3}, {4, 5}}; /* varyings: 0 is 0, 2, 4; 1 is 1, 3, 5 */

static struct hw_triangle triangle_of(const float corner[6])
{
    struct hw_triangle triangle = {.words = 2, .provoking = 2, .width = SIZE, .height = SIZE, .samples = 1};

    for (unsigned i = 0; i < 3; i++) {
        triangle.x[i] = corner[2 * i];
        triangle.y[i] = corner[2 * i + 1];
        triangle.varying[i] = varyings[i];
    }
    return triangle;
}

static struct hw_fragments fragments_of(const struct hw_triangle *triangle)
{
    struct hw_fragments fragments;
    struct hw_error error;

    assert_int_equal(hw_triangle_fragments(triangle, &fragments, &error), HW_OK);
    return fragments;
}

static float varying(const struct hw_fragments *fragments, uint32_t number, unsigned how, unsigned word)
{
    float value;

    memcpy(&value, &fragments->varying[(number * HW_INTERPOLATIONS + how) * 2 + word], sizeof value);
    return value;
}

/* Quads are whole, in order, and none is there twice. */
static void test_quads(void **state)
{
    const float corner[6] = {1, 2, 14.5f, 3, 6, 15};
    const struct hw_triangle triangle = triangle_of(corner);
    struct hw_fragments made = fragments_of(&triangle);
    uint32_t last = 0, covered = 0;

    (void)state;
    assert_int_equal(made.count % 4, 0);
    for (uint32_t i = 0; i < made.count; i += 4) {
        const uint32_t x = made.fragment[i].x, y = made.fragment[i].y, pixel = y * SIZE + x;
        bool any = false;

        assert_int_equal(x % 2 + y % 2, 0);
        assert_true(i == 0 || pixel > last);
        last = pixel;
        for (uint32_t k = 0; k < 4; k++) {
            assert_int_equal(made.fragment[i + k].x, x + k % 2);
            assert_int_equal(made.fragment[i + k].y, y + k / 2);
            any |= made.fragment[i + k].covered;
            covered += made.fragment[i + k].covered;
        }
        assert_true(any);
    }
    assert_in_range(covered, 80, 90); /* its area is 85.25 */
    hw_fragments_free(&made);
}

/* Triangles that share edges, whichever way round they are given, cover each pixel of the whole once. */
static void test_shared_edges(void **state)
{
    static const float fan[][4] = {{0, 0, 16, 0}, {16, 0, 16, 16}, {16, 16, 0, 16}, {0, 16, 0, 0}};

    (void)state;
    for (unsigned pixel = 0; pixel < 40; pixel++) {
        unsigned hits[SIZE][SIZE] = {{0}};

        for (unsigned i = 0; i < 4; i++) {
            const float x = (float)(pixel % 8) + 4.5f, y = (float)(pixel / 8) + 5.5f;
            const float there[6] = {x, y, fan[i][0], fan[i][1], fan[i][2], fan[i][3]},
                        back[6] = {fan[i][2], fan[i][3], fan[i][0], fan[i][1], x, y};
            struct hw_triangle triangle = triangle_of(pixel % 2 ? there : back);
            struct hw_fragments made = fragments_of(&triangle);

            for (uint32_t k = 0; k < made.count; k++)
                hits[made.fragment[k].y][made.fragment[k].x] += made.fragment[k].covered;
            hw_fragments_free(&made);
        }
        for (unsigned y = 0; y < SIZE; y++)
            for (unsigned x = 0; x < SIZE; x++)
                assert_int_equal(hits[y][x], 1);
    }
}

/* Linear over the picture, flat from the corner that is named, centroid within what is covered. */
static void test_interpolations(void **state)
{
    const float corner[6] = {0, 0, 16, 0, 0, 16};
    struct hw_triangle triangle = triangle_of(corner);
    unsigned moved = 0;

    (void)state;
    triangle.samples = 4;
    struct hw_fragments made = fragments_of(&triangle);
    for (uint32_t i = 0; i < made.count; i++) {
        const float x = (float)made.fragment[i].x + 0.5f, y = (float)made.fragment[i].y + 0.5f;
        const float centroid = varying(&made, i, HW_INTERPOLATION_CENTROID, 0);

        assert_true(fabsf(varying(&made, i, HW_INTERPOLATION_LINEAR, 0) - (x / 8 + y / 4)) < 1e-5f);
        assert_true(fabsf(varying(&made, i, HW_INTERPOLATION_LINEAR, 1) - (1 + x / 8 + y / 4)) < 1e-5f);
        assert_true(varying(&made, i, HW_INTERPOLATION_FLAT, 0) == 4);
        assert_true(varying(&made, i, HW_INTERPOLATION_FLAT, 1) == 5);
        if (!made.fragment[i].covered)
            continue;
        assert_true(centroid <= 4); /* no point of the triangle has more */
        moved += centroid != varying(&made, i, HW_INTERPOLATION_LINEAR, 0);
    }
    assert_int_equal(moved, SIZE); /* pixels of the diagonal */
    hw_fragments_free(&made);
}

/* Nothing, a triangle beside the picture, one beyond all edges of it. */
static void test_extremes(void **state)
{
    static const struct {
        float corner[6];
        uint32_t covered;
    } cases[] = {
        {{1, 1, 5, 5, 9, 9}, 0},
        {{20, 1, 30, 1, 20, 9}, 0},
        {{-20, -30, -3, -1, -9, -2}, 0},
        {{-60000, -60000, 65000, -60000, -60000, 65536}, SIZE * SIZE},
        {{3.5f, 3.5f, 3.6f, 3.5f, 3.5f, 3.6f}, 1}, /* the sample is the corner of a top and a left edge */
    };

    (void)state;
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct hw_triangle triangle = triangle_of(cases[i].corner);
        struct hw_fragments made = fragments_of(&triangle);
        uint32_t covered = 0;

        for (uint32_t k = 0; k < made.count; k++)
            covered += made.fragment[k].covered;
        assert_int_equal(covered, cases[i].covered);
        hw_fragments_free(&made);
    }
}

static void test_refused(void **state)
{
    const float corner[6] = {0, 0, 16, 0, 0, 16};
    struct hw_fragments made;
    struct hw_error error;

    (void)state;
    for (unsigned i = 0; i < 6; i++) {
        struct hw_triangle triangle = triangle_of(corner);

        if (i == 0)
            triangle.width = 0;
        else if (i == 1)
            triangle.height = HW_PICTURE_MAX + 1;
        else if (i == 2)
            triangle.samples = 2;
        else if (i == 3)
            triangle.x[1] = NAN;
        else if (i == 4)
            triangle.y[2] = 1e6f;
        else
            triangle.words = HW_VARYINGS_MAX + 1;
        assert_int_equal(hw_triangle_fragments(&triangle, &made, &error), HW_ERR_RANGE);
        assert_int_equal(made.count, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_quads),          cmocka_unit_test(test_shared_edges),
        cmocka_unit_test(test_interpolations), cmocka_unit_test(test_extremes),
        cmocka_unit_test(test_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
